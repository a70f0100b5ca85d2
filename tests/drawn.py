"""Drawn pieces of boards for a whole test run: what one test or installation has drawn, the others need not draw."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from adjudicator.pictures import kept, raster
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
    keep_there()
    yield
    _common.folder = None


def keep_there() -> None:
    """Keep in common what is drawn without an installation, whichever folder an earlier one has named."""
    kept.keep_grounds_in(_common.folder)


@contextmanager
def anew() -> Iterator[None]:
    """While this lasts, nothing is known of what was drawn before, and nothing is kept in files."""
    before = kept.folder()
    kept.keep_grounds_in(None)
    raster.forget()
    yield
    kept.keep_grounds_in(before)


def share(data_directory: Path) -> None:
    """An installation in this directory draws only what no other has drawn."""
    kept = data_directory / PICTURES
    if _common.folder is not None and not kept.exists():
        kept.symlink_to(_common.folder)
