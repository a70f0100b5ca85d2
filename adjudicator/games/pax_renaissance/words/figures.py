"""Tell how things stand, in words: figures, ways to victory, the market, tableaus, the map."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from adjudicator.components.bits import bits
from adjudicator.reports.charts.races import Race, Way, nearest
from adjudicator.reports.model import Fact, Item, Row, Standing, Table, columns
from adjudicator.reports.wording.by_seat import by_letters, by_seat

from .. import facts
from ..nearness import ways
from ..rules.table import active, there
from ..rules.victories import bishops_in_play, faithful, supreme
from ..state import State, cards_of
from . import cards
from .book import Speech

RACE: Final = Race(victories=facts.VICTORY, seats=facts.BANK, figures=facts.FIGURE, means=facts.RELIGION)


def standing(state: State, before: State | None, to: Speech) -> Standing:
    """Return everything that stands in every report."""
    now, then = ways(state), [] if before is None else ways(before)
    return Standing(
        facts=tuple(first(state, before, now, to)),
        scoring=RACE.table(now, then, to),
        tables=tuple(tables(state, before, to)),
        box=RACE.box(now, purses(state, to), to),
        stakes=tuple(RACE.stakes(now, then, to)),
        stakes_note=to.gettext("victory race: steps each bank still needs, and who is nearest"),
    )


def first(state: State, before: State | None, now: list[Way], to: Speech) -> Iterator[Fact]:
    """Yield the first facts.

    They are the round, florins, hands, who is nearest, which victories are open, who is supreme, and how much is left.
    """
    florins, hands = _counts(state), _counts(state, hands=True)
    yield Fact(label=to.gettext("Round"), value=str(state.rounds + 1))
    yield by_seat(to.gettext("Florins"), florins, _counts(before), to)
    yield by_seat(to.gettext("Cards in hand"), hands, _counts(before, hands=True), to)
    for seat in state.seats:
        if (way := nearest(now, seat)) is not None:
            label = to.gettext("Nearest: %(seat)s", seat=to.seat(seat))
            yield Fact(label=label, value=RACE.short(way, to), note=RACE.has(way, to))
    yield Fact(label=to.gettext("Open victories"), value=open_told(state, to))
    yield Fact(label=to.gettext("Supreme religion"), value=supremacy(state, to))
    yield Fact(label=to.gettext("Decks"), value=decks(state, to))


def _counts(state: State | None, *, hands: bool = False) -> dict[str, int]:
    """Return the florins of every bank, or the number of cards in its hand."""
    if state is None:
        return {}
    return {seat: len(state.hands[seat]) if hands else state.florins[seat] for seat in state.seats}


def open_told(state: State, to: Speech) -> str:
    """Describe the victories that a comet has opened, and how many comets are to come."""
    left = len([each for each in cards_of(state.rules) if each in facts.COMET.indexes and each not in state.discarded])
    opened = to.things(facts.VICTORY, facts.VICTORY.ids_of(state.victories)) or to.pgettext("victories", "none")
    return to.ngettext("%(opened)s; %(n)s comet left", "%(opened)s; %(n)s comets left", left, opened=opened)


def supremacy(state: State, to: Speech) -> str:
    """Return who is supreme, with bishops and faithful pieces of each religion (L3)."""
    faith = supreme(state)
    name = to.pgettext("religion", "none") if faith == facts.NONE else to.thing(facts.RELIGION, faith)
    both = zip(facts.RELIGION.indexes, bishops_in_play(state), faithful(state), strict=True)
    told = (f"{to.thing(facts.RELIGION, each)} {borne}/{tokens}" for each, borne, tokens in both)
    return to.gettext("%(name)s (bishops/pieces: %(counts)s)", name=name, counts=", ".join(told))


def decks(state: State, to: Speech) -> str:
    """Return how many cards are left of each deck; the next one where it lies open."""
    told = []
    for side, deck in enumerate(state.decks):
        top = f" ({to.at(facts.ITEM, deck.top)})" if deck.top != facts.NONE else ""
        told.append(f"{to.thing(facts.SIDE, side)} {deck.size}{top}")
    return ", ".join(told)


def purses(state: State, to: Speech) -> str:
    """Return florins, hands and open victories in a line of a brief mail."""
    told = (
        to.gettext("Florins %(values)s", values=by_letters(_counts(state), to)),
        to.gettext("hands %(values)s", values=by_letters(_counts(state, hands=True), to)),
        to.gettext("open: %(opened)s", opened=open_told(state, to)),
    )
    return " · ".join(told)


def tables(state: State, before: State | None, to: Speech) -> Iterator[Table]:
    """Yield the tables: the market, every tableau, the empires, the borders."""
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
        shown = to.things(facts.PRESTIGE, facts.ITEM.things[queen].prestige)
        rows.append(Row(cells=("", to.gettext("%(name)s, unmarried", name=to.at(facts.ITEM, queen)), "", shown)))
    heads = columns(to.gettext("Side"), to.gettext("Card"), to.gettext("Operations"), to.gettext("Prestige"))
    note = "; ".join(cards.abilities(active(state, seat), to)) if rows else to.gettext("nothing but the bank")
    caption = to.gettext("Tableau of %(seat)s", seat=to.seat(seat, "genitive"))
    return Table(caption=caption, columns=heads, rows=tuple(rows), note=note)


def _empires(state: State, before: State | None, to: Speech) -> Table:
    heads = columns(to.gettext("Empire"), to.gettext("State"), to.gettext("Holder"), to.gettext("Pieces"))
    rows = tuple(_empire(state, before, number, to) for number in facts.EMPIRE.indexes)
    routes = ", ".join(to.at(facts.PLACE, facts.ROUTE.things[bit].place) for bit in bits(state.open_routes))
    note = to.gettext("Voyages begin at %(emporia)s.", emporia=routes)
    return Table(caption=to.gettext("Empires"), columns=heads, rows=rows, note=note)


def _empire(state: State, before: State | None, number: int, to: Speech) -> Row:
    cells = _empire_cells(state, number, to)
    changed = before is not None and _empire_cells(before, number, to) != cells
    return Row(cells=(to.at(facts.EMPIRE, number), *cells), changed=changed)


def _empire_cells(state: State, number: int, to: Speech) -> tuple[str, str, str]:
    holder = state.holder[number]
    told = to.seat(holder) if holder else to.gettext("on its throne")
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
