"""Rule actions say themselves what they may be, what is against them, and what they do.

    class Levy(RuleAction[State], frozen=True, tag="levy"):
        place: PlaceId

        @classmethod
        def candidates(cls, state, seat, asked):
            return map(cls, PLACE.ids_of(state.empty))

        def illegality(self, state, seat, asked):
            return None if state.florins[seat] else too_poor()

        def apply(self, play, seat):
            ...
            return []

    class TurnAnswers(RuleActionAnswers[State]):
        kind, rule, actions = "turn", "D1", (Levy, Buy, EndTurn)

Options, check and what follows stand in one place for each action, and a question is the list of its actions. A
question with few answers that are worked out once is better a `Question`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Generic, TypeVar

from adjudicator.kernel.actions import Action
from adjudicator.kernel.decisions import ValidatedAnswers
from adjudicator.kernel.errors import Refusal
from adjudicator.kernel.play import Play
from adjudicator.kernel.steps import Frames

S = TypeVar("S")


class RuleAction(Action, Generic[S], frozen=True):
    """An action with its rule. `asked` is the question it answers, with everything that one was asked with."""

    @classmethod
    def candidates(cls, state: S, seat: str, asked: Any) -> Iterable[Action]:
        """Return every action of the class that might be legal; of one without fields itself."""
        return (cls(),)

    @classmethod
    def legal(cls, state: S, seat: str, asked: Any) -> Iterator[Action]:
        """Yield the legal candidates; a class that can find them directly overrides this."""
        found = cls.candidates(state, seat, asked)
        return (each for each in found if each.illegality(state, seat, asked) is None)  # type: ignore[attr-defined]

    def illegality(self, state: S, seat: str, asked: Any) -> Refusal | None:
        """Return why it is not legal; None if it is."""
        return None

    def apply(self, play: Play[S], seat: str) -> Frames:
        """Carry the action out, and return the frames that follow."""
        return ()


class RuleActionAnswers(ValidatedAnswers[S]):
    """The answers of a question that is answered by deeds: the candidates of each in their order, judged by itself."""

    actions: ClassVar[tuple[type[RuleAction[Any]], ...]]

    def candidates(self, state: S, seat: str) -> Iterator[Action]:
        for deed in self.actions:
            yield from deed.candidates(state, seat, self)

    def illegality(self, state: S, seat: str, action: Action) -> Refusal | None:
        return action.illegality(state, seat, self)  # type: ignore[attr-defined, no-any-return]
