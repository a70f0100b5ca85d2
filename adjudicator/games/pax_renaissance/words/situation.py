"""Tell what a bank must know to choose: what it has, what the market costs, who is near a victory, who is next."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.components.bits import bits
from adjudicator.reports.charts.races import nearest
from adjudicator.reports.wording.upcoming import upcoming

from ..facts import BORDER, EMPIRE, ITEM, NONE, SIDE
from ..nearness import ways
from ..rules.table import is_king, pawn, tableau
from ..state import State
from .book import Speech
from .figures import RACE, open_told


def situation(state: State, seat: str, to: Speech) -> Iterator[str]:
    """Yield at most eight lines; what the reader's own hand tells stands elsewhere."""
    has = [to.florins(state.florins[seat])]
    if state.active == seat:
        has.append(to.ngettext("%(n)s action left", "%(n)s actions left", state.turn.left))
    yield to.gettext("You have: %(what)s", what=", ".join(has))
    if own := "; ".join(_own(state, seat, to)):
        yield own[:1].upper() + own[1:]
    for side in SIDE.indexes:
        if sold := ", ".join(_sold(state, side, to)):
            yield to.gettext("Market, %(side)s: %(cards)s", side=to.thing(SIDE, side), cards=sold)
    yield to.gettext("Open victories: %(opened)s", opened=open_told(state, to))
    now = ways(state)
    near = (f"{to.seat(each)} – {RACE.short(way, to)}" for each in state.seats if (way := nearest(now, each)))
    yield to.gettext("Nearest to victory: %(near)s", near="; ".join(near))
    if told := upcoming(state.active, _turns(state), seat, to):
        yield told


def _own(state: State, seat: str, to: Speech) -> Iterator[str]:
    """Yield the empires that a bank holds, and where its concessions are."""
    held = [each for each in bits(tableau(state, seat)) if each < len(EMPIRE)]
    kings = [each for each in held if is_king(state, each)]
    if kings:
        yield to.gettext("your kings: %(empires)s", empires=to.things(EMPIRE, kings))
    if republics := [each for each in held if each not in kings]:
        yield to.gettext("your republics: %(empires)s", empires=to.things(EMPIRE, republics))
    borders = [each for each in BORDER.indexes if pawn(seat) in state.borders[each]]
    if borders:
        yield to.gettext("your concessions: %(borders)s", borders=to.things(BORDER, borders))


def _sold(state: State, side: int, to: Speech) -> Iterator[str]:
    """Yield the open cards of a row of the market, each behind its price."""
    for price, (card, lies) in enumerate(zip(state.market[side], state.money[side], strict=True)):
        if price and card != NONE:
            yield f"{price} {to.thing(ITEM, card)}" + (f" ({to.signed(lies)})" if lies else "")


def _turns(state: State) -> list[str]:
    """Return the banks in the order of their next turns."""
    at = state.seats.index(state.active) + 1 if state.active else 0
    order = [*state.seats[at:], *state.seats[:at]]
    return [each for each in order if each not in state.out]
