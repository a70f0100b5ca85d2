"""A service of ours at the live servers, and the people who write to it."""

from __future__ import annotations

import asyncio
import email
import email.policy
import threading
import time
from collections.abc import Callable
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import TypeVar

from msgspec import Struct
from sqlmodel import col, select

from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.inbox.handling import sweep
from adjudicator.service.outbox import delivery
from adjudicator.service.people import new_campaigns
from adjudicator.service.service import Service, open_service
from adjudicator.service.words import rendering
from adjudicator.settings import Celery, Imap, Limits, Mail, OwnAddress, Settings, Smtp, Tls
from adjudicator.store.engine import reading
from adjudicator.store.migrations import upgrade
from adjudicator.store.tables import InboundMail, InboundStatus, OutboundMail, OutboundState
from tests.live.stack import MX, SECRET, MailStack
from worker.poller import poll

PATIENCE = 240.0
"""Seconds until a test gives up on what never comes, on a machine that is slow and busy."""
LOOK_SECONDS = 0.1
T = TypeVar("T")


def settings_for(
    stack: MailStack,
    folder: Path,
    *,
    database: str = "",
    broker: str = "memory://",
    domain: str = "game.test",
    imap_port: int = 0,
    poll_seconds: float = 300,
    certificate: Path | None = None,
    timeout: int = 20,
    imap_host: str = "localhost",
    idle: bool = True,
) -> Settings:
    """An installation whose mailbox is orders@ the domain; everything over STARTTLS, the certificate checked."""
    user = f"orders@{domain}"
    trusted = certificate or stack.certificate
    return Settings(
        database=database or f"sqlite:///{folder}/live.db",
        data_directory=folder,
        mail=Mail(
            imap=Imap(
                host=imap_host, idle=idle, port=imap_port or stack.imap, tls=Tls.STARTTLS, user=user, password=SECRET,
                ca_file=trusted, timeout_seconds=timeout, poll_seconds=poll_seconds,
            ),
            smtp=Smtp(
                host="localhost", port=stack.submission, tls=Tls.STARTTLS, user=user, password=SECRET,
                ca_file=trusted, timeout_seconds=timeout, per_recipient=0,
            ),
            address=OwnAddress(domain=domain),
            authserv_id=MX,
        ),
        celery=Celery(broker=broker),
        limits=Limits(),
    )  # fmt: skip


class Held(Struct, frozen=True):
    """A stored mail as far as tests ask."""

    id: int
    message_id: str
    status: str
    nature: str
    reason: str

    @property
    def how(self) -> str:
        """How it ended, with the reason if there is one."""
        return f"{self.status}: {self.reason}" if self.reason else self.status


class Installation:
    """The poller in a thread; handling and sending happen while a test waits for something."""

    def __init__(self, stack: MailStack, settings: Settings) -> None:
        self.stack = stack
        self.service: Service = open_service(settings)
        upgrade(self.service.engine)
        self._stop = threading.Event()
        self._poller = threading.Thread(target=poll, args=(self.service, self._stop), daemon=True)
        self._poller.start()

    def close(self) -> None:
        self._stop.set()
        self._poller.join(PATIENCE)
        assert not self._poller.is_alive()
        self.service.engine.dispose()

    def create(self, **seats: str) -> int:
        """A campaign of Sealed Bids; each seat has its address."""
        players = tuple(
            new_campaigns.Player(seat=seat, name=seat.title(), email=address) for seat, address in seats.items()
        )
        new = new_campaigns.NewCampaign(name="live", title="Live", game="sealed-bids", seed=b"live", players=players)
        return new_campaigns.create(self.service, new)

    def work(self) -> None:
        """One round of a worker and a sender."""
        sweep(self.service, timedelta(minutes=2))
        while rendering.render_due(self.service):
            pass
        while asyncio.run(delivery.send_due(self.service)):
            pass

    def at_rest(self) -> bool:
        """Whether no mail is on its way, and nothing will come of those that were."""
        return not on_its_way(self.stack, self.service.settings)

    def until(self, ask: Callable[[], T], patience: float = PATIENCE) -> T:
        """Work until the answer is true; returns it."""
        return until(ask, self.work, patience)

    def mails(self) -> list[Held]:
        """All stored mails, oldest first."""
        with reading(self.service.engine) as session:
            rows = session.scalars(select(InboundMail).order_by(col(InboundMail.id))).all()
            return [Held(row.id, row.message_id, str(row.status), row.nature, row.reason) for row in rows]

    def handled(self, message_id: str) -> Held | None:
        """The stored mail once it is settled."""
        return next((m for m in self.mails() if m.message_id == message_id and m.status != "received"), None)

    def settled(self, message_id: str) -> Held:
        """The stored mail, worked on until it is settled."""
        found = self.until(lambda: self.handled(message_id))
        assert found is not None
        return found

    def outbox(self) -> list[OutboundMail]:
        with reading(self.service.engine) as session:
            return list(session.scalars(select(OutboundMail).order_by(col(OutboundMail.id))))

    def bids(self, campaign: int) -> dict[str, object]:
        """Sealed answers on file."""
        with reading(self.service.engine) as session:
            return dict(table_of_campaign(self.service.work(session), campaign).match.sealed)

    def inbox(self, address: str) -> list[EmailMessage]:
        return [parsed(raw) for raw in self.stack.read(address)]

    def first(self, address: str) -> EmailMessage:
        """The first mail that a player gets."""
        return self.until(lambda: self.inbox(address))[0]


def on_its_way(stack: MailStack, *settings: Settings) -> bool:
    """Whether a mail is anywhere on its way between these services and their people: in the order of that way, so
    that none gets past us. One that the server tries again soon, as after a mailbox was away, is on its way too.
    """
    services = [open_service(each) for each in settings]
    try:
        return (
            any(_goes_out(each) for each in services)
            or stack.busy("deferred")
            or any(stack.new_in(each.own.addresses[0]) for each in services)
            or any(_comes_in(each) for each in services)
        )
    finally:
        for each in services:
            each.engine.dispose()


def _goes_out(service: Service) -> bool:
    with reading(service.engine) as session:
        waits = col(OutboundMail.state).in_((OutboundState.QUEUED, OutboundState.RENDERED))
        due = select(col(OutboundMail.id)).where(waits, col(OutboundMail.due_at) <= service.clock.now())
        leased = select(col(OutboundMail.id)).where(waits, col(OutboundMail.attempts) > 0)
        return any(session.scalar(each.limit(1)) is not None for each in (due, leased))


def _comes_in(service: Service) -> bool:
    with reading(service.engine) as session:
        waits = select(col(InboundMail.id)).where(col(InboundMail.status) == InboundStatus.RECEIVED)
        return session.scalar(waits.limit(1)) is not None


def until(ask: Callable[[], T], work: Callable[[], object] = lambda: None, patience: float = PATIENCE) -> T:
    """Ask again and again until the answer is true; returns it."""
    end = time.monotonic() + patience
    while True:
        work()
        answer = ask()
        if answer:
            return answer
        assert time.monotonic() < end, f"not within {patience} s"
        time.sleep(LOOK_SECONDS)


def parsed(raw: bytes) -> EmailMessage:
    mail = email.message_from_bytes(raw, policy=email.policy.default)
    assert isinstance(mail, EmailMessage)
    return mail


def reply(asked: EmailMessage, sender: str, text: str, number: int = 1) -> EmailMessage:
    """An answer to a mail of the service."""
    mail = EmailMessage()
    mail["From"] = sender
    mail["To"] = str(asked["Reply-To"])
    mail["Subject"] = f"Re: {asked['Subject']}"
    mail["Message-ID"] = f"<{number}.{time.time_ns()}@players.test>"
    mail["In-Reply-To"] = str(asked["Message-ID"])
    mail.set_content(text)
    return mail
