"""The gist of a letter: what it orders without the words that stand in no answer.

`flag the lovely Savoy` orders something in words of which some mean nothing here. Left out, the others may say it
whole. That is only proposed, and only where nothing that is left out could be an order itself, or turn one round: no
word of the game (a verb, a name, a figure) outside of an aside, no denial but of what is none of the game's, no doubt,
no question, and nothing in the place where a sentence has its verb. Then every word of the game must find its place in
what is left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from adjudicator.components.russian import bids, in_first_person, lemmas
from adjudicator.orders.around import is_code, is_small
from adjudicator.orders.asides import Asides
from adjudicator.orders.clauses import without_wishes
from adjudicator.orders.corrections import corrects
from adjudicator.orders.courtesy import courtesy, first_of
from adjudicator.orders.cover import Cover
from adjudicator.orders.phrasebook import Phrasebook
from adjudicator.orders.spoken import asks, clauses, doubtful, is_talk, text_of, turns_down
from adjudicator.orders.text import Word

_AT_ONCE = frozenset(
    ("now", "yet", "today", "this", "that", "it", "сейчас", "пока", "теперь", "это", "этого", "сегодня")
)
"""Words of a denial that may take back what is ordered: `not now`, `not this`."""


class Gist:
    """Finds the gist of mails. `chats` says of clauses whether they are about no order. A bare name or a code orders
    nothing where anything else stands beside it: `1a is a bad move`.
    """

    def __init__(self, book: Phrasebook, cover: Cover, chats: Callable[[Sequence[Word]], bool]) -> None:
        self._book = book
        self._cover = cover
        self._chats = chats

    def of(self, lines: Sequence[str]) -> list[str]:
        """The lines of a mail without what says nothing; none where nothing is to be left out, or something of that
        may say something.
        """
        asides = Asides(self._may_order, self._cover.begins)
        kept_lines = list(map(asides.without, lines))
        if any(map(asks, lines)) or corrects(kept_lines, self._cover.begins, self._may_order):
            return []
        told: list[str] = []
        less = kept_lines != list(lines)
        for line in kept_lines:
            plain, _ = without_wishes(line)
            parts = clauses(plain)
            kept = [self._kept(part) for part in parts]
            if any(part is None for part in kept):
                return []
            told.append(". ".join(text_of(part) for part in kept if part))
            less |= any(kept_ != part for kept_, part in zip(kept, parts, strict=True))
        return told if less else []

    def _kept(self, clause: Sequence[Word]) -> Sequence[Word] | None:
        """What of a clause is about orders; None where that cannot be told."""
        if is_talk(clause):
            return clause
        if self._denies_nothing(clause):
            return []
        if doubtful(clause) or any(turns_down(clause, at) for at in range(len(clause))):
            return None
        if any(word.folded in courtesy().telling for word in clause):
            return None
        if not any(map(self._may_order, clause)):
            return clause if self._chats(clause) else None  # whether a thing is only talked about is seen with it
        kept: list[Word] = []
        for part in joined(clause):
            rest = self._without_strange(part)
            if rest is None:
                return None
            kept += rest
        return kept

    def _denies_nothing(self, clause: Sequence[Word]) -> bool:
        """Whether a clause denies something that is none of the game's, and bids nothing: «они мне не нужны»."""
        denied = any(first_of(clause, at, courtesy().nots) for at in range(len(clause)))
        said = [word for word in clause if (word.folded,) not in courtesy().nots]
        spared = any(first_of(clause, at, courtesy().sparing) for at in range(len(clause)))
        if not denied or spared or doubtful(said) or any(map(self._may_order, said)):
            return False
        return self._chats(said) and not any(map(_may_bid, said)) and not any(w.folded in _AT_ONCE for w in said)

    def _without_strange(self, part: Sequence[Word]) -> Sequence[Word] | None:
        """A part of a clause without its words that mean nothing here; None where one may say what is done, or these
        are most of it.
        """
        said = [word for word in part if not is_small(word)]
        strange = [word for word in said if not self._may_order(word)]
        if not strange:
            return part
        known = len(said) - len(strange)
        first = said[0] in strange
        acts = any(map(self._cover.acts, said))
        states = any(word.folded in courtesy().stating for word in part)
        if first or len(strange) > known or states or not acts or any(map(is_code, said)):
            return None
        if self._loses_a_thing(said, strange):
            return None
        if any(map(_may_bid, strange)) or any(
            one.folded in courtesy().before_verbs and other in strange for one, other in pairwise(part)
        ):
            return None
        return [word for word in part if word not in strange]

    def _loses_a_thing(self, said: Sequence[Word], strange: Sequence[Word]) -> bool:
        """Whether a strange word stands where a verb has its thing, and no other: `flag Sweden flag coorpa end`."""
        closers = self._book.closers()
        for at in range(1, len(said)):
            verb = said[at - 1]
            if said[at] not in strange or verb.folded in closers or not self._cover.begins(said[at - 1 :]):
                continue
            if any((lemma,) in courtesy().themselves for lemma in {said[at].folded, *lemmas(said[at].folded)}):
                continue  # somebody, not a thing: «отдай им»
            behind = next((n for n in range(at + 1, len(said)) if said[n] not in strange), None)
            if behind is None or said[behind].folded in closers or self._cover.begins(said[behind:]):
                return True
        return False

    def _may_order(self, word: Word) -> bool:
        """Whether a word is one of the game, or has a place in an answer."""
        if is_small(word):
            return False
        named = not self._book.written.isdisjoint((word.folded, *lemmas(word.folded)))
        # A misspelt word of an order is none that says nothing.
        nearly = self._book.slips.mended(word.typed) != word.typed
        return named or nearly or any(map(str.isdecimal, word.folded)) or self._cover.may_fit(word)


def joined(clause: Sequence[Word]) -> Iterator[Sequence[Word]]:
    """The parts of a clause that words like `and` join; these stand at their beginnings."""
    start = 0
    for at in range(1, len(clause)):
        if (clause[at].folded,) in courtesy().links:
            yield clause[start:at]
            start = at
    yield clause[start:]


def _may_bid(word: Word) -> bool:
    """Whether a Russian word may tell what is to be done, or what one does."""
    return bids(word.folded) or word.folded in courtesy().staying or bool(in_first_person(word.folded))
