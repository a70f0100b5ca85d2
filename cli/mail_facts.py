"""Stored mails: as a list for everybody, and opened for those who may read them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from itertools import islice
from typing import Any

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session, defer
from sqlmodel import col

from adjudicator.service.commands import registry
from adjudicator.service.inbox import other_campaigns
from adjudicator.service.inbox.arrival import read
from adjudicator.service.service import Service
from adjudicator.store import prompts
from adjudicator.store.tables import Campaign, InboundMail, InboundStatus, OutboundMail, OutboundState, Seat
from cli.errors import Failed
from cli.eyes import look
from cli.output import remark
from cli.own_part import OwnPart

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

    def bytes_or_failed(self) -> bytes:
        """The bytes. Raises Failed where they may not be seen or are not there yet."""
        if self.raw is None:
            raise Failed(f"{self.facts.id}: {self.closed_because}")
        return self.raw

    def plain(self) -> dict[str, Any]:
        """For machines."""
        told: dict[str, Any] = msgspec.to_builtins(self.facts)
        if self.raw is None and self.lines:
            told |= {"lines": self.lines, "readings": self.readings}
        if self.raw is not None:
            parsed = _parsed(self.raw)
            told |= {
                "headers": [[name, str(value)] for name, value in parsed.items()],
                "text": _text_of(parsed),
                "lines": self.lines,
                "readings": self.readings,
            }
        return told

    def text(self) -> str:
        """For people."""
        facts = self.facts
        when = f"{facts.at:%Y-%m-%d %H:%M} UTC" if facts.at else ""
        head = f"{facts.id}  {when}  {facts.address}  {facts.state} {facts.kind}"
        belongs = f"{facts.campaign} {facts.seat}".strip()
        lines = [head.rstrip(), *([belongs] if belongs else []), *([facts.reason] if facts.reason else [])]
        if self.raw is None:
            return "\n".join([*lines, f"({self.closed_because})", *(f"  {line}" for line in self.lines)])
        parsed = _parsed(self.raw)
        lines += [f"{name}: {parsed[name]}" for name in ("From", "To", "Date", "Subject", "Message-ID") if parsed[name]]
        lines += ["", _text_of(parsed).rstrip()]
        lines += ["", "Read as orders:", *(f"  {line}" for line in self.lines)] if self.lines else []
        return "\n".join(lines)


def listed(
    service: Service, session: Session, *, out: bool, campaign: str | None, status: str | None, limit: int
) -> list[Listed]:
    """Mails that came in or went out, the newest first. Raises Failed for an unknown campaign or state.

    Where a moderator plays, those of other seats are not there; what was set aside stands without anything about it.
    """
    part = OwnPart(service, session)
    rows = _rows_out(session, campaign, status) if out else _rows_in(session, campaign, status)
    return list(islice((each for row in rows if (each := _as_seen(session, part, row)) is not None), limit))


def _as_seen(session: Session, part: OwnPart, row: InboundMail | OutboundMail) -> Listed | None:
    facts = _inbound(session, row) if isinstance(row, InboundMail) else _outbound(session, row)
    if not part.hides(row.campaign_id, row.seat_id, facts.address):
        return facts
    if facts.state not in (InboundStatus.HELD, InboundStatus.QUARANTINED):
        return None
    return Listed(facts.id, None, "", facts.campaign, "", facts.state, "", "a mail of another seat")


def _rows_in(session: Session, campaign: str | None, status: str | None) -> Iterator[InboundMail]:
    found = select(InboundMail).options(defer(InboundMail.raw)).order_by(col(InboundMail.id).desc())  # type: ignore[arg-type]
    if campaign is not None:
        found = found.where(col(InboundMail.campaign_id) == _campaign_id(session, campaign))
    if status is not None:
        found = found.where(col(InboundMail.status) == _word(InboundStatus, status))
    return iter(session.scalars(found.execution_options(yield_per=100)))


def _rows_out(session: Session, campaign: str | None, status: str | None) -> Iterator[OutboundMail]:
    blobs = defer(OutboundMail.raw), defer(OutboundMail.intent)  # type: ignore[arg-type]
    found = select(OutboundMail).options(*blobs).order_by(col(OutboundMail.id).desc())
    if campaign is not None:
        found = found.where(col(OutboundMail.campaign_id) == _campaign_id(session, campaign))
    if status is not None:
        found = found.where(col(OutboundMail.state) == _word(OutboundState, status))
    return iter(session.scalars(found.execution_options(yield_per=100)))


def opened(service: Service, session: Session, name: str, as_seat: str | None, *, everything: bool) -> Opened:
    """One mail as it may be seen. Raises Failed if there is none of that name."""
    match = re.fullmatch(r"(in|out)-(\d{1,18})", name)
    if match is None:
        raise Failed(f"{name!r} is not written as in-NUMBER or out-NUMBER")
    number = int(match[2])
    row = session.get(InboundMail, number) if match[1] == "in" else session.get(OutboundMail, number)
    part = OwnPart(service, session)
    facts = None if row is None else _inbound(session, row) if isinstance(row, InboundMail) else _outbound(session, row)
    if row is None or facts is None or part.hides(row.campaign_id, row.seat_id, facts.address):
        raise Failed(f"there is no mail {name}{part.hint}")
    if everything:
        remark("adjudicator: this shows secrets of every seat")
    elif as_seat is None:
        return Opened(facts, None, "what is inside shows only with --as SEAT or --all")
    elif as_seat != facts.seat:
        raise Failed(f"{name} does not belong to the seat {as_seat}")
    if row.campaign_id is not None:
        look(service, session.get_one(Campaign, row.campaign_id), None if everything else as_seat)
    if row.raw is None:
        return Opened(facts, None, "it is not rendered yet")
    if isinstance(row, OutboundMail):
        return Opened(facts, row.raw)
    mail = read(row.raw, service.own, service.mail_limits)
    readings = tuple(msgspec.json.decode(line.reading) for line in prompts.orders_of_mail(session, row.id))
    given = registry.split(mail)
    if row.part_by is not None:
        given = registry.split(other_campaigns.only_here(session, mail, row, row.received_at))
    elif not given.elsewhere:
        return Opened(facts, row.raw, "", mail.lines, readings)
    lines = (*(each.original for each in given.here.commands), *given.here.lines)
    return Opened(facts, None, SEVERAL, lines, readings)


def _inbound(session: Session, row: InboundMail) -> Listed:
    campaign, seat = _whose(session, row.campaign_id, row.seat_id)
    return Listed(
        f"in-{row.id}",
        row.received_at,
        row.sender,
        campaign,
        seat,
        row.status,
        row.hold or row.nature,
        row.reason,
        row.size,
    )


def _outbound(session: Session, row: OutboundMail) -> Listed:
    campaign, seat = _whose(session, row.campaign_id, row.seat_id)
    return Listed(f"out-{row.id}", row.queued_at, row.recipient, campaign, seat, row.state, row.kind, row.error)


def _whose(session: Session, campaign_id: int | None, seat_id: int | None) -> tuple[str, str]:
    campaign = session.get(Campaign, campaign_id) if campaign_id else None
    seat = session.get(Seat, seat_id) if seat_id else None
    return campaign.name if campaign else "", seat.name if seat else ""


def _campaign_id(session: Session, name: str) -> int:
    found = session.scalars(select(col(Campaign.id)).where(col(Campaign.name) == name)).first()
    if found is None:
        raise Failed(f"there is no campaign named {name!r}; adjudicator campaign list tells those there are")
    return found


def _word(kind: type[InboundStatus] | type[OutboundState], word: str) -> str:
    try:
        return kind(word)
    except ValueError:
        raise Failed(f"there is no state {word!r}; there are {', '.join(kind)}") from None


def _parsed(raw: bytes) -> EmailMessage:
    parsed = BytesParser(policy=policy.default).parsebytes(raw)
    assert isinstance(parsed, EmailMessage)
    return parsed


def _text_of(parsed: EmailMessage) -> str:
    """The text part; a mail from outside may be anything, so nothing here may fail."""
    try:
        body = parsed.get_body(("plain", "html"))
        return "" if body is None else str(body.get_content())
    except (LookupError, ValueError, AttributeError):
        return "(the text cannot be decoded; --raw shows the bytes)"
