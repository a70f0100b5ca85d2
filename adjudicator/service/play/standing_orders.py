"""Standing orders at work: they answer for a seat when a question interrupts the turn of somebody else.

Without them a war is a week of mails. Only questions that interrupt count, so that nothing is ever done in one's own
turn by surprise. Of a seat's orders the first that is for the question, whose condition holds and whose answer is legal
answers; `ask` ends the search, and the seat is asked. A question that the seat has been asked already is answered only
by an order that is new in this transaction.
"""

from collections.abc import Sequence
from datetime import date
from typing import Any, NamedTuple

import msgspec
import structlog
from sqlalchemy import bindparam, func, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from adjudicator.kernel.actions import Action, Decline
from adjudicator.kernel.decisions import OpenDecision
from adjudicator.kernel.errors import Refusal
from adjudicator.kernel.events import ObservedEvent
from adjudicator.kernel.match import Match
from adjudicator.language import Language, language, msgid
from adjudicator.orders import Legal, Misread
from adjudicator.service.campaign.matches import CampaignContext, keep_sealed
from adjudicator.service.campaign.troubles import Rejected, RejectionReason
from adjudicator.service.play import due_dates, early_decisions, offers, standing_lines
from adjudicator.service.play.kept.held_orders import MOST_STEPS
from adjudicator.service.play.standing_lines import Standing
from adjudicator.service.timing.policy import reaction_hours
from adjudicator.store.campaigns import SeatAtTable
from adjudicator.store.statements import run
from adjudicator.store.tables import StandingOrder, table_of

log = structlog.get_logger()
MOST_LINES = 40
too_many = RejectionReason("too_many_standing_orders", msgid("You have %(most)s standing orders: withdraw one first."))


class StoredStandingOrder(NamedTuple):
    """A standing order with its number, and the log entry of its last use."""

    id: int
    number: int
    order: Standing
    used_at: int | None

    def listed(self, match: Match, words: Language) -> str:
        """Return it as it is in lists: `2. toll: no`."""
        return f"{self.number}. {standing_lines.order_line(self.order, match, words)}"


def orders_of(table: CampaignContext, seat: SeatAtTable) -> list[StoredStandingOrder]:
    """Return the standing orders of a seat that are not over, in their order."""
    return of_seat(table.session, seat, table.match, due_dates.today(table.campaign, table.now))


def of_seat(session: Session, seat: SeatAtTable, match: Match, today: date) -> list[StoredStandingOrder]:
    """Return the standing orders of a seat that are not over on a day, in a position."""
    if not seat.standing:
        return []
    rows = run(session, _OF_SEAT, {"seat_id": seat.id})
    found = (StoredStandingOrder(row.id, row.number, standing_lines.kept(row.line), row.used_at) for row in rows)
    return [each for each in found if not standing_lines.is_over(each.order, match, today)]


def add(table: CampaignContext, seat: SeatAtTable, text: str) -> tuple[Standing, ...]:
    """Keep an order, or several for one occasion, behind the others; those for an occasion replace earlier ones.

    Raises:
        Rejected: The text answers no question that interrupts.
    """
    made = standing_lines.read(text, table.match, seat.language, due_dates.today(table.campaign, table.now))
    if occasion := made[0].occasion:
        _end(table, [each.id for each in orders_of(table, seat) if each.order.occasion == occasion])
    if len(orders_of(table, seat)) + len(made) > MOST_LINES:
        raise too_many(most=MOST_LINES)
    last = table.session.scalar(select(func.max(_ORDER.number)).where(_ORDER.seat_id == seat.id)) or 0
    table.session.add_all(
        StandingOrder(seat_id=seat.id, number=number, line=msgspec.json.encode(order), written_at=table.now)
        for number, order in enumerate(made, last + 1)
    )
    table.session.flush()
    table.reloaded(seat.id)
    table.newly_standing.add(seat.name)
    return made


def withdraw(table: CampaignContext, seat: SeatAtTable, number: int | None) -> int:
    """Take the order with this number away, or all. Returns how many went."""
    going = [each.id for each in orders_of(table, seat) if number in (None, each.number)]
    _end(table, going)
    return len(going)


def _end(table: CampaignContext, ids: Sequence[int]) -> None:
    """Let these orders count no more."""
    if not ids:
        return
    table.session.execute(update(StandingOrder).where(col(StandingOrder.id).in_(ids)).values(ended_at=table.now))
    table.session.flush()


def answer_interrupts(table: CampaignContext) -> list[ObservedEvent[Any]]:
    """Let standing orders answer whatever interrupts now, as long as they have answers.

    If the campaign asks nobody, they are all that answers; if answers come out after a delay, they wait for its end
    like every other.
    """
    match, policy = table.match, due_dates.policy_of(table.campaign)
    standing = any(seat.standing for seat in table.seats)
    if not match.game.interrupting_decisions or not (standing or policy.wait_for_reactions):
        return []
    told: list[ObservedEvent[Any]] = []
    kept = _at_table(table) if standing and match.game.occasions else None
    sealed_before = dict(match.sealed)
    for _ in range(MOST_STEPS):
        kept = kept and _meet(table, kept)
        new = [
            decision
            for decision in match.decisions()
            if decision.interrupts and not decision.held and _waits(table, decision)
        ]
        if not new or match.awaited is not None:
            break
        kept = (_at_table(table) if standing else {}) if kept is None else kept
        answered = _one_answer(table, kept, new)
        if answered is None:
            answered = _without_asking(table, new)
        if answered is None:
            break
        told += answered
    keep_sealed(table, sealed_before)
    return told


def _waits(table: CampaignContext, decision: OpenDecision) -> tuple[str, ...]:
    """Return the seats that standing orders may answer a question for: of one asked before, those with new orders."""
    if decision.number != table.opened:
        return decision.waiting
    return tuple(name for name in decision.waiting if name in table.newly_standing)


def _meet(table: CampaignContext, kept: dict[str, list[StoredStandingOrder]]) -> dict[str, list[StoredStandingOrder]]:
    """Note for whose orders the occasion has begun, and end those for which it is over; returns what is left."""
    match, now = table.match, table.match.game.occasion(table.match.state)
    _end(table, [each.id for of in kept.values() for each in of if standing_lines.is_occasion_over(each.order, match)])
    found: dict[str, list[StoredStandingOrder]] = {}
    for name, orders in kept.items():
        for order in orders:
            begun = now is not None and name in now.seats and (order.order.occasion, order.order.met) == (now.kind, "")
            if begun and now is not None:
                order = order._replace(order=msgspec.structs.replace(order.order, met=now.id))
                run(table.session, _MET, {"line_id": order.id, "order": msgspec.json.encode(order.order)})
            if not standing_lines.is_occasion_over(order.order, match):
                found.setdefault(name, []).append(order)
    return found


def answer_for(table: CampaignContext, name: str) -> list[ObservedEvent[Any]]:
    """Give the answer that a seat has left for the open question.

    Returns what followed; empty if there is no such answer.
    """
    decision, seat = table.match.question(name), table.by_name[name]
    found = None if decision is None else _found(table.match, seat, orders_of(table, seat), decision)
    return [] if found is None else _give(table, name, found)


def answer_at(
    session: Session, seat: SeatAtTable, match: Match, today: date
) -> tuple[StoredStandingOrder, Action] | None:
    """Return the order that answers for a seat in the present position, and its answer."""
    decision = match.question(seat.name)
    return None if decision is None else _found(match, seat, of_seat(session, seat, match, today), decision)


def _without_asking(table: CampaignContext, new: Sequence[OpenDecision]) -> list[ObservedEvent[Any]] | None:
    """Carry out the defaults of seats without a standing order if the campaign asks nobody, and return the events.

    None if all are to be asked.
    """
    match, policy = table.match, due_dates.policy_of(table.campaign)
    for decision in new:
        if decision.number == table.opened or reaction_hours(policy, decision.kind) != 0:
            continue
        if all(match.default(name) is not None for name in decision.waiting):
            return match.close(decision.seats)
    return None


def _at_table(table: CampaignContext) -> dict[str, list[StoredStandingOrder]]:
    """Return the orders of every seat that has some."""
    found = {seat.name: orders_of(table, seat) for seat in table.seats}
    return {name: orders for name, orders in found.items() if orders}


_ORDER = table_of(StandingOrder).c
_OF_SEAT = (
    select(_ORDER.id, _ORDER.number, _ORDER.line, _ORDER.used_at)
    .where(_ORDER.ended_at.is_(None), _ORDER.seat_id == bindparam("seat_id"))
    .order_by(_ORDER.id)
)
_USED = update(table_of(StandingOrder)).where(_ORDER.id == bindparam("line_id"))
_MET = _USED.values(line=bindparam("order"))


def _one_answer(
    table: CampaignContext, kept: dict[str, list[StoredStandingOrder]], new: Sequence[OpenDecision]
) -> list[ObservedEvent[Any]] | None:
    """Return the events of one answer to one of these questions; None if no standing order answers any."""
    for decision in new:
        for name in _waits(table, decision):
            found = _found(table.match, table.by_name[name], kept.get(name, ()), decision)
            if found is not None:
                return _give(table, name, found)
    return None


def _give(table: CampaignContext, name: str, found: tuple[StoredStandingOrder, Action]) -> list[ObservedEvent[Any]]:
    """Give an answer, and note the use of its order."""
    told = early_decisions.give(table, name, found[1])
    run(table.session, _USED, {"line_id": found[0].id, "used_at": table.match.position.n})
    return told


def _found(
    match: Match, seat: SeatAtTable, kept: Sequence[StoredStandingOrder], decision: OpenDecision
) -> tuple[StoredStandingOrder, Action] | None:
    """Return the first order that answers a question, and the answer.

    None if there is none, or if the seat wants to be asked.
    """
    for each in kept:
        if each.order.kinds and decision.kind not in each.order.kinds:
            continue
        if standing_lines.outplayed(each.order, match) or not _holds(match, seat, each.order):
            continue
        if each.order.does == "ask":
            return None
        action = _meaning(match, seat, each.order, decision)
        if action is not None:
            return each, action
    return None


def _holds(match: Match, seat: SeatAtTable, order: Standing) -> bool:
    """Return whether its condition holds in what the seat may know, and of the move that it is asked about.

    Never where the game does not know the condition any more.
    """
    if not order.condition:
        return True
    try:
        return standing_lines.holds(order.condition, match, seat.name, seat.language)
    except Rejected as why:
        log.warning("a condition is not understood any more", seat=seat.id, why=why.text(language("en")))
        return False


def _meaning(match: Match, seat: SeatAtTable, order: Standing, decision: OpenDecision) -> Action | None:
    """Return the answer that an order means now, if it is legal now."""
    if order.does == "no":
        return Decline() if decision.form == "window" else None
    options = [option for option in match.options(seat.name) if not isinstance(option, Decline)]
    book = offers.words_at(match)
    stem = standing_lines.stem_of(order.line)
    if stem is not None:
        return next((option for option in options if standing_lines.begins(book, option, stem)), None)
    for line in standing_lines.ranked(book, order.line, seat.language):
        try:
            action = book.parse(line, seat.language, Legal(options))
            match.check(seat.name, action)
        except (Misread, Refusal):
            continue
        return action
    return None
