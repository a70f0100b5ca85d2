"""Encrypted connections: certificates are checked, logins go over them only."""

import asyncio
import base64
import ssl
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session
from msgspec import structs
from pysasl.hashing import BuiltinHash

from adjudicator.mail.fetch import Mailbox, MailboxLost
from adjudicator.mail.oauth import Grant, Tokens
from adjudicator.mail.send import Delivered, Handed, TemporaryFailure, hand_over
from adjudicator.mail.settings import ImapSettings, SmtpSettings, Tls
from tests.live.provider import Provider
from tests.mail.certificates import Certificate
from tests.own_servers import PATIENCE, free_port, wait_for

RAW = b"From: anna@players.test\r\nTo: orders@game.test\r\n\r\nPass\r\n"


class Taker:
    """Takes mail from who logs in, by password or by an OAuth token."""

    def __init__(self) -> None:
        self.logins: list[str] = []

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        return "250 taken"

    async def auth_XOAUTH2(self, server: SMTP, args: list[str]) -> AuthResult:  # noqa: N802
        self.logins.append(base64.b64decode(args[1]).decode())
        return AuthResult(success=True)

    def authenticate(
        self, server: SMTP, session: Session, envelope: Envelope, mechanism: str, data: LoginPassword
    ) -> AuthResult:
        self.logins.append(data.login.decode())
        return AuthResult(success=data.password == b"secret")


@pytest.fixture(params=[Tls.TLS, Tls.STARTTLS])
def smtp(request: pytest.FixtureRequest, certificate: Certificate) -> Iterator[tuple[Taker, SmtpSettings]]:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate.certificate, certificate.key)
    taker = Taker()
    implicit = request.param is Tls.TLS
    controller = Controller(
        taker,
        hostname="127.0.0.1",
        port=free_port(),
        ready_timeout=PATIENCE,
        ssl_context=context if implicit else None,
        tls_context=None if implicit else context,
        require_starttls=not implicit,
        auth_required=True,
        auth_require_tls=not implicit,
        authenticator=taker.authenticate,
    )
    controller.start()
    yield (
        taker,
        SmtpSettings(
            host="127.0.0.1",
            port=controller.port,
            tls=request.param,
            user="orders",
            password="secret",
            ca_file=str(certificate.certificate),
            timeout=PATIENCE,
        ),
    )
    controller.stop()


def send(settings: SmtpSettings) -> Handed:
    return asyncio.run(hand_over(RAW, sender="a@game.test", recipient="anna@players.test", settings=settings))


def test_mail_is_handed_over_encrypted(smtp: tuple[Taker, SmtpSettings]) -> None:
    assert send(smtp[1]) == Delivered("taken")
    assert smtp[0].logins == ["orders"]


def test_an_oauth_token_takes_the_place_of_the_password(smtp: tuple[Taker, SmtpSettings], tmp_path: Path) -> None:
    provider = Provider("orders")
    with provider.at(port := free_port()):
        grant = Grant(
            token_url=f"http://127.0.0.1:{port}/token",
            client_id="our-client",
            client_secret="our-secret",
            refresh_token=provider.refresh,
        )
        tokens = Tokens(grant, tmp_path / "newest.token")
        assert send(structs.replace(smtp[1], tokens=tokens, password="")) == Delivered("taken")
    assert smtp[0].logins == ["user=orders\x01auth=Bearer access-0\x01\x01"]


def test_an_unknown_certificate_gets_neither_mail_nor_password(smtp: tuple[Taker, SmtpSettings]) -> None:
    result = send(structs.replace(smtp[1], ca_file=""))
    assert isinstance(result, TemporaryFailure)
    assert "certificate" in result.text.lower()
    assert smtp[0].logins == []


@pytest.fixture
def imap(tmp_path: Path, certificate: Certificate) -> Iterator[ImapSettings]:
    (tmp_path / "pymap-etc-passwd").write_text("orders:x::::orders:\n")
    (tmp_path / "pymap-etc-shadow").write_text(f"orders:{BuiltinHash(rounds=1000).hash('secret')}:::::::\n")
    port = free_port()
    server = subprocess.Popen(
        [
            *(sys.executable, "-c", "from pymap.main import main; main()", "--host", "127.0.0.1", "--port", str(port)),
            *("--cert", str(certificate.certificate), "--key", str(certificate.key)),
            *("maildir", str(tmp_path)),
        ],
        stderr=subprocess.DEVNULL,
    )
    settings = ImapSettings(
        host="127.0.0.1",
        port=port,
        tls=Tls.STARTTLS,
        user="orders",
        password="secret",
        ca_file=str(certificate.certificate),
        timeout=PATIENCE,
    )
    try:
        wait_for(port)
        yield settings
    finally:
        server.terminate()
        server.wait(PATIENCE)


def test_a_mailbox_is_opened_over_starttls(imap: ImapSettings) -> None:
    with Mailbox.connect(imap) as box:
        assert list(box.new_mails(None)) == []


def test_an_unknown_certificate_of_a_mailbox_is_refused(imap: ImapSettings) -> None:
    with pytest.raises(MailboxLost, match="CERTIFICATE_VERIFY_FAILED"):
        Mailbox.connect(structs.replace(imap, ca_file=""))
    with pytest.raises(MailboxLost):
        Mailbox.connect(structs.replace(imap, tls=Tls.TLS))
