"""Pairs of which one runs in each run and the other in `make long`, so that each half is half of the time first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest


def by_turns(cases: Iterable[Any], halves: Sequence[Any]) -> list[Any]:
    """Each case with each half, for `parametrize`: in each run with one of them, the next case with the next one."""
    return [
        pytest.param(case, half, marks=pytest.mark.long if (place + second) % len(halves) else ())
        for place, case in enumerate(cases)
        for second, half in enumerate(halves)
    ]
