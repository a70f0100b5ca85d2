"""The orders of a seat as they are stored: every line with what became of it, and what waits on file."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.service.matches import Table
from adjudicator.service.offers import phrasebook
from adjudicator.service.ordering import held_by
from adjudicator.service.standing_orders import lines_of
from adjudicator.store.tables import OrderLine, OrderSet
from cli.eyes import Eyes


class Ordered(msgspec.Struct, frozen=True):
    """One line: `source` is the mail it came in, or `desk`; `log` the entries it made, "-" if none."""

    seat: str
    at: datetime
    source: str
    line: int
    outcome: str
    revision: int
    log: str
    text: str


class OnFile(msgspec.Struct, frozen=True):
    """What is kept for a seat: a draft, a line that waits, a standing order, a sealed answer."""

    seat: str
    kind: str
    text: str


def ordered_lines(session: Session, table: Table, looking: Eyes, count: int) -> list[Ordered]:
    """The newest lines of the seats that these eyes may see, the oldest of them first."""
    seats = [seat.id for seat in table.players if looking.everything or seat.name == looking.seat]
    rows = session.execute(
        select(OrderSet, OrderLine)
        .join(OrderLine, col(OrderLine.order_set_id) == col(OrderSet.id))
        .where(col(OrderSet.campaign_id) == table.campaign.id, col(OrderSet.seat_id).in_(seats))
        .order_by(col(OrderSet.id).desc(), col(OrderLine.line).desc())
        .limit(count)
    )
    return [_ordered(table, orders, line) for orders, line in rows][::-1]


def _ordered(table: Table, orders: OrderSet, line: OrderLine) -> Ordered:
    first, last = line.first_sequence, line.last_sequence
    log = "-" if first is None else str(first) if first == last else f"{first}-{last}"
    return Ordered(
        table.by_id[orders.seat_id].name,
        orders.received_at,
        "desk" if orders.inbound_mail_id is None else f"in-{orders.inbound_mail_id}",
        line.line,
        line.outcome.value,
        orders.revision,
        log if orders.revision == table.head.revision or log == "-" else f"{orders.revision}:{log}",
        line.text.decode(),
    )


def on_file(session: Session, table: Table, looking: Eyes) -> list[OnFile]:
    """What is kept for the seats that these eyes may see."""
    return [
        kept
        for seat in table.players
        if looking.everything or seat.name == looking.seat
        for kept in _kept(session, table, seat.name)
    ]


def _kept(session: Session, table: Table, name: str) -> Iterator[OnFile]:
    seat = table.by_name[name]
    held = held_by(session, seat)
    yield from (OnFile(name, "draft", kept.text) for kept in held.draft)
    yield from (OnFile(name, "waits", kept.text) for kept in held.waiting)
    yield from (OnFile(name, "standing order", row.line.decode()) for row in lines_of(session, seat.id))
    sealed = table.match.sealed.get(name)
    if sealed is not None:
        yield OnFile(name, "sealed answer", phrasebook(table.match.game.id).say(sealed, seat.language))
