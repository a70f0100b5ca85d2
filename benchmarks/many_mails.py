"""Measure the way of many mails: `python benchmarks/many_mails.py`.

From an IMAP mailbox to stored, and from stored to the answer in the hands of an SMTP server, in wall time: one poller,
one worker and one sender, one after the other, SQLite, the embedded servers on the same machine (they take their share
of it; a Dovecot is faster). Each mail is an order of a campaign of its own, and its answer has the board's picture.
Then what 10,000 mails that wait, in and out, cost a worker in memory and time.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import subprocess
import sys
import tempfile
import time
from datetime import timedelta
from pathlib import Path

from order_mail import create, next_mail
from sqlalchemy import insert
from timing import Sheet, median

from adjudicator.mail.embedded import EmbeddedMail
from adjudicator.mail.fetch import Mailbox
from adjudicator.service.inbox import handling
from adjudicator.service.logs import configure
from adjudicator.service.outbox import delivery
from adjudicator.service.outbox.delivery import imap_settings
from adjudicator.service.service import Service, open_service
from adjudicator.service.words import rendering
from adjudicator.settings import Imap, Mail, OwnAddress, Settings, Smtp, Tls, Trust
from adjudicator.store import inbound, outbound
from adjudicator.store.engine import reading, writing
from adjudicator.store.inbound import NewMail, Place
from adjudicator.store.migrations import upgrade
from adjudicator.store.tables import OutboundMail, OutboundState, table_of
from worker.poller import fetch_new

DOMAIN = "players.test"
LEASE = timedelta(minutes=2)
MEGABYTE = 1_000_000


def settings_at(folder: Path, servers: EmbeddedMail | None) -> Settings:
    imap, smtp = Imap(), Smtp()
    if servers is not None:
        at = servers.imap_settings("orders")
        imap = Imap(host=at.host, port=at.port, tls=Tls.NONE, user="orders", password=at.password, idle=False)
        out = servers.smtp_settings()
        smtp = Smtp(host=out.host, port=out.port, tls=Tls.NONE, per_recipient=0)
    return Settings(
        database=f"sqlite:///{folder}/bench.db",
        data_directory=folder,
        mail=Mail(imap=imap, smtp=smtp, trust=Trust.EVERYBODY, address=OwnAddress(domain=DOMAIN)),
    )


class Watch:
    """Wall time and our own processor time since it was made."""

    def __init__(self) -> None:
        self._wall, self._work = time.perf_counter(), time.process_time()

    def told(self, sheet: Sheet, name: str, count: int, target: float) -> None:
        """Print mails a second, and the processor time of each.

        It is compared with the longest time allowed.
        """
        sheet.rate(name, count / (time.perf_counter() - self._wall))
        sheet.seconds("– our processor time for each", (time.process_time() - self._work) / count, target)


def throughput(sheet: Sheet, folder: Path, count: int) -> None:
    with EmbeddedMail(folder / "mail", DOMAIN, require_login=False) as servers:
        servers.add_user("orders", "secret")
        configure(logging.WARNING)
        service = open_service(settings_at(folder, servers))
        upgrade(service.engine)
        for number in range(count):
            for seat in ("france", "britain"):
                (servers.directory / "mail" / f"{seat}{number}" / "new").mkdir(parents=True)
                for part in ("cur", "tmp"):
                    (servers.directory / "mail" / f"{seat}{number}" / part).mkdir()
            campaign = create(service, number)
            raw = next_mail(service, campaign, 0)
            assert raw is not None
            servers.deliver(raw, sender="x@players.test", recipient="orders@players.test")
        send_all(service)
        watch = Watch()
        with Mailbox.connect(imap_settings(service.settings)) as box:
            assert fetch_new(service, box) == count
        watch.told(sheet, "IMAP to stored and filed away", count, 10e-3)
        watch = whole = Watch()
        while handling.sweep(service, LEASE):
            pass
        watch.told(sheet, "stored to handled, the answer queued", count, 20e-3)
        watch = Watch()
        rendered = 0
        while taken := rendering.render_due(service):
            rendered += taken
        watch.told(sheet, f"{rendered} mails rendered, with pictures", rendered, 50e-3)
        watch = Watch()
        assert send_all(service) == rendered
        watch.told(sheet, "handed over to the SMTP server", rendered, 20e-3)
        whole.told(sheet, "stored to answered", count, 100e-3)
        service.engine.dispose()


def send_all(service: Service) -> int:
    """Write and hand over whatever is queued. Returns how many mails."""
    while rendering.render_due(service):
        pass
    sent = 0
    while taken := asyncio.run(delivery.send_due(service)):
        sent += taken
    return sent


def waiting(folder: Path, count: int) -> None:
    """Fill a database with mails that wait, in and out."""
    configure(logging.WARNING)
    service = open_service(settings_at(folder, None))
    upgrade(service.engine)
    campaigns = [create(service, number) for number in range(20)]
    raw = next_mail(service, campaigns[0], 0)
    assert raw is not None
    now = service.clock.now()
    with writing(service.engine) as session:
        for uid in range(count):
            place = Place("INBOX", 1, uid + 1)
            inbound.store(session, NewMail(place, f"<{uid}@x.test>", uid.to_bytes(32, "big"), now, raw), now)
        rows = [
            {
                "message_id": f"<w.{n}@players.test>", "kind": "report", "recipient": f"a{n % 500}@players.test",
                "intent": b"", "campaign_id": campaigns[n % 20], "state": OutboundState.RENDERED, "due_at": now,
                "queued_at": now, "attempts": 0, "error": "", "priority": n % 3, "raw": raw * 2,
            }
            for n in range(count)
        ]  # fmt: skip
        session.execute(insert(table_of(OutboundMail)), rows)
    service.engine.dispose()


def peak() -> int:
    """Return the most memory of this process, in kB.

    This is not `ru_maxrss`, which a child inherits from its parent.
    """
    status = Path("/proc/self/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmHWM:")).split()[1])


def sweep_once(folder: Path) -> None:
    """Print memory in kB before and after claims, and seconds of a claim.

    It runs in a process of its own.
    """
    configure(logging.WARNING)
    service = open_service(settings_at(folder, None))
    with reading(service.engine) as session:
        inbound.last_uid(session, "INBOX", 1)
    before = peak()
    samples: dict[str, list[float]] = {"in": [], "out": []}
    for _ in range(20):
        started = time.perf_counter()
        assert len(handling.left_behind(service, LEASE)) == 50
        samples["in"].append(time.perf_counter() - started)
        started = time.perf_counter()
        with writing(service.engine) as session:
            assert (
                len(outbound.claim(session, OutboundState.RENDERED, service.clock.now(), outbound.Lease(LEASE), 20))
                == 20
            )
        samples["out"].append(time.perf_counter() - started)
    after = peak()
    print(before, after, median(samples["in"]), median(samples["out"]))


def memory(sheet: Sheet, count: int) -> None:
    for size in (100 if count > 100 else count // 2, count):
        with tempfile.TemporaryDirectory() as name:
            waiting(Path(name), max(size, 1000))
            done = subprocess.run(
                [sys.executable, __file__, "--sweep", name], check=True, capture_output=True, text=True
            ).stdout.split()
        label = f"{max(size, 1000):,} mails wait, in and out"
        before, after = (float(each) * 1024 for each in done[:2])
        sheet.size(f"{label}: the worker's memory", after, 250 * MEGABYTE)
        sheet.size(f"{label}: – more than before", after - before, 40 * MEGABYTE)
        sheet.seconds(f"{label}: 50 to handle are found", float(done[2]), 50e-3)
        sheet.seconds(f"{label}: 20 to send are chosen", float(done[3]), 100e-3)


def main(count: int, backlog: int) -> None:
    sheet = Sheet("many mails")
    with tempfile.TemporaryDirectory() as folder:
        throughput(sheet, Path(folder), count)
    memory(sheet, backlog)
    sheet.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mails", type=int, default=200)
    parser.add_argument("--backlog", type=int, default=10_000)
    parser.add_argument("--sweep", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.sweep:
        sweep_once(given.sweep)
    else:
        main(given.mails, given.backlog)
