"""One thing of one order, named by its name and by its short name: `remove the flag of Antigua K54` is about Antigua
once, and never an order with its name and another one with its short name.

What stands twice is left out before anything else is read. Two orders may be about one thing (`buy Tax Reform, play
P12`): then each has a verb of its own. Who writes a short name twice means it twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from adjudicator.components.russian import lemmas
from adjudicator.components.short_names import canonical
from adjudicator.orders.likely import PREPOSITIONS
from adjudicator.orders.matching import FILLERS
from adjudicator.orders.phrasebook import Phrasebook
from adjudicator.orders.shelves import Id
from adjudicator.orders.text import Word, clean, order_part, words

_BESIDE = re.compile(r"[\s()\[\]/=:.'\"-]*")
"""What may stand between two names of a thing that are one."""
_EMPTY = re.compile(r"[(\[]\s*[)\]]")
_SIGNS = re.compile(r"(?<=[,;:])(?:\s*[,;:.])+|\s+(?=[,;:])|\s(?:\.\s*)+(?=\s|$)")
_SPACES = re.compile(r"\s+")
_BETWEEN = FILLERS | PREPOSITIONS
_JOINS = frozenset(("and", "then", "и", "потом", "затем"))
_LEAST = 3
"""Letters of a word that is a part of a name."""
_MOST = 60
"""Words of a line that is looked at."""

Thing = tuple[str, Id]


class _Mention(Struct, frozen=True):
    """Words that name things: a short name, or a name. `whole`: they name one alone, whatever stands beside them."""

    start: int
    end: int
    things: frozenset[Thing]
    short: bool
    whole: bool = True


def said_once(text: str, book: Phrasebook, language: str) -> str:
    """The line with each thing named once by each order; the same line where nothing is named twice."""
    plain = clean(order_part(text))
    given = words(plain)
    if len(given) > _MOST:
        return text
    shorts = list(_short_mentions(given, book, language))
    if not shorts:
        return text
    left_out = _Reader(plain, given, shorts, book, language).left_out()
    return _without(plain, given, left_out) if left_out else text


def _short_mentions(given: Sequence[Word], book: Phrasebook, language: str) -> Iterator[_Mention]:
    at = 0
    while at < len(given):
        tile = book.opener(given[at:])
        things = book.opening(given[at : at + tile], language) if tile else ()
        if canonical(given[at].folded):
            things = things or book.book.by_short(given[at].folded)
        if things:
            yield _Mention(at, at + max(1, tile), frozenset(things), short=True)
        at += max(1, tile)


class _Reader:
    """One line in which something has its short name."""

    def __init__(
        self, plain: str, given: Sequence[Word], shorts: Sequence[_Mention], book: Phrasebook, language: str
    ) -> None:
        self._plain = plain
        self._given = given
        self._shorts = shorts
        self._book = book
        self._language = language
        self._taken = {at for each in shorts for at in range(each.start, each.end)}
        self._names = [*self._whole_names()]
        self._taken |= {at for each in self._names for at in range(each.start, each.end)}

    def left_out(self) -> list[_Mention]:
        """What says once more what stands beside it, or elsewhere in the same order."""
        found: list[_Mention] = []
        alone = list(self._shorts)
        for name in [*self._names, *filter(None, map(self._part_beside, self._shorts))]:
            beside = [each for each in alone if self._are_beside(each, name) and not self._has_own(each, name)]
            same = beside or [each for each in alone if self._are_of_one_order(each, name)][:1]
            alone = [each for each in alone if each not in same]
            found += self._repeats(name, same)
        for name in self._names:  # what is named a third time
            if more := [each for each in alone if self._are_of_one_order(each, name)]:
                return found + more if self._begins_order(name) else []
        return found

    def _has_own(self, short: _Mention, name: _Mention) -> bool:
        """Whether another name stands behind a short name: `K54 Antigua K54 Antigua`."""
        return name.start < short.start and any(
            each.start == short.end and each.things & short.things for each in self._names
        )

    def _repeats(self, name: _Mention, shorts: Sequence[_Mention]) -> Sequence[_Mention]:
        """What of a name and the short names of one order is left out."""
        if not shorts:
            return ()
        if self._are_beside(shorts[0], name):
            return shorts if self._begins_order(name) and name.whole else (name, *shorts[1:])
        first, second = sorted((shorts[0], name), key=lambda each: each.start)
        return (first if self._verbs_between(first, second) else second,)

    # names ------------------------------------------------------------------------------------------

    def _whole_names(self) -> Iterator[_Mention]:
        """The longest whole names in the line, of things that have their short name in it too."""
        wanted = frozenset(thing for each in self._shorts for thing in each.things)
        at = 0
        while at < len(self._given):
            found, length = self._longest(at)
            if found & wanted:
                yield _Mention(at, at + length, found & wanted, short=False)
            at += max(1, length if found else 1)

    def _longest(self, at: int) -> tuple[frozenset[Thing], int]:
        """What the longest whole name is that begins here, of whatever kind."""
        book = self._book.book
        folded = [word.folded for word in self._given[at:]]
        if at in self._taken:
            return frozenset(), 1
        for length in range(min(book.longest, len(folded)), 0, -1):
            typed = tuple(folded[:length])
            if self._taken.isdisjoint(range(at, at + length)) and (things := self._named(typed)):
                return things, length
        return frozenset(), 1

    def _named(self, typed: tuple[str, ...]) -> frozenset[Thing]:
        return frozenset(self._book.book.called(typed, self._language))

    def _part_beside(self, short: _Mention) -> _Mention | None:
        """Words of its name, perhaps shortened, right beside a short name: `Spain E53`."""
        own = {word for thing in short.things for word in self._book.book.words_of(*thing)[0]}
        own |= {lemma for word in own for lemma in lemmas(word)}
        start, end = short.start, short.end
        while start > 0 and self._is_part(start - 1, own) and self._is_bare(start - 1, start):
            start -= 1
        while end < len(self._given) and self._is_part(end, own) and self._is_bare(end - 1, end):
            end += 1
        first, last = (start, short.start) if start < short.start else (short.end, end)
        return _Mention(first, last, short.things, short=False, whole=False) if first < last else None

    def _is_part(self, at: int, own: set[str]) -> bool:
        word = self._given[at].folded
        verb = word in self._book.verb_words and not self._given[at].typed[0].isupper()  # `Spain E53`
        if at in self._taken or verb or word in _BETWEEN or len(word) < _LEAST:
            return False
        return any(each.startswith(word) for each in own) or not lemmas(word).isdisjoint(own)

    # orders -----------------------------------------------------------------------------------------

    def _are_beside(self, one: _Mention, other: _Mention) -> bool:
        if not one.things & other.things:
            return False
        first, second = sorted((one, other), key=lambda each: each.start)
        articles = all(word.folded in FILLERS - _JOINS for word in self._given[first.end : second.start])
        steps = range(first.end - 1, second.start)
        return articles and all(self._is_bare(at, at + 1) for at in steps)

    def _is_bare(self, at: int, then: int) -> bool:
        """Whether nothing parts two words."""
        first, second = self._given[at], self._given[then]
        between = self._plain[first.column - 1 + len(first.typed) : second.column - 1]
        return _BESIDE.fullmatch(between) is not None

    def _are_of_one_order(self, one: _Mention, other: _Mention) -> bool:
        """Whether no two verbs stand in the clauses of both and between them."""
        if not one.things & other.things:
            return False
        first, second = sorted((one, other), key=lambda each: each.start)
        start = max((at for at in self._clauses if at <= first.start), default=0)
        end = min((at for at in self._clauses if at >= second.end), default=len(self._given))
        return self._verbs_in(start, end) < 2

    @property
    def _clauses(self) -> list[int]:
        """Where clauses begin."""
        return [
            at for at, word in enumerate(self._given) if word.broken or (at and self._given[at - 1].folded in _JOINS)
        ]

    def _begins_order(self, mention: _Mention) -> bool:
        """Whether a verb stands in the clause of a name, before it."""
        return self._verbs_in(max((at for at in self._clauses if at <= mention.start), default=0), mention.start) > 0

    def _verbs_between(self, first: _Mention, second: _Mention) -> bool:
        return self._verbs_in(first.end, second.start) > 0

    def _verbs_in(self, start: int, end: int) -> int:
        """How many verbs stand there; `remove a flag` and `build: squadron` are one."""
        verbal = [at for at in range(start, end) if self._is_verbal(at)]
        return sum(not self._is_one_verb(one, then) for one, then in pairwise(verbal)) + bool(verbal)

    def _is_one_verb(self, at: int, then: int) -> bool:
        return all(word.folded in _BETWEEN for word in self._given[at + 1 : then])

    def _is_verbal(self, at: int) -> bool:
        word = self._given[at].folded
        if at in self._taken or word in _BETWEEN or word in self._book.closers():
            return False
        return word in self._book.verb_words or not lemmas(word).isdisjoint(self._book.verb_lemmas)


def _without(plain: str, given: Sequence[Word], left_out: Sequence[_Mention]) -> str:
    cuts = sorted(_span(plain, given, each) for each in left_out)
    kept = [plain[end:start] for (_, end), (start, _) in pairwise([(0, 0), *cuts, (len(plain), 0)])]
    told = _SIGNS.sub("", _EMPTY.sub(" ", "".join(kept)))
    return _SPACES.sub(" ", told).strip(" ,:;=-")


def _span(plain: str, given: Sequence[Word], mention: _Mention) -> tuple[int, int]:
    """Where words begin and end, with the bracket that ends what they have begun."""
    last = given[mention.end - 1]
    start, end = given[mention.start].column - 1, last.column - 1 + len(last.typed)
    open_ = plain.count("(", start, end) > plain.count(")", start, end)
    return start, end + (open_ and plain[end : end + 1] == ")")
