"""A mail of which one thing is left open: that is asked, and each choice is named with a line that holds the whole
mail, the orders that stand and the one that is chosen.

Nothing is done until it is answered.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from adjudicator.orders.drafts import Line
from adjudicator.orders.leftovers import leaves_out, says_all, says_nothing
from adjudicator.orders.outcomes import Outcome, checked
from adjudicator.orders.refusals import LEAVE_OPEN
from adjudicator.orders.rows import Desk, Row
from adjudicator.orders.sayings import Reading

_MOST = 5
"""Choices that are named with a line each."""
_FEWEST = 2
"""Where fewer of them stand with the rest, each is asked alone: a single one would be named as if it were meant."""


def with_choices(desk: Desk, new: Sequence[Line], outcome: Outcome) -> Outcome:
    """The outcome with a line for each choice, where all of a mail but one of its orders stands."""
    if outcome.actions or outcome.waiting or outcome.yes:
        return outcome
    orders: list[str] = []
    open_ = at = -1
    for number, row in enumerate(outcome.rows):
        codes = _choices(row)
        why = row.problem.why if row.problem is not None else ""
        if row.status in ("ready", "unjudged"):
            orders.append(_typed(desk, row))
        elif len(codes) > 1 and open_ < 0 and why in LEAVE_OPEN:
            open_, at = number, len(orders)
            orders.append("")
        elif len(codes) == 1 and (why == "on_credit" or says_all(row.text, desk.answers(), codes[0])):
            orders += [] if codes[0] in orders else codes
        elif row.status == "refused" and not says_nothing(row.text, desk.answers()):
            return outcome
    if open_ < 0 or len(orders) == 1:
        return outcome
    problem = outcome.rows[open_].problem
    assert problem is not None
    whole = {
        said: line
        for said, code in list(zip(problem.nearest, problem.codes, strict=True))[:_MOST]
        if (line := _line(desk, new, [*orders[:at], code, *orders[at + 1 :]]))
    }
    if len(whole) < _FEWEST:
        return outcome
    row = replace(outcome.rows[open_], problem=replace(problem, nearest=tuple(whole), codes=tuple(whole.values())))
    return replace(outcome, rows=(*outcome.rows[:open_], row, *outcome.rows[open_ + 1 :]))


def _choices(row: Row) -> tuple[str, ...]:
    """What may be meant by a line that was not understood, or what it takes on credit, as it is typed."""
    problem = row.problem
    if row.status != "refused" or problem is None or problem.reason == "illegal" or not all(problem.codes):
        return ()
    return problem.codes if len(problem.codes) == len(problem.nearest) else ()


def _typed(desk: Desk, row: Row) -> str:
    """How an order is written in a line with others: with its code, unless it takes credit or what is no answer now."""
    newest, action = desk.answers().newest, row.action
    if newest is None or action is None or desk.book.on_credit(action):
        return row.text
    return newest.code_of(Reading.of(action), desk.book) or row.text


def _line(desk: Desk, new: Sequence[Line], orders: Sequence[str]) -> str:
    """These orders in one line; "" where they are not legal together, or leave out something of the mail."""
    line = (", " if any(" " in text for text in orders) else " ").join(orders)
    rows = checked(desk, [Line(new[0].number, line)])
    if any(row.status != "legal" for row in rows):
        return ""
    acts = [row.action for row in rows if row.action is not None]
    return "" if leaves_out([each.text for each in new], acts, line, desk.answers()) else line
