"""A position: a state of a game, where in its rules it stands, and how it is stored."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import Any, Generic, TypeVar

import msgspec

from adjudicator.kernel.events import Shown
from adjudicator.kernel.game import Game
from adjudicator.kernel.result import Result
from adjudicator.kernel.steps import Frame

S = TypeVar("S")
E = TypeVar("E")


class Position(msgspec.Struct, Generic[S, E], array_like=True):
    """Everything that a checkpoint holds.

    `n` counts the entries of the log, `asked` the decisions opened so far, `counter` the draws.
    `frames` is the cursor, the next frame last. `shown` are the certified private messages.
    """

    n: int
    asked: int
    counter: int
    frames: list[Frame]
    state: S
    shown: list[Shown[E]]
    result: Result | None = None


class Header(msgspec.Struct, frozen=True):
    """What does not change during a match."""

    game: str
    version: str
    content: str
    seats: tuple[str, ...]
    options: dict[str, Any]
    commitment: str | None = None


class PositionCodec(Generic[S]):
    """Bytes of the positions of one game, equal for equal positions."""

    def __init__(self, game: Game[Any]) -> None:
        self._decoder = msgspec.json.Decoder(Position[game.state_type, game.event_type])  # type: ignore[name-defined]
        self._encoder = msgspec.json.Encoder(order="deterministic")

    def encode(self, position: Position[S, Any]) -> bytes:
        return self._encoder.encode(position)

    def decode(self, data: bytes) -> Position[S, Any]:
        position: Position[S, Any] = self._decoder.decode(data)
        return position

    def copy(self, position: Position[S, Any]) -> Position[S, Any]:
        return self.decode(self._encoder.encode(position))


@lru_cache(maxsize=64)
def codec_of(game: Game[Any]) -> PositionCodec[Any]:
    """The codec of a game, made once per process."""
    return PositionCodec(game)


def digest(document: dict[str, Any]) -> str:
    """SHA-256 of a document in canonical JSON, in hexadecimal."""
    return hashlib.sha256(msgspec.json.encode(document, order="sorted")).hexdigest()
