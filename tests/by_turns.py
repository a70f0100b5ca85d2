"""Cases of which some run in each run and the others in `make long`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

import pytest


def by_turns(cases: Iterable[Any], halves: Sequence[Any]) -> list[Any]:
    """Each case with each half, for `parametrize`: in each run with one of them, the next case with the next one, so
    that each half is half of the time first.
    """
    return [
        _param((case, half), now=not (place + second) % len(halves))
        for place, case in enumerate(cases)
        for second, half in enumerate(halves)
    ]


def chosen(cases: Iterable[tuple[Any, ...]], now: Collection[tuple[Any, ...]]) -> list[Any]:
    """The cases, for `parametrize`: in each run those that are named."""
    return [_param(case, now=case in now) for case in cases]


def in_turn(every: int, names: str | Sequence[str], cases: Iterable[Any], **more: Any) -> pytest.MarkDecorator:
    """`parametrize`, with in each run the first of every so many of its cases."""
    single = isinstance(names, str) and "," not in names
    values = ((case,) if single else case for case in cases)
    found = [_param(each, now=not place % every) for place, each in enumerate(values)]
    return pytest.mark.parametrize(names, found, **more)


def _param(values: tuple[Any, ...], *, now: bool) -> Any:
    return pytest.param(*values, marks=() if now else pytest.mark.long)
