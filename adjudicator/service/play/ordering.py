"""An order mail becomes actions, and the match moves on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import Any

import msgspec

from adjudicator.kernel.events import ObservedEvent
from adjudicator.mail.model import Quote
from adjudicator.orders.meaning.quoted_rows import QuotedRows
from adjudicator.orders.sets import try_out
from adjudicator.orders.text import NO_DOUBTS, Doubts
from adjudicator.reports.model import OrderOutcome
from adjudicator.service.campaign.act import CommandReply, together
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.outbox import answers, queue
from adjudicator.service.outbox.payloads import Answer, LineRead
from adjudicator.service.play import (
    bare_answers,
    changes,
    due_dates,
    offers,
    readings,
    rulings,
    undo_requests,
    written_orders,
)
from adjudicator.service.play.agreements import rows as offer_rows
from adjudicator.service.play.agreements import secrecy
from adjudicator.service.play.agreements.replies import split_replies
from adjudicator.service.play.agreements.signing import Signatory
from adjudicator.service.play.headings import SeatNames, asked_back, headed, names_of
from adjudicator.service.play.kept.held_orders import OrderMail, held_by
from adjudicator.service.play.moves import Move, SeatMove, desk_of, draft_counting
from adjudicator.service.play.questions import Questions
from adjudicator.store import reliability
from adjudicator.store.campaigns import SeatAtTable, played_by
from adjudicator.store.timing import reset_missed


def take_orders(
    table: CampaignContext, seat: SeatAtTable, mail: OrderMail, said: Callable[[], CommandReply] = CommandReply
) -> None:
    """Read, carry out, store, and queue the answer and whatever the others must hear.

    `said` tells, when all is done, what the commands of the same mail have to say in the answer.
    """
    execute_order_sets(table, [(seat, mail)], said)


def execute_order_sets(
    table: CampaignContext,
    sets: Sequence[tuple[SeatAtTable, OrderMail]],
    said: Callable[[], CommandReply] = CommandReply,
    unclear: Sequence[LineRead] = (),
    explained: Callable[[Sequence[LineRead]], CommandReply] = lambda rows: CommandReply(),
) -> None:
    """Take a set of orders for each of several seats of one person, one after the other, with one answer.

    `unclear`: lines of the message that are done for none of them. `explained` tells more about lines as they were
    read.
    """
    move = Move(table)
    asked_before = {seat.id: 0 if table.delayed else table.match.number(seat.asked_as) for seat, _ in sets}
    done = [move.take_whole(seat, mail) for seat, mail in sets]
    author, mail = sets[0]
    others = tuple(seat.name for seat, _ in sets[1:])
    heard = not mail.by or mail.by in author.people
    cause = changes.Cause(mail_id=mail.mail_id, author=author.name, acted=others)
    if not heard:
        cause = changes.Cause(mail_id=mail.mail_id, acted=(author.name, *others))
    cause = msgspec.structs.replace(cause, arrived={seat.id: mail.received_at for seat, _ in sets})
    asked = move.settle(cause)
    news = table.sequence > move.before
    for each in done:
        seat = each.seat = table.by_id[each.seat.id]
        number = asked.of(seat.name)
        if table.head.missed and (news or seat.name in move.sealed):  # it has answered: that is forgiven
            reset_missed(table.session, seat.id)
        if asked_before[seat.id] and seat.name in move.sealed:  # its question stays open
            line = (table.head.match_id, table.head.revision)
            decision = asked_before[seat.id]
            reliability.record_answer(table.session, table.campaign.id, seat.id, decision, line, mail.received_at)
        if number is not None and seat.name in move.sealed:
            due_dates.untrue(table, [number])
    several = len(played_by(table.seats, mail.person_id)) > 1
    rows = [row for each in done for row in each.told(named=several)]
    rows = sorted((*rows, *unclear), key=lambda row: row.number) if several or unclear else rows
    wishes = (undo_requests.answered(table, each.seat, each.rows) for each in done)
    writing = [each.seat for each in done if not each.checked]
    writing = [seat for seat in writing if asked_before[seat.id] == table.match.number(seat.asked_as)]
    written = written_orders.sections(table, writing)
    besides = together((written, said(), readings.shown_besides(rows), *wishes, explained(rows)))
    receipts = [each.record(table, named=several) for each in done]
    seat = done[0].seat
    answer = Answer(
        written=table.now,
        since=queue.known_to(table, seat),
        subject=mail.subject,
        lines=tuple(rows),
        ignored=mail.ignored,
        notes=mail.notes,
        before=move.before,
        number=asked.of(seat.name),
        draft=any(each.outcome.draft and not each.checked for each in done),
        yes=tuple(row for each in done for row in each.offered),
        counting=_counting(table, [each.seat for each in done if each.outcome.draft and not each.checked]),
        forgotten=any(each.outcome.forgotten for each in done),
        dropped=tuple(line for each in done if not each.checked for line in each.outcome.dropped),
        checked=all(each.checked for each in done),
        until=next((held.changeable.until for each in done if (held := held_by(table, each.seat)).changeable), None),
        planned=done[0].planned if len(done) == 1 else (),
        planned_at=table.sequence,
        rounds=tuple(tuple(map(msgspec.to_builtins, each)) for each in done[0].rounds) if len(done) == 1 else (),
        said=besides.sections,
        shows=besides.shows,
        title=besides.title,
        changed=besides.changed,
        followed=mail.followed,
        receipt=receipts[0],
        receipts=tuple(receipt for receipt in receipts[1:] if receipt is not None),
    )
    if seat.moderates and news:
        rulings.announce(table, seat, mail)
    useful = news or besides.changed or any(row.outcome in readings.FILED for row in rows)
    to = None if useful else answers.answerable(table.work, seat)
    kind = queue.REPORT if news else queue.NOTE
    if several:
        own = queue.main_address(seat, mail.person_id)
        _answer_teams(table, done, answer, kind, own)
        to = [own] if useful or answers.may_answer(table.work, own, table.campaign) else []
    if heard:
        queue.send(table, seat, answer, kind=kind, to=to, in_reply_to=mail.in_reply_to)
    move.answer_others(asked)


def _counting(table: CampaignContext, seats: Sequence[SeatAtTable]) -> tuple[LineRead, ...] | None:
    """Return what would count at the deadline of the drafts of these seats."""
    found = [each for seat in seats if (each := draft_counting(table, seat)) is not None]
    return tuple(line for lines in found for line in lines) if found else None


def _answer_teams(table: CampaignContext, done: Sequence[SeatMove], answer: Answer, kind: str, own: str) -> None:
    """Answer who holds one of the seats besides the author about that one only."""
    for each in done:
        others = [address for address in queue.addresses_of(each.seat) if address != own]
        bare = msgspec.structs.replace(
            answer, lines=tuple(each.told(named=False)), said=(), shows=(), title="", receipt=None, receipts=()
        )
        queue.send(table, each.seat, bare, kind=kind, to=others)


def go_on(table: CampaignContext, told: Sequence[ObservedEvent[Any]]) -> None:
    """Go on after what waited for a draw has been carried out (`told`), or waits for the next one.

    Lines that waited for it are tried, everything is stored, and the seats that are asked now, or whose lines were
    tried, are told.
    """
    pending = table.pending
    assert pending is not None
    by, (mail_id, line) = pending.awaited.by, pending.origin
    made = [entry.n for entry in table.match.log if entry.by == by]
    move = Move(table, told, {} if line is None else dict.fromkeys(made, line))
    move.answer_others(move.settle(changes.Cause(mail_id=mail_id, acted=by if isinstance(by, tuple) else (by,))))


def settle(table: CampaignContext, told: Sequence[ObservedEvent[Any]], cause: changes.Cause) -> Questions:
    """Store what has happened without an order, such as by a standing order; lines that waited for it go on.

    Returns the questions that are open now.
    """
    move = Move(table, told)
    asked = move.settle(cause)
    move.answer_others(asked)
    return asked


class Foreseen(msgspec.Struct, frozen=True):
    """The foreseen effect of lines: how each would be reported, and what a `yes` would do after them.

    `lines` are the lines themselves without the name of the seat.
    """

    rows: tuple[LineRead, ...]
    yes: tuple[LineRead, ...] = ()
    lines: tuple[str, ...] = ()
    acts: bool = False
    """Orders among them would be carried out, other than offers."""

    @property
    def does_nothing(self) -> bool:
        """Whether a line is wrong, or none is an order."""
        return any(row.outcome in readings.WRONG for row in self.rows) or all(
            row.outcome is OrderOutcome.IGNORED for row in self.rows
        )


def foresee(
    table: CampaignContext,
    seat: SeatAtTable,
    lines: Sequence[str],
    *,
    alone: bool = False,
    doubts: Doubts = NO_DOUBTS,
    question: int | None = None,
) -> Foreseen:
    """Try lines as a mail of the seat would be tried (`alone`: without the draft); nothing is changed.

    `question`: the one that their codes without a number mean.
    """
    names = SeatNames() if seat.moderates else names_of(table.players, table.match.game)
    read = headed(lines, names)
    if asked := asked_back(lines, [name for name, _ in read], {seat.name}):
        return Foreseen(asked)
    lines = tuple(line for _, line in read)
    draft = () if alone else held_by(table, seat).draft
    signatory = Signatory(table, seat, table.now)
    replies, rest = split_replies([f"check {line}" for line in lines[:1]] + list(lines[1:]), signatory.is_party, doubts)
    tried = [offer_rows.tried(signatory, desk_of(table, seat, signatory), reply) for reply in replies]
    if tried and len(tried) == len(lines):
        return Foreseen(tuple(tried), (), lines)
    outcome = try_out(desk_of(table, seat, signatory, question), rest, draft=draft, doubts=doubts)
    rows = sorted([*tried, *offer_rows.foreseen(signatory, outcome.rows)], key=lambda row: row.number)
    right = [*takewhile(lambda row: row.status != "refused", outcome.rows)]
    acts = any(
        row.status == "legal" and row.action is not None and not row.signers and (row.stop or not outcome.refused)
        for row in right
    )
    return Foreseen(tuple(rows), tuple(readings.with_effects(table, seat, outcome.yes)), lines, acts)


def orders_in(table: CampaignContext, seat: SeatAtTable, lines: Sequence[str]) -> frozenset[int]:
    """Return the places of lines that are orders which nothing forbids after the others, as far as they tell.

    A `ready` beside a wrong line is the game's as well, which then refuses it.
    """
    desk = desk_of(table, seat, Signatory(table, seat, table.now))
    rows = try_out(desk, lines).rows
    ready = {row.line for row in rows if row.problem is not None and row.problem.why == "not_ready"}
    wrong = {row.line for row in rows if row.status in ("refused", "ignored")} - ready
    return frozenset(row.line - 1 for row in rows if row.line not in wrong)


def without_quotes(
    table: CampaignContext, seat: SeatAtTable, lines: Sequence[str], quotes: Sequence[Quote | None]
) -> list[str]:
    """Return the lines of a message, with answers to quoted rows of the seat's question in full."""
    if not any(quotes):
        return list(lines)
    desk = desk_of(table, seat, Signatory(table, seat, table.now))
    return QuotedRows(desk.answers(), held_by(table, seat).draft).read(lines, quotes)


def in_full(table: CampaignContext, seat: SeatAtTable, line: str, replied: int | None) -> str:
    """Return the only line of a message as it reads without the question that the seat is asked.

    `replied`: the number of the question in the message that it replies to.
    """
    desk = desk_of(table, seat, Signatory(table, seat, table.now))

    def question() -> str:
        asked = offers.question_in(desk.offers, table.match, seat.asked_as, seat.language)
        return "" if asked is None else asked.title

    return bare_answers.in_full(desk, line, question, replied)


def betrays_offers(table: CampaignContext, seat: SeatAtTable, lines: Sequence[str], heard: Sequence[str]) -> bool:
    """Return whether the lines speak of an offer, or make one, of which one of these seats may not know."""
    signatory = Signatory(table, seat, table.now)
    return secrecy.betrays(signatory, desk_of(table, seat, signatory), lines, heard)
