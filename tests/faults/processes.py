"""The processes of an installation, which may be killed at any point and are started again at once."""

from __future__ import annotations

import multiprocessing
import os
import threading
from datetime import timedelta
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from adjudicator import failpoints
from adjudicator.mail.results import Verdict
from adjudicator.service.clock import Clock, GuardedClock
from adjudicator.service.inbox import handling
from adjudicator.service.inbox.passing import Deferred
from adjudicator.service.inbox.pipeline import run_pipeline
from adjudicator.service.service import Service, UnitOfWork, open_service
from adjudicator.settings import Settings
from adjudicator.store.inbound import Settlement
from adjudicator.store.tables import InboundMail, ProcessKind
from tests.faults import mutants
from tests.faults.clockwork import SharedClock, Turn
from tests.faults.points import Pair, Role

if TYPE_CHECKING:
    from worker.heartbeat import HeartbeatThread

POISONED = 66
"""Exit status of a process that a mail has killed."""
POISON = "poison"
"""Part of the Message-ID of such a mail."""
SWEEP_SECONDS = 0.3
"""Between two wake-ups of Beat: nobody waits a quarter of a minute here."""
BEAT_SECONDS = 0.5
"""Between two beats of a heart; how long a silent one counts as alive stays as it is."""
AWAY_SECONDS = 0.2
"""Between two tries of a worker while the database is away."""
REST_SECONDS = 0.1
"""So long a tick does nothing behind a sweep."""
PAUSE_SECONDS = 0.05
"""The first pause of a poller whose connection is lost."""


class Stage(Struct, frozen=True):
    """What a process needs to know of the installation."""

    settings: Settings
    clock: Path
    turn: Path
    log: Path
    mutant: str = ""
    to_all: bool = False
    """Workers serve both queues."""
    readers: bool = True
    """Mails are read in a process of their own, as always; without, a start takes a tenth of the time."""
    doubts: bool = False
    """The clock is that of a machine, which processes believe as far as it can be."""

    def service(self, heart: HeartbeatThread | None = None) -> Service:
        from worker.wakes import waker

        return open_service(self.settings, heart.clock if heart else self.machine(), waker(self.settings), heart)

    def machine(self) -> Clock:
        """A new clock of a process."""
        shared = SharedClock(self.clock)
        if not self.doubts:
            return shared
        return GuardedClock(timedelta(hours=self.settings.clock.max_ahead_hours), shared)

    def heart(self, kind: ProcessKind) -> HeartbeatThread:
        """That of a process, which beats."""
        from worker.heartbeat import HeartbeatThread
        from worker.timekeeper import Signs, mail_server_time
        from worker.wakes import waker

        signs = Signs(lambda: False, mail_server_time)  # the kernel knows nothing of this clock
        heart = HeartbeatThread(self.settings, kind, waker(self.settings).all, self.machine(), signs)
        heart.start()
        return heart


def play(stage: Stage, role: Role, fault: str) -> None:
    """The life of a process."""
    with stage.log.open("ab") as log:
        os.dup2(log.fileno(), 1)
        os.dup2(log.fileno(), 2)
    _hurry(stage)
    mutants.become(stage.mutant)
    _poison()
    os.environ[failpoints.VARIABLE] = fault
    failpoints.arm(fault)
    LIVES[role](stage)


def _poll(stage: Stage) -> None:
    from worker.poller import poll

    poll(stage.service(stage.heart(ProcessKind.POLLER)), threading.Event())


def _work(stage: Stage) -> None:
    from worker.wakes import HANDLING, SENDING

    _consume(stage, Role.WORKER, [HANDLING, SENDING] if stage.to_all else [HANDLING])


def _send(stage: Stage) -> None:
    from worker.wakes import SENDING

    _consume(stage, Role.SENDER, [SENDING])


def _consume(stage: Stage, role: Role, queues: list[str]) -> None:
    from celery.signals import task_prerun

    from worker.app import make_app

    turn = Turn(stage.turn)
    task_prerun.connect(lambda **_: turn.wait(role), weak=False)

    heart = stage.heart(ProcessKind.SENDER if role is Role.SENDER else ProcessKind.WORKER)
    make_app(stage.settings, stage.service(heart)).Worker(
        pool="solo",
        loglevel="ERROR",
        queues=queues,
        without_gossip=True,
        without_mingle=True,
        without_heartbeat=True,
    ).start()


def _tick(stage: Stage) -> None:
    from worker.app import make_app

    app = make_app(stage.settings)
    app.conf.beat_schedule["sweep"]["schedule"] = SWEEP_SECONDS
    app.Beat(schedule=str(stage.settings.data_directory / "beat-schedule"), loglevel="ERROR").run()


def _serve(stage: Stage) -> None:
    from worker import consumer
    from worker.installation import running

    setattr(consumer, "SWEEP_SECONDS", SWEEP_SECONDS)  # noqa: B010 - nobody but us may
    with running(stage.settings, SharedClock(stage.clock)):
        threading.Event().wait()


def correct(stage: Stage, fault: str, campaign: int, to: int) -> None:
    """The life of a command: a moderator takes play back."""
    from adjudicator.service.campaign.matches import table_of_campaign
    from adjudicator.service.play.corrections.enactment import carry_out
    from adjudicator.service.play.corrections.proposals import Kind, Wish, propose
    from adjudicator.store.engine import lock_campaign, writing

    mutants.become(stage.mutant)
    failpoints.arm(fault)
    service = stage.service()
    with writing(service.engine) as session:
        lock_campaign(session, campaign)
        table = table_of_campaign(service.work(session), campaign)
        carry_out(table, propose(table, Wish(kind=Kind.ROLLBACK, reason="once more", n=to)), by="moderator")


LIVES = {Role.POLLER: _poll, Role.WORKER: _work, Role.SENDER: _send, Role.BEAT: _tick, Role.SERVE: _serve}


def _hurry(stage: Stage) -> None:
    """Nothing of what is tested: how long is waited after a lost connection, where mails are parsed."""
    from worker import heartbeat, poller, tasks

    poller.FIRST_PAUSE = PAUSE_SECONDS
    tasks.REST_SECONDS = REST_SECONDS
    heartbeat.BEAT_SECONDS = BEAT_SECONDS
    tasks.AWAY_PAUSE_SECONDS = AWAY_SECONDS
    if not stage.readers:
        setattr(poller, "start_reader", lambda: 0)  # noqa: B010


def _poison() -> None:
    def deadly(work: UnitOfWork, row: InboundMail, verdict: Verdict | None) -> Settlement | Deferred:
        if POISON in row.message_id:
            os._exit(POISONED)
        return run_pipeline(work, row, verdict)

    setattr(handling, "run_pipeline", deadly)  # noqa: B010 - it is no attribute that others may set


def context() -> multiprocessing.context.ForkServerContext:
    """Where processes are forked from: everything is loaded there already."""
    found = multiprocessing.get_context("forkserver")
    found.set_forkserver_preload(["tests.faults.warm"])
    return found


class Life(Struct):
    """A process that runs, and where it is to die."""

    process: ForkServerProcess
    pair: Pair | None
    begun: float
    scenes: int = 0
    handed_over: int = 0
