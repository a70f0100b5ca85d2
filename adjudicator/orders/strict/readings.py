"""The lines of one mail, read: each once for every place in which it is tried, however many worlds a dry run needs.

What was read is kept with the answers that the lines are compared with, so that all who read a mail have it in common.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from adjudicator.kernel.actions import Action
from adjudicator.orders.options.answers import AnswerIndex
from adjudicator.orders.options.drafts import DraftLine
from adjudicator.orders.options.pieces import Piece
from adjudicator.orders.strict.lines import LineReader
from adjudicator.orders.text import NO_DOUBTS, Doubts
from adjudicator.orders.vocabulary.phrases import Legal

_PLACES = 8
"""The number of places whose readings are kept: a run meets them in the same order as the one before it."""


class Readings:
    """The meanings of lines by what is legal where they are tried: the same words may mean something else elsewhere."""

    def __init__(
        self, answers: AnswerIndex, told: Callable[[DraftLine], Sequence[Piece] | None] = lambda line: None
    ) -> None:
        """Prepare to read lines. `told` returns what a line was understood to say that is no order as it stands."""
        self.answers = answers
        self.told = told

    def read(
        self, text: str, legal: Sequence[Action], *, late: bool, brief: bool, doubts: Doubts = NO_DOUBTS
    ) -> Sequence[Piece]:
        """Return the orders of a line where this is legal; `late`, `brief` and `doubts` as for a `LineReader`."""
        return self.at(legal).read(text, doubts, late=late, brief=brief)

    def at(self, legal: Sequence[Action]) -> _Place:
        """Return the place where this is legal, with its readers of lines."""
        places = self.answers.places
        place = next((each for each in places if each.legal is legal or each.legal == legal), None)
        if not isinstance(place, _Place):
            place = _Place(self.answers, legal)
            places[:] = [*places[1 - _PLACES :], place]
        return place


class _Place:
    def __init__(self, answers: AnswerIndex, legal: Sequence[Action]) -> None:
        self.legal = legal
        context = Legal(legal)
        self.readers = {late: LineReader(answers, context, late=late) for late in (False, True)}
        self._known: dict[tuple[object, ...], Sequence[Piece]] = {}

    def read(self, text: str, doubts: Doubts, *, late: bool, brief: bool) -> Sequence[Piece]:
        key = (text, late, brief, *doubts.items())
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = tuple(self.readers[late].read(text, doubts, brief=brief))
        return known
