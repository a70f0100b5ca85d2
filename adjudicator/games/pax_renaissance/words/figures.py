"""How things stand, in words: figures, ways to victory, the market, tableaus, the map."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from adjudicator.components.bits import bits
from adjudicator.language import msgid
from adjudicator.reports.model import Box, Fact, Item, Lead, Row, Stake, Standing, Table, columns
from adjudicator.reports.speech import initials

from .. import facts
from ..nearness import Way, nearest, ways
from ..rules.table import active, there
from ..rules.victories import bishops_in_play, faithful, supreme
from ..state import State, cards_of
from . import cards
from .book import Speech

FIGURES: Final = {
    "bishops": msgid("bishops"),
    "tokens": msgid("faithful pieces"),
    "faith": msgid("prestige"),
    "kings": msgid("kings"),
    "concessions": msgid("concessions"),
    "discovery": msgid("Discovery"),
    "republics": msgid("republics"),
    "law": msgid("Law"),
}
"""What a victory asks for."""


def lead(seat: str, text: str) -> Lead:
    """Words in the colour of a bank."""
    return Lead(text=text, tone=facts.BANK.index[seat] + 1)


def way_told(way: Way, to: Speech) -> str:
    """`kings 1/2`: what it has, what it needs."""
    faith = f"{to.thing(facts.RELIGION, way.religion)}: " if way.religion else ""
    return faith + ", ".join(f"{to.gettext(FIGURES[name])} {have}/{need}" for name, have, need in way.figures)


def short_told(way: Way, to: Speech) -> str:
    """`Medici: Imperial Victory, 1 step`."""
    steps = to.gettext("all is there") if not way.missing else to.ngettext("%(n)s step", "%(n)s steps", way.missing)
    closed = "" if way.open else f", {to.gettext('not open yet')}"
    return f"{to.thing(facts.VICTORY, way.victory)}: {steps}{closed}"


def by_bank(state: State, of: Callable[[str], object], to: Speech) -> str:
    """A figure of each bank."""
    return ", ".join(f"{to.bank(seat)} {of(seat)}" for seat in state.seats)


def standing(state: State, before: State | None, to: Speech) -> Standing:
    """Everything that stands in every report."""
    return Standing(
        facts=tuple(first(state, before, to)),
        scoring=race(state, before, to),
        tables=tuple(tables(state, before, to)),
        box=box(state, to),
        stakes=tuple(stakes(state, before, to)),
        stakes_note=to.gettext("steps each bank is short, who is nearest"),
    )


def first(state: State, before: State | None, to: Speech) -> Iterator[Fact]:
    """Florins, hands, who is nearest, which victories are open, who is supreme, how long the game may go on."""
    yield Fact(
        label=to.gettext("Florins"),
        value=by_bank(state, state.florins.__getitem__, to),
        change=_changes({} if before is None else before.florins, state.florins, to),
    )
    yield Fact(
        label=to.gettext("Cards in hand"),
        value=by_bank(state, lambda seat: len(state.hands[seat]), to),
        change=_changes({} if before is None else _counts(before), _counts(state), to),
    )
    for seat in state.seats:
        if (way := nearest(state, seat)) is not None:
            label = to.gettext("Nearest: %(seat)s", seat=to.bank(seat))
            yield Fact(label=label, value=short_told(way, to), note=way_told(way, to))
    yield Fact(label=to.gettext("Open victories"), value=open_told(state, to))
    yield Fact(label=to.gettext("Supreme religion"), value=supremacy(state, to))
    yield Fact(label=to.gettext("Decks"), value=decks(state, to))


def _counts(state: State) -> dict[str, int]:
    return {seat: len(held) for seat, held in state.hands.items()}


def _changes(before: dict[str, int], now: dict[str, int], to: Speech) -> str:
    moved = ((seat, now[seat] - was) for seat, was in before.items())
    return ", ".join(f"{to.bank(seat)} {to.signed(n)}" for seat, n in moved if n)


def open_told(state: State, to: Speech) -> str:
    """The victories that a comet has opened, and how many comets are to come."""
    left = len([each for each in cards_of(state.rules) if each in facts.COMET.indexes and each not in state.discarded])
    opened = to.things(facts.VICTORY, facts.VICTORY.ids_of(state.victories)) or to.pgettext("victories", "none")
    return to.ngettext("%(opened)s; %(n)s comet left", "%(opened)s; %(n)s comets left", left, opened=opened)


def supremacy(state: State, to: Speech) -> str:
    """Who is supreme, with bishops and faithful pieces of each religion (L3)."""
    faith = supreme(state)
    name = to.pgettext("religion", "none") if faith == facts.NONE else to.thing(facts.RELIGION, faith)
    both = zip(facts.RELIGION.indexes, bishops_in_play(state), faithful(state), strict=True)
    told = (f"{to.thing(facts.RELIGION, each)} {borne}/{tokens}" for each, borne, tokens in both)
    return to.gettext("%(name)s (bishops/pieces: %(counts)s)", name=name, counts=", ".join(told))


def decks(state: State, to: Speech) -> str:
    """How many cards are left of each deck; the next one where it lies open."""
    told = []
    for side, deck in enumerate(state.decks):
        top = f" ({to.at(facts.ITEM, deck.top)})" if deck.top != facts.NONE else ""
        told.append(f"{to.thing(facts.SIDE, side)} {deck.size}{top}")
    return ", ".join(told)


def box(state: State, to: Speech) -> Box:
    """In a brief mail: how many steps the nearest bank is short of a victory."""
    way = nearest(state)
    line = [
        to.gettext("Florins %(values)s", values=_letters(state, state.florins, to)),
        to.gettext("hands %(values)s", values=_letters(state, _counts(state), to)),
        to.gettext("open: %(opened)s", opened=open_told(state, to)),
    ]
    if way is None:
        return Box(label=to.gettext("Steps to victory"), value="–", line=" · ".join(line))
    near = [each.seat for each in ways(state) if each.victory == way.victory and each.missing == way.missing]
    closed = "" if way.open else f", {to.gettext('not open yet')}"
    return Box(
        label=to.gettext("Steps to victory: %(seats)s", seats=to.listing(map(to.bank, near))),
        value=str(way.missing),
        note=f"{to.thing(facts.VICTORY, way.victory)}{closed}",
        line=" · ".join(line),
    )


def _letters(state: State, values: dict[str, int], to: Speech) -> str:
    """A figure of each bank, which has as many letters as tell it from the others."""
    short = initials([to.bank(seat) for seat in state.seats])
    return ", ".join(f"{bank} {values[seat]}" for bank, seat in zip(short, state.seats, strict=True))


def _found(state: State) -> Iterator[tuple[str, list[Way]]]:
    """The ways of all banks to each victory, open ones first."""
    found = ways(state)
    for victory in sorted(facts.VICTORY.ids, key=lambda id: not state.victories >> facts.VICTORY.index[id] & 1):
        if own := [each for each in found if each.victory == victory]:
            yield victory, own


def _figures_then(before: State | None) -> dict[tuple[str, str], Sequence[tuple[str, int, int]]]:
    return {} if before is None else {(each.victory, each.seat): each.figures for each in ways(before)}


def stakes(state: State, before: State | None, to: Speech) -> Iterator[Stake]:
    """Each victory: how many steps every bank is short of it, and who is nearest."""
    then = _figures_then(before)
    for victory, own in _found(state):
        best = min(own, key=lambda each: each.missing)
        level = len(own) > 1 and all(each.missing == best.missing for each in own)
        steps = to.signed(-best.missing) if best.missing else "✓"
        yield Stake(
            name=to.thing(facts.VICTORY, victory),
            ahead=Lead(text=to.gettext("tie")) if level else lead(best.seat, f"{to.bank(best.seat)} {steps}"),
            worth="" if best.open else to.gettext("not open yet"),
            counts=tuple(lead(each.seat, str(each.missing)) for each in own),
            changed=bool(then) and any(then.get((victory, each.seat)) != each.figures for each in own),
        )


def race(state: State, before: State | None, to: Speech) -> Table:
    """What each bank has and needs for each victory, open ones first."""
    then, rows = _figures_then(before), []
    for victory, own in _found(state):
        closed = "" if own[0].open else f" ({to.gettext('not open yet')})"
        label = f"{to.thing(facts.VICTORY, victory)}{closed}"
        if own[0].religion:
            faiths = [to.thing(facts.RELIGION, each.religion) for each in own]
            rows.append(Row(cells=(label, *(f"{faith[:3]}." for faith in faiths))))
            label = "–"
        for at, (name, _, _) in enumerate(own[0].figures):
            had = [then.get((victory, each.seat), each.figures)[at] for each in own]
            has = [each.figures[at] for each in own]
            called = to.gettext(FIGURES[name])
            cells = (f"{label} {called}" if label == "–" else f"{label}: {called}", *(f"{n}/{of}" for _, n, of in has))
            rows.append(Row(cells=cells, changed=had != has))
            label = "–"
    seats = [seat for seat in state.seats if seat not in state.out]
    heads = columns(to.gettext("has/needs"), *(_brief(to.bank(seat), len(seats)) for seat in seats))
    return Table(caption=to.gettext("Ways to victory"), columns=heads, rows=tuple(rows))


def _brief(name: str, beside: int) -> str:
    """A name at the head of one of several narrow columns."""
    return name if beside < 4 or len(name) <= 6 else f"{name[:4]}."


def tables(state: State, before: State | None, to: Speech) -> Iterator[Table]:
    """The market, every tableau, the empires, the borders."""
    yield _market(state, before, to)
    for seat in state.seats:
        yield _tableau(state, before, seat, to)
    yield _empires(state, before, to)
    yield _borders(state, before, to)


def _market(state: State, before: State | None, to: Speech) -> Table:
    rows, items = [], []
    for slot in range(6):
        cells, changed = [], False
        for side in facts.SIDE.indexes:
            card, lies = state.market[side][slot], state.money[side][slot]
            told = to.pgettext("card", "none")
            if card != facts.NONE:
                told = to.gettext("face down") if not slot else f"{to.at(facts.ITEM, card)} ({cards.gist(card, to)})"
            cells.append(f"{told} + {to.florins(lies)}" if lies else told)
            new = before is not None and card != facts.NONE and not any(card in row for row in before.market)
            changed |= new
            if card != facts.NONE and slot:
                items.append(Item(name=to.at(facts.ITEM, card), text=cards.described(card, to)))
        price = to.gettext("fair") if not slot else str(slot)
        rows.append(Row(cells=(price, *cells), changed=changed))
    heads = columns(to.gettext("Price"), *(to.thing(facts.SIDE, side) for side in facts.SIDE.indexes))
    return Table(caption=to.gettext("Market"), columns=heads, rows=tuple(rows), items=tuple(items))


def _tableau(state: State, before: State | None, seat: str, to: Speech) -> Table:
    rows = []
    for side in facts.SIDE.indexes:
        for index in state.rows[seat][side]:
            name, can, shown = cards.held(state, seat, index, to)
            new = before is not None and index not in before.rows.get(seat, [[], []])[side]
            rows.append(Row(cells=(to.thing(facts.SIDE, side), name, can, shown), changed=new))
    for queen in state.maids[seat]:
        shown = cards.prestige_told(facts.ITEM.things[queen].prestige, to)
        rows.append(Row(cells=("", to.gettext("%(name)s, unmarried", name=to.at(facts.ITEM, queen)), "", shown)))
    heads = columns(to.gettext("Side"), to.gettext("Card"), to.gettext("Operations"), to.gettext("Prestige"))
    note = "; ".join(cards.abilities(active(state, seat), to)) if rows else to.gettext("nothing but the bank")
    caption = to.gettext("Tableau of %(seat)s", seat=to.bank(seat, "genitive"))
    return Table(caption=caption, columns=heads, rows=tuple(rows), note=note)


def _empires(state: State, before: State | None, to: Speech) -> Table:
    heads = columns(to.gettext("Empire"), to.gettext("State"), to.gettext("Holder"), to.gettext("Pieces"))
    rows = tuple(_empire(state, before, number, to) for number in facts.EMPIRE.indexes)
    routes = ", ".join(to.at(facts.PLACE, facts.ROUTE.things[each].place) for each in bits(state.open_routes))
    note = to.gettext("Voyages begin at %(emporia)s.", emporia=routes)
    return Table(caption=to.gettext("Empires"), columns=heads, rows=rows, note=note)


def _empire(state: State, before: State | None, number: int, to: Speech) -> Row:
    cells = _empire_cells(state, number, to)
    changed = before is not None and _empire_cells(before, number, to) != cells
    return Row(cells=(to.at(facts.EMPIRE, number), *cells), changed=changed)


def _empire_cells(state: State, number: int, to: Speech) -> tuple[str, str, str]:
    holder = state.holder[number]
    told = to.bank(holder) if holder else to.gettext("on its throne")
    if state.suzerain[number] != facts.NONE:
        over = to.inflected(facts.EMPIRE, state.suzerain[number], "genitive")
        told = to.gettext("%(holder)s, vassal of %(empire)s", holder=told, empire=over)
    elif state.republics >> number & 1:
        told = to.gettext("%(holder)s, republic", holder=told)
    pieces = []
    for place in bits(facts.PLACES_OF[number] & there(state)):
        piece = state.places[place]
        stands = to.thing(facts.PIECE, piece) if piece != facts.NONE else to.pgettext("place", "empty")
        pieces.append(f"{to.at(facts.PLACE, place)}: {stands}")
    if state.repressed[number]:
        pieces.append(to.gettext("repressed: %(pieces)s", pieces=to.things(facts.PIECE, state.repressed[number])))
    return to.thing(facts.RULE_OF, state.ruled[number]), told, "; ".join(pieces)


def _borders(state: State, before: State | None, to: Speech) -> Table:
    rows = []
    for border in facts.BORDER.indexes:
        on = state.borders[border]
        was = on if before is None else before.borders[border]
        if on or was:
            told = to.things(facts.PIECE, on) or to.pgettext("border", "empty")
            rows.append(Row(cells=(to.at(facts.BORDER, border), told), changed=on != was))
    heads = columns(to.gettext("Border"), to.gettext("Pieces"))
    return Table(caption=to.gettext("Concessions and corsairs"), columns=heads, rows=tuple(rows))
