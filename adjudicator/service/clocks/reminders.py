"""One mail before the deadline to who has not answered, and never an untrue one."""

from __future__ import annotations

from datetime import timedelta

from adjudicator.service.campaign.matches import Table
from adjudicator.service.campaign.sweeps import sweep
from adjudicator.service.outbox import notices
from adjudicator.service.play import dues
from adjudicator.service.play.given_orders import has_ordered
from adjudicator.service.service import Service
from adjudicator.service.timing import reminder_due
from adjudicator.store import prompts
from adjudicator.store.campaigns import campaign_by_id
from adjudicator.store.engine import reading
from adjudicator.store.tables import CampaignState
from adjudicator.store.timing import soon_due

HORIZON = timedelta(days=31)
"""No reminder comes earlier than this before its deadline."""
BATCH = 500


def run(service: Service) -> int:
    """Queue the reminders that are due. Returns how many seats were reminded."""
    now = service.clock.now()
    with reading(service.engine) as session:
        near = soon_due(session, now, HORIZON, BATCH)
    ids = dict.fromkeys(prompt.campaign_id for prompt in near)
    return sweep(service, [each for each in ids if _any_due(service, each)], _remind)


def _remind(table: Table) -> int:
    policy, count = dues.policy_of(table.campaign), 0
    if table.campaign.state is not CampaignState.RUNNING:
        return 0
    for prompt in prompts.open_prompts(table.session, table.campaign.id):
        seat = table.by_id[prompt.seat_id]
        due = prompt.deadline is not None and reminder_due(
            policy, prompt.opened_at, prompt.deadline, prompt.reminded_at, table.now
        )
        if due and not has_ordered(table, seat.name):
            prompt.reminded_at = table.now
            notices.send(table, [seat], notices.Remind())
            count += 1
    return count


def _any_due(service: Service, campaign_id: int) -> bool:
    """Whether there is anything to do, without locking the campaign or loading its match."""
    now = service.clock.now()
    with reading(service.engine) as session:
        rows = prompts.open_prompts(session, campaign_id)
        policy = dues.policy_of(campaign_by_id(session, campaign_id))
    return any(
        row.deadline is not None and reminder_due(policy, row.opened_at, row.deadline, row.reminded_at, now)
        for row in rows
    )
