"""A short run of the kill harness; `python -m tests.faults` is the long one."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from itertools import chain
from pathlib import Path

import pytest

from adjudicator.faults import Point, arm
from tests.faults.__main__ import memory, one_round
from tests.faults.processes import POINTS

KILLS = 40


@pytest.mark.slow
@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_nothing_is_lost_or_done_twice_though_processes_are_killed(
    database: str, request: pytest.FixtureRequest
) -> None:
    url = request.getfixturevalue("postgresql_url") if database == "postgresql" else ""
    with tempfile.TemporaryDirectory(prefix="adj-faults-", dir=memory()) as folder:
        tally, found = one_round(Path(folder), f"ci-{database}", 3, KILLS // 2, url, most=14)
    assert found.problems == []
    assert tally.kills.total() >= KILLS // 2


def test_every_failure_point_of_the_program_is_used() -> None:
    assert set(chain.from_iterable(POINTS.values())) == set(Point)


def test_without_the_variable_no_point_kills_and_with_it_the_named_one_does() -> None:
    program = "from adjudicator.faults import Point, reached\nfor _ in range(3): reached(Point.STORED); print('alive')"
    for fault, lived, code in (("", 3, 0), ("stored", 0, -9), ("stored:3", 2, -9), ("moved", 3, 0)):
        done = subprocess.run(
            [sys.executable, "-u", "-c", program],
            env={"ADJUDICATOR_FAULT": fault, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
        )
        assert (done.stdout.count("alive"), done.returncode) == (lived, code)


def test_a_point_can_be_deadly_for_one_mail_alone() -> None:
    program = "from adjudicator.faults import Point, reached\nfor n in range(3): reached(Point.HANDLING, n); print(n)"
    for fault, lived in (("handling#1", 1), ("handling#7", 3), ("stored#1", 3)):
        done = subprocess.run(
            [sys.executable, "-u", "-c", program],
            env={"ADJUDICATOR_FAULT": fault, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
        )
        assert len(done.stdout.split()) == lived


@pytest.mark.parametrize("text", ["nowhere", "stored:0", "stored:x", "stored#x"])
def test_a_point_that_does_not_exist_is_an_error(text: str) -> None:
    with pytest.raises(ValueError):
        arm(text)
