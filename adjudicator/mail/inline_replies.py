"""Answers that stand between the lines of the mail that they answer (RFC 3676 §4.5): what each is written below."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from adjudicator.mail.model import Quote, SkipReason
from adjudicator.mail.quote_stripping import ClassifiedLine, is_quote, unquote

_MOST = 40
"""Lines of a quote that are looked at above an answer."""
_LONGEST = 300


def quote_above(lines: Sequence[ClassifiedLine], at: int) -> Quote | None:
    """Return what is quoted right above a line, if that is marked as a quote; empty lines between do not matter."""
    above = list(takewhile(_is_marked, reversed(lines[max(0, at - _MOST) : at])))
    if not above:
        return None
    first = next(number for number, line in enumerate(lines) if _is_marked(line))
    between = any(line.why is None for line in lines[first:at]) or any(map(_is_marked, lines[at + 1 : at + 2]))
    return Quote(tuple(unquote(line.original)[:_LONGEST].rstrip() for line in reversed(above)), between)


def _is_marked(line: ClassifiedLine) -> bool:
    return line.why is SkipReason.QUOTE and is_quote(line.original)
