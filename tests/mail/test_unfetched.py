"""A message that the server does not give out keeps no other waiting, and is fetched once it can be."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import chain
from pathlib import Path

import pytest
from msgspec import structs
from sqlmodel import col, select

from adjudicator.mail.embedded import EmbeddedMail
from adjudicator.mail.fetch import Fetched, Mailbox, MailboxLost, Unfetched
from adjudicator.service.admin.health import troubles
from adjudicator.service.outbox.delivery import imap_settings
from adjudicator.service.service import Service, Unwatched, open_service
from adjudicator.settings import Settings
from adjudicator.settings.mail import Imap, Mail, OwnAddress, Tls
from adjudicator.store import unfetched
from adjudicator.store.engine import reading, writing
from adjudicator.store.migrations import upgrade
from adjudicator.store.tables import InboundMail
from tests.mail.tampering import DATES, GIVEN, HOWS, Tampering
from tests.service.conftest import SteppingClock
from worker import poller

BAD = 2
"""The uid of the message with which something is wrong; there are three."""


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[EmbeddedMail]:
    with EmbeddedMail(tmp_path / "mail", "game.test") as embedded:
        embedded.add_user("orders", "secret")
        for number in (1, 2, 3):
            raw = b"From: anna@x.test\r\nTo: orders@game.test\r\nMessage-ID: <%d@x.test>\r\n\r\n1a\r\n" % number
            embedded.deliver(raw, sender="anna@x.test", recipient="orders@game.test")
        yield embedded


@pytest.fixture
def wire(servers: EmbeddedMail, request: pytest.FixtureRequest) -> Iterator[Tampering]:
    with Tampering(servers.imap_settings("orders").port, BAD, request.param) as made:
        yield made


class Looked(Unwatched):
    """Ends the poller once it has looked at everything."""

    def __init__(self, stop: threading.Event) -> None:
        self.stop = stop

    def fetched(self, at: datetime, mailboxes: object = ()) -> None:
        self.stop.set()


@pytest.fixture
def service(servers: EmbeddedMail, wire: Tampering, tmp_path: Path) -> Iterator[Service]:
    imap = Imap(port=wire.port, tls=Tls.NONE, user="orders", password="secret", poll_seconds=0.01)
    mail = Mail(imap=imap, address=OwnAddress(domain="game.test"))
    settings = Settings(database=f"sqlite:///{tmp_path}/store.db", data_directory=tmp_path, mail=mail)
    made = open_service(settings, SteppingClock())
    upgrade(made.engine)
    yield made
    made.engine.dispose()


def later(service: Service, time: timedelta) -> None:
    assert isinstance(service.clock, SteppingClock)
    service.clock.time += time


every_how = pytest.mark.parametrize("wire", HOWS, indirect=True)


@every_how
def test_the_third_of_three_is_fetched_as_far_as_the_server_gives_it(servers: EmbeddedMail, wire: Tampering) -> None:
    settings = structs.replace(servers.imap_settings("orders"), port=wire.port)
    with Mailbox.connect(settings) as box:
        if wire.how == "hangs up":
            with pytest.raises(MailboxLost):
                list(box.batches(None))
            assert box.asked_for == [1, 2, 3]
            return
        first, second, third = sorted(chain.from_iterable(box.batches(None)), key=lambda each: each.uid)
    assert all(isinstance(each, Fetched) and each.internal_date is not None for each in (first, third))
    if wire.how in GIVEN:
        assert isinstance(second, Fetched)
        assert (b"<2@x.test>" in second.raw, second.raw.split()[-1], second.oversize) == (True, b"1a", False)
        assert second.internal_date is not None
    elif wire.how in DATES:
        assert isinstance(second, Fetched)
        assert second.internal_date is None
    else:
        assert isinstance(second, Unfetched)
        assert ("SERVERBUG" in second.why) == wire.how.startswith("NO")
        assert ("were announced" in second.why) == wire.how.startswith("nothing")


@every_how
def test_the_poller_stores_the_others_and_that_one_when_it_can_be_fetched(
    service: Service, wire: Tampering, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(poller, "FIRST_PAUSE", 0.01)

    def polled() -> list[str]:
        stop = threading.Event()
        poller.poll(replace(service, life=Looked(stop)), stop)
        with reading(service.engine) as session:
            return [each.message_id for each in session.scalars(select(InboundMail).order_by(col(InboundMail.id)))]

    given = wire.how in GIVEN | DATES.keys()
    assert sorted(polled()) == ["<1@x.test>", *(["<2@x.test>"] if given else []), "<3@x.test>"]
    wrong = [each for each in troubles(service) if "does not give out" in each.text]
    if given:
        assert wrong == []
        return
    assert [(each.name, f"mail {BAD} of INBOX" in each.text) for each in wrong] == [("INBOX", True)]
    wire.how = ""
    assert len(polled()) == 2, "it is not asked for at each look"
    later(service, unfetched.FIRST_PAUSE)
    assert polled() == ["<1@x.test>", "<3@x.test>", "<2@x.test>"]
    assert [each for each in troubles(service) if "does not give out" in each.text] == []


@pytest.mark.parametrize("wire", ["NO to the message"], indirect=True)
def test_the_pauses_grow_and_one_that_was_deleted_is_forgotten(
    servers: EmbeddedMail, service: Service, wire: Tampering
) -> None:
    due = []
    with Mailbox.connect(imap_settings(service.settings)) as box:
        for _ in range(12):
            poller.fetch_new(service, box)
            with reading(service.engine) as session:
                (note,) = unfetched.all_noted(session)
            due.append(note.due_at - service.clock.now())
            later(service, due[-1] + timedelta(seconds=1))
    pauses = [round(each.total_seconds() / 60) for each in due]
    assert pauses == sorted(pauses)
    assert (pauses[0], pauses[-1]) == (1, unfetched.LONGEST_PAUSE.total_seconds() / 60)
    with writing(service.engine) as session:
        unfetched.note(session, "INBOX", note.uidvalidity - 1, 7, service.clock.now(), "of a former numbering")
    with Mailbox.connect(servers.imap_settings("orders")) as box:
        box.move_to([BAD], "Elsewhere")
    with Mailbox.connect(imap_settings(service.settings)) as box:
        poller.fetch_new(service, box)
    with reading(service.engine) as session:
        assert unfetched.all_noted(session) == []
