"""Try a plan when it is sent, round by round, as if nobody else did anything until then.

Where imagined worlds part on the way to a round (`next_turns`), it is tried in each of them. What comes to the same in
all is told; else its lines are only read. Of a round with several ways the first is tried, and what play goes on from.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from adjudicator.kernel.actions import Action
from adjudicator.kernel.foresight import Turn, next_turns
from adjudicator.language import language
from adjudicator.orders.options.rows import OrderContext, OrderResult
from adjudicator.orders.sets import try_out
from adjudicator.orders.text import NO_DOUBTS, Doubts
from adjudicator.orders.text.ranking import choices_of
from adjudicator.reports.model import OrderOutcome
from adjudicator.service.campaign.troubles import Rejected
from adjudicator.service.outbox.payloads import LineRead
from adjudicator.service.play import readings
from adjudicator.service.play.kept import held_orders
from adjudicator.service.play.kept.held_orders import Planned, Round
from adjudicator.service.play.plans import reading
from adjudicator.service.play.plans.reading import Block, Typed
from adjudicator.store.campaigns import SeatAtTable

MOST_QUESTIONS: Final = 4
"""Turns and questions to come at which a round is tried at the most."""


class Tried(NamedTuple):
    """How the lines of a plan were read, and its rounds; none if a line cannot be read, so that nothing is kept."""

    lines: tuple[LineRead, ...]
    rounds: tuple[Round, ...] = ()
    actions: tuple[tuple[Action, ...], ...] = ()
    """What each round would do, as far as it can be foreseen."""


def tried(seat: SeatAtTable, block: Block, after: str, desk: OrderContext, doubts: Doubts = NO_DOUBTS) -> Tried:
    """Try the rounds of a plan one after the other, the first behind the turn `after`."""
    turns: tuple[Turn, ...] = (Turn(desk.match, after),)
    lines: list[LineRead] = []
    made: list[Round] = []
    done: list[tuple[Action, ...]] = []
    for typed in block.rounds:
        asks = reading.leaves_it_open(typed)
        lines += [LineRead(each.number, each.text, OrderOutcome.PLANNED) for each in typed if asks]
        first, *others = [[*way] for _, way in groupby(() if asks else typed, attrgetter("way"))] or [[]]
        trial, turns = _tried_round(seat, first, turns, desk, doubts)
        there = replace(desk, match=turns[0].world) if len(turns) == 1 else desk
        instead = [_read(seat, way, there, doubts) for way in others]
        lines += [*trial.lines, *(line for way in instead for line in _as_other_way(way.lines, seat))]
        made.append(Round(tuple(trial.planned), tuple(tuple(each.planned) for each in instead)))
        done.append(tuple(trial.actions))
        turns = tuple(Turn(world.behind(seat.name, trial.actions), own) for world, own in turns)
    if any(line.outcome in readings.WRONG for line in lines) or not any(each.lines for each in made):
        return Tried(tuple(map(_not_kept, lines)))
    return Tried(tuple(lines), tuple(made), tuple(done))


def _tried_round(
    seat: SeatAtTable, typed: Sequence[Typed], turns: tuple[Turn, ...], desk: OrderContext, doubts: Doubts
) -> tuple[_Trial, tuple[Turn, ...]]:
    """Try a round where the next turn begins, or at the first question outside of turns that it answers."""
    found: list[tuple[_Trial, tuple[Turn, ...]]] = []
    for _ in range(MOST_QUESTIONS):
        turns = next_turns(turns, seat.name)
        trial = _tried_alike(seat, typed, turns, desk, doubts)
        found.append((trial, turns))
        if not turns or not trial.answers_another:
            break
    return next((each for each in found[1:] if each[0].actions and _is_outside(each[1])), found[0])


def _tried_alike(
    seat: SeatAtTable, typed: Sequence[Typed], turns: Sequence[Turn], desk: OrderContext, doubts: Doubts
) -> _Trial:
    """Try lines in some worlds: what comes to the same in all of them, or cannot be read in any; else they are read."""
    trials = [_Trial(seat, replace(desk, match=turn.world), doubts, blind=False) for turn in turns]
    for each in trials:
        each.try_all(typed)
    if not _agree(trials):
        for each in trials:
            each.lines = list(map(_without_advice, each.lines))
    if _agree(trials) or _all_wrong(trials):
        return trials[0]
    return _read(seat, typed, desk, doubts)


def _read(seat: SeatAtTable, typed: Sequence[Typed], desk: OrderContext, doubts: Doubts) -> _Trial:
    """Read lines that are not tried, for it is not known what they will come to."""
    trial = _Trial(seat, desk, doubts, blind=True)
    if typed and reading.goes_on(typed):
        trial.lines = [LineRead(each.number, each.text, OrderOutcome.PLANNED) for each in typed]
    else:
        trial.try_all(typed)
    return trial


def _agree(trials: Sequence[_Trial]) -> bool:
    """Return whether lines have come to the same in all worlds, of which there are some."""
    return bool(trials) and all(trial.came_to == trials[0].came_to for trial in trials)


def _without_advice(line: LineRead) -> LineRead:
    """Return a line without what would be right instead, and what that depends on."""
    if line.problem is None:
        return line
    return replace(line, problem=replace(line.problem, nearest=(), codes=(), facts=()))


def _all_wrong(trials: Sequence[_Trial]) -> bool:
    """Return whether the same lines are wrong in all worlds."""
    wrong = [[line for line in trial.lines if line.outcome in readings.WRONG] for trial in trials]
    return bool(wrong and wrong[0]) and all(each == wrong[0] for each in wrong)


def _is_outside(turns: Sequence[Turn]) -> bool:
    """Return whether what is asked there belongs to no turn."""
    return bool(turns) and turns[0].world.game.own_round(turns[0].world.position) is None


def _as_other_way(lines: Sequence[LineRead], seat: SeatAtTable) -> Iterator[LineRead]:
    """Yield the lines of another way, the first with what leads to it."""
    for line in lines[:1]:
        yield replace(line, original=f"{held_orders.way_lead(language(seat.language))}{line.original}")
    yield from lines[1:]


def _not_kept(line: LineRead) -> LineRead:
    """Return a line of a plan of which nothing is kept."""
    planned = line.outcome is OrderOutcome.PLANNED
    return replace(line, outcome=OrderOutcome.UNTRIED, problem=None) if planned else line


class _Trial:
    """The lines of one round, tried where its turn is imagined to begin; `blind`: that cannot be imagined."""

    def __init__(self, seat: SeatAtTable, desk: OrderContext, doubts: Doubts, *, blind: bool) -> None:
        self.lines: list[LineRead] = []
        self.planned: list[Planned] = []
        self.actions: list[Action] = []
        self.answers_another = False
        """The first line that counts answers another question than the one that is asked."""
        self._seat, self._desk, self._doubts, self._blind = seat, desk, doubts, blind

    @property
    def came_to(self) -> Any:
        """What the lines have come to."""
        return self.lines, self.planned, self.actions, self.answers_another

    def try_all(self, typed: Sequence[Typed]) -> None:
        """Try the lines that count, and read the others, in the order in which they would be carried out."""
        counting = [n for n, each in enumerate(typed) if self._counts(each)]
        left = [n for n in range(len(typed)) if n not in counting]
        rows = self._rows([typed[n].text for n in counting])
        self.answers_another = reading.answers_another(rows)
        for row in rows:
            at = counting[row.line - 1]
            while left and left[0] < at:
                self._leave(typed[left.pop(0)])
            self._take(row, typed[at])
        for at in left:
            self._leave(typed[at])

    def _counts(self, line: Typed) -> bool:
        """Return whether a line counts here; not if its condition is not one of the game."""
        try:
            return reading.counts(line, self._desk.match, self._seat.name, self._seat.language)
        except Rejected as why:
            told = why.text(language(self._seat.language))
            self.lines.append(LineRead(line.number, line.condition, OrderOutcome.UNREADABLE, detail=told))
            return False

    def _rows(self, texts: Sequence[str]) -> Sequence[OrderResult]:
        return try_out(self._desk, [f"check {texts[0]}", *texts[1:]], doubts=self._doubts).rows if texts else ()

    def _take(self, row: OrderResult, typed: Typed) -> None:
        read = self._read(row, typed)
        if read.outcome is not OrderOutcome.PLANNED:
            return
        price = ""
        if row.action is not None and row.status == "legal":
            price = readings.price_of(self._desk.match, self._seat, self.actions, row.action)
            self.actions.append(row.action)
        self._plan(row, typed, price)

    def _leave(self, typed: Typed) -> None:
        """Read a line that does not count here: only whether it can be read is told."""
        for row in self._rows([typed.text]):
            if self._read(row, typed, judged=False).outcome is OrderOutcome.PLANNED:
                self._plan(row, typed)

    def _plan(self, row: OrderResult, typed: Typed, price: str = "") -> None:
        """Keep an order in words where it was understood; with its choices, as it was typed."""
        said = row.said if row.status == "legal" and not choices_of(row.text) else ""
        self.planned.append(Planned(said or row.text, price, typed.condition, typed.otherwise))

    def _read(self, row: OrderResult, typed: Typed, *, judged: bool = True) -> LineRead:
        """Note how a line was read: planned if it can be read, whatever the rules say of it as things stand."""
        text = (
            f"{held_orders.lead(typed.condition, language(self._seat.language), otherwise=typed.otherwise)}{row.text}"
        )
        read = replace(readings.line_read(row), number=typed.number, original=text)
        if self._may_count(row) or read.outcome not in (
            OrderOutcome.UNREADABLE,
            OrderOutcome.AMBIGUOUS,
            OrderOutcome.LATE,
            OrderOutcome.IGNORED,
        ):
            problem = read.problem if judged and not self._blind and row.status != "ignored" else None
            read = replace(read, outcome=OrderOutcome.PLANNED, problem=problem)
        self.lines.append(read)
        return read

    def _may_count(self, row: OrderResult) -> bool:
        """Return whether an order that is left out here may count where its turn comes."""
        if row.status != "ignored":
            return False
        return row.problem.why == "not_needed" if row.problem is not None else self._blind and bool(row.said)
