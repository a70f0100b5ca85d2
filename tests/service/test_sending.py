"""Handing over, to a real SMTP server: limits, order, refusals, what has become untrue."""

from __future__ import annotations

import asyncio
import dataclasses
import io
import json
import subprocess
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default
from pathlib import Path
from urllib.parse import unquote

import pytest
import structlog
from msgspec.structs import replace
from sqlalchemy import update
from sqlmodel import col, select

from adjudicator.mail.signing import BadKey
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.clocks import reminders
from adjudicator.service.logs import configure
from adjudicator.service.outbox import delivery
from adjudicator.service.service import Unwatched
from adjudicator.service.words import rendering
from adjudicator.settings import Dkim, Limits, Mail, OwnAddress, Settings, Smtp, Tls, Trust
from adjudicator.store import heartbeats, kept_mails, outbound, rate_limits
from adjudicator.store.campaigns import seats_at_table
from adjudicator.store.engine import reading, writing
from adjudicator.store.heartbeats import Self
from adjudicator.store.prompts import open_prompts
from adjudicator.store.tables import Address, AddressState, OutboundMail, OutboundState, ProcessKind
from tests.service.conftest import Installation, words_of
from tests.service.post_office import PostOffice, Taken
from tests.store.test_daily_path import watched
from worker import sending

RED, BLUE, UMPIRE = "red@players.test", "blue@players.test", "moderator@players.test"
SEATS = {"red": "en", "blue": "ru", "moderator": "en"}
NO_KEY = Dkim()
Open = Callable[..., Installation]


@pytest.fixture
def office() -> Iterator[PostOffice]:
    with PostOffice() as made:
        yield made


@pytest.fixture
def open_installation(tmp_path: Path, office: PostOffice) -> Iterator[Open]:
    """An installation that sends to the post office, with limits per hour."""
    installations: list[Installation] = []

    def opened(*, per_hour: int = 0, per_recipient: int = 0, dkim: Dkim = NO_KEY) -> Installation:
        smtp = Smtp(
            host="127.0.0.1", port=office.port, tls=Tls.NONE, per_hour=per_hour, per_recipient=per_recipient,
            timeout_seconds=5,
        )  # fmt: skip
        made = Installation(
            Settings(
                database=f"sqlite:///{tmp_path}/house.db",
                data_directory=tmp_path,
                mail=Mail(trust=Trust.EVERYBODY, address=OwnAddress(domain="game.test"), smtp=smtp, dkim=dkim),
                limits=Limits(answers_per_hour=1000),
            )
        )
        installations.append(made)
        return made

    yield opened
    for made in installations:
        made.service.engine.dispose()


def work(installation: Installation) -> None:
    """Render and hand over whatever may go now."""
    while rendering.render_due(installation.service) + asyncio.run(delivery.send_due(installation.service)):
        pass


def begin(installation: Installation, name: str = "live") -> None:
    """A campaign whose welcomes wait in the outbox (Installation.create would read them itself)."""
    deliver_now = installation.deliver
    installation.deliver = list  # type: ignore[method-assign, assignment]
    installation.create("sealed-bids", SEATS, name=name)
    installation.deliver = deliver_now  # type: ignore[method-assign]
    with writing(installation.service.engine) as session:  # the moderator's own first mail is another matter
        rows = session.scalars(select(OutboundMail).where(col(OutboundMail.recipient) == UMPIRE)).all()
        for row in rows:
            session.delete(row)


def parsed(raw: bytes) -> EmailMessage:
    made = BytesParser(policy=default).parsebytes(raw)
    assert isinstance(made, EmailMessage)
    return made


def row_to(installation: Installation, recipient: str) -> OutboundMail:
    with reading(installation.service.engine) as session:
        found = select(OutboundMail).where(col(OutboundMail.recipient) == recipient).order_by(col(OutboundMail.id))
        return session.scalars(found).all()[-1]


def write(installation: Installation, office: PostOffice, seat: str, text: str) -> None:
    """A seat answers the newest mail it got from the post office."""
    newest = [each.raw for each in office.taken if each.recipient == f"{seat}@players.test"][-1]
    installation.received[f"{seat}@players.test"] = [parsed(newest)]
    assert installation.put(installation.raw(seat, text)).status == "handled"


def answer(installation: Installation, office: PostOffice, seat: str) -> None:
    """A seat answers its open question with the first option."""
    with reading(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), 1)
        numbers = [row.number for row in open_prompts(session, 1) if row.seat_id == table.by_name[seat].id]
    write(installation, office, seat, f"{numbers[-1]}a\n")


def test_every_mail_has_an_envelope_sender_of_its_own(open_installation: Open, office: PostOffice) -> None:
    installation = open_installation()
    begin(installation)
    work(installation)
    senders = [each.sender for each in office.taken]
    assert len(set(senders)) == len(senders) == 2
    assert all(sender.startswith("orders+bounce.") and sender.endswith("@game.test") for sender in senders)


def test_under_a_limit_nothing_is_lost_only_later(open_installation: Open, office: PostOffice) -> None:
    installation = open_installation(per_hour=10)
    for number in range(12):
        begin(installation, f"campaign-{number}")
    sent: list[int] = []
    for _ in range(4):
        work(installation)
        sent.append(len(office.taken))
        installation.clock.forward(minutes=61)
    assert sent == [10, 20, 24, 24]
    assert sorted(office.recipients()) == [BLUE] * 12 + [RED] * 12
    with reading(installation.service.engine) as session:
        waiting = rate_limits.backlog(session, installation.clock.now())
        assert (waiting.waiting, waiting.oldest) == (0, None)


def test_the_moderator_reads_in_the_status_how_many_mails_wait_and_since_when(
    open_installation: Open, office: PostOffice
) -> None:
    installation = open_installation(per_hour=3)
    begin(installation)
    work(installation)
    installation.clock.forward(minutes=30)
    with reading(installation.service.engine) as session:
        seats = seats_at_table(session, 1, installation.clock.now())
    token = next(seat.token for seat in seats if seat.name == "moderator")
    for number in range(2):
        mail = f"From: {UMPIRE}\r\nTo: orders+{token}@game.test\r\nMessage-ID: <{number}.u@x.test>\r\n\r\nstatus\r\n"
        assert installation.put(mail.encode()).status == "handled"
        installation.clock.forward(minutes=15)
    work(installation)
    installation.clock.forward(minutes=5)
    for _ in range(2):
        work(installation)
        installation.clock.forward(minutes=61)
    told = [words_of(parsed(each.raw)) for each in office.taken if each.recipient == UMPIRE]
    assert len(told) == 2
    assert "2 emails of this campaign wait to be sent" in told[1]


def test_a_recipient_gets_no_more_in_an_hour_than_is_allowed_and_others_do_not_wait(
    open_installation: Open, office: PostOffice
) -> None:
    installation = open_installation(per_recipient=3)
    begin(installation)
    work(installation)
    for _ in range(5):
        write(installation, office, "red", "status\n")
    write(installation, office, "blue", "status\n")
    work(installation)
    assert (office.recipients().count(RED), office.recipients().count(BLUE)) == (3, 2)
    installation.clock.forward(minutes=61)
    work(installation)
    assert office.recipients().count(RED) == 6
    with reading(installation.service.engine) as session:
        found = session.scalars(select(OutboundMail.state)).all()
    assert set(found) == {OutboundState.HANDED_OVER}


def test_questions_and_answers_overtake_reports_and_those_overtake_digests(
    open_installation: Open, office: PostOffice
) -> None:
    installation = open_installation(per_hour=5)
    begin(installation)
    work(installation)
    installation.clock.forward(minutes=61)
    with writing(installation.service.engine) as session:
        (report, digest) = (
            outbound.NewOutbound(
                message_id=f"<{name}.1@game.test>", kind=name, recipient=f"{name}@players.test", intent=b"",
                campaign_id=1, priority=priority,
            )
            for name, priority in (("report", rate_limits.Priority.REPORT), ("digest", rate_limits.Priority.DIGEST))
        )  # fmt: skip
        outbound.queue(session, [digest, digest_copy(digest, 2), report], installation.clock.now())
        rendered = update(OutboundMail).where(
            col(OutboundMail.recipient).in_(["report@players.test", "digest@players.test"])
        )
        session.execute(rendered.values(state=OutboundState.RENDERED, kept=b"Subject: x\r\n\r\nx\r\n"))
    installation.clock.forward(seconds=1)
    write(installation, office, "red", "status\n")
    write(installation, office, "blue", "status\n")
    before = len(office.taken)
    work(installation)
    assert office.recipients()[before:] == [RED, BLUE, "report@players.test", "digest@players.test"], (
        "and the last place of the hour is kept for answers"
    )
    write(installation, office, "red", "help\n")
    work(installation)
    assert office.recipients()[-1] == RED
    write(installation, office, "red", "board\n")
    work(installation)
    assert len(office.taken) == before + 5
    installation.clock.forward(hours=13)
    work(installation)
    assert office.recipients()[before + 5 :] == ["digest@players.test", RED], "a digest does not wait for ever"


def digest_copy(mail: outbound.NewOutbound, number: int) -> outbound.NewOutbound:
    return replace(mail, message_id=f"<digest.{number}@game.test>")


def test_a_question_that_is_closed_while_its_mail_waits_is_not_sent(
    open_installation: Open, office: PostOffice
) -> None:
    installation = open_installation(per_hour=2)
    begin(installation)
    work(installation)
    answer(installation, office, "red")
    answer(installation, office, "blue")
    work(installation)
    with reading(installation.service.engine) as session:
        waiting = rate_limits.backlog(session, installation.clock.now())
    assert waiting.questions >= 2, "the answers, and the next question, wait for the next hour"
    answer(installation, office, "red")
    answer(installation, office, "blue")
    installation.clock.forward(hours=30)
    for _ in range(10):
        work(installation)
        installation.clock.forward(minutes=61)
    sent = {each.raw for each in office.taken}
    with reading(installation.service.engine) as session:
        rows = session.scalars(select(OutboundMail)).all()
        closed = [kept_mails.whole(session, row) for row in rows if row.state is OutboundState.CANCELLED]
    assert closed
    assert not sent & {*closed}
    assert {row.state for row in rows} == {OutboundState.CANCELLED, OutboundState.HANDED_OVER}


def test_a_mail_that_is_cancelled_after_it_was_claimed_is_not_sent(open_installation: Open, office: PostOffice) -> None:
    installation = open_installation()
    begin(installation)

    def cancel(_: object) -> None:
        with writing(installation.service.engine) as session:
            waiting = update(OutboundMail).where(col(OutboundMail.state) == OutboundState.RENDERED)
            mine = waiting.where(col(OutboundMail.recipient) == BLUE)
            session.execute(mine.values(state=OutboundState.CANCELLED))

    office.on_taken = cancel
    work(installation)
    assert office.recipients() == [RED]


class Living(Unwatched):
    """A process that others know; `ends` is called before each mail."""

    id = 7

    def __init__(self, installation: Installation, ends: Callable[[], None] = lambda: None) -> None:
        self.assure = ends  # type: ignore[method-assign]
        with writing(installation.service.engine) as session:
            heartbeats.beat(
                session, Self(7, ProcessKind.SENDER, "here", 1, installation.clock.now()), installation.clock.now()
            )
        installation.service = dataclasses.replace(installation.service, life=self)


def claimed_by_another(installation: Installation) -> tuple[OutboundMail, ...]:
    lease = outbound.Lease(delivery.LEASE, 8)
    with writing(installation.service.engine) as session:
        return outbound.claim(session, OutboundState.RENDERED, installation.clock.now(), lease, 9)


def test_a_clock_that_jumps_takes_no_mail_from_a_slow_sender(open_installation: Open, office: PostOffice) -> None:
    installation = open_installation()
    begin(installation)
    Living(installation)
    others: list[OutboundMail] = []

    def slowly(_: Taken) -> None:
        installation.clock.forward(minutes=10)
        others.extend(claimed_by_another(installation))

    office.on_taken = slowly
    work(installation)
    assert others == []
    assert sorted(office.recipients()) == [BLUE, RED]


def test_a_sender_that_fails_lets_go_of_what_it_has_not_handed_over(
    open_installation: Open, office: PostOffice
) -> None:
    installation = open_installation()
    begin(installation)
    tries = iter(range(9))

    def fail() -> None:
        if next(tries):
            raise RuntimeError("no second mail")

    Living(installation, fail)
    with pytest.raises(RuntimeError):
        work(installation)
    (gone,) = office.recipients()
    assert claimed_by_another(installation) == (), "its lease goes on"
    installation.clock.forward(minutes=3)
    (left,) = claimed_by_another(installation)
    assert {gone, left.recipient} == {RED, BLUE}


def test_two_refusals_suspend_an_address_and_the_moderator_is_told(open_installation: Open, office: PostOffice) -> None:
    installation = open_installation()
    begin(installation)
    office.answers[BLUE] = "550 5.1.1 no such user"
    work(installation)
    begin(installation, "second")
    work(installation)
    with reading(installation.service.engine) as session:
        states = session.scalars(select(Address.state).where(col(Address.email) == BLUE)).all()
    assert states == [AddressState.SUSPENDED]
    assert row_to(installation, BLUE).state is OutboundState.FAILED
    assert office.recipients().count(UMPIRE) == 2, "once for each campaign"


def test_the_log_has_a_line_for_each_mail_that_is_handed_over_and_no_name_that_the_server_quotes(
    open_installation: Open, office: PostOffice
) -> None:
    installation = open_installation()
    office.answers[BLUE] = f"550 5.1.1 <{BLUE}>: no such user,\t{BLUE}"
    office.answers[RED] = "450 4.2.1 busy, red@[192.0.2.1] too"
    lines = io.StringIO()
    with redirect_stderr(lines):
        configure()
        try:
            begin(installation)
            work(installation)
            office.answers.clear()
            installation.clock.forward(minutes=2)
            work(installation)
        finally:
            structlog.reset_defaults()
    said = [json.loads(line) for line in lines.getvalue().splitlines()]
    blue, red = (
        [each for each in said if each.get("mail") == f"out-{row_to(installation, to).id}"] for to in (BLUE, RED)
    )
    assert [(each["event"], each["level"], each["campaign"]) for each in blue] == [
        ("a mail is refused", "warning", 1), ("a mail did not arrive", "warning", 1),
    ]  # fmt: skip
    assert (blue[0]["code"], blue[0]["why"]) == (550, "5.1.1 <…@players.test>: no such user, …@players.test")
    assert [(each["event"], each["level"], each["campaign"]) for each in red] == [
        ("a mail is not taken yet", "warning", 1), ("a mail has gone", "info", 1),
    ]  # fmt: skip
    assert (red[0]["code"], red[0]["attempts"], red[0]["why"]) == (450, 1, "4.2.1 busy, …@[192.0.2.1] too")


def test_a_server_that_refuses_all_mail_by_policy_suspends_nobody(open_installation: Open, office: PostOffice) -> None:
    """Our settings are wrong, not the players' addresses: it is tried until they are mended."""
    installation = open_installation()
    for address in (RED, BLUE):
        office.answers[address] = "550 5.7.1 relaying denied"
    begin(installation)
    work(installation)
    assert row_to(installation, BLUE).state is OutboundState.RENDERED
    office.answers.clear()
    installation.clock.forward(minutes=2)
    work(installation)
    assert sorted(office.recipients()) == [BLUE, RED]


def test_a_mail_that_nobody_takes_is_tried_for_five_days_with_growing_pauses_then_the_moderator_is_told(
    open_installation: Open, office: PostOffice
) -> None:
    installation = open_installation()
    begin(installation)
    office.answers[BLUE] = "450 4.2.1 mailbox busy"
    pauses: list[float] = []
    begun = installation.clock.now()
    while row_to(installation, BLUE).state is not OutboundState.FAILED:
        work(installation)
        row = row_to(installation, BLUE)
        pauses.append((row.due_at - installation.clock.now()).total_seconds())
        installation.clock.time = max(row.due_at, installation.clock.time)
    days = (installation.clock.now() - begun).total_seconds() / 86400
    assert 5 <= days < 5.2
    assert all(0.9 * 30 * 2**n - 1 <= pause <= 1.1 * 30 * 2**n + 1 for n, pause in enumerate(pauses[:8]))
    assert all(6400 < pause < 8000 for pause in pauses[9:-1])
    assert len(set(pauses[9:])) > 5, "with jitter"
    work(installation)
    (notice,) = [each for each in office.taken if each.recipient == UMPIRE]
    assert b"could not be delivered" in notice.raw
    with reading(installation.service.engine) as session:
        assert session.scalars(select(Address.state).where(col(Address.email) == BLUE)).all() == [AddressState.ACTIVE]


def test_the_same_bytes_go_again_after_a_connection_is_lost(open_installation: Open, office: PostOffice) -> None:
    installation = open_installation()
    begin(installation)
    seen: list[bytes] = []

    def lose(taken: Taken) -> None:
        seen.append(taken.raw)
        if len(seen) == 1:
            raise ConnectionResetError

    office.on_taken = lose
    work(installation)
    installation.clock.forward(minutes=1)
    work(installation)
    assert seen.count(seen[0]) == 2
    assert len(office.taken) == 2


def test_with_a_key_that_cannot_be_read_mails_wait_until_it_is_mended(
    open_installation: Open, office: PostOffice, tmp_path: Path
) -> None:
    file = tmp_path / "dkim.pem"
    installation = open_installation(dkim=Dkim(selector="s1", key_file=file))
    begin(installation)
    with pytest.raises(BadKey, match="No such file"):
        rendering.render_due(installation.service)
    subprocess.run(["openssl", "genrsa", "-out", str(file), "2048"], check=True, capture_output=True)
    work(installation)
    assert all(each.raw.startswith(b"DKIM-Signature: ") for each in office.taken)
    assert len(office.taken) == 2


def test_the_header_for_leaving_stops_optional_mails_and_nothing_else(
    open_installation: Open, office: PostOffice
) -> None:
    installation = open_installation()
    begin(installation)
    work(installation)
    link = str(parsed(office.taken[0].raw)["List-Unsubscribe"]).strip("<>")
    to, _, query = link.removeprefix("mailto:").partition("?")
    asked = dict(part.split("=") for part in query.split("&"))
    assert (unquote(asked["subject"]), unquote(asked["body"])) == ("ORDERS: unsubscribe", "unsubscribe")
    for body in ("unsubscribe\n", ""):
        installation.received[RED] = [parsed(office.taken[0].raw)]
        mail = installation.raw(
            "red", body, to=to, Subject=unquote(asked["subject"]), Message_ID=f"<{len(body)}.red@x.test>"
        )
        assert installation.put(mail).status == "handled"
        work(installation)
        assert essentials(installation) == {RED}
        assert b"ESSENTIAL EMAILS ONLY" in office.taken[-1].raw
        write(installation, office, "red", "subscribe\n")
        work(installation)
        assert essentials(installation) == set()
    write(installation, office, "red", "unsubscribe\n")
    work(installation)
    before = len(office.taken)
    installation.clock.forward(hours=71)
    assert reminders.run(installation.service) == 2
    work(installation)
    assert office.recipients()[before:] == [BLUE], "no reminder, but whatever is asked still comes"


def essentials(installation: Installation) -> set[str]:
    with reading(installation.service.engine) as session:
        return set(session.scalars(select(Address.email).where(col(Address.essential_only).is_(True))))


def test_the_longest_answer_stays_below_what_gmail_cuts_off(open_installation: Open, office: PostOffice) -> None:
    """102 KB of HTML (Gmail hides the rest): 200 lines of nonsense, each told apart."""
    installation = open_installation()
    begin(installation)
    work(installation)
    lines = "".join(f"bid {'x' * 60} {number}\n" for number in range(1000))
    write(installation, office, "red", f"{lines}board\n")
    work(installation)
    html = parsed(office.taken[-1].raw).get_body(("html",))
    assert html is not None
    size = len(str(html.get_content()).encode())
    assert size < 102 * 1024, size
    assert "Your email was very long" in str(html.get_content())
    assert "more lines did nothing" in str(html.get_content())


def test_the_connection_stays_open_from_one_wake_up_to_the_next(open_installation: Open, office: PostOffice) -> None:
    """It is made anew when the server has closed it, when it has rested for too long, and after the end."""
    installation = open_installation()
    begin(installation)

    def sent(seconds: float = 60) -> tuple[int, int]:
        while rendering.render_due(installation.service):
            pass
        sending.send(installation.service, kept=seconds)
        return office.connections, len(office.taken)

    try:
        assert sent() == (1, 2)
        answer(installation, office, "red")
        assert sent() == (1, 3)
        office.hang_up()
        write(installation, office, "red", "status\n")
        assert sent() == (2, 4)
        write(installation, office, "red", "status\n")
        assert sent() == (2, 5)
    finally:
        sending.hang_up()
    write(installation, office, "red", "status\n")
    assert sent(0) == (3, 6)
    write(installation, office, "red", "status\n")
    assert sent(0) == (4, 7)
    sending.hang_up()


def test_who_writes_for_long_gives_back_what_is_left(open_installation: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if it had never been taken, so that somebody else's answer comes between."""
    monkeypatch.setattr(rendering, "AT_A_STRETCH", 0.0)
    installation = open_installation()
    begin(installation)
    assert rendering.render_due(installation.service) == 1
    with reading(installation.service.engine) as session:
        rows = session.scalars(select(OutboundMail).order_by(col(OutboundMail.id))).all()
        assert [(row.state, row.attempts, row.holder) for row in rows] == [
            (OutboundState.RENDERED, 0, None),
            (OutboundState.QUEUED, 0, None),
        ]
    assert [rendering.render_due(installation.service) for _ in range(2)] == [1, 0]


def test_writing_a_mail_asks_for_nothing_twice(
    open_installation: Open, office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rendering, "AT_A_STRETCH", float("inf"))
    installation = open_installation()
    begin(installation)
    work(installation)
    answer(installation, office, "red")
    with watched(installation.service.engine) as seen:
        written = rendering.render_due(installation.service)
    assert written
    assert sum("FROM seat " in statement for statement, _ in seen) == written
    assert len(seen) <= 5 * written + 2  # two to claim what is due
