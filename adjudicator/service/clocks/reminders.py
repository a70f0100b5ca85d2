"""One mail before the deadline to who has not answered, and never an untrue one."""

from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from adjudicator.service.campaign.matches import Table
from adjudicator.service.campaign.settings import settings_of
from adjudicator.service.campaign.sweeps import sweep
from adjudicator.service.channels import queueing
from adjudicator.service.outbox import time_notices
from adjudicator.service.play import dues
from adjudicator.service.service import Service
from adjudicator.service.timing.deadline import reminder_due
from adjudicator.store import prompts, timing
from adjudicator.store.campaigns import campaign_by_id
from adjudicator.store.engine import reading
from adjudicator.store.tables import Campaign, CampaignState, Prompt
from adjudicator.store.timing import soon_due

HORIZON = timedelta(days=31)
"""No reminder comes earlier than this before its deadline."""
BATCH = 500
MODERATOR_PAUSE = timedelta(days=2)
"""So long nothing reminds a moderator of what the match asks them."""


def run(service: Service) -> int:
    """Queue the reminders that are due. Returns how many seats were reminded."""
    now = service.clock.now()
    with reading(service.engine) as session:
        near = dict.fromkeys(prompt.campaign_id for prompt in soon_due(session, now, HORIZON, BATCH))
        due = [each for each in near if _due(session, campaign_by_id(session, each), now)]
        asked = timing.moderators_asked(session, now - MODERATOR_PAUSE, BATCH)
    return sweep(service, due, _remind) + sweep(service, (each.campaign_id for each in asked), _remind_moderators)


def _remind(table: Table) -> int:
    count = 0
    for prompt in _due(table.session, table.campaign, table.now):
        seat = table.by_id[prompt.seat_id]
        if seat.asked_as in table.match.owing:
            prompt.reminded_at = table.now
            time_notices.Remind().send(table, [seat])
            queueing.remind(table, seat)
            count += 1
    return count


def _remind_moderators(table: Table) -> int:
    """Those whom the match asks, every few days, until the players are asked who else would moderate."""
    if not table.runs or settings_of(table.campaign).succession is not None:
        return 0
    late = {row.seat_id: row for row in timing.moderators_asked(table.session, table.now - MODERATOR_PAUSE, BATCH)}
    chairs = [chair for chair in table.rulers if chair.id in late]
    for chair in chairs:
        late[chair.id].reminded_at = table.now
    time_notices.Remind().send(table, chairs)
    return len(chairs)


def _due(session: Session, campaign: Campaign, now: datetime) -> list[Prompt]:
    """The open questions of which somebody is to be reminded, unless he has answered."""
    policy = dues.policy_of(campaign)
    return [
        row
        for row in prompts.open_prompts(session, campaign.id)
        if campaign.state is CampaignState.RUNNING
        and reminder_due(policy, row.opened_at, row.deadline, row.reminded_at, now)
    ]
