"""Settings of mail: the mailboxes in which we get it, and the ways out."""

import re
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import AfterValidator, Field, PositiveInt, SecretStr, model_validator

from adjudicator.settings.values import Port, Section


class Tls(StrEnum):
    """The protection of a connection: not at all (this machine only), from the first byte, or by STARTTLS."""

    NONE = "none"
    IMPLICIT = "implicit"
    STARTTLS = "starttls"


class OAuth(Section):
    """Access by OAuth2 instead of a password: what the provider has given us (RFC 6749)."""

    token_url: Annotated[str, Field(pattern=r"^(https://\S+|http://(127\.0\.0\.1|localhost)[:/]\S*)?$")] = ""
    client_id: str = ""
    client_secret: SecretStr = SecretStr("")
    refresh_token: SecretStr = SecretStr("")
    scope: str = ""

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        if self.token_url and not (self.client_id and self.refresh_token.get_secret_value()):
            raise ValueError("token_url needs client_id and refresh_token")
        return self


class Server(Section):
    """A mail server and our account there. ``timeout_seconds`` holds for every single network operation."""

    host: str = "127.0.0.1"
    port: Port
    tls: Tls
    user: str = ""
    password: SecretStr = SecretStr("")
    oauth: OAuth = OAuth()
    ca_file: Path | None = None
    timeout_seconds: PositiveInt = 60


class Imap(Server):
    """The mailbox from which mail is fetched. Without ``idle`` the folder is only looked at every ``poll_seconds``."""

    port: Port = 993
    tls: Tls = Tls.IMPLICIT
    idle: bool = True
    poll_seconds: Annotated[float, Field(gt=0)] = 60
    inbox: str = "INBOX"
    handled_folder: str = "Handled"


class Smtp(Server):
    """The server to which messages are handed over, and how many of them in an hour.

    All together (what the provider allows), and to one recipient. 0: no limit. What is too much goes later.
    """

    port: Port = 587
    tls: Tls = Tls.STARTTLS
    per_hour: Annotated[int, Field(ge=0)] = 0
    per_recipient: Annotated[int, Field(ge=0)] = 100


class OwnAddress(Section):
    """Our address: ``local`` + ``separator`` + token + @ + ``domain`` reaches a seat."""

    local: Annotated[str, Field(pattern=r"^[A-Za-z0-9._-]+$")] = "orders"
    domain: Annotated[str, Field(pattern=r"^[A-Za-z0-9.-]+$")] = "localhost"
    separator: Annotated[str, Field(pattern=r"^[+\-_=]$")] = "+"

    @property
    def plain(self) -> str:
        """The address without a token."""
        return f"{self.local}@{self.domain}"


class Dkim(Section):
    """Our own signature on every mail; without a selector the sending server signs, or nobody."""

    selector: Annotated[str, Field(pattern=r"^([A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?)?$")] = ""
    key_file: Path | None = None

    @model_validator(mode="after")
    def _both_or_none(self) -> "Dkim":
        if bool(self.selector) != (self.key_file is not None):
            raise ValueError("selector and key_file belong together")
        return self


class Trust(StrEnum):
    """The proof of the sender: the receiving server's verdict, our own DKIM check, or nothing (demo)."""

    AUTHENTICATION_RESULTS = "authentication_results"
    DKIM = "dkim"
    EVERYBODY = "everybody"


def _resolver(address: str) -> str:
    """Return an address that `adjudicator.mail.dns_records.Resolver` takes.

    It is checked here because that module is slow to load, so that only `doctor` loads it.
    """
    if address and re.fullmatch(r"[0-9.]+(:\d+)?|\[[0-9A-Fa-f:.]+\](:\d+)?|[0-9A-Fa-f:.]+", address) is None:
        raise ValueError(f"{address!r} is not an IP address; use 127.0.0.1 or 127.0.0.1:5353")
    return address


ResolverAddress = Annotated[str, AfterValidator(_resolver)]


class Mailbox(Section):
    """One of our addresses: how its mail is fetched and handed over, how it is signed, and who is believed there.

    ``authserv_id`` is the name by which its receiving server signs verdicts (RFC 8601, 2.5); while it is empty no
    verdict is believed, and senders are asked to confirm. ``arc_sealers``: domains of forwarders and lists whose seals
    are believed (RFC 8617).
    """

    imap: Imap = Imap()
    smtp: Smtp = Smtp()
    address: OwnAddress = OwnAddress()
    dkim: Dkim = Dkim()
    authserv_id: str = ""
    trust: Trust = Trust.AUTHENTICATION_RESULTS
    arc_sealers: tuple[str, ...] = ()


MAIN = ""
"""The name of the mailbox that ``[mail]`` itself describes."""
SHOWN_MAIN = "main"
"""Its name for people."""
_NAME = r"^[a-z][a-z0-9-]{0,30}$"


class Mail(Mailbox):
    """Mail in and out: the main mailbox, and others by name, which have of it whatever they do not say themselves.

    ``operator``: the address of whoever runs the server, told of what cannot wait; empty: nobody.
    ``dns_timeout_seconds``: for all look-ups of one mail with trust ``dkim``; ``dns_retry_minutes``: how long a mail is
    tried again whose look-ups nobody answered, before it is held. ``dns_resolver``: IP address and port of the resolver
    that `doctor` asks about our own domains; empty: the machine's. ``patterns_file``: further lines that mail programs
    write, in the form of `adjudicator/mail/patterns.yaml`.
    """

    mailboxes: dict[Annotated[str, Field(pattern=_NAME)], Mailbox] = {}
    operator: Annotated[str, Field(pattern=r"^([^@\s]+@[^@\s]+)?$")] = ""
    dns_timeout_seconds: PositiveInt = 10
    dns_retry_minutes: Annotated[int, Field(ge=0)] = 30
    dns_resolver: ResolverAddress = ""
    patterns_file: Path | None = None

    @model_validator(mode="before")
    @classmethod
    def _have_of_the_main_one(cls, given: Any) -> Any:
        boxes = given.get("mailboxes") if isinstance(given, dict) else None
        if not isinstance(boxes, dict):
            return given
        main = {name: value for name, value in given.items() if name in Mailbox.model_fields}
        return given | {"mailboxes": {name: _completed(main, box) for name, box in boxes.items()}}

    @model_validator(mode="after")
    def _are_told_apart(self) -> Self:
        if SHOWN_MAIN in self.mailboxes:
            raise ValueError(f"mailboxes.{SHOWN_MAIN}: the name “{SHOWN_MAIN}” is reserved for the mailbox in [mail]")
        names: dict[str, str] = {}
        for name, box in self.boxes.items():
            address = box.address.plain.lower()
            if address in names:
                raise ValueError(f"mailboxes.{name}.address: {address} is that of the mailbox {shown(names[address])}")
            names[address] = name
        return self

    @property
    def boxes(self) -> dict[str, Mailbox]:
        """All mailboxes by name, the main one first."""
        return {MAIN: self, **self.mailboxes}

    @property
    def fetched_together(self) -> list[tuple[str, ...]]:
        """The mailboxes by the folder in which their mail lies: several addresses may lead into one."""
        return _by(self.boxes, lambda box: (box.imap.host, box.imap.port, box.imap.user, box.imap.inbox))

    @property
    def sent_together(self) -> list[tuple[str, ...]]:
        """The mailboxes by the account that hands their mail over, for which a provider's limits count."""
        return _by(self.boxes, lambda box: (box.smtp.host, box.smtp.port, box.smtp.user))


def shown(name: str) -> str:
    """Return a mailbox's name as people write it."""
    return name or SHOWN_MAIN


def mailbox_of(name: str) -> str:
    """Return how the settings call the mailbox that people write like this."""
    return MAIN if name == SHOWN_MAIN else name


_ACCOUNT = frozenset(("user", "password", "oauth"))
_ELSEWHERE = frozenset(("host", "user", "password", "oauth"))
"""Settings that mean an account of its own: the password of the main one is shown to no other server."""


def _completed(main: dict[str, Any], box: Any) -> Any:
    """Return the settings of a mailbox, with those it has from the main one."""
    if not isinstance(box, dict):
        return box
    made = dict(box)
    for name, value in main.items():
        said = box.get(name)
        if said is None:
            made[name] = value
        elif isinstance(said, dict):
            known = value.model_dump() if isinstance(value, Section) else value
            if isinstance(known, dict):
                own = name in ("imap", "smtp") and not _ELSEWHERE.isdisjoint(said)
                made[name] = {key: each for key, each in known.items() if not (own and key in _ACCOUNT)} | said
    return made


def _by(boxes: dict[str, Mailbox], way: Callable[[Mailbox], Any]) -> list[tuple[str, ...]]:
    found: dict[Any, list[str]] = {}
    for name, box in boxes.items():
        found.setdefault(way(box), []).append(name)
    return [tuple(names) for names in found.values()]
