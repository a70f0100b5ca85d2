"""Work out what lines lead to: carried out on a copy of the match, or only tried."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import zip_longest

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.actions import MODERATOR, Action
from adjudicator.kernel.log import Entry
from adjudicator.kernel.sandbox import Sandbox, consistent_matches, revealing
from adjudicator.orders.execution.running import Run
from adjudicator.orders.execution.trial import Refused, Trial
from adjudicator.orders.options.corrections import Dropped
from adjudicator.orders.options.drafts import DraftLine, KeptLine, waiting_lines
from adjudicator.orders.options.pieces import Piece
from adjudicator.orders.options.rows import OrderContext, OrderResult
from adjudicator.orders.strict.readings import Readings


class Paused(Struct, frozen=True):
    """A mail whose first orders draw something: what is left of it is tried when that has really happened.

    `beside` is a draft that stays unless the mail answers the whole question, `dropped` are lines of a draft that are
    no more, `below` are rows of lines behind the orders.
    """

    desk: OrderContext
    run: Run
    beside: tuple[KeptLine, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    below: tuple[OrderResult, ...] = ()


class MailOutcome(Struct, frozen=True):
    """The outcome of a mail. `actions` are to be applied in order; `draft` and `waiting` to be stored as they are.

    Where it is `paused`, the last of the actions draws: the caller applies them and goes on (`sets.go_on`).

    If `waiting` is not empty and the seat is asked something after the actions were applied, the caller comes again
    with the waiting lines and no new ones. A deadline that ends somebody's round ends their waiting lines too: the
    caller drops them.
    """

    rows: tuple[OrderResult, ...]
    actions: tuple[Action, ...] = ()
    draft: tuple[KeptLine, ...] = ()
    waiting: tuple[KeptLine, ...] = ()
    check: bool = False
    answered: bool = False
    """The question that was open has its whole answer."""
    yes: tuple[OrderResult, ...] = ()
    """What `yes` would do with the draft, tried; empty: it would do nothing."""
    forgotten: bool = False
    """The draft is dropped because its writer said so."""
    dropped: tuple[Dropped, ...] = ()
    """The lines of the draft that are neither in the rows nor kept."""
    paused: Paused | None = None

    @property
    def refused(self) -> tuple[OrderResult, ...]:
        """The rows with a mistake."""
        return tuple(row for row in self.rows if row.status == "refused")


Told = Callable[[DraftLine], Sequence[Piece] | None]
"""A function that returns what a line was understood to say, if it is no order as it stands; None for others."""


def _as_it_stands(line: DraftLine) -> None:
    return None


def outcome_of(
    desk: OrderContext,
    lines: Sequence[DraftLine],
    draft: Sequence[KeptLine],
    waiting: Sequence[KeptLine],
    told: Told = _as_it_stands,
) -> MailOutcome:
    """Return the outcome of lines for a draft. `draft` stays as it is unless the lines leave another one."""
    all_lines, readings = [*lines, *waiting_lines(waiting, lines)], Readings(desk.answers(), told)
    run = _run(desk, all_lines, readings)
    if run.failed and run.moved and desk.seat != MODERATOR:
        run = _without_secrets(desk, all_lines, run, readings)
    return _outcome(desk, run, draft)


def go_on(paused: Paused, match: Sandbox, entries: Sequence[Entry], told: Told = _as_it_stands) -> MailOutcome:
    """Try the rest of a mail where a match stands by now, after these entries of the log."""
    desk, before = replace(paused.desk, match=match), len(paused.run.rows)
    paused.run.go_on(match.copy(), entries, told)
    return _outcome(desk, paused.run, (), before)


def with_left(outcome: MailOutcome) -> MailOutcome:
    """Return the outcome of a mail that is only tried: lines behind a draw are read, and not judged."""
    if outcome.paused is None:
        return outcome
    run, before = outcome.paused.run, len(outcome.paused.run.rows)
    run.read_left()
    rows = (*outcome.rows, *map(_unjudged, run.rows[before:]), *outcome.paused.below)
    return replace(outcome, rows=rows, paused=None)


def _run(desk: OrderContext, lines: Sequence[DraftLine], readings: Readings, reveals: Sequence[int] = ()) -> Run:
    run = Run(desk, desk.match.copy(), readings, reveals, desk.start())
    run.take_all(lines)
    return run


def _outcome(desk: OrderContext, run: Run, draft: Sequence[KeptLine], before: int = 0) -> MailOutcome:
    """Return the outcome of a run, with the rows from this one on."""
    rows, actions = tuple(run.rows[before:]), tuple(run.actions)
    if run.paused:
        return MailOutcome(rows, actions, tuple(draft), tuple(run.waiting), paused=Paused(desk, run))
    return MailOutcome(rows, actions, tuple(run.draft) or tuple(draft), tuple(run.waiting), answered=run.answered)


def _without_secrets(desk: OrderContext, lines: Sequence[DraftLine], run: Run, readings: Readings) -> Run:
    """Return a run of which nothing is done, with rows that tell only what the seat may know.

    An action that reveals what the seat could not know is treated like one that draws.
    """
    tried = [n for n, row in enumerate(run.rows) if row.action is not None and row.problem is None and not row.signers]
    actions = [action for n in tried if (action := run.rows[n].action) is not None]
    place = revealing(desk.match, desk.seat, actions)
    return run if place is None else _run(desk, lines, readings, [tried[place]])


def dry_run(desk: OrderContext, lines: Sequence[DraftLine], told: Told = _as_it_stands) -> tuple[OrderResult, ...]:
    """Return the rows of a dry run up to the first stop, the same in every world that the seat may be in."""
    worlds, readings = [], Readings(desk.answers(), told)
    for match in consistent_matches(desk.match, desk.seat):
        run = Run(desk, match, readings)
        run.take_all(lines)
        run.read_left()
        worlds.append(run.rows)
    rows: list[OrderResult] = []
    judging = True
    for row, *others in zip_longest(*worlds):
        if row is None:
            break
        if row.unsaid and not judging:  # nobody wrote it, and nobody knows yet whether it comes
            continue
        same = all(other is not None and _certain_part(other) == _certain_part(row) for other in others)
        if judging and not same:
            row, same = _without_effect(row), _same_but_for_effects(row, others)
            rows.append(_as_legal(row) if same else _common(row, others))
            judging = False
            continue
        rows.append(_as_legal(row) if judging else _common(row, others))
        judging = judging and row.stop is None
    return tuple(rows)


def legal_throughout(desk: OrderContext, lines: Sequence[DraftLine]) -> bool:
    """Return whether `dry_run` would find every row legal: told without reading the lines again in every world."""
    first, *others = consistent_matches(desk.match, desk.seat)
    run = Run(desk, first, Readings(desk.answers()))
    run.take_all(lines)
    rows = [row for row in run.rows if not row.unsaid]
    if not rows or run.left or any(row.stop for row in rows[:-1]) or not all(map(_is_done, rows)):
        return False
    return all(_happens_in(Trial(match, desk), rows) for match in others)


def _is_done(row: OrderResult) -> bool:
    return row.action is not None and _as_legal(row).status == "legal"


def _happens_in(trial: Trial, rows: Sequence[OrderResult]) -> bool:
    """Return whether the same can be done in another world, and comes to the same but for the effects of the last."""
    for at, row in enumerate(rows, 1):
        assert row.action is not None
        try:
            if trial.judge(row.action) != row.signers:
                return False
            if row.signers:
                continue
            step = trial.perform(row.action)
        except Refused:
            return False
        if step.filed is not (row.status == "filed"):
            return False
        if at < len(rows) and (step.stop is not None or step.told != row.told):
            return False
    return True


def _certain_part(row: OrderResult) -> OrderResult:
    """Return what may be told of a row, without what it told at a draw: equal draws in all worlds are an accident."""
    return replace(row, told=()) if row.stop else row


def _without_effect(row: OrderResult) -> OrderResult:
    return replace(row, told=(), stop=None)


def _same_but_for_effects(row: OrderResult, others: Sequence[OrderResult | None]) -> bool:
    """Return whether hidden facts change only the effects of an order. The order is then legal in any case."""
    return all(other is not None and _without_effect(other) == _without_effect(row) for other in others)


def _as_legal(row: OrderResult) -> OrderResult:
    if row.status not in ("done", "filed", "offered", "ready"):
        return row
    return replace(row, status="legal", told=() if row.stop else row.told)


def _unjudged(row: OrderResult) -> OrderResult:
    """Return a row that tells nothing about its line, unless the line cannot be read at all."""
    if row.problem is not None and row.problem.reason == "unreadable" and row.action is None:
        return row
    return _unread(row)


def _common(row: OrderResult, others: Sequence[OrderResult | None]) -> OrderResult:
    """Return a row with only what is the same in all possible worlds."""
    if all(other is not None and _unjudged(other) == _unjudged(row) for other in others):
        return _unjudged(row)
    whys = {other.problem.why if other is not None and other.problem is not None else "" for other in (row, *others)}
    if row.problem is None or len(whys) > 1:
        return replace(_unread(row), said="")
    return _unjudged(replace(row, problem=replace(row.problem, nearest=(), codes=(), facts=())))


def _unread(row: OrderResult) -> OrderResult:
    """Return a row that tells nothing about its line but its words."""
    return OrderResult(row.line, row.text, "unjudged", row.source, row.said, row.question)
