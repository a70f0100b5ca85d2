"""Describe a seat at the desk: as everybody may know it, as the seat itself may, or whole."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import msgspec
from msgspec.structs import replace
from sqlalchemy import select
from sqlmodel import col

from adjudicator.kernel.pending_draws import is_open
from adjudicator.language import language, stamp
from adjudicator.reports.model import Kind, Report, Section
from adjudicator.reports.wording.game import GameReport
from adjudicator.service.admin.access import CampaignView, no_seat
from adjudicator.service.campaign.matches import CampaignContext, Pending
from adjudicator.service.campaign.table_draws import range_of
from adjudicator.service.campaign.troubles import Rejected
from adjudicator.service.outbox.payloads import LineRead
from adjudicator.service.play import reliability, standing_lines
from adjudicator.service.play.kept.held_orders import held_by, plan_lines
from adjudicator.service.play.reliability import Reliability
from adjudicator.service.play.standing_orders import orders_of
from adjudicator.store import holdings, prompts
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.tables import OrderLine, OrderSet


class SeatFacts(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat and its people; addresses and secrets only for those who may see them."""

    name: str
    kind: str
    people: tuple[str, ...]
    language: str
    addresses: tuple[str, ...] = ()
    question: int | None = None
    deadline: datetime | None = None
    reliability: Reliability | None = None
    """None where the seat was asked nothing, and while seats play side by side: nobody is told how far each is."""
    draft: tuple[str, ...] = ()
    waiting_lines: tuple[str, ...] = ()
    sealed: Any = None


class WholeSeat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat with what lies on file for it."""

    seat: SeatFacts
    standing_orders: tuple[str, ...] = ()
    plan: tuple[str, ...] = ()


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


class Held(msgspec.Struct, frozen=True):
    """A person, what they may do for the seat, and when."""

    name: str
    role: str
    since: datetime
    until: datetime | None


class Ordered(msgspec.Struct, frozen=True):
    """One line of orders: as written, as read, the log entries it made, or why it did nothing."""

    text: str
    outcome: str
    said: str
    first: int | None
    last: int | None
    why: str = ""


class OrderedSet(msgspec.Struct, frozen=True):
    """The orders of one mail, or of a moderator's command (`mail` is empty)."""

    seat: str
    received_at: datetime
    state: str
    revision: int
    mail: int | None
    lines: tuple[Ordered, ...]


def known_of(seat: SeatAtTable, *, sees: bool) -> SeatFacts:
    """Return a seat and its people, with their addresses for a viewer who sees what the seat sees."""
    return SeatFacts(seat.name, seat.kind, seat.people, seat.language, seat.emails if sees else ())


def seat_facts(view: CampaignView) -> Iterator[SeatFacts]:
    """Yield the seats with their people."""
    opened = {row.seat_id: row for row in prompts.open_prompts(view.session, view.table.campaign.id)}
    hidden = view.table.match.concurrent_seats and not view.eyes.everything
    kept_time = {} if hidden else reliability.of_seats(view.session, (view.table.campaign.id,))
    for seat in view.table.seats:
        facts = replace(known_of(seat, sees=view.sees(seat.name)), reliability=kept_time.get(seat.id))
        if view.sees(seat.name):
            kept, prompt = held_by(view.table, seat), opened.get(seat.id)
            facts = replace(
                facts,
                question=prompt and prompt.number,
                deadline=prompt and prompt.deadline,
                draft=tuple(line.in_words for line in kept.draft),
                waiting_lines=(
                    *(line.in_words for line in kept.waiting),
                    *(line for whole in kept.mails for line in whole.mail.lines),
                ),
                sealed=view.table.match.sealed.get(seat.name),
            )
        yield facts


def reliability_text(found: Reliability) -> str:
    """Return how reliable a seat is.

    For example `answered 12 of 13 in time, half of them within 9.5 h`.
    """
    half = "" if found.median_hours is None else f", half of them within {found.median_hours:g} h"
    return f"answered {found.answered} of {found.asked} in time{half}"


def whole_seat(view: CampaignView, name: str) -> WholeSeat:
    """Return a seat as the viewer may see it.

    Raises:
        CommandError: There is no such seat.
    """
    if name not in view.table.by_name:
        raise no_seat(name, view.table.by_name)
    facts = next(fact for fact in seat_facts(view) if fact.name == name)
    if not view.sees(name):
        return WholeSeat(facts)
    chair, match = view.table.by_name[name], view.table.match
    standing = tuple(standing_lines.order_line(each.order, match, view.words) for each in orders_of(view.table, chair))
    return WholeSeat(facts, standing, plan_lines(held_by(view.table, chair).plan, view.words))


def seat_text(view: CampaignView, found: WholeSeat) -> str:
    """Return it as text for people, with what is on file and what the seat holds as its messages tell it."""
    seat = found.seat
    lines = [f"{seat.name} ({seat.kind}): {', '.join(seat.people) or 'nobody'}, {seat.language}"]
    lines += [f"  {address}" for address in seat.addresses]
    lines += [f"  {reliability_text(seat.reliability)}"] if seat.reliability else []
    if seat.question is not None:
        until = f" until {stamp(seat.deadline, view.table.campaign.time_zone)}" if seat.deadline else ""
        lines.append(f"  question {seat.question}{until}")
    lines += [f"  standing order: {line}" for line in found.standing_orders]
    match = view.table.match
    if view.sees(seat.name) and seat.name in match.header.seats:
        speaks: GameReport = match.game.part("report")
        holdings = speaks.holdings(match.view((seat.name,)), seat.name, view.words)
        lines += ["", report_text(view, seat.name, sections=(on_file(view, seat.name),), holdings=holdings)]
    return "\n".join(lines)


def on_file(view: CampaignView, name: str) -> Section:
    """Return what a seat has on file, as the answer to its own question tells it."""
    from adjudicator.service.commands import information  # who sees nothing of a seat needs no commands

    return information.on_file(view.table, view.table.by_name[name], view.words, view.table.campaign.time_zone)


def report_text(view: CampaignView, seat: str, **parts: Any) -> str:
    """Return parts of a report (`standing`, `holdings`) as a mail has them.

    The mail would go to a seat, or to nobody.
    """
    from adjudicator.reports.layout.render import rendered_text  # people and questions are told without

    words, campaign = view.words, view.table.campaign
    speaks: GameReport = view.table.match.game.part("report")
    report = Report(
        kind=Kind.STATUS,
        campaign=campaign.title,
        title="",
        written=view.table.now,
        seat=speaks.party(seat, words).name if seat else "",
        language=words.code,
        zone=campaign.time_zone,
        **parts,
    )
    return rendered_text(report).rstrip()


def waited_for(view: CampaignView) -> list[Waited]:
    """Return every seat that is asked now, in the order of the seats; the moderator where a draw must be entered."""
    table = view.table
    if table.pending is not None:
        return [_draw_waited_for(view, table.pending)]
    opened = {row.seat_id: row for row in prompts.open_prompts(view.session, table.campaign.id)}
    found = []
    for decision in table.match.decisions():
        for name in decision.seats:
            chairs = table.asked_as(name)
            people = tuple(person for chair in chairs for person in chair.people)
            asked = Waited(name, people, decision.kind, decision.rule)
            if (prompt := next((opened[chair.id] for chair in chairs if chair.id in opened), None)) is not None:
                asked = replace(asked, since=prompt.opened_at, until=prompt.deadline, reminded=prompt.reminded_at)
            if view.sees(name) or (decision.form == "choose" and not decision.held):
                asked = replace(asked, answered=name not in decision.waiting)
            else:
                asked = replace(asked, reminded=None)
            found.append(asked)
    return found


def _draw_waited_for(view: CampaignView, pending: Pending) -> Waited:
    """Return which draw a moderator has to enter, after what, and among what if everybody may know it."""
    match = view.table.match
    asked = ", ".join(decision.kind for decision in match.decisions())
    told = f"draw {pending.draw} after {asked}"
    if match.wanted is not None and (is_open(match.game, match.wanted) or view.eyes.everything):
        told += f": {range_of(match.wanted, match.game.part('report'), language(view.table.campaign.language))}"
    people = tuple(name for seat in view.table.moderators for name in seat.people)
    return Waited("moderator", people, told, "", pending.since)


def held(table: CampaignContext, name: str) -> list[Held]:
    """Return who holds a seat now or will. Raises CommandError for an unknown seat."""
    from adjudicator.service.moderation.named import seat_named

    try:
        seat = seat_named(table, name)
    except Rejected:
        raise no_seat(name, [player.name for player in table.players]) from None
    rows = holdings.now_or_later(table.session, seat.id, table.now)
    return [Held(person.name, holding.role, holding.since, holding.until) for holding, person in rows]


def player_seat(table: CampaignContext, name: str) -> SeatAtTable:
    """Return a player's seat by its exact name.

    Raises:
        CommandError: There is no such seat.
    """
    if name not in table.match.header.seats:
        raise no_seat(name, table.match.header.seats)
    return table.by_name[name]


def order_sets(view: CampaignView, limit: int) -> list[OrderedSet]:
    """Return the orders that the viewer may see, the newest first."""
    wanted = select(OrderSet).where(col(OrderSet.campaign_id) == view.table.campaign.id)
    if not view.eyes.everything:
        wanted = wanted.where(col(OrderSet.seat_id) == view.table.by_name[view.eyes.seat or ""].id)
    rows = view.session.scalars(wanted.order_by(col(OrderSet.id).desc()).limit(limit)).all()
    lines, of_set = select(OrderLine).order_by(col(OrderLine.line)), col(OrderLine.order_set_id)
    return [
        OrderedSet(
            view.table.by_id[row.seat_id].name, row.received_at, row.state, row.revision, row.inbound_mail_id,
            tuple(_line(view, row.seat_id, line) for line in view.session.scalars(lines.where(of_set == row.id))),
        )
        for row in rows
    ]  # fmt: skip


def _line(view: CampaignView, seat_id: int, row: OrderLine) -> Ordered:
    text, read = row.text.decode(), msgspec.json.decode(row.reading, type=LineRead) if row.reading else None
    if read is None:
        return Ordered(text, row.outcome, text, row.first_sequence, row.last_sequence)
    reason = "" if read.problem is None else _why(view, seat_id, read)
    return Ordered(text, row.outcome, read.said or text, row.first_sequence, row.last_sequence, reason)


def _why(view: CampaignView, seat_id: int, read: LineRead) -> str:
    from adjudicator.service.admin.lines import why  # slow to load: it words mails, and few lines were refused

    return why(view.table, view.table.by_id[seat_id], read)
