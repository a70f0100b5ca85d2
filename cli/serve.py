"""Processes that stay: everything in one (`serve`), or poller, worker and beat apart."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from queue import SimpleQueue
from types import FrameType
from typing import Annotated

import typer

from adjudicator.service.console.installation import open_installation, was_sealed
from adjudicator.service.inbox.preloading import load_games
from adjudicator.settings import Settings
from adjudicator.store.engine import StoreAway
from adjudicator.store.tables import ProcessKind
from cli.commands import command
from cli.errors import Failed
from cli.installation import at_work, working
from cli.output import remark


@command("serve", "adjudicator serve", "adjudicator --config /etc/adjudicator.toml serve")
def serve() -> None:
    """The whole service in one process, until SIGTERM or Ctrl-C: for one small server with SQLite."""
    from worker.installation import running
    from worker.monitor import CannotListen
    from worker.threads import ThreadFailed
    from worker.watchdog import end_when_stuck

    working()
    settings = Settings.load()
    end_when_stuck(settings.limits.handle_seconds)
    if settings.key is None and was_sealed(settings):
        raise Failed(
            f"the database is encrypted and its key is not there: put it into {settings.key_file}, or into secret_key"
        )
    if settings.make_key():
        remark(
            f"adjudicator: secrets are encrypted with a new key in {settings.key_file}: keep a copy elsewhere, "
            "and leave it out of backups of the database"
        )
    try:
        with told_to_stop() as stop, running(settings, failed=stop.set):
            remark(f"adjudicator: serving {settings.mail.address.local}@{settings.mail.address.domain}; Ctrl-C ends")
            stop.wait()
    except (ThreadFailed, CannotListen) as failed:
        raise Failed(str(failed)) from failed
    remark("adjudicator: stopped")


@command("poll", "adjudicator poll")
def poll() -> None:
    """Fetch mails and store them, until SIGTERM: one of the processes of a production installation."""
    from worker.heart import beating
    from worker.poller import poll as fetch
    from worker.wakes import waker

    settings = _production()
    wakes = waker(settings)
    with (
        at_work(wakes=wakes) as service,
        told_to_stop() as stop,
        beating(settings, ProcessKind.POLLER, wakes.all) as heart,
    ):
        fetch(replace(service, clock=heart.clock, life=heart), stop)


@command("worker", "adjudicator worker --concurrency 2")
def worker(
    concurrency: Annotated[int, typer.Option("--concurrency", min=1, help="Processes.")] = 2,
) -> None:
    """Handle mails and send answers, until SIGTERM: any number of them may run."""
    settings = _production()
    from worker.app import make_app

    load_games()  # before the workers fork
    make_app(settings).worker_main(["--quiet", "worker", "--concurrency", str(concurrency), "--loglevel", "INFO"])


@command("sender", "adjudicator sender")
def sender() -> None:
    """Only send, until SIGTERM: beside workers that then need not reach the outgoing server in time."""
    from worker.app import make_app
    from worker.wakes import SENDING

    settings = _production()
    load_games()
    line = ("--quiet", "worker", "--pool", "solo", "-Q", SENDING, "-n", "sender@%h", "--loglevel", "INFO")
    make_app(settings).worker_main([*line])


@command("beat", "adjudicator beat")
def beat() -> None:
    """Wake the workers for deadlines and for what was left behind: run exactly one."""
    from worker.app import make_app
    from worker.heart import beating
    from worker.wakes import waker

    settings = _production()
    settings.data_directory.mkdir(parents=True, exist_ok=True)
    schedule = settings.data_directory / "beat-schedule"
    with beating(settings, ProcessKind.BEAT, waker(settings).all):
        make_app(settings).Beat(schedule=str(schedule), loglevel="INFO", quiet=True).run()


@command("monitor", "adjudicator monitor")
def monitor() -> None:
    """Tell figures and health over HTTP, until SIGTERM: beside the processes of a production installation."""
    from worker.monitor import CannotListen, listening

    settings = Settings.load()
    if not settings.monitor.port:
        raise Failed("monitor.port is not set: see docs/operator.md, Watching")
    try:
        with at_work() as service, listening(service) as server, told_to_stop() as stop:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            stop.wait()
            server.shutdown()
    except CannotListen as error:
        raise Failed(str(error)) from error


@contextmanager
def told_to_stop() -> Iterator[threading.Event]:
    """An event that SIGTERM and Ctrl-C set.

    A thread sets it: a handler of signals would wait for ever where it interrupts somebody who is about to wait for the
    event and holds its lock. It may put something into a SimpleQueue at any moment.
    """
    stop, told = threading.Event(), SimpleQueue[bool]()

    def heard(number: int, frame: FrameType | None) -> None:
        told.put(True)

    def pass_on() -> None:
        while told.get():
            stop.set()

    listener = threading.Thread(target=pass_on, name="signals", daemon=True)
    listener.start()
    before = {each: signal.signal(each, heard) for each in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield stop
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
        told.put(False)
        listener.join()


def _production() -> Settings:
    """The settings of a process among several, which tells what it does.

    Raises NotPossible where the database is of another version: every mail would stumble over it.
    """
    working()
    settings = Settings.load()
    if settings.celery.broker.startswith("memory"):
        raise Failed("celery.broker is memory://, which reaches no other process; use redis://, or adjudicator serve")
    try:
        open_installation(settings).engine.dispose()
    except StoreAway:
        pass  # it is waited for, by each process in its way
    return settings
