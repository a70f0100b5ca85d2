"""Normalise what a player typed, once and in one place, before anything reads it.

Phones, autocorrect and two alphabets turn one order into many spellings. `words` takes a line apart
into words that carry both forms: `folded` for looking up, `typed` for the answer.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache

from msgspec import Struct

_INVISIBLE = (0x00AD, 0x180E, 0xFEFF, *range(0x200B, 0x2010), *range(0x202A, 0x202F))
_ISOLATES = range(0x2060, 0x206A)
_SPACES = "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\t"
_QUOTES = "‘’‚‛′ʼ`´"
_DOUBLE_QUOTES = "“”„‟«»″"
_DASHES = "‐‑‒–—―−﹘﹣－"

_CLEAN: dict[int, str | None] = {
    **dict.fromkeys((*_INVISIBLE, *_ISOLATES)),
    **dict.fromkeys(map(ord, _SPACES), " "),
    **dict.fromkeys(map(ord, _QUOTES), "'"),
    **dict.fromkeys(map(ord, _DOUBLE_QUOTES), '"'),
    **dict.fromkeys(map(ord, _DASHES), "-"),
    ord("…"): "...",
    ord("＋"): "+",
}

# Letters that look the same in both alphabets; capitals agree more often than small letters.
_LATIN_LIKE = "ABCEHKMOPTXYaceopxykmt"
_CYRILLIC_LIKE = "АВСЕНКМОРТХУасеорхукмт"
_TO_CYRILLIC = str.maketrans(_LATIN_LIKE, _CYRILLIC_LIKE)
_TO_LATIN = str.maketrans(_CYRILLIC_LIKE, _LATIN_LIKE)
_LETTERS_APART = {
    "ё": "е", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "ð": "d", "þ": "th", "ı": "i", "đ": "d", "ħ": "h", "ŧ": "t",
}  # fmt: skip

_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]")
_CYRILLIC = re.compile(r"[\u0400-\u04ff]")
_MARKS = "\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
"""Signs that stand above, below or around the letter before them."""
_SIGN = rf"[^\W_][{_MARKS}]*"
_WORD = re.compile(
    rf"\+(?: [^\W\d_]{{1,2}}\d*(?![^\W_])|(?:{_SIGN})+)|(?<![^\s(,])-\d+(?![^\W_])|(?:{_SIGN})+(?:'(?:{_SIGN})+)*"
)
_AS_SEEN = re.compile(r"[+-]? ?[0-9A-Za-zА-Яа-яІі]*|[A-Za-zА-Яа-яІі']*")
"""Words whose letters are what they look like; whatever else is in one is folded away, or looks like something else."""
_GOES_ON = "then|next|and|or|but|if|so|yes|no|maybe|please|и|или|но|а|то|тогда|потом|затем|если|да|нет|может|пожалуйста"
_TIMES = re.compile(
    rf"(?<=\d )\?(?= (?!(?:{_GOES_ON})\b)(?:[a-zа-яё]|[^\W\d_][^?:,\d]{{0,40}} [A-Z]\d\d:))"
    rf"|(?:(?<= in \d )|(?<= at \d )|(?<= в \d )|(?<= на \d ))\?(?= (?!(?i:{_GOES_ON})\b)[^\W\d_])"
)
"""`2 × salt`, `in 4 × Antwerp`, or `Paris A72 → Rouen A73:`, as mail programs without such a sign send it.

It asks nothing; before a word with which a sentence goes on it does.
"""
LOST = "?"
"""The sign in a folded word for letters that a mail program could not write: it names nothing, and is asked back."""
_LETTER = rf"(?:{_SIGN}|\ufffd|(?<=[^\W_])\?+(?=[^\W_?])|(?<![^\s(,])\?+(?=[^\W_?]))"
_DAMAGED_WORD = re.compile(
    _WORD.pattern.removesuffix(rf"(?:{_SIGN})+(?:'(?:{_SIGN})+)*") + rf"{_LETTER}+(?:'{_LETTER}+)*"
)
_BREAK = re.compile(r"[,;:()|]|\s-+>?\s")
_NUMBERED = "step|item|action|шаг|пункт|действие"
_COUNTED = (
    "first|second|third|fourth|fifth|firstly|secondly|thirdly|finally|lastly|next|then|"
    "первое|второе|третье|четвертое|четвёртое|сначала|затем|потом|далее|наконец|во-первых|во-вторых|в-третьих"
)
_LIST_MARK = re.compile(
    r"\s*(?:[-*•·→]\s+|\d{1,2}[.)]\s+|"
    rf"(?:[a-zа-я]\)|\(\d{{1,2}}\)|\d{{1,2}}(?::| -)|(?:{_NUMBERED}) \d{{1,2}}[:.)]|(?:{_COUNTED}):)"
    r"\s+(?=[^\W\d_]{3}))+",
    re.IGNORECASE,
)
"""The mark in front of the items of a list. Figures and letters that may be codes are marks only in front of words."""
_CODE = r"(?:\d{1,5}[^\W\d_]{1,2}\d{0,3}|[^\W\d_]\d\d)"
_COMMENT = re.compile(rf"(?:^|\s)(?:#(?!\d)|//(?!\s*{_CODE}(?:[\s,;/]+{_CODE})*\s*$)).*$")
"""A remark after a mark. Codes and nothing else are no remark: `1n // 1t`."""
_SHORT = 80
"""Lines of so many letters are taken apart once."""


class Word(Struct, frozen=True):
    """One word of a line.

    `folded` is what look-ups use, `typed` what the player wrote, `column` where it begins (from 1, as
    the eye counts: invisible characters take no room). `broken`: a comma, semicolon, colon, bracket, a dash between
    spaces or the line of a table stands before it, so that no name runs across. A word may begin with `+` (a payment)
    or, if it is a number, with `-`. `guessed`: its letters are not surely those that the player saw, because
    something was folded away (`6á`) or its bytes may be read in several ways; `others` are those ways.
    """

    folded: str
    typed: str
    column: int
    broken: bool = False
    guessed: bool = False
    others: tuple[str, ...] = ()


Doubts = Mapping[str, tuple[str, ...]]
"""Words of a mail, as they were typed, whose bytes may mean other letters, with the other readings."""
NO_DOUBTS: Doubts = {}


def clean(text: str) -> str:
    """Return the text with plain typography (NFC, spaces, quotes, dashes) and without invisible marks."""
    text = _TIMES.sub("×", text) if " ? " in text else text
    if text.isascii() and "\t" not in text and "`" not in text:
        return text
    return unicodedata.normalize("NFC", text).translate(_CLEAN)


def normalize_word(word: str) -> str:
    """Return one word as look-ups see it: no case, accents, apostrophes, ё, nor letters of the other alphabet."""
    if word.isascii():
        return word.lower().replace("'", "")
    return _fold_letters(word)


@lru_cache(maxsize=8192)
def _fold_letters(word: str) -> str:
    plain = one_alphabet(word).casefold()
    return "".join(map(_without_accent, plain)).replace("'", "")


def _without_accent(letter: str) -> str:
    if letter in _LETTERS_APART:
        return _LETTERS_APART[letter]
    if letter.isascii() or "\u0400" <= letter <= "\u04ff":  # й is a letter, not an и with an accent
        return letter
    return "".join(mark for mark in unicodedata.normalize("NFD", letter) if not unicodedata.combining(mark))


def one_alphabet(word: str) -> str:
    """Return a word that mixes Latin and Cyrillic in the one alphabet that its other letters allow."""
    latin, cyrillic = _LATIN.findall(word), _CYRILLIC.findall(word)
    if not latin or not cyrillic:
        return word
    strange_latin = any(letter not in _LATIN_LIKE for letter in latin)
    strange_cyrillic = any(letter not in _CYRILLIC_LIKE for letter in cyrillic)
    if strange_latin and strange_cyrillic:
        return word
    to_cyrillic = strange_cyrillic or (not strange_latin and len(cyrillic) >= len(latin))
    return word.translate(_TO_CYRILLIC if to_cyrillic else _TO_LATIN)


def other_alphabet(word: str) -> str | None:
    """Return what looks the same in the other alphabet (`сор` and `cop`), or None if a letter has no twin there."""
    for table, letters in ((_TO_CYRILLIC, _LATIN_LIKE), (_TO_LATIN, _CYRILLIC_LIKE)):
        if all(letter in letters or not letter.isalpha() for letter in word):
            return word.translate(table).casefold()
    return None


SENTENCE = re.compile(r"[^.!?]+(?:[.!?]+(?!\s|$)[^.!?]*)*[.!?]*")
"""A sentence with what stands in front of it; a point inside of a number or a name ends none."""


def folded(name: str) -> str:
    """Return a name of some words as names are compared.

    >>> folded("  The  Drapers’ Guild ")
    'the drapers guild'
    """
    return " ".join(word.folded for word in tokenize(name))


def order_part(line: str) -> str:
    """Return the line without list marks (`1.`, `-`, `*`) at its start and without a `# comment` at its end."""
    plain = _COMMENT.sub("", clean(line))
    mark = _LIST_MARK.match(plain)
    return plain[mark.end() :].strip() if mark else plain.strip()


def tokenize(line: str, doubts: Doubts = NO_DOUBTS) -> list[Word]:
    """Take a line apart. Hyphens, slashes and dots separate words; apostrophes do not.

    >>> [word.folded for word in tokenize("Flag Savoy +d2, d'Estrées; «Дания–Норвегия» №17b")]
    ['flag', 'savoy', '+d2', 'destrees', 'дания', 'норвегия', '17b']
    """
    if doubts or len(line) > _SHORT:
        return _words(line, doubts)
    return list(_words_of_short(line))


@lru_cache(maxsize=4096)
def _words_of_short(line: str) -> tuple[Word, ...]:
    """Return the words of a line; one mail's lines are looked at as commands, names, courtesies and orders."""
    return tuple(_words(line, NO_DOUBTS))


def _words(line: str, doubts: Doubts) -> list[Word]:
    plain = clean(line)
    found: list[Word] = []
    end = 0
    damaged = LOST in plain or "\ufffd" in plain
    certain = not doubts and plain.isascii() and "'" not in plain
    for match in (_DAMAGED_WORD if damaged else _WORD).finditer(plain):
        start = match.start()
        typed = match.group()
        broken = start - end > 0 and _BREAK.search(plain, end, start) is not None
        folded = (
            normalize_word(typed.replace(" ", "")) if typed[0] == "+" else normalize_word(typed.replace("\ufffd", LOST))
        )
        if certain or ((others := doubts.get(typed.lstrip("+- "))) is None and _AS_SEEN.fullmatch(typed)):
            found.append(Word(folded, typed, start + 1, broken))
        else:
            lead = typed[: -len(typed.lstrip("+- "))]
            found.append(Word(folded, typed, start + 1, broken, True, tuple(lead + other for other in others or ())))
        end = match.end()
    return found


def text_of(given: Sequence[Word]) -> str:
    """Return words as a line."""
    text = ""
    for word in given:
        text += ("," if word.broken and text else "") + (" " if text else "") + word.typed
    return text
