"""A mail's lines with those written anew that are one order to their writer and several here (`compounds`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from adjudicator.kernel.sandbox import Sandbox
from adjudicator.orders.compounds import Way
from adjudicator.orders.doubt import in_doubt
from adjudicator.orders.drafts import Line
from adjudicator.orders.outcomes import outcome_of, with_left
from adjudicator.orders.phrases import Legal
from adjudicator.orders.refusals import LEAVE_OPEN, Misread
from adjudicator.orders.rows import Desk, Row
from adjudicator.orders.spoken import agrees, disagrees, finishes
from adjudicator.orders.text import order_part, words

_MOST = 12
"""Lines of a mail in which they are looked for."""


def taken_apart(desk: Desk, new: Sequence[Line]) -> list[Line]:
    """The lines, some as the orders that they are, where every one of these can be read."""
    told: list[Line] = []
    anew: set[int] = set()
    for line in new:
        orders = _orders(desk, line, told) if len(new) <= _MOST else ()
        anew |= {line.number} if orders else set()
        told += [replace(line, text=text) for text in orders] or [line]
    read = anew and all(_is_read(row) for row in with_left(outcome_of(desk, told, (), ())).rows if row.line in anew)
    return told if read else list(new)


def _orders(desk: Desk, line: Line, before: Sequence[Line]) -> Sequence[str]:
    """The orders that a line is behind these lines; none where it stays as it is."""
    plain = order_part(line.text)
    if desk.book.synonyms is None or line.doubts or in_doubt(plain, words(plain)):
        return ()
    if agrees(plain) or disagrees(plain) or finishes(words(plain)):  # about what waits, or about all
        return ()
    orders: list[str] = []
    for ways in desk.book.synonyms.compounds.of(plain, lambda clause: desk.book.begins(words(clause), desk.language)):
        found = next(_told(desk, ways, [*before, *(replace(line, text=text) for text in orders)]), ())
        if not found:
            return ()
        orders += found
    return () if orders and _is_order(desk, plain) else orders


def _is_order(desk: Desk, plain: str) -> bool:
    """Whether a line is an order in the book's own words."""
    legal = Legal([*desk.match.options(desk.seat), *desk.match.anytime(desk.seat)])
    try:
        said = desk.book.say(desk.book.parse(plain, desk.language, legal), desk.language)
    except Misread:
        return False
    return [word.folded for word in words(said)] == [word.folded for word in words(plain)]


def _told(desk: Desk, ways: Sequence[Way], before: Sequence[Line]) -> Iterator[Sequence[str]]:
    """The orders of each way that holds behind these lines."""
    question = _behind(desk, before).question(desk.seat)
    kind, context = ("", {}) if question is None else (question.kind, question.context)
    about = dict(_facts(desk, context))
    for way in ways:
        orders = way.lines(about) if way.holds(kind, context) else ()
        told = [*before, *(Line(0, text) for text in orders)]
        if orders and not (way.sure and outcome_of(desk, told, (), ()).refused):
            yield orders


class _Thing(NamedTuple):
    """A thing, formatted as its name, by its kind and a case."""

    desk: Desk
    id: str

    def __format__(self, said: str) -> str:
        kind, _, case = said.partition(" ")
        return self.desk.book.book.printed(kind, self.id, self.desk.language, case)


def _facts(desk: Desk, context: Mapping[str, Any]) -> Iterator[tuple[str, _Thing]]:
    """The things that a question is about, one of a kind."""
    for key, value in context.items():
        ids = value if isinstance(value, list | tuple) else (value,)
        if len(ids) == 1 and isinstance(ids[0], str):
            yield key, _Thing(desk, ids[0])


def _behind(desk: Desk, lines: Sequence[Line]) -> Sandbox:
    """The match as some lines leave it, as far as nothing is drawn."""
    return desk.match.behind(desk.seat, outcome_of(desk, lines, (), ()).actions if lines else ())


def _is_read(row: Row) -> bool:
    return row.problem is None or row.problem.reason == "illegal" or row.problem.why in LEAVE_OPEN
