"""Deadlines: what is over is closed, once, at the moment that was agreed on, however late a worker looks."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from adjudicator.kernel.decisions import NoAnswer
from adjudicator.mail.routing import HoldReason
from adjudicator.service.campaign.confirmations import OWN_HELD_MAIL, UNPROVEN_MAILS
from adjudicator.service.campaign.matches import CampaignContext, table_of_campaign
from adjudicator.service.campaign.sweeps import sweep
from adjudicator.service.clocks import missed_deadlines, reminders, stuck_matches
from adjudicator.service.people import replacements, shared_mailboxes, stewards
from adjudicator.service.play import due_dates
from adjudicator.service.play.kept import whole_mails
from adjudicator.service.service import Service
from adjudicator.service.timing.deadline import closing_time
from adjudicator.store import prompts, timing
from adjudicator.store.confirmations import HOLDS, any_open
from adjudicator.store.engine import reading
from adjudicator.store.prompts import Question
from adjudicator.store.timing import unread_until

BATCH = 500
PATIENCE = timedelta(hours=12)
"""How long a deadline waits, once for each question, until a held mail that came in time is confirmed by its people."""
WAITED_FOR = frozenset((HoldReason.UNPROVEN, HoldReason.QUOTED, HoldReason.OVERHEARD, HoldReason.SHARED))
"""Reasons of held mails that a deadline waits for. Forged mails and unknown addresses are none: anybody could put
off every deadline with them."""
LET_THROUGH = (*UNPROVEN_MAILS, OWN_HELD_MAIL, shared_mailboxes.PURPOSE)
"""The purposes of codes that let a held mail through."""


def run(service: Service) -> int:
    """Let stewards come and go with absences, carry out orders that can be changed no more, close what is over, remind.

    Returns how many campaigns moved.
    """
    now = service.clock.now()
    stewards.come_and_go(service)
    with reading(service.engine) as session:
        overdue = [prompt.campaign_id for prompt in prompts.overdue_prompts(session, now, BATCH)]
        overdue += prompts.overdue_orders(session, now, BATCH)
    moved = sweep(service, overdue, _close_or_stand_still)
    reminders.run(service)
    replacements.send_dossiers_due(service)
    return moved


def _close_or_stand_still(table: CampaignContext) -> bool:
    """Close what is over; where that leads to a question without an answer, nothing of it is done."""
    try:
        with table.session.begin_nested():
            return close_due(table, table.now)
    except NoAnswer as why:
        table.session.expire_all()
        return stuck_matches.begin(table_of_campaign(table.work, table.campaign.id), why)


def close_due(table: CampaignContext, moment: datetime) -> bool:
    """Close the open decision if its time was over at `moment`. Return whether anything was done.

    If seats act in parallel, close the sequences whose time was over. A message that came in time and is still unread
    is waited for, and for a while one that is held, if it is from a seat whose answer is missing. Until then the table
    knows all the same whose time was over. After a change the table must be loaded again.
    """
    if not table.runs or table.match.awaited is not None:
        return False
    if _carried_out(table, moment):
        return True
    owing, rows = table.match.owing_seats, _rows(table)
    if table.match.is_concurrent:
        parts = [((name,), [row for row in rows if table.by_id[row.seat_id].asked_as == name]) for name in owing]
        due = [(silent, waited_for) for silent, waited_for in parts if _is_over(table, silent, waited_for, moment)]
        silent, waited_for = [name for names, _ in due for name in names], [row for _, rows in due for row in rows]
        return bool(due) and missed_deadlines.overdue(table, silent, waited_for)
    if table.delayed:
        return _is_over(table, (), rows, moment) and missed_deadlines.close(table)
    waited_for = [row for row in rows if table.by_id[row.seat_id].asked_as in owing] if owing else rows
    if not _is_over(table, owing, waited_for, moment):
        table.late = frozenset(row.seat_id for row in rows) if table.late else table.late
        return False
    return missed_deadlines.overdue(table, owing, waited_for) if owing else missed_deadlines.close(table)


def _carried_out(table: CampaignContext, moment: datetime) -> bool:
    """Carry out orders that could be changed until `moment`, unless a message that came in time is still unread."""
    for seat, until in whole_mails.changeable(table):
        if until <= moment and not unread_until(table.session, table.campaign.id, until, [seat.id]):
            whole_mails.carry_out(table, seat)
            return True
    return False


def _is_over(table: CampaignContext, silent: Sequence[str], waited_for: Sequence[Question], moment: datetime) -> bool:
    """Return whether the time of these seats was over.

    Of none of them: the time of a decision that all have answered.
    """
    end = _end(table, silent, waited_for)
    asked = [row.seat_id for row in waited_for]
    if end is None or end > moment:
        return False
    patient = end + PATIENCE
    held = any(_word_awaited(table, row, end, min(moment, patient)) for row in waited_for if silent)
    until = patient if held else end
    if (held and moment < patient) or unread_until(table.session, table.campaign.id, until, asked):
        table.late |= frozenset(asked)
        return False
    return True


def _end(table: CampaignContext, silent: Sequence[str], waited_for: Sequence[Question]) -> datetime | None:
    """Return when the time of these seats is over, with its grace; None: not by itself."""
    if not waited_for or len(waited_for) < len(silent):
        return None
    policy = due_dates.policy_of(table.campaign)
    ends = []
    for row in waited_for:
        if row.deadline is None:
            return None
        ends.append(closing_time(policy, row.deadline) if silent else row.deadline)
    return max(ends)


def _word_awaited(table: CampaignContext, row: Question, end: datetime, moment: datetime) -> bool:
    """Return whether a silent seat has a held message that its people may still confirm.

    The message must have come while the question was open, with a code that is valid. A seat that let its last deadline
    pass is not waited for.
    """
    since = max(row.opened_at, moment - HOLDS)
    held = timing.held_between(table.session, row.seat_id, since, end, WAITED_FOR)
    if not held or timing.missed_in_row(table.session, row.seat_id):
        return False
    return any_open(table.session, row.seat_id, LET_THROUGH, moment)


def _rows(table: CampaignContext) -> list[Question]:
    """Return the open questions of the current decision; keep all open questions at hand for the present message."""
    asked = prompts.open_questions(table.session, table.campaign.id)
    table.has_asked(asked)
    return [row for row in asked if row.decision == table.match.number(table.by_id[row.seat_id].asked_as)]
