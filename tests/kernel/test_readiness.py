"""Games that several threads of a new process read for the first time at once."""

from __future__ import annotations

import subprocess
import sys

import msgspec
import pytest

from adjudicator import games, new_match

PROGRAM = """
import sys
from threading import Barrier, Thread

import msgspec

from adjudicator import Match
from adjudicator.kernel.position import Header

header, checkpoint = sys.stdin.buffer.read().split(b"\\0")
header = msgspec.json.decode(header, type=Header)
sys.setswitchinterval(1e-6)
start, hashes = Barrier(6), set()


def read():
    start.wait()
    hashes.add(Match.resume(header, checkpoint, seed=b"threads").hash)


readers = [Thread(target=read) for _ in range(6)]
for reader in readers:
    reader.start()
for reader in readers:
    reader.join()
print(*hashes)
"""


@pytest.mark.slow
@pytest.mark.parametrize("runs", [3, pytest.param(5, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", games())
def test_threads_that_read_a_game_at_once_read_the_same(game: str, runs: int) -> None:
    """Types that are half ready crash the process, in one run of three or so: several runs of each game."""
    match = new_match(game, seed=b"threads")
    given = msgspec.json.encode(match.header) + b"\0" + match.checkpoint()
    for _ in range(runs):
        run = subprocess.run([sys.executable, "-c", PROGRAM], input=given, capture_output=True, check=False)
        assert (run.returncode, run.stdout.decode().split()) == (0, [match.hash]), run.stderr.decode()
