"""Read a mail file and tell which way it would go."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from adjudicator import given_files
from adjudicator.given_files import BadFile
from adjudicator.mail.address import OwnAddresses
from adjudicator.mail.dkim_check import dkim_verdict
from adjudicator.mail.model import ReadMail
from adjudicator.mail.read import read_mail
from adjudicator.mail.received_time import first_received_at
from adjudicator.mail.results import Verdict
from adjudicator.mail.routing import KnownSeat, RoutingDecision, decide
from adjudicator.mail.sender_authentication import AuthSettings, Trust, authenticity
from adjudicator.settings import Settings
from adjudicator.settings import Trust as WhatProves
from cli.errors import Failed


class FileRead(msgspec.Struct, frozen=True):
    """A mail as read: the outcome, whether the sender is proven, the lines that count, everything else."""

    outcome: RoutingDecision
    verdict: Verdict
    lines: tuple[str, ...]
    mail: ReadMail

    def text(self) -> str:
        """Return it as text for people."""
        mail = self.mail
        lines = [
            f"from     {mail.sender or 'nobody'}",
            f"nature   {mail.nature}{f' ({mail.nature_why})' if mail.nature_why else ''}",
            f"sender   {self.verdict.proof}: {self.verdict.why}",
            f"outcome  {self.outcome.kind}: {self.outcome.why}",
            *(f"order    {line}" for line in self.lines),
            *(f"ignored  {line.text}  ({line.why})" for line in mail.ignored),
            *(f"note     {note.code} {note.detail}".rstrip() for note in mail.notes),
        ]
        return "\n".join(lines)


def read_file(
    file: Path, *, own: Sequence[str] | None, authserv_id: str | None, seats: Path | None, believe: bool
) -> FileRead:
    """Read a mail file; what is not said comes from the settings. Raises Failed, OSError."""
    settings = Settings.load().mail
    address = settings.address
    addresses = tuple(own or (box.address.plain for box in settings.boxes.values()))
    raw = given_files.read(file)
    mail = read_mail(raw, own=OwnAddresses(addresses=addresses, separator=address.separator))
    trust = Trust.NONE if believe else Trust.RESULTS
    server = settings.authserv_id if authserv_id is None else authserv_id
    auth = AuthSettings(authserv_id=server, trust=trust, sealers=settings.arc_sealers)
    arrived = first_received_at(mail, (server,)) or datetime.now(UTC)
    if settings.trust is WhatProves.DKIM and not believe and authserv_id is None:
        verdict = dkim_verdict(raw, mail, auth, arrived, seconds=settings.dns_timeout_seconds)
    else:
        verdict = authenticity(mail, auth, arrived)
    known = () if seats is None else _seats(seats)
    return FileRead(decide(mail, verdict, known), verdict, mail.lines, mail)


def _seats(path: Path) -> tuple[KnownSeat, ...]:
    data = given_files.read(path)
    try:
        return given_files.from_json(data, tuple[KnownSeat, ...])
    except BadFile as error:
        raise Failed(f"{path}: {error}") from None
