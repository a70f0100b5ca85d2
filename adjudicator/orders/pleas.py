"""What interrupts an order and says nothing: a `please` between signs parts nothing where a verb goes on behind it
(`remove, please, the flag from Savoy`), and who says `and, uh,` takes nothing back.

Which words are one verb only the book of a game knows: «да, пожалуйста, флаг на Савойю» are two things.
"""

from __future__ import annotations

import re

from adjudicator.orders.courtesy import courtesy
from adjudicator.orders.matching import ARTICLES
from adjudicator.orders.phrasebook import Phrasebook
from adjudicator.orders.spoken import text_of
from adjudicator.orders.text import fold, words

_BETWEEN = re.compile(r"\s*,\s*([^\W\d_]+)\s*,\s*")
_SIGN = re.compile(r"[,;:.!?()]")
_HESITATION = re.compile(r"\b([^\W\d_]+)([\s,]+)([^\W\d_]+)\b[\s,.…]*")


def without_pleas(line: str, book: Phrasebook, language: str) -> str:
    """The line without each such word and its signs; the same line where there is none."""
    at = 0
    while found := _BETWEEN.search(line, at):
        before, behind = _SIGN.split(line[: found.start()])[-1], _SIGN.split(line[found.end() :])[0]
        if fold(found[1]) in courtesy().kindly and _goes_on(before, behind, book, language):
            line = f"{line[: found.start()]} {line[found.end() :]}"
            at = found.start()
        else:
            at = found.end(1)
    return line


def without_hesitation(line: str) -> str:
    """The line without `uh` behind a word with which it goes on, and without the signs around it."""
    at = 0
    while found := _HESITATION.search(line, at):
        if fold(found[1]) in courtesy().going_on and fold(found[3]) in courtesy().hesitating:
            line = f"{line[: found.end(1)]} {line[found.end() :]}"
            at = found.start(1)
        else:
            at = found.end(1)
    return line


def _goes_on(before: str, behind: str, book: Phrasebook, language: str) -> bool:
    """Whether a verb that begins before goes on behind, articles apart."""
    for left_out in (frozenset[str](), ARTICLES):
        alone, both = (
            words(book.respelt(text_of([word for word in words(text) if word.folded not in left_out]), language))
            for text in (before, f"{before} {behind}")
        )
        if any(at + book.begun(both[at:], language) > len(alone) for at in range(len(alone))):
            return True
    return False
