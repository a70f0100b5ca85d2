"""Banks of hours: what an answer took leaves the bank of its seat when the question is over."""

from collections.abc import Iterable

from sqlalchemy import select
from sqlmodel import col

from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.play import due_dates
from adjudicator.store import timing as stored
from adjudicator.store.tables import Prompt


def charge(table: CampaignContext, numbers: Iterable[int]) -> None:
    """Charge the banks for questions that are closed.

    What was suspended, came out after a delay or was carried out by the moderator costs nothing; a missed deadline
    costs all that there was.
    """
    if not due_dates.policy_of(table.campaign).bank.hours:
        return
    which = (col(Prompt.campaign_id) == table.campaign.id, col(Prompt.number).in_(tuple(numbers)))
    for prompt in table.session.scalars(select(Prompt).where(*which).execution_options(populate_existing=True)):
        if not table.by_id[prompt.seat_id].moderates and (prompt.missed or prompt.answered_at is not None):
            keep(table, prompt.seat_id, _left(table, prompt))


def _left(table: CampaignContext, prompt: Prompt) -> int:
    if prompt.missed or prompt.answered_at is None:
        return 0
    policy = due_dates.policy_of(table.campaign).bank
    before = due_dates.bank_of(table.session, table.campaign, prompt.seat_id)
    taken = due_dates.minutes_taken(
        table.session, table.campaign, table.by_id[prompt.seat_id], prompt.opened_at, prompt.answered_at
    )
    left = min(before + 60 * policy.increment, max(0, prompt.allowed_minutes - taken))
    return min(left, max(before, 60 * policy.hours))


def keep(table: CampaignContext, seat_id: int, minutes: int) -> None:
    """Set the minutes in the bank of a seat."""
    record = stored.record_of(table.session, seat_id)
    record.bank_minutes = minutes
    table.session.add(record)
    table.session.flush()
