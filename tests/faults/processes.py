"""Poller, worker and sender as processes that may be killed at any point, and are started again at once."""

from __future__ import annotations

import multiprocessing
import os
import threading
import time
from collections import Counter
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from random import Random

from msgspec import Struct

from adjudicator import faults
from adjudicator.faults import Point
from adjudicator.service.service import Service, open_service
from adjudicator.settings import Settings

HURRY = 60.0
"""The service's clock runs so many times faster than ours: a lease of two minutes is over after two seconds."""
MOST_LATER = 6
"""A process dies at the latest when it comes to its point for this time."""


class Role(StrEnum):
    """The processes of an installation."""

    POLLER = "poller"
    WORKER = "worker"
    SENDER = "sender"


ANYWHERE = (Point.COMMITTING, Point.COMMITTED)
POINTS: dict[Role, tuple[Point, ...]] = {
    Role.POLLER: (Point.FETCHING, Point.FETCHED, Point.STORED, Point.WOKEN, Point.MOVING, Point.MOVED, *ANYWHERE),
    Role.WORKER: (
        Point.SWEPT,
        Point.BEGUN,
        Point.HANDLING,
        Point.SETTLED,
        Point.HANDLED,
        Point.OUTBOX_WOKEN,
        *ANYWHERE,
    ),
    Role.SENDER: (
        Point.RENDERING,
        Point.RENDERED,
        Point.RENDER_STORED,
        Point.CLAIMED,
        Point.HANDING_OVER,
        Point.HANDED_OVER,
        Point.ACKNOWLEDGED,
        *ANYWHERE,
    ),
}
"""Where each process can be killed by itself; all points of the program are here (a test says so)."""


class HurriedClock:
    """Our clock, running faster. All processes have the same one."""

    def __init__(self, zero: float) -> None:
        self._zero = zero
        self._start = datetime.fromtimestamp(zero, UTC)

    def now(self) -> datetime:
        return self._start + timedelta(seconds=(time.time() - self._zero) * HURRY)


class Stage(Struct, frozen=True):
    """What a process needs to know of the installation."""

    settings: Settings
    zero: float
    log: Path

    def service(self) -> Service:
        from worker.wakes import waker

        return open_service(self.settings, HurriedClock(self.zero), waker(self.settings))


def play(stage: Stage, role: Role, fault: str) -> None:
    """The life of a process."""
    with stage.log.open("ab") as log:
        os.dup2(log.fileno(), 1)
        os.dup2(log.fileno(), 2)
    os.environ[faults.VARIABLE] = fault
    faults.arm(fault)
    service = stage.service()
    if role is Role.POLLER:
        from worker.poller import poll

        poll(service, threading.Event())
        return
    from worker.app import make_app
    from worker.wakes import HANDLING, SENDING

    app = make_app(stage.settings, service)
    app.Worker(
        pool="solo",
        loglevel="ERROR",
        queues=[HANDLING if role is Role.WORKER else SENDING],
        without_gossip=True,
        without_mingle=True,
        without_heartbeat=True,
    ).start()


class Company:
    """The processes of one installation and the accidents that befall them."""

    def __init__(self, stage: Stage, rng: Random) -> None:
        self._stage = stage
        self._rng = rng
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(
            ["worker.app", "worker.poller", "celery.apps.worker", "kombu.transport.redis", __name__]
        )
        self._running: dict[Role, ForkServerProcess] = {}
        self._plans: dict[Role, str] = {}
        self._until: dict[Role, float] = {}
        self.kills: Counter[str] = Counter()
        self.accidents = False

    def look_after(self) -> None:
        """Start what is dead, kill what is to be killed."""
        for role in Role:
            process = self._running.get(role)
            if process is None:
                self._start(role)
            elif not process.is_alive():
                self._bury(role, process)
                self._start(role)
            elif self.accidents and time.time() > self._until[role]:
                self.kill(role, "at some moment")

    def kill(self, role: Role, why: str) -> None:
        """SIGKILL from outside."""
        process = self._running.pop(role, None)
        if process is not None:
            process.kill()
            process.join()
            self.kills[f"{role} {why}"] += 1

    def settle_down(self) -> None:
        """No accidents from now on."""
        self.accidents = False
        for role in Role:
            process = self._running.pop(role, None)
            if process is not None:
                process.kill()
                process.join()

    def _bury(self, role: Role, process: ForkServerProcess) -> None:
        process.join()
        if process.exitcode != -9 or not self._plans[role]:
            raise RuntimeError(f"the {role} ended with {process.exitcode}: {self._stage.log.read_text()[-3000:]}")
        self.kills[f"{role} {self._plans[role].partition(':')[0]}"] += 1

    def _start(self, role: Role) -> None:
        plan = ""
        if self.accidents and self._rng.random() < 0.9:
            plan = f"{self._rng.choice(POINTS[role])}:{self._rng.randint(1, MOST_LATER)}"
        process = self._context.Process(target=play, args=(self._stage, role, plan), daemon=True)
        process.start()
        self._running[role] = process
        self._plans[role] = plan
        # time enough to come to the point, also on a slow machine
        self._until[role] = time.time() + (self._rng.uniform(1, 12) if plan else self._rng.uniform(0.3, 5))
