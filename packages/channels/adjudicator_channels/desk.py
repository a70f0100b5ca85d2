"""Channels beside the mails, at the desk: added, listed, tried, removed. Secrets are shown once, or never."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, ClassVar

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.kernel.errors import UnknownGame
from adjudicator.language import CODES
from adjudicator.service.admin.access import Visit, Visitor, campaign_named, locked_campaign, look, no_seat
from adjudicator.service.admin.arranging import arrange
from adjudicator.service.admin.persons import plain
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.moderation.admission import require
from adjudicator.service.moderation.arrangement import ArrangementResult
from adjudicator.service.moderation.forms import WrongOptions, command
from adjudicator.service.moderation.rights import Right
from adjudicator.service.moderation.troubles import CommandError
from adjudicator.service.play.disclosures import own_seats
from adjudicator.service.service import Service, UnitOfWork
from adjudicator.store import channels
from adjudicator.store.campaigns import SeatAtTable, seats_at_table
from adjudicator.store.engine import reading, rehearses
from adjudicator.store.tables import Campaign, Channel
from adjudicator_channels import chats, delivery, places, queueing, webhooks
from adjudicator_channels.queueing import New
from adjudicator_channels.webhooks import Handed
from adjudicator_channels.wording import EVENTS, OF_SEAT, Event, Facts, body_of, standing

MOST = 20
"""The most channels of a campaign, including those of its seats."""


@command(
    "notices add",
    "lights https://hooks.example.org/lights",
    "lights - --events asked,deadline < url.txt     # not in the history of the shell",
    "lights tgram://123456789:abcdefg/12315544/      # a chat, as Apprise writes it",
    "lights https://phone.example.org/anna --seat france",
)
class NewChannel(msgspec.Struct, frozen=True, kw_only=True):
    """Add a webhook or chat that gets notifications. It is told who is asked, deadlines, turns, the end.

    They hold what everybody may know; to the channel of a seat goes that it is asked, never what. The secret with which
    they are signed is printed now and never again; in a chat they are not.
    """

    right: ClassVar = Right.ALL
    url: Annotated[str, "URL", "Where notices go, https or a chat; - reads it from standard input."]
    seat: Annotated[str, "Only what concerns this seat, and that it is asked."] = ""
    events: Annotated[str, "Of asked, deadline, turn, end, with commas; without it the usual."] = ""
    language: Annotated[str, "Language of the line for people, by its code."] = ""

    def __post_init__(self) -> None:
        if self.language and self.language not in CODES:
            raise WrongOptions(f"unknown language {self.language!r}; choose {' or '.join(CODES)}")


class Known(msgspec.Struct, frozen=True, omit_defaults=True):
    """A channel as it may be listed. How many notices came to the channel of a seat tells how often it was asked.

    `waiting`: notices that have not arrived yet, `why`: the reason that the last try of the oldest gave.
    """

    number: int
    seat: str | None
    place: str
    events: tuple[str, ...]
    language: str
    added_at: datetime
    failing_since: datetime | None = None
    delivered: int | None = None
    failed: int | None = None
    waiting: int | None = None
    why: str = ""


class ChannelChange(msgspec.Struct, frozen=True):
    """A change of a channel, made or foreseen. `person`: the only one who may hear of what concerns their seat.

    `secret`: told when it was added, and never again.
    """

    campaign: str
    channel: Known
    what: str
    person: str = ""
    secret: str | None = None
    done: bool = False


def add(
    service: Service, shown: ArrangementResult | None, name: str, wanted: NewChannel, visitor: Visitor
) -> tuple[ArrangementResult, str]:
    """Add a channel. Returns it with its words; where nothing was shown only what would be. Raises CommandError."""
    events = _events(wanted)
    with reading(service.engine) as session:
        visit = Visit((service if shown else service.rehearsal).work(session), campaign_named(session, name), visitor)
        require(session, visit.campaign)
    _require_reachable(service, wanted.url)
    if wanted.seat:
        look(visit, wanted.seat)
    return arrange(service, shown, lambda work: _added(work, name, wanted, events))


def _added(work: UnitOfWork, name: str, wanted: NewChannel, events: tuple[Event, ...]) -> ArrangementResult:
    session, campaign = work.session, locked_campaign(work.session, name)
    seats = seats_at_table(session, campaign.id, work.now)
    seat = _seat(wanted.seat, seats)
    if len(channels.of_campaign(session, campaign.id)) >= MOST:
        raise CommandError(f"{name} has {MOST} channels, and that is the most")
    new = New(
        url=wanted.url,
        events=events,
        language=wanted.language or (campaign.language if seat is None else seat.language),
        seat_id=None if seat is None else seat.id,
        person_id=None if seat is None else seat.in_charge[0].person_id,
    )
    row = queueing.add(session, campaign, new, work.now)
    row.told = _told(work, campaign)
    found, dry = _known(session, row, seats), rehearses(session)
    person = "" if seat is None else seat.in_charge[0].name
    secret = webhooks.written(row.secret) if row.secret and not dry else None
    said = f"channel {found.number} is there" + (f"; its secret, shown once: {secret}" if secret else "")
    told = f"notices about {', '.join(events)} go to {found.place}" + (f", for {seat.name} ({person})" if seat else "")
    done = ChannelChange(name, found, "add", person, secret, done=not dry)
    return ArrangementResult(told=told, said=said, value=done, fixed=(found.number, found.language))


def remove(
    service: Service, shown: ArrangementResult | None, name: str, number: int, visitor: Visitor
) -> tuple[ArrangementResult, str]:
    """Remove a channel: what waits is dropped, and where it went is forgotten. Raises CommandError."""

    def removed(work: UnitOfWork) -> ArrangementResult:
        session, campaign = work.session, locked_campaign(work.session, name)
        seats = seats_at_table(session, campaign.id, work.now)
        row = _numbered(session, campaign, number, seats, visitor)
        found = _known(session, row, seats)
        queueing.remove(session, campaign, row, work.now)
        told, said = f"no notices go to {found.place} any more", f"channel {number} is removed"
        done = ChannelChange(name, found, "remove", done=not rehearses(session))
        meanwhile = {"failing_since": None, "delivered": None, "failed": None, "waiting": None, "why": ""}
        return ArrangementResult(told=told, said=said, value=done, fixed=msgspec.structs.replace(found, **meanwhile))

    return arrange(service, shown, removed)


def channels_of(visit: Visit) -> list[Known]:
    """Return the channels of a campaign; a player sees only the seat channels that are their own."""
    session, campaign = visit.work.session, visit.campaign
    seats = seats_at_table(session, campaign.id, visit.work.now)
    rows = channels.of_campaign(session, campaign.id)
    return [_known(session, row, seats) for row in rows if _shows(row, seats, visit.visitor)]


def trial(service: Service, name: str, number: int, visitor: Visitor) -> Handed:
    """Send a notice that says nothing, once and at once. Raises CommandError."""
    with reading(service.engine) as session:
        work, campaign = service.work(session), campaign_named(session, name)
        require(session, campaign)
        seats = seats_at_table(session, campaign.id, work.now)
        row = _numbered(session, campaign, number, seats, visitor)
        sent, seat = queueing.new_idempotency_key(), _known(session, row, seats).seat
        body = body_of(session, row, sent, Facts(event=Event.TRIAL, moment=work.now, seat=seat))
    return delivery.hand_over(service, row, sent, body)


def _events(wanted: NewChannel) -> tuple[Event, ...]:
    """Return those that are wanted, in their order. Raises CommandError."""
    known = [event.value for event in EVENTS]
    usual = OF_SEAT if wanted.seat else EVENTS
    given = [each.strip() for each in wanted.events.split(",") if each.strip()] or [each.value for each in usual]
    wrong = [each for each in given if each not in known]
    if wrong:
        raise CommandError(f"unknown event {wrong[0]!r}; choose from {', '.join(known)}")
    return tuple(event for event in EVENTS if event in given)


def _require_reachable(service: Service, url: str) -> None:
    allowed = delivery.allowed(service.settings)
    try:
        if not places.is_webhook(url):
            return chats.require_chat(url, service.settings.notices)
        places.addresses(places.place_of(url, allowed), allowed)
    except places.BadPlace as bad:
        raise CommandError(str(bad)) from None
    except OSError:
        raise CommandError("the name of the host is not found") from None


def _seat(name: str, seats: Sequence[SeatAtTable]) -> SeatAtTable | None:
    if not name:
        return None
    seat = next((each for each in seats if each.name == name), None)
    if seat is None:
        raise no_seat(name, [each.name for each in seats])
    if not seat.in_charge:
        raise CommandError(f"nobody holds {name}: there is nobody to tell")
    return seat


def _numbered(
    session: Session, campaign: Campaign, number: int, seats: tuple[SeatAtTable, ...], visitor: Visitor
) -> Channel:
    rows = [row for row in channels.of_campaign(session, campaign.id) if _shows(row, seats, visitor)]
    found = next((row for row in rows if row.number == number), None)
    if found is None:
        raise CommandError(f"{campaign.name} has no channel {number} (adjudicator notices list {campaign.name})")
    return found


def _shows(row: Channel, seats: tuple[SeatAtTable, ...], visitor: Visitor) -> bool:
    own = own_seats(seats, visitor.name)
    return row.seat_id is None or own is None or any(seat.id == row.seat_id and seat.name in own for seat in seats)


def _known(session: Session, row: Channel, seats: Sequence[SeatAtTable]) -> Known:
    seat = next((each.name for each in seats if each.id == row.seat_id), None)
    shown = row.seat_id is None
    waiting, why = channels.waiting(session, row)
    return Known(
        number=row.number,
        seat=seat,
        place=places.masked(row.url.decode()),
        events=tuple(row.events.split(",")),
        language=row.language,
        added_at=row.added_at,
        failing_since=row.failing_since,
        delivered=row.delivered if shown else None,
        failed=row.failed if shown else None,
        waiting=waiting if shown else None,
        why=why if shown else "",
    )


def _told(work: UnitOfWork, campaign: Campaign) -> bytes | None:
    """Return the present state, so that the first notice tells a change.

    None before the match.
    """
    try:
        return msgspec.json.encode(standing(table_of_campaign(work, campaign.id)))
    except UnknownGame:
        raise
    except LookupError:
        return None


def personal_data(session: Session, person_id: int) -> dict[str, list[dict[str, Any]]]:
    """Return the channels of a person, for the export of their data."""
    rows = session.scalars(select(Channel).where(col(Channel.person_id) == person_id).order_by(col(Channel.id)))
    told = [
        plain(row, "number", "events", "language", "added_at", "removed_at")
        | {"place": places.masked(row.url.decode()) if row.url else ""}
        for row in rows
    ]
    return {"channels": told}
