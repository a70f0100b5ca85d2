"""What somebody or something is called beside the name of a place: `the King of France`, `the Burgundian lands`,
«герцог Милана» are, to orders, France, Burgundy and Milan.

A title is left out where it stands right beside a whole name and is no part of one (`Duke of Milan` may be a card).
"""

from __future__ import annotations

from collections.abc import Sequence, Set

from adjudicator.components.russian import lemmas
from adjudicator.orders.phrasebook import Phrasebook
from adjudicator.orders.text import Word, clean, order_part, words

BEHIND = "~"
"""What marks a title that stands only behind a name: `the Hungarian border`."""


def untitled(text: str, book: Phrasebook, language: str) -> str:
    """The line without titles beside names; the same line where there are none."""
    titles = frozenset[str]() if book.synonyms is None else book.synonyms.titles
    plain = clean(order_part(text)) if titles else ""
    given = words(plain)
    at = [n for n, word in enumerate(given) if _is_one(word, titles) or _is_one(word, titles, BEHIND)]
    if not at:
        return text
    reader = _Reader(given, book, language, titles)
    left_out = {place for title in at for place in reader.left_out(title)}
    if not left_out:
        return text
    kept, end = [], 0
    for place in sorted(left_out):
        kept.append(plain[end : given[place].column - 1].rstrip(" "))
        end = given[place].column - 1 + len(given[place].typed)
    return "".join((*kept, plain[end:])).strip()


class _Reader:
    def __init__(self, given: Sequence[Word], book: Phrasebook, language: str, titles: Set[str]) -> None:
        self._given = given
        self._book = book.book
        self._language = language
        self._titles = titles

    def left_out(self, title: int) -> Sequence[int]:
        """The title and what joins it to a name behind it; the title alone behind a name; nothing elsewhere."""
        given = self._given
        joined = [title]
        while len(joined) < 3 and joined[-1] + 1 < len(given) and given[joined[-1] + 1].folded in ("of", "the"):
            joined.append(joined[-1] + 1)
        start = joined[-1] + 1
        joins = any(given[place].folded == "of" for place in joined) or not given[title].folded.isascii()
        is_joined = joins and _is_one(given[title], self._titles)
        if is_joined and start < len(given) and not any(given[n].broken for n in (*joined[1:], start)):
            for end in range(min(len(given), start + self._book.longest), start, -1):
                if self._is_name(start, end):
                    return () if self._is_name(title, end) else joined
        if title and not given[title].broken:
            for start in range(max(0, title - self._book.longest), title):
                if self._is_name(start, title):
                    return () if self._is_name(start, title + 1) else [title]
        return ()

    def _is_name(self, start: int, end: int) -> bool:
        typed = tuple(word.folded for word in self._given[start:end])
        return bool(self._book.called(typed, self._language))


def _is_one(word: Word, titles: Set[str], mark: str = "") -> bool:
    return any(mark + form in titles for form in lemmas(word.folded))
