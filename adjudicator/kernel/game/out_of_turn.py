"""Allow more than answering: for a game with treaties or reactions, a moderator, or orders that go together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from adjudicator.kernel.actions import Action
from adjudicator.kernel.decisions import Answers
from adjudicator.kernel.steps import Frames

S = TypeVar("S", bound=msgspec.Struct)


class OutOfTurn(Generic[S]):
    """Say who may do or hear something although they are asked nothing."""

    moderated: ClassVar[bool] = False
    """Whether its rules, or words of its cards, leave something to a moderator (`Choose(MODERATOR, …)`)."""

    def anytime(self, state: S, seat: str) -> Answers[S] | None:
        """Return what a seat may do at any time, without answering; `perform` gives the frames that carry it out.

        The open question keeps its number, and a secret one also where its step asks more seats or fewer then. What
        needs several `signatories` and is sent by one becomes an offer to the others, of which third parties hear
        nothing unless the answers name it in `open_offers`.
        """
        return None

    def referee(self, state: S) -> Answers[S] | None:
        """Return what the moderator may do with `decide`: results of a table, effects marked as manual."""
        return None

    def perform(self, state: S, by: tuple[str, ...], action: Action) -> Frames:
        """Return the frames that carry out an action of `anytime` or `referee`.

        They lie on top of the open decision.
        """
        raise NotImplementedError  # abstract

    def ahead(self, state: S, seat: str) -> Sequence[Action]:
        """Return intents that may follow the open decision in the same mail.

        Players get codes for them too.

        E.g. what the points of a tile could buy while the tile is still to be chosen. Only from what the
        seat may know. They are checked when their turn comes.
        """
        return ()

    def expand(self, state: S, seat: str, action: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
        """Return the parts of a compound JSON action; a simple action has itself as its only part."""
        return (action,)
