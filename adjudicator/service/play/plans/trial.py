"""Try a plan when it is sent, round by round, as if nobody else did anything until then."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from adjudicator.kernel.actions import Action
from adjudicator.kernel.foresight import next_turn, own_turn
from adjudicator.kernel.sandbox import Sandbox
from adjudicator.language import language
from adjudicator.orders.options.rows import Desk, Row
from adjudicator.orders.sets import try_out
from adjudicator.orders.text import NO_DOUBTS, Doubts
from adjudicator.orders.text.ranking import choices_of
from adjudicator.reports.model import Outcome
from adjudicator.service.campaign.matches import CampaignContext
from adjudicator.service.campaign.troubles import Rejected
from adjudicator.service.outbox.payloads import LineRead
from adjudicator.service.play import plan_lines, readings
from adjudicator.service.play.plan_lines import Block, Planned, Round, Typed
from adjudicator.store.campaigns import SeatAtTable

DeskAt = Callable[[Sandbox], Desk]
"""A function that returns what a seat's orders are read with where a sandbox stands."""


class Tried(NamedTuple):
    """How the lines of a plan were read, and its rounds; none if a line cannot be read, so that nothing is kept."""

    lines: tuple[LineRead, ...]
    rounds: tuple[Round, ...] = ()
    actions: tuple[tuple[Action, ...], ...] = ()
    """What each round would do, as far as it can be foreseen."""


def tried(
    table: CampaignContext,
    seat: SeatAtTable,
    block: Block,
    after: str,
    desk_at: DeskAt,
    doubts: Doubts = NO_DOUBTS,
) -> Tried:
    """Try the rounds of a plan one after the other, the first behind the turn `after`."""
    match: Sandbox | None = Sandbox.of(table.match, (seat.name,))
    lines: list[LineRead] = []
    made: list[Round] = []
    done: list[tuple[Action, ...]] = []
    for typed in block.rounds:
        world = None if match is None else next_turn(match, seat.name, after)
        if plan_lines.leaves_it_open(typed):
            lines += [LineRead(each.number, each.text, Outcome.PLANNED) for each in typed]
            made.append(Round())
            done.append(())
            match, after = world, "" if world is None else own_turn(world, seat.name)
            continue
        trial = _Trial(
            table, seat, desk_at(world or Sandbox.of(table.match, (seat.name,))), doubts, blind=world is None
        )
        trial.try_all(typed)
        lines += trial.lines
        made.append(Round(tuple(trial.planned)))
        done.append(tuple(trial.actions))
        match = world and world.behind(seat.name, trial.actions)
        after = "" if world is None else own_turn(world, seat.name)
    if any(each.outcome in readings.WRONG for each in lines) or not any(each.lines for each in made):
        return Tried(tuple(map(_not_kept, lines)))
    return Tried(tuple(lines), tuple(made), tuple(done))


def _not_kept(line: LineRead) -> LineRead:
    """Return a line of a plan of which nothing is kept."""
    planned = line.outcome is Outcome.PLANNED
    return msgspec.structs.replace(line, outcome=Outcome.UNTRIED, problem=None) if planned else line


class _Trial:
    """The lines of one round, tried where its turn is imagined to begin; `blind`: that cannot be imagined."""

    def __init__(self, table: CampaignContext, seat: SeatAtTable, desk: Desk, doubts: Doubts, *, blind: bool) -> None:
        self.lines: list[LineRead] = []
        self.planned: list[Planned] = []
        self.actions: list[Action] = []
        self._table, self._seat, self._desk, self._doubts, self._blind = table, seat, desk, doubts, blind

    def try_all(self, typed: Sequence[Typed]) -> None:
        """Try the lines that count, and read the others, in the order in which they would be carried out."""
        counting = [n for n, each in enumerate(typed) if self._counts(each)]
        left = [n for n in range(len(typed)) if n not in counting]
        for row in self._rows([typed[n].text for n in counting]):
            at = counting[row.line - 1]
            while left and left[0] < at:
                self._leave(typed[left.pop(0)])
            self._take(row, typed[at])
        for at in left:
            self._leave(typed[at])

    def _counts(self, line: Typed) -> bool:
        """Return whether a line counts here; not if its condition is not one of the game."""
        try:
            return plan_lines.counts(line, self._desk.match, self._seat.name, self._seat.language)
        except Rejected as why:
            told = why.text(language(self._seat.language))
            self.lines.append(LineRead(line.number, line.condition, Outcome.UNREADABLE, detail=told))
            return False

    def _rows(self, texts: Sequence[str]) -> Sequence[Row]:
        return try_out(self._desk, [f"check {texts[0]}", *texts[1:]], doubts=self._doubts).rows if texts else ()

    def _take(self, row: Row, typed: Typed) -> None:
        read = self._read(row, typed)
        if read.outcome is not Outcome.PLANNED:
            return
        price, said = "", ""
        if row.action is not None and row.status == "legal":
            price = readings.price_of(self._desk.match, self._seat, self.actions, row.action)
            said = "" if choices_of(row.text) else row.said
            self.actions.append(row.action)
        self.planned.append(Planned(said or row.text, price, typed.condition, typed.otherwise))

    def _leave(self, typed: Typed) -> None:
        """Read a line that does not count here: only whether it can be read is told."""
        for row in self._rows([typed.text]):
            self._read(row, typed, judged=False)
        self.planned.append(Planned(typed.text, "", typed.condition, typed.otherwise))

    def _read(self, row: Row, typed: Typed, *, judged: bool = True) -> LineRead:
        """Note how a line was read: planned if it can be read, whatever the rules say of it as things stand."""
        text = f"{plan_lines.lead(typed, language(self._seat.language))}{row.text}"
        read = msgspec.structs.replace(readings.line_read(row), number=typed.number, original=text)
        if read.outcome not in (Outcome.UNREADABLE, Outcome.AMBIGUOUS, Outcome.LATE, Outcome.IGNORED):
            problem = read.problem if judged and not self._blind else None
            read = msgspec.structs.replace(read, outcome=Outcome.PLANNED, problem=problem)
        self.lines.append(read)
        return read
