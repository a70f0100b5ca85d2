"""Deadlines: what is over is closed, once, at the moment that was agreed on, however late a worker looks."""

from __future__ import annotations

from datetime import datetime, timedelta

from adjudicator.mail.outcome import Hold
from adjudicator.service.campaign.matches import Table
from adjudicator.service.campaign.sweeps import sweep
from adjudicator.service.clocks import missed_deadlines, reminders
from adjudicator.service.people import replacements
from adjudicator.service.play import dues
from adjudicator.service.service import Service
from adjudicator.service.timing.deadline import closing_time
from adjudicator.store import prompts
from adjudicator.store.engine import reading
from adjudicator.store.prompts import Question
from adjudicator.store.timing import held_until, unread_until

BATCH = 500
PATIENCE = timedelta(hours=12)
"""So long a deadline waits for somebody's word on a held mail that came in time."""
WAITED_FOR = frozenset((Hold.UNPROVEN, Hold.STRANGER, Hold.QUOTED, Hold.OVERHEARD, Hold.SHARED))
"""Not for forged ones: anybody could put off every deadline."""


def run(service: Service) -> int:
    """Close every decision whose deadline is over, then remind. Returns how many campaigns moved."""
    now = service.clock.now()
    with reading(service.engine) as session:
        overdue = prompts.overdue_prompts(session, now, BATCH)
    moved = sweep(service, (prompt.campaign_id for prompt in overdue), lambda table: close_due(table, table.now))
    reminders.run(service)
    replacements.send_dossiers_due(service)
    return moved


def close_due(table: Table, moment: datetime) -> bool:
    """Close the open decision if its time was over at a moment. Returns whether anything was done.

    A mail that came in time and is still unread is waited for, and for a while one that is held. After a change
    the table must be loaded again.
    """
    if not table.runs or table.match.awaited is not None:
        return False
    silent, rows = table.match.owing, _rows(table)
    waited_for = [row for row in rows if table.by_id[row.seat_id].name in silent] if silent else rows
    if not waited_for or len(waited_for) < len(silent):
        return False
    policy = dues.policy_of(table.campaign)
    ends = []
    for row in waited_for:
        if row.deadline is None:
            return False
        ends.append(closing_time(policy, row.deadline) if silent else row.deadline)
    end = max(ends)
    if end > moment or unread_until(table.session, table.campaign.id, end):
        return False
    if moment < end + PATIENCE and held_until(table.session, table.campaign.id, end, WAITED_FOR):
        return False
    return missed_deadlines.overdue(table, waited_for) if silent else missed_deadlines.close(table)


def _rows(table: Table) -> list[Question]:
    """The open questions of the decision that is open now."""
    names, decision = table.match.asked, table.decision
    return [
        row
        for row in prompts.open_questions(table.session, table.campaign.id)
        if row.decision == decision and table.by_id[row.seat_id].name in names
    ]
