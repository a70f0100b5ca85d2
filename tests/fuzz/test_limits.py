"""Mails that are too much: memory and time stay bounded, each in a process of its own (docs/reference/limits.md)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from msgspec import Struct

from tests.fuzz.large import LARGE
from tests.long_cases import one_in

BASE_MEGABYTES = 250
"""What the process may need before the mail comes: the program itself, the database, and all games that are installed.

With one large game and four small ones these were 175; a further large game takes about 18, which leaves room for four.
What a mail costs is bounded by its size behind it.
"""


class Measured(Struct, frozen=True):
    """What `tests.fuzz.large` prints."""

    name: str
    status: str
    seconds: float
    megabytes: int
    bytes: int
    answers: int


@pytest.mark.slow
@one_in(3, "third", range(3))
def test_a_mail_that_is_too_much_costs_little_and_ends_in_a_reply_or_in_quarantine(third: int) -> None:
    names = [*LARGE][third::3]
    done = subprocess.run(
        [sys.executable, "-m", "tests.fuzz.large", *names],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path or str(Path.cwd()) for path in sys.path)},
        capture_output=True,
        timeout=900,
    )
    assert done.returncode == 0, done.stderr.decode()[-3000:]
    measured = [msgspec.json.decode(line, type=Measured) for line in done.stdout.splitlines()]
    assert [found.name for found in measured] == names
    for found in measured:
        expected = LARGE[found.name]
        assert (found.status, found.answers) == (expected.status, expected.answers), found
        assert found.seconds < 10, found  # the bound for one mail
        assert found.megabytes < BASE_MEGABYTES + 12 * max(found.bytes, 1_000_000) // 1_000_000, found
