"""The whole way from bytes to actions: every seed, and a short run of the fuzzer (`python -m tests.fuzz` is long)."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from adjudicator.store.tables import InboundStatus
from tests.fuzz.house import FuzzHouse
from tests.fuzz.seeds import seeds

SECONDS = 3
PATIENCE = 300


def test_every_seed_comes_to_an_end_and_breaks_no_rule(tmp_path: Path) -> None:
    house = FuzzHouse(tmp_path)
    ends = [house.put(raw) for raw in seeds()]
    assert set(ends) >= {InboundStatus.HANDLED, InboundStatus.QUARANTINED, InboundStatus.IGNORED}
    assert ends.count(InboundStatus.HANDLED) > 20


@pytest.mark.slow
def test_a_short_run_of_the_fuzzer_finds_nothing(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.fuzz", "--seconds", str(SECONDS), "--findings", str(tmp_path)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path or str(Path.cwd()) for path in sys.path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stdout[-4000:]
    runs = re.search(r"number_of_executed_units: (\d+)", done.stdout)
    assert runs is not None
    assert int(runs[1]) > 100
