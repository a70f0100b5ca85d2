"""A small installation for one fault: a campaign whose first mails have not gone, and workers that may die."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import redis as redis_client
from sqlalchemy import select
from sqlmodel import col

from adjudicator.mail.embedded import EmbeddedMail
from adjudicator.service.clock import Clock
from adjudicator.service.inbox.arrival import ingest
from adjudicator.service.people.new_campaigns import NewCampaign, Player, create
from adjudicator.service.service import NullNotifier, Service, open_service
from adjudicator.settings import Celery, Imap, Limits, Mail, OwnAddress, Settings, Smtp, Tls, Trust
from adjudicator.store.campaigns import seats_at_table
from adjudicator.store.engine import StoreUnavailable, reading
from adjudicator.store.inbound import Place
from adjudicator.store.migrations import upgrade
from adjudicator.store.tables import InboundMail, InboundStatus, OutboundMail, OutboundState
from tests.faults.clockwork import Turn
from tests.faults.points import Role
from tests.faults.processes import Stage, context, play
from tests.faults.servers import DOMAIN, SECRET
from worker.queue_watch import MARK

PATIENCE = 240.0
GOING = (OutboundState.QUEUED, OutboundState.RENDERED)


class Installation:
    """An installation without a process; its workers serve both queues."""

    def __init__(
        self,
        folder: Path,
        database: str,
        broker: str,
        servers: EmbeddedMail,
        imap_port: int = 0,
        *,
        apart: bool = False,
        clock: Clock | None = None,
        unlimited: bool = False,
    ) -> None:
        """`apart`: each player has a mailbox of his own. `clock`: how late it is when the campaign begins. `unlimited`:
        players may write, and get, as many mails in an hour as they like.
        """
        servers.add_user("orders", "secret")
        imap, smtp = servers.imap_settings("orders"), servers.smtp_settings("orders")
        self.mailbox = folder / "mail" / "mail" / "anna" / "new"
        self.settings = Settings(
            database=database or f"sqlite:///{folder}/store.db",
            data_directory=folder,
            mail=Mail(
                imap=Imap(
                    host=imap.host, port=imap_port or imap.port, tls=Tls.NONE, user="orders", password=SECRET,
                    idle=False, poll_seconds=0.05,
                ),
                smtp=Smtp(
                    host=smtp.host, port=smtp.port, tls=Tls.NONE, user="orders", password=SECRET,
                    per_recipient=0 if unlimited else Smtp().per_recipient,
                ),
                address=OwnAddress(domain=DOMAIN),
                trust=Trust.EVERYBODY,
            ),
            celery=Celery(broker=broker),
            limits=Limits(answers_per_hour=1_000_000) if unlimited else Limits(),
        )  # fmt: skip
        self.stage = Stage(self.settings, folder / "clock", folder / "turn", folder / "log", to_all=True, readers=False)
        Turn(self.stage.turn).give([Role.WORKER])
        redis_client.Redis.from_url(broker).set(MARK, "")  # the queue is not new: nobody wakes for all in the beginning
        self.service: Service = open_service(self.settings, clock, NullNotifier())
        upgrade(self.service.engine)
        addresses = {"red": servers.add_user("anna", "secret")}
        addresses["blue"] = servers.add_user("boris", "secret") if apart else addresses["red"]
        players = tuple(Player(seat=seat, name=seat, email=email) for seat, email in addresses.items())
        self.campaign = create(
            self.service,
            NewCampaign(name="beats", title="Beats", game="sealed-bids", players=players, seed=b"beats"),
        )

    def write(self, n: int = 1) -> int:
        """The n-th mail arrives, and nobody is woken."""
        raw = self.mail(n=n).as_bytes()
        return ingest(self.service, Place("INBOX", 1, n), self.service.clock.now(), raw).id

    def mail(self, text: str = "status\n", n: int = 1, campaign: int = 0) -> EmailMessage:
        """The n-th one of the first seat, perhaps of another campaign; it asks how things stand."""
        with reading(self.service.engine) as session:
            seat = seats_at_table(session, campaign or self.campaign, self.service.clock.now())[0]
        mail = EmailMessage()
        mail["From"], mail["To"] = seat.holders[0].emails[0], self.service.reply_address(seat.token)
        mail["Subject"], mail["Message-ID"] = "how do things stand?", f"<{n}@players.test>"
        mail.set_content(text)
        return mail

    def done(self) -> bool:
        """Every mail is handled, and every answer has gone."""
        with reading(self.service.engine) as session:
            waiting = select(col(InboundMail.id)).where(col(InboundMail.status) == InboundStatus.RECEIVED)
            going = select(col(OutboundMail.id)).where(col(OutboundMail.state).in_(GOING))
            return session.scalar(waiting.limit(1)) is None and session.scalar(going.limit(1)) is None

    def said(self) -> str:
        """What its workers have said."""
        return self.stage.log.read_text(errors="replace") if self.stage.log.exists() else ""

    def until(self, done: Callable[[], bool]) -> None:
        """Wait for something, also for a database that is away."""
        end = time.monotonic() + PATIENCE
        while not _sure(done):
            assert time.monotonic() < end, self.said()[-3000:]
            time.sleep(0.05)

    @contextmanager
    def worker(self, fault: str = "", role: Role = Role.WORKER) -> Iterator[Any]:
        """A worker for everything, or another process; it is killed in the end."""
        process = context().Process(target=play, args=(self.stage, role, fault), daemon=True)
        process.start()
        try:
            yield process
        finally:
            process.kill()
            process.join()


def _sure(done: Callable[[], bool]) -> bool:
    try:
        return done()
    except StoreUnavailable:
        return False
