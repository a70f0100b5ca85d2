"""Real servers on loopback: a mail is sent, filed, fetched, read and filed away."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from socketserver import StreamRequestHandler, ThreadingTCPServer

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from imapclient import IMAPClient
from msgspec import structs

from adjudicator.mail import fetch
from adjudicator.mail.address import Address, OwnAddresses
from adjudicator.mail.compose import AutoSubmitted, OutgoingMail, compose
from adjudicator.mail.embedded import EmbeddedMail
from adjudicator.mail.fetch import FetchCursor, LoginRefused, Mailbox, MailboxLost
from adjudicator.mail.read import read_mail
from adjudicator.mail.send import Delivered, Handed, PermanentFailure, SmtpClient, TemporaryFailure, hand_over
from adjudicator.mail.settings import SmtpSettings, Tls
from tests.own_servers import PATIENCE, free_port
from tests.serving import serve

ANNA, ORDERS = "anna@game.test", "orders+H7k2@game.test"


def mail(number: int, text: str = "12a s1\nend\n", *, sender: str = ANNA) -> bytes:
    return compose(
        OutgoingMail(
            message_id=f"<anna.{number}@players.test>",
            date=datetime(2026, 11, 20, tzinfo=UTC),
            sender=Address(sender, "Анна"),
            to=Address(ORDERS),
            subject="Ход 3",
            text=text,
            auto_submitted=AutoSubmitted.REPLIED,
        )
    )


def send(settings: SmtpSettings, *raws: bytes, sender: str = ANNA, to: str = ORDERS) -> list[Handed]:
    async def batch() -> list[Handed]:
        async with SmtpClient(settings) as courier:
            return [await courier.hand_over(raw, sender=sender, recipient=to) for raw in raws]

    return asyncio.run(batch())


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[EmbeddedMail]:
    with EmbeddedMail(tmp_path / "mail", "game.test") as embedded:
        embedded.add_user("orders", "secret")
        embedded.add_user("anna", "pä55: word")
        yield embedded


def test_a_mail_goes_from_sender_to_reader(servers: EmbeddedMail) -> None:
    before = datetime.now(UTC) - timedelta(seconds=2)
    assert [type(r) for r in send(servers.smtp_settings("anna"), mail(1))] == [Delivered]
    with Mailbox.connect(servers.imap_settings("orders")) as box:
        (fetched,) = box.new_mails(None)
    assert before <= fetched.internal_date <= datetime.now(UTC)
    assert fetched.internal_date.utcoffset() == timedelta(0)
    read = read_mail(fetched.raw, own=OwnAddresses(addresses=("orders@game.test",)))
    assert read.message_id == "<anna.1@players.test>"
    assert read.tokens.addressed == ("h7k2",)
    assert read.return_path == ANNA
    assert b"Received: from localhost by game.test" in fetched.raw


def test_a_batch_keeps_its_order_over_one_connection(servers: EmbeddedMail) -> None:
    results = send(servers.smtp_settings("anna"), *(mail(n) for n in range(30)))
    assert {type(r) for r in results} == {Delivered}
    with Mailbox.connect(servers.imap_settings("orders")) as box:
        ids = [read_mail(f.raw, own=OwnAddresses(addresses=())).message_id for f in box.new_mails(None)]
    assert ids == [f"<anna.{n}@players.test>" for n in range(30)]


def test_small_mails_are_fetched_and_filed_together(servers: EmbeddedMail) -> None:
    send(
        servers.smtp_settings("anna"),
        *(mail(n) for n in range(23)),
        mail(23, "12a\n" * 200_000),
        mail(24, "x\n" * 150_000),
    )
    with Mailbox.connect(servers.imap_settings("orders")) as box:
        batches = list(box.batches(None))
        assert [len(batch) for batch in batches] == [20, 4, 1], "so many, and no more bytes than a million"
        uids = [fetched.uid for batch in batches for fetched in batch]
        assert uids == sorted(uids)
        box.move_to(uids[:20], "Handled")
        assert box.uids() == uids[20:]
        box.move_to([*uids[:3], uids[20]], "Handled")
        assert box.uids() == uids[21:], "those that are gone are passed over"


def test_only_mails_behind_the_position_are_new(servers: EmbeddedMail) -> None:
    send(servers.smtp_settings("anna"), mail(1), mail(2))
    with Mailbox.connect(servers.imap_settings("orders")) as box:
        first, second = box.new_mails(None)
        assert [f.uid for f in box.new_mails(first.position)] == [second.uid]
        assert list(box.new_mails(second.position)) == []
        assert len(list(box.new_mails(FetchCursor(second.uidvalidity + 1, second.uid)))) == 2
        send(servers.smtp_settings("anna"), mail(3))
        assert [f.uid for f in box.new_mails(second.position)] == [second.uid + 1]


def test_a_large_mail_is_fetched_as_headers_only(servers: EmbeddedMail) -> None:
    send(servers.smtp_settings("anna"), mail(1, "12a\n" * 20_000), mail(2))
    with Mailbox.connect(structs.replace(servers.imap_settings("orders"), most_bytes=10_000)) as box:
        large, small = box.new_mails(None)
    assert large.oversize
    assert large.size > 60_000
    assert len(large.raw) < 2_000
    assert b"Message-ID: <anna.1@players.test>" in large.raw
    assert not small.oversize


def test_filing_away_makes_the_folder_and_is_silent_for_a_mail_that_is_gone(servers: EmbeddedMail) -> None:
    send(servers.smtp_settings("anna"), mail(1), mail(2))
    with Mailbox.connect(servers.imap_settings("orders")) as box:
        first, second = box.new_mails(None)
        box.move_to([first.uid], "Handled")
        box.move_to([first.uid], "Handled")
        box.move_to([second.uid], "Quarantine")
        assert list(box.new_mails(None)) == []
    with Mailbox.connect(structs.replace(servers.imap_settings("orders"), folder="Handled")) as box:
        assert [b"<anna.1@players.test>" in f.raw for f in box.new_mails(None)] == [True]


@pytest.mark.parametrize("idle", ["idle", "polling"])
def test_waiting_ends_when_mail_comes(servers: EmbeddedMail, idle: str) -> None:
    settings = structs.replace(servers.imap_settings("orders"), idle=idle == "idle", poll_seconds=0.1)
    with Mailbox.connect(settings) as box:
        assert not box.wait(0.2)
        later = threading.Timer(0.3, send, (servers.smtp_settings("anna"), mail(1)))
        later.start()
        assert box.wait(PATIENCE)
        later.join()
        assert len(list(box.new_mails(None))) == 1


def test_a_mail_that_came_between_two_commands_ends_the_wait_at_once(servers: EmbeddedMail) -> None:
    with Mailbox.connect(structs.replace(servers.imap_settings("orders"), poll_seconds=1000)) as box:
        send(servers.smtp_settings("anna"), mail(1))
        (first,) = box.new_mails(None)
        send(servers.smtp_settings("anna"), mail(2))
        box.move_to([first.uid], "Handled")  # its answer carries the notice of the second mail
        begun = time.monotonic()
        assert box.wait(2 * PATIENCE)
        assert time.monotonic() - begun < PATIENCE
        assert len(list(box.new_mails(first.position))) == 1
        assert not box.wait(0.1)


def test_waiting_ends_when_it_is_told_to(servers: EmbeddedMail) -> None:
    stop = threading.Event()
    with Mailbox.connect(structs.replace(servers.imap_settings("orders"), poll_seconds=1000)) as box:
        threading.Timer(0.2, stop.set).start()
        begun = time.monotonic()
        assert not box.wait(2 * PATIENCE, stop=stop)
        assert time.monotonic() - begun < PATIENCE


def test_a_wrong_password_is_told_apart_from_a_lost_server(servers: EmbeddedMail) -> None:
    settings = servers.imap_settings("orders")
    with pytest.raises(LoginRefused):
        Mailbox.connect(structs.replace(settings, password="wrong"))
    with pytest.raises(MailboxLost) as caught:
        Mailbox.connect(structs.replace(settings, port=1))
    assert not isinstance(caught.value, LoginRefused)
    assert "secret" not in repr(settings)


def test_a_server_that_dies_is_one_typed_error(tmp_path: Path) -> None:
    with EmbeddedMail(tmp_path / "mail", "game.test") as servers:
        servers.add_user("orders", "secret")
        box = Mailbox.connect(servers.imap_settings("orders"))
    for use in (lambda: list(box.new_mails(None)), lambda: box.wait(1), lambda: box.move_to([1], "Handled")):
        with pytest.raises(MailboxLost):
            use()
    box.close()


def test_nobody_writes_to_strangers_or_in_anothers_name(servers: EmbeddedMail) -> None:
    settings = servers.smtp_settings("anna")
    assert send(settings, mail(1), to="nobody@game.test") == [PermanentFailure(550, "5.1.1 no such user")]
    assert send(settings, mail(1), to="anna@elsewhere.test") == [PermanentFailure(550, "5.1.1 no such user")]
    assert send(settings, mail(1), sender="orders@game.test") == [TemporaryFailure(553, "5.7.1 not your address")]
    forged = mail(1, sender="orders@game.test")
    assert send(settings, forged) == [TemporaryFailure(550, "5.7.1 From is not your address")]
    (anonymous,) = send(servers.smtp_settings(), mail(1))
    assert isinstance(anonymous, TemporaryFailure)
    assert anonymous.code == 530
    (wrong,) = send(structs.replace(settings, password="wrong"), mail(1))
    assert isinstance(wrong, TemporaryFailure)
    assert wrong.code == 535
    with Mailbox.connect(servers.imap_settings("orders")) as box:
        assert list(box.new_mails(None)) == []


class FallsSilent(StreamRequestHandler):
    """A server that says no word more at a command, in as many connections as are named."""

    at: bytes
    silent: int
    met: list[bytes]

    def handle(self) -> None:
        self.met.append(b"")
        silent = len(self.met) <= self.silent
        if silent and self.at == b"connect":
            self.rfile.read()
            return
        self.wfile.write(b"220 here\r\n")
        for line in self.rfile:
            word = line.split()[0].upper()
            if silent and word == self.at:
                self.rfile.read()
                return
            if word == b"DATA":
                self.wfile.write(b"354 go on\r\n")
                while self.rfile.readline() != b".\r\n":
                    pass
                self.met[-1] += b"mail "
            self.wfile.write(b"221 bye\r\n" if word == b"QUIT" else b"250 good\r\n")


@contextmanager
def falling_silent(at: bytes, silent: int = 1000) -> Iterator[tuple[int, list[bytes]]]:
    """Its port, and what each connection has handed over."""
    met: list[bytes] = []
    handler = type("Handler", (FallsSilent,), {"at": at, "silent": silent, "met": met})
    with ThreadingTCPServer(("127.0.0.1", 0), handler) as server:
        server.daemon_threads = True
        serving = serve(server)
        try:
            yield server.server_address[1], met
        finally:
            server.shutdown()
            serving.join()


@pytest.mark.parametrize("at", [b"connect", b"EHLO", b"MAIL", b"RCPT", b"DATA"])
def test_a_batch_waits_twice_for_a_server_that_falls_silent_not_for_each_mail(at: bytes) -> None:
    with falling_silent(at) as (port, met):
        handed = send(SmtpSettings(host="127.0.0.1", port=port, tls=Tls.NONE, timeout=0.2), *map(mail, range(6)))
    assert [type(each) for each in handed] == [TemporaryFailure] * 6
    assert len(met) <= 2


def test_a_mail_at_which_a_server_falls_silent_keeps_no_other_waiting() -> None:
    with falling_silent(b"DATA", silent=1) as (port, met):
        handed = send(SmtpSettings(host="127.0.0.1", port=port, tls=Tls.NONE, timeout=5.0), *map(mail, range(4)))
    assert [type(each) for each in handed] == [TemporaryFailure, Delivered, Delivered, Delivered]
    assert met == [b"", b"mail mail mail "]


def test_without_login_everybody_may_write(tmp_path: Path) -> None:
    with EmbeddedMail(tmp_path, "game.test", require_login=False) as servers:
        servers.add_user("orders", "secret")
        assert isinstance(send(servers.smtp_settings(), mail(1))[0], Delivered)


def test_a_second_start_finds_mails_uids_and_users(tmp_path: Path) -> None:
    with EmbeddedMail(tmp_path, "game.test") as servers:
        for name in ("orders", "anna"):
            servers.add_user(name, "secret")
        send(servers.smtp_settings("anna"), mail(1), mail(2))
        with Mailbox.connect(servers.imap_settings("orders")) as box:
            before = [(f.uidvalidity, f.uid, f.raw, f.internal_date) for f in box.new_mails(None)]
        old = servers.smtp_settings("anna")
    with EmbeddedMail(tmp_path, "game.test") as servers:
        with pytest.raises(KeyError):
            servers.imap_settings("orders")
        again = structs.replace(servers.smtp_settings(), user="anna", password=old.password)
        assert isinstance(send(again, mail(3))[0], Delivered)
        servers.add_user("orders", "other")
        with Mailbox.connect(servers.imap_settings("orders")) as box:
            after = [(f.uidvalidity, f.uid, f.raw, f.internal_date) for f in box.new_mails(None)]
    assert after[:2] == before
    assert after[2][1] == before[1][1] + 1


def test_one_directory_serves_once(servers: EmbeddedMail) -> None:
    with pytest.raises(BlockingIOError), EmbeddedMail(servers.directory, "game.test"):
        pass


@pytest.mark.parametrize("name", ["../orders", "a+b", "", "Ann", "a:b", "анна"])
def test_a_user_is_a_plain_local_part(servers: EmbeddedMail, name: str) -> None:
    with pytest.raises(ValueError):
        servers.add_user(name, "secret")


PARENT = """
import sys, time
from pathlib import Path
from adjudicator.mail import fetch
from adjudicator.mail.embedded import EmbeddedMail
with EmbeddedMail(Path(sys.argv[1]), "game.test") as servers:
    print(servers._imap._process.pid, flush=True)
    time.sleep(1000)
"""


def test_the_imap_child_ends_when_the_parent_is_killed(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, str(tmp_path)], stdout=subprocess.PIPE, text=True, env=environment
    )
    assert parent.stdout is not None
    child = int(parent.stdout.readline())
    parent.send_signal(signal.SIGKILL)
    parent.wait(PATIENCE)
    parent.stdout.close()
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and _runs(child):
        time.sleep(0.05)
    assert not _runs(child)


def _runs(process: int) -> bool:
    """Whether it is there and no zombie that only waits to be reaped."""
    stat = Path(f"/proc/{process}/stat")
    try:
        return stat.read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


class Script:
    """A server whose answers depend on the recipient's local part."""

    def __init__(self) -> None:
        self.connections = 0
        self.taken: list[bytes] = []
        self.own_sender_only = ""
        self.senders: list[str | None] = []

    async def handle_EHLO(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, hostname: str, responses: list[str]
    ) -> list[str]:
        self.connections += 1
        session.host_name = hostname
        return responses

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        self.senders.append(envelope.mail_from)
        if self.own_sender_only and envelope.mail_from != self.own_sender_only:
            return "553 5.7.1 Sender address rejected: not owned by auth user."
        answers = {"full": "452 4.2.2 full", "gone": "550 5.1.1 gone", "busy": "421 4.3.2 busy"}
        envelope.rcpt_tos.append(address)
        return answers.get(address.partition("@")[0], "250 OK")

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        if envelope.rcpt_tos[0].startswith("cut@"):
            assert server.transport is not None
            server.transport.close()
        if envelope.rcpt_tos[0].startswith("large@"):
            return "552 5.3.4 too large"
        self.taken.append(envelope.content if isinstance(envelope.content, bytes) else b"")
        return "250 taken"


@pytest.fixture
def scripted() -> Iterator[tuple[Script, SmtpSettings]]:
    script = Script()
    with EphemeralController(script) as port:
        yield script, SmtpSettings(host="127.0.0.1", port=port, tls=Tls.NONE, timeout=PATIENCE)


class EphemeralController:
    def __init__(self, script: Script) -> None:
        self._controller = Controller(script, hostname="127.0.0.1", port=free_port(), ready_timeout=PATIENCE)

    def __enter__(self) -> int:
        self._controller.start()
        port: int = self._controller.port
        return port

    def __exit__(self, *_: object) -> None:
        self._controller.stop()


@pytest.mark.parametrize(
    ("recipient", "expected"),
    [
        ("full@players.test", TemporaryFailure(452, "4.2.2 full")),
        ("gone@players.test", PermanentFailure(550, "5.1.1 gone")),
        ("large@players.test", PermanentFailure(552, "5.3.4 too large")),
        ("anna@players.test", Delivered("taken")),
        ("анна@players.test", PermanentFailure(553, "not an ASCII address: анна@players.test")),
    ],
)
def test_the_servers_answer_decides(scripted: tuple[Script, SmtpSettings], recipient: str, expected: Handed) -> None:
    result = asyncio.run(hand_over(mail(1), sender="bounce+17@game.test", recipient=recipient, settings=scripted[1]))
    assert result == expected


def test_what_is_lost_or_busy_is_tried_later(scripted: tuple[Script, SmtpSettings]) -> None:
    for recipient in ("busy@players.test", "cut@players.test"):
        (result,) = send(scripted[1], mail(1), to=recipient)
        assert isinstance(result, TemporaryFailure)
    (nobody,) = send(structs.replace(scripted[1], port=free_port()), mail(1))
    assert isinstance(nobody, TemporaryFailure)
    assert nobody.code == 0


def test_after_a_lost_connection_the_batch_goes_on(scripted: tuple[Script, SmtpSettings]) -> None:
    script, settings = scripted

    async def batch() -> list[Handed]:
        async with SmtpClient(settings) as courier:
            names = ("anna", "gone", "cut", "tom", "olga")
            return [
                await courier.hand_over(mail(n), sender="", recipient=f"{name}@players.test")
                for n, name in enumerate(names)
            ]

    results = asyncio.run(batch())
    assert [type(r) for r in results] == [Delivered, PermanentFailure, TemporaryFailure, Delivered, Delivered]
    assert script.connections == 2
    assert len(script.taken) >= 3


def test_a_provider_that_takes_the_accounts_own_address_only_gets_it(scripted: tuple[Script, SmtpSettings]) -> None:
    script, settings = scripted
    script.own_sender_only = "orders@game.test"

    async def batch() -> list[Handed]:
        async with SmtpClient(settings) as courier:
            return [
                await courier.hand_over(
                    mail(n),
                    sender=f"orders+bounce.a.{n}@game.test",
                    recipient="anna@players.test",
                    plain="orders@game.test",
                )
                for n in range(2)
            ]

    assert asyncio.run(batch()) == [Delivered("taken"), Delivered("taken")]
    assert script.senders == ["orders+bounce.a.0@game.test", "orders@game.test", "orders@game.test"]


def test_a_refusal_of_the_recipient_is_not_tried_from_another_sender(scripted: tuple[Script, SmtpSettings]) -> None:
    script, settings = scripted

    async def one() -> Handed:
        async with SmtpClient(settings) as courier:
            return await courier.hand_over(
                mail(1), sender="orders+bounce.a@game.test", recipient="gone@players.test", plain="orders@game.test"
            )

    assert asyncio.run(one()) == PermanentFailure(550, "5.1.1 gone")
    assert script.senders == ["orders+bounce.a@game.test"]


def test_the_server_gets_the_very_bytes(scripted: tuple[Script, SmtpSettings]) -> None:
    raw = mail(1, ".\n..two dots\nFrom here\n" + "я" * 200 + "\n")
    send(scripted[1], raw)
    assert scripted[0].taken == [raw]


def test_idle_is_renewed_before_connections_are_dropped(servers: EmbeddedMail, monkeypatch: pytest.MonkeyPatch) -> None:
    entered, again = 0, threading.Event()
    idle = IMAPClient.idle

    def counted(client: IMAPClient) -> None:
        nonlocal entered
        entered += 1
        idle(client)
        if entered > 1:
            again.set()

    monkeypatch.setattr(IMAPClient, "idle", counted)
    monkeypatch.setattr(fetch, "_IDLE_SECONDS", 0.3)
    with Mailbox.connect(structs.replace(servers.imap_settings("orders"), idle=True)) as box:
        assert not box.wait(PATIENCE, stop=again)
        assert list(box.new_mails(None)) == []
    assert again.is_set()
