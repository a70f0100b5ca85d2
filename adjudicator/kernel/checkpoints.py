"""Checkpoints: positions as bytes."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Generic, TypeVar

import msgspec

from adjudicator.kernel.game import Game
from adjudicator.kernel.position import Position

S = TypeVar("S")


class PositionCodec(Generic[S]):
    """Bytes of the positions of one game, equal for equal positions."""

    def __init__(self, game: Game[Any]) -> None:
        self._decoder = msgspec.json.Decoder(Position[game.state_type, game.event_type])  # type: ignore[name-defined]
        self._encoder = msgspec.json.Encoder(order="deterministic")

    def encode(self, position: Position[S, Any]) -> bytes:
        # Positions are written as they were before packs could be corrected, where none was.
        return self._encoder.encode(position if position.content else _uncorrected(position))

    def decode(self, data: bytes) -> Position[S, Any]:
        position: Position[S, Any] = self._decoder.decode(data)
        return position

    def copy(self, position: Position[S, Any]) -> Position[S, Any]:
        return self.decode(self._encoder.encode(position))


def _uncorrected(position: Position[Any, Any]) -> tuple[Any, ...]:
    """Return the fields of the position without the last one."""
    return (
        position.n,
        position.asked,
        position.counter,
        position.frames,
        position.state,
        position.shown,
        position.result,
    )


def codec_of(game: Game[Any]) -> PositionCodec[Any]:
    """Return the codec of a game, made once per process."""
    return _codec_of(game.unbound)


@lru_cache(maxsize=64)
def _codec_of(game: Game[Any]) -> PositionCodec[Any]:
    return PositionCodec(game)
