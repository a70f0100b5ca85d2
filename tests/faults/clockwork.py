"""What all processes of a run share: a clock that goes as ours does and is put forward, and whose turn it is."""

from __future__ import annotations

import mmap
import struct
import time
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

_SECONDS = struct.Struct("d")
_LONGEST = 100


class SharedClock:
    """A clock that is put forward for everybody who has opened its file."""

    def __init__(self, file: Path) -> None:
        if not file.exists():
            file.write_bytes(_SECONDS.pack(0))
        with file.open("r+b") as opened:
            self._memory = mmap.mmap(opened.fileno(), _SECONDS.size)

    def now(self) -> datetime:
        return datetime.fromtimestamp(time.time() + self._ahead, UTC)

    def forward(self, seconds: float) -> None:
        """For one process only: the one that conducts."""
        _SECONDS.pack_into(self._memory, 0, self._ahead + seconds)

    @property
    def _ahead(self) -> float:
        (seconds,) = _SECONDS.unpack_from(self._memory)
        return float(seconds)


class Turn:
    """Whose turn it is to begin something new; in the beginning nobody's."""

    def __init__(self, file: Path) -> None:
        if not file.exists():
            file.write_bytes(b" " * _LONGEST)
        with file.open("r+b") as opened:
            self._memory = mmap.mmap(opened.fileno(), _LONGEST)

    def give(self, names: Iterable[str]) -> None:
        self._memory[:] = " ".join(names).encode().ljust(_LONGEST)

    def wait(self, name: str) -> None:
        while name not in self._memory[:].decode().split():
            time.sleep(0.005)
