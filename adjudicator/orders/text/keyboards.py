"""Lines that were typed with the keyboard set to the other alphabet: `akfu yf ybfufhe` for «флаг на Ниагару».

>>> retyped("akfu yf ybfufhe", {normalize_word("флаг"), normalize_word("ниагару")}.__contains__, cyrillic=True)
'флаг на ниагару'
>>> retyped("flag Savoy", {"flag"}.__contains__, cyrillic=True)
'flag Savoy'
"""

from __future__ import annotations

import re
from collections.abc import Callable

from adjudicator.components.russian import is_word
from adjudicator.orders.text import normalize_word

_LATIN = "qwertyuiop[]asdfghjkl;'zxcvbnm,./`QWERTYUIOP{}ASDFGHJKL:\"ZXCVBNM<>?~"
_CYRILLIC = "йцукенгшщзхъфывапролджэячсмитьбю.ёЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮ,Ё"
_TO_CYRILLIC = str.maketrans(_LATIN, _CYRILLIC)
_TO_LATIN = str.maketrans(_CYRILLIC, _LATIN)
_WORD = re.compile(r"[^\W\d_]+")
_LEAST = 3
"""Letters of a word that tells on which keyboard it was typed."""


def retyped(line: str, known: Callable[[str], bool], *, cyrillic: bool) -> str:
    """Return the line as it reads on the keyboard of its writer, who types Cyrillic letters or Latin ones.

    Return the same line if a word is `known` as it is typed, or would not be known on the other keyboard.
    """
    typed = _told(line)
    if not typed or any(letter.isascii() != cyrillic for word in typed for letter in word):
        return line
    if any(known(word) or is_word(word) for word in typed):
        return line
    other = line.translate(_TO_CYRILLIC if cyrillic else _TO_LATIN)
    meant = _told(other)
    orders = any(map(known, meant))
    return other if orders and all(known(word) or (cyrillic and is_word(word)) for word in meant) else line


def _told(line: str) -> list[str]:
    return [normalize_word(word) for word in _WORD.findall(line) if len(word) >= _LEAST]
