"""The mails with orders that a record keeps: their lines as they were read, and where in the log they were met."""

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

import msgspec
from sqlalchemy import ColumnElement, or_, select
from sqlmodel import col

from adjudicator.reports.model import OrderOutcome
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.history.record import Ordered
from adjudicator.service.outbox.payloads import LineRead
from adjudicator.service.play.corrections.lines import Played
from adjudicator.store.tables import LogEntry, OrderLine, OrderSet, SetState

_LINE: msgspec.json.Decoder[LineRead] = msgspec.json.Decoder(LineRead)


class Logged:
    """The log of a line of play, or its part behind `skipped` entries."""

    def __init__(self, entries: Sequence[Played]) -> None:
        self.entries = entries
        self.skipped = entries[0].n - 1 if entries else 0

    def part(self, after: int, upto: int) -> Sequence[Played]:
        """Return the entries after one log number, up to another."""
        return self.entries[max(0, after - self.skipped) : max(0, upto - self.skipped)]


def ordered(table: CampaignContext, names: AbstractSet[str | None], logged: Logged) -> Iterator[Ordered]:
    """Yield order lines of the seats whose orders may be shown, as they came.

    For a part of the log, only those that belong to it.
    """
    shown = {seat.id: seat.name for seat in table.players if seat.name in names}
    rows = table.session.execute(
        select(OrderSet, OrderLine)
        .join(OrderLine, col(OrderLine.order_set_id) == col(OrderSet.id))
        .where(
            col(OrderSet.match_id) == table.head.match_id,
            col(OrderSet.seat_id).in_(shown),
            col(OrderSet.state) != SetState.WITHDRAWN,
            *_belonging(table, logged),
        )
        .order_by(col(OrderSet.id), col(OrderLine.line))
    )
    mails: dict[int, tuple[OrderSet, list[LineRead]]] = {}
    for order_set, line in rows:
        mails.setdefault(order_set.id, (order_set, []))[1].append(_line(line))
    for order_set, lines in mails.values():
        after = _met(order_set, lines, logged)
        if after is not None:
            kept = tuple(_as_it_stands(line, order_set.inbound_mail_id, logged) for line in lines)
            yield Ordered(shown[order_set.seat_id], order_set.received_at, after, kept)


def _belonging(table: CampaignContext, logged: Logged) -> list[ColumnElement[bool]]:
    """Return conditions: orders came since this part of the log began, or were carried out in it and not before."""
    if not logged.skipped or not logged.entries:
        return []
    mails = {entry.mail_id for entry in logged.entries} - {None}
    earlier = (
        select(col(LogEntry.inbound_mail_id))
        .where(
            col(LogEntry.match_id) == table.head.match_id,
            col(LogEntry.sequence) <= logged.skipped,
            col(LogEntry.inbound_mail_id).in_(mails),
        )
        .distinct()
    )
    among = mails - {*table.session.scalars(earlier)}
    own = or_(col(OrderSet.received_at) >= logged.entries[0].at, col(OrderSet.inbound_mail_id).in_(among))
    return [own, or_(col(OrderSet.inbound_mail_id).is_(None), col(OrderSet.inbound_mail_id).not_in(mails - among))]


def _met(order_set: OrderSet, lines: Sequence[LineRead], logged: Logged) -> int | None:
    """Return the log entry after which orders were carried out or refused; None if a correction took them back."""
    if all(line.first is None for line in lines):
        return logged.skipped + sum(entry.at <= order_set.received_at for entry in logged.entries)
    mail, first = order_set.inbound_mail_id, min(line.first for line in lines if line.first is not None)
    if mail is not None:  # entries that a correction carried out again have their new place
        return next((entry.n - 1 for entry in logged.entries if entry.mail_id == mail), None)
    stands = any(each.revision == order_set.revision for each in logged.part(first - 1, first))
    return first - 1 if stands else None


def _as_it_stands(line: LineRead, mail: int | None, logged: Logged) -> LineRead:
    """Mark a line as not done any more if a correction removed its effect from the log.

    Other lines of its message may still count.
    """
    done = any(entry.mail_id == mail and entry.line == line.number for entry in logged.entries)
    if line.first is None or mail is None or done:
        return line
    return msgspec.structs.replace(line, outcome=OrderOutcome.CORRECTED, first=None, last=None)


def _line(row: OrderLine) -> LineRead:
    if row.reading:
        return _LINE.decode(row.reading)
    return LineRead(row.line, row.text.decode(), OrderOutcome.UNTRIED)
