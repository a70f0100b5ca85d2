"""Shares of one, for the worth of a position: the prospects of all seats from a score of each."""

from __future__ import annotations

import math
from collections.abc import Mapping


def shares(scores: Mapping[str, float], ahead: float) -> dict[str, float]:
    """Return the prospects of seats, together one: whoever is `ahead` of another by so much has twice theirs.

    Only additions, multiplications and divisions: so they are the same to the last bit on every machine.

    >>> shares({"red": 3, "blue": 1, "green": 1}, 2)
    {'red': 0.5, 'blue': 0.25, 'green': 0.25}
    """
    best = max(scores.values())
    weights = {seat: _doubled((score - best) / ahead) for seat, score in scores.items()}
    total = sum(weights.values())
    return {seat: weight / total for seat, weight in weights.items()}


def _doubled(times: float) -> float:
    """Return what doubles with each whole number, and runs straight between two of them."""
    whole = math.floor(times)
    return math.ldexp(1 + times - whole, whole)
