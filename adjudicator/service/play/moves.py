"""The agenda: orders at work on a match, what they bring about in one transaction, and by which lines.

How it works. A mail of orders is one `Move`:

1. `take_whole`: lines for a plan are parted from those for now; words on offers are carried out; the rest is tried on
   a copy of the match and what fits is applied to the match itself, one leg up to each draw. What is left becomes the
   draft or waits behind a stop, in the place of what the seat had on file.
2. `settle` goes through the agenda: while something on file is due for a seat that is asked, the first by priority and
   arrival is tried, and applied or filed again. `Move.AGENDA` is the table of priorities: own lines, waiting lines,
   answers that are complete, standing orders, plans. Of one priority seats come in the order in which they are asked,
   and lines of a seat in the order in which they were written. Then `changes.settle` stores log, checkpoint and
   questions, and queues the mails.
3. `answer_others` tells those whose waiting lines have moved.

What must hold:

- The campaign is locked, and all of this is one transaction: either everything is stored and told, or nothing.
- Waiting lines are due once after each entry of the log: what has not helped is not tried again before the next.
- Each log entry knows the line that caused it (`_origins`), each line what became of it: none is dropped in silence.
- Lines of a `check` change nothing, neither the match nor what is on file.
- A secret answer that something done at any time has made impossible is asked for again (`_ask_again`).
- Only `take` applies lines, and only it and `begin_round` change what is on file here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache, partial
from itertools import takewhile
from typing import Any, ClassVar, NamedTuple

import msgspec

from adjudicator.kernel.actions import Action
from adjudicator.kernel.events import ObservedEvent
from adjudicator.kernel.foresight import own_turn
from adjudicator.kernel.sandbox import Sandbox
from adjudicator.orders.options.drafts import key
from adjudicator.orders.options.pieces import Offers
from adjudicator.orders.options.rows import OrderContext
from adjudicator.orders.sets import MailOutcome as SetOutcome
from adjudicator.orders.sets import is_check, with_draft
from adjudicator.orders.text import NO_DOUBTS, Doubts, phonetic_keys
from adjudicator.reports.model import OrderOutcome, Receipt
from adjudicator.service.campaign.matches import CampaignContext, keep_sealed
from adjudicator.service.outbox import queue
from adjudicator.service.outbox.payloads import Answer, Ask, LineRead
from adjudicator.service.play import changes, due_dates, early_decisions, offers, readings, rulings, standing_orders
from adjudicator.service.play.agreements import rows as offer_rows
from adjudicator.service.play.agreements.replies import Reply, split_replies
from adjudicator.service.play.agreements.signing import Entries, Signatory
from adjudicator.service.play.kept.held_orders import MOST_STEPS, OrderMail, held_by, keep
from adjudicator.service.play.kept.right_lines import counting
from adjudicator.service.play.legs import legs
from adjudicator.service.play.plans import taking
from adjudicator.service.play.plans.following import begin_round
from adjudicator.service.play.plans.reading import Block
from adjudicator.service.play.plans.trial import Tried
from adjudicator.service.play.questions import Questions
from adjudicator.service.proof import receipts
from adjudicator.service.timing.policy import DraftsAtDeadline, MissedDeadline
from adjudicator.store.campaigns import SeatAtTable

DRAFT_COUNTED = "draft counted"
"""The note of an answer about a draft of which lines were carried out at the deadline."""


@dataclass
class SeatMove:
    """The set of one seat, and what became of it."""

    seat: SeatAtTable
    mail: OrderMail
    outcome: SetOutcome
    read: list[LineRead]
    """Its lines as they were read."""
    checked: bool
    """It was only tried."""

    @property
    def rows(self) -> list[LineRead]:
        """The same as they were written."""
        return readings.as_written(self.read, self.mail)

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
    rounds: tuple[tuple[Action, ...], ...] = ()
    """What a plan in it would do, turn by turn."""

    def told(self, *, named: bool) -> list[LineRead]:
        """Return its lines as they are told; `named`: with the seat that they are of."""
        return [msgspec.structs.replace(row, seat=self.seat.name) for row in self.rows] if named else self.rows

    def record(self, table: CampaignContext, *, named: bool) -> Receipt | None:
        """Keep what was ordered, with a receipt for it; `named`: that names the seat."""
        recorded = readings.record(table, self.seat, self.mail, self.rows)
        made = receipts.issue(
            table,
            self.seat,
            self.rows,
            recorded=recorded,
            received_at=self.mail.received_at,
            mail_id=self.mail.mail_id,
        )
        return msgspec.structs.replace(made, seat=self.seat.name) if made is not None and named else made


def desk_of(
    table: CampaignContext, seat: SeatAtTable, signatory: Signatory, question: int | None = None
) -> OrderContext:
    match, offered = table.match, offers.offered_to(table.session, seat)
    offered = msgspec.structs.replace(offered, answered=question)
    shown = cache(partial(offers.answer_words, offered, match, seat.asked_as, seat.language))
    fields, public = rulings.hands_of(table, seat)
    words, term = offers.words_at(match), signatory.is_term
    desk = OrderContext(
        Sandbox.of(match, (seat.asked_as,)), seat.asked_as, seat.language, words, offered, shown, term, fields, public
    )
    called = frozenset(phonetic_keys.key(word) for holder in seat.in_charge for word in holder.name.split()) - {""}
    return msgspec.structs.replace(desk, called=called, suggested=partial(readings.suggested, table, seat))


def draft_counting(table: CampaignContext, seat: SeatAtTable) -> tuple[LineRead, ...] | None:
    """Return what would count at the deadline of the draft on file; None where no draft counts, or no deadline runs."""
    if not counts_drafts(table):
        return None
    desk = desk_of(table, seat, Signatory(table, seat, table.now))
    return tuple(readings.with_effects(table, seat, counting(desk, held_by(table, seat).draft)[1]))


def counts_drafts(table: CampaignContext) -> bool:
    """Return whether the right lines of a draft count when the deadline is over."""
    policy = due_dates.policy_of(table.campaign)
    return policy.drafts_at_deadline is DraftsAtDeadline.RIGHT_LINES and (
        table.delayed or policy.missed_deadline in (MissedDeadline.DEFAULT, MissedDeadline.STANDING)
    )


class _Later(NamedTuple):
    """What became of lines that a seat has written before, and the draft that is left of them."""

    lines: tuple[LineRead, ...] = ()
    draft: bool = False
    yes: tuple[LineRead, ...] = ()
    notes: tuple[str, ...] = ()


def _comes_early(outcome: SetOutcome) -> bool:
    """Return whether nothing came of lines because their seat is not asked."""
    nothing = not outcome.actions and not any(row.status == "offered" for row in outcome.rows)
    return nothing and any(row.problem is not None and row.problem.why == "no_question" for row in outcome.rows)


def _without(lines: Sequence[str], rows: Sequence[LineRead]) -> list[str]:
    """Return lines with those empty that were read already, so that the others keep their numbers."""
    read = {row.number for row in rows}
    return ["" if number in read else line for number, line in enumerate(lines, 1)]


def _resolved(rows: Sequence[LineRead], later: Sequence[LineRead]) -> list[LineRead]:
    """Return the rows of a message with each line that waited told once.

    A line that has been carried out since is told as what became of it; a wrong one with what is wrong now.
    """
    told, untold = list(rows), (OrderOutcome.WAITING, *readings.WRONG)
    for row in later:
        if row.outcome is OrderOutcome.WAITING:
            continue
        same = (at for at, one in enumerate(told) if one.outcome in untold and one.original == row.original)
        at = next(same, None)
        if at is None:
            told.append(row)
        else:
            told[at] = msgspec.structs.replace(row, number=told[at].number)
    return told


class Move:
    """Orders at work on a match: what they have brought about so far in this transaction, and by which lines.

    `told` and `origins` are what somebody else has done before: events, and by log number the line of the mail.
    """

    def __init__(
        self, table: CampaignContext, told: Sequence[ObservedEvent[Any]] = (), origins: Mapping[int, int] = {}
    ) -> None:
        self.before = table.head.sequence
        self.sealed: list[str] = []
        """Seats whose secret answers are new, when all is settled."""
        self._table = table
        self._told = list(told)
        self._origins = dict(origins)
        self._sealed_before = dict(table.match.sealed)
        self._kept = table.opened, self._sealed_before
        """The decision, and the secret answers to it, that are stored."""
        self._done: list[SeatMove] = []
        self._tried: dict[int, int] = {}
        """By seat: the last log entry before its lines were tried."""
        self._others: dict[str, _Later] = {}
        self._signatories: list[Signatory] = []
        self._agreed: list[str] = []

    def take_whole(self, seat: SeatAtTable, mail: OrderMail) -> SeatMove:
        """Take the lines of a message, and those of the seat that go on after them, as they were written."""
        turn, found = own_turn(self._table.match, seat.name), taking.parted(self._table, seat, mail)
        said_of_offers, lines = self.reply(seat, found.now)
        on_file, lines = self._on_file(seat, lines)
        outcome, read = self.take(seat, lines, received_at=mail.received_at, doubts=mail.doubts, question=mail.question)
        checked = outcome.check or is_check(mail.lines)
        if seat.right_lines and outcome.draft and not (checked or outcome.actions):
            outcome, read = self._take_right_lines(seat, mail, outcome, read)
        planned = Tried(())
        if found.plan is not None:
            planned = self._keep_plan(seat, mail, found.plan, turn)
        elif not seat.moderates and mail.replies is None and _comes_early(outcome):
            left = msgspec.structs.replace(mail, lines=tuple(_without(mail.lines, on_file)))
            planned = self._keep_plan(seat, left, None, turn)
            read, planned = ([], planned) if planned.rounds else (read, Tried(()))
            found = taking.Parted(mail)
        read = sorted([*said_of_offers, *on_file, *read, *planned.lines, *found.left], key=lambda row: row.number)
        offered = readings.with_effects(self._table, seat, outcome.yes)
        self._done.append(SeatMove(seat, mail, outcome, read, checked, offered, planned.actions))
        self._go_through((Move._own_lines,))
        return self._done[-1]

    def _on_file(self, seat: SeatAtTable, lines: Sequence[str]) -> tuple[list[LineRead], list[str]]:
        """Part the lines that repeat what waits while others are asked: they go on waiting, and are said once.

        Returns how these were read, and the lines without them.
        """
        waiting = {key(line.text) for line in held_by(self._table, seat).waiting}
        asked = seat.asked_as in self._table.match.asked_seats
        numbered = () if asked else enumerate(lines, 1)
        rows = [LineRead(number, line, OrderOutcome.WAITING) for number, line in numbered if key(line) in waiting]
        return rows, _without(lines, rows)

    def _take_right_lines(
        self, seat: SeatAtTable, mail: OrderMail, refused: SetOutcome, read: list[LineRead]
    ) -> tuple[SetOutcome, list[LineRead]]:
        """Carry out the right lines of a message that was refused; the wrong ones stay while the seat is asked."""
        right, _ = counting(self._desk(seat, mail.received_at), refused.draft)
        if not right:
            return refused, read
        held = held_by(self._table, seat)
        keep(self._table, seat, msgspec.structs.replace(held, draft=(), waiting=(*held.waiting, *right)))
        outcome, done = self.take(seat, received_at=mail.received_at)
        asked = seat.asked_as in self._table.match.pending_seats
        wrong = tuple(line for line in refused.draft if asked and line not in right)
        outcome = with_draft(self._desk(seat, mail.received_at), outcome, (*wrong, *outcome.draft))
        keep(self._table, seat, msgspec.structs.replace(held, draft=outcome.draft, waiting=outcome.waiting))
        tried = {line.text for line in right}
        read = [
            msgspec.structs.replace(row, outcome=OrderOutcome.WAITING) if row.original in tried else row for row in read
        ]
        return outcome, _resolved(read, done)

    def _keep_plan(self, seat: SeatAtTable, mail: OrderMail, block: Block | None, turn: str) -> Tried:
        desk = self._desk(seat, mail.received_at)
        desk = msgspec.structs.replace(desk, offers=Offers(), shown=dict)  # no code of a question is meant
        return taking.keep(self._table, seat, mail, block, turn, desk)

    def reply(self, seat: SeatAtTable, mail: OrderMail) -> tuple[list[LineRead], list[str]]:
        """Do what the lines say on offers; returns how they were read, and the lines without them."""
        signatory = self._signatory(seat, mail.received_at)
        replies, rest = split_replies(mail.lines, signatory.is_party, mail.doubts)
        take = partial(offer_rows.tried, signatory) if is_check(mail.lines) else partial(self._take_reply, signatory)
        return [take(desk_of(self._table, seat, signatory), reply) for reply in replies], rest

    def _signatory(self, seat: SeatAtTable, at: datetime | None = None) -> Signatory:
        self._signatories.append(Signatory(self._table, seat, at or self._table.now))
        return self._signatories[-1]

    def _desk(self, seat: SeatAtTable, at: datetime | None = None) -> OrderContext:
        return desk_of(self._table, seat, self._signatory(seat, at))

    def _take_reply(self, signatory: Signatory, desk: OrderContext, reply: Reply) -> LineRead:
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
        self._tried[seat.id] = table.match.position.n
        signatory = self._signatory(seat, received_at)
        desk = desk_of(table, seat, signatory, question)
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
                    read = msgspec.structs.replace(read, first=first, last=last, outcome=OrderOutcome.DONE)
                    self._origins.update(dict.fromkeys(range(first, last + 1), row.line))
                elif match.awaited is not None:
                    awaits = "" if match.wanted is None else match.wanted.called
                    read = msgspec.structs.replace(read, outcome=OrderOutcome.ON_FILE, awaits=awaits)
                    self._table.awaited_line = row.line
            rows.append(read)
        for action in actions:
            self._told += early_decisions.give(self._table, seat.asked_as, action)
        return rows

    def _tell(
        self,
        seat: SeatAtTable,
        rows: Sequence[LineRead],
        *,
        draft: bool = False,
        yes: Sequence[LineRead] = (),
        notes: tuple[str, ...] = (),
    ) -> None:
        """Note what a seat is told in a mail of its own of lines that it has written before."""
        if rows:
            before = self._others.get(seat.name, _Later())
            lines, notes = (*before.lines, *rows), (*before.notes, *notes)
            self._others[seat.name] = _Later(lines, draft or before.draft, tuple(yes) or before.yes, notes)

    @property
    def answered(self) -> Collection[str]:
        """The seats that are told in a mail of their own what became of lines that they wrote before."""
        return self._others.keys()

    def note(self, told: Sequence[ObservedEvent[Any]]) -> None:
        """Note what somebody else has done meanwhile."""
        self._told += told

    def count_draft(self, seat: SeatAtTable) -> bool:
        """Carry out what counts of a draft whose deadline is over. Return whether anything was done."""
        held = held_by(self._table, seat)
        lines, _ = counting(self._desk(seat), held.draft)
        if not lines:
            return False
        keep(self._table, seat, msgspec.structs.replace(held, draft=held.waiting, waiting=lines))
        outcome, rows = self.take(seat)
        self._tell(seat, [row for row in rows if row.outcome is not OrderOutcome.IGNORED], notes=(DRAFT_COUNTED,))
        return bool(outcome.actions)

    def settle(self, cause: changes.Cause) -> Questions:
        """Carry out what is due of what is on file, and store everything."""
        table = self._table
        self._go_through(self.AGENDA)
        self._keep_sealed()
        cause = msgspec.structs.replace(cause, origins=self._origins, answered=(*self._others, *self._agreed))
        asked = changes.settle(table, self._told, cause)
        early_decisions.set_window(table)
        self._ask_again(asked, cause.author)
        for signatory in self._signatories:
            signatory.tell(asked)
        return asked

    def _go_through(self, agenda: Sequence[Callable[[Move], bool]]) -> None:
        """Do the first thing that is due, by the priorities of an agenda, until nothing is."""
        for _ in range(MOST_STEPS):
            if not any(step(self) for step in agenda):
                break

    def _own_lines(self) -> bool:
        """Take lines of a message that waited behind what is answered by now; its rows tell what came of them."""
        for done in self._done:
            if done.checked or not self._is_due(done.seat):
                continue
            outcome, rows = self.take(done.seat)
            done.read = _resolved(done.read, rows)
            if outcome.actions:
                return True
        return False

    def _waiting_lines(self) -> bool:
        """Take lines that waited for what has happened, of whoever is asked."""
        for seat in self._asked():
            if not self._is_due(seat):
                continue
            outcome, rows = self.take(seat)
            self._tell(seat, [row for row in rows if row.outcome not in (OrderOutcome.IGNORED, OrderOutcome.WAITING)])
            if outcome.actions:
                return True
        return False

    def _complete_answers(self) -> bool:
        """Carry out a decision to which all answers are there."""
        told = early_decisions.carry_out_if_ready(self._table)
        self._told += told
        return bool(told)

    def _standing_orders(self) -> bool:
        """Answer what interrupts by standing orders; but a decision that is taken up again has answers of its own."""
        table = self._table
        self._keep_sealed()
        if table.decision in table.suspended_decisions and not any(
            held_by(table, seat).waiting for seat in table.seats
        ):
            return False
        told = standing_orders.answer_interrupts(table)
        self._kept = table.decision, dict(table.match.sealed)
        self._told += told
        return bool(told)

    def _plans(self) -> bool:
        """Carry out the round of a plan for what a seat is asked now."""
        table = self._table
        for seat in self._asked():
            begun = begin_round(table, seat, partial(self._desk, seat))
            if begun is None:
                continue
            if begun.lines:
                self._tell(seat, begun.lines, draft=True, yes=readings.with_effects(table, seat, begun.yes))
                continue
            outcome, rows = self.take(seat)
            told = [*begun.left, *(row for row in rows if row.outcome is not OrderOutcome.IGNORED)]
            self._tell(seat, told, draft=bool(outcome.draft), yes=readings.with_effects(table, seat, outcome.yes))
            return True
        return False

    AGENDA: ClassVar = (_own_lines, _waiting_lines, _complete_answers, _standing_orders, _plans)
    """What is done of what is on file, the first first."""

    def _asked(self) -> Iterator[SeatAtTable]:
        """Yield the seats that are asked now."""
        for name in self._table.match.pending_seats:
            yield from self._table.asked_as(name)

    def _is_due(self, seat: SeatAtTable) -> bool:
        """Return whether lines of a seat wait that is asked, and something has happened since they were tried."""
        match = self._table.match
        tried = self._tried.get(seat.id, self.before)
        return (
            seat.asked_as in match.pending_seats
            and match.position.n > tried
            and bool(held_by(self._table, seat).waiting)
        )

    def _keep_sealed(self) -> None:
        """Store the secret answers that are new."""
        now = self._table.decision, dict(self._table.match.sealed)
        if now != self._kept:
            self.sealed += keep_sealed(self._table, self._kept[1])
            self._kept = now

    def _ask_again(self, asked: Questions, author: str | None) -> None:
        """Show a new bundle of an agreement to all who may sign it, and ask again for secret answers that were lost.

        An answer is lost if something done at any time has made it impossible.
        """
        table, match, before = self._table, self._table.match, self._sealed_before
        owing = [name for name in match.pending_seats if name != author and name in asked.standing]
        laid = {name: question.on_table for name in owing if (question := match.question(name)) is not None}
        for name, bundle in laid.items():
            anew = bundle is None and name in before
            if anew or (bundle is not None and bundle not in before.values()):
                seat, since = table.by_name[name], queue.known_to(table, table.by_name[name])
                queue.send(table, seat, Ask(written=table.now, since=since, number=asked.standing[name], anew=anew))

    def answer_others(self, asked: Questions) -> None:
        """Tell seats whose lines waited what became of them."""
        for name, later in self._others.items():
            other, number = self._table.by_name[name], asked.of(name)
            since = queue.known_to(self._table, other)
            intent = Answer(
                written=self._table.now,
                since=since,
                lines=later.lines,
                before=self.before,
                number=number,
                draft=later.draft,
                yes=later.yes,
                notes=later.notes,
                counting=draft_counting(self._table, other) if later.draft else None,
            )
            queue.send(self._table, other, intent)
