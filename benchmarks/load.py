"""Measure what an installation answers in a second: `python benchmarks/load.py` (as root: Postfix starts as root
only).

A burst of order mails of many campaigns lies in the mailbox at once. They were signed and submitted like every
player's; poller, worker, sender and beat are processes of the command line, on PostgreSQL, Redis, Dovecot, Postfix and
OpenDKIM of this machine, and every answer and report has its pictures. Measured from the moment at which the mails
lie there until Postfix has the last answer, by the clock; with one worker process and with two. The servers' share is
what all processors did besides.

With `--share 0.2` each worker process gets that share of a processor (a control group of its own). So two processors
show what a second worker brings where processors are not what is missing, and whether workers wait for each other: then
they would not use their share. What one worker leaves undone the sender renders, which does less beside two.
"""

from __future__ import annotations

import argparse
import email
import email.policy
import logging
import os
import smtplib
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import NamedTuple

import order_mail
from sqlalchemy import func
from sqlmodel import col, select
from timing import Sheet

from adjudicator.service.inbox.arrival import ingest
from adjudicator.service.inbox.handling import handle
from adjudicator.service.inbox.pipeline import load_games
from adjudicator.service.logs import configure
from adjudicator.service.service import Service, open_service
from adjudicator.settings import Settings
from adjudicator.store.campaigns import seats_at_table
from adjudicator.store.engine import reading
from adjudicator.store.inbound import Place
from adjudicator.store.migrations import upgrade
from adjudicator.store.tables import InboundMail, InboundStatus, OutboundMail, OutboundState
from tests.live.installation import settings_for
from tests.live.production import running
from tests.live.stack import SECRET, MailStack
from tests.own_servers import empty_database, postgresql, redis

PROCESSES = ("worker", "sender", "beat", "poll")
HELD_IN = "burst@players.test"
LOOK_SECONDS = 0.1
GROUPS = Path("/sys/fs/cgroup/cpu")
"""Control groups of Linux that give a share of the processors (version 1)."""
PERIOD_MICROSECONDS = 20_000
USED = 0.9
"""The part of their share of the processors that workers use at least."""
ENOUGH = 0.85
"""The least part of what two workers can give. That is twice what one does (so they are 1.7 times as fast), or, if
the processors have less left, all that these can do."""
STATUS_UTIME, STATUS_STIME, STATUS_SESSION = 11, 12, 3
"""Indexes of the fields of /proc/PID/stat, counted after the name of the program."""


def rehearsed(campaigns: int, each: int, game: str = order_mail.GAME) -> list[list[tuple[str, str]]]:
    """Return who answers what in each campaign, in its order, found in an installation of its own: seat and line."""
    with tempfile.TemporaryDirectory() as folder:
        service = order_mail.install(Path(folder))
        found = []
        for number in range(campaigns):
            campaign, said = order_mail.create(service, number, game), []
            for count in range(each):
                raw = order_mail.next_mail(service, campaign, count)
                if raw is None:
                    break
                mail = email.message_from_bytes(raw, policy=email.policy.default)
                assert isinstance(mail, EmailMessage)
                seat = str(mail["From"]).partition("@")[0].rstrip("0123456789")
                said.append((seat, mail.get_content().splitlines()[0]))
                place = Place("INBOX", 1, number * each + count + 1)
                handle(service, ingest(service, place, service.clock.now(), raw).id)
            found.append(said)
        service.engine.dispose()
    return found


def mails_for(service: Service, campaign: int, number: int, said: list[tuple[str, str]]) -> list[EmailMessage]:
    """Return the mails of a campaign as players write them, one in a second."""
    written = email.utils.localtime()
    with reading(service.engine) as session:
        seats = {seat.name: seat for seat in seats_at_table(session, campaign, service.clock.now())}
    found = []
    quoted = "".join(f"> line {k} of the report that the player answers, as Gmail quotes it\n" for k in range(120))
    for count, (seat, line) in enumerate(said):
        mail = EmailMessage()
        mail["From"] = f"{seat}{number}@players.test"
        mail["To"] = service.reply_address(seats[seat].token)
        mail["Subject"] = f"Re: [bench-{number}] your action round"
        mail["Date"] = written - timedelta(seconds=len(said) - count)  # the same text twice in a second is a copy
        mail["Message-ID"] = f"<{number}.{count}@players.test>"
        mail.set_content(f"{line}\n\nOn Fri, Nov 20, 2026 at 9:01 AM Bench <x@game.test> wrote:\n\n{quoted}")
        found.append(mail)
    return found


def submit(stack: MailStack, mails: list[EmailMessage]) -> None:
    """Sign and submit mails, one behind the other; they are held in a mailbox of their own."""
    for mail in mails:
        with smtplib.SMTP("localhost", stack.submission, timeout=60) as smtp:
            smtp.starttls(context=stack.trust())
            smtp.login(str(mail["From"]), SECRET)
            smtp.send_message(mail, to_addrs=[HELD_IN])


def release(stack: MailStack, expected: list[str], *, settled: bool = True) -> None:
    """Move all held mails to the service's mailbox, each campaign's in order."""
    if settled:
        stack.settled()
    held = {}
    for file in (stack.maildir(HELD_IN) / "new").iterdir():
        held[str(email.message_from_bytes(file.read_bytes())["Message-ID"])] = file
    target = stack.maildir("orders@game.test") / "new"
    owner = target.stat()
    for number, name in enumerate(expected):
        os.chown(held[name], owner.st_uid, owner.st_gid)
        # Dovecot numbers new files in the order of their names
        held[name].rename(target / f"{1_700_000_000 + number}.{held[name].name.partition('.')[2]}")


def processor_seconds() -> float:
    """Return the busy seconds of all processors since the machine started.

    Idle time and waiting for disks are left out.
    """
    fields = [int(each) for each in Path("/proc/stat").read_text().splitlines()[0].split()[1:9]]
    return (sum(fields) - fields[3] - fields[4]) / os.sysconf("SC_CLK_TCK")


def processes_of(session: int) -> Iterator[str]:
    """Yield the numbers of all processes of a session."""
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(FileNotFoundError, ProcessLookupError):
            if path.read_text().rpartition(")")[2].split()[STATUS_SESSION] == str(session):
                yield path.parent.name


@contextmanager
def slowed(session: int, processors: float | None) -> Iterator[None]:
    """Limit the processes of a session to so many processors together.

    None: as many as there are.
    """
    if processors is None:
        yield
        return
    group = GROUPS / f"load-{session}"
    group.mkdir()
    (group / "cpu.cfs_period_us").write_text(str(PERIOD_MICROSECONDS))
    (group / "cpu.cfs_quota_us").write_text(str(round(PERIOD_MICROSECONDS * processors)))
    try:
        for each in processes_of(session):
            (group / "cgroup.procs").write_text(each)
        yield
    finally:
        for each in processes_of(session):
            (GROUPS / "cgroup.procs").write_text(each)
        group.rmdir()


def ours(started: Sequence[subprocess.Popen[bytes]]) -> Counter[str]:
    """Return processor seconds of our processes with children, by kind."""
    kinds = {process.pid: kind for process, kind in zip(started, PROCESSES, strict=True)}
    total: Counter[str] = Counter()
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        kind = kinds.get(int(fields[STATUS_SESSION]))
        if kind is not None:
            total[kind] += int(fields[STATUS_UTIME]) + int(fields[STATUS_STIME])
    tick = os.sysconf("SC_CLK_TCK")
    return Counter({kind: ticks / tick for kind, ticks in total.items()})


def left(service: Service) -> tuple[int, int]:
    """Return how many mails were stored, and how much is still to be handled or sent."""
    with reading(service.engine) as session:
        stored = session.execute(select(func.count()).select_from(InboundMail)).scalar_one()
        waiting = select(func.count()).where(col(InboundMail.status) == InboundStatus.RECEIVED)
        unsent = select(func.count()).where(col(OutboundMail.state).in_((OutboundState.QUEUED, OutboundState.RENDERED)))
        return stored, session.execute(waiting).scalar_one() + session.execute(unsent).scalar_one()


def until(service: Service, mails: int) -> None:
    """Wait until so many mails are stored and nothing is left to be done."""
    while True:
        stored, rest = left(service)
        if stored >= mails and not rest:
            return
        time.sleep(LOOK_SECONDS)


class Given(NamedTuple):
    """The number of campaigns, of mails of each, and the share of a processor that a worker has at most."""

    campaigns: int
    each: int
    share: float | None


class Burst(NamedTuple):
    """Answered mails a second, and how many this machine's processors could answer if they did nothing else."""

    rate: float
    most: float


@contextmanager
def installation(stack: MailStack) -> Iterator[tuple[Settings, Service]]:
    """Yield an empty installation on servers of its own.

    Its mails go through the stack's servers.
    """
    stack.empty()
    with (
        tempfile.TemporaryDirectory() as name,
        postgresql() as server,
        empty_database(server) as database,
        redis(Path(name)) as broker,
    ):
        settings = settings_for(stack, Path(name), database=database, broker=broker)
        configure(logging.WARNING)
        service = open_service(settings)
        upgrade(service.engine)
        yield settings, service
        service.engine.dispose()


def commands(workers: int) -> list[tuple[str, ...]]:
    """Return the commands that start the processes of an installation with so many workers."""
    return [(kind, "--concurrency", str(workers)) if kind == "worker" else (kind,) for kind in PROCESSES]


def burst(sheet: Sheet, stack: MailStack, workers: int, given: Given) -> Burst:
    """Measure what so many worker processes answer."""
    campaigns, each = given.campaigns, given.each
    said = rehearsed(campaigns, each)
    with installation(stack) as (settings, service):
        made = [order_mail.create(service, number) for number in range(campaigns)]
        with running(settings, *commands(workers)) as started:
            until(service, 0)  # the first mails of the campaigns are out
            lists = [mails_for(service, made[k], k, said[k]) for k in range(campaigns)]
            with ThreadPoolExecutor(4) as threads:
                list(threads.map(lambda mails: submit(stack, mails), lists))
            order = [str(one[k]["Message-ID"]) for k in range(each) for one in lists if k < len(one)]
            before = sent(service)
            worker, share = started[PROCESSES.index("worker")], given.share and given.share * workers
            with slowed(worker.pid, share):
                begun, all_begun, our_begun = time.monotonic(), processor_seconds(), ours(started)
                release(stack, order)
                until(service, len(order))
                seconds = time.monotonic() - begun
            stack.settled()
            all_spent, our_spent = processor_seconds() - all_begun, ours(started) - our_begun
            out = sent(service) - before
        refused = unsettled(service)
    assert not refused, refused
    named = f"{workers} worker{'s' if workers > 1 else ''}"
    rate = len(order) / seconds
    wanted = workers > 1 and not share
    sheet.rate(f"{named}: {len(order)} orders, {out} mails out: answered", rate, 20 if wanted else None)
    sheet.minutes(f"{named}: – 20,000 mails would take", 20_000 / rate, 18 * 60.0 if wanted else None)
    sheet.seconds(f"{named}: – our processor time for each", our_spent.total() / len(order))
    for kind in PROCESSES:
        sheet.seconds(f"{named}: –   of the {kind}", our_spent[kind] / len(order))
    sheet.seconds(f"{named}: – that of the servers", (all_spent - our_spent.total()) / len(order))
    most = (os.cpu_count() or 1) * len(order) / all_spent
    sheet.rate(f"{named}: – the processors could answer", most)
    sheet.factor(f"{named}: – of that is reached", rate / most)
    if share:
        sheet.factor(f"{named}: – of their share is used", our_spent["worker"] / seconds / share, least=USED)
    return Burst(rate, most)


def sent(service: Service) -> int:
    with reading(service.engine) as session:
        found = select(func.count()).where(col(OutboundMail.state) == OutboundState.HANDED_OVER)
        return session.execute(found).scalar_one()


def unsettled(service: Service) -> list[str]:
    """Return orders that were not carried out.

    If there are any, something else was measured.
    """
    with reading(service.engine) as session:
        rows = session.execute(
            select(col(InboundMail.status), col(InboundMail.reason)).where(
                col(InboundMail.status) != InboundStatus.HANDLED
            )
        ).all()
        return [f"{status}: {reason}" for status, reason in rows]


def main(given: Given) -> None:
    load_games()
    sheet = Sheet("a burst of orders over real servers")
    with MailStack() as stack:
        one = burst(sheet, stack, 1, given)
        two = burst(sheet, stack, 2, given)
    sheet.factor("two workers, times one", two.rate / one.rate)
    whole = two.rate / min(2 * one.rate, two.most)
    sheet.factor("two workers, of twice one or of all processors", whole, least=None if given.share else ENOUGH)
    sheet.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--campaigns", type=int, default=40)
    parser.add_argument("--each", type=int, default=8, help="mails of each campaign")
    parser.add_argument("--share", type=float, help="of a processor, for each worker process")
    main(Given(**vars(parser.parse_args())))
