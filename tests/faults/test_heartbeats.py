"""A mail in the hand of a process that was killed is taken up by another within seconds, long before its lease ends."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from sqlmodel import col

from adjudicator.mail.embedded import EmbeddedMail
from adjudicator.service.inbox.arrival import ingest
from adjudicator.service.outbox.delivery import LEASE
from adjudicator.service.people.new_campaigns import NewCampaign, Player, create
from adjudicator.service.service import NobodyToWake, Service, open_service
from adjudicator.settings import Celery, Mail, OwnAddress, Settings, Smtp, Tls, Trust
from adjudicator.store.campaigns import seats_at_table
from adjudicator.store.engine import reading
from adjudicator.store.mails import Place
from adjudicator.store.migrations import upgrade
from adjudicator.store.tables import InboundMail, InboundStatus, OutboundMail, OutboundState, ProcessKind
from tests.faults.clockwork import Turn
from tests.faults.points import Role
from tests.faults.processes import Stage, context, play
from tests.faults.theatre import DOMAIN, SECRET
from tests.own_servers import redis
from worker.heart import beating
from worker.wakes import waker

PATIENCE = 240.0
GOING = (OutboundState.QUEUED, OutboundState.RENDERED)
POINTS = ("handling", "begun", "rendering", "claimed", "handing-over")


class House:
    """An installation without a process, and a campaign whose first mails have not gone yet."""

    def __init__(self, folder: Path, database: str, broker: str, servers: EmbeddedMail) -> None:
        smtp = servers.smtp_settings("orders")
        self.settings = Settings(
            database=database or f"sqlite:///{folder}/store.db",
            data_directory=folder,
            mail=Mail(
                smtp=Smtp(host=smtp.host, port=smtp.port, tls=Tls.NONE, user="orders", password=SECRET),
                address=OwnAddress(domain=DOMAIN),
                trust=Trust.EVERYBODY,
            ),
            celery=Celery(broker=broker),
        )
        self.stage = Stage(self.settings, folder / "clock", folder / "turn", folder / "log", to_all=True, readers=False)
        Turn(self.stage.turn).give([Role.WORKER])
        self.service: Service = open_service(self.settings, wakes=NobodyToWake())
        upgrade(self.service.engine)
        address = servers.add_user("anna", "secret")
        players = tuple(Player(seat=seat, name=seat, email=address) for seat in ("red", "blue"))
        self.campaign = create(
            self.service, NewCampaign(name="beats", title="Beats", game="sealed-bids", players=players)
        )

    def write(self) -> int:
        """A mail arrives, and nobody is woken."""
        with reading(self.service.engine) as session:
            seat = seats_at_table(session, self.campaign, self.service.clock.now())[0]
        mail = EmailMessage()
        mail["From"], mail["To"] = seat.holders[0].emails[0], self.service.reply_address(seat.token)
        mail["Subject"], mail["Message-ID"] = "how do things stand?", "<1@players.test>"
        mail.set_content("status\n")
        return ingest(self.service, Place("INBOX", 1, 1), self.service.clock.now(), mail.as_bytes()).id

    def done(self) -> bool:
        """Every mail is handled, and every answer has gone."""
        with reading(self.service.engine) as session:
            waiting = select(col(InboundMail.id)).where(col(InboundMail.status) == InboundStatus.RECEIVED)
            going = select(col(OutboundMail.id)).where(col(OutboundMail.state).in_(GOING))
            return session.scalar(waiting.limit(1)) is None and session.scalar(going.limit(1)) is None


@contextmanager
def worker(house: House, fault: str = "") -> Iterator[Any]:
    process = context().Process(target=play, args=(house.stage, Role.WORKER, fault), daemon=True)
    process.start()
    try:
        yield process
    finally:
        process.kill()
        process.join()


def until(done: Callable[[], bool], house: House) -> None:
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end, house.stage.log.read_text(errors="replace")[-3000:]
        time.sleep(0.05)


@pytest.mark.slow
@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
@pytest.mark.parametrize("point", POINTS)
def test_a_mail_in_the_hand_of_a_killed_worker_waits_for_its_heartbeat_and_not_for_its_lease(
    point: str, database: str, request: pytest.FixtureRequest, record_property: Callable[[str, object], None]
) -> None:
    url = request.getfixturevalue("postgresql_url") if database == "postgresql" else ""
    with ExitStack() as stage:
        folder = Path(stage.enter_context(tempfile.TemporaryDirectory()))
        broker = stage.enter_context(redis(folder))
        servers = stage.enter_context(EmbeddedMail(folder / "mail", DOMAIN))
        servers.add_user("orders", "secret")
        house = House(folder, url, broker, servers)
        wakes = waker(house.settings)
        with beating(house.settings, ProcessKind.BEAT, wakes.all), worker(house, point) as doomed:
            mail = house.write()
            wakes.mail_again(mail) if point == "begun" else wakes.mail(mail)
            wakes.outbox()
            doomed.join(PATIENCE)
            assert doomed.exitcode == -9
            died = time.monotonic()
            assert not house.done()
            with worker(house):
                until(house.done, house)
            waited = time.monotonic() - died
        house.service.engine.dispose()
    record_property("seconds", round(waited, 1))
    print(f"{point} {database}: {waited:.1f} s")
    assert waited < LEASE.total_seconds() / 2
