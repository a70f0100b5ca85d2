"""Renew the promise of every mail, “you will hear from us by …”, where a deadline has moved and its reader is not told.

Whoever is asked hears of a later deadline at once. For everybody else a mail waits for the moment that was promised,
and goes a little before it if nothing else has come from us since: one mail, however often the deadline has moved.
"""

from collections.abc import Collection
from datetime import datetime, timedelta

from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.campaign.sweeps import sweep
from adjudicator.service.outbox import queue
from adjudicator.service.outbox.notices import to_table
from adjudicator.service.play import due_dates
from adjudicator.service.service import Service
from adjudicator.service.timing.deadline import closing_time
from adjudicator.store import outbound, prompts
from adjudicator.store.campaigns import read_together
from adjudicator.store.engine import reading

BATCH = 500
AHEAD = timedelta(minutes=15)
"""How long before the moment that was promised a mail goes."""


def promised_moment(table: CampaignContext) -> datetime | None:
    """Return the moment by which everybody hears from us, as mails tell it.

    None: nobody knows, or each has their own.
    """
    rows = [] if table.match.concurrent_seats else prompts.open_questions(table.session, table.campaign.id)
    ends = [row.deadline for row in rows if row.deadline is not None]
    return closing_time(due_dates.policy_of(table.campaign), max(ends)) if ends and len(ends) == len(rows) else None


def renew(table: CampaignContext, before: datetime | None, told: Collection[int]) -> None:
    """See to it that seats that are not `told` of a later deadline hear from us by the moment that was promised them.

    `before`: that moment. Whoever has had no mail since the open questions were asked was not promised it.
    """
    if before is None or before <= table.now or promised_moment(table) == before:
        return
    rows = prompts.open_questions(table.session, table.campaign.id)
    asked_at, others = min(row.opened_at for row in rows), [seat for seat in table.seats if seat.id not in told]
    newest = outbound.newest_told(table.session, [seat.id for seat in others], queue.SILENT)
    for seat in others:
        if seat.id in newest and newest[seat.id][1] >= asked_at:
            queue.wait_for(table, seat, to_table("later").tell(table.now), before)


def run(service: Service) -> int:
    """Send the mails whose moment comes, to whoever has not heard from us meanwhile.

    Returns how many seats these are.
    """
    soon = service.clock.now() + AHEAD
    with reading(service.engine) as session:
        due = [row.campaign_id for row in outbound.waiting_until(session, queue.PROMISE, soon, BATCH)]
    return sweep(service, (each for each in due if each is not None), _send)


def _send(table: CampaignContext) -> int:
    told = set[int]()
    for row in outbound.waiting_until(table.session, queue.PROMISE, table.now + AHEAD, BATCH, table.campaign.id):
        outbound.cancel_queued(table.session, row)
        seat = table.by_id.get(row.seat_id or 0)
        if seat is None or seat.id in told or table.match.result is not None:
            continue
        own = {each.id for each in read_together(table.seats, seat, row.recipient)} or {seat.id}
        newest = outbound.newest_told(table.session, own, queue.SILENT)
        if all(mail_id < row.id for mail_id, _ in newest.values()):
            to_table("later").send(table, [seat])
            told |= own
    return len(told)
