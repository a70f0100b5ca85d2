"""Define where the mail servers are. Made by the operator's settings; secrets never show in a repr."""

from enum import StrEnum

from msgspec import Struct

from adjudicator.mail.oauth import Tokens


class Tls(StrEnum):
    """`TLS` from the first byte (ports 465, 993), `STARTTLS` (587, 143), or `NONE` on loopback only."""

    TLS = "tls"
    STARTTLS = "starttls"
    NONE = "none"


class _Server(Struct, frozen=True, kw_only=True):
    host: str
    port: int
    tls: Tls = Tls.TLS
    user: str = ""
    """Empty: no login."""
    password: str = ""
    tokens: Tokens | None = None
    """Where access tokens come from: login by XOAUTH2 instead of the password."""
    ca_file: str = ""
    """PEM file of the authority to trust; empty: those of the system."""
    timeout: float = 30.0
    """Seconds for any single answer of the server."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.user or 'nobody'}@{self.host}:{self.port}, {self.tls})"


class SmtpSettings(_Server, frozen=True, kw_only=True):
    """The server that takes our mail. `local_name` is what we say in EHLO."""

    local_name: str = "localhost"


class ImapSettings(_Server, frozen=True, kw_only=True):
    """The mailbox that receives. `idle` off: the server is asked every `poll_seconds` instead."""

    folder: str = "INBOX"
    idle: bool = True
    poll_seconds: float = 15.0
    most_bytes: int = 30_000_000
    """Larger mails are fetched as headers only."""
