"""Spaces change their religion (18.3), and what electorates bring when they do (21.6)."""

from typing import Literal

from adjudicator import Event, Play

from ...facts import ELECTORATE, PROTESTANT, ElectorateId, SpaceId
from ...state import State
from .. import table
from ..book import PowerEvent


class Converted(Event, frozen=True, tag="converted", rule="18.3", touches=("space",)):
    """A space changed its religion."""

    space: SpaceId
    to: Literal["protestant", "catholic"]


class ElectorRose(PowerEvent, frozen=True, tag="elector_rose", rule="21.6", touches=("space",)):
    """The regulars of an electorate came from the display."""

    space: ElectorateId
    regulars: int


def convert(play: Play[State], at: str, to: Literal["protestant", "catholic"]) -> None:
    """Turn a space; an electorate that turns Protestant brings its regulars (21.6)."""
    state, here = play.state, table.bit(at)
    state.protestant = state.protestant | here if to == "protestant" else state.protestant & ~here
    play.emit(Converted(at, to))
    rise(play, at)


def rise(play: Play[State], at: str) -> None:
    """Place the regulars that wait for an electorate, if it may have them now (21.6)."""
    state = play.state
    waiting = state.display.get(at, 0)
    if at not in ELECTORATE or not waiting or not table.has(state.protestant, at):
        return
    if state.league:
        if table.controller(state, at) != PROTESTANT:
            return
        if state.rules.display_waits_for_siege and table.besieged(state, at):
            return
    state.display = {space: number for space, number in state.display.items() if space != at}
    table.add(state, at, PROTESTANT, {"regulars": waiting}, inside=table.besieged(state, at))
    play.emit(ElectorRose(PROTESTANT, at, waiting))
