"""The whole way from bytes to actions: every seed, and a short run of the fuzzer (`python -m tests.fuzz` is long)."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest

from adjudicator.store.tables import InboundStatus
from tests.fuzz.installation import FuzzInstallation
from tests.fuzz.seeds import seeds
from tests.long_cases import one_in

RUNS = 150
EVERY = 9
"""Seeds to begin with; all of them are tried without the fuzzer."""
PATIENCE = 300


@one_in(3, "third", range(3))
def test_every_seed_comes_to_an_end_and_breaks_no_rule(tmp_path: Path, third: int) -> None:
    """Each third has seeds with and without proof."""
    installation = FuzzInstallation(tmp_path)
    ends = [installation.put(raw) for raw in islice(seeds(), third, None, 3)]
    assert set(ends) >= {InboundStatus.HANDLED, InboundStatus.QUARANTINED, InboundStatus.IGNORED}
    assert ends.count(InboundStatus.HANDLED) > 20


@pytest.mark.slow
def test_a_short_run_of_the_fuzzer_finds_nothing(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.fuzz", "--runs", str(RUNS), "--every", str(EVERY), "--findings", tmp_path],
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
