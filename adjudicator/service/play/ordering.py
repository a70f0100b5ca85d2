"""An order mail becomes actions, and the match moves on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache, partial
from itertools import takewhile
from typing import Any

import msgspec

from adjudicator.kernel.actions import Action
from adjudicator.kernel.events import Told
from adjudicator.kernel.sandbox import Sandbox
from adjudicator.mail.model import Quote
from adjudicator.orders.meaning.quoted_rows import QuotedRows
from adjudicator.orders.options.rows import Desk
from adjudicator.orders.sets import Outcome as SetOutcome
from adjudicator.orders.sets import is_check, try_out
from adjudicator.orders.text import NO_DOUBTS, Doubts, sounds
from adjudicator.reports.model import Outcome, Receipt
from adjudicator.service.campaign.act import CommandReply, together
from adjudicator.service.campaign.matches import CampaignContext, keep_sealed
from adjudicator.service.outbox import answers, queue
from adjudicator.service.outbox.payloads import Answer, Ask, LineRead
from adjudicator.service.play import (
    changes,
    due_dates,
    early_decisions,
    offers,
    readings,
    rulings,
    standing_orders,
    undo_requests,
)
from adjudicator.service.play.agreements import rows as offer_rows
from adjudicator.service.play.agreements import secrecy
from adjudicator.service.play.agreements.replies import Reply, parted
from adjudicator.service.play.agreements.signing import Entries, Signatory
from adjudicator.service.play.headings import asked_back, headed, names_of
from adjudicator.service.play.held_orders import OrderMail, held_by, keep
from adjudicator.service.play.legs import legs
from adjudicator.service.play.questions import Questions
from adjudicator.service.proof import issuing
from adjudicator.store import reliability
from adjudicator.store.campaigns import SeatAtTable, played_by
from adjudicator.store.timing import reset_missed

MOST_ROUNDS = 20
"""Waiting lines set each other free; nobody's lines are tried more often than this in one go."""


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
    move = _Move(table)
    asked_before = {seat.id: 0 if table.delayed else table.match.number(seat.asked_as) for seat, _ in sets}
    done = [move.take_whole(seat, mail) for seat, mail in sets]
    author, mail = sets[0]
    others = tuple(seat.name for seat, _ in sets[1:])
    heard = not mail.by or mail.by in author.people
    cause = changes.Cause(mail_id=mail.mail_id, author=author.name, acted=others)
    if not heard:
        cause = changes.Cause(mail_id=mail.mail_id, acted=(author.name, *others))
    cause = msgspec.structs.replace(cause, arrived={seat.id: mail.received_at for seat, _ in sets})
    asked = move.settle(cause, done)
    news = table.sequence > move.before
    for each in done:
        seat = each.seat = table.by_id[each.seat.id]
        number = asked.of(seat.name)
        if table.head.missed and (news or seat.name in move.sealed):  # it has answered: that is forgiven
            reset_missed(table.session, seat.id)
        if asked_before[seat.id] and seat.name in move.sealed:  # its question stays open
            line = (table.head.match_id, table.head.revision)
            decision = asked_before[seat.id]
            reliability.answered(table.session, table.campaign.id, seat.id, decision, line, mail.received_at)
        if number is not None and seat.name in move.sealed:
            due_dates.untrue(table, [number])
    several = len(played_by(table.seats, mail.person_id)) > 1
    rows = [row for each in done for row in each.told(named=several)]
    rows = sorted((*rows, *unclear), key=lambda row: row.number) if several or unclear else rows
    wishes = (undo_requests.answered(table, each.seat, each.rows) for each in done)
    besides = together((said(), readings.shown_besides(rows), *wishes, explained(rows)))
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
        forgotten=any(each.outcome.forgotten for each in done),
        checked=all(each.checked for each in done),
        planned=done[0].planned if len(done) == 1 else (),
        planned_at=table.sequence,
        said=besides.sections,
        shows=besides.shows,
        title=besides.title,
        changed=besides.changed,
        followed=mail.followed,
        receipt=receipts[0],
        receipts=tuple(each for each in receipts[1:] if each is not None),
    )
    if seat.moderates and news:
        rulings.announce(table, seat, mail)
    useful = news or besides.changed or any(row.outcome in readings.FILED for row in rows)
    to = None if useful else answers.answerable(table.work, seat)
    kind = queue.REPORT if news else queue.NOTE
    if several:
        own = queue.main_address(seat, mail.person_id)
        _answer_teams(table, done, answer, kind, own)
        to = [own] if useful or answers.may_answer(table.work, own) else []
    if heard:
        queue.send(table, seat, answer, kind=kind, to=to, in_reply_to=mail.in_reply_to)
    move.answer_others(asked)


def _answer_teams(table: CampaignContext, done: Sequence[_Done], answer: Answer, kind: str, own: str) -> None:
    """Answer who holds one of the seats besides the author about that one only."""
    for each in done:
        others = [address for address in queue.addresses_of(each.seat) if address != own]
        bare = msgspec.structs.replace(
            answer, lines=tuple(each.told(named=False)), said=(), shows=(), title="", receipt=None, receipts=()
        )
        queue.send(table, each.seat, bare, kind=kind, to=others)


@dataclass
class _Done:
    """The set of one seat, and what became of it."""

    seat: SeatAtTable
    mail: OrderMail
    outcome: SetOutcome
    read: list[LineRead]
    """Its lines as they were read."""
    rows: list[LineRead]
    """The same as they were written."""
    checked: bool
    """It was only tried."""

    @property
    def planned(self) -> tuple[dict[str, Any], ...]:
        """Return the actions of a dry run, or of a `yes`, up to the first stop.

        Empty if a line is wrong, since then nothing would be done. If a `yes` does one thing and others are asked
        then, that one.
        """
        outcome = self.outcome
        tried = outcome.rows if outcome.check and not outcome.refused else outcome.yes
        rows = [*takewhile(lambda row: row.status == "legal" and row.stop is None, tried)]
        if not outcome.check and [row.stop for row in tried] == ["answer"]:
            rows = [*tried]
        return tuple(msgspec.to_builtins(row.action) for row in rows if row.action is not None)

    offered: list[LineRead]
    """What `yes` would do with its draft."""

    def told(self, *, named: bool) -> list[LineRead]:
        """Return its lines as they are told; `named`: with the seat that they are of."""
        return [msgspec.structs.replace(row, seat=self.seat.name) for row in self.rows] if named else self.rows

    def record(self, table: CampaignContext, *, named: bool) -> Receipt | None:
        """Keep what was ordered, with a receipt for it; `named`: that names the seat."""
        recorded = readings.record(table, self.seat, self.mail, self.rows)
        made = issuing.issue(
            table,
            self.seat,
            self.rows,
            recorded=recorded,
            received_at=self.mail.received_at,
            mail_id=self.mail.mail_id,
        )
        return msgspec.structs.replace(made, seat=self.seat.name) if made is not None and named else made


def go_on(table: CampaignContext, told: Sequence[Told[Any]]) -> None:
    """Go on after what waited for a draw has been carried out (`told`), or waits for the next one.

    Lines that waited for it are tried, everything is stored, and the seats that are asked now, or whose lines were
    tried, are told.
    """
    pending = table.pending
    assert pending is not None
    by, (mail_id, line) = pending.awaited.by, pending.origin
    made = [entry.n for entry in table.match.log if entry.by == by]
    move = _Move(table, told, {} if line is None else dict.fromkeys(made, line))
    move.answer_others(move.settle(changes.Cause(mail_id=mail_id, acted=by if isinstance(by, tuple) else (by,))))


def settle(table: CampaignContext, told: Sequence[Told[Any]], cause: changes.Cause) -> Questions:
    """Store what has happened without an order, such as by a standing order; lines that waited for it go on.

    Returns the questions that are open now.
    """
    move = _Move(table, told)
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

    @property
    def does_nothing(self) -> bool:
        """Whether a line is wrong, or none is an order."""
        return any(row.outcome in readings.WRONG for row in self.rows) or all(
            row.outcome is Outcome.IGNORED for row in self.rows
        )


def foresee(
    table: CampaignContext, seat: SeatAtTable, lines: Sequence[str], *, alone: bool = False, doubts: Doubts = NO_DOUBTS
) -> Foreseen:
    """Try lines as a mail of the seat would be tried (`alone`: without the draft); nothing is changed."""
    names = {} if seat.moderates else names_of(table.players, table.match.game.part("report"))
    read = headed(lines, names)
    if asked := asked_back(lines, [name for name, _ in read], {seat.name}):
        return Foreseen(asked)
    lines = tuple(line for _, line in read)
    draft = () if alone else held_by(table, seat).draft
    signatory = Signatory(table, seat, table.now)
    replies, rest = parted([f"check {line}" for line in lines[:1]] + list(lines[1:]), signatory.is_party, doubts)
    tried = [offer_rows.tried(signatory, _desk(table, seat, signatory), reply) for reply in replies]
    if tried and len(tried) == len(lines):
        return Foreseen(tuple(tried), (), lines)
    outcome = try_out(_desk(table, seat, signatory), rest, draft=draft, doubts=doubts)
    rows = sorted([*tried, *offer_rows.foreseen(signatory, outcome.rows)], key=lambda row: row.number)
    return Foreseen(tuple(rows), tuple(readings.with_effects(table, seat, outcome.yes)), lines)


def may_order(table: CampaignContext, seat: SeatAtTable, lines: Sequence[str]) -> bool:
    """Return whether the last of these lines is an order that nothing forbids after the others, as far as they tell."""
    desk = _desk(table, seat, Signatory(table, seat, table.now))
    rows = [row for row in try_out(desk, lines).rows if row.line == len(lines)]
    return bool(rows) and all(row.status not in ("refused", "ignored") for row in rows)


def without_quotes(
    table: CampaignContext, seat: SeatAtTable, lines: Sequence[str], quotes: Sequence[Quote | None]
) -> list[str]:
    """Return the lines of a message, with answers to quoted rows of the seat's question in full."""
    if not any(quotes):
        return list(lines)
    desk = _desk(table, seat, Signatory(table, seat, table.now))
    return QuotedRows(desk.answers(), held_by(table, seat).draft).read(lines, quotes)


def betrays_offers(table: CampaignContext, seat: SeatAtTable, lines: Sequence[str], heard: Sequence[str]) -> bool:
    """Return whether the lines speak of an offer, or make one, of which one of these seats may not know."""
    signatory = Signatory(table, seat, table.now)
    return secrecy.betrays(signatory, _desk(table, seat, signatory), lines, heard)


def _desk(table: CampaignContext, seat: SeatAtTable, signatory: Signatory, question: int | None = None) -> Desk:
    match, offered = table.match, offers.offered_to(table.session, seat)
    offered = msgspec.structs.replace(offered, answered=question)
    shown = cache(partial(offers.shown, offered, match, seat.asked_as, seat.language))
    fields, public = rulings.hands_of(table, seat)
    words, term = offers.words_at(match), signatory.is_term
    desk = Desk(
        Sandbox.of(match, (seat.asked_as,)), seat.asked_as, seat.language, words, offered, shown, term, fields, public
    )
    called = frozenset(sounds.key(word) for holder in seat.in_charge for word in holder.name.split()) - {""}
    return msgspec.structs.replace(desk, called=called)


def _resolved(rows: Sequence[LineRead], later: Sequence[LineRead]) -> list[LineRead]:
    """Return the rows of a message with each line that waited told once.

    A line that has been carried out since is told as what became of it; a wrong one with what is wrong now.
    """
    told, untold = list(rows), (Outcome.WAITING, *readings.WRONG)
    for row in later:
        if row.outcome is Outcome.WAITING:
            continue
        same = (at for at, one in enumerate(told) if one.outcome in untold and one.original == row.original)
        at = next(same, None)
        if at is None:
            told.append(row)
        else:
            told[at] = msgspec.structs.replace(row, number=told[at].number)
    return told


class _Move:
    """Orders at work on a match: what they have brought about so far in this transaction, and by which lines.

    `told` and `origins` are what somebody else has done before: events, and by log number the line of the mail.
    """

    def __init__(self, table: CampaignContext, told: Sequence[Told[Any]] = (), origins: Mapping[int, int] = {}) -> None:
        self.before = table.head.sequence
        self.sealed: list[str] = []
        """Seats whose secret answers are new, when all is settled."""
        self._table = table
        self._told = list(told)
        self._origins = dict(origins)
        self._sealed_before = dict(table.match.sealed)
        self._others: dict[str, list[LineRead]] = {}
        self._signatories: list[Signatory] = []
        self._agreed: list[str] = []

    def take_whole(self, seat: SeatAtTable, mail: OrderMail) -> _Done:
        """Take the lines of a message, and those of the seat that go on after them, as they were written."""
        said_of_offers, lines = self.reply(seat, mail)
        outcome, read = self.take(seat, lines, received_at=mail.received_at, doubts=mail.doubts, question=mail.question)
        read = sorted([*said_of_offers, *read], key=lambda row: row.number) if said_of_offers else read
        checked = outcome.check or (bool(said_of_offers) and is_check(mail.lines))
        offered = readings.with_effects(self._table, seat, outcome.yes)
        done = _Done(seat, mail, outcome, read, [], checked, offered)
        self._take_later(done)
        return done

    def _take_later(self, done: _Done) -> None:
        """Take lines of a message that waited behind what is answered by now; its rows tell what came of them."""
        later = self.take_waiting(done.seat, done.outcome)
        done.read = _resolved(done.read, later)
        done.rows = readings.as_written(done.read, done.mail)

    def reply(self, seat: SeatAtTable, mail: OrderMail) -> tuple[list[LineRead], list[str]]:
        """Do what the lines say on offers; returns how they were read, and the lines without them."""
        signatory = self._signatory(seat, mail.received_at)
        replies, rest = parted(mail.lines, signatory.is_party, mail.doubts)
        take = partial(offer_rows.tried, signatory) if is_check(mail.lines) else partial(self._take_reply, signatory)
        return [take(_desk(self._table, seat, signatory), reply) for reply in replies], rest

    def _signatory(self, seat: SeatAtTable, at: datetime | None = None) -> Signatory:
        self._signatories.append(Signatory(self._table, seat, at or self._table.now))
        return self._signatories[-1]

    def _take_reply(self, signatory: Signatory, desk: Desk, reply: Reply) -> LineRead:
        """Carry out a reply to an offer; a last signature makes log entries."""
        read, made = offer_rows.taken(signatory, desk, reply)
        self._concluded(made, reply.line)
        return read

    def _concluded(self, made: Entries | None, line: int) -> None:
        """Note what a last signature has brought about, and by which line."""
        if made is not None:
            self._told += made.told
            self._agreed += made.parties
            self._origins.update(dict.fromkeys(range(made.first, made.last + 1), line))

    def take(
        self,
        seat: SeatAtTable,
        lines: Sequence[str] = (),
        *,
        received_at: datetime | None = None,
        doubts: Doubts = NO_DOUBTS,
        question: int | None = None,
    ) -> tuple[SetOutcome, list[LineRead]]:
        """Try the lines on a copy and apply what fits to the match. Without lines those that wait are tried.

        `question`: the one that their codes without a number mean.
        """
        table, held = self._table, held_by(self._table, seat)
        if lines and not any(lines):
            return SetOutcome((), (), held.draft, held.waiting), []
        signatory = self._signatory(seat, received_at)
        desk = _desk(table, seat, signatory, question)
        rows, actions = list[LineRead](), tuple[Action, ...]()
        for outcome in legs(table.match, desk, lines, draft=held.draft, waiting=held.waiting, doubts=doubts):
            if outcome.check:
                return outcome, offer_rows.foreseen(signatory, outcome.rows)
            rows += self._apply(seat, outcome, signatory)
            actions += outcome.actions
        outcome = msgspec.structs.replace(outcome, actions=actions)
        new = msgspec.structs.replace(held, draft=outcome.draft, waiting=outcome.waiting)
        if held != new:
            keep(table, seat, new)
        return outcome, rows

    def _apply(self, seat: SeatAtTable, outcome: SetOutcome, signatory: Signatory) -> list[LineRead]:
        """Apply the actions of a set to the match itself; every row learns which log entries it made."""
        match = self._table.match
        actions = list(outcome.actions)
        rows = []
        for row in outcome.rows:
            read = readings.line_read(row)
            if row.status == "offered":
                read, made = offer_rows.put_before(signatory, row, read)
                self._concluded(made, row.line)
            if row.status in ("done", "filed") and actions:
                first = match.position.n + 1
                self._told += early_decisions.give(self._table, seat.asked_as, actions.pop(0))
                last = match.position.n
                if last >= first:
                    read = msgspec.structs.replace(read, first=first, last=last, outcome=Outcome.DONE)
                    self._origins.update(dict.fromkeys(range(first, last + 1), row.line))
                elif match.awaited is not None:
                    awaits = "" if match.wanted is None else match.wanted.called
                    read = msgspec.structs.replace(read, outcome=Outcome.ON_FILE, awaits=awaits)
                    self._table.awaited_line = row.line
            rows.append(read)
        for action in actions:
            self._told += early_decisions.give(self._table, seat.asked_as, action)
        return rows

    def take_waiting(self, seat: SeatAtTable, outcome: SetOutcome) -> list[LineRead]:
        """Return lines of the author that waited behind a stop which is answered by now."""
        rows: list[LineRead] = []
        for _ in range(MOST_ROUNDS):
            asked = seat.asked_as in self._table.match.owing
            if outcome.check or not outcome.waiting or not outcome.actions or not asked:
                break
            outcome, more = self.take(seat)
            rows += more
        return rows

    def _release(self, author: str | None) -> None:
        """Release lines of other seats that waited for what has just happened."""
        match = self._table.match
        for _ in range(MOST_ROUNDS):
            if not self._told and not match.log:
                break
            moving = False
            for other in (chair for name in match.owing for chair in self._table.asked_as(name)):
                name = other.name
                if name == author or not held_by(self._table, other).waiting:
                    continue
                outcome, rows = self.take(other)
                told = [row for row in rows if row.outcome not in (Outcome.IGNORED, Outcome.WAITING)]
                if told:
                    self._others.setdefault(name, []).extend(told)
                moving = moving or bool(outcome.actions)
            if not moving:
                break

    def settle(self, cause: changes.Cause, done: Sequence[_Done] = ()) -> Questions:
        """Let others' lines go on, carry out what has only waited for these answers, and store everything.

        `done`: the messages themselves, whose lines go on behind what standing orders answer.
        """
        table = self._table
        self._release(cause.author)
        self._told += early_decisions.carry_out_if_ready(table)
        self.sealed = keep_sealed(table, self._sealed_before)
        self._go_on_behind_standing_orders(cause, done)
        cause = msgspec.structs.replace(cause, origins=self._origins, answered=(*self._others, *self._agreed))
        asked = changes.settle(table, self._told, cause)
        early_decisions.set_window(table)
        self._ask_again(asked, cause.author)
        for signatory in self._signatories:
            signatory.tell(asked)
        return asked

    def _go_on_behind_standing_orders(self, cause: changes.Cause, done: Sequence[_Done]) -> None:
        """Take lines that waited for answers which standing orders give at once, until one needs somebody's mail."""
        table = self._table
        for _ in range(MOST_ROUNDS):
            waits = any(held_by(table, seat).waiting for seat in table.seats)
            answered = standing_orders.answer_interrupts(table) if waits else []
            if not answered:
                break
            self._told += answered
            sealed_before = dict(table.match.sealed)
            for each in done:
                self._take_later(each)
            self._release(cause.author)
            self._told += early_decisions.carry_out_if_ready(table)
            self.sealed += keep_sealed(table, sealed_before)

    def _ask_again(self, asked: Questions, author: str | None) -> None:
        """Show a new bundle of an agreement to all who may sign it, and ask again for secret answers that were lost.

        An answer is lost if something done at any time has made it impossible.
        """
        table, match, before = self._table, self._table.match, self._sealed_before
        owing = [name for name in match.owing if name != author and name in asked.standing]
        laid = {name: question.on_table for name in owing if (question := match.question(name)) is not None}
        for name, bundle in laid.items():
            anew = bundle is None and name in before
            if anew or (bundle is not None and bundle not in before.values()):
                seat, since = table.by_name[name], queue.known_to(table, table.by_name[name])
                queue.send(table, seat, Ask(written=table.now, since=since, number=asked.standing[name], anew=anew))

    def answer_others(self, asked: Questions) -> None:
        """Tell seats whose lines waited what became of them."""
        for name, lines in self._others.items():
            other, number = self._table.by_name[name], asked.of(name)
            since = queue.known_to(self._table, other)
            intent = Answer(written=self._table.now, since=since, lines=tuple(lines), before=self.before, number=number)
            queue.send(self._table, other, intent)
