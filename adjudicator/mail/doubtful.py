"""Words in doubt: short ones and such with digits, of which a letter may be another than the writer saw.

A code is such a word, and its letters are all that it says; long words are told from others by the rest of them.
"""

import re
from collections.abc import Iterable

from adjudicator.mail.charset import other_readings
from adjudicator.mail.model import ReplyLine

_WORD = re.compile(r"[^\W_]+")
_SHORT, _LONGEST_CODE = 2, 10
_TURNED = "\u202e"
"""Signs behind it are shown from right to left (UAX #9): `a6` is seen as 6a."""
_MOST = 500
"""Words; no mail of a person has more of them."""


def doubtful_words(lines: Iterable[ReplyLine], charset: str) -> dict[str, tuple[str, ...]]:
    """Return the words in doubt, with the other ways to read them.

    `charset`: the doubtful one that they were read by, or empty where it is sure.
    """
    found: dict[str, tuple[str, ...]] = {}
    for line in lines:
        turned = _TURNED in line.original
        if len(found) >= _MOST or not (turned or (charset and not line.text.isascii())):
            continue
        for word in _short_words(line.text):
            if turned:
                found[word] = (word[::-1],)
            elif not word.isascii():
                found[word] = other_readings(word, charset)
    return found


def _short_words(line: str) -> Iterable[str]:
    words = (match[0] for match in _WORD.finditer(line))
    return (
        word for word in words if len(word) <= _SHORT or (len(word) <= _LONGEST_CODE and any(map(str.isdigit, word)))
    )
