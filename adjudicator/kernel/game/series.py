"""Let matches follow each other: for a game with a return match, or one that carries something over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import msgspec

from adjudicator.kernel.position import Header
from adjudicator.kernel.result import Result


class Finished(Protocol):
    """The parts of a finished match that a game reads for its sequel."""

    @property
    def header(self) -> Header: ...
    @property
    def state(self) -> Any: ...
    @property
    def result(self) -> Result | None: ...


class Sequel(msgspec.Struct, frozen=True, kw_only=True):
    """The beginning of the next match of a series.

    `seats`: who goes on, by their seat of the finished match the one that they have in the next; `open`: seats of the
    next match that somebody new takes. `options`: those that differ from the finished match. `document`: the position
    that it begins from (`Game.document_of`), where it is not the set-up of the game.

    `order`: the seats of the finished match in the order in which their people may choose seats again; then `seats` are
    those of who says nothing, fewer or more people may play, and `Game.carried` gives the document.
    """

    seats: Mapping[str, str]
    order: tuple[str, ...] = ()
    open: tuple[str, ...] = ()
    options: Mapping[str, Any] = {}
    document: dict[str, Any] | None = None


class Series:
    """Say what comes after a match."""

    def sequel(self, match: Finished) -> Sequel | None:
        """Return how the next match of a series begins after this finished one; None: nothing follows.

        What is carried over is told by the first step of the next match, with an event.
        """
        return None

    def carried(self, match: Finished, sequel: Sequel) -> Sequel:
        """Return the sequel of a finished match, when it is settled who sits where, with what is carried over."""
        return sequel
