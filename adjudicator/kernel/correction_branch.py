"""A correction: play is taken up at an earlier point, something is changed, and what came after is tried again.

History is never edited. `moves_after` reads the former line of play, `revise` makes the new one: an order is carried
out again where it is still legal and answers the same question, with the outcomes that it had; a draw that was not
made before comes from the seed, keyed by the number of the revision.

How a correction of several steps works. Each step is an `Edit` at a log entry of the former line. The moves are carried
out in their order, each with the edits at its entries: what is put in before it, what takes the place of one of its
orders, the draws that are forced while it comes about. An edit may read its orders only when its turn has come, where
the new line stands then. An order that answers a question which is not asked is dropped, and the next is tried; so
where the new line asks something that no order of the former line answers, all later ones are dropped one by one, and
are `waiting` behind that question: an edit that puts in an answer before the first of them lets the others be tried.

What must hold: whatever is kept, dropped or waiting follows from the moves and the edits alone, so that what is shown
first and what is carried out later are the same; no draw of the new line is made while it is only looked at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec

from adjudicator.kernel import refusals
from adjudicator.kernel.actions import MODERATOR, Action, SetContent, WindowAnswers
from adjudicator.kernel.chance import Draw, DrawNeeded, DrawRequest
from adjudicator.kernel.checking import Acting
from adjudicator.kernel.errors import ChanceError, Refusal
from adjudicator.kernel.events import CertifiedMessage, ObservedEvent
from adjudicator.kernel.log import AGAIN, By, Entry
from adjudicator.kernel.match import Match
from adjudicator.kernel.replay import given_in, not_again, replay, submit_entry
from adjudicator.kernel.steps import PARALLEL, Frame, unmarked

Place = tuple[int, bytes]
"""The place in the game where a question is asked: the number of turns that are over, and the cursor."""


class Input(msgspec.Struct, frozen=True):
    """A submission of a seat (or of several as one, or the moderator): `n` is its log number in the former line."""

    n: int
    by: By
    action: Action | None
    how: str = ""


class Move(msgspec.Struct, frozen=True):
    """Log entries that came about together: inputs at one question, and all that followed by itself.

    `action` of an input is None where the signatories did not agree.
    """

    place: Place
    inputs: tuple[Input, ...]
    entries: tuple[Entry, ...]
    counter: int
    """How many draws had been made before."""
    then: Place
    """The place of the match afterwards."""

    @property
    def last(self) -> int:
        return self.entries[-1].n

    @property
    def draws(self) -> list[Draw]:
        return [draw for entry in self.entries for draw in entry.chance]


class ForcedDraw(msgspec.Struct, frozen=True):
    """A draw that gets the result which `read` gives it: of those of that name at an entry the `place`-th, from 1.

    What is drawn there is known only when it is drawn: `read` may raise ImpossibleDraw.
    """

    name: str
    read: Callable[[DrawRequest], Draw]
    place: int = 1


class Edit(msgspec.Struct, frozen=True):
    """One thing that is corrected, at log number `n` of the former line (its last one plus 1: behind everything).

    `take_out` removes what `by` put in there. `put_in` is carried out there instead, or before it where nothing is
    taken out; where it is a function it is asked for the orders when the new line has come there. `draws` are forced
    at that entry, whether they were made in the former line or not.
    """

    n: int
    by: By = ""
    take_out: bool = False
    put_in: tuple[Acting, ...] | Callable[[Match], tuple[Acting, ...]] = ()
    draws: tuple[ForcedDraw, ...] = ()


class DroppedOrder(msgspec.Struct, frozen=True):
    """An order of the former line that is not part of the new one, and why not (None: the moderator took it out)."""

    input: Input
    refusal: Refusal | None


class RevokedDraw(msgspec.Struct, frozen=True):
    """A draw that does not count any more: its number, the log entry it hung on, itself."""

    no: int
    n: int
    draw: Draw


class NewDraw(msgspec.Struct, frozen=True):
    """A draw that only the new line needs: at which entry of the former line, which of its name, among what."""

    n: int
    place: int
    wanted: DrawRequest


class CorrectedBranch(msgspec.Struct):
    """The new line of play: the match (its log holds the entries after the point of branching) and what became of what.

    `again` tells by log number of the new line which entry of the former line is repeated there.
    """

    match: Match
    start: bytes
    """The checkpoint from which the new line begins."""
    told: list[ObservedEvent[Any]] = []
    again: dict[int, int] = {}
    dropped: list[DroppedOrder] = []
    undone: list[RevokedDraw] = []
    put_in: list[tuple[By, Acting]] = []
    """What edits put in, and for whom."""
    waiting: list[DroppedOrder] = []
    """Those of the dropped orders that come after the question at which the new line stands: its answer is missing."""
    needs: NewDraw | None = None
    """The draw at which the new line was left, where it was only looked at; what follows it is not known."""


def moves_after(start: Match, entries: Sequence[Entry]) -> list[Move]:
    """Play the entries again on a match that stands before them, move by move. Raises ReplayError.

    Afterwards the match stands behind them.
    """
    entries = [entry for entry in entries if entry.n > start.position.n]
    start.chance.follow([draw for entry in entries for draw in entry.chance])
    start.given = given_in(entries)
    found: list[Move] = []
    waiting: list[Entry] = []
    for entry in entries:
        if entry.n <= start.position.n:
            continue
        if not waiting:
            place = place_of(start, entry.by)
        before, counter = start.position.n, start.position.counter
        waiting.append(entry)
        try:
            submit_entry(start, entry)
        except (Refusal, ChanceError) as error:
            raise not_again(entry, error) from error
        if start.position.n > before:
            made = tuple(start.log[before - start.position.n :])
            found.append(Move(place, tuple(_inputs(waiting, start)), made, counter, place_of(start)))
            waiting = []
    replay(start, entries)
    return found


def place_of(match: Match, by: By = "") -> Place:
    """Return where the match is, so that an order for this question can be told from one for the next.

    Of parallel sequences, where that of the seat is. It is the same whether the match has been stored since or not.
    """
    *below, top = match.position.frames or [Frame([])]
    if top and top[0] == PARALLEL:
        own = [lane[3] for lane in top[2] if lane[0] == by]
        top = Frame([PARALLEL, own or top[2]])
    return match.game.turns_done(match.state), msgspec.json.encode([*unmarked(below), top], order="sorted")


def _inputs(entries: Iterable[Entry], match: Match) -> Iterator[Input]:
    for entry in entries:
        action = entry.action
        if isinstance(action, WindowAnswers):
            for seat, answer in action.answers.items():
                yield Input(entry.n, seat, msgspec.convert(answer, match.game.action_type), entry.how)
        else:
            if isinstance(action, SetContent):  # what comes of it follows from what is played there then
                action = msgspec.structs.replace(action, content="")
            yield Input(entry.n, entry.by, action if isinstance(action, Action) else None, entry.how)


def revise(
    start: Match,
    moves: Sequence[Move],
    edits: Sequence[Edit],
    *,
    made_in: Mapping[int, int],
    shown: Sequence[CertifiedMessage[Any]] = (),
    up_to_draw: bool = False,
) -> CorrectedBranch:
    """Return the line of play that branches off at `start`: the moves of the former line, with the edits.

    `start` is before the first of the moves and has the chance of the new revision; `made_in` names the revision that
    made an entry. `shown` is what seats have been shown in the former line: they keep knowing it. `up_to_draw`: the
    line ends at the first draw for which there is no outcome (`needs`), and its match is in the middle of something.

    Raises:
        Refusal: An edit itself is not possible.
        DrawNeeded: A draw must be entered by hand.
        ImpossibleDraw: A draw that an edit brings cannot come up.
        TooFew: Something must be drawn that is not there.
    """
    start.log.clear()
    start.position.shown += [each for each in shown if each not in start.position.shown]
    work = _Work(start, tuple(edits), made_in, CorrectedBranch(start, start.checkpoint()))
    start.given = given_in(entry for move in moves for entry in move.entries)
    try:
        for move in moves:
            work.again(move)
        start.given = ()
        work.insert([edit for edit in edits if edit not in work.done])
    except DrawNeeded as needed:
        if not up_to_draw:
            raise
        work.made.needs = NewDraw(work.at, work.drawn[needed.wanted.name], needed.wanted)
        return work.made
    missing = [edit for edit in edits if edit not in work.done]
    if missing:
        raise refusals.nothing_there(n=missing[0].n)
    return work.made


class _Work:
    """One correction while it is carried out."""

    def __init__(
        self, match: Match, edits: tuple[Edit, ...], made_in: Mapping[int, int], made: CorrectedBranch
    ) -> None:
        self.match = match
        self.edits = edits
        self.made_in = made_in
        self.made = made
        self.done: list[Edit] = []
        self.at = 0
        """The entry of the former line that is tried again, or the number behind its last one."""
        self.drawn = Counter[str]()
        """How often something of a name has been drawn there."""
        self.unanswered: tuple[int, Place, int] = (-1, (0, b""), 0)
        """The question whose own order was refused: the log number of the new line there, its place, and that order's.

        Where another order led on from it in the former line, a later one at the same place answered it another time.
        """

    def again(self, move: Move) -> None:
        """Carry out a move once more, as far as it is possible, with what is edited in it."""
        match, numbers = self.match, {entry.n for entry in move.entries}
        here = [edit for edit in self.edits if edit.n in numbers]
        draws = [
            msgspec.structs.replace(draw, source=draw.source or f"kept:{self.made_in.get(entry.n, 0)}.{entry.n}")
            for entry in move.entries
            for draw in entry.chance
        ]
        begun = match.position.n
        with self._forcing(here, move.entries):
            self._insert_now([edit for edit in here if edit.put_in and not edit.take_out])
            inserted, before, dropped = len(match.log), match.position.n, len(self.made.dropped)
            match.chance.prefer(draws)
            asked = place_of(match, move.entries[0].by) == move.place
            for each in move.inputs:
                self._input(move.place, each, [edit for edit in here if edit.take_out and edit.by == each.by])
            given = self._by_itself(move) if asked else set()
            self._count_undone(move, draws, match.chance.unused_preferred_draws)
            match.chance.prefer(())
        if match.position.n > begun:
            self.made.waiting.clear()
        lost = [each for each in self.made.dropped[dropped:] if each.refusal is not None]
        if match.position.n == before:
            self.made.waiting += lost
            if asked and lost and move.then != move.place and self.unanswered[:2] != (before, move.place):
                self.unanswered = (before, move.place, lost[0].input.n)
        self.done += here
        self._compare(move, match.log[inserted:])
        for entry in match.log[inserted:]:
            if entry.n in given:
                entry.how = AGAIN

    @contextmanager
    def _forcing(self, edits: Sequence[Edit], entries: Sequence[Entry]) -> Iterator[None]:
        """Force the draws of edits at these entries. Raises Refusal at the end if one of them has not been made."""
        before = Counter[str]()
        left = {} if entries else {(draw.name, draw.place): draw for edit in edits for draw in edit.draws}
        for entry in entries:
            for edit in edits:
                if edit.n == entry.n:
                    left |= {(draw.name, before[draw.name] + draw.place): draw for draw in edit.draws}
            before.update(draw.name for draw in entry.chance)
        self.at, self.drawn = entries[0].n if entries else self.at, Counter[str]()

        def forced(wanted: DrawRequest) -> Draw | None:
            self.drawn[wanted.name] += 1
            draw = left.pop((wanted.name, self.drawn[wanted.name]), None)
            return None if draw is None else draw.read(wanted)

        self.match.chance.forces = forced
        yield
        self.match.chance.forces = None
        if left:
            raise refusals.draw_not_there(n=entries[-1].n if entries else self.at)

    def _by_itself(self, move: Move) -> set[int]:
        """Submit what followed automatically in the former line where there is a choice now; return the entry numbers.

        So a round that ended because nothing was left to buy ends as it did, and what came after it can follow.
        """
        match, given = self.match, set()
        for entry in move.entries:
            decisions = match.decisions()
            if entry.how != "only" or not decisions or place_of(match) == move.then:
                continue
            if (
                decisions[0].form != "choose"
                or decisions[0].seats != (entry.by,)
                or not isinstance(entry.action, Action)
            ):
                continue
            try:
                match.check(entry.by, entry.action)
            except Refusal:
                continue
            before = match.position.n
            self._apply(entry.by, entry.action)
            given.add(before + 1)
        return given

    def insert(self, edits: Sequence[Edit]) -> None:
        """Insert what is to be submitted after everything else."""
        behind = [edit for edit in edits if (edit.put_in or edit.draws) and not edit.take_out]
        if behind:
            self.at = behind[0].n
            with self._forcing(behind, ()):
                self._insert_now([edit for edit in behind if edit.put_in])
            self.done += behind

    def _insert_now(self, edits: Sequence[Edit]) -> None:
        for edit in edits:
            self._put_in(edit)

    def _put_in(self, edit: Edit) -> None:
        for action in edit.put_in(self.match) if callable(edit.put_in) else edit.put_in:
            self._apply(edit.by, action)
            self.made.put_in.append((edit.by, action))

    def _input(self, place: Place, given: Input, edits: Sequence[Edit]) -> None:
        for edit in edits:
            if not edit.put_in:
                self.made.dropped.append(DroppedOrder(given, None))
            self._put_in(edit)
        if edits:
            return
        if not self._corrects(given) and (elsewhere := self._elsewhere(place, given)) is not None:
            self.made.dropped.append(DroppedOrder(given, elsewhere))
            return
        try:
            if given.action is None:
                self.made.told += self.match.close()
            else:
                self._apply(given.by, given.action)
        except Refusal as refusal:
            self.made.dropped.append(DroppedOrder(given, refusal))

    def _corrects(self, given: Input) -> bool:
        """Return whether the moderator put it in unasked; what they were asked is answered at its own question only."""
        if given.by != MODERATOR:
            return False
        answers = self.match.game.referee(self.match.state)
        return isinstance(given.action, (*self.match.game.corrections, *(() if answers is None else answers.actions)))

    def _apply(self, by: By, *actions: Acting) -> None:
        for action in actions:
            self.made.told += self.match.apply(by, action)

    def _elsewhere(self, place: Place, given: Input) -> Refusal | None:
        """Return why an order is no answer here: nobody asks for it, or an earlier one is missing. None if it is."""
        if place_of(self.match, given.by) != place:
            asked = [seat for decision in self.match.decisions() for seat in decision.seats]
            return refusals.no_such_question(seat=str(given.by), asked=asked)
        position, question, n = self.unanswered
        if (position, question) == (self.match.position.n, place):
            return refusals.of_another_time(n=n)
        return None

    def _count_undone(self, move: Move, draws: Sequence[Draw], spared: Sequence[Draw]) -> None:
        rest = list(spared)
        where = [entry.n for entry in move.entries for _ in entry.chance]
        for k, draw in enumerate(draws):
            if draw in rest:
                rest.remove(draw)
                self.made.undone.append(RevokedDraw(move.counter + k, where[k], draw.bare))

    def _compare(self, move: Move, made: Sequence[Entry]) -> None:
        former = {entry.n: entry for entry in move.entries}
        found = repeated(move.entries, made)
        for entry in made:
            if entry.n in found:
                entry.how = entry.how or former[found[entry.n]].how.replace("only", "")
        self.made.again |= found


def repeated(former: Sequence[Entry], made: Sequence[Entry]) -> dict[int, int]:
    """Return which of the entries of a new line repeat one of a former line, in its order: log number to log number."""
    rest, found = list(former), {}
    for entry in made:
        same = next((k for k, old in enumerate(rest) if (old.by, old.action) == (entry.by, entry.action)), None)
        if same is not None:
            found[entry.n] = rest[same].n
            del rest[: same + 1]
    return found


def keep_sealed(made: Match, former: Match, sealed: Mapping[str, Action]) -> dict[str, Action]:
    """Seal answers that wait for others again where their decision is unchanged; returns those that are dropped.

    Unchanged is a decision if it stands at the same place, and its seat sees and may answer the same as before.
    """
    here, there = made.decisions(), former.decisions()
    same = bool(here and there) and place_of(made) == place_of(former) and here[0].seats == there[0].seats
    dropped = {}
    for seat, action in sealed.items():
        unchanged = (
            same
            and made.game.observed_by(made.state, seat) == former.game.observed_by(former.state, seat)
            and made.options(seat) == former.options(seat)
        )
        if unchanged and seat not in made.sealed:
            made.seal(seat, action)
        elif made.sealed.get(seat) != action:
            dropped[seat] = action
    return dropped
