"""After a disaster: a campaign comes back as it stood when its archive was made, and nothing of it is sent twice.

Time stands still from the last moment that the archive knows until the moderator resumes the campaign. Mails that had
not been handed over may have gone after the archive was made, so they do not go again: every seat gets one new mail
that tells what it may have missed and asks its question anew. What players wrote since is fetched again from the
mailbox (`worker.poller.read_again`), kept, and carried out in the order of arrival when the campaign goes on; as all
draws come from the seed, it comes out as it did.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import func, select
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.service.campaign.matches import Table, table_of_campaign
from adjudicator.service.outbox import play_notices, queue
from adjudicator.service.outbox.intents import AnyIntent, Ask, Dossier, Welcome, decode
from adjudicator.service.outbox.lobby_notices import State
from adjudicator.service.people.gathering.lobby import Lobby
from adjudicator.service.play import dues
from adjudicator.service.play.paused_orders import RESTORING
from adjudicator.service.service import Work
from adjudicator.store import audits, whole
from adjudicator.store.campaigns import campaign_by_name, seats_at_table
from adjudicator.store.engine import lock_campaign
from adjudicator.store.tables import Campaign, CampaignState, OutboundMail, OutboundState, Pause, Row, SeatKind
from adjudicator.store.whole import CannotRestore

MARGIN = timedelta(days=1)
"""How long before the last moment of the archive mails are read again: clocks differ, known mails are passed over."""


class Restored(msgspec.Struct, frozen=True):
    """What came back: the campaign, the last moment it knows, how it stands, the mails that were not sent again."""

    campaign: str
    since: datetime
    state: CampaignState
    log: int
    held_back: int


def restore(work: Work, dumped: Mapping[str, Sequence[Mapping[str, Any]]], *, by: str) -> Restored:
    """Store a dump and let the campaign stand still. Raises CannotRestore."""
    (row,) = dumped.get("campaign", [{}])
    if not row:
        raise CannotRestore("the archive holds no campaign; was it exported with --all?")
    if campaign_by_name(work.session, row["name"]) is not None:
        raise CannotRestore(f"there is a campaign named {row['name']} already")
    whole.restore(work.session, dumped)
    lock_campaign(work.session, row["id"])
    campaign = work.session.get_one(Campaign, row["id"])
    if campaign.state is CampaignState.INVITING:
        return _gather_on(work, campaign, by=by)
    return stand_still(table_of_campaign(work, campaign.id), by=by)


def _gather_on(work: Work, campaign: Campaign, *, by: str) -> Restored:
    """A campaign that has no match yet has no clock either: whoever is there hears anew how things stand."""
    now, since = work.now, last_moment(work.session, campaign)
    held = _hold_back(work.session, campaign.id)
    for seat in seats_at_table(work.session, campaign.id, now):
        Lobby(work, campaign).tell(seat, State())
    return _noted(work.session, Restored(campaign.name, since, campaign.state, 0, len(held)), campaign.id, by, now)


def _noted(session: Session, done: Restored, campaign_id: int, by: str, now: datetime) -> Restored:
    details = {"since": done.since.isoformat(), "held_back": done.held_back}
    audits.record(session, campaign_id, audits.NewAct(by, "restore", details), now)
    return done


def stand_still(table: Table, *, by: str) -> Restored:
    """After the store went back in time: stop the clocks, hold mails back, tell everybody."""
    since = last_moment(table.session, table.campaign)
    held = _hold_back(table.session, table.campaign.id)
    if table.campaign.state is CampaignState.RUNNING:
        _pause(table, since)
    if table.campaign.state is CampaignState.PAUSED:
        _tell(table, held, since)
    done = Restored(table.campaign.name, since, table.campaign.state, table.head.sequence, len(held))
    return _noted(table.session, done, table.campaign.id, by, table.now)


def last_moment(session: Session, campaign: Campaign) -> datetime:
    """The newest trace of anything in the campaign."""
    own, moments = campaign.id, [campaign.created_at]
    for name in ("inbound_mail.stored_at", "outbound_mail.queued_at", "outbound_mail.handed_over_at", "audit.at"):
        place, column = name.split(".")
        rows = Row.metadata.tables[place]
        newest = session.scalar(select(func.max(rows.c[column])).where(rows.c.campaign_id == own))
        moments += [newest] if newest is not None else []
    return max(moments)


def _hold_back(session: Session, campaign_id: int) -> list[OutboundMail]:
    """Mails that may have gone after the archive was made."""
    rows = session.scalars(
        select(OutboundMail)
        .where(
            col(OutboundMail.campaign_id) == campaign_id,
            col(OutboundMail.state).in_((OutboundState.QUEUED, OutboundState.RENDERED)),
        )
        .order_by(col(OutboundMail.id))
    ).all()
    for row in rows:
        row.state, row.error = OutboundState.CANCELLED, RESTORING
    session.flush()
    return list(rows)


def _pause(table: Table, since: datetime) -> None:
    table.campaign.state = CampaignState.PAUSED
    table.session.add(Pause(campaign_id=table.campaign.id, since=since, author=RESTORING))
    rows = table.open_prompts()
    for row in rows:
        row.not_before, row.deadline = row.deadline or row.not_before, None
    table.session.flush()
    dues.untrue(table, [row.number for row in rows])


def _tell(table: Table, held: Sequence[OutboundMail], since: datetime) -> None:
    """Everybody hears what has happened; who may have missed a report gets it anew."""
    play_notices.Restored(moment=since).send(table, table.seats)
    numbers = {row.seat_id: row.number for row in table.open_prompts()}
    for seat in table.seats:
        own = [row for row in held if row.seat_id == seat.id]
        first = next((it for row in own if isinstance(it := decode(row.intent), Welcome | Dossier)), None)
        intent: AnyIntent | None = None
        if first is not None:
            intent = msgspec.structs.replace(first, written=table.now, number=numbers.get(seat.id))
        elif seat.kind is SeatKind.PLAYER and seat.id in numbers:
            since_log = queue.known_to(table, seat)
            intent = Ask(written=table.now, since=since_log, number=numbers[seat.id])
        if intent is not None:
            queue.send(table, seat, intent)


def campaigns_played(session: Session) -> list[Campaign]:
    """All that are played, the oldest first."""
    going = (CampaignState.RUNNING, CampaignState.PAUSED)
    return list(session.scalars(select(Campaign).where(col(Campaign.state).in_(going)).order_by(col(Campaign.id))))


def missing_since(session: Session) -> datetime | None:
    """From when on mails are missing, while restored campaigns stand still; None: nothing was restored."""
    standing = select(func.min(col(Pause.since))).where(col(Pause.author) == RESTORING, col(Pause.until).is_(None))
    return session.scalar(standing)
