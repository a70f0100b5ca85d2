"""Lines of tokens: short names, with a tile in figures, codes and an end among them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from adjudicator.components.short_names import canonical
from adjudicator.kernel.actions import Action
from adjudicator.orders.options.answers import AnswerIndex
from adjudicator.orders.options.codes import Offer, code_like
from adjudicator.orders.options.pieces import Piece, Short, Wrong
from adjudicator.orders.options.short_orders import SHORT, is_cut, is_meant, thing_name, unknown
from adjudicator.orders.text import Word
from adjudicator.orders.text import text_of as _text
from adjudicator.orders.text.common import common_words
from adjudicator.orders.vocabulary.refusals import Place, Problem
from adjudicator.orders.vocabulary.sayings import Reading


class Tokens:
    """Reads short names for one seat.

    `alone` reads one order in words or by its code, as typed; `offering` finds the open question that offers a code.
    """

    def __init__(
        self,
        answers: AnswerIndex,
        alone: Callable[[Sequence[Word], Sequence[Word]], Piece],
        offering: Callable[[str], Offer | None],
    ) -> None:
        self._book = answers.book
        self._language = answers.language
        self._offers = answers.offers
        self._alone = alone
        self._offering = offering

    def of(self, given: Sequence[Word]) -> list[Piece]:
        """Return the pieces of a line of short names, with a tile, codes and an end among them; else an empty list."""
        opened = any(self._book.opener(given[at:]) for at in range(len(given))) and len(given) > 1
        if not (opened or any(is_meant(word.folded) or self.is_cut_name(word) for word in given)):
            return []
        pieces: list[Piece] = []
        at, named = 0, opened
        while at < len(given):
            if named and self._is_figure(given, at):
                break
            piece, length = self._token(given, at, pieces)
            if not length:
                return []
            named = named or isinstance(piece, Short) or (isinstance(piece, Wrong) and piece.problem.kinds == (SHORT,))
            pieces += [piece] if piece is not None else []
            at += length
        return pieces if named else []

    def _is_figure(self, given: Sequence[Word], at: int) -> bool:
        """Return whether what a ready round shows of its worth is here, after its end.

        For example: `end  -1 Caribbean and Sugar`.
        """
        ended = any(
            " ".join(w.folded for w in given[at - n : at]) in self._book.closers() for n in (1, 2, 3) if at >= n
        )
        figure = given[at].folded.lstrip("+-").isdecimal()
        known = self._book.book.known_words | common_words().skipped
        return ended and figure and all(word.folded in known for word in given[at + 1 :])

    def in_figures(self, given: Sequence[Word]) -> list[Piece]:
        """Read a tile in figures, before orders in words."""
        return [self._alone([replace(given[0], folded="".join(word.folded for word in given))], given)]

    def _token(self, given: Sequence[Word], at: int, before: list[Piece]) -> tuple[Piece | None, int]:
        """Return the token at a word and how many words it has; 0 if there is no token."""
        word, last = given[at], before[-1] if before else None
        length = self._book.opener(given[at:])
        if length:
            return self.in_figures(given[at : at + length])[0], length
        if word.folded[0] == "+" and isinstance(last, Short):
            before[-1] = replace(last, text=f"{last.text} {word.typed}", paid=(*last.paid, word))
            return None, 1
        if word.folded[0] == "+" and isinstance(last, Wrong):
            before[-1] = replace(last, text=f"{last.text} {word.typed}")
            return None, 1
        if is_meant(word.folded) and not self.is_old_code(word):
            return self._named(word), 1
        if self.is_cut_name(word):
            return unknown(word), 1
        if word.folded in common_words().skipped:
            return None, 1
        typed = code_like(word.folded)
        if typed is not None and (typed.number is not None or is_meant(word.folded)):
            return self._alone([word], [word]), 1
        for length in (3, 2, 1):
            if " ".join(each.folded for each in given[at : at + length]) in self._book.closers():
                return self._alone(given[at : at + length], given[at : at + length]), length
        if (length := self._of_name(given, at, last)) or not isinstance(last, Short) or given[at].broken:
            return None, length
        other, length = self._book.book.short_at([each.folded for each in given[at:]], self._language)
        if not length or given[at - 1].typed != (last.place.typed if last.place else ""):
            return None, 0
        before.pop()
        return self._two_things(last, other, given[at : at + length]), length

    def _two_things(self, short: Short, other: str, name: Sequence[Word]) -> Wrong:
        """Refuse a short name that is followed by the name of something else: `E14 Denmark`."""
        typed = f"{short.text} {_text(name)}"
        named = (short.name, other)
        nearest = tuple(thing_name(self._book, each, self._language) for each in named)
        place = Place(typed, short.place.column if short.place else 1)
        return Wrong(typed, Problem("ambiguous", "two_things", place, nearest=nearest, codes=named))

    def _named(self, word: Word) -> Piece:
        """Return the thing of a short name; similar names are looked for where it is tried."""
        name = canonical(word.folded)
        if self._book.book.by_short(name):
            return Short(name, Reading(Action, {}), name=name, place=Place(word.typed, word.column))
        return unknown(word)

    def is_cut_name(self, word: Word) -> bool:
        """Return whether a word is a short name without one digit, and not a code, a part of a tile or a payment."""
        if not is_cut(word.folded) or (self._offers.open and not self._offers.open[-1].named):
            return False
        other = self._offering(word.folded) or self._book.may_open(word.folded)
        return not other and not self._book.is_payment(word.folded[0])

    def is_old_code(self, word: Word) -> bool:
        """Return whether a code without its number looks like a short name but is a code.

        It is one if there is no such name, or if the messages of the question showed codes instead.
        """
        typed = code_like(word.folded)
        offer = None if typed is None else self._offering(typed.code)
        return offer is not None and not (offer.named and self._book.book.by_short(word.folded))

    def _of_name(self, given: Sequence[Word], at: int, last: Piece | None) -> int:
        """Return how many words repeat the name of the thing whose short name stands before them: `E14 Sweden`."""
        if not isinstance(last, Short) or given[at - 1].typed != (last.place.typed if last.place else ""):
            return 0
        own = {
            word for kind, id in self._book.book.by_short(last.name) for word in self._book.book.words_of(kind, id)[0]
        }
        end = at
        while end < len(given) and given[end].folded in own:
            end += 1
        return end - at
