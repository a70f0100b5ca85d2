"""The lines of a moderator who is asked for an effect by hand: operations on the position, all of them or none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import to_builtins

from adjudicator.kernel.actions import MODERATOR, Action, Nothing, Resolve
from adjudicator.kernel.errors import Refusal
from adjudicator.kernel.match_queries import ReadOnlyMatch
from adjudicator.orders.moderation.operations import Ground, Labels
from adjudicator.orders.options.codes import code_like
from adjudicator.orders.options.drafts import DraftLine
from adjudicator.orders.options.pieces import OrderItem, Wrong
from adjudicator.orders.options.rows import OrderContext, OrderResult
from adjudicator.orders.strict.lines import LineReader
from adjudicator.orders.text import tokenize
from adjudicator.orders.vocabulary.document_places import put, with_empty_values
from adjudicator.orders.vocabulary.phrases import Legal
from adjudicator.orders.vocabulary.refusals import Fact, Misread, Problem


def answers_question(desk: OrderContext) -> bool:
    """Return whether the lines answer a moderator's question for an effect by hand."""
    return desk.seat == MODERATOR and desk.match.by_hand


def ground_of(match: ReadOnlyMatch, fields: Labels, *, public: bool) -> Ground:
    """Return what lines change: the whole position; where the moderator plays too (`public`) what all may know."""
    naming = match.game.part("names") if "names" in match.game.parts else None
    schema, document = match.game.document_schema(), match.document()
    if public:
        openly = match.game.form.visible_state(match.state)(frozenset())
        seen = with_empty_values({**document, "state": to_builtins(openly)}, schema)
        return Ground(_common(with_empty_values(document, schema), seen), naming, fields, schema)
    return Ground(with_empty_values(document, schema), naming, fields, schema)


def carry_out(
    desk: OrderContext, lines: Sequence[DraftLine], *, dry: bool
) -> tuple[tuple[OrderResult, ...], tuple[Action, ...]]:
    """Return the result of each line, and the action that they make together; no action if any has a mistake."""
    ground = ground_of(desk.match, desk.fields, public=desk.public)
    rows, changes, empty = list[OrderResult](), dict[str, Any](), False
    reader = LineReader(desk.answers(), Legal(desk.match.options(MODERATOR)), late=False)
    for line in lines:
        try:
            if _is_nothing(reader, line):
                empty = True
                rows.append(OrderResult(line.number, line.text, "done", said=desk.book.say(Nothing(), desk.language)))
            else:
                operation = ground.read(line.text, desk.language)
                ground.change(operation)
                changes = put(changes, operation.changes)
                rows.append(OrderResult(line.number, line.text, "done", said=ground.told(operation, desk.language)))
        except Misread as misread:
            rows.append(OrderResult(line.number, line.text, "refused", problem=misread.problem))
    if empty and len(rows) > 1:
        rows = [_wrong(row, Problem("ambiguous", "two_answers")) for row in rows]
    action = Nothing() if empty else Resolve(changes)
    rows = _judged(desk, rows, action)
    if any(row.problem is not None for row in rows):
        return tuple(row if row.problem else _undone(row) for row in rows), ()
    if dry:
        return tuple(OrderResult(row.line, row.text, "legal", said=row.said) for row in rows), ()
    return tuple(rows), (action,)


def _judged(desk: OrderContext, rows: Sequence[OrderResult], action: Action) -> list[OrderResult]:
    """Return the rows, the last one refused if the position would be impossible."""
    if not rows or any(row.problem is not None for row in rows):
        return list(rows)
    try:
        desk.match.check(MODERATOR, action)
    except Refusal as refusal:
        hidden = desk.public and refusal.code == "bad_correction"
        told = () if hidden else refusal.facts.get("problems", ())
        assert isinstance(told, list | tuple)
        facts = (Fact("problems", tuple(map(str, told)) or ("-",)),)
        problem = Problem("illegal", "rules", rule=refusal.rule or None, code=refusal.code, facts=facts)
        return [*rows[:-1], _wrong(rows[-1], problem)]
    return list(rows)


def _is_nothing(reader: LineReader, line: DraftLine) -> bool:
    """Return whether a line says that nothing happens, by its code or in words.

    Raises Misread for a code that is none.
    """
    pieces = reader.read(line.text, line.doubts)
    if pieces and all(isinstance(piece, OrderItem) and piece.reading.action is Nothing for piece in pieces):
        return True
    first = tokenize(line.text)[0].folded
    typed = code_like(first)
    wrong = next((piece for piece in pieces if isinstance(piece, Wrong)), None)
    if wrong is not None and typed is not None and typed.number is not None:
        raise Misread(wrong.problem)
    return False


def _wrong(row: OrderResult, problem: Problem) -> OrderResult:
    return OrderResult(row.line, row.text, "refused", said=row.said, problem=problem)


def _undone(row: OrderResult) -> OrderResult:
    return OrderResult(row.line, row.text, "unjudged", said=row.said)


def _common(document: dict[str, Any], view: dict[str, Any]) -> dict[str, Any]:
    """Return the part of a document that a view shows unchanged."""
    found: dict[str, Any] = {}
    for key, value in document.items():
        if isinstance(value, dict) and isinstance(view.get(key), dict):
            found[key] = _common(value, view[key])
        elif key in view and view[key] == value:
            found[key] = value
    return found
