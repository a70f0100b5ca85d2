"""Henry VIII's wives and children (21.3)."""

from typing import Final

from adjudicator import Frames, Play

from ..facts import CARD, ENGLAND, PROTESTANT, WIFE, WifeId
from ..state import State
from . import hands, table
from .book import PowerEvent, step

EDWARD_TURN: Final = 6
"""The first turn in which Edward VI may join the deck (21.3)."""


class Married(PowerEvent, frozen=True, tag="married", rule="21.3"):
    """The marker of the marital status moved to a wife, or to the plea for a divorce."""

    wife: WifeId


class Pregnancy(PowerEvent, frozen=True, tag="pregnancy", rule="21.3"):
    """The pregnancy chart was rolled: the die, and the line that happened."""

    die: int
    line: int


def henry_able(state: State) -> bool:
    """Return whether Henry VIII rules, free and not besieged (21.3)."""
    return state.powers[ENGLAND].ruler == "henry_viii" and table.free_leader(state, "henry_viii")


def may_marry(state: State) -> bool:
    """Return whether the marker can move on (21.3)."""
    both = bool(state.edward) and state.elizabeth
    return henry_able(state) and not both and state.wife != WIFE.ids[-1]


@step("21.3")
def marry(play: Play[State]) -> Frames:
    """Move the marker to the next step; from Anne Boleyn on a child is rolled for (21.3)."""
    state = play.state
    if not may_marry(state):
        return []
    state.wife = WIFE.ids[WIFE.index[state.wife] + 1]
    play.emit(Married(ENGLAND, state.wife))
    if state.wife == "ask_for_divorce":
        return []
    if state.wife == "anne_boleyn":
        state.married_turn = state.turn
        state.anne_discount = True
    return [giving_birth()]


@step("21.3")
def giving_birth(play: Play[State]) -> Frames:
    """Roll on the pregnancy chart; a line that has happened gives way to the next free one towards 6 (21.3)."""
    state = play.state
    if state.edward != "healthy":
        (die,) = play.roll("pregnancy", 1, 6)
        line = min(6, die + (state.wife == "jane_seymour"))
        while state.births >> (line - 1) & 1:
            line += 1
        state.births |= 1 << (line - 1)
        _born(state, line)
        play.emit(Pregnancy(ENGLAND, die, line))
    if state.wife == "anne_of_cleves" and table.allied(state, ENGLAND, PROTESTANT):
        hands.draw(play, ENGLAND, 1)
        hands.draw(play, PROTESTANT, 1)
    if state.wife == "kathryn_howard":
        hands.draw(play, ENGLAND, 1)
    return []


def _born(state: State, line: int) -> None:
    """Carry out a line of the pregnancy chart."""
    if line == 3:
        state.remarries = state.turn
    elif line == 4:
        state.elizabeth = True
    elif line == 5:
        state.edward, state.edward_turn = "sickly", max(EDWARD_TURN, state.turn + 1)
    elif line == 6:
        state.edward = "healthy"
        state.edward_turn = state.edward_turn or max(EDWARD_TURN, state.turn + 1)
        for card in ("mary_i", "elizabeth_i"):
            hands.remove(state, CARD.number(card))
