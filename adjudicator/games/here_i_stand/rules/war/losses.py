"""Casualties (14 step 9, 15.2): a land unit a hit, which its owner chooses; several powers share evenly."""

from collections.abc import Iterator
from typing import Any

from adjudicator import Action, Asking, Choose, Event, Frames, Play, Refusal, ValidatedAnswers
from adjudicator.components import Code
from adjudicator.kernel.steps import Frame

from ...facts import POWER, LocationId, OwnerId
from ...state import Force, OfTroops, State, Troops
from .. import table
from ..book import step
from . import formations, sides
from .sides import Side


class Fell(Event, frozen=True, tag="fell", rule="14", touches=("at",)):
    """Units of an owner were eliminated; `at` None: in a foreign war."""

    owner: OwnerId
    at: LocationId | None
    regulars: int = 0
    mercenaries: int = 0
    cavalry: int = 0


wrong_losses = Code("14", units=int)
not_so_many = Code("14")


class Lose(Action, OfTroops, frozen=True, tag="lose"):
    """Lose these units; `allied`: regulars of minor allies. 14."""


class LossAnswers(ValidatedAnswers[State]):
    """The ways to take so many casualties. `side`: on which side of the battle."""

    kind, rule, interrupts = "losses", "14", True
    actions = (Lose,)
    side: Side
    count: int

    def __init__(self, side: Side, count: int) -> None:
        self.side, self.count = side, count

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        available = _available(state, self.side, seat)
        return (Lose(**each.named()) for each in formations.splits(available, min(self.count, available.total)))

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        assert isinstance(action, Lose)
        available = _available(state, self.side, seat)
        due = min(self.count, available.total)
        if action.troops.total != due:
            return wrong_losses(units=due)
        return None if action.troops.within(available) else not_so_many()

    def context(self, state: State, seat: str) -> dict[str, Any]:
        return {"units": self.count}

    def default(self, state: State, seat: str) -> Action:
        available = _available(state, self.side, seat)
        return Lose(**formations.splits(available, min(self.count, available.total))[0].named())


def _available(state: State, side: Side, key: str) -> Troops:
    return formations.troops(key, sides.shares(state, side).get(key, []))


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
    """Let a power choose which of its units fall, where there is a choice."""
    available = _available(play.state, side, key)
    if not available.total:
        return []
    kinds = sum(map(bool, available))
    if key in POWER and kinds > 1 and available.total > count:
        answers = LossAnswers(side, count)
        answers.interrupts = key != play.state.impulse.power
        answer = yield Choose(key, answers)
        fallen = answer.troops
    else:
        fallen = formations.cut(available, min(count, available.total))
    fall(play, side, formations.parted(key, sides.shares(play.state, side)[key], fallen))
    return []


def fall(play: Play[State], side: Side, dead: list[Force]) -> None:
    """Take units of a side away, and tell it."""
    now = sides.battle_of(play.state)
    at = now.origin if now.kind == "sack" and side == "attack" else now.at
    sides.lose(play, side, dead)
    for each in dead:
        play.emit(Fell(each.owner, at or None, *(getattr(each, kind) for kind in table.LAND)))
