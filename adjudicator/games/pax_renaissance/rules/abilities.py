"""Abilities of cards that are actions of their own (Glossary: ability)."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from adjudicator import Action, Frames, Play, Refusal
from adjudicator.components import Code, numbers

from ..facts import NONE, RELIGION, ReligionId
from ..state import State
from .battles import fight
from .book import TurnDeed
from .shots import apostasy, losers, nobody_guilty
from .squares import discard_card
from .table import WITH, active, empire_of_queen, has

no_reprisals = Code("§59")
no_accuser = Code("§59")
two_religions = Code("K3")


class Reprisals(TurnDeed, frozen=True, tag="reprisals"):
    """Discard Elizabeth Báthory: a peasant revolt without agents in the empire of her king. Glossary: ability; R51."""

    needs = "action_discard_self_peasant_revolt"

    def refused(self, state: State, seat: str, asked: Any) -> Refusal | None:
        return None if has(state, seat, self.needs) else no_reprisals()

    def done(self, play: Play[State], seat: str) -> Frames:
        """She is discarded, the king stays, the peasants rise."""
        queen, empire = _bathory(play.state, seat), risen_against(play.state, seat)
        discard_card(play, seat, queen, seat)
        return fight(play.state, seat, "peasant_revolt", empire, [])


def _bathory(state: State, seat: str) -> int:
    found = active(state, seat) & WITH[Reprisals.needs]
    return found.bit_length() - 1 if found else NONE


def risen_against(state: State, seat: str) -> int:
    """The empire of her king, where the peasants rise."""
    return empire_of_queen(state, _bathory(state, seat))


class Accuse(TurnDeed, frozen=True, tag="accuse"):
    """Apostasy of any two religions, with an action (Counter-Reformation). K3."""

    one: ReligionId
    other: ReligionId
    needs = "action_apostasy_any_pair"

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        return (cls(*pair) for pair in combinations(RELIGION.ids, 2))

    def refused(self, state: State, seat: str, asked: Any) -> Refusal | None:
        if not has(state, seat, self.needs):
            return no_accuser()
        if self.one == self.other:
            return two_religions()
        return None if losers(state, numbers(self)) else nobody_guilty(one=self.one, other=self.other)

    def done(self, play: Play[State], seat: str) -> Frames:
        return [apostasy(seat, self.one, self.other)]
