"""Issuing a receipt: in the transaction that accepts the orders, before their answer is queued."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

import msgspec

from adjudicator.reports.model import OrderOutcome
from adjudicator.reports.model import Receipt as Shown
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.outbox.payloads import LineRead
from adjudicator.service.proof.receipts import Receipt, root_of, salted, sign
from adjudicator.store import receipts
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.prompts import Recorded
from adjudicator.store.tables import InboundMail

ACCEPTED = frozenset((OrderOutcome.DONE, OrderOutcome.ON_FILE, OrderOutcome.WAITING, OrderOutcome.PLANNED))


def issue(
    table: CampaignContext,
    seat: SeatAtTable,
    rows: Sequence[LineRead],
    *,
    recorded: Recorded,
    received_at: datetime,
    mail_id: int | None,
) -> Shown | None:
    """Return the receipt for an order set, stored with its salts; None if no line of it was accepted."""
    if not any(row.outcome in ACCEPTED for row in rows):
        return None
    contents = _contents(table, seat, rows, mail_id)
    leaves = salted(msgspec.json.encode(content, order="sorted").decode() for content in contents)
    number = recorded.receipts + 1
    bare = Receipt(
        campaign=table.campaign.name,
        seat=seat.name,
        number=number,
        at=received_at.astimezone(UTC).isoformat(),
        root=root_of(leaves),
    )
    receipt = sign(bare, receipts.signing_key(table.session, table.now))
    receipts.keep(
        table.session,
        receipts.NewReceipt(
            seat_id=seat.id,
            number=number,
            order_set_id=recorded.id,
            issued_at=table.now,
            text=receipt.text().encode(),
            leaves=msgspec.json.encode([(leaf.salt.hex(), leaf.content) for leaf in leaves]),
        ),
    )
    return Shown(number=number, root=receipt.root, text=receipt.text())


def _contents(
    table: CampaignContext, seat: SeatAtTable, rows: Sequence[LineRead], mail_id: int | None
) -> Iterator[dict[str, Any]]:
    """Yield the message, each line with the log entries it made, and the secret answer that is on file now."""
    mail = None if mail_id is None else table.session.get(InboundMail, mail_id)
    whole = {"sha256": sha256(mail.raw).hexdigest()} if mail and mail.dropped_at is None else {}
    yield {"mail": mail.message_id if mail else None} | whole
    made = {entry.n: entry.line(table.match.game) for entry in table.match.log}
    for row in rows:
        log = [made[n] for n in range(row.first, (row.last or row.first) + 1) if n in made] if row.first else []
        yield {
            "line": row.number,
            "text": row.original,
            "outcome": row.outcome,
            "said": row.said,
            "revision": table.head.revision,
            "log": log,
        }
    answer: object = table.match.sealed.get(seat.name)
    awaited = table.match.awaited
    if answer is None and awaited is not None and awaited.by == seat.name and awaited.actions:
        answer = awaited.actions[0]  # it waits for a draw only
    if answer is not None and any(row.outcome is OrderOutcome.ON_FILE for row in rows):
        yield {"revision": table.head.revision, "decision": table.decision, "filed": answer}
