"""Count what order mails ask of the database: `python benchmarks/statements.py`.

Statements for each order mail, heartbeats aside: fetched in batches and stored, settled, its answers and reports
written, and handed over. Counted in one process on SQLite, in bursts of one mail of each campaign, for each game that
is played in whole.
"""

from __future__ import annotations

import argparse
import logging
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from many_mails import DOMAIN, send_all, settings_at
from order_mail import create, next_mail
from sqlalchemy import Engine, event, select
from sqlmodel import col
from timing import Sheet, cast, whole_games

from adjudicator.mail.embedded import EmbeddedMail
from adjudicator.mail.fetch import Mailbox
from adjudicator.service.inbox.handling import handle
from adjudicator.service.logs import configure
from adjudicator.service.outbox.delivery import imap_settings
from adjudicator.service.service import Service, open_service
from adjudicator.service.words.rendering import render_due
from adjudicator.store.engine import reading
from adjudicator.store.migrations import upgrade
from adjudicator.store.tables import InboundMail, InboundStatus
from worker.poller import fetch_new

WANTED = 35
PHASES = ("fetched and stored", "settled", "answers and reports written", "handed over")


class Count:
    """The number of statements of each phase."""

    def __init__(self, engine: Engine) -> None:
        self.of: Counter[str] = Counter()
        self._phase = ""
        event.listen(engine, "before_cursor_execute", self._one)

    def _one(self, *_: object) -> None:
        if self._phase:
            self.of[self._phase] += 1

    @contextmanager
    def during(self, phase: str) -> Iterator[None]:
        self._phase = phase
        yield
        self._phase = ""


def waiting(service: Service) -> list[int]:
    """Return mails that somebody is woken for, in their order."""
    with reading(service.engine) as session:
        received = select(col(InboundMail.id)).where(col(InboundMail.status) == InboundStatus.RECEIVED)
        return list(session.scalars(received.order_by(col(InboundMail.id))))


def counted(game: str, folder: Path, campaigns: int, bursts: int) -> tuple[Counter[str], int, int]:
    """Return statements of each phase, mails that came and mails that went."""
    came = went = 0
    with EmbeddedMail(folder / "mail", DOMAIN, require_login=False) as servers:
        servers.add_user("orders", "secret")
        configure(logging.WARNING)
        service = open_service(settings_at(folder, servers))
        upgrade(service.engine)
        for number in range(campaigns):
            for seat in cast(game):
                for part in ("new", "cur", "tmp"):
                    (servers.directory / "mail" / f"{seat}{number}" / part).mkdir(parents=True)
        made = [create(service, number, game) for number in range(campaigns)]
        send_all(service)
        count = Count(service.engine)
        for burst in range(bursts):
            for raw in [next_mail(service, campaign, burst) for campaign in made]:
                if raw is not None:
                    servers.deliver(raw, sender=f"x@{DOMAIN}", recipient=f"orders@{DOMAIN}")
                    came += 1
            with Mailbox.connect(imap_settings(service.settings)) as box, count.during(PHASES[0]):
                fetch_new(service, box)
            ids = waiting(service)
            with count.during(PHASES[1]):
                for each in ids:
                    handle(service, each)
            with count.during(PHASES[2]):
                while render_due(service):
                    pass
            with count.during(PHASES[3]):
                went += send_all(service)
        service.engine.dispose()
    return count.of, came, went


def main(campaigns: int, bursts: int) -> None:
    sheet = Sheet("statements for each order mail")
    for game in whole_games():
        with tempfile.TemporaryDirectory() as folder:
            of, came, went = counted(game, Path(folder), campaigns, bursts)
        sheet.factor(f"{game}: {went / came:.2f} mails out for each", of.total() / came, WANTED)
        for phase in PHASES:
            sheet.factor(f"– {phase}", of[phase] / came)
    sheet.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--campaigns", type=int, default=20)
    parser.add_argument("--bursts", type=int, default=4)
    given = parser.parse_args()
    main(given.campaigns, given.bursts)
