"""Absences, pauses and the record of a seat."""

from collections.abc import Collection
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from msgspec import Struct
from sqlalchemy import Date, bindparam, case, func, literal, select, union_all, update
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.store import clock_watermark, stewards
from adjudicator.store.campaigns import AT_PLAY
from adjudicator.store.inbound import UNANSWERED
from adjudicator.store.statements import execute_change, run
from adjudicator.store.tables import (
    Absence,
    Campaign,
    InboundMail,
    InboundStatus,
    OutboundMail,
    OutboundState,
    Pause,
    Prompt,
    PromptState,
    Seat,
    SeatKind,
    SeatRecord,
    table_of,
)
from adjudicator.store.tables.columns import ID, UtcDateTime

STUCK = "the rules do not go on"
"""Author of the pause of a match that cannot go on, because its rules ask what nobody can answer."""
_NEW_STOP = "an absence or a pause of this transaction"


class Away(Struct, frozen=True):
    """An absence as it is stored: see `Absence` of the tables."""

    id: int
    first_day: date
    last_day: date
    ended_on: date | None
    granted_by: str
    steward_for: int | None


class Stopped(Struct, frozen=True):
    """A pause as it is stored: see `Pause` of the tables."""

    since: datetime
    until: datetime | None
    author: str


def absences_of(session: Session, seat_id: int) -> tuple[Away, ...]:
    """Return all absences of a seat, those that are over included, the earliest announced first."""
    return tuple(Away(*tuple(row)) for row in run(session, _ABSENCES, {"seat_id": seat_id}))


def announce(  # noqa: PLR0913 - each says one thing about it
    session: Session,
    seat_id: int,
    first: date,
    last: date,
    granted_by: str,
    at: datetime,
    steward_for: int | None = None,
) -> None:
    """Store an absence; `steward_for`: the person in whose place a steward plays meanwhile."""
    row = Absence(seat_id=seat_id, first_day=first, last_day=last, granted_by=granted_by, announced_at=at)
    row.steward_for = steward_for
    session.add(row)
    session.flush()
    session.info[_NEW_STOP] = True


def end_absences(session: Session, seat_id: int, today: date, *, with_steward: bool = False) -> int:
    """End the absences of a player who is back; return how many were affected.

    Those that have begun end as of yesterday, those that are ahead are dropped. `with_steward`: only those in which a
    steward plays.
    """
    met = 0
    for absence in absences_of(session, seat_id):
        if with_steward and absence.steward_for is None:
            continue
        if (absence.ended_on or absence.last_day) < max(today, absence.first_day):
            continue
        last = max(today, absence.first_day) - timedelta(days=1)
        end_absence(session, absence.id, last)
        met += 1
    return met


def end_absence(session: Session, absence_id: int, on: date) -> None:
    """End an absence; a day before its first one: there was none after all."""
    run(session, update(table_of(Absence)).where(_ABSENCE.id == absence_id).values(ended_on=on))


def take_along(session: Session, seat_id: int, to: int, today: date) -> None:
    """Copy absences that are not over to a seat its people now have, too."""
    for row in session.scalars(select(Absence).where(col(Absence.seat_id) == seat_id)):
        if row.ended_on is None and row.last_day >= today:
            days = row.first_day, row.last_day
            announce(session, to, *days, row.granted_by, row.announced_at, row.steward_for)


class StewardAbsence(Struct, frozen=True):
    """An absence in which a steward plays, of which something is due: it begins, or is `over`."""

    id: int
    campaign_id: int
    seat_id: int
    steward_for: int
    first_day: date
    last_day: date
    over: bool


def steward_absences_due(session: Session, now: datetime) -> tuple[StewardAbsence, ...]:
    """Return absences with a steward that have begun without one yet, or are over; in campaigns at play."""
    return tuple(
        StewardAbsence(row.id, campaign_id, row.seat_id, row.steward_for or 0, row.first_day, row.last_day, over)
        for row, campaign_id, zone in session.execute(_WITH_STEWARD)
        if (over := row.last_day < (today := now.astimezone(ZoneInfo(zone)).date()))
        or (row.first_day <= today and not stewards.plays(session, row.seat_id, now))
    )


_WITH_STEWARD = (
    select(Absence, col(Campaign.id), col(Campaign.time_zone))
    .join(Seat, col(Seat.id) == col(Absence.seat_id))
    .join(Campaign, col(Campaign.id) == col(Seat.campaign_id))
    .where(col(Absence.steward_for).is_not(None), col(Absence.ended_on).is_(None), AT_PLAY)
    .order_by(col(Absence.id))
)


def pauses_of(session: Session, campaign_id: int) -> tuple[Stopped, ...]:
    """Return all pauses of a campaign, the earliest first."""
    return tuple(Stopped(*tuple(row)) for row in run(session, _PAUSES, {"campaign_id": campaign_id}))


def away_and_stopped(session: Session, campaign_id: int, seat_id: int) -> tuple[tuple[Away, ...], tuple[Stopped, ...]]:
    """Return both `absences_of` and `pauses_of` with one statement."""
    rows = sorted(run(session, _STANDS, {"campaign_id": campaign_id, "seat_id": seat_id}), key=lambda row: row.id)
    away = tuple(Away(*tuple(row)[:_AWAY]) for row in rows if row.since is None)
    return away, tuple(Stopped(row.since, row.until, row.granted_by) for row in rows if row.since is not None)


def paused_since(session: Session, author: str) -> datetime | None:
    """Return the beginning of the first pause by this author that lasts, in any campaign."""
    lasting = (col(Pause.author) == author, col(Pause.until).is_(None))
    return session.scalar(select(func.min(col(Pause.since))).where(*lasting))


def paused_by(session: Session, author: str) -> tuple[str, ...]:
    """Return the names of the campaigns in which a pause by this author lasts."""
    lasting = (col(Pause.author) == author, col(Pause.until).is_(None))
    named = select(col(Campaign.name)).join(Pause, col(Pause.campaign_id) == col(Campaign.id)).where(*lasting)
    return tuple(session.scalars(named.order_by(col(Campaign.name))))


def plan_pause(
    session: Session, campaign_id: int, stretch: tuple[datetime, datetime], author: str, reason: str
) -> None:
    """Plan a pause whose end is known."""
    since, until = stretch
    _pause(session, Pause(campaign_id=campaign_id, since=since, until=until, author=author, reason=reason))


def begin_pause(session: Session, campaign_id: int, since: datetime, author: str, reason: str) -> None:
    """Begin a pause at a moment; its end is open."""
    _pause(session, Pause(campaign_id=campaign_id, since=since, author=author, reason=reason))


def _pause(session: Session, pause: Pause) -> None:
    session.add(pause)
    session.flush()
    session.info[_NEW_STOP] = True


def stopped_since(session: Session) -> bool:
    """Return whether this transaction has announced an absence or a pause: what it read before does not know of it."""
    return bool(session.info.get(_NEW_STOP))


def planned(session: Session, campaign_id: int, at: datetime) -> list[tuple[datetime, datetime]]:
    """Return pauses with a known end that run or are ahead."""
    found = pauses_of(session, campaign_id)
    return [(each.since, each.until) for each in found if each.until is not None and each.until > at]


def end_planned(session: Session, campaign_id: int, at: datetime) -> int:
    """End planned pauses that run or are ahead; return how many there were."""
    ahead = (_PAUSE.campaign_id == campaign_id, _PAUSE.until > at)
    begun = case((_PAUSE.since < at, _PAUSE.since), else_=at)
    return execute_change(session, update(table_of(Pause)).where(*ahead).values(since=begun, until=at))


def end_pause(session: Session, campaign_id: int, at: datetime) -> None:
    """End the pause of a campaign, if there is one."""
    lasting = (_PAUSE.campaign_id == campaign_id, _PAUSE.until.is_(None))
    run(session, update(table_of(Pause)).where(*lasting).values(until=at))


def record_of(session: Session, seat_id: int) -> SeatRecord:
    """Return how the seat has kept its deadlines; made when it is first asked for in a writing session."""
    found = session.get(SeatRecord, seat_id)
    return found if found is not None else SeatRecord(seat_id=seat_id, missed_in_row=0, missed=0, waits=0)


def missed_in_row(session: Session, seat_id: int) -> int:
    """Return how many deadlines the seat has missed since its last answer."""
    return run(session, _MISSED, {"of_seat": seat_id}).scalar() or 0


def bank_minutes(session: Session, seat_id: int) -> int | None:
    """Return the bank of hours of the seat, in minutes, when its last question was over.

    None: nothing was charged yet.
    """
    return run(session, _BANK, {"of_seat": seat_id}).scalar()


def reset_missed(session: Session, seat_id: int) -> None:
    """Forgive what a seat has missed before, because it has answered in time."""
    run(session, _FORGIVE, {"of_seat": seat_id})


_ABSENCE, _PAUSE, _RECORD = table_of(Absence).c, table_of(Pause).c, table_of(SeatRecord).c
_ABSENCES = (
    select(*(_ABSENCE[name] for name in Away.__struct_fields__))
    .where(_ABSENCE.seat_id == bindparam("seat_id"))
    .order_by(_ABSENCE.id)
)
_PAUSES = (
    select(*(_PAUSE[name] for name in Stopped.__struct_fields__))
    .where(_PAUSE.campaign_id == bindparam("campaign_id"))
    .order_by(_PAUSE.id)
)
_AWAY = len(Away.__struct_fields__)
_NO_MOMENT, _NO_DAY, _NOBODY = literal(None, UtcDateTime()), literal(None, Date()), literal(None, ID)
_STANDS = union_all(
    select(*(_ABSENCE[name] for name in Away.__struct_fields__), _NO_MOMENT.label("since"), _NO_MOMENT.label("until"))
    .where(_ABSENCE.seat_id == bindparam("seat_id")),
    select(_PAUSE.id, _NO_DAY, _NO_DAY, _NO_DAY, _PAUSE.author, _NOBODY, _PAUSE.since, _PAUSE.until)
    .where(_PAUSE.campaign_id == bindparam("campaign_id")),
)  # fmt: skip
_MISSED = select(_RECORD.missed_in_row).where(_RECORD.seat_id == bindparam("of_seat"))
_BANK = select(_RECORD.bank_minutes).where(_RECORD.seat_id == bindparam("of_seat"))
_FORGIVE = (
    update(table_of(SeatRecord))
    .where(_RECORD.seat_id == bindparam("of_seat"), _RECORD.missed_in_row > 0)
    .values(missed_in_row=0)
)


def soon_due(session: Session, now: datetime, horizon: timedelta, limit: int) -> tuple[Prompt, ...]:
    """Open questions whose deadline lies ahead, within the horizon, the nearest first."""
    return tuple(
        session.scalars(
            select(Prompt)
            .where(
                col(Prompt.state) == PromptState.OPEN,
                col(Prompt.deadline) > now,
                col(Prompt.deadline) <= now + horizon,
            )
            .order_by(col(Prompt.deadline))
            .limit(limit)
        )
    )


def moderators_asked(session: Session, before: datetime, limit: int) -> tuple[Prompt, ...]:
    """Open questions to moderators who were asked and last reminded before a moment, the longest open first."""
    return tuple(
        session.scalars(
            select(Prompt)
            .join(Seat, col(Seat.id) == col(Prompt.seat_id))
            .where(
                col(Prompt.state) == PromptState.OPEN,
                col(Prompt.deadline).is_(None),
                col(Seat.kind) == SeatKind.MODERATOR,
                func.coalesce(col(Prompt.reminded_at), col(Prompt.opened_at)) <= before,
            )
            .order_by(col(Prompt.id))
            .limit(limit)
        )
    )


def left_to_moderators(session: Session, before: datetime, limit: int) -> tuple[Prompt, ...]:
    """Return missed questions of players that wait for a moderator.

    The last reminder of each was sent before the given moment.
    """
    left = (
        col(Prompt.state) == PromptState.OPEN,
        col(Prompt.deadline).is_(None),
        col(Prompt.missed),
        func.coalesce(col(Prompt.reminded_at), col(Prompt.opened_at)) < before,
    )
    return tuple(session.scalars(select(Prompt).where(*left).order_by(col(Prompt.id)).limit(limit)))


def asked_at(session: Session, campaign_id: int, moment: datetime) -> tuple[Prompt, ...]:
    """Return the questions that were open at a moment."""
    return tuple(session.scalars(_ASKED_AT, {"campaign_id": campaign_id, "since": moment}))


def asked_since(session: Session, campaign_id: int, moment: datetime) -> tuple[Prompt, ...]:
    """Return the questions that were open at a moment or were opened later, the oldest first."""
    return tuple(session.scalars(_ASKED_SINCE, {"campaign_id": campaign_id, "since": moment}))


_ASKED_SINCE = (
    select(Prompt)
    .where(
        col(Prompt.campaign_id) == bindparam("campaign_id"),
        (col(Prompt.closed_at).is_(None)) | (col(Prompt.closed_at) > bindparam("since")),
    )
    .order_by(col(Prompt.number))
)
_ASKED_AT = _ASKED_SINCE.where(col(Prompt.opened_at) <= bindparam("since"))


def was_open(prompt: Prompt, moment: datetime) -> bool:
    """Return whether a question was open at a moment."""
    return prompt.opened_at <= moment and (prompt.closed_at is None or prompt.closed_at > moment)


def held_between(session: Session, seat_id: int, since: datetime, until: datetime, holds: Collection[str]) -> bool:
    """Return whether a mail of a seat that came in this time waits for somebody's word, for one of these reasons."""
    mail = table_of(InboundMail).c
    waiting = (mail.seat_id == seat_id, mail.status == InboundStatus.HELD, mail.hold.in_(holds))
    found = select(mail.id).where(*waiting, mail.received_at >= since, mail.received_at <= until)
    return session.execute(found.limit(1)).first() is not None


def unread_until(session: Session, campaign_id: int, moment: datetime, seats: Collection[int]) -> bool:
    """Return whether a message that came in time, and may be for this campaign, may still have to be handled.

    It is stored and not handled, or may still lie in its mailbox, into which nobody has looked since.

    A message whose campaign could only be found by a first look that did not find it does not count. One that waits for
    DNS is waited for only by the seats that are asked.
    """
    mailbox = session.scalar(select(table_of(Campaign).c.mailbox).where(table_of(Campaign).c.id == campaign_id)) or ""
    if not clock_watermark.looked_into(session, mailbox, moment):
        return True
    mail = table_of(InboundMail).c
    unseen = (mail.campaign_id.is_(None)) & (mail.reason == "")
    asks_dns = mail.reason.startswith(UNANSWERED) & mail.seat_id.not_in(seats)
    waiting = (mail.status == InboundStatus.RECEIVED, mail.received_at <= moment)
    found = select(mail.id).where(*waiting, unseen | ((mail.campaign_id == campaign_id) & ~asks_dns))
    return session.execute(found.limit(1)).first() is not None


def cancel_for_seat(session: Session, seat_id: int) -> int:
    """Stop every mail to a seat that has not gone: its address changes hands."""
    return execute_change(
        session,
        update(table_of(OutboundMail))
        .where(
            col(OutboundMail.seat_id) == seat_id,
            col(OutboundMail.state).in_((OutboundState.QUEUED, OutboundState.RENDERED)),
        )
        .values(state=OutboundState.CANCELLED),
    )
