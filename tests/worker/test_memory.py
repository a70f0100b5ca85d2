"""Memory that pictures have taken goes back to the system, in a process of its own."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import sys
from pathlib import Path
from worker.memory import give_large_pieces_back

def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096

if sys.argv[1] == "yes":
    assert give_large_pieces_back()
bytearray(8_000_000)  # from here on glibc keeps what is as large
before, held = resident(), []
for _ in range(100):
    picture, small = bytearray(b"x" * 400_000), bytearray(b"x" * 100_000)
    held.append((picture, small))
held = [small for picture, small in held]
print(resident() - before)
"""


def test_what_pictures_took_is_given_back() -> None:
    kept, given_back = (
        int(subprocess.run([sys.executable, "-c", PROGRAM, how], capture_output=True, check=True).stdout)
        for how in ("no", "yes")
    )
    assert given_back < 15_000_000 < 40_000_000 < kept
