"""Tests that show statements of the rulebook: `docs/rules/here_i_stand.md` numbers them by section."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest


def shows(*statements: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Mark a test as showing statements ("16.1/19"): it runs once, and its id ends with their numbers."""

    def mark(test: Callable[..., Any]) -> Callable[..., Any]:
        SHOWN.setdefault(test.__name__, set()).update(statements)
        return pytest.mark.parametrize((), [pytest.param(id=" ".join(statements))])(test)

    return mark


SHOWN: dict[str, set[str]] = {}
"""The statements that each test shows, by the test's name, filled as the modules of tests are loaded."""
