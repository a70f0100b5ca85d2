"""What the processes of a test run have in common: a folder, and what one of them makes in it for all."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable
from pathlib import Path

import pytest


def folder_of_the_run(made: pytest.TempPathFactory, name: str) -> Path:
    """A folder of this name for all processes of the run."""
    base = made.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / name
    folder.mkdir(exist_ok=True)
    return folder


class Common:
    """What one process of a run has made, and the others need not make."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def once(self, name: str, make: Callable[[Path], None]) -> Path:
        """A file or folder of this name; `make` makes it where there is none, and other processes wait meanwhile."""
        path, ready = self._folder / name, self._folder / f"{name}.ready"
        with (self._folder / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not ready.exists():
                make(path)
                ready.touch()
        return path
