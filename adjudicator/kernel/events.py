"""Events: what happened, in the game's terms, for those who may know it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Generic, TypeVar

import msgspec

E = TypeVar("E")


class Event(msgspec.Struct, frozen=True, tag_field="event", omit_defaults=True):
    """Something that happened. Subclasses carry ids and figures, never texts: reports are made from them."""


class Corrected(Event, frozen=True, tag="corrected"):
    """The moderator changed the position. What he changed may be secret; that he did, and why, is public."""

    reason: str


class WindowClosed(Event, frozen=True, tag="window_closed"):
    """Everybody who could react has answered. The same whether anybody reacted or not."""

    kind: str


class Told(msgspec.Struct, Generic[E], frozen=True, omit_defaults=True):
    """One happening as different people learn of it.

    `public` is what everybody learns (None: nothing), `private` what single seats learn instead of it.
    `n` is the number of the log entry it belongs to.
    """

    n: int
    public: E | None = None
    private: Mapping[str, E] = {}

    def to(self, seats: Iterable[str]) -> E | None:
        """What the given seats together learn: the fuller event of the first of them that has one."""
        for seat in seats:
            if seat in self.private:
                return self.private[seat]
        return self.public


class Shown(msgspec.Struct, Generic[E], frozen=True, array_like=True):
    """A certified private message that stays known: fact, to whom, at which log number."""

    n: int
    to: tuple[str, ...]
    fact: E
