"""Digests: what happened, how things stand, letters to everybody; for those who watch and those who ask for one.

After an outage they wait until the mails that came meanwhile are read: what those bring has happened too.
"""

from datetime import datetime, time, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.campaign.sweeps import sweep
from adjudicator.service.outbox import queue
from adjudicator.service.outbox.payloads import Digest
from adjudicator.service.service import Service
from adjudicator.store import campaigns, holdings, matches, outbound
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.engine import reading
from adjudicator.store.tables import Campaign, SeatKind
from adjudicator.store.timing import unread_until

HOUR = time(9)
"""At which hour of the campaign's zone digests leave; weekly ones on Mondays."""
PAUSE = timedelta(hours=1)
"""Between two mails to who wants to hear of everything."""
MOST_ENTRIES = 150
"""Log entries that one digest tells; a mail program cuts what is longer. The rest comes with `history`."""


class Often(StrEnum):
    """The frequency with which somebody gets a digest."""

    EACH = "each"
    """News as it happens, once an hour at most."""
    DAILY = "daily"
    WEEKLY = "weekly"
    OFF = "off"


_LENGTH = {Often.EACH: PAUSE, Often.DAILY: timedelta(days=1), Often.WEEKLY: timedelta(days=7)}


def often(seat: SeatAtTable) -> Often:
    """Return how often a seat gets one; who watches and has not said anything, every week."""
    if seat.digest:
        return Often(seat.digest)
    return Often.WEEKLY if seat.kind is SeatKind.OBSERVER else Often.OFF


def run(service: Service) -> int:
    """Queue the digests that are due. Returns how many."""
    with reading(service.engine) as session:
        watched = campaigns.with_digests(session)
        due = [each.id for each in watched if _due(session, each, service.clock.now())]
    return sweep(service, due, _queue)


def _queue(table: CampaignContext) -> int:
    due = _due(table.session, table.campaign, table.now)
    return sum(queue.send(table, seat, _intent(table, seat), kind=queue.DIGEST) for seat in due)


def _due(session: Session, campaign: Campaign, now: datetime) -> list[SeatAtTable]:
    """Return the seats of a campaign that are to get a digest now."""
    found = []
    for seat in campaigns.seats_at_table(session, campaign.id, now):
        how = often(seat)
        if how is Often.OFF or not seat.holders:
            continue
        last = outbound.last_queued(session, seat.id, queue.DIGEST) or _there_since(session, campaign, seat)
        if how is not Often.EACH:
            at = slot(now, how, campaign.time_zone)
            due = last < at and not unread_until(session, campaign.id, at, ())
        else:
            due = last + PAUSE <= now and _moved_since(session, campaign, last)
        if due:
            found.append(seat)
    return found


def slot(now: datetime, how: Often, zone: str) -> datetime:
    """Return the last moment at which a digest was to be sent.

    >>> from datetime import UTC
    >>> slot(datetime(2026, 11, 20, 12, tzinfo=UTC), Often.WEEKLY, "Europe/Moscow").isoformat()
    '2026-11-16T09:00:00+03:00'
    """
    local = now.astimezone(ZoneInfo(zone))
    step = 7 if how is Often.WEEKLY else 1
    day = local.date() - timedelta(days=local.weekday() if how is Often.WEEKLY else 0)
    at = datetime.combine(day, HOUR, ZoneInfo(zone))
    return at if at <= now else datetime.combine(day - timedelta(days=step), HOUR, ZoneInfo(zone))


def _there_since(session: Session, campaign: Campaign, seat: SeatAtTable) -> datetime:
    """Return since when somebody could get digests for the seat."""
    started = campaign.started_at or campaign.created_at
    return max(started, holdings.since(session, seat.id) or started)


def _untold_since(table: CampaignContext, seat: SeatAtTable, latest: datetime) -> datetime:
    """Return since when a seat without a digest so far may know nothing.

    It is no later than `latest`.
    """
    there = _there_since(table.session, table.campaign, seat)
    told = outbound.last_queued(table.session, seat.id, queue.REPORT) or there
    return max(there, min(latest, told))


def _moved_since(session: Session, campaign: Campaign, moment: datetime) -> bool:
    head = matches.head(session, campaign.id)
    newest = None if head is None else matches.newest_entry(session, head)
    return newest is not None and newest.created_at > moment


def _intent(table: CampaignContext, seat: SeatAtTable) -> Digest:
    """Return a digest of what happened since the last one.

    Without an earlier digest it covers one period of its length, or the time since the reader's last report if that is
    longer: perhaps nobody was told anything for days.
    """
    how, last = often(seat), outbound.last_of_kind(table.session, seat.id, queue.DIGEST)
    before = outbound.last_queued(table.session, seat.id, queue.DIGEST)
    after = before or _untold_since(table, seat, table.now - _LENGTH[how])
    if last is not None and last.position.match_id == table.head.match_id:
        since = last.position.sequence
    else:
        newest = matches.newest_entry(table.session, table.head, upto=after)
        since = 0 if newest is None else newest.sequence
    since = max(since, table.head.sequence - MOST_ENTRIES)
    return Digest(written=table.now, since=since, after=after, often=how.value)
