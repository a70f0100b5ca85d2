"""Feuds between two guilds. Rule 4."""

from __future__ import annotations

from typing import Any

from adjudicator import Action, Answers, Asking, Choose, Event, Play, Unwind
from adjudicator.components import Code
from guild_fair.rules.book import step
from guild_fair.state import SeatId, State


class Feud(Action, frozen=True, tag="feud"):
    """Begin a feud with another guild. Rule 4."""

    against: SeatId


class Stand(Action, frozen=True, tag="stand"):
    """Stand firm in a feud: both lose a coin, as far as they have one. Rule 4."""


class Yield(Action, frozen=True, tag="yield"):
    """Yield: the feud is over at once. Rule 4."""


class StoodFirm(Event, frozen=True, tag="stood_firm", by="seat", rule="4"):
    seat: SeatId
    against: SeatId


class FeudEnded(Event, frozen=True, tag="feud_ended", rule="4"):
    seat: SeatId
    against: SeatId
    left: int


not_yourself = Code("4")


class BoutAnswers(Answers[State]):
    kind, rule, actions, interrupts = "bout", "4", (Stand, Yield), True
    by: SeatId

    def __init__(self, by: str) -> None:
        self.by = by

    def options(self, state: State, seat: str) -> list[Action]:
        return [Stand(), Yield()]

    def default(self, state: State, seat: str) -> Action:
        return Yield()

    def context(self, state: State, seat: str) -> dict[str, Any]:
        return {"by": self.by}


@step("4", "market")
def bout(play: Play[State], seat: SeatId, against: SeatId) -> Asking:
    answer: Stand | Yield = yield Choose(against, BoutAnswers(seat))
    if isinstance(answer, Yield):
        return Unwind("end_of_feud")
    play.state.bouts -= 1
    for each in (seat, against):
        play.state.coins[each] = max(0, play.state.coins[each] - 1)
    play.emit(StoodFirm(against, seat))
    return None


@step("4", "market")
def end_of_feud(play: Play[State], seat: SeatId, against: SeatId) -> None:
    """Each bout that was not fought is a renown for who began the feud."""
    left, play.state.bouts = play.state.bouts, 0
    play.state.renown[seat] += left
    play.emit(FeudEnded(seat, against, left))
