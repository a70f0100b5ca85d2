"""Order blocks: ORDERS … END, ПРИКАЗЫ … КОНЕЦ, and the empty one that we sent ourselves."""

import re
from collections.abc import Iterable, Sequence

from msgspec import Struct

from adjudicator.mail.normalise import normalise
from adjudicator.mail.patterns import Patterns

_NUMBERED_CODE = re.compile(r"#\d{1,6}[^\W\d_]{1,2}\d{0,3}(?=$|[\s,;.!+])")


class Block(Struct, frozen=True):
    """Lines `start` (the opening marker) to `end` (the closing one, or one behind the last line)."""

    start: int
    end: int
    closed: bool

    @property
    def inside(self) -> range:
        """The positions of the lines between the markers."""
        return range(self.start + 1, self.end)


def find_blocks(lines: Sequence[str], patterns: Patterns) -> list[Block]:
    """Return all order blocks among normalised lines.

    "end" may be an order too, as the last one of a round. So a block is closed by a sure marker
    (FINISH, or END with the question's number) if there is one before the next block, else by the
    first END; of several END lines in a row the last is the marker.
    """
    opens = [at for at, line in enumerate(lines) if patterns.opens.fullmatch(line)]
    blocks: list[Block] = []
    for at, start in enumerate(opens):
        if blocks and start <= blocks[-1].end and blocks[-1].closed:
            continue
        limit = opens[at + 1] if at + 1 < len(opens) else len(lines)
        blocks.append(_block(lines, start, limit, patterns))
    return blocks


def _block(lines: Sequence[str], start: int, limit: int, patterns: Patterns) -> Block:
    for at in range(start + 1, limit):
        if patterns.closes_surely.fullmatch(lines[at]):
            return Block(start, at, closed=True)
    for at in range(start + 1, limit):
        if patterns.closes.fullmatch(lines[at]):
            return Block(start, _last_close(lines, at, limit, patterns), closed=True)
    return Block(start, limit, closed=False)


def _last_close(lines: Sequence[str], at: int, limit: int, patterns: Patterns) -> int:
    """Return the last of several END lines with nothing but comments between them."""
    last = at
    while at + 1 < limit and (is_comment(lines[at + 1]) or patterns.closes.fullmatch(lines[at + 1])):
        at += 1
        last = last if is_comment(lines[at]) else at
    return last


def is_comment(line: str) -> bool:
    """Return whether a line is a comment: it begins with `#`, and not with the number of a question as in `#12a`."""
    return line.startswith("#") and _NUMBERED_CODE.match(line) is None


def same_form(lines: Iterable[str], sent: Iterable[str], patterns: Patterns) -> bool:
    """Return whether a block holds nothing but lines that stood ready in the form that we sent (or nothing at all)."""
    return set(_essence(lines, patterns)) <= set(_essence(sent, patterns))


def _essence(lines: Iterable[str], patterns: Patterns) -> list[str]:
    """Return what counts of a form: no comments, no markers at its ends, no difference of case."""
    kept = [text.casefold() for line in lines if (text := normalise(line)) and not is_comment(text)]
    if kept and patterns.opens.fullmatch(kept[0]):
        kept = kept[1:]
        if kept and (patterns.closes_surely.fullmatch(kept[-1]) or patterns.closes.fullmatch(kept[-1])):
            kept = kept[:-1]
    return kept
