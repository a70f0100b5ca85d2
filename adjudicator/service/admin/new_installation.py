"""Set up an installation: find the servers of a mailbox, try them, see a mail come back, write the files."""

import asyncio
import json
import secrets
import sys
import time
from collections.abc import Iterator, Mapping
from email.message import EmailMessage
from email.parser import BytesHeaderParser
from email.policy import SMTP
from pathlib import Path
from typing import Any

from authres import AuthenticationResultsHeader
from authres.core import AuthResError
from msgspec import Struct

from adjudicator.mail.dns_records import NoAnswer, Resolver
from adjudicator.mail.fetch import FetchCursor, Mailbox
from adjudicator.mail.send import Delivered, hand_over
from adjudicator.service.admin.findings import Finding
from adjudicator.service.admin.mailbox_checks import incoming, outgoing
from adjudicator.service.outbox.delivery import imap_settings, smtp_settings
from adjudicator.settings import MAIN, Settings, Tls

PATIENCE = 120.0
"""Seconds for which the mail that is sent to the mailbox itself is awaited."""
LOOK_AGAIN = 3.0
"""Seconds after which the folder is looked at again: some servers tell late that a mail has come."""
PORTS = {143: Tls.STARTTLS, 993: Tls.IMPLICIT, 25: Tls.STARTTLS, 465: Tls.IMPLICIT, 587: Tls.STARTTLS}
"""The usual protection by port (RFC 8314)."""
SERVICES = {
    "imap": (("_imaps", Tls.IMPLICIT), ("_imap", Tls.STARTTLS)),
    "smtp": (("_submissions", Tls.IMPLICIT), ("_submission", Tls.STARTTLS)),
}
"""The names under which a domain tells its servers in DNS (RFC 6186, RFC 8314)."""
USUAL = {"imap": 993, "smtp": 587}
UNIT = Path(__file__).with_name("adjudicator@.service")
"""The unit of every process of a service that is installed for the whole machine."""
LEFT_OUT = ("Documentation=", "Group=", "StateDirectory", "RemoveIPC=")
"""What in it names a place that other installations do not have, or wants an account for the service alone."""
HOMES = ("/home/", "/root/", "/run/user/")
"""What `ProtectHome` hides."""


class Place(Struct, frozen=True):
    """A mail server: its host, its port and how the connection is protected."""

    host: str
    port: int
    tls: Tls

    def __str__(self) -> str:
        usual = PORTS.get(self.port) is self.tls
        return f"{self.host}:{self.port}" if usual else f"{self.host}:{self.port} {self.tls}"


def place(text: str, kind: str) -> Place:
    """Read a server as `HOST`, `HOST:PORT` or `HOST:PORT none|implicit|starttls`.

    Raises:
        ValueError: It is not written like that.

    >>> str(place("mail.example.org", "imap")), place("127.0.0.1:1143 none", "imap").tls.value
    ('mail.example.org:993', 'none')
    """
    where, _, tls = text.strip().partition(" ")
    host, colon, port = where.partition(":")
    if not host or (colon and not port.isdecimal()) or (tls and tls.strip() not in [*Tls]):
        raise ValueError(f"{text!r} is not a server; write HOST, HOST:PORT or HOST:PORT none|implicit|starttls")
    number = int(port) if port else USUAL[kind]
    return Place(host, number, Tls(tls.strip()) if tls else PORTS.get(number, Tls.IMPLICIT))


def likely(kind: str, domain: str, resolver: str = "") -> Place:
    """Return the server that takes (`imap`) or sends (`smtp`) the mail of a domain: what DNS tells, else a guess."""
    try:
        asked = Resolver(resolver, 5.0)
        for service, tls in SERVICES[kind]:
            if found := asked.servers(f"{service}._tcp.{domain}"):
                return Place(*found[0], tls)
    except NoAnswer:
        pass
    return place(f"{kind}.{domain}", kind)


def given(address: str, account: Mapping[str, str], imap: Place, smtp: Place, folder: Path) -> dict[str, Any]:
    """Return settings as they are written into a file; `account`: what holds for both servers, as user and password."""
    local, _, domain = address.rpartition("@")
    return {
        "database": f"sqlite:///{folder / 'adjudicator.db'}",
        "data_directory": str(folder / "data"),
        "mail": {
            "address": {"local": local, "domain": domain},
            "imap": {"host": imap.host, "port": imap.port, "tls": imap.tls.value, **account},
            "smtp": {"host": smtp.host, "port": smtp.port, "tls": smtp.tls.value, **account},
        },
    }


def tried(settings: Settings) -> Iterator[Finding]:
    """Log in at both servers; nothing is sent. Yields what `doctor` would say."""
    yield from incoming(settings, MAIN)
    yield from outgoing(settings, MAIN)


class Arrival(Struct, frozen=True):
    """The result of a mail to an address of a seat: it arrived and who signed for it, or why it was refused."""

    arrived: bool
    authserv_id: str = ""
    refused: str = ""


def round_trip(settings: Settings, patience: float = PATIENCE) -> Arrival:
    """Send a mail to the mailbox itself, at an address as a seat has one, and wait until it lies there.

    Raises:
        MailboxLost.
    """
    ours, word = settings.mail.address, secrets.token_hex(8)
    mail = EmailMessage(policy=SMTP)
    mail["From"], mail["To"] = ours.plain, f"{ours.local}{ours.separator}{word}@{ours.domain}"
    mail["Subject"], mail["Message-ID"] = "Adjudicator: does mail arrive?", f"<{word}@{ours.domain}>"
    mail["Auto-Submitted"] = "auto-generated"
    mail.set_content("This mail shows that mail to the addresses of players arrives. Nobody has to answer it.")
    end = time.monotonic() + patience
    with Mailbox.connect(imap_settings(settings)) as box:
        newest = FetchCursor(box.uidvalidity, max(box.uids(), default=0))
        handed = asyncio.run(
            hand_over(mail.as_bytes(), sender=ours.plain, recipient=str(mail["To"]), settings=smtp_settings(settings))
        )
        if not isinstance(handed, Delivered):
            return Arrival(arrived=False, refused=getattr(handed, "text", ""))
        while (left := end - time.monotonic()) > 0:
            for found in box.new_mails(newest):
                newest = found.position
                if word.encode() in found.raw:
                    box.move_to([found.uid], settings.mail.imap.handled_folder)
                    return Arrival(arrived=True, authserv_id=_signer(found.raw))
            box.wait(min(left, LOOK_AGAIN))
    return Arrival(arrived=False)


def _signer(raw: bytes) -> str:
    """Return the name by which the receiving server signs its verdicts: that of the topmost one (RFC 8601, 2.5)."""
    header = BytesHeaderParser().parsebytes(raw)["Authentication-Results"]
    try:
        return str(AuthenticationResultsHeader.parse(f"Authentication-Results: {header}").authserv_id) if header else ""
    except (AuthResError, ValueError, IndexError, AttributeError, RecursionError):
        return ""


def as_toml(settings: Mapping[str, Any], name: str = "") -> str:
    """Return settings in TOML; a string of JSON is one of TOML, too.

    >>> print(as_toml({"a": "é", "mail": {"operator": "", "imap": {"port": 1}}}))
    a = "é"
    <BLANKLINE>
    [mail]
    operator = ""
    <BLANKLINE>
    [mail.imap]
    port = 1
    """
    tables = {key: value for key, value in settings.items() if isinstance(value, Mapping)}
    lines = [f"{key} = {json.dumps(settings[key], ensure_ascii=False)}" for key in settings if key not in tables]
    head = f"[{name}]\n" if name and lines else ""
    parts = [f"{head}{chr(10).join(lines)}"] if lines else []
    return "\n\n".join(parts + [as_toml(value, f"{name}.{key}" if name else key) for key, value in tables.items()])


def unit(program: Path, file: Path, user: str) -> str:
    """Return a systemd unit that serves an installation in the folder of its settings file.

    It is the unit of `deploy/systemd` with other places. Home folders, which that one hides, can be read where
    something that the service needs lies in one.

    >>> made = unit(Path("/opt/a b/adjudicator"), Path("/srv/100% play/adjudicator.toml"), "games")
    >>> print(*(line for line in made.splitlines() if "a b" in line or "play" in line), sep="\\n")
    WorkingDirectory=/srv/100%% play
    ReadWritePaths="/srv/100%% play"
    Environment="ADJ_CONFIG=/srv/100%% play/adjudicator.toml"
    ExecStart="/opt/a b/adjudicator" serve
    """
    folder = str(file.parent).replace("%", "%%")
    needed = (program, file, Path(sys.prefix), Path(sys.base_prefix), UNIT)
    at_home = any(str(path.resolve()).startswith(HOMES) for path in needed)
    own = {
        "User": f"User={user}",
        "WorkingDirectory": f'WorkingDirectory={folder}\nReadWritePaths="{folder}"',
        "Environment": f'Environment="ADJ_CONFIG={folder}/{file.name}"',
        "ExecStart": f'ExecStart="{str(program).replace("%", "%%").replace("$", "$$")}" serve',
        "ProtectHome": f"ProtectHome={'read-only' if at_home else 'true'}",
    }
    _, head, body = UNIT.read_text(encoding="utf-8").replace("%i", "serve").partition("[Unit]\n")
    kept = (line for line in f"{head}{body}".splitlines() if not line.startswith(LEFT_OUT))
    return "".join(f"{own.get(line.partition('=')[0], line)}\n" for line in kept)
