"""Deadlines: what happens when somebody has not answered in time."""

from __future__ import annotations

from collections.abc import Sequence

import structlog
from sqlalchemy.orm import Session

from adjudicator.kernel.errors import Refusal
from adjudicator.service import changes, ordering
from adjudicator.service.matches import Table, table_of_campaign
from adjudicator.service.service import Service
from adjudicator.store import prompts
from adjudicator.store.engine import CampaignBusy, lock_campaign, reading, writing
from adjudicator.store.tables import CampaignState, Prompt

log = structlog.get_logger()
BATCH = 100


def run(service: Service) -> int:
    """Close every decision whose deadline is over. Returns how many campaigns moved."""
    now = service.clock.now()
    with reading(service.engine) as session:
        overdue = prompts.overdue_prompts(session, now, BATCH)
    moved = 0
    for campaign_id in dict.fromkeys(prompt.campaign_id for prompt in overdue):
        try:
            moved += _close(service, campaign_id)
        except CampaignBusy:
            continue
    return moved


def _close(service: Service, campaign_id: int) -> bool:
    now = service.clock.now()
    with writing(service.engine) as session:
        lock_campaign(session, campaign_id)
        overdue = [
            prompt
            for prompt in prompts.open_prompts(session, campaign_id)
            if prompt.deadline is not None and prompt.deadline <= now
        ]
        table = table_of_campaign(session, campaign_id, now)
        if not overdue or table.campaign.state is not CampaignState.RUNNING:
            return False
        moved = _answer(session, service, table, overdue)
    service.wakes.outbox()
    return moved


def _answer(session: Session, service: Service, table: Table, overdue: Sequence[Prompt]) -> bool:
    now = service.clock.now()
    decisions = table.match.decisions()
    silent = [seat for decision in decisions for seat in decision.waiting]
    late = {table.by_id[prompt.seat_id].name for prompt in overdue if prompt.decision == table.decision}
    if not set(silent) <= late:
        # somebody who is waited for still has time: the others' deadline closes nothing yet
        return False
    missing = [seat for seat in silent if table.match.default(seat) is None]
    if missing:
        log.warning("a deadline passed and there is no default", campaign=table.campaign.id, seats=missing)
        changes.ask_moderator(session, service, table, missing, [prompt.number for prompt in overdue])
        return False
    try:
        told = table.match.close()
    except Refusal as refusal:
        log.error("a deadline could not be closed", campaign=table.campaign.id, refusal=str(refusal))
        return False
    for name in silent:
        ordering.stop_waiting(session, table, table.by_name[name])
    changes.settle(session, service, table, told, now, overdue=tuple(silent))
    return True
