"""Where tests lay their files: in memory, where there is room. A killed process loses nothing there; a disk is slow."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

ROOM = 2 << 30
"""Bytes that have to be free."""


def memory() -> Path | None:
    """A folder in memory from which programs may be started, if there is one with room."""
    found = Path("/dev/shm")
    if not found.is_dir() or not os.access(found, os.W_OK | os.X_OK):
        return None
    if shutil.disk_usage(found).free < ROOM or os.statvfs(found).f_flag & os.ST_NOEXEC:
        return None
    return found


def lay_temporary_files_there() -> None:
    """From now on, of this process and of those it starts, unless whoever started it has named a place in `TMPDIR`."""
    found = memory()
    if found is not None and "TMPDIR" not in os.environ:
        os.environ["TMPDIR"] = str(found)
        tempfile.tempdir = None
