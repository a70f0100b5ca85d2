"""Stored mails: as a list for everybody, opened for those who may read them, and what did not arrive."""

import re
from datetime import datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from itertools import islice
from typing import Any

import msgspec
from sqlalchemy import Select, select
from sqlalchemy.orm import Session, defer
from sqlmodel import col

from adjudicator.service.admin.access import OwnPart, Visit, campaign_named, look
from adjudicator.service.moderation.troubles import CommandError
from adjudicator.service.service import Service
from adjudicator.store import kept_mails, prompts
from adjudicator.store.tables import Campaign, InboundMail, InboundStatus, OutboundMail, OutboundState, Seat

DROPPED = "what was sent is kept no more (limits.keep_mails_days)"
NOT_YET = "it is not sent yet"
NOT_KEPT = "what came is kept no more (limits.keep_received_days)"
WRITABLE = {OutboundState.QUEUED: NOT_YET, OutboundState.HANDED_OVER: DROPPED}
"""Why a mail has no bytes, by its state, where it can be written all the same."""
SEVERAL = "a mail for several campaigns: only what it holds for this one is shown, without its letters"


class Listed(msgspec.Struct, frozen=True):
    """A mail in a list."""

    id: str
    at: datetime | None
    address: str
    campaign: str
    seat: str
    state: str
    kind: str
    reason: str
    size: int | None = None


class Opened(msgspec.Struct, frozen=True):
    """A mail with what is inside, where it may be seen (`raw`)."""

    facts: Listed
    raw: bytes | None
    closed_because: str = ""
    lines: tuple[str, ...] = ()
    readings: tuple[Any, ...] = ()
    anew: str = ""
    """Why there are no bytes to show, where it is written as it would be now: not sent yet, or kept no more."""

    def content(self) -> bytes:
        """Return the bytes.

        Raises:
            CommandError: They may not be seen, do not exist yet, or were deleted.
        """
        if self.anew:
            raise CommandError(f"{self.facts.id}: {self.anew}; `mail show` tells what it would say now")
        if self.raw is None:
            raise CommandError(f"{self.facts.id}: {self.closed_because}")
        return self.raw

    def plain(self) -> dict[str, Any]:
        """Return it for machines."""
        told: dict[str, Any] = msgspec.to_builtins(self.facts)
        if self.raw is not None:
            parsed = message_from_bytes(self.raw, policy=policy.default)
            told["headers"] = [[name, str(value)] for name, value in parsed.items()]
            told["text"] = _text_of(parsed)
        if self.anew:
            told["written_anew"] = True
        if self.raw is not None or self.lines:
            told |= {"lines": self.lines, "readings": self.readings}
        return told

    def text(self) -> str:
        """Return it as text for people."""
        facts = self.facts
        when = f"{facts.at:%Y-%m-%d %H:%M} UTC" if facts.at else ""
        head = f"{facts.id}  {when}  {facts.address}  {facts.state} {facts.kind}"
        belongs = f"{facts.campaign} {facts.seat}".strip()
        lines = [head.rstrip(), *([belongs] if belongs else []), *([facts.reason] if facts.reason else [])]
        if self.raw is None:
            return "\n".join([*lines, f"({self.closed_because})", *(f"  {line}" for line in self.lines)])
        parsed = message_from_bytes(self.raw, policy=policy.default)
        lines += [f"({self.anew}: written as it would be now)"] if self.anew else []
        lines += [f"{name}: {parsed[name]}" for name in ("From", "To", "Date", "Subject", "Message-ID") if parsed[name]]
        lines += ["", _text_of(parsed).rstrip()]
        lines += ["", "Read as orders:", *(f"  {line}" for line in self.lines)] if self.lines else []
        return "\n".join(lines)


def listed(
    part: OwnPart, *, out: bool = False, campaign: str | None = None, status: str | None = None, limit: int = 50
) -> list[Listed]:
    """Return inbound or outbound (`out`) mails, the newest first.

    A moderator who plays does not see mails of other seats; mails set aside are shown without their content.

    Raises:
        CommandError: The campaign or the state is unknown.
    """
    kind: Any = OutboundMail if out else InboundMail
    state, states = (kind.state, OutboundState) if out else (kind.status, InboundStatus)
    unread = [defer(kind.kept), defer(kind.intent)] if out else [defer(kind.raw)]
    found: Select[Any] = select(kind).options(*unread).order_by(col(kind.id).desc())
    if status is not None:
        if status not in list(states):
            raise CommandError(f"there is no state {status!r}; there are {', '.join(states)}")
        found = found.where(col(state) == states(status))
    if campaign is not None:
        found = found.where(col(kind.campaign_id) == campaign_named(part.session, campaign).id)
    rows = part.session.scalars(found.execution_options(yield_per=100))
    return list(islice((each for row in rows if (each := _as_seen(part, row)) is not None), limit))


def _as_seen(part: OwnPart, row: InboundMail | OutboundMail) -> Listed | None:
    facts = _facts(part.session, row)
    if not part.hides(row.campaign_id, row.seat_id, facts.address):
        return facts
    aside = facts.state in (InboundStatus.HELD, InboundStatus.QUARANTINED)
    if not aside or part.is_elsewhere(row.campaign_id):
        return None
    return Listed(facts.id, None, "", facts.campaign, "", facts.state, "", "a mail of another seat")


def mail_details(part: OwnPart, name: str, *, seat: str | None, everything: bool) -> Opened:
    """Return one message as its seat may see it, or with everything. Raises CommandError if none has that name."""
    match = re.fullmatch(r"(in|out)-(\d{1,18})", name)
    if match is None:
        raise CommandError(f"{name!r} is not an email id; use in-NUMBER or out-NUMBER")
    session, service, number = part.session, part.work.service, int(match[2])
    row = session.get(InboundMail, number) if match[1] == "in" else session.get(OutboundMail, number)
    facts = None if row is None else _facts(session, row)
    if row is None or facts is None or part.hides(row.campaign_id, row.seat_id, facts.address):
        raise CommandError(f"there is no mail {name}{part.hint}")
    if not everything and seat is None:
        return Opened(facts, None, "what is inside shows only with --as SEAT or --all")
    if not everything and seat != facts.seat:
        raise CommandError(f"{name} does not belong to the seat {seat}")
    if row.campaign_id is not None:
        visit = Visit(part.work, session.get_one(Campaign, row.campaign_id), part.visitor)
        look(visit, None if everything else seat)
    if isinstance(row, OutboundMail):
        return _sent(service, session, row, facts)
    return _opened(service, session, row, facts)


def _sent(service: Service, session: Session, row: OutboundMail, facts: Listed) -> Opened:
    raw = kept_mails.whole(session, row)
    if raw is None and row.state in WRITABLE:
        from adjudicator.service.words.rendering import message_bytes  # a list of mails needs no writer

        return Opened(facts, message_bytes(service, row), anew=WRITABLE[row.state])
    return Opened(facts, raw, "" if raw else f"it is {row.state}, and nothing of it is kept")


def _opened(service: Service, session: Session, row: InboundMail, facts: Listed) -> Opened:
    ordered = prompts.orders_of_mail(session, row.id)
    readings = tuple(msgspec.json.decode(line.reading) for line in ordered if line.reading)
    if row.dropped_at is not None:
        lines = tuple(line.text.decode() for line in ordered)
        return Opened(facts, None, NOT_KEPT, lines, readings)
    from adjudicator.service.commands import splitting  # nor who reads and handles them
    from adjudicator.service.inbox import other_campaigns
    from adjudicator.service.inbox.arrival import read

    mail = read(row.raw, service.own, service.mail_limits)
    given = splitting.split(mail)
    if row.part_by is not None:
        given = splitting.split(other_campaigns.only_here(session, mail, row, row.received_at))
    elif not given.elsewhere:
        return Opened(facts, row.raw, "", mail.lines, readings)
    lines = (*(command.original for command in given.here.commands), *given.here.lines)
    return Opened(facts, None, SEVERAL, lines, readings)


def _facts(session: Session, row: InboundMail | OutboundMail) -> Listed:
    campaign = session.get(Campaign, row.campaign_id) if row.campaign_id else None
    seat = session.get(Seat, row.seat_id) if row.seat_id else None
    whose = (campaign.name if campaign else "", seat.name if seat else "")
    if isinstance(row, OutboundMail):
        return Listed(f"out-{row.id}", row.queued_at, row.recipient, *whose, row.state, row.kind, row.error)
    kind = row.hold or row.nature
    return Listed(f"in-{row.id}", row.received_at, row.sender, *whose, row.status, kind, row.reason, row.size)


def _text_of(parsed: EmailMessage) -> str:
    """Return the text part; a message from outside may contain anything, so nothing here may fail."""
    try:
        body = parsed.get_body(("plain", "html"))
        return "" if body is None else str(body.get_content())
    except (LookupError, ValueError, AttributeError):
        return "(the text cannot be decoded; --raw shows the bytes)"
