"""Every process dies once at every point; `python -m tests.faults` kills at random for as long as one likes."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from contextlib import ExitStack
from functools import cache
from itertools import chain
from pathlib import Path

import pytest

from adjudicator.failpoints import Point, arm
from tests.faults import run
from tests.faults.__main__ import GAMES, ORDERS, every_pair, peace, war
from tests.faults.compare import Record
from tests.faults.plot import Plot, story
from tests.faults.points import EVERY_TIME, POINTS, Cast
from tests.faults.run import Scheme
from tests.memory import memory
from tests.own_servers import empty_database, postgresql_server, redis, redis_server

SEED = "1"
FEW = 4
"""Orders of each of two games in each run; in `make long` they are `ORDERS` of all three."""


def campaigns(orders: int) -> tuple[Plot, ...]:
    return story(f"s{SEED}", orders, GAMES[:2] if orders == FEW else GAMES)


@cache
def calm(orders: int) -> Record:
    """The same campaigns without accidents."""
    with tempfile.TemporaryDirectory(prefix="adj-faults-", dir=memory()) as folder:
        told, found = peace(Path(folder), campaigns(orders))
    assert found.problems == []
    return told


@pytest.mark.slow
@pytest.mark.parametrize(
    ("cast", "database", "most", "share", "orders"),
    [
        pytest.param(Cast.APART, "sqlite", EVERY_TIME, 1, ORDERS, marks=pytest.mark.long),
        pytest.param(Cast.ONE, "sqlite", EVERY_TIME, 1, ORDERS, marks=pytest.mark.long),
        pytest.param(Cast.TWICE, "postgresql", EVERY_TIME, 1, ORDERS, marks=pytest.mark.long),
        (Cast.TWICE, "postgresql", 1, 2, FEW),
    ],
)
def test_nothing_is_lost_or_done_twice_though_each_process_dies_at_each_point(
    cast: Cast, database: str, most: int, share: int, orders: int, request: pytest.FixtureRequest
) -> None:
    url = request.getfixturevalue("postgresql_url") if database == "postgresql" else ""
    outcome = every_pair(cast, SEED, url, calm=calm(orders), most=most, share=share, plots=campaigns(orders))
    assert not outcome.problems, "\n".join(outcome.problems)
    assert list(map(str, outcome.missed)) == []


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("cast", [Cast.APART, Cast.ONE])
def test_nothing_is_lost_or_done_twice_though_processes_die_anywhere(cast: Cast) -> None:
    """A short run of `python -m tests.faults`; in each run they die at each point, above."""
    with ExitStack() as stage:
        folder = Path(stage.enter_context(tempfile.TemporaryDirectory(prefix="adj-faults-", dir=memory())))
        broker = "memory://" if cast is Cast.ONE else stage.enter_context(redis(folder))
        scheme = Scheme(cast, broker=broker, seed=SEED, at_random=8)
        outcome = war(folder, story(f"s{SEED}", ORDERS, GAMES), scheme, calm(ORDERS))
    assert not outcome.problems, "\n".join(outcome.problems)
    assert outcome.kills.total() > 0


@pytest.mark.slow
@pytest.mark.parametrize(("times", "orders"), [(1, FEW), pytest.param(5, ORDERS, marks=pytest.mark.long)])
def test_nothing_is_lost_or_done_twice_though_postgresql_and_redis_are_killed(times: int, orders: int) -> None:
    """With `kill -9`, PostgreSQL with fsync as in production, while two pollers and two workers are at work."""
    with ExitStack() as stage:
        folder = Path(stage.enter_context(tempfile.TemporaryDirectory(prefix="adj-faults-", dir=memory())))
        broker, queue = stage.enter_context(redis_server(folder))
        dsn, database = stage.enter_context(postgresql_server(durable=True))
        url = stage.enter_context(empty_database(dsn))
        scheme = Scheme(Cast.TWICE, url, broker, SEED, accidents=(database.kill, queue.kill) * times)
        outcome = war(folder, campaigns(orders), scheme, calm(orders))
    assert not outcome.problems, "\n".join(outcome.problems)


@pytest.mark.slow
def test_a_run_that_stalls_is_a_problem_and_finds_no_mutant(monkeypatch: pytest.MonkeyPatch) -> None:
    for patience in ("STILL_SECONDS", "MOST_TRIES"):
        monkeypatch.setattr(run, patience, 0)
    with tempfile.TemporaryDirectory(prefix="adj-faults-", dir=memory()) as folder:
        outcome = war(Path(folder), story(f"s{SEED}", 1, GAMES[:1]), Scheme(Cast.ONE, patience=0), Record({}, {}))
    assert outcome.problems[0].startswith(("Stalled: in the INBOX: ", "Stalled: not handled: ", "Stalled: not sent: "))
    assert not outcome.faults


def test_every_failure_point_of_the_program_is_used() -> None:
    for cast in (Cast.APART, Cast.ONE):
        assert set(chain.from_iterable(POINTS[cast].values())) == set(Point)


def test_without_the_variable_no_point_kills_and_with_it_the_named_one_does() -> None:
    program = (
        "from adjudicator.failpoints import Point, reached\nfor _ in range(3): reached(Point.STORED); print('alive')"
    )
    for fault, lived, code in (("", 3, 0), ("stored", 0, -9), ("stored:3", 2, -9), ("moved", 3, 0)):
        done = subprocess.run(
            [sys.executable, "-u", "-c", program],
            env={"ADJUDICATOR_FAULT": fault, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
        )
        assert (done.stdout.count("alive"), done.returncode) == (lived, code)


def test_a_point_can_be_deadly_for_one_mail_alone() -> None:
    program = (
        "from adjudicator.failpoints import Point, reached\nfor n in range(3): reached(Point.HANDLING, n); print(n)"
    )
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
