"""Mail servers without installation, for the demo and for tests (extra `demo`).

SMTP by aiosmtpd in a thread of this process, which files into Maildirs; IMAP by pymap in a child
process, which ends when this process does. Everything is on 127.0.0.1 and in one directory, and a
second start on the same directory finds the mails, their uids and the users again.
"""

import asyncio
import fcntl
import importlib.util
import logging
import mailbox
import os
import re
import secrets
import socket
import subprocess
import sys
import threading
import warnings
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, TextIO

from adjudicator.mail.address import SenderError, normal_address, parse_sender
from adjudicator.mail.headers import Headers, split_mail
from adjudicator.mail.settings import ImapSettings, SmtpSettings, Tls

if TYPE_CHECKING:
    from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

_NAME = re.compile(r"[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?")
_HASH_ROUNDS = 1000
"""The default of pysasl makes each login take a third of a second."""
_MOST_BYTES = 25_000_000
_CHILD_END_SECONDS = 60.0
_PATIENCE_SECONDS = 240.0
"""The timeout of one network operation: a machine on which everything runs may be busy."""


class NotInstalled(Exception):  # noqa: N818 - a state of affairs
    """The extra with the mail servers is not installed; the sentence says how it is."""


class EmbeddedMail:
    """The mail servers of one domain, started by `with`.

    `require_login`: mail is taken only from users of this server, and only under their own
    address, in the envelope and in From; then `Trust.NONE` is safe. Without it everybody who
    reaches the port can write as anybody.
    """

    def __init__(self, directory: Path, domain: str, *, require_login: bool = True) -> None:
        self.directory = directory
        self.domain = domain.lower()
        self.require_login = require_login
        self._passwords: dict[str, str] = {}
        self._lock: TextIO | None = None
        self._smtp: _SmtpThread | None = None
        self._imap: _ImapChild | None = None

    def __enter__(self) -> "EmbeddedMail":
        if missing := [name for name in ("aiosmtpd", "pymap") if importlib.util.find_spec(name) is None]:
            raise NotInstalled(
                f"the mail servers for this need the extra demo ({', '.join(missing)} is not installed): "
                'pip install "adjudicator[demo]"'
            )
        self.directory.mkdir(parents=True, exist_ok=True)
        self._lock = (self.directory / "lock").open("w")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._imap = _ImapChild(self.directory)
            self._smtp = _SmtpThread(self)
        except BaseException:
            self._stop()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop()

    def _stop(self) -> None:
        for server in (self._smtp, self._imap):
            if server is not None:
                server.stop()
        self._smtp = self._imap = None
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def add_user(self, name: str, password: str) -> str:
        """Make a user, or give an old one this password; returns the address.

        Raises:
            ValueError: the name is no plain local part, or the password has a line break.
        """
        if _NAME.fullmatch(name) is None or "\n" in password:
            raise ValueError(f"not a user name: {name!r}")
        from pysasl.hashing import BuiltinHash

        _set_record(self.directory / "pymap-etc-passwd", name, f"{name}:x::::mail/{name}:")
        hashed = BuiltinHash(rounds=_HASH_ROUNDS).hash(password)
        _set_record(self.directory / "pymap-etc-shadow", name, f"{name}:{hashed}:::::::")
        self._maildir(name).parent.mkdir(exist_ok=True)
        mailbox.Maildir(self._maildir(name), create=True)
        self._passwords[name] = password
        return f"{name}@{self.domain}"

    def smtp_settings(self, user: str | None = None) -> SmtpSettings:
        """Return how to send; as this user if the server wants a login.

        Raises:
            KeyError: the user was not added in this process, so their password is not known.
        """
        if self._smtp is None:
            raise RuntimeError("not started")
        return SmtpSettings(
            host="127.0.0.1",
            port=self._smtp.port,
            tls=Tls.NONE,
            user=user or "",
            password=self._passwords[user] if user else "",
            timeout=_PATIENCE_SECONDS,
        )

    def imap_settings(self, user: str) -> ImapSettings:
        """Return how to fetch this user's mail. pymap tells IDLE late, so it is polled.

        Raises:
            KeyError: the user was not added in this process, so their password is not known.
        """
        if self._imap is None:
            raise RuntimeError("not started")
        return ImapSettings(
            host="127.0.0.1",
            port=self._imap.port,
            tls=Tls.NONE,
            user=user,
            password=self._passwords[user],
            idle=False,
            poll_seconds=0.5,
            timeout=_PATIENCE_SECONDS,
        )

    def user_of(self, address: str) -> str | None:
        """Return the user who gets what is sent to an address, including plus addresses."""
        local, _, domain = normal_address(address).rpartition("@")
        name = local.partition("+")[0]
        known = domain == self.domain and _NAME.fullmatch(name) and (self._maildir(name) / "new").is_dir()
        return name if known else None

    def _maildir(self, name: str) -> Path:
        return self.directory / "mail" / name

    def password_fits(self, name: str, password: str) -> bool:
        """Check a login against the stored hash."""
        from pysasl.hashing import BuiltinHash

        for line in _records(self.directory / "pymap-etc-shadow"):
            user, _, rest = line.partition(":")
            if user == name:
                return bool(BuiltinHash(rounds=_HASH_ROUNDS).verify(password, rest.partition(":")[0]))
        return False

    def deliver(self, raw: bytes, *, sender: str, recipient: str) -> None:
        """File a mail into the Maildir of the recipient, with its trace headers (RFC 5321 §4.4)."""
        name = self.user_of(recipient)
        if name is None:
            raise KeyError(recipient)
        now = format_datetime(datetime.now(UTC))
        trace = (
            f"Return-Path: <{sender}>\r\n"
            f"Delivered-To: {normal_address(recipient)}\r\n"
            f"Received: from localhost by {self.domain} with ESMTP id {secrets.token_hex(5)}\r\n"
            f"\tfor <{recipient}>; {now}\r\n"
        )
        mailbox.Maildir(self._maildir(name)).add(trace.encode("utf-8", "replace") + raw)


def _records(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


def _set_record(path: Path, name: str, record: str) -> None:
    """Replace or add the user's line; the file is never half-written."""
    lines = [line for line in _records(path) if line.partition(":")[0] != name]
    fresh = path.with_suffix(".new")
    fresh.write_text("".join(f"{line}\n" for line in [*lines, record]), encoding="utf-8")
    fresh.chmod(0o600)
    fresh.replace(path)


def _listener() -> socket.socket:
    """Return a listening socket on a free port; clients that connect before the server runs wait in its queue."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=128)
    listener.setblocking(False)
    return listener


class _ImapChild:
    """The pymap process. It has the listening socket, and a pipe that tells it when we are gone."""

    def __init__(self, directory: Path) -> None:
        # pymap writes its lists as temporary files and renames them: they must be on the same file system
        temporary = (directory / "tmp").resolve()
        temporary.mkdir(exist_ok=True)
        with _listener() as listener, (directory / "imap.log").open("ab") as log:
            self.port: int = listener.getsockname()[1]
            self._process = subprocess.Popen(
                [sys.executable, "-m", "adjudicator.mail.embedded_imap", str(directory), str(listener.fileno())],
                stdin=subprocess.PIPE,
                start_new_session=True,  # an interrupt of the terminal is for the parent alone
                stdout=subprocess.DEVNULL,
                stderr=log,
                pass_fds=(listener.fileno(),),
                env={
                    **os.environ,
                    "PYTHONPATH": os.pathsep.join(p for p in sys.path if p),
                    "TMPDIR": str(temporary),
                },
            )

    def stop(self) -> None:
        """End the child by closing the pipe; kill a child that hangs."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        try:
            self._process.wait(_CHILD_END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


class _SmtpThread:
    """aiosmtpd on a loop of its own."""

    def __init__(self, mail: EmbeddedMail) -> None:
        logging.getLogger("mail.log").setLevel(logging.ERROR)  # warns at every connection without TLS
        self._listener = _listener()
        self.port: int = self._listener.getsockname()[1]
        self._loop = asyncio.new_event_loop()
        self._handler = _Handler(mail)
        self._loop.run_until_complete(self._start())
        self._thread = threading.Thread(target=self._loop.run_forever, name="embedded-smtp", daemon=True)
        self._thread.start()

    async def _start(self) -> None:
        from aiosmtpd.smtp import SMTP

        def protocol() -> SMTP:
            with warnings.catch_warnings():  # loopback needs no TLS
                warnings.simplefilter("ignore")
                return self._protocol(SMTP)

        self._server = await self._loop.create_server(protocol, sock=self._listener)

    def _protocol(self, kind: "type[SMTP]") -> "SMTP":
        return kind(
            self._handler,
            hostname=self._handler.mail.domain,
            ident="embedded",
            loop=self._loop,
            data_size_limit=_MOST_BYTES,
            authenticator=self._handler.authenticate,
            auth_require_tls=False,
            auth_required=self._handler.mail.require_login,
        )

    def stop(self) -> None:
        """Close connections and end the thread."""
        asyncio.run_coroutine_threadsafe(self._shut(), self._loop).result(_CHILD_END_SECONDS)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(_CHILD_END_SECONDS)
        self._loop.close()

    async def _shut(self) -> None:
        self._server.close()
        others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)


class _Handler:
    """The answers of the SMTP server; the names are aiosmtpd's."""

    def __init__(self, mail: EmbeddedMail) -> None:
        self.mail = mail

    def authenticate(
        self, server: "SMTP", session: "Session", envelope: "Envelope", mechanism: str, data: "LoginPassword"
    ) -> "AuthResult":
        """Check a login by PLAIN or LOGIN against the users' passwords."""
        from aiosmtpd.smtp import AuthResult

        name = data.login.decode("utf-8", "replace").partition("@")[0].lower()
        if self.mail.password_fits(name, data.password.decode("utf-8", "replace")):
            return AuthResult(success=True, auth_data=name)
        return AuthResult(success=False, handled=False)

    async def handle_MAIL(  # noqa: N802
        self, server: "SMTP", session: "Session", envelope: "Envelope", address: str, options: list[str]
    ) -> str:
        """Refuse mails of a user under another address than their own."""
        if session.auth_data and address and self.mail.user_of(address) != session.auth_data:
            return "553 5.7.1 not your address"
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 OK"

    async def handle_RCPT(  # noqa: N802
        self, server: "SMTP", session: "Session", envelope: "Envelope", address: str, options: list[str]
    ) -> str:
        """Refuse to relay messages."""
        if self.mail.user_of(address) is None:
            return "550 5.1.1 no such user"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(  # noqa: N802
        self, server: "SMTP", session: "Session", envelope: "Envelope"
    ) -> str:
        """File the mail once for every recipient, before it is acknowledged."""
        raw = envelope.original_content or b""
        if session.auth_data and self.mail.user_of(_from_address(raw)) != session.auth_data:
            return "550 5.7.1 From is not your address"
        for recipient in envelope.rcpt_tos:
            self.mail.deliver(raw, sender=envelope.mail_from or "", recipient=recipient)
        return f"250 2.0.0 filed as {secrets.token_hex(5)}"


def _from_address(raw: bytes) -> str:
    split = split_mail(raw, most=64_000)
    values = Headers(split[0]).all("from") if split else []
    try:
        return parse_sender(values[0]).address if len(values) == 1 else ""
    except SenderError:
        return ""
