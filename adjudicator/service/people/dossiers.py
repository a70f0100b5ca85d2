"""What a seat knows, sent to somebody who holds it from now on."""

from __future__ import annotations

from adjudicator.service.campaign.matches import Table
from adjudicator.service.campaign.sweeps import sweep
from adjudicator.service.outbox import queue
from adjudicator.service.outbox.intents import Dossier
from adjudicator.service.people import replacements, shared_mailboxes
from adjudicator.service.service import Service
from adjudicator.store import holdings, prompts
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.engine import reading


def send_dossiers_due(service: Service) -> int:
    """Stand-ins whose days have begun get what their seat knows. Returns to how many it was sent."""
    with reading(service.engine) as session:
        ids = [campaign_id for _, campaign_id in holdings.dossiers_due(session, service.clock.now())]
    return sweep(service, ids, _send_due)


def _send_due(table: Table) -> int:
    rows = [row for row, of in holdings.dossiers_due(table.session, table.now) if of == table.campaign.id]
    for row in rows:
        row.dossier_due = False
        seat = table.by_id[row.seat_id]
        send_dossier(table, seat, row.person_id)
        shared_mailboxes.tell_of_holder(table, seat, row.person_id)
    return len(rows)


def send_dossier(table: Table, seat: SeatAtTable, person_id: int) -> None:
    """All that the seat knows, to one of its people."""
    own = {email for holder in seat.holders if holder.person_id == person_id for email in holder.emails[:1]}
    numbers = [row.number for row in prompts.open_questions(table.session, table.campaign.id) if row.seat_id == seat.id]
    since = max(0, table.sequence - replacements.DOSSIER_ENTRIES)
    intent = Dossier(written=table.now, number=numbers[-1] if numbers else None, since=since, joins=True)
    queue.send(table, seat, intent, kind=queue.NOTE, to=[each for each in queue.addresses_of(seat) if each in own])
