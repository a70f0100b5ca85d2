"""Digests: what happened, how things stand, letters to everybody; for those who watch and those who ask for one."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.service.campaign.matches import Table
from adjudicator.service.campaign.sweeps import sweep
from adjudicator.service.outbox import queue
from adjudicator.service.outbox.intents import Digest
from adjudicator.service.service import Service
from adjudicator.store import outbound
from adjudicator.store.campaigns import SeatAtTable, seats_at_table
from adjudicator.store.engine import reading
from adjudicator.store.matches import head
from adjudicator.store.tables import Campaign, CampaignState, Holding, LogEntry, OutboundMail, Seat, SeatKind

HOUR = time(9)
"""At which hour of the campaign's zone digests leave; weekly ones on Mondays."""
PAUSE = timedelta(hours=1)
"""Between two mails to who wants to hear of everything."""
MOST_ENTRIES = 150
"""Log entries that one digest tells; a mail program cuts what is longer. The rest comes with `history`."""


class Often(StrEnum):
    """How often somebody gets a digest."""

    EACH = "each"
    """As it happens, once an hour at most."""
    DAILY = "daily"
    WEEKLY = "weekly"
    OFF = "off"


_LENGTH = {Often.EACH: PAUSE, Often.DAILY: timedelta(days=1), Often.WEEKLY: timedelta(days=7)}


def often(seat: SeatAtTable) -> Often:
    """How often a seat gets one; who watches and has not said anything, every week."""
    if seat.digest:
        return Often(seat.digest)
    return Often.WEEKLY if seat.kind is SeatKind.OBSERVER else Often.OFF


def run(service: Service) -> int:
    """Queue the digests that are due. Returns how many."""
    with reading(service.engine) as session:
        watched = session.scalars(
            select(col(Seat.campaign_id))
            .join(Campaign, col(Campaign.id) == col(Seat.campaign_id))
            .where(
                col(Campaign.state).in_((CampaignState.RUNNING, CampaignState.PAUSED)),
                or_(col(Seat.digest) != "", col(Seat.kind) == SeatKind.OBSERVER),
            )
            .distinct()
        ).all()
        due = [campaign_id for campaign_id in watched if _due(session, campaign_id, service.clock.now())]
    return sweep(service, due, _queue)


def _queue(table: Table) -> int:
    queued = 0
    for seat in _due(table.session, table.campaign.id, table.now):
        queued += queue.send(table, seat, _intent(table, seat), kind=queue.DIGEST)
    return queued


def _due(session: Session, campaign_id: int, now: datetime) -> list[SeatAtTable]:
    """The seats of a campaign that are to get a digest now."""
    campaign = session.get(Campaign, campaign_id)
    if campaign is None or campaign.started_at is None:
        return []
    found = []
    for seat in seats_at_table(session, campaign_id, now):
        how = often(seat)
        if how is Often.OFF or not seat.holders:
            continue
        last = _last(session, seat.id) or _there_since(session, campaign, seat)
        if how is Often.EACH:
            if last + PAUSE <= now and _last_entry(session, campaign_id) > last:
                found.append(seat)
        elif last < slot(now, how, campaign.time_zone):
            found.append(seat)
    return found


def slot(now: datetime, how: Often, zone: str) -> datetime:
    """The last moment at which a digest was to leave.

    >>> from datetime import UTC
    >>> slot(datetime(2026, 11, 20, 12, tzinfo=UTC), Often.WEEKLY, "Europe/Moscow").isoformat()
    '2026-11-16T09:00:00+03:00'
    """
    local = now.astimezone(ZoneInfo(zone))
    step = 7 if how is Often.WEEKLY else 1
    day = local.date() - timedelta(days=local.weekday() if how is Often.WEEKLY else 0)
    at = datetime.combine(day, HOUR, ZoneInfo(zone))
    return at if at <= now else datetime.combine(day - timedelta(days=step), HOUR, ZoneInfo(zone))


def _last(session: Session, seat_id: int) -> datetime | None:
    statement = select(func.max(col(OutboundMail.queued_at))).where(
        col(OutboundMail.seat_id) == seat_id, col(OutboundMail.kind) == queue.DIGEST
    )
    return session.execute(statement).scalar_one()


def _there_since(session: Session, campaign: Campaign, seat: SeatAtTable) -> datetime:
    """Since when somebody could get digests for the seat."""
    since = session.execute(
        select(func.min(col(Holding.since))).where(col(Holding.seat_id) == seat.id, col(Holding.until).is_(None))
    ).scalar_one()
    started = campaign.started_at or campaign.created_at
    return max(started, since) if since is not None else started


def _last_entry(session: Session, campaign_id: int) -> datetime:
    here = head(session, campaign_id)
    assert here is not None
    statement = select(func.max(col(LogEntry.created_at))).where(
        col(LogEntry.match_id) == here.match_id, col(LogEntry.revision) == here.revision
    )
    found: datetime | None = session.execute(statement).scalar_one()
    return found or datetime.min.replace(tzinfo=ZoneInfo("UTC"))


def _intent(table: Table, seat: SeatAtTable) -> Digest:
    """What happened since the last digest; without one, in one stretch of its length."""
    how, last = often(seat), outbound.last_of_kind(table.session, seat.id, queue.DIGEST)
    before = _last(table.session, seat.id)
    after = before or max(table.now - _LENGTH[how], _there_since(table.session, table.campaign, seat))
    if last is not None and last.position.match_id == table.head.match_id:
        since = last.position.sequence
    else:
        since = _sequence_at(table, after)
    since = max(since, table.head.sequence - MOST_ENTRIES)
    return Digest(written=table.now, since=since, after=after, often=how.value)


def _sequence_at(table: Table, moment: datetime) -> int:
    statement = select(func.max(col(LogEntry.sequence))).where(
        col(LogEntry.match_id) == table.head.match_id,
        col(LogEntry.revision) == table.head.revision,
        col(LogEntry.created_at) <= moment,
    )
    return table.session.execute(statement).scalar_one() or 0
