"""After a disaster, or from another installation: a campaign comes as it stood when its archive was made.

Nothing of it is sent twice.

Time stands still from the last moment that the archive knows until the moderator resumes the campaign. Mails that
had not been handed over may have gone after the archive was made, so they do not go again: every seat gets one new
mail that tells what it may have missed and asks its question again. What players wrote since is fetched again from
the mailbox (`worker.poller.read_again`), kept, and carried out in the order of arrival when the campaign goes on;
as all draws come from the seed, it comes out as it did.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy.orm import Session

from adjudicator.service.campaign.matches import CampaignContext, table_of_campaign
from adjudicator.service.outbox import queue
from adjudicator.service.outbox.notices import to_lobby, to_table
from adjudicator.service.outbox.payloads import AnyIntent, Ask, Dossier, Welcome, decode
from adjudicator.service.people.gathering import bidding
from adjudicator.service.people.gathering.lobby import Lobby
from adjudicator.service.people.new_campaigns import unknown_mailbox
from adjudicator.service.play import due_dates
from adjudicator.service.play.kept.whole_mails import RESTORING
from adjudicator.service.service import UnitOfWork
from adjudicator.settings import MAIN
from adjudicator.store import audits, campaign_dump, outbound
from adjudicator.store.campaign_dump import CannotRestore, NameTaken
from adjudicator.store.campaigns import campaign_by_name
from adjudicator.store.engine import lock_campaign
from adjudicator.store.renumbering import comes_from_elsewhere, renumbered
from adjudicator.store.tables import Campaign, CampaignState, OutboundMail, SeatKind

MARGIN = timedelta(days=1)
"""The time before the last moment of the archive from which on mails are read again: clocks differ, and known mails
are passed over."""


class Restored(msgspec.Struct, frozen=True):
    """A restored campaign: the last moment it knows, how it stands, the mails that were not sent again."""

    campaign: str
    since: datetime
    state: CampaignState
    log: int
    held_back: int
    moved: bool = False
    """Whether it has come from another installation."""


def restore(
    work: UnitOfWork, dumped: Mapping[str, Sequence[Mapping[str, Any]]], *, by: str, name: str | None = None
) -> Restored:
    """Store a dump, under another name if one is given, and let the campaign stand still.

    One that comes from another installation gets numbers of this one, and its players are told where it goes on.

    Raises:
        NameTaken: Another campaign has its name.
        CannotRestore: It does not fit for another reason.
    """
    (row,) = dumped.get("campaign", [{}])
    if not row:
        raise CannotRestore("the archive holds no campaign; was it exported with --all?")
    name = name or row["name"]
    if campaign_by_name(work.session, name) is not None:
        raise NameTaken(f"there is a campaign named {name} already")
    if unknown := unknown_mailbox(work.service.settings, row.get("mailbox", MAIN)):
        raise CannotRestore(f"{row['name']}: {unknown}; say where its mails are to come from: --mailbox NAME")
    moved, trail = comes_from_elsewhere(work.session, dumped), b""
    if moved:
        dumped, trail = renumbered(work.session, dumped, name)
    else:
        dumped = {**dumped, "campaign": [{**row, "name": name}]}
    campaign_dump.restore(work.session, dumped, numbered_here=moved)
    campaign_id = dumped["campaign"][0]["id"]
    lock_campaign(work.session, campaign_id)
    if moved:
        details = {"called": row["name"], "number": row["id"], "trail": trail.hex()}
        audits.record(work.session, campaign_id, audits.NewAct(by, audits.MOVED, details), work.now)
    campaign = work.session.get_one(Campaign, campaign_id)
    if campaign.state is CampaignState.INVITING:
        done = _gather_on(work, campaign, by=by)
    else:
        topic = "moved" if moved else "restored"
        done = stand_still(table_of_campaign(work, campaign.id), by=by, topic=topic)
    return msgspec.structs.replace(done, moved=moved)


def _gather_on(work: UnitOfWork, campaign: Campaign, *, by: str) -> Restored:
    """Restore a campaign that has no match yet, and so has no clock: its people are told again how things are."""
    now, since = work.now, campaign_dump.last_moment(work.session, campaign)
    held = outbound.hold_back(work.session, campaign.id, RESTORING)
    lobby = Lobby(work, campaign)
    for seat in lobby.seats:
        lobby.tell(seat, to_lobby("status"))
    bidding.ask_anew(lobby)
    return _noted(work.session, Restored(campaign.name, since, campaign.state, 0, len(held)), campaign.id, by, now)


def _noted(session: Session, done: Restored, campaign_id: int, by: str, now: datetime) -> Restored:
    details = {"since": done.since.isoformat(), "held_back": done.held_back}
    audits.record(session, campaign_id, audits.NewAct(by, "restore", details), now)
    return done


def stand_still(table: CampaignContext, *, by: str, topic: str = "restored") -> Restored:
    """Stop clocks, hold mails back and tell all after the store went back."""
    since = campaign_dump.last_moment(table.session, table.campaign)
    held = outbound.hold_back(table.session, table.campaign.id, RESTORING)
    if table.campaign.state is CampaignState.RUNNING:
        due_dates.stand_still(table, since, RESTORING)
    if table.campaign.state is CampaignState.PAUSED:
        _tell(table, held, topic, since)
    done = Restored(table.campaign.name, since, table.campaign.state, table.head.sequence, len(held))
    return _noted(table.session, done, table.campaign.id, by, table.now)


def _tell(table: CampaignContext, held: Sequence[OutboundMail], topic: str, since: datetime) -> None:
    """Tell everybody what has happened; who may have missed a report gets it again."""
    to_table(topic, moment=since).send(table, table.seats)
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
