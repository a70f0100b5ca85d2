"""What can be told of a seat: to everybody, to the seat itself, or whole."""

from __future__ import annotations

from datetime import datetime

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.language import language
from adjudicator.reports.game import GameReport
from adjudicator.reports.model import Footer, Kind, Report
from adjudicator.reports.render import render
from adjudicator.service.campaign.matches import Pending, Table
from adjudicator.service.campaign.table_draws import is_open, range_of
from adjudicator.service.outbox.intents import LineRead
from adjudicator.service.play.standing_orders import lines_of
from adjudicator.store import prompts
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import OrderLine, OrderSet, SeatKind
from cli.campaign_facts import SeatFacts, seat_facts
from cli.eyes import Eyes


class Waited(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat that is asked. `answered` and `reminded` only where that is no secret to the eyes that look."""

    seat: str
    people: tuple[str, ...]
    kind: str
    rule: str
    since: datetime | None = None
    until: datetime | None = None
    answered: bool | None = None
    reminded: datetime | None = None


class WholeSeat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat with what lies on file for it."""

    seat: SeatFacts
    standing_orders: tuple[str, ...] = ()


class Ordered(msgspec.Struct, frozen=True):
    """One line of orders: as written, as read, and the log entries it made."""

    text: str
    outcome: str
    said: str
    first: int | None
    last: int | None


class OrderedSet(msgspec.Struct, frozen=True):
    """The orders of one mail, or of a moderator's command (`mail` is empty)."""

    seat: str
    received_at: datetime
    state: str
    revision: int
    mail: int | None
    lines: tuple[Ordered, ...]


def _draw_waited_for(table: Table, pending: Pending, looking: Eyes) -> Waited:
    """Which draw a moderator has to enter, after what, and among what if everybody may know it."""
    moderators = [seat for seat in table.seats if seat.kind is SeatKind.MODERATOR]
    wanted = table.match.wanted
    asked = ", ".join(decision.kind for decision in table.match.decisions())
    told = f"draw {pending.draw} after {asked}"
    if wanted is not None and (is_open(table.match.game, wanted) or looking.everything):
        told += f": {range_of(wanted, table.match.game.part('report'), language(table.campaign.language))}"
    people = tuple(holder.name for seat in moderators for holder in seat.holders)
    return Waited("moderator", people, told, "", pending.since)


def waited_for(session: Session, table: Table, looking: Eyes) -> list[Waited]:
    """Every seat that is asked now, in the order of the seats; the moderator where a draw must be entered."""
    if table.pending is not None:
        return [_draw_waited_for(table, table.pending, looking)]
    opened = {row.seat_id: row for row in prompts.open_prompts(session, table.campaign.id)}
    found = []
    for decision in table.match.decisions():
        for name in decision.seats:
            seat = table.by_name[name]
            prompt = opened.get(seat.id)
            known = looking.everything or looking.seat == name or decision.form == "choose"
            found.append(
                Waited(
                    name,
                    tuple(holder.name for holder in seat.holders),
                    decision.kind,
                    decision.rule,
                    prompt.opened_at if prompt else None,
                    prompt.deadline if prompt else None,
                    name not in decision.waiting if known else None,
                    prompt.reminded_at if prompt and known else None,
                )
            )
    return found


def whole_seat(session: Session, table: Table, seat: SeatAtTable, looking: Eyes) -> WholeSeat:
    """A seat as these eyes may see it."""
    facts = next(each for each in seat_facts(session, table, looking) if each.name == seat.name)
    if not (looking.everything or looking.seat == seat.name):
        return WholeSeat(facts)
    return WholeSeat(facts, tuple(row.line.decode() for row in lines_of(session, seat.id)))


def seat_text(table: Table, found: WholeSeat, looking: Eyes, code: str) -> str:
    """For people, with what the seat holds as its mails tell it."""
    seat = found.seat
    lines = [f"{seat.name} ({seat.kind}): {', '.join(seat.people) or 'nobody'}, {seat.language}"]
    lines += [f"  {address}" for address in seat.addresses]
    if seat.question is not None:
        until = f" until {seat.deadline:%Y-%m-%d %H:%M} UTC" if seat.deadline else ""
        lines.append(f"  question {seat.question}{until}")
    lines += [f"  draft: {line}" for line in seat.draft]
    lines += [f"  waits: {line}" for line in seat.waiting_lines]
    lines += [f"  standing order: {line}" for line in found.standing_orders]
    lines += [f"  sealed: {msgspec.json.encode(seat.sealed).decode()}"] if seat.sealed is not None else []
    may_see = looking.everything or looking.seat == seat.name
    if may_see and seat.name in table.match.header.seats:
        lines += ["", _holdings(table, seat.name, code)]
    return "\n".join(lines)


def _holdings(table: Table, name: str, code: str) -> str:
    words = language(code)
    speaks: GameReport = table.match.game.part("report")
    report = Report(
        kind=Kind.STATUS,
        campaign=table.campaign.title,
        title="",
        written=table.now,
        seat=speaks.party(name, words).name,
        language=words.code,
        zone=table.campaign.time_zone,
        holdings=speaks.holdings(table.match.view((name,)), name, words),
        footer=Footer(),
    )
    return render(report).text.rstrip()


def order_sets(session: Session, table: Table, looking: Eyes, limit: int) -> list[OrderedSet]:
    """The orders that these eyes may see, the newest first."""
    wanted = select(OrderSet).where(col(OrderSet.campaign_id) == table.campaign.id)
    if not looking.everything:
        wanted = wanted.where(col(OrderSet.seat_id) == table.by_name[looking.seat or ""].id)
    rows = session.scalars(wanted.order_by(col(OrderSet.id).desc()).limit(limit)).all()
    return [
        OrderedSet(
            table.by_id[row.seat_id].name,
            row.received_at,
            row.state,
            row.revision,
            row.inbound_mail_id,
            tuple(_line(line) for line in _lines(session, row.id)),
        )
        for row in rows
    ]


def _lines(session: Session, set_id: int) -> list[OrderLine]:
    wanted = select(OrderLine).where(col(OrderLine.order_set_id) == set_id).order_by(col(OrderLine.line))
    return list(session.scalars(wanted))


def _line(row: OrderLine) -> Ordered:
    said = msgspec.json.decode(row.reading, type=LineRead).said if row.reading else ""
    text = row.text.decode()
    return Ordered(text, row.outcome, said or text, row.first_sequence, row.last_sequence)
