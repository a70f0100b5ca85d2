"""Order the pieces of a mail as they are taken, and find those that others make idle."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from adjudicator.orders.options.answers import AnswerIndex
from adjudicator.orders.options.drafts import DraftLine
from adjudicator.orders.options.pieces import Idle, OrderItem, Piece, Short, Wrong
from adjudicator.orders.options.rows import OrderContext
from adjudicator.orders.text import tokenize
from adjudicator.orders.vocabulary.phrasebook import Phrasebook
from adjudicator.orders.vocabulary.refusals import Place, Problem

Pieces = Sequence[tuple[DraftLine, Piece]]


def arranged_pieces(
    desk: OrderContext, pieces: Pieces, answers: AnswerIndex, is_offer: Callable[[OrderItem], bool]
) -> list[tuple[DraftLine, Piece]]:
    """Return the pieces in the order they are taken. `is_offer` tells which ones wait only for signatures."""
    first = next((at for at, (_, piece) in enumerate(pieces) if isinstance(piece, OrderItem)), 0)
    replaced = first if desk.seat in desk.match.sealed else 0
    found = [(line, _idle_if_regret(piece) if at < replaced else piece) for at, (line, piece) in enumerate(pieces)]
    named = any(isinstance(piece, Short) for _, piece in found)
    if any(isinstance(piece, OrderItem) and _closes(piece, desk.book) for _, piece in found):
        found = [(line, _idle_if_finished(piece)) for line, piece in found]
        found = found if named else _with_end_last(desk, found, answers, is_offer)
    return _in_order(found, desk.book) if named else found


def _in_order(pieces: Pieces, book: Phrasebook) -> list[tuple[DraftLine, Piece]]:
    """Sort a message with short names as one set: orders that open something first, the end of the round last."""

    def rank(each: tuple[DraftLine, Piece]) -> int:
        line, piece = each
        if not isinstance(piece, OrderItem) or isinstance(piece, Short) or line.source == "waiting":
            return 1
        return 0 if book.opens(piece.reading.action) else 2 if book.may_close(piece.reading.action) else 1

    return sorted(pieces, key=rank)


def _with_end_last(
    desk: OrderContext, pieces: Pieces, answers: AnswerIndex, is_offer: Callable[[OrderItem], bool]
) -> list[tuple[DraftLine, Piece]]:
    """Ask when the round is to end if a message in words ends it before other orders."""
    new = {at: piece for at, (line, piece) in enumerate(pieces) if line.source == "mail"}
    units = {at: piece for at, piece in new.items() if type(piece) is OrderItem}
    ends = {at for at, unit in units.items() if _closes(unit, desk.book)}
    follows = desk.book.unsaid  # what would follow the end by itself may be written behind it
    acts = [at for at, unit in units.items() if at not in ends and unit.reading.action not in follows]
    acts = [at for at in acts if not is_offer(units[at])]
    acts += [at for at, piece in new.items() if isinstance(piece, Wrong) and _may_order(piece, answers)]
    last = max(acts, default=-1)
    return [
        (line, _too_soon(units[at], desk) if at in ends and at < last else piece)
        for at, (line, piece) in enumerate(pieces)
    ]


def _may_order(piece: Wrong, answers: AnswerIndex) -> bool:
    return piece.problem.why not in ("finished", "question")


def _too_soon(unit: OrderItem, desk: OrderContext) -> Wrong:
    end, first = desk.book.say(unit.reading.typed(), desk.language), tokenize(unit.text)[0]
    return Wrong(unit.text, Problem("unreadable", "not_last", Place(first.typed, first.column), nearest=(end,)))


def _closes(unit: OrderItem, book: Phrasebook) -> bool:
    return not isinstance(unit, Short) and book.may_close(unit.reading.action)


def _idle_if_regret(piece: Piece) -> Piece:
    """Ignore `changed my mind: 17c` over a sealed answer: the order replaces it, nothing need be taken back."""
    return Idle(piece.text) if isinstance(piece, Wrong) and piece.problem.why == "regret" else piece


def _idle_if_finished(piece: Piece) -> Piece:
    """Ask nothing about a round that is finished by its own word: `That's all, end`."""
    return Idle(piece.text) if isinstance(piece, Wrong) and piece.problem.why == "finished" else piece
