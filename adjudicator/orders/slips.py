"""Words that are a slip of the finger away from one word of the orders: `Calicat`, `Diplomtic`, «Каликкут».

>>> slips = Slips(("flag", "calicut", "diplomatic", "каликут"))
>>> slips.mended("flag M. Calicut")
'flag Calicut'
>>> slips.mended("falg Calicat, Diplomtic 4; Каликкут; flat")
'flag calicut, diplomatic 4; каликут; flat'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from functools import lru_cache

from rapidfuzz import process
from rapidfuzz.distance import OSA

from adjudicator.components.russian import is_word, lemmas
from adjudicator.orders.text import Word, clean, fold, words

_INITIAL = re.compile(r"\b([^\W\d_]{1,2})\.\s?(?=[^\W\d_]{3})")
"""A name that is not written out, in front of one that is: `M. Banks`, «Дж. Ло»."""
_LETTERS = re.compile(r"[^\W\d_]+")
_LEAST, _LONG, _FAR = 4, 5, 8
"""Letters of a word of which two are swapped, of one with another slip, and of one with two."""
_MOST = 8
"""Unknown words of a line: one that has more of them is no order with slips."""
_SEVERAL = 8
_ALONE = 7
"""Letters of a misspelt word that says enough by itself."""


class Slips:
    """Mends the words of lines by those that are known."""

    def __init__(self, known: Collection[str]) -> None:
        """`known`: the folded words of orders and names, and of what stands around them."""
        self._known = frozenset(known)
        self._right = sorted(word for word in self._known if len(word) >= _LEAST and _LETTERS.fullmatch(word))
        self._near = lru_cache(maxsize=1024)(self._nearest)

    def mended(self, line: str) -> str:
        """The line with misspelt words as they are spelt, folded, and without initials in front of names; the same line
        where nothing is to be mended.
        """
        plain = _INITIAL.sub(self._without_initial, clean(line))
        given = words(plain)
        right = self._mends(given)
        parts, end = [], 0
        for word in given:
            start = word.column - 1
            parts += [plain[end:start], right.get(word.folded, word.typed)]
            end = start + len(word.typed)
        return "".join((*parts, plain[end:]))

    def _without_initial(self, found: re.Match[str]) -> str:
        known = not found[1][0].isupper() or (len(found[1]) > 1 and fold(found[1]) in self._known)
        return found[0] if known else ""

    def says_enough(self, given: Sequence[Word], is_idle: Callable[[Word], bool]) -> bool:
        """Whether words of a mail may be mended and acted upon: a short one alone may be a word of its own.
        `is_idle`: whether a word means nothing by itself.
        """
        surely = any(word.folded in self._known and not is_idle(word) for word in given)
        return surely or all(len(word) >= _ALONE for word in self._mends(given))

    def _mends(self, given: Sequence[Word]) -> dict[str, str]:
        """What is misspelt, with what is meant."""
        strange = dict.fromkeys(
            word.folded
            for word in given
            if len(word.folded) >= _LEAST and word.folded not in self._known and _LETTERS.fullmatch(word.folded)
        )
        if not 0 < len(strange) <= _MOST:
            return {}
        return {word: right for word in strange if (right := self._near(word))}

    def _nearest(self, word: str) -> str:
        """The one known word, in any form, that is meant; "" where there is none, or the word is one itself."""
        if is_word(word):
            return ""
        most = 2 if len(word) >= _FAR else 1
        found = process.extract(word, self._right, scorer=OSA.distance, score_cutoff=most, limit=_SEVERAL)
        near = [(_rank(word, own, int(far)), own) for own, far, _ in found if _may_be(word, own, int(far))]
        best = [own for rank, own in near if rank == min(near)[0]]
        forms = set.intersection(*({*lemmas(own)} for own in best)) if best else set()
        return best[0] if forms else ""


def _may_be(word: str, own: str, far: int) -> bool:
    """Whether the letters are enough to believe in so many slips."""
    least = min(len(word), len(own))
    if far > 1:
        return least >= _FAR
    same = word[0] == own[0]
    return least >= _LONG or (far == 1 and (_is_swapped(word, own) or (same and max(len(word), len(own)) >= _LONG)))


def _rank(word: str, own: str, far: int) -> tuple[int, bool, bool]:
    return far, not _is_swapped(word, own), word[0] != own[0]


def _is_swapped(word: str, own: str) -> bool:
    return sorted(word) == sorted(own)
