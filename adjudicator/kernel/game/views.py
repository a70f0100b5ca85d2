"""Show what a seat may know: for a game in which more is hidden, or impossible, than the fields of its form say."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from adjudicator.kernel.documents import Form, Sight

S = TypeVar("S", bound=msgspec.Struct)


class Views(Generic[S]):
    """Show a state as seats may know it."""

    form: ClassVar[Form[Any]]
    open_draws: ClassVar[frozenset[str]] = frozenset()
    """Names of draws that lie open on the table, what they are drawn from too. Dice always do.

    A moderator who plays may enter these.
    """

    def visible_state(self, state: S) -> Sight:
        """Return a function that gives what seats together may know of a state as it is now; no seats: an observer."""
        return self.form.visible_state(state)

    def view(self, state: S, seats: frozenset[str]) -> msgspec.Struct:
        """Return what these seats together may know; no seats: an observer."""
        return self.visible_state(state)(seats)

    @cached_property
    def view_type(self) -> type[msgspec.Struct]:
        """The type that `view` returns; archives read it back from JSON to draw a board."""
        return self.form.view_type

    @cached_property
    def open(self) -> bool:
        """Whether nothing in its positions is hidden, as its form says: who watches sees all that the seats do."""
        return type(self).view is Views.view and self.form.open

    @property
    def state_type(self) -> type[S]:
        """The struct of the state."""
        return self.form.state_type

    def observed_by(self, state: S, seat: str) -> bytes:
        """Return the encoded view of one seat; two states are the same to a seat if these bytes are equal."""
        return msgspec.json.encode(self.view(state, frozenset((seat,))), order="deterministic")

    def invariants(self, state: S) -> Sequence[str]:
        """Return everything that is impossible in this state. Empty when all is well. The default counts the pieces."""
        return [str(problem) for problem in self.form.problems(state)]

    def resample_hidden(self, state: S, seats: Iterable[str], rng: Random) -> S | None:
        """Return a copy of the state that differs only in what the seats together cannot know.

        Return None if nothing is hidden.

        The common game tests use it: such states must be possible (`invariants`), and give equal views, options and
        refusals. The copy must follow from what the seats know and from `rng` alone (`kernel.worlds`): sort what is
        hidden before you shuffle it. The default deals again what the fields declare as hidden; figures that are hidden
        (`Count`) a game draws again itself.
        """
        other: S = self.form.other(state, seats, rng)
        return other
