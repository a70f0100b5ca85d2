"""Explain an order that was not asked for: it answers again what is answered, or it comes too early."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.orders.execution.trial import Trial
from adjudicator.orders.options.pieces import OrderItem
from adjudicator.orders.options.rows import OrderContext, OrderResult
from adjudicator.orders.vocabulary.refusals import Problem


def said_better(
    rows: Sequence[OrderResult], unit: OrderItem, problem: Problem, desk: OrderContext, trial: Trial
) -> Problem:
    """Say of an order that is not what is asked that the mail has answered it already, or that it comes too early."""
    given = [row for row in rows if row.action is not None and row.status in ("done", "ready")]
    same = [row for row in given if row.question == unit.question and type(row.action) is unit.reading.action]
    if same and unit.question is not None:
        return two_answers(same[-1], unit, desk)
    if given or trial.question is None:
        return problem
    before, never = trial.answers_before(unit)
    if not before:
        return never or problem
    lines = tuple(f"{code} {unit.text}" for code, _ in before)
    # After the mark of a comment, so that the whole line can be copied.
    words = tuple(f"// {desk.book.say(answer, desk.language)}" for _, answer in before)
    return Problem("illegal", "too_early", None, (), words, lines, trial.number, problem.rule)


def two_answers(given: OrderResult, unit: OrderItem, desk: OrderContext) -> Problem:
    """Return the problem of two answers: nobody chooses for the player."""
    rows = [given.said, *_said(unit, desk)]
    codes = [given.text if given.question is not None else "", unit.text if unit.question is not None else ""]
    return Problem("ambiguous", "two_answers", None, (), tuple(rows), tuple(codes[: len(rows)]), unit.question)


def _said(unit: OrderItem, desk: OrderContext) -> list[str]:
    """Return the order in words; empty if something that is needed to say it is missing."""
    try:
        return [desk.book.say(unit.reading.typed(), desk.language)]
    except (TypeError, LookupError):
        return []
