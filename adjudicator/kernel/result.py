"""The result of a match."""

from __future__ import annotations

import msgspec


class Result(msgspec.Struct, frozen=True):
    """The winners (several where a victory is shared, none for a draw), and in what way."""

    winners: tuple[str, ...]
    how: str
    scores: dict[str, int] = {}
