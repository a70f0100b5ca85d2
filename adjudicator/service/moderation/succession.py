"""The moderator is silent while something waits for their word: the players are asked who would take over.

Something waits where a question was left to the moderator (it has no deadline), where the match asks the moderator or
a draw must be entered, or while the campaign is paused. Where nobody moderates the players are asked at once; else
after `moderator_days` without a word of any moderator every player gets one mail. Who writes `moderate` is proposed to
the others; who is supported by more than half of the players, themselves included, moderates from then on, beside the
old moderator. A word of a moderator ends it.
"""

from datetime import datetime, timedelta

import msgspec
from sqlalchemy.orm import Session

from adjudicator.language import msgid
from adjudicator.service.campaign.matches import CampaignContext, pending_in
from adjudicator.service.campaign.settings import Succession, keep_settings, settings_of
from adjudicator.service.campaign.sweeps import sweep
from adjudicator.service.campaign.troubles import RejectionReason
from adjudicator.service.moderation.command import Author
from adjudicator.service.moderation.commands.moderators import Appoint
from adjudicator.service.moderation.named import Newcomer
from adjudicator.service.outbox.notices import to_table
from adjudicator.service.people.silent_seats import BY
from adjudicator.service.service import Service
from adjudicator.store import matches, moderation, prompts
from adjudicator.store import timing as stored
from adjudicator.store.campaigns import SeatAtTable, seats_at_table
from adjudicator.store.engine import reading
from adjudicator.store.tables import Campaign, CampaignState, SeatKind

PAUSED = 3
"""How many times longer a moderator may be silent while they have paused the campaign."""
NO_WORD = ("deadline", BY)
"""Authors in the trail that are no moderators."""


not_asked = RejectionReason(
    "not_asked",
    msgid(
        "Nobody is asked about that now: the moderator is there, or has not been silent for long. Please write to "
        "the moderator."
    ),
)


class Support(msgspec.Struct, frozen=True):
    """The support for somebody: how many there are, how many it takes, and whether they moderate now."""

    count: int
    needed: int
    appointed: bool


def run(service: Service) -> int:
    """Ask the players of every campaign whose moderator is silent. Returns how many campaigns were asked."""
    now = service.clock.now()
    with reading(service.engine) as session:
        ids = [campaign.id for campaign in moderation.waiting(session) if _overdue(session, campaign, now) is not None]
    return sweep(service, ids, _ask)


def is_asked(session: Session, campaign: Campaign) -> bool:
    """Return whether the players are asked now: nobody has answered it by moderating."""
    open_now = settings_of(campaign).succession
    return open_now is not None and not _word_since(session, campaign, open_now.asked_at)


def support(table: CampaignContext, voter: SeatAtTable, candidate: SeatAtTable) -> Support:
    """Count a seat's vote for a candidate, who moderates once more than half of the players support them.

    Raises:
        Rejected: The players are not asked.
    """
    if not is_asked(table.session, table.campaign):
        raise not_asked()
    agreed = settings_of(table.campaign)
    assert agreed.succession is not None
    votes = {**agreed.succession.votes, voter.name: candidate.name}
    players = [seat for seat in table.players if seat.in_charge]
    count = sum(1 for seat in players if votes.get(seat.name) == candidate.name)
    needed = len(players) // 2 + 1
    won = count >= needed
    left = None if won else msgspec.structs.replace(agreed.succession, votes=votes)
    keep_settings(table.campaign, msgspec.structs.replace(agreed, succession=left))
    table.session.flush()
    holder = candidate.in_charge[0]
    if won:
        who = Newcomer(name=holder.name, email=holder.emails[0], language=holder.language, time_zone=holder.time_zone)
        Appoint(who=who).carry_out(table, Author(BY))
    else:
        others = [seat for seat in players if seat.id != voter.id]
        to_table("offered", seats=(candidate.name,), person=holder.name, count=count, needed=needed).send(table, others)
    return Support(count, needed, won)


def _overdue(session: Session, campaign: Campaign, now: datetime) -> int | None:
    """Return for how many days a word has been missing, when it is time to ask the players; otherwise None."""
    agreed = settings_of(campaign)
    since = _waits_since(session, campaign)
    if since is None or not agreed.moderator_days or (agreed.succession is not None and is_asked(session, campaign)):
        return None
    if not _moderated(session, campaign, now):
        return 0
    newest = moderation.last_word(session, campaign.id, NO_WORD)
    silent = now - max(since, newest or since)
    patience = agreed.moderator_days * (PAUSED if campaign.state is CampaignState.PAUSED else 1)
    return silent.days if silent >= timedelta(days=patience) else None


def _moderated(session: Session, campaign: Campaign, now: datetime) -> bool:
    """Return whether somebody moderates, or everything that waits is the affair of whoever runs the server."""
    seats = seats_at_table(session, campaign.id, now)
    return any(seat.moderates and seat.in_charge for seat in seats) or not any(seat.moderates for seat in seats)


def _ask(table: CampaignContext) -> bool:
    days = _overdue(table.session, table.campaign, table.now)
    if days is None:
        return False
    agreed = settings_of(table.campaign)
    keep_settings(table.campaign, msgspec.structs.replace(agreed, succession=Succession(asked_at=table.now)))
    seats = [seat for seat in table.seats if seat.kind is not SeatKind.OBSERVER]
    notice = to_table("silent", days=days) if any(seat.in_charge for seat in table.moderators) else to_table("vacant")
    notice.send(table, seats)
    return True


def _waits_since(session: Session, campaign: Campaign) -> datetime | None:
    """Return since when something waits for a moderator, or None."""
    if campaign.state is CampaignState.PAUSED:
        return next((each.since for each in stored.pauses_of(session, campaign.id) if each.until is None), None)
    head = matches.head(session, campaign.id)
    pending = None if head is None else pending_in(head.awaited)
    if pending is not None:
        return pending.since
    left = [row for row in prompts.open_prompts(session, campaign.id) if row.deadline is None]
    return max((row.opened_at + timedelta(minutes=row.allowed_minutes) for row in left), default=None)


def _word_since(session: Session, campaign: Campaign, moment: datetime) -> bool:
    newest = moderation.last_word(session, campaign.id, NO_WORD)
    return newest is not None and newest > moment
