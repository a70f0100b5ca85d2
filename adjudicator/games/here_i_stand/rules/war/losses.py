"""Casualties (14 step 9, 15.2): a land unit a hit, which its owner chooses; several powers share evenly."""

from collections.abc import Generator, Iterator
from typing import Any

from adjudicator import Action, Asking, Choose, Event, Frames, Play, Refusal
from adjudicator.components import Code
from adjudicator.kernel.steps import Frame

from ...facts import POWER, LocationId, OwnerId
from ...state import Force, OfTroops, State, Troops
from .. import table
from ..book import Choices, asking, step
from . import formations, sides
from .sides import Side


class Fell(Event, frozen=True, tag="fell", rule="14", touches=("at",), hits=("owner",)):
    """Units of an owner were eliminated; `at` None: in a foreign war."""

    owner: OwnerId
    at: LocationId | None
    regulars: int = 0
    mercenaries: int = 0
    cavalry: int = 0


Chosen = Generator[Choose[State], Any, Troops]
"""A part of a step that may ask, and gives units."""
wrong_losses = Code("14", units=int)
not_so_many = Code("14")


class Lose(Action, OfTroops, frozen=True, tag="lose"):
    """Lose these units; `allied`: regulars of minor allies. 14."""


class LossAnswers(Choices):
    """The ways to lose so many of some units."""

    kind, rule, interrupts = "losses", "14", True
    actions = (Lose,)

    def __init__(self, available: Troops, count: int) -> None:
        self.available, self.count = available, min(count, available.total)

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        return (Lose(**each.named()) for each in formations.splits(self.available, self.count))

    def against(self, state: State, seat: str, action: Any) -> Refusal | None:
        if action.troops.total != self.count:
            return wrong_losses(units=self.count)
        return None if action.troops.within(self.available) else not_so_many()

    def context(self, state: State, seat: str) -> dict[str, Any]:
        return {"units": self.count}


def chosen(play: Play[State], power: str, available: Troops, count: int) -> Chosen:
    """Return which units a power loses; it is asked only where there is a choice, in winter beside the others."""
    answers = LossAnswers(available, count)
    ways = [*answers.options(play.state, power)]
    if power not in POWER or len(ways) < 2:
        return formations.splits(available, answers.count)[0]
    answer = yield asking(play, power, answers)
    found: Troops = answer.troops
    return found


def shared(parts: dict[str, int], hits: int) -> dict[str, int]:
    """Return how many of the hits each takes: evenly, the larger force first (14)."""
    taken = dict.fromkeys(parts, 0)
    for _ in range(min(hits, sum(parts.values()))):
        able = [each for each in parts if taken[each] < parts[each]]
        taken[min(able, key=lambda each: (taken[each], taken[each] - parts[each]))] += 1
    return taken


def casualties(state: State, side: Side, hits: int) -> list[Frame]:
    """Return the frames in which a side loses a unit a hit."""
    return [sharing(side, hits)] if hits else []


@step("9.2")
def sharing(play: Play[State], side: Side, hits: int) -> Frames:
    """Share hits evenly until a power has no unit left; chance decides who takes the odd ones (9.2)."""
    parts = {key: formations.size(units) for key, units in sides.shares(play.state, side).items()}
    taken = dict.fromkeys(parts, 0)
    left = min(hits, sum(parts.values()))
    while left:
        able = [each for each in parts if taken[each] < parts[each]]
        for key in able if left >= len(able) else play.pick_many("odd_losses", "powers", able, left):
            taken[key] += 1
            left -= 1
    return [losing(side, key, count) for key, count in taken.items() if count]


@step("14")
def losing(play: Play[State], side: Side, key: OwnerId, count: int) -> Asking:
    """Let a power choose which of its units fall."""
    available = formations.troops(key, sides.shares(play.state, side).get(key, []))
    fallen = yield from chosen(play, key, available, count)
    fall(play, side, formations.parted(key, sides.shares(play.state, side).get(key, []), fallen))
    return []


def fall(play: Play[State], side: Side, dead: list[Force]) -> None:
    """Take units of a side away, and tell it."""
    now = sides.battle_of(play.state)
    at = now.origin if now.kind == "sack" and side == "attack" else now.at
    sides.lose(play, side, dead)
    for each in dead:
        play.emit(Fell(each.owner, at or None, *(getattr(each, kind) for kind in table.LAND)))
