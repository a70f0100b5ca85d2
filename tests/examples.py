"""Doctests are looked for in the modules that have some: to look for them pytest loads a module, and most have none."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule

PROMPT = b">>>"
PACKAGE = "__init__.py"


def is_looked_into(file: Path) -> bool:
    """Whether a file may have a doctest (each begins with a prompt), or is the package of one that may.

    A package has to be there first: pytest puts a module that it loads by its path into its package under its name,
    and so in the place of whatever the package gives that name (`bits`, of `bits.py`).
    """
    files = [file] if file.name != PACKAGE else file.parent.glob("*.py")
    return any(PROMPT in each.read_bytes() for each in files)


class Examples:
    """A plugin, because a hook of a `conftest.py` hears of the files of its own folder alone."""

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(self, file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
        found = yield
        return [each for each in found if not isinstance(each, DoctestModule) or is_looked_into(file_path)]
