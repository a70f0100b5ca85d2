"""Tell what concerns one bank: its hand, what others can do to it next, what it would have left, what to beware of."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from typing import Any, Final

from adjudicator.components.kinds import Kind, references
from adjudicator.kernel.actions import Action
from adjudicator.reports.charts.races import nearest
from adjudicator.reports.model import Holding, Item, Outlook, Section

from ..facts import BORDER, EMPIRE, ITEM, NONE, OPERATION, PLACE, VICTORY
from ..nearness import ways
from ..rules.market import place_of
from ..rules.operations import OperationAnswers
from ..rules.table import others, owner_of, pawn
from ..rules.targets import Operate
from ..state import State, Turn
from . import cards
from .book import Speech
from .figures import RACE

NEAR = 1
"""Steps from which on a victory of somebody else is a threat."""
_AIMS: Final = {
    **dict.fromkeys(("tax", "repress_on"), "border"),
    **dict.fromkeys(("vote", "campaign"), "empire"),
    **dict.fromkeys(("siege_at", "repress_at"), "place"),
    **dict.fromkeys(("sail_pirate", "move_bishop"), "to"),
    "behead": "target",
}
"""The field in which an operation says what of somebody else it is aimed at."""


def holdings(state: State, seat: str, to: Speech) -> Iterator[Holding]:
    """Yield the hand, each card with what it does."""
    hand = [each for each in state.hands[seat] if each != NONE]
    if hand:
        items = tuple(Item(name=to.at(ITEM, each), text=cards.described(each, to)) for each in hand)
        brief = tuple(Item(name=to.at(ITEM, each), text=cards.gist(each, to)) for each in hand)
        heading = to.ngettext("Your hand (%(n)s card)", "Your hand (%(n)s cards)", len(hand))
        yield Holding(heading=heading, items=items, brief=brief)


def outlook(state: State, seat: str, to: Speech) -> Iterator[Outlook]:
    """Yield what each other bank could do to this one with the available operations, and how near it is to winning."""
    for other in others(state, seat):
        items = (*_operations(state, seat, other, to), *_victory(state, other, to))
        if items:
            yield Outlook(
                heading=to.gettext("What %(seat)s can do next", seat=to.seat(other)),
                items=items,
                brief=tuple(f"{item.name}: {item.text}." for item in items),
                note=to.gettext("Worked out from what lies open; hands may add to it."),
            )


def _operations(state: State, seat: str, other: str, to: Speech) -> Iterator[Item]:
    """Yield the operations of another bank that could affect something of this one."""
    asked = copy(state)
    asked.turn, asked.active = Turn(), other
    found: dict[str, dict[str, None]] = {}
    for action in OperationAnswers(0b11, begun=False).options(asked, other):
        if isinstance(action, Operate) and (aim := aimed(state, seat, action)) is not None:
            found.setdefault(action.operation, {})[to.at(*aim)] = None
    for operation, things in found.items():
        yield Item(name=to.heading(OPERATION, operation), text=", ".join(things))


def aimed(state: State, seat: str, action: Action) -> tuple[Kind[Any], str] | None:
    """Return what belongs to a bank that an operation is aimed at, or None."""
    field = _AIMS.get(action.op)
    if field is None:
        return None
    kind, id = references(type(action))[field].kind, getattr(action, field)
    if kind is BORDER:
        return (kind, id) if pawn(seat) in state.borders[BORDER.index[id]] else None
    if kind is PLACE:
        return (kind, id) if state.holder[PLACE.things[PLACE.index[id]].empire] == seat else None
    owner = state.holder[EMPIRE.index[id]] if kind is EMPIRE else owner_of(state, ITEM.index[id])
    return (kind, id) if owner == seat else None


def _victory(state: State, other: str, to: Speech) -> Iterator[Item]:
    """Yield how near another bank is to a victory that is open."""
    for way in ways(state):
        if way.seat == other and way.open and way.missing <= NEAR:
            yield Item(name=to.thing(VICTORY, way.victory), text=RACE.steps(way, to))


def left(before: State, now: State, seat: str, to: Speech) -> Iterator[Item]:
    """Yield what is left: actions, florins, cards, steps to a victory.

    What has moved is shown with its old value.
    """
    if now.active == seat:
        yield Item(name=to.gettext("Actions left"), text=str(now.turn.left))
    yield Item(name=to.gettext("Florins"), text=_moved(before.florins[seat], now.florins[seat]))
    yield Item(name=to.gettext("Cards in hand"), text=_moved(len(before.hands[seat]), len(now.hands[seat])))
    was, is_ = nearest(ways(before), seat), nearest(ways(now), seat)
    if was is not None and is_ is not None and was.rank != is_.rank:
        yield Item(name=to.gettext("Nearest victory"), text=RACE.short(is_, to))


def _moved(was: int, now: int) -> str:
    return str(now) if was == now else f"{was} → {now}"


def price(action: Action, state: State, seat: str, to: Speech) -> str:
    """Return what an action costs now, in florins."""
    found = place_of(state, ITEM.index[action.card]) if action.op == "buy" else None  # type: ignore[attr-defined]
    return to.florins(found[1]) if found else ""


def preview(before: State, now: State, seat: str, to: Speech) -> tuple[Section, ...]:
    """Return what the player should beware of: victories that others could not declare before."""
    told = []
    could = {(way.seat, way.victory) for way in ways(before) if way.won}
    for way in ways(now):
        if way.seat != seat and way.won and (way.seat, way.victory) not in could:
            name = to.thing(VICTORY, way.victory)
            told.append(to.gettext("%(seat)s could declare: %(victory)s.", seat=to.seat(way.seat), victory=name))
    return (Section(heading=to.gettext("Beware"), paragraphs=tuple(told)),) if told else ()
