"""What a seat knows, sent to somebody who holds it from now on."""

from __future__ import annotations

from sqlalchemy import select
from sqlmodel import col

from adjudicator.service.campaign.matches import Table
from adjudicator.service.campaign.sweeps import sweep
from adjudicator.service.outbox import queue
from adjudicator.service.outbox.intents import Dossier
from adjudicator.service.people import replacements, shared_mailboxes
from adjudicator.service.service import Service
from adjudicator.store import prompts
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.engine import reading
from adjudicator.store.tables import Holding, Seat


def send_dossiers_due(service: Service) -> int:
    """Stand-ins whose days have begun get what their seat knows. Returns to how many it was sent."""
    now = service.clock.now()
    due = select(Holding, col(Seat.campaign_id)).join(Seat, col(Seat.id) == col(Holding.seat_id))
    due = due.where(col(Holding.dossier_due), col(Holding.since) <= now).order_by(col(Holding.id))
    with reading(service.engine) as session:
        ids = dict.fromkeys(campaign_id for _, campaign_id in session.execute(due))

    def send(table: Table) -> int:
        rows = table.session.scalars(due.where(col(Seat.campaign_id) == table.campaign.id)).all()
        for row in rows:
            row.dossier_due = False
            seat = table.by_id[row.seat_id]
            send_dossier(table, seat, row.person_id)
            shared_mailboxes.tell_of_holder(table, seat, row.person_id)
        return len(rows)

    return sweep(service, ids, send)


def send_dossier(table: Table, seat: SeatAtTable, person_id: int) -> None:
    """All that the seat knows, to one of its people."""
    own = {email for holder in seat.holders if holder.person_id == person_id for email in holder.emails[:1]}
    numbers = [row.number for row in prompts.open_questions(table.session, table.campaign.id) if row.seat_id == seat.id]
    sequence = table.head.sequence
    since = max(0, sequence - replacements.DOSSIER_ENTRIES)
    intent = Dossier(written=table.now, number=numbers[-1] if numbers else None, since=since, joins=True)
    mails = queue.for_seat(table, seat, intent, sequence=sequence, tells_news=False)
    queue.queue(table.session, [mail for mail in mails if mail.recipient in own], table.now)
