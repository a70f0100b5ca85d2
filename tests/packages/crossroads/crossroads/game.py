"""State, actions, events of Crossroads and what is put together from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from adjudicator import Action, Answers, Frames, Game, Option
from crossroads import actions, answers, events
from crossroads.actions import Treaty, Windfall
from crossroads.answers import TreatyAnswers, WindfallAnswers
from crossroads.rules import STEPS, set_up, treaty_made, windfall
from crossroads.state import FORM, RING, SEATS, Rider, State


class Crossroads(Game[State]):
    id = "crossroads"
    titles = {"en": "Crossroads", "ru": "Перекрёстки"}
    version = "1"
    seats = SEATS
    form = FORM
    chapters = (actions, events, answers)
    steps = STEPS
    options = {"acts": Option((1, 3), "2")}
    phases = ("riding", "bargaining")
    parts = {
        "names": "crossroads.phrases:NAMES",
        "phrases": "crossroads.phrases:PHRASES",
        "conditions": "crossroads.conditions:CONDITIONS",
        "report": "crossroads.report:REPORT",
        "worth": "crossroads.state:worth",
    }

    def seatings(self, players: int) -> Sequence[tuple[str, ...]]:
        return tuple(combinations(SEATS, players)) if players >= 3 else ()

    def start(self, seats: Sequence[str], options: Mapping[str, Any], content: Any) -> tuple[State, Frames]:
        riders = {seat: Rider(RING[k], 3) for k, seat in enumerate(seats)}
        return State(riders), [set_up()]

    def turns_done(self, state: State) -> int:
        return state.round - 1

    def anytime(self, state: State, seat: str) -> Answers[State]:
        return TreatyAnswers()

    def referee(self, state: State) -> Answers[State]:
        return WindfallAnswers()

    def perform(self, state: State, by: tuple[str, ...], action: Action) -> Frames:
        if isinstance(action, Treaty):
            return [treaty_made(action.giver, action.taker, action.coins)]
        assert isinstance(action, Windfall)
        return [windfall(action.rider, action.coins)]

    def expand(self, state: State, seat: str, action: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
        """`spend` of a compound treaty: several gifts in one object."""
        if action.get("op") != "treaties":
            return (action,)
        return [{"op": "treaty", **gift} for gift in action.get("gifts", ())]

    def invariants(self, state: State) -> Sequence[str]:
        found = [f"{name} has {rider.coins} coins" for name, rider in state.riders.items() if rider.coins < 0]
        dug = sum(3 for rider in state.riders.values() if rider.dug)
        total = sum(rider.coins for rider in state.riders.values())
        if total != 3 * len(state.riders) + dug + state.minted:
            found.append(f"{total} coins")
        return found


GAME = Crossroads()
