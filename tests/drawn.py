"""Drawn pieces of boards for all installations of a test run: what one test has drawn, the others need not draw."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from adjudicator.service.service import PICTURES
from tests.once_a_run import folder_of_the_run


class _Common:
    """One folder that a process knows of."""

    def __init__(self) -> None:
        self.folder: Path | None = None


_common = _Common()


@contextmanager
def in_common(made: pytest.TempPathFactory) -> Iterator[None]:
    """While this lasts, what is drawn is shared with the other processes of the run."""
    _common.folder = folder_of_the_run(made, "drawn")
    yield
    _common.folder = None


def share(data_directory: Path) -> None:
    """An installation in this directory draws only what no other has drawn."""
    kept = data_directory / PICTURES
    if _common.folder is not None and not kept.exists():
        kept.symlink_to(_common.folder)
