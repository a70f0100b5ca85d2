"""Mark cases of a parametrized test as long: some run in each run, the others in `make long`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

import pytest


def alternate_variants(cases: Iterable[Any], variants: Sequence[Any]) -> list[Any]:
    """Return each case with each variant, for `parametrize`: long but with one of them, the next case with the next
    one, so that each variant is run with an equal part of the cases.
    """
    return [
        _param((case, variant), now=not (place + second) % len(variants))
        for place, case in enumerate(cases)
        for second, variant in enumerate(variants)
    ]


def long_but(cases: Iterable[tuple[Any, ...]], now: Collection[tuple[Any, ...]]) -> list[Any]:
    """Return the cases, for `parametrize`: all are long but those of `now`."""
    return [_param(case, now=case in now) for case in cases]


def one_in(every: int, names: str | Sequence[str], cases: Iterable[Any], **more: Any) -> pytest.MarkDecorator:
    """Return `parametrize` with these cases: of so many of them the first is run, and the others are long."""
    single = isinstance(names, str) and "," not in names
    values = ((case,) if single else case for case in cases)
    found = [_param(each, now=not place % every) for place, each in enumerate(values)]
    return pytest.mark.parametrize(names, found, **more)


def _param(values: tuple[Any, ...], *, now: bool) -> Any:
    return pytest.param(*values, marks=() if now else pytest.mark.long)
