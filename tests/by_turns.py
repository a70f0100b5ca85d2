"""Cases of which some run in each run and the others in `make long`; of pairs, each half is half of the time first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import pytest

T = TypeVar("T")


def by_turns(cases: Iterable[Any], halves: Sequence[Any]) -> list[Any]:
    """Each case with each half, for `parametrize`: in each run with one of them, the next case with the next one."""
    return [
        pytest.param(case, half, marks=pytest.mark.long if (place + second) % len(halves) else ())
        for place, case in enumerate(cases)
        for second, half in enumerate(halves)
    ]


def in_turn(every: int) -> Callable[[T], T]:
    """Above `parametrize`: in each run the first of every so many of its cases."""

    def marked(test: T) -> T:
        *others, table = test.pytestmark  # type: ignore[attr-defined]
        names, cases = table.args
        several = not isinstance(names, str) or "," in names
        turns = [
            pytest.param(*(case if several else (case,)), marks=pytest.mark.long if place % every else ())
            for place, case in enumerate(cases)
        ]
        found = pytest.mark.parametrize(names, turns, **table.kwargs).mark
        test.pytestmark = [*others, found]  # type: ignore[attr-defined]
        return test

    return marked
