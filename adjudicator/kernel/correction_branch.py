"""A correction: play is taken up at an earlier point, something is changed, and what came after is tried again.

History is never edited. `moves_after` reads the former line of play, `revise` makes the new one: an order is carried
out again where it is still legal and answers the same question, with the outcomes that it had; a draw that was not
made before comes from the seed, keyed by the number of the revision.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from adjudicator.kernel import refusals
from adjudicator.kernel.actions import MODERATOR, Action, SetContent, WindowAnswers
from adjudicator.kernel.chance import Draw
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


class Edit(msgspec.Struct, frozen=True):
    """One thing that is corrected, at log number `n` of the former line (its last one plus 1: behind everything).

    `take_out` removes what `by` put in there. `put_in` is carried out there instead, or before it where nothing is
    taken out. `draws` replace the outcomes of draws of the same name and keys that hang on that entry.
    """

    n: int
    by: By = ""
    take_out: bool = False
    put_in: tuple[Acting, ...] = ()
    draws: tuple[Draw, ...] = ()


class DroppedOrder(msgspec.Struct, frozen=True):
    """An order of the former line that is not part of the new one, and why not (None: the moderator took it out)."""

    input: Input
    refusal: Refusal | None


class RevokedDraw(msgspec.Struct, frozen=True):
    """A draw that does not count any more: its number, the log entry it hung on, itself."""

    no: int
    n: int
    draw: Draw


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

    Of parallel sequences, where that of the seat is.
    """
    *below, top = match.position.frames or [Frame([])]
    if top and top[0] == PARALLEL:
        own = [lane[3] for lane in top[2] if lane[0] == by]
        top = Frame([PARALLEL, own or top[2]])
    return match.game.turns_done(match.state), msgspec.json.encode([*unmarked(below), top])


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
) -> CorrectedBranch:
    """Return the line of play that branches off at `start`: the moves of the former line, with the edits.

    `start` is before the first of the moves and has the chance of the new revision; `made_in` names the revision that
    made an entry. `shown` is what seats have been shown in the former line: they keep knowing it.

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
    for move in moves:
        work.again(move)
    start.given = ()
    work.insert([edit for edit in edits if edit not in work.done])
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

    def again(self, move: Move) -> None:
        """Carry out a move once more, as far as it is possible, with what is edited in it."""
        match, numbers = self.match, {entry.n for entry in move.entries}
        here = [edit for edit in self.edits if edit.n in numbers]
        draws = [
            msgspec.structs.replace(draw, source=draw.source or f"kept:{self.made_in.get(entry.n, 0)}.{entry.n}")
            for entry in move.entries
            for draw in entry.chance
        ]
        self._insert_now([edit for edit in here if edit.put_in and not edit.take_out])
        inserted = len(match.log)
        entered = [draw for edit in here for draw in edit.draws]
        script = len(match.chance.scripted)
        match.chance.add_manual_draws(entered)
        match.chance.prefer([draw for draw in draws if not any(draw.repeats(other) for other in entered)])
        for each in move.inputs:
            self._input(move.place, each, [edit for edit in here if edit.take_out and edit.by == each.by])
        given = self._by_itself(move)
        self._count_undone(move, draws, match.chance.unused_preferred_draws, entered)
        match.chance.prefer(())
        if len(match.chance.scripted) > script:
            raise refusals.draw_not_there(n=move.last)
        self.done += here
        self._compare(move, match.log[inserted:])
        for entry in match.log[inserted:]:
            if entry.n in given:
                entry.how = AGAIN

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
        behind = [edit for edit in edits if edit.put_in and not edit.take_out]
        if behind:
            self._insert_now(behind)
            self.done += behind

    def _insert_now(self, edits: Sequence[Edit]) -> None:
        for edit in edits:
            self._apply(edit.by, *edit.put_in)

    def _input(self, place: Place, given: Input, edits: Sequence[Edit]) -> None:
        for edit in edits:
            if not edit.put_in:
                self.made.dropped.append(DroppedOrder(given, None))
            self._apply(given.by, *edit.put_in)
        if edits:
            return
        if not self._corrects(given) and place_of(self.match, given.by) != place:
            self.made.dropped.append(DroppedOrder(given, self._elsewhere(given)))
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

    def _elsewhere(self, given: Input) -> Refusal:
        asked = [seat for decision in self.match.decisions() for seat in decision.seats]
        return refusals.no_such_question(seat=str(given.by), asked=asked)

    def _count_undone(self, move: Move, draws: Sequence[Draw], spared: Sequence[Draw], entered: Sequence[Draw]) -> None:
        rest = list(spared)
        where = [entry.n for entry in move.entries for _ in entry.chance]
        for k, draw in enumerate(draws):
            if draw in rest:
                rest.remove(draw)
            elif not any(draw.repeats(other) for other in entered):
                continue
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
