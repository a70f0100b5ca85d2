"""A position: a state of a game, where in its rules it stands, and how it is stored."""

from __future__ import annotations

import hashlib
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from adjudicator.kernel.bidding import Bidding
from adjudicator.kernel.events import CertifiedMessage
from adjudicator.kernel.kept_rules import plain_name
from adjudicator.kernel.result import Result
from adjudicator.kernel.steps import Frame

S = TypeVar("S")
E = TypeVar("E")


class Position(msgspec.Struct, Generic[S, E], array_like=True):
    """The whole content of a checkpoint.

    `n` counts the entries of the log, `asked` the decisions opened so far, `counter` the draws.
    `frames` is the cursor, the next frame last. `shown` are the certified private messages.
    """

    n: int
    asked: int
    counter: int
    frames: list[Frame]
    state: S
    shown: list[CertifiedMessage[E]]
    result: Result | None = None
    content: str = ""
    """Hash of the pack that is played since a correction of it; empty: what the header says."""

    def is_within(self, *steps: str) -> bool:
        """Return whether one of the steps with these names is still to be taken."""
        return any(frame[0] in steps for frame in self.frames)


class Stage(NamedTuple):
    """The place of a position in the turns of a game.

    The turn, counted from 1, and its phase ("": none, because all of them are over).
    """

    turn: int
    phase: str = ""


class Occasion(NamedTuple):
    """Something under way in a position that lasts for several questions, such as a battle.

    Its kind, one of `Game.occasions`; what tells it from others of its kind, such as the place; the seats in it.
    """

    kind: str
    id: str
    seats: tuple[str, ...]


class Header(msgspec.Struct, frozen=True):
    """The data that do not change during a match. `game` is its name, or that of its kept rules.

    `places`: where a draw of its chance told who sits where, the seats in the order in which people had joined;
    `bidding`: where they had bid for them.
    """

    game: str
    version: str
    content: str
    seats: tuple[str, ...]
    options: dict[str, Any]
    commitment: str | None = None
    places: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    bidding: Bidding | msgspec.UnsetType = msgspec.UNSET

    @property
    def published(self) -> Header:
        """As archives have it: the game by its plain name; `version` and `content` tell by which rules."""
        return msgspec.structs.replace(self, game=plain_name(self.game))

    @property
    def in_order(self) -> tuple[str, ...]:
        """The seats in the order in which their nonces are mixed into the key."""
        return self.seats if self.places is msgspec.UNSET else self.places


def digest(document: dict[str, Any]) -> str:
    """Return the SHA-256 of a document in canonical JSON, in hexadecimal."""
    return hashlib.sha256(msgspec.json.encode(document, order="sorted")).hexdigest()
