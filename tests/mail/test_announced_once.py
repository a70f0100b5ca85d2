"""A server announces a mail once, wherever it likes: none is overlooked until the next time that all are listed."""

import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from typing import BinaryIO

import pytest

from adjudicator.mail.fetch import Mailbox
from adjudicator.mail.settings import ImapSettings, Tls
from tests.mail.certificates import Certificate
from tests.own_servers import PATIENCE


class OneMail:
    """An IMAP server for one client. Its only mail comes at the moment that the subclass chooses."""

    def __init__(self, context: ssl.SSLContext | None) -> None:
        self.there = False
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self._context = context
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def close(self) -> None:
        self._thread.join(PATIENCE)
        self.listener.close()
        assert not self._thread.is_alive()

    def _serve(self) -> None:
        connection, _ = self.listener.accept()
        if self._context:
            connection = self._context.wrap_socket(connection, server_side=True)
        with connection, connection.makefile("rwb", buffering=0) as lines:
            lines.write(b"* OK [CAPABILITY IMAP4rev1 IDLE] ready\r\n")
            while line := lines.readline():
                tag, *words = line.decode().split()
                self.answer(tag, words, lines)

    def answer(self, tag: str, words: list[str], lines: BinaryIO) -> None:
        said = {
            "SELECT": "* 0 EXISTS\r\n* OK [UIDVALIDITY 1] ok\r\n* OK [UIDNEXT 1] ok\r\n",
            "LOGOUT": "* BYE ended\r\n",
            "CAPABILITY": "* CAPABILITY IMAP4rev1 IDLE\r\n",
        }
        match words:
            case ["IDLE"]:
                self.idle(lines)
                lines.readline()
                lines.write(f"{tag} OK done\r\n".encode())
            case ["UID", "SEARCH", *_]:
                found = " 1" if self.there else ""
                lines.write(f"* SEARCH{found}\r\n{self.after_search()}{tag} OK done\r\n".encode())
            case [command, *_]:
                lines.write(f"{said.get(command, '')}{tag} OK done\r\n".encode())

    def after_search(self) -> str:
        return ""

    def idle(self, lines: BinaryIO) -> None:
        lines.write(b"+ idling\r\n")


class BehindTheAnswer(OneMail):
    """It comes while the folder is searched: the answer does not list it, and announces it."""

    def after_search(self) -> str:
        told = "" if self.there else "* 1 EXISTS\r\n"
        self.there = True
        return told


class WithTheGoAhead(OneMail):
    """It comes as IDLE begins: one packet has the go-ahead and the announcement."""

    def idle(self, lines: BinaryIO) -> None:
        self.there = True
        lines.write(b"+ idling\r\n* 1 EXISTS\r\n")


@pytest.fixture(params=["plain", "tls"])
def opened(
    request: pytest.FixtureRequest, certificate: Certificate
) -> Iterator[Callable[[type[OneMail]], ImapSettings]]:
    context = None
    if request.param == "tls":
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate.certificate, certificate.key)
    servers: list[OneMail] = []

    def opening(kind: type[OneMail]) -> ImapSettings:
        servers.append(kind(context))
        return ImapSettings(
            host="127.0.0.1", port=servers[0].port, tls=Tls.TLS if context else Tls.NONE, user="orders",
            password="secret", ca_file=str(certificate.certificate),
        )  # fmt: skip

    yield opening
    for server in servers:
        server.close()


@pytest.mark.parametrize("kind", [BehindTheAnswer, WithTheGoAhead])
def test_a_mail_that_is_announced_in_between_ends_the_wait(
    kind: type[OneMail], opened: Callable[[type[OneMail]], ImapSettings]
) -> None:
    with Mailbox.connect(opened(kind)) as box:
        begun = time.monotonic()
        assert box.wait(2 * PATIENCE)
    assert time.monotonic() - begun < PATIENCE, "found only because the time was over, and all mails were listed again"


def test_a_quiet_server_is_left_in_idle(opened: Callable[[type[OneMail]], ImapSettings]) -> None:
    with Mailbox.connect(opened(OneMail)) as box:
        assert not box.wait(0.5)
