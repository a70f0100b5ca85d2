"""Mails that come back: the address is marked, the moderator told once, the other address tried."""

from __future__ import annotations

from collections.abc import Callable
from email.message import EmailMessage

import pytest
from sqlalchemy import func, update
from sqlmodel import col, select

from adjudicator.mail.envelope import bounce_address
from adjudicator.service.clocks import digests, reminders
from adjudicator.service.outbox import bounces
from adjudicator.store import outbound, troubles
from adjudicator.store.engine import reading, writing
from adjudicator.store.tables import (
    Address,
    AddressState,
    DeliveryTrouble,
    Holding,
    InboundMail,
    OutboundMail,
    OutboundState,
    Person,
    Role,
    Seat,
    TroubleKind,
)
from tests.service.conftest import Installation

RED, BLUE, ANNA = "red@players.test", "blue@players.test", "anna@elsewhere.test"
Read = Callable[[EmailMessage], str]


@pytest.fixture
def table(installation: Installation) -> Installation:
    """Sealed Bids with a moderator; everybody has his welcome."""
    installation.create("sealed-bids", {"red": "en", "blue": "ru", "moderator": "en"})
    return installation


def bounce(
    mail: EmailMessage,
    recipient: str,
    *,
    action: str = "failed",
    status: str = "5.1.1",
    to: str = "orders@game.test",
    named: bool = True,
    number: int = 1,
) -> bytes:
    """A delivery report as Postfix writes it, about a mail of ours."""
    about = f"Message-ID: {mail['Message-ID']}\n" if named else "Subject: x\n"
    return _BOUNCE.format(to=to, number=number, recipient=recipient, action=action, status=status, about=about).encode()


_BOUNCE = """Return-Path: <>
From: MAILER-DAEMON@mx.players.test
To: {to}
Subject: Undelivered Mail Returned to Sender
Message-ID: <dsn.{number}@mx.players.test>
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b1"

--b1
Content-Type: text/plain

I am sorry to have to inform you.
--b1
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.players.test

Final-Recipient: rfc822; {recipient}
Action: {action}
Status: {status}
Diagnostic-Code: smtp; 550 the secret words of a server

--b1
Content-Type: text/rfc822-headers

From: x@game.test
{about}
--b1--
"""

_COMPLAINT = """From: fbl@provider.test
To: orders@game.test
Subject: complaint
Message-ID: <arf.{kind}@provider.test>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="b1"

--b1
Content-Type: text/plain

This is an abuse report.
--b1
Content-Type: message/feedback-report

Feedback-Type: {kind}
User-Agent: Provider/1.0
Version: 1

--b1
Content-Type: text/rfc822-headers

Message-ID: {about}
--b1--
"""


def complaint(mail: EmailMessage, kind: str = "abuse") -> bytes:
    """A report of a reader's provider (RFC 5965)."""
    return _COMPLAINT.format(kind=kind, about=mail["Message-ID"]).encode()


def address_of(installation: Installation, email: str) -> Address:
    with reading(installation.service.engine) as session:
        return session.scalars(select(Address).where(col(Address.email) == email)).one()


def mails_to(installation: Installation, address: str) -> int:
    return len(installation.received.get(address, []))


def moderated(installation: Installation) -> list[EmailMessage]:
    """What the moderator has got since his first mail."""
    return installation.received.get("moderator@players.test", [])[1:]


def another_address(installation: Installation, email: str, other: str) -> None:
    with writing(installation.service.engine) as session:
        person = session.scalars(
            select(Person).join(Address, col(Address.person_id) == col(Person.id)).where(col(Address.email) == email)
        ).one()
        session.add(Address(person_id=person.id, email=other, registered_at=installation.clock.now()))


def test_one_mail_that_comes_back_may_be_an_accident(table: Installation) -> None:
    welcome = table.newest("blue")
    assert table.put(bounce(welcome, BLUE)).status == "handled"
    table.put(bounce(welcome, BLUE, number=2))
    assert (address_of(table, BLUE).bounces, address_of(table, BLUE).state) == (1, AddressState.ACTIVE)
    assert table.deliver() == []
    table.put(table.raw("blue", "status\n"))
    assert address_of(table, BLUE).bounces == 0, "he has written: the address lives"


def fail_twice(installation: Installation, **more: str) -> None:
    """The welcome and the answer to a `status` come back."""
    installation.put(installation.raw("blue", "status\n"))
    installation.deliver()
    with writing(installation.service.engine) as session:
        session.execute(update(Address).values(bounces=0))
    for number, mail in enumerate(installation.received[BLUE][-2:]):
        installation.put(bounce(mail, BLUE, number=100 + number, **more))  # type: ignore[arg-type]


def test_a_dead_address_gets_nothing_more(table: Installation, said: Read) -> None:
    fail_twice(table)
    table.deliver()
    assert address_of(table, BLUE).state is AddressState.SUSPENDED
    (notice,) = moderated(table)
    words = said(notice)
    assert BLUE in words
    assert "there is no such mailbox" in words
    assert "there is no other address" in words
    assert "Ask the player in some other way" in words
    assert "secret words" not in words
    count = mails_to(table, BLUE)
    table.write("red", "bid 3")
    table.deliver()
    assert mails_to(table, BLUE) == count
    fail_twice_again = table.put(bounce(table.received[BLUE][0], BLUE, number=300))
    assert fail_twice_again.status == "handled"
    table.deliver()
    assert len(moderated(table)) == 1, "told once"


def test_a_mail_from_the_address_brings_it_back_with_the_newest_report(table: Installation, said: Read) -> None:
    fail_twice(table)
    table.deliver()
    count = mails_to(table, BLUE)
    assert table.put(table.raw("blue", "status\n")).status == "handled"
    table.deliver()
    found = address_of(table, BLUE)
    assert (found.state, found.bounces) == (AddressState.ACTIVE, 0)
    assert mails_to(table, BLUE) == count + 2, "the report once more, and the answer"


def test_the_operator_brings_an_address_back(table: Installation) -> None:
    fail_twice(table)
    with writing(table.service.engine) as session:
        assert bounces.reactivate(table.service.work(session), BLUE)
        assert not bounces.reactivate(table.service.work(session), BLUE)
    assert [address for address, _ in table.deliver()] == ["moderator@players.test", BLUE]


def test_the_other_address_of_the_player_is_tried_at_once(table: Installation, said: Read) -> None:
    another_address(table, BLUE, ANNA)
    welcome = table.newest("blue")
    table.put(bounce(welcome, BLUE))
    assert [address for address, _ in table.deliver()] == [ANNA]
    assert said(table.received[ANNA][0]) == said(welcome)
    table.put(table.raw("blue", "status\n", sender=ANNA))
    table.deliver()
    table.put(bounce(table.received[BLUE][-1], BLUE, number=2))
    table.deliver()
    assert address_of(table, BLUE).state is AddressState.SUSPENDED
    assert mails_to(table, ANNA) == 2
    assert f"They go to {ANNA} instead." in said(moderated(table)[0])
    table.put(table.raw("red", "bid 3\n"))
    table.put(table.raw("blue", "status\n", sender=ANNA))
    assert {address for address, _ in table.deliver()} == {RED, ANNA}


def test_what_waits_for_a_dead_address_goes_to_the_other_one(table: Installation) -> None:
    another_address(table, BLUE, ANNA)
    table.put(table.raw("blue", "status\n"))
    table.deliver()
    table.put(table.raw("red", "status\n"))
    table.put(table.raw("blue", "help\n"))
    with writing(table.service.engine) as session:
        session.execute(update(Address).values(bounces=0))
    for number, mail in enumerate(table.received[BLUE]):
        table.put(bounce(mail, BLUE, number=number))
    assert BLUE not in {address for address, _ in table.deliver()}


def test_a_delayed_report_changes_nothing(table: Installation) -> None:
    for number in (1, 2, 3):
        row = table.put(bounce(table.newest("blue"), BLUE, action="delayed", status="4.4.1", number=number))
        assert row.status == "handled"
        assert "delayed" in row.reason
    assert address_of(table, BLUE).bounces == 0
    assert table.deliver() == []


def test_a_bounce_that_names_no_mail_of_ours_changes_nothing(table: Installation) -> None:
    """Otherwise anybody could silence a player."""
    for number in (1, 2, 3):
        row = table.put(bounce(table.newest("blue"), BLUE, named=False, number=number))
        assert "names no mail of ours" in row.reason
    assert address_of(table, BLUE).bounces == 0


def test_a_bounce_without_a_copy_of_the_mail_is_known_by_the_address_it_comes_to(table: Installation) -> None:
    mail = table.newest("blue")
    envelope = bounce_address(table.service.own, str(mail["Message-ID"]))
    assert envelope != "orders@game.test"
    row = table.put(bounce(mail, "somebody@behind-a-forward.test", named=False, to=envelope))
    assert row.reason.startswith("failed 5.1.1")
    assert address_of(table, BLUE).bounces == 1


def test_words_to_a_bounce_address_are_never_answered(table: Installation) -> None:
    """A program that says nowhere that it is one still writes to the envelope sender."""
    envelope = bounce_address(table.service.own, str(table.newest("blue")["Message-ID"]))
    row = table.put(table.raw("blue", "bid 3\n", to=envelope))
    assert (row.status, row.reason) == ("ignored", "written to the address for bounces")
    assert table.deliver() == []


def test_a_complaint_stops_optional_mails_and_the_moderator_hears_of_it_once(table: Installation, said: Read) -> None:
    for kind in ("abuse", "fraud", "not-spam"):
        assert table.put(complaint(table.newest("blue"), kind)).nature == "complaint"
    table.deliver()
    (notice,) = moderated(table)
    assert "reports one of our emails as unwanted" in said(notice)
    assert address_of(table, BLUE).essential_only
    table.clock.forward(hours=71)
    assert reminders.run(table.service) == 2
    assert {address for address, _ in table.deliver()} == {RED}, "no reminder for Blue"
    table.put(table.raw("blue", "status\n"))
    assert {address for address, _ in table.deliver()} == {BLUE}, "but answers"


def test_the_bounce_of_a_notice_to_the_moderator_makes_no_other(table: Installation) -> None:
    fail_twice(table)
    table.deliver()
    for turn in range(3):
        for number, mail in enumerate(moderated(table)):
            table.put(bounce(mail, "moderator@players.test", number=1000 + 10 * turn + number))
        table.deliver()
    assert len(moderated(table)) == 1


def test_what_a_server_said_is_kept_sealed_and_for_the_operator(table: Installation) -> None:
    table.put(bounce(table.newest("blue"), BLUE))
    with reading(table.service.engine) as session:
        (row,) = troubles.newest_troubles(session, 5)
    assert (row.kind, row.status, row.recipient) == (TroubleKind.FAILED, "5.1.1", BLUE)
    assert row.diagnostic == b"550 the secret words of a server"


def test_no_bounce_is_answered_and_none_is_counted_twice(table: Installation) -> None:
    mail = table.newest("blue")
    for number in range(5):
        table.put(bounce(mail, BLUE, number=number))
    assert table.deliver() == []
    with reading(table.service.engine) as session:
        assert session.scalar(select(func.count()).select_from(DeliveryTrouble)) == 1
        assert session.scalar(select(func.count()).select_from(InboundMail)) == 5
        assert outbound.by_message_id(session, str(mail["Message-ID"])) is not None


def queued_for(installation: Installation, address: str) -> list[str]:
    with reading(installation.service.engine) as session:
        rows = session.scalars(select(OutboundMail).where(col(OutboundMail.recipient) == address))
        return [row.kind for row in rows if row.state is OutboundState.QUEUED]


def test_a_complaint_is_told_also_of_somebody_who_had_unsubscribed_and_stops_what_waits(
    table: Installation, said: Read
) -> None:
    table.put(table.raw("blue", "digest daily\n"))
    table.deliver()
    table.clock.forward(days=2)
    assert digests.run(table.service) == 1
    assert queued_for(table, BLUE) == ["digest"]
    table.put(table.raw("blue", "unsubscribe\n"))
    assert "digest" not in queued_for(table, BLUE)
    table.deliver()
    assert moderated(table) == []
    table.put(complaint(table.newest("blue")))
    table.deliver()
    (notice,) = moderated(table)
    assert "reports one of our emails as unwanted" in said(notice)
    table.put(table.raw("blue", "digest daily\n"))
    assert not address_of(table, BLUE).essential_only, "who asks for digests wants them"


def test_a_complaint_without_the_headers_of_the_mail_is_known_by_its_envelope(table: Installation, said: Read) -> None:
    welcome = table.newest("blue")
    envelope = bounce_address(table.service.own, str(welcome["Message-ID"]))
    raw = complaint(welcome).replace(str(welcome["Message-ID"]).encode(), b"<hidden@provider.test>")
    assert table.put(raw).status == "quarantined"
    raw = raw.replace(b"Version: 1", b"Version: 1\nOriginal-Mail-From: <" + envelope.encode() + b">")
    row = table.put(raw.replace(b"<arf.", b"<arf2."))
    assert (row.status, row.reason) == ("handled", "complaint: blue@players.test")
    table.deliver()
    assert len(moderated(table)) == 1


def reader_of_blue(installation: Installation) -> str:
    email = "rita@players.test"
    with writing(installation.service.engine) as session:
        seat = session.scalars(select(Seat).where(col(Seat.name) == "blue")).one()
        person = Person(name="Rita", language="en", time_zone="UTC", created_at=installation.clock.now())
        session.add(person)
        session.flush()
        session.add(Address(person_id=person.id, email=email, registered_at=installation.clock.now()))
        session.add(Holding(seat_id=seat.id, person_id=person.id, role=Role.COPY, since=installation.clock.now()))
    return email


@pytest.mark.parametrize("way", ["unsubscribe", "complaint"])
def test_who_only_reads_along_gets_nothing_more_and_the_player_everything(
    table: Installation, said: Read, way: str
) -> None:
    rita = reader_of_blue(table)
    table.put(table.raw("blue", "1a\n"))
    assert {address for address, _ in table.deliver()} == {BLUE, rita}
    if way == "unsubscribe":
        assert table.put(table.raw("blue", "unsubscribe\n", sender=rita)).status == "handled"
        ((address, answer),) = table.deliver()
        assert address == rita
        assert "Копии писем вашей стороны тоже не" in said(answer)
    else:
        table.put(complaint(table.received[rita][-1]))
        assert [address for address, _ in table.deliver()] == ["moderator@players.test"]
    table.put(table.raw("blue", "status\n"))
    assert {address for address, _ in table.deliver()} == {BLUE}
    assert table.put(table.raw("blue", "subscribe\n", sender=rita)).status == "handled"
    assert [address for address, _ in table.deliver()] == [rita]
    table.put(table.raw("blue", "status\n"))
    assert {address for address, _ in table.deliver()} == {BLUE, rita}


def test_letters_to_players_are_no_copies_but_those_to_observers_are(installation: Installation, said: Read) -> None:
    installation.create("sealed-bids", {"red": "en", "blue": "en", "observer": "en"})
    for seat in ("blue", "observer"):
        installation.put(installation.raw(seat, "unsubscribe\n"))
    installation.deliver()
    assert "The word leave ends that too" in said(installation.newest("observer"))
    installation.put(installation.raw("red", "press to all: good game\n"))
    assert {address for address, _ in installation.deliver()} == {RED, BLUE}


def test_the_dead_address_of_a_watcher_is_told_in_a_game_that_knows_its_own_seats_only(
    installation: Installation, said: Read
) -> None:
    installation.create("imperial-struggle", {"france": "en", "britain": "en", "moderator": "en", "observer": "en"})
    installation.put(installation.raw("observer", "status\n"))
    installation.deliver()
    with writing(installation.service.engine) as session:
        session.execute(update(Address).values(bounces=0))
    for number, mail in enumerate(installation.received["observer@players.test"][-2:]):
        installation.put(bounce(mail, "observer@players.test", number=100 + number))
    installation.deliver()
    assert any("observer Observer" in said(mail) for mail in moderated(installation))
