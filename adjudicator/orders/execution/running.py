"""One run over a mail's lines on a copy of the match: what each order comes to.

How it works. Lines become pieces (`_pieces`): orders, things named by short names, and what could not be read. Each is
taken in its turn, on a `Trial` that has moved on by what came before, and leaves a row that says what became of it:

- An order that is possible is carried out on the copy (`_done`), filed if its answer is secret, or offered to those who
  must sign it too. Before that, what it may only follow is ended by itself (`_end_what_is_over`).
- One that belongs behind an answer of others waits (`_wait`); what is over or done already is ignored.
- Behind the last one, what the game says follows by itself is done (`_end_unsaid`), unless more was announced; where
  others are asked first, it waits for them.
- Where orders are written for many things, each is a segment of its own, so that a wrong one stops no other (`_write`).
  A later one for the same thing takes its place, and `ready` is taken last, if nothing is wrong.
- Anything else is refused. A line that was ambiguous is read once more by what is legal by now (`_read_here`).

A segment is what lies between two stops, such as a draw or a question to others. `_commit` ends it: its actions are to
be done. With a mistake in it `_give_up` undoes its rows and makes a draft of its lines.

States of a run: `_failed_by` has the source of the first mistake of the segment; further orders are tried only to judge
them. `_filed`: a secret answer is on file in the segment. `_closed`: the seat's round is over. `_blocked`: nothing more
can be tried here. `paused`: something is drawn; the caller applies `actions`, and `go_on` takes what is left.

What must hold:

- The match that players are at is never touched: a run has a copy of it, and only the caller applies `actions`.
- Before a draw the trial stands still: no row tells what lies behind one that has not been made.
- Each piece leaves a row, but those that are left behind a draw. Segments know rows by their places, so that rows are
  added and replaced and never removed.
- New lines are committed before lines that had waited are tried (`_commit_new_lines`), which so never undo them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Container, Sequence
from itertools import takewhile
from typing import Literal

from msgspec.structs import replace

from adjudicator.components.short_names import canonical
from adjudicator.kernel.actions import Action
from adjudicator.kernel.log import Entry, only_answers
from adjudicator.kernel.sandbox import Sandbox
from adjudicator.kernel.written_orders import NotReady, Ready
from adjudicator.language import language
from adjudicator.orders.execution.explaining import Behind
from adjudicator.orders.execution.named_sets import arranged
from adjudicator.orders.execution.out_of_turn import said_better, two_answers
from adjudicator.orders.execution.piece_order import arranged_pieces
from adjudicator.orders.execution.things_here import ThingsHere
from adjudicator.orders.execution.trial import Refused, Step, Trial, closes, says
from adjudicator.orders.options.drafts import DraftLine, KeptLine, Source
from adjudicator.orders.options.pieces import Idle, OrderItem, Piece, Short, Unfinished, Wrong
from adjudicator.orders.options.rows import OrderContext, OrderResult, Start, Status
from adjudicator.orders.options.short_orders import SHORT, ShortOrders, part_of
from adjudicator.orders.strict.lines import join_pieces
from adjudicator.orders.strict.readings import Readings
from adjudicator.orders.text import tokenize
from adjudicator.orders.text.terms import split_term, with_term
from adjudicator.orders.vocabulary.refusals import Fact, Place, Problem, proposed_orders
from adjudicator.orders.vocabulary.sayings import Reading

MOST_UNREAD = 40
"""Pieces of a mail's lines that could not be read, behind which nobody looks for what else they may mean."""
_OF_LINES = ("unknown_verb", "unknown_word", "wrong_kind")


class Run:
    """Takes the orders one after the other. After `take_all`, `rows`, `actions`, `draft`, `waiting` are the result.

    A segment is what lies between two stops: it is done as a whole or not at all. Where something is drawn behind one
    that is to be done, the run is `paused`: it goes on (`go_on`) when that has really happened. `reveals` are the
    places of rows whose actions reveal what the seat could not know, as if something were drawn.
    """

    def __init__(
        self,
        desk: OrderContext,
        match: Sandbox,
        readings: Readings,
        reveals: Container[int] = (),
        start: Start | None = None,
    ) -> None:
        """Prepare a run. `start` is what the seat may do where the match stands, if that is known already."""
        self.rows: list[OrderResult] = []
        self.actions: list[Action] = []
        self.draft: list[KeptLine] = []
        self.waiting: list[KeptLine] = []
        self._desk = desk
        self._readings = readings
        self._unread = 0  # pieces of lines that could not be read
        self._behind: Behind | None = None
        self._trial = Trial(match, desk, start)
        self._things = ThingsHere(self._trial, desk, self._readings)
        self._asked = self._trial.question is not None
        self._shown = self._trial.options()  # at the prices that the player has seen
        self._ends = {type(action) for action in self._shown if desk.book.may_close(type(action))}
        self._kind = self._first_kind = self._kind_asked()  # of the question in which the last action was taken
        self._first_number = self._trial.number
        self._segment: list[tuple[int, KeptLine]] = []  # places of its rows, and what to keep if it is not done
        self._failed_by: Source | None = None
        self._stopped = False
        self._blocked = False
        self._filed = False
        self._closed = False
        self._turn = self._trial.own_turn()
        self._acted: DraftLine | None = None  # the line of the last action
        self._alone: list[Action] = []  # the only answers that were given by themselves, and no line has said
        self._unfinished = False
        self._reveals = reveals
        self._left: deque[tuple[DraftLine, Piece]] = deque()
        self._postponed: list[tuple[DraftLine, Piece]] = []
        self.paused = False

    def take_all(self, lines: Sequence[DraftLine]) -> None:
        """Try every line, up to the first draw behind orders that are to be done."""
        self._left.extend(arranged_pieces(self._desk, self._pieces(lines), self._readings.answers, self._is_offer))
        if self._trial.writes_orders:
            self._left = deque(sorted(self._left, key=lambda each: _says_ready(each[1])))
        self._take_left()

    def go_on(
        self, match: Sandbox, entries: Sequence[Entry], told: Callable[[DraftLine], Sequence[Piece] | None]
    ) -> None:
        """Try what was left at a draw that has now happened, with these entries of the log.

        `told` returns again what lines mean that are not orders as they stand.
        """
        self._left = deque(
            (line, each)
            for line, piece in self._left
            for each in (told(replace(line, text=piece.text)) or (piece,) if isinstance(piece, Wrong) else (piece,))
        )
        self._trial = Trial(match, self._desk)
        self._things = ThingsHere(self._trial, self._desk, self._readings)
        self._behind = None
        self._closed = any(closes(entry, self._desk.seat, self._desk.book) for entry in entries)
        self._alone += only_answers(entries, self._desk.seat)
        self._blocked = match.result is not None or match.awaited is not None
        self._asked = self._trial.question is not None
        self.actions, self.paused = [], False
        self._take_left()

    def read_left(self) -> None:
        """Read what was left where something is drawn, without judging it."""
        self._blocked, self.paused = True, False
        self._take_left()

    @property
    def left(self) -> list[DraftLine]:
        """Return what has not been tried, as lines."""
        return [replace(line, text=piece.text) for line, piece in self._left]

    @property
    def failed(self) -> bool:
        """Return whether something is wrong with the last segment, so that nothing of it is done."""
        return self._failed_by is not None

    @property
    def moved(self) -> bool:
        """Return whether anything was tried, so that an answer may depend on what came of it."""
        return self._trial.moved

    def _take_left(self) -> None:
        while self._left and not self.paused:
            if isinstance(self._left[0][1], Short):
                named = [*takewhile(lambda each: isinstance(each[1], Short), self._left)]
                for _ in named:
                    self._left.popleft()
                self._take_named([(line, piece) for line, piece in named if isinstance(piece, Short)])
            else:
                self._take(*self._left.popleft())
            if self._trial.writes_orders:
                self._write()
        if self.paused:
            self._left.extendleft(self._postponed)
            self._postponed = []
            return
        if self._trial.is_ready and self._has_mistake_of_mail():
            self._take_ready_back()
        if self._failed_by is None:
            self._end_unsaid()
        if self.paused:
            return
        if self._failed_by is None:
            self._commit()
        else:
            self._give_up()

    @property
    def answered(self) -> bool:
        """Whether the question that was open at the beginning has its whole answer; a round has it when it is over."""
        if self._trial.writes_orders:
            return any(isinstance(action, Ready) for action in self.actions)
        if self._closed or self._trial.question is None or any(row.status == "filed" for row in self.rows):
            return bool(self.actions)
        return self._kind_asked() != self._first_kind or (not self._ends and self._trial.number != self._first_number)

    def _pieces(self, lines: Sequence[DraftLine]) -> list[tuple[DraftLine, Piece]]:
        found: list[tuple[DraftLine, Piece]] = []
        for line in lines:
            for piece in map(self._as_part, self._read(line)):
                apart = not found or (line.source == "waiting" and line is not found[-1][0])
                together = None if apart else join_pieces(found[-1][1], piece)
                if together is None:
                    found.append((line, piece))
                else:
                    first = found[-1][0]
                    found[-1] = (line if line.number else first, together)
        return found

    def _as_part(self, piece: Piece) -> Piece:
        """Combine a short name of one of several things that a question takes with the others."""
        if not isinstance(piece, Short) or piece.paid:
            return piece
        return part_of(piece, reversed(self._desk.offers.open), self._desk.book) or piece

    def _take_named(self, names: Sequence[tuple[DraftLine, Short]]) -> None:
        """Carry out things named by short names, in an order that is possible. What waited waits for itself."""
        waiting = [name for name in names if name[0].source == "waiting"]
        new = [name for name in names if name[0].source != "waiting"]
        left = [*arranged(self._trial, new), *waiting]
        while left and not (self._blocked or self._closed or self.paused):
            orders = self._trial.short_orders()
            made = next((found for at in range(len(left)) if (found := self._made(orders, left, at))), None)
            if made is None:
                break
            at, piece = made
            line = left[at][0]
            del left[at : at + max(1, sum(bool(canonical(word)) for word in piece.text.split()))]
            new_left = self._failed_by is None and any(each.source != "waiting" for each, _ in left)
            if new_left and self._things.ends_round(piece):
                while left:  # what cannot be done before the round is over is a mistake, and nothing is done
                    self._leave(*left.pop(0))
            self._take(line, piece)
        if self.paused:
            self._left.extendleft(reversed(left))
            return
        for line, short in left:
            self._leave(line, short)

    def _made(
        self, orders: ShortOrders, left: Sequence[tuple[DraftLine, Short]], at: int
    ) -> tuple[int, OrderItem | Wrong] | None:
        """Return the order that begins with one of the names, and the place of that name."""
        if self._must_wait(left[at][0]):
            return None
        meant = self._things.meant(orders, [short for _, short in left[at:]])
        return None if meant is None else (at, meant)

    def _leave(self, line: DraftLine, short: Short) -> None:
        """Let a thing wait that cannot be ordered here, or say why it cannot."""
        if self._closed:
            self._note(line, short, "ignored")
        elif self._given_alone(line, short):
            return
        elif self._must_wait(line):
            self._wait(line, short)
        else:
            self._take(line, self._things.lacking(short))

    def _read(self, line: DraftLine) -> Sequence[Piece]:
        """Return the orders of a line. The end of an offer may say how long it is open."""
        if (told := self._readings.told(line)) is not None:
            return told
        order, term = split_term(line.text)
        if term:
            offer = self._read_as(line, order)
            if len(offer) == 1 and isinstance(offer[0], OrderItem) and self._trial.may_besides(offer[0].reading.action):
                return [replace(offer[0], text=with_term(offer[0].text, term), until=term)]
        pieces = self._read_as(line, line.text)
        self._unread += sum(isinstance(piece, Wrong) for piece in pieces)
        return pieces

    def _read_as(self, line: DraftLine, text: str) -> Sequence[Piece]:
        late, brief = line.source != "mail", self._unread >= MOST_UNREAD
        return self._readings.read(text, self._trial.options(), late=late, brief=brief, doubts=line.doubts)

    def _take(self, line: DraftLine, piece: Piece) -> None:
        if isinstance(piece, Unfinished):
            self._announced(line, piece)
            return
        if line.unsaid and self._is_said_otherwise():
            self._note(line, piece, "ignored")
            return
        offer = isinstance(piece, OrderItem) and self._is_offer(piece)
        if isinstance(piece, Idle) or (self._closed and not offer):
            self._note(line, piece, "ignored")
            return
        if line.source == "waiting" and self._failed_by is None:
            self._blocked = self._blocked or self._filed
            self._commit_new_lines()
        if isinstance(piece, Wrong) and piece.problem.why == "finished":
            self._ask_back(line, piece)
            return
        if isinstance(piece, Wrong):
            piece = self._read_here(line, piece)
        if isinstance(piece, OrderItem):
            self._take_order(line, piece)
        elif isinstance(piece, Wrong):
            self._refuse(line, piece, piece.problem)

    def _announced(self, line: DraftLine, piece: Unfinished) -> None:
        """Remember that more is to come, also where the orders before it wait for others, or are kept as a draft."""
        self._unfinished = True
        if self._must_wait(line):
            self._note(line, piece, "waiting")
            self.waiting.append(self._kept_behind(line, piece.text, wrong=False))
        else:
            self._note(line, piece, "ignored", KeptLine(piece.text))

    # written orders

    def _write(self) -> None:
        """Finish a line where orders are written: it is on file, or wrong, and what follows is taken all the same."""
        if self._failed_by is None:
            self._commit()
            return
        self._give_up()
        self._failed_by, self._segment = None, []

    def _replaces(self, thing: str) -> None:
        """Leave out the order that the mail has written before for the same thing."""
        for place, row in enumerate(self.rows):
            if row.status == "filed" and row.action is not None and self._trial.thing_ordered(row.action) == thing:
                self.rows[place] = replace(row, status="ignored", problem=Problem("illegal", "replaced"))
                self.actions.remove(row.action)

    def _has_mistake_of_mail(self) -> bool:
        return any(row.status == "refused" and row.source == "mail" for row in self.rows)

    def _take_ready_back(self) -> None:
        """Wait for the seat once more: what it wanted in the place of a wrong line is not known."""
        back = NotReady()
        said = self._desk.book.say(back, self._desk.language)
        self._trial.perform(back)
        self.rows.append(OrderResult(0, said, "filed", said=said, action=back, unsaid=True))
        self.actions.append(back)

    # the end of a round

    def _is_said_otherwise(self) -> bool:
        """Return whether an end that nobody wrote is not to come, for more was announced or is possible."""
        ends = any(type(action) in self._desk.book.unsaid for action in self._trial.answers())
        return self._unfinished or (ends and self._trial.unsaid_end() is None)

    def _end_unsaid(self) -> None:
        """Do what follows the last order by itself, unless more was announced; where others are asked, it waits."""
        while self._acted is not None and not (self._unfinished or self._filed or self.paused):
            if (end := self._trial.unsaid_end()) is None or self._blocked:
                break
            self._end(self._acted, end)
            self.rows[-1] = replace(self.rows[-1], unsaid=True)
        if self._acted is None or self._unfinished or any(kept.unsaid for kept in self.waiting):
            return
        if self._turn and self._blocked and self._trial.awaits_others(self._turn):
            self._commit()
            said = self._desk.book.turn_end(self._desk.language)
            self.rows.append(OrderResult(self._acted.number, said, "waiting", said=said, unsaid=True))
            self.waiting.append(KeptLine(said, behind=self._trial.number, unsaid=True))

    def _ask_back(self, line: DraftLine, piece: Wrong) -> None:
        """Ask whether the round is over; what was ordered before is done whatever the answer."""
        may_end = any(self._desk.book.may_close(type(action)) for action in self._trial.options())
        if self._blocked or not may_end or (self._acted is not None and self._trial.unsaid_end() is not None):
            self._note(line, piece, "ignored")
            return
        if self._failed_by is None:
            self._commit()
        self._refuse(line, piece, piece.problem)

    def _take_order(self, line: DraftLine, unit: OrderItem) -> None:
        if self._given_alone(line, unit):
            return
        if self._must_wait(line) and not self._is_offer(unit):
            self._wait(line, unit)
        else:
            self._try(line, unit)

    def _is_offer(self, unit: OrderItem) -> bool:
        """Return whether it waits for nobody's answer but for signatures."""
        if not self._trial.may_besides(unit.reading.action):
            return False
        try:
            return bool(self._trial.judge(self._trial.complete(unit)))
        except Refused:
            return False

    def _read_here(self, line: DraftLine, wrong: Wrong) -> Piece:
        """Read a line again by what is legal by now, or explain it by the question asked here.

        What was ambiguous at the beginning may have one legal meaning now, and what was left unsaid may be clear.
        """
        if wrong.problem.kinds == (SHORT,) and not wrong.problem.facts:
            typed = wrong.problem.place.typed if wrong.problem.place else wrong.text
            near = self._things.near(typed)
            return replace(wrong, problem=replace(wrong.problem, nearest=tuple(near.values()), codes=tuple(near)))
        if wrong.problem.reason == "ambiguous" or wrong.problem.why == "missing_argument":
            again = self._read_as(line, wrong.text)
            if len(again) == 1 and type(again[0]) is OrderItem:
                return again[0]
        if self._behind is None:
            self._behind = Behind(self._trial, self._readings.answers)
        return self._behind.explained(wrong) if self._behind.asks_else() else wrong

    def _kind_asked(self) -> str:
        question = self._trial.question
        return "" if question is None else question.kind

    def _is_aside(self) -> bool:
        """Return whether this seat is asked something else first, after a draw (where does the tile go?)."""
        return self._stopped and self._kind_asked() != self._kind

    def _must_wait(self, line: DraftLine) -> bool:
        if self._blocked:
            return True
        if line.source != "waiting":
            return False
        return self._failed_by in ("mail", "draft") or line.behind == self._trial.number

    def _chosen(self, unit: OrderItem) -> OrderItem:
        """Return the first choice of an order that is legal here, as the order; as it is if none is."""
        for each in (unit, *unit.others) if unit.others else ():
            try:
                self._trial.judge(self._trial.complete(each))
            except Refused:
                continue
            return replace(each, text=unit.text, others=(), if_needed=unit.if_needed)
        return unit

    def _try(self, line: DraftLine, unit: OrderItem) -> None:
        unit = self._chosen(unit)
        try:
            action = self._trial.complete(unit)
            seen = () if line.source == "waiting" else self._shown
            if self._desk.book.on_credit(action) and (unsaid := self._trial.unsaid_credit(unit, action, seen)):
                self._refuse(line, unit, unsaid)
                self._blocked = self._trial.perform(action).stop is not None  # later orders are judged after it
                return
            if isinstance(action, Ready) and self._has_mistake_of_mail():
                self._refuse(line, unit, Problem("illegal", "not_ready"))
                return
            signers = self._trial.judge(action)
            if signers or unit.until:
                self._offer(line, unit, action, signers)
                return
            if self._filed and not self._trial.is_anytime(action):
                filed = next(row for row in reversed(self.rows) if row.status == "filed")
                self._refuse(line, unit, two_answers(filed, unit, self._desk))
                return
            kind = self._kind_asked()
            step = self._trial.perform(action, reveals=len(self.rows) in self._reveals)
            self._behind = None
            self._kind = kind if step.stop else self._kind_asked()
        except Refused as refused:
            again = self._read_again(line, unit)
            if again is not None:
                self._try(line, again)
            elif refused.not_now and self._end_what_is_over(line, unit):
                self._again(line, unit)
            else:
                self._not_possible(line, unit, refused)
            return
        self._done(line, unit, action, step)

    def _offer(self, line: DraftLine, unit: OrderItem, action: Action, signers: tuple[str, ...]) -> None:
        """Put an action before those who must sign it too, if the time that it is to stay open is valid."""
        why: Literal["no_offer", "no_term"] = "no_term" if signers else "no_offer"
        if unit.until and (not signers or not self._desk.is_term(unit.until)):
            place = Place(unit.until, tokenize(unit.text)[-1].column)
            phase = self._desk.book.phases.listed(language(self._desk.language))
            facts = (Fact("phases", phase),) if phase and signers else ()
            self._refuse(line, unit, Problem("unreadable", why, place, facts=facts))
            return
        said = self._desk.book.say(action, self._desk.language)
        row = OrderResult(line.number, unit.text, "offered", line.source, said, unit.question, action)
        self._add(replace(row, signers=signers, until=unit.until), KeptLine(unit.text))

    def _read_again(self, line: DraftLine, unit: OrderItem) -> OrderItem | None:
        """Read again an order completed by what was legal at first; None if it reads the same by now."""
        if unit.question is not None or unit.part:
            return None
        again = self._read_as(line, unit.text)
        alone = again[0] if len(again) == 1 else None
        return alone if type(alone) is OrderItem and alone.reading != unit.reading else None

    def _done(self, line: DraftLine, unit: OrderItem, action: Action, step: Step) -> None:
        status: Status = "filed" if step.filed else "done"
        if thing := self._trial.thing_ordered(action):
            self._replaces(thing)
        said = self._desk.book.say(action, self._desk.language)
        row = OrderResult(
            line.number, unit.text, status, line.source, said, unit.question, action, None, step.told, step.stop
        )
        self._add(row, KeptLine(unit.text))
        self._alone += step.alone
        if self._failed_by is not None:
            self._blocked = step.stop is not None
            return
        self._acted = line
        self._filed = self._filed or step.filed
        self._closed = step.ended
        if step.stop and not step.filed:
            self._commit()
            self._blocked = step.stop != "draw"
            self.paused = step.stop == "draw"

    def _end_what_is_over(self, line: DraftLine, unit: OrderItem) -> bool:
        """End what is asked now if the order may only follow its end, and so says that it is over."""
        if self._failed_by is not None or line.source == "waiting" or self._filed:
            return False
        ends = [action for action in self._trial.options() if self._desk.book.is_implied(type(action))]
        if len(ends) != 1:
            return False
        after = self._trial.fork()
        try:
            step = after.perform(ends[0])
            if step.ended or step.stop:  # nothing follows it but its own end
                return self._end(line, ends[0]) if step.ended and self._may_stop(unit) else False
            after.judge(after.complete(unit))
        except Refused:
            return False
        return self._end(line, ends[0])

    def _again(self, line: DraftLine, unit: OrderItem) -> None:
        """Take an order after the end of what was asked. It is kept until the draws of that end have happened."""
        if self.paused:
            self._postponed = [(line, unit)]
        else:
            self._take(line, unit)

    def _end(self, line: DraftLine, action: Action) -> bool:
        said = self._desk.book.say(action, self._desk.language)
        step = self._trial.perform(action, reveals=len(self.rows) in self._reveals)
        self._done(line, OrderItem(said, Reading.of(action)), action, step)
        return True

    def _not_possible(self, line: DraftLine, unit: OrderItem, refused: Refused) -> None:
        if not refused.not_now:
            self._refuse(line, unit, refused.problem)
        elif unit.if_needed and self._trial.question is not None:
            self._note(line, unit, "ignored")
            self.rows[-1] = replace(self.rows[-1], problem=Problem("illegal", "not_needed"))
        elif self._may_stop(unit) and self._is_over(unit):
            self._note(line, unit, "ignored")
        elif self._failed_by is not None:
            self._note(line, unit, "unjudged", KeptLine(unit.text))
        elif self._repeats_answer(unit):
            self._note(line, unit, "ignored")
        elif line.source == "waiting":
            self._no_longer(line, unit, refused.problem)
        elif self._stopped or self._filed:
            self._commit()
            self._blocked = True
            self._wait(line, unit)
        else:
            self._refuse(line, unit, said_better(self.rows, unit, refused.problem, self._desk, self._trial))

    def _given_alone(self, line: DraftLine, unit: OrderItem) -> bool:
        """Leave out an order of what was given by itself, once: whoever writes down their turn cannot know of it."""
        said = next((action for action in self._alone if says(unit, action, self._desk.book)), None)
        if said is None or line.source == "waiting":
            return False
        self._alone.remove(said)
        self._note(line, unit, "ignored")
        self.rows[-1] = replace(self.rows[-1], problem=Problem("illegal", "given_alone"))
        return True

    def _may_stop(self, unit: OrderItem) -> bool:
        """Return whether it ends a round, or ends or declines something in it."""
        book, action = self._desk.book, unit.reading.action
        return book.may_close(action) or book.may_end(action)

    def _is_over(self, unit: OrderItem) -> bool:
        """Return whether the mail itself has brought about what the order is to end.

        The last conquest ends the spoils.
        """
        acted = any(row.action is not None and row.status in ("done", "ready") for row in self.rows)
        may_end = unit.reading.action in self._ends or self._desk.book.may_end(unit.reading.action)
        return self._filed or (acted and self._failed_by is None and may_end)

    def _repeats_answer(self, unit: OrderItem) -> bool:
        """Return whether a question was answered already, as in `12a 12a`."""
        return any(row.status == "done" and row.text == unit.text and row.question is not None for row in self.rows)

    def _no_longer(self, line: DraftLine, unit: OrderItem, problem: Problem) -> None:
        """Settle a line that waited when its answer is there, and another question is open, or none."""
        asked = self._trial.question is not None
        if asked and self._may_stop(unit):
            self._note(line, unit, "ignored")  # what it was to end is over
        elif asked:
            self._refuse(line, unit, problem)
        elif line.own:
            self._note(line, unit, "ignored")
        else:
            self._wait(line, unit)

    def _is_proposed(self, problem: Problem) -> bool:
        """Return whether the same is proposed for a line before it: one question is not answered twice."""
        wrong = (row.problem for row in self.rows if row.problem is not None and row.problem.why != "more_needed")
        before = {code for each in wrong for code in each.codes}
        return bool(before) and bool(problem.codes) and before.issuperset(problem.codes)

    def _refuse(self, line: DraftLine, piece: Piece, problem: Problem) -> None:
        if line.unsaid:  # nobody wrote it, so that nothing of it is wrong
            self._note(line, piece, "ignored")
            return
        if problem.why in _OF_LINES and self._is_proposed(problem):
            problem = replace(problem, nearest=(), codes=())
        certain = self._failed_by is None or problem.reason != "illegal" or problem.why == "stale"
        row = OrderResult(line.number, piece.text, "refused", line.source, problem=problem, certain=certain)
        wrong = problem.why != "more_needed"
        meant = proposed_orders(problem) if wrong else ""
        held_back = self._must_wait(line) or (isinstance(piece, Wrong) and self._is_aside())
        if self._failed_by is None and held_back:
            self._blocked = True
            self.rows.append(row)
            self.waiting.append(self._kept_behind(line, piece.text, wrong=wrong))
            return
        excuse = 0 if problem.reason != "illegal" else 1 if certain else 2
        kept = KeptLine(piece.text, wrong, meant=meant, idle=problem.names_nothing, doubts=line.doubts, excuse=excuse)
        self._add(row, kept)
        self._failed_by = self._failed_by or line.source

    def _wait(self, line: DraftLine, unit: OrderItem) -> None:
        if self._failed_by is not None and line.source != "waiting":
            self._note(line, unit, "unjudged", KeptLine(unit.text))
            return
        self._note(line, unit, "waiting")
        self.waiting.append(replace(self._kept_behind(line, unit.text, wrong=False), said=self.rows[-1].said))

    def _kept_behind(self, line: DraftLine, text: str, *, wrong: bool) -> KeptLine:
        """Keep a line until the open question is answered; one that waited already waits for the same answer."""
        if self._failed_by is not None and line.source == "waiting":
            return KeptLine(text, wrong, line.behind, line.own, doubts=line.doubts)
        question = self._trial.question
        own = question is not None and question.form == "choose" and not question.held
        return KeptLine(text, wrong, self._trial.number, own, doubts=line.doubts)

    def _note(self, line: DraftLine, piece: Piece, status: Status, kept: KeptLine | None = None) -> None:
        question = piece.question if isinstance(piece, OrderItem) else None
        row = OrderResult(line.number, piece.text, status, line.source, self._in_words(piece), question)
        if kept is None:
            self.rows.append(row)
        else:
            self._add(row, kept)

    def _in_words(self, piece: Piece) -> str:
        """Say what a piece orders that is not tried: of a short name or a part, what it names."""
        if not isinstance(piece, OrderItem) or piece.others or piece.if_needed:
            return ""
        book, code = self._desk.book, self._desk.language
        if isinstance(piece, Short):
            thing = next(iter(book.book.by_short(piece.name)), None)
            return "" if thing is None else book.book.printed(*thing, code)
        reading = piece.reading
        if piece.part:
            values = reading.fields[piece.part]
            assert isinstance(values, tuple)
            return ", ".join(book.printed(reading.action, piece.part, value, code) for value in values)
        try:
            return book.say(reading.typed(), code)
        except TypeError:  # something is left unsaid, which follows from where it is tried
            return ""

    def _add(self, row: OrderResult, kept: KeptLine) -> None:
        self._segment.append((len(self.rows), replace(kept, said=row.said) if row.said else kept))
        self.rows.append(row)

    def _commit_new_lines(self) -> None:
        """Commit what a mail orders now, so that lines that waited never undo it."""
        if any(self.rows[place].source != "waiting" for place, _ in self._segment):
            self._commit()

    def _commit(self) -> None:
        """Finish the segment: what it did stays done."""
        done = [self.rows[place] for place, _ in self._segment]
        self.actions += [row.action for row in done if row.action is not None and not row.signers]
        self._stopped = self._stopped or bool(self._segment)
        self._segment = []
        self._filed = False
        self._asked = self._trial.question is not None

    def _give_up(self) -> None:
        """Drop a segment that has a mistake. Its lines are kept if something can still be made of them."""
        # What may follow one answer or another is not kept: nobody must get more than they write with their answer.
        torn = any(row.problem is not None and row.problem.why in ("two_answers", "too_early") for row in self.rows)
        for place, _ in self._segment:
            row = self.rows[place]
            if row.status in ("done", "filed", "offered"):
                self.rows[place] = replace(row, status="unjudged" if torn else "ready", told=(), stop=None)
            elif row.problem is not None and row.problem.why == "more_needed" and self._has_mistake():
                self.rows[place] = replace(row, status="ready")
        kept = [line for _, line in self._segment]
        hopeless = all(line.wrong and line.excuse < 2 for line in kept) and not all(line.meant for line in kept)
        if self._asked and not torn and not hopeless:
            self.draft += kept

    def _has_mistake(self) -> bool:
        """Return whether something in the segment is wrong, not only incomplete."""
        return any(kept.wrong for _, kept in self._segment)


def _says_ready(piece: Piece) -> bool:
    return isinstance(piece, OrderItem) and piece.reading.action is Ready
