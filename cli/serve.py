"""Processes that stay: everything in one (`serve`), or poller, worker and beat apart."""

import signal
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from types import FrameType
from typing import Annotated

import structlog
import typer

from adjudicator.service.admin.installation import missing_file, open_installation, was_sealed
from adjudicator.service.admin.mailboxes import require_homes
from adjudicator.service.inbox.pipeline import load_games
from adjudicator.service.moderation.rights import Access
from adjudicator.service.people.new_campaigns import unknown_mailbox
from adjudicator.service.service import open_service
from adjudicator.settings import Settings, mailbox_of
from adjudicator.store.engine import StoreUnavailable
from adjudicator.store.tables import ProcessKind
from cli.commands import command
from cli.errors import Failed
from cli.installation import at_work, working
from cli.output import remark

log = structlog.get_logger()
ALONE = ("--without-gossip", "--without-mingle", "--without-heartbeat")
"""Celery's workers need not know of each other: hearts of our own do, and tell more."""


@command("serve", "", "adjudicator --config /etc/adjudicator.toml serve", needs=Access.OPERATOR)
def serve() -> None:
    """Run the whole service in one process. It runs until SIGTERM or Ctrl-C: for one small server with SQLite."""
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
        _say(
            f"secrets are encrypted with a new key in {settings.key_file}: keep a copy elsewhere, "
            "and leave it out of backups of the database"
        )
    if missing_file(settings) is None:
        with at_work(make=True) as service:
            require_homes(service)
    try:
        with told_to_stop() as stop, running(settings, failed=stop.set):
            addresses = ", ".join(box.address.plain for box in settings.mail.boxes.values())
            _say(f"serving {addresses}; Ctrl-C ends")
            stop.wait()
    except (ThreadFailed, CannotListen) as failed:
        raise Failed(str(failed)) from failed
    _say("stopped")


def _say(sentence: str) -> None:
    """Say it to whoever watches at a terminal, otherwise to the log."""
    if sys.stderr.isatty():
        remark(f"adjudicator: {sentence}")
    else:
        log.info(sentence)


@command("poll", "", "--mailbox clubs --mailbox main", needs=Access.OPERATOR)
def poll(
    mailbox: Annotated[list[str] | None, "--mailbox", "Only this one (mail.mailboxes; or main); repeatable."] = None,
) -> None:
    """Fetch emails and store them. Runs until SIGTERM: one of the processes of a production installation.

    One reads all mailboxes, a connection each; several may divide them.
    """
    from worker import alarms
    from worker.heartbeat import beating
    from worker.poller import poll as fetch
    from worker.threads import ThreadFailed, Threads
    from worker.wakes import waker

    settings = _production()
    wanted = _mailboxes(settings, mailbox)
    wakes = waker(settings)
    with (
        at_work(wakes=wakes) as service,
        told_to_stop() as stop,
        beating(settings, ProcessKind.POLLER, wakes.all) as heart,
    ):
        threads, living = Threads(stop.set), replace(service, clock=heart.clock, life=heart)
        for names in wanted:
            threads.start("poller", partial(fetch, living, stop, names), stop.set)
        alarms.start(living, threads)
        stop.wait()
        threads.end()
    try:
        threads.check()
    except ThreadFailed as failed:
        raise Failed(str(failed)) from failed


def _mailboxes(settings: Settings, wanted: list[str] | None) -> list[tuple[str, ...]]:
    """Return those that are to be read, by the folder in which their mail lies. Raises Failed."""
    names = None if wanted is None else [mailbox_of(name) for name in wanted]
    for unknown in [unknown_mailbox(settings, name) for name in names or ()]:
        if unknown:
            raise Failed(unknown)
    return [each for each in settings.mail.fetched_together if names is None or set(each) & set(names)]


@command("worker", "--concurrency 2", "--shard 1 --shard 2", needs=Access.OPERATOR)
def worker(
    concurrency: Annotated[int, typer.Option("--concurrency", min=1, help="Number of processes.")] = 2,
    shard: Annotated[
        list[int] | None,
        typer.Option("--shard", help="Handle only this shard (1 to celery.shards); repeatable."),
    ] = None,
) -> None:
    """Handle emails and send answers. Runs until SIGTERM; any number of workers may run.

    With --shard it also takes what others have left behind, deadlines and the outbox, as all workers do.
    """
    settings = _production()
    from adjudicator.service.rehearsal import games_in_play, rehearse
    from worker.app import make_app
    from worker.memory import give_free_pieces_back
    from worker.wakes import HANDLING, SENDING, queue_of_shard

    wrong = [each for each in shard or () if not 1 <= each <= settings.celery.shards]
    if shard and settings.celery.shards == 1:
        raise Failed(f"--shard {(wrong or shard)[0]}: celery.shards is 1, so there are no shards; leave --shard out")
    if wrong:
        most = settings.celery.shards
        raise Failed(f"--shard {wrong[0]}: no such shard; celery.shards is {most}, so use 1 to {most}")
    # before the workers fork: what is there now, they have in common
    load_games()
    rehearse(games_in_play(settings), settings.data_directory)
    give_free_pieces_back()
    line = ["--quiet", "worker", "--concurrency", str(concurrency), "--loglevel", "INFO", *ALONE]
    served = shard or (range(1, settings.celery.shards + 1) if settings.celery.shards > 1 else ())
    line += ["-Q", ",".join([HANDLING, SENDING, *map(queue_of_shard, served)])]
    if shard:
        line += ["-n", f"worker-{'-'.join(map(str, shard))}@%h"]
    make_app(settings).worker_main(line)


@command("sender", "", needs=Access.OPERATOR)
def sender() -> None:
    """Run a process that only sends email.

    Runs until SIGTERM, next to workers that then need not reach the outgoing server in time.
    """
    from worker.app import make_app
    from worker.wakes import SENDING

    settings = _production()
    load_games()
    line = ("--quiet", "worker", "--pool", "solo", "-Q", SENDING, "-n", "sender@%h", "--loglevel", "INFO")
    make_app(settings).worker_main([*line, *ALONE])


@command("thinker", "", needs=Access.OPERATOR)
def thinker() -> None:
    """Run a process that only thinks for stewards.

    Runs until SIGTERM, next to workers, which then have no mail wait for it.
    """
    from worker.app import make_app
    from worker.wakes import THINKING

    settings = _production()
    load_games()
    line = ("--quiet", "worker", "--concurrency", "1", "-Q", THINKING, "-n", "thinker@%h", "--loglevel", "INFO")
    make_app(settings).worker_main([*line, *ALONE])


@command("beat", "", needs=Access.OPERATOR)
def beat() -> None:
    """Wake the workers for deadlines and unfinished work. Run exactly one."""
    from worker import alarms
    from worker.app import make_app
    from worker.heartbeat import beating
    from worker.threads import Threads
    from worker.wakes import waker

    settings = _production()
    settings.data_directory.mkdir(parents=True, exist_ok=True)
    schedule = settings.data_directory / "beat-schedule"
    wakes = waker(settings)
    with beating(settings, ProcessKind.BEAT, wakes.all) as heart:
        alarms.start(open_service(settings, heart.clock, wakes, heart), Threads(lambda: None))
        make_app(settings).Beat(schedule=str(schedule), loglevel="INFO", quiet=True).run()


@command("monitor", "", needs=Access.OPERATOR)
def monitor() -> None:
    """Serve metrics and health checks over HTTP.

    Runs until SIGTERM, next to the processes of a production installation.
    """
    from worker.monitor import CannotListen, listening

    working()
    settings = Settings.load()
    if not settings.monitor.port:
        raise Failed("monitor.port is not set: see docs/how_to/operators/monitoring.md")
    try:
        with at_work() as service, listening(service) as server, told_to_stop() as stop:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            stop.wait()
            server.shutdown()
    except CannotListen as error:
        raise Failed(str(error)) from error


@contextmanager
def told_to_stop() -> Iterator[threading.Event]:
    """Yield an event that SIGTERM and Ctrl-C set.

    A thread sets it, which reads what the interpreter writes as soon as a signal comes (`signal.set_wakeup_fd`).
    Python's own handlers run when the main thread wakes: a signal that comes just before it begins to wait would be
    waited for without end.
    """
    stop = threading.Event()
    told, teller = socket.socketpair()
    teller.setblocking(False)

    def pass_on() -> None:
        while number := told.recv(1):
            if number[0] in (signal.SIGTERM, signal.SIGINT):
                stop.set()

    listener = threading.Thread(target=pass_on, name="signals", daemon=True)
    listener.start()
    wakes = signal.set_wakeup_fd(teller.fileno(), warn_on_full_buffer=False)
    before = {each: signal.signal(each, _heard) for each in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield stop
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
        signal.set_wakeup_fd(wakes)
        teller.close()
        listener.join()
        told.close()


def _heard(number: int, frame: FrameType | None) -> None:
    """Do nothing: the interpreter has told the signal."""


def _production() -> Settings:
    """Return the settings of a process among several, and let it log what it does.

    Raises CommandError if the database is of another version: every message would fail because of it.
    """
    working()
    settings = Settings.load()
    if settings.celery.broker.startswith("memory"):
        raise Failed("celery.broker is memory://, which reaches no other process; use redis://, or adjudicator serve")
    try:
        service = open_installation(settings)
        require_homes(service)
        service.engine.dispose()
    except StoreUnavailable:
        pass  # it is waited for, by each process in its way
    return settings
