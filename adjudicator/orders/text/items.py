"""Find lists in one line: `a) flag Savoy b) flag Sardinia`, «1. Савойя 2. Сардиния», `2 flags: Savoy, Sardinia`.

Their marks and counts are not codes.

>>> without_marks("a) flag Savoy, b) flag Sardinia; c) end"), without_marks("My orders: (1) Savoy (2) Sardinia")
('flag Savoy; flag Sardinia; end', 'My orders; Savoy; Sardinia')
>>> without_marks("I take a) and b)"), without_marks("flag Savoy (a fine place) b)")
('I take a) and b)', 'flag Savoy (a fine place) b)')
>>> without_count("2 flags: Savoy, Sardinia"), without_count("two discards: Tax Reform and Salon")
('flags: Savoy, Sardinia', 'discards: Tax Reform and Salon')
>>> without_count("3 flags: Savoy, Sardinia"), without_count("2 a: Savoy, Sardinia")
('3 flags: Savoy, Sardinia', '2 a: Savoy, Sardinia')
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from adjudicator.orders.text import clean, normalize_word
from adjudicator.orders.text.common import common_words

_BRACKETS = re.compile(r"(?:^|(?<=[\s;,.:]))\(?(\d{1,2}|[a-zа-я])\)\s+(?=\w)", re.IGNORECASE)
_DOTS = re.compile(r"(?:^|(?<=[\s;,.:]))(\d{1,2})\.\s+(?=\w)")
"""The mark in front of an item."""
_ALPHABETS = ("abcdefghijkl", "абвгдежзиклм")
_JOINS = frozenset(("and", "и", "&", "+"))
"""Words between marks that are answers; they are no marks."""
_COUNTED = re.compile(r"\s*(\d|[^\W\d_]+)\s+([^\W\d_]{4,})\s*:\s*(?=\w)")
_SIGNS = re.compile(r"[,;]")
_LIST = re.compile(r"[,;]|\s(?:and|и|&|\+)\s", re.IGNORECASE)
"""Between the things of a list; some have an `and` in their names."""
_CHOICE = re.compile(r"\b(?:or|either|или|либо)\b", re.IGNORECASE)


def without_marks(line: str) -> str:
    """Return the line with signs between the items of its list, or the same line if it has no list."""
    plain = clean(line)
    if _CHOICE.search(plain):
        return line  # one of the items is meant, and nobody knows which
    for mark in (_BRACKETS, _DOTS):
        found = list(mark.finditer(plain))
        if len(found) < 2 or not _counts([each[1].casefold() for each in found]):
            continue
        ends = [each.start() for each in found[1:]] + [len(plain)]
        items = [plain[each.end() : end].strip(" ,;.") for each, end in zip(found, ends, strict=True)]
        begun = mark is _BRACKETS or found[0][1] == "1"
        if begun and all(item and item.casefold() not in _JOINS for item in items):
            before = plain[: found[0].start()].strip(" ,;.:")
            return "; ".join([before, *items] if before else items)
    return line


def without_count(line: str) -> str:
    """Return the line without the number of things in the list after a colon, if the list has that many."""
    plain = clean(line)
    found = _COUNTED.match(plain)
    if found is None or _CHOICE.search(plain):
        return line
    count = common_words().numbers.get(normalize_word(found[1]), int(found[1]) if found[1].isdecimal() else 0)
    listed = plain[found.end() :]
    by_signs = [item for item in _SIGNS.split(listed) if item.strip()]
    whole = [item for item in _LIST.split(listed) if item.strip()]
    return plain[found.start(2) :] if count > 1 and count in (len(by_signs), len(whole)) else line


def _counts(marks: Sequence[str]) -> bool:
    """Return whether they are numbers, or letters of one alphabet, each behind the one before it."""
    for alphabet in _ALPHABETS:
        if all(mark in alphabet for mark in marks):
            return all(alphabet.index(then) == alphabet.index(mark) + 1 for mark, then in pairwise(marks))
    return all(map(str.isdecimal, marks)) and all(int(then) == int(mark) + 1 for mark, then in pairwise(marks))
