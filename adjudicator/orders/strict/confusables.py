"""Doubt about letters: words of which a single one decides, where it is not surely the one that the player saw.

A code, a short name, a figure or a payment means what its writer saw, or nothing. Where a letter of it would have to
be guessed, the line is read in every way that it may mean, and what comes of that is asked, never done. Longer words
are names and verbs: a guess that makes one is right.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice, product

from adjudicator.orders.options.pieces import OrderItem, Piece, Wrong
from adjudicator.orders.text import Word, normalize_word
from adjudicator.orders.text.common import common_words
from adjudicator.orders.vocabulary.refusals import Place, Problem

_SHORT = 2
"""Letters of a word that are all that tells it from others."""
_MOST = 12
"""Ways to read a line that are tried."""
_DIGITS = {**dict.fromkeys("oо", "0"), **dict.fromkeys("lіi", "1"), "з": "3", "б": "6"}
"""Folded letters that look like digits."""
_LONGEST = 10
"""Letters of a code."""


def ambiguous_words(line: str, given: Sequence[Word]) -> list[Word]:
    """Return the words of a line that cannot be used, because one of their letters is guessed and decides."""
    return [
        word
        for at, word in enumerate(given)
        if word.guessed and not _of_a_name(line, given, at) and _decides(given, at)
    ]


def ambiguous_word(line: str, word: Word, meant: Mapping[str, str] = {}) -> Wrong:
    """Refuse a line because of a word in it. `meant` is what could be typed instead, with its meaning."""
    place = Place(word.typed, word.column)
    return Wrong(line, Problem("ambiguous", "guessed", place, (), tuple(meant.values()), tuple(meant)))


def meanings(
    line: str, shaky: Sequence[Word], read: Callable[[str], list[Piece]], say: Callable[[OrderItem], str]
) -> dict[str, str]:
    """Return what a line may mean, by all ways to read its `shaky` words: what to type for it, and its words.

    `read` reads a line as if nothing in it were guessed.
    """
    found: dict[str, str] = {}
    for text in islice(_ways(line, shaky), _MOST):
        pieces = read(text)
        units = [piece for piece in pieces if isinstance(piece, OrderItem)]
        if units and len(units) == len(pieces):
            found.setdefault(" ".join(unit.text for unit in units), "; ".join(map(say, units)))
    return found


def like_digits(given: Sequence[Word]) -> list[Word]:
    """Return the words that are codes if some of their letters are digits (`l2a`, `AЗ`), with all possible codes."""
    found = []
    for word in (each for each in given if each.folded not in common_words().doubts):  # `if` is no `1f`
        others = tuple(dict.fromkeys(code for code in _in_figures(word.folded) if code != word.folded))
        if others:
            found.append(Word(word.folded, word.typed, word.column, word.broken, guessed=True, others=others))
    return found


def in_plain_letters(text: str) -> str:
    """Return a text in ordinary letters, without marks above, below or around them."""
    signs = (
        sign if sign in "йЙ" else unicodedata.normalize("NFKD", sign) for sign in unicodedata.normalize("NFKC", text)
    )
    return "".join(sign for sign in "".join(signs) if unicodedata.category(sign)[0] != "M")


def _in_figures(word: str) -> Iterator[str]:
    """Yield a word as a number, one or two letters and a number, with letters that look like digits read as digits."""
    if len(word) > _LONGEST:
        return
    for start, length in product(range(len(word)), (1, 2)):
        letters = word[start : start + length]
        figures = [_figures(word[:start]), _figures(word[start + length :])]
        if len(letters) == length and letters.isalpha() and all(part.isdecimal() for part in figures if part):
            yield f"{figures[0]}{letters}{figures[1]}"


def _figures(text: str) -> str:
    return "".join(_DIGITS.get(sign, sign) for sign in text)


def _of_a_name(line: str, given: Sequence[Word], at: int) -> bool:
    """Return whether a hyphen ties the word to a longer one before another. For example `Sitt-î Hatun`."""
    word, ties = given[at], line[: given[at].column - 1].endswith("-")
    return (
        ties
        and word.folded.isalpha()
        and len(given[at - 1].folded) > _SHORT
        and any(len(each.folded) > _SHORT and each.folded not in _small_words() for each in given[at + 1 : at + 2])
    )


def _decides(given: Sequence[Word], at: int) -> bool:
    """Return whether one letter of the word decides: short words, unless they only lead to a longer one after them."""
    word = given[at].folded.lstrip("+-")
    if any(sign.isdigit() for sign in word) or given[at].folded[0] == "+":
        return True
    if len(word) > _SHORT:
        return unicodedata.normalize("NFKC", word) != word
    behind = [each.folded for each in given[at + 1 :]]
    skipped = common_words().skipped
    return not (word in _small_words() and any(len(each) > _SHORT and each not in skipped for each in behind))


def _ways(line: str, shaky: Sequence[Word]) -> Iterator[str]:
    """Yield the line with each of these words in every way that it may be read."""
    for chosen in product(*(_readings(word) for word in shaky)):
        parts, end = [], 0
        for word, reading in zip(shaky, chosen, strict=True):
            parts += [line[end : word.column - 1], reading]
            end = word.column - 1 + len(word.typed)
        yield "".join([*parts, line[end:]])


def _readings(word: Word) -> tuple[str, ...]:
    """Return the readings of a word as written, and of its bytes, without look-alike letters."""
    texts = (in_plain_letters(text.replace(" ", "")) for text in (word.typed, *word.others))
    return tuple(dict.fromkeys(map(normalize_word, texts)))


def _small_words() -> frozenset[str]:
    return common_words().skipped | common_words().prepositions
