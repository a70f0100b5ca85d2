"""Pieces that lie together on every board as one layer: most of a map does not change in a turn."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

Row = tuple[int, ...]


def layered(boards: Sequence[Row]) -> tuple[list[Row], list[Row]]:
    """Return the layers of which boards are made, and each board as the numbers of its layers, the lowest first.

    Two pieces are in one layer if on every board the one comes right before the other and neither appears without it.
    """
    above, below = defaultdict[int, set[int]](set), defaultdict[int, set[int]](set)
    for board in boards:
        for one, other in pairwise((_EDGE, *board, _EDGE)):
            above[one].add(other)
            below[other].add(one)

    def begins(piece: int) -> bool:
        """Return whether a layer begins with it."""
        return len(below[piece]) > 1 or len(above[min(below[piece])]) > 1 or below[piece] == {_EDGE}

    def layer(first: int) -> Row:
        row = [first]
        while len(above[row[-1]]) == 1 and (after := min(above[row[-1]])) != _EDGE and not begins(after):
            row.append(after)
        return tuple(row)

    layers: list[Row] = []
    number_of: dict[int, int] = {}
    for first in dict.fromkeys(piece for board in boards for piece in board if begins(piece)):
        number_of[first] = len(layers)
        layers.append(layer(first))
    return layers, [tuple(number_of[piece] for piece in board if piece in number_of) for board in boards]


_EDGE = -1
"""What lies under the lowest piece and over the highest."""
