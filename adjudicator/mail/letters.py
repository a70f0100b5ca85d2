"""Blocks of a mail that are text for people: `press to …` and `diary:`, up to their end.

They are taken out before anything is looked for in the rest: a line of a letter is never an order, whatever it
looks like. A block goes on over empty lines and ends with `end press` (`конец письма`), with the first line of
another block, with a marker line that has a number (`ORDERS 12`, `FINISH 12`), or with the mail.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.mail.model import ReplyLine, SkipReason, TextBlock
from adjudicator.mail.patterns import Patterns
from adjudicator.mail.quote_stripping import ClassifiedLine

LONGEST = 20_000
"""Characters of one line of a letter that are kept: phones write a paragraph as one line."""
_NUMBERED = re.compile(r"\d\D{0,3}$")
_LIST_MARK = re.compile(r"^(?:[-*•·]\s+|\d{1,2}[.)]\s+)+")
_OWN = (None, SkipReason.GREETING, SkipReason.FAREWELL)


class Taken(Struct, frozen=True):
    """The letters of a text, and all its lines; those of letters do not count as anything else."""

    letters: tuple[TextBlock, ...]
    starts: tuple[int, ...]
    """At which of the lines each begins."""
    lines: list[ClassifiedLine]


def take_letters(lines: Sequence[ClassifiedLine], patterns: Patterns) -> Taken:
    """Take the letters out of classified lines."""
    letters: list[TextBlock] = []
    starts: list[int] = []
    rest = list(lines)
    open_at: int | None = None
    body: list[ReplyLine] = []

    def close(*, closed: bool) -> None:
        nonlocal open_at
        if open_at is not None:
            head = lines[open_at]
            letters.append(TextBlock(_opening(head.text), tuple(body), closed=closed))
            starts.append(open_at)
        open_at = None
        body.clear()

    for at, line in enumerate(lines):
        if line.why not in _OWN:
            continue
        opening = _opening(line.text)[:400]
        if open_at is not None and patterns.letter_closes.fullmatch(opening):
            close(closed=True)
            rest[at] = replace(line, why=SkipReason.LETTER)
        elif line.why is None and patterns.letter_opens.fullmatch(opening):
            close(closed=False)
            open_at = at
            rest[at] = replace(line, why=SkipReason.LETTER)
        elif open_at is not None and _is_marker(line.text, patterns):
            close(closed=True)
        elif open_at is not None:
            body.append(_own(line))
            rest[at] = replace(line, why=SkipReason.LETTER)
    close(closed=False)
    return Taken(tuple(letters), tuple(starts), rest)


def prose(lines: Sequence[ClassifiedLine]) -> tuple[ReplyLine, ...]:
    """Return everything that a person wrote, with greeting and farewell.

    It is the text of an answer to a press message.
    """
    return tuple(_own(line) for line in lines if line.why in _OWN)


def _opening(text: str) -> str:
    return _LIST_MARK.sub("", text).strip()


def _own(line: ClassifiedLine) -> ReplyLine:
    return ReplyLine(line.text[:LONGEST], line.original.strip()[:LONGEST], line.gap)


def _is_marker(text: str, patterns: Patterns) -> bool:
    return bool(_NUMBERED.search(text) and (patterns.opens.fullmatch(text) or patterns.closes_surely.fullmatch(text)))
