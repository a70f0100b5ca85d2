"""A disk that is soon full: a file system of its own, in memory, of so many bytes."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from msgspec import Struct

PIECE = 4096
"""Bytes in a page of memory: so much more or less a file may take."""


class SmallDisk(Struct, frozen=True):
    """Everything below a folder; a file in it takes the room that nobody else is to have."""

    folder: Path

    @property
    def _filler(self) -> Path:
        return self.folder / "filler"

    def fill(self, left: int = 0) -> None:
        """No more than so many bytes can be written from now on, by anybody."""
        with self._filler.open("ab", buffering=0) as filler:
            with suppress(OSError):  # no space left on device
                while filler.write(b"\0" * PIECE):
                    pass
            filler.truncate(max(0, filler.tell() - left // PIECE * PIECE))

    def clear(self) -> None:
        """There is room again."""
        self._filler.unlink()


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[SmallDisk]:
    """Mounted at a new folder until the block ends. Raises RuntimeError where this process may not mount."""
    folder.mkdir()
    mounting = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=755", "small", folder]
    done = subprocess.run(mounting, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"a full disk is tried as root, who may mount (CAP_SYS_ADMIN): {done.stderr}")
    try:
        yield SmallDisk(folder)
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)
