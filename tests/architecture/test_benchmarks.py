"""Benchmarks run through, and measure what can be measured within minutes; what things cost they say themselves."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "benchmarks"
ENTRIES = 15_000
"""Log entries of a game that `kernel.py` goes through, and that some fifteen times."""


@pytest.mark.slow
def test_a_mail_is_measured_in_one_campaign_alone() -> None:
    command = [sys.executable, FOLDER / "order_mail.py", "--campaigns", "1", "--game", "pax-renaissance"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "Traceback" not in ran.stderr, ran.stderr
    assert ran.stdout.count("whole mail, median  ") == 1


@pytest.mark.slow
def test_the_kernel_is_measured_with_fewer_matches_where_they_are_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(FOLDER))
    kernel, timing = importlib.import_module("kernel"), importlib.import_module("timing")
    sizes = {game: sum(len(match.log) for match in kernel.measured(game)) for game in timing.whole_games()}
    assert max(sizes.values()) <= ENTRIES, sizes
