"""Tell how things stand, in words: figures, ways to victory, players, sites."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.reports.model import Box, Fact, Item, Row, Standing, Table, columns
from adjudicator.reports.wording.by_seat import by_letters, by_seat

from .. import facts
from ..facts import BANNER, CARD, NONE, PLAYER, REGION, SITE, SLOT, SPACE
from ..rules import table, victory
from ..state import State
from ..texts import printed
from .book import Speech


def standing(state: State, before: State | None, to: Speech) -> Standing:
    """Return everything that stands in every report."""
    keeper = to.seat(state.title)
    return Standing(
        facts=tuple(first(state, before, to)),
        scoring=None if state.next_oath != NONE else victories(state, before, to),
        tables=(players(state, before, to), councils(state, before, to), sites(state, before, to)),
        box=Box(label=to.thing(facts.OATH, state.oath), value=keeper, note=side(state, to), line=purses(state, to)),
    )


def first(state: State, before: State | None, to: Speech) -> Iterator[Fact]:
    """Yield the first facts: the round, the oath and who keeps it, banks, banners, visions, the reliquary."""
    yield Fact(label=to.gettext("Round"), value=to.gettext("%(n)s of %(all)s", n=state.round, all=facts.ROUNDS))
    value = to.gettext("%(seat)s, %(side)s", seat=to.seat(state.title), side=side(state, to))
    yield Fact(label=to.thing(facts.OATH, state.oath), value=value)
    yield by_seat(to.gettext("Favor"), _favor(state), _favor(before), to)
    yield by_seat(to.gettext("Secrets"), _secrets(state), _secrets(before), to)
    yield Fact(label=to.gettext("Favor banks"), value=_banks(state, to), change=_moved(state, before, to))
    for number in BANNER.indexes:
        yield Fact(label=to.heading(BANNER, number), value=banner(state, number, to))
    yield Fact(label=to.gettext("Visions drawn"), value=to.gettext("%(n)s of %(all)s", n=state.visions, all=5))
    left = [to.thing(SPACE, number) for number, lying in enumerate(state.reliquary) if lying]
    yield Fact(label=to.gettext("Reliquary"), value=", ".join(left) or to.pgettext("reliquary", "empty"))


def side(state: State, to: Speech) -> str:
    return to.gettext("usurper") if state.usurper else to.gettext("oathkeeper")


def _favor(state: State | None) -> dict[str, int]:
    return {} if state is None else {seat: state.boards[seat].favor for seat in state.order}


def _secrets(state: State | None) -> dict[str, int]:
    """Return all secrets of each player, faceup and facedown."""
    return {} if state is None else {seat: table.secrets_of(state, seat) for seat in state.order}


def _banks(state: State, to: Speech) -> str:
    return ", ".join(f"{to.thing(facts.SUIT, n)} {favor}" for n, favor in enumerate(state.banks))


def _moved(state: State, before: State | None, to: Speech) -> str:
    if before is None:
        return ""
    both = enumerate(zip(state.banks, before.banks, strict=True))
    return ", ".join(f"{to.thing(facts.SUIT, n)} {to.signed(now - was)}" for n, (now, was) in both if now != was)


def banner(state: State, number: int, to: Speech) -> str:
    found = state.banners[number]
    held = to.seat(found.holder) if found.holder else to.gettext("nobody")
    amount = to.favor(found.tokens) if number == facts.PEOPLES_FAVOR else to.secrets(found.tokens)
    told = to.gettext("%(seat)s, %(amount)s on it", seat=held, amount=amount)
    return to.gettext("%(told)s, mob", told=told) if found.mob else told


def purses(state: State, to: Speech) -> str:
    """Return favor, secrets and supply in a line of a brief mail."""
    supply = {seat: state.boards[seat].supply for seat in state.order}
    told = (
        to.gettext("Favor %(values)s", values=by_letters(_favor(state), to)),
        to.gettext("secrets %(values)s", values=by_letters(_secrets(state), to)),
        to.gettext("supply %(values)s", values=by_letters(supply, to)),
    )
    return " · ".join(told)


# who is how near to which victory


def victories(state: State, before: State | None, to: Speech) -> Table:
    """Return the ways to victory: the usurper, visions, the empire."""
    heads = columns(to.gettext("Victory"), to.gettext("Who"), to.gettext("What is there, what is missing"))
    rows = tuple(_rows(state, to))
    then = set() if before is None else {row.cells for row in _rows(before, to)}
    shown = tuple(Row(cells=row.cells, changed=bool(then) and row.cells not in then) for row in rows)
    return Table(caption=to.gettext("Ways to victory"), columns=heads, rows=shown)


def _rows(state: State, to: Speech) -> Iterator[Row]:
    for seat in state.order:
        if not table.belongs(state, seat):
            yield Row(cells=(to.gettext("Usurper"), to.seat(seat), usurping(state, seat, to)))
    for seat in state.order:
        board = state.boards[seat]
        for card in (board.vision, board.prophet):
            if card != NONE and not table.belongs(state, seat):
                yield Row(cells=(to.thing(CARD, card), to.seat(seat), vision(state, seat, card, to)))
    yield Row(cells=(to.gettext("Stable regime"), to.seat(facts.CHANCELLOR), regime(state, to)))
    heirs = [each for each in state.order if state.boards[each].citizen]
    if heirs:
        heir = victory.successor(state)
        told = (
            to.gettext("has reached the goal of the successor") if heir else to.gettext("nobody has reached the goal")
        )
        yield Row(cells=(to.gettext("Successor"), to.seat(heir) if heir else to.things(PLAYER, heirs), told))


def usurping(state: State, seat: str, to: Speech) -> str:
    if state.title == seat:
        if state.usurper:
            return to.gettext("wins in the next wake phase, unless the title is lost")
        return to.gettext("holds the title; usurper in the next wake phase")
    return _towards(state, seat, state.oath, to)


def _towards(state: State, seat: str, oath: int, to: Speech) -> str:
    """Return what a player has of the goal of an oath, and what would be needed to be alone with most."""
    if oath in (facts.SUPREMACY, facts.PROTECTION):
        counts = victory.sites_ruled(state) if oath == facts.SUPREMACY else relics_and_banners(state)
        own, most = counts.get(seat, 0), max(n for each, n in counts.items() if each != seat)
        what = to.gettext("sites ruled") if oath == facts.SUPREMACY else to.gettext("relics and banners")
        return to.gettext("%(what)s: %(own)s of %(needs)s", what=what, own=own, needs=most + 1)
    banner = facts.PEOPLES_FAVOR if oath == facts.THE_PEOPLE else facts.DARKEST_SECRET
    holds = state.banners[banner].holder == seat
    name = to.thing(BANNER, banner)
    return to.gettext("holds: %(banner)s", banner=name) if holds else to.gettext("lacks: %(banner)s", banner=name)


def relics_and_banners(state: State) -> dict[str, int]:
    return {each: table.held(state, each) for each in state.order}


def vision(state: State, seat: str, card: int, to: Speech) -> str:
    oath = CARD.things[card].oath
    if not victory.goal(state, seat, oath):
        return _towards(state, seat, oath, to)
    if state.visions < facts.REVEALING:
        return to.gettext("goal reached, but only %(n)s of 3 visions are drawn", n=state.visions)
    return to.gettext("wins in the next wake phase, unless the goal is lost")


def regime(state: State, to: Speech) -> str:
    if not table.belongs(state, state.title):
        return to.gettext("the title is with an exile: %(seat)s", seat=to.seat(state.title))
    needs = facts.END_DIE.get(state.round)
    if needs is not None:
        return to.gettext("end die after this round: %(n)s or more", n=needs)
    if state.round == facts.ROUNDS:
        return to.gettext("wins at the end of this round")
    return to.gettext("end die after rounds 5 to 7, last round 8")


# the players


def players(state: State, before: State | None, to: Speech) -> Table:
    """Return the table of the players: supply, favor, secrets, warbands, and where they are."""
    rows = tuple(_player(state, before, seat, to) for seat in state.order)
    heads = columns(
        to.gettext("Player"),
        to.gettext("Supply"),
        to.gettext("Favor"),
        to.gettext("Secrets"),
        to.gettext("Warbands"),
        to.gettext("Site"),
    )
    note = to.gettext("Secrets: faceup/facedown. Warbands: on the board/left in the personal bank.")
    return Table(caption=to.gettext("Players"), columns=heads, rows=rows, note=note)


def _player(state: State, before: State | None, seat: str, to: Speech) -> Row:
    cells = _player_cells(state, seat, to)
    return Row(cells=cells, changed=before is not None and _player_cells(before, seat, to) != cells)


def _player_cells(state: State, seat: str, to: Speech) -> tuple[str, ...]:
    board = state.boards[seat]
    name = to.gettext("%(seat)s, citizen", seat=to.seat(seat)) if board.citizen else to.seat(seat)
    left = table.bank_of(state, table.colour(state, seat))
    site = to.gettext("not on the board") if board.pawn == NONE else to.site_at(state, board.pawn)
    secrets, warbands = f"{board.secrets}/{board.turned}", f"{board.warbands}/{left}"
    return name, str(board.supply), str(board.favor), secrets, warbands, site


def councils(state: State, before: State | None, to: Speech) -> Table:
    """Return the table of what players have before them: advisers, relics and banners, a vision."""
    rows = []
    for seat in state.order:
        cells = _council_cells(state, seat, to)
        rows.append(Row(cells=cells, changed=before is not None and _council_cells(before, seat, to) != cells))
    heads = columns(
        to.gettext("Player"), to.gettext("Advisers"), to.gettext("Relics and banners"), to.gettext("Vision")
    )
    now = [card for seat in state.order for card in (*state.boards[seat].advisers, *state.boards[seat].relics)]
    then = (
        []
        if before is None
        else [card for seat in before.order for card in (*before.boards[seat].advisers, *before.boards[seat].relics)]
    )
    items = tuple(described(state, (each for each in now if each not in then), to))
    return Table(caption=to.gettext("Councils"), columns=heads, rows=tuple(rows), items=items)


def described(state: State, cards: Iterator[int], to: Speech) -> Iterator[Item]:
    """Yield cards with all that is printed on them."""
    for card in cards:
        yield Item(name=to.card(state, card), text=to.face(state, card))


def _council_cells(state: State, seat: str, to: Speech) -> tuple[str, ...]:
    board = state.boards[seat]
    advisers = [_with_tokens(state, card, to) for card in board.advisers]
    if board.hidden:
        advisers.append(to.gettext("facedown: %(n)s", n=len(board.hidden)))
    held = [_with_tokens(state, card, to) for card in board.relics]
    held += [to.thing(BANNER, number) for number, each in enumerate(state.banners) if each.holder == seat]
    visions = [to.thing(CARD, card) for card in (board.vision, board.prophet) if card != NONE]
    return to.seat(seat), ", ".join(advisers) or "–", ", ".join(held) or "–", ", ".join(visions) or "–"


def _with_tokens(state: State, card: int, to: Speech) -> str:
    on = table.tokens(state, card)
    name = to.card(state, card)
    return name if on is None else f"{name} ({to.amounts(favor=on.favor, secrets=on.secrets)})"


# the sites


def sites(state: State, before: State | None, to: Speech) -> Table:
    """Return the table of the sites: who rules, which cards and relics lie there."""
    rows = []
    for slot in SLOT.indexes:
        cells = _site_cells(state, slot, to)
        rows.append(Row(cells=cells, changed=before is not None and _site_cells(before, slot, to) != cells))
    heads = columns(
        to.gettext("Region"), to.gettext("Site"), to.gettext("Ruler"), to.gettext("Cards"), to.gettext("Lies there")
    )
    now = [card for here in state.sites for card in here.cards]
    then = [] if before is None else [card for here in before.sites for card in here.cards]
    items = (*_turned_up(state, before, to), *described(state, (each for each in now if each not in then), to))
    return Table(caption=to.gettext("Sites"), columns=heads, rows=tuple(rows), items=items)


def _turned_up(state: State, before: State | None, to: Speech) -> Iterator[Item]:
    """Yield the sites that lie face up since the last report, with what is printed on them."""
    for slot, here in enumerate(state.sites):
        if here.site != NONE and (before is None or before.sites[slot].site != here.site):
            yield Item(name=to.site_at(state, slot), text=printed(SITE, SITE.ids[here.site], to.language.code))


def _site_cells(state: State, slot: int, to: Speech) -> tuple[str, ...]:
    here = state.sites[slot]
    region = to.thing(REGION, facts.REGION_OF[slot])
    if here.site == NONE:
        return region, to.gettext("facedown %(short)s", short=to.short(SLOT, slot)), "", "", ""
    cards = ", ".join(_with_tokens(state, card, to) for card in here.cards)
    room = table.capacity(state, slot) - len(here.cards)
    cards = to.gettext("%(cards)s; room for %(n)s", cards=cards or "–", n=room) if room > 0 else cards
    there = [to.ngettext("%(n)s relic", "%(n)s relics", len(here.relics))] if here.relics else []
    there += filter(None, [to.amounts(favor=here.favor, secrets=here.secrets)])
    return region, to.site_at(state, slot), _ruler(state, slot, to), cards, ", ".join(there)


def _ruler(state: State, slot: int, to: Speech) -> str:
    here = state.sites[slot]
    if here.warbands:
        return f"{to.seat(here.colour)} {here.warbands}"
    return to.gettext("bandits %(n)s", n=table.bandits(state, slot))
