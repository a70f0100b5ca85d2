"""Text in columns: display width, wrapping, tables. A column is as wide as a fixed-width font shows it."""

import re
from collections.abc import Collection, Sequence
from functools import lru_cache

from wcwidth import wcswidth

WIDTH = 72
"""Columns of a line: it survives one level of quoting and an 80-column window."""

NARROWEST = 8
"""Columns that a cell keeps when its table is too wide."""

DEEP = "    "
"""Indent of what goes below its prefix."""


def width(text: str) -> int:
    """Return the columns that the text takes.

    Wide East Asian characters and emoji take two, combining marks none.
    """
    if text.isascii() or not _UNUSUAL.search(text):
        return len(text)
    return wcswidth(text)


# Latin, Greek and Cyrillic letters and the punctuation between words: one column each, and nearly every mail.
_UNUSUAL = re.compile(r"[^\x20-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e\u2100-\u214f]")


def left_aligned(text: str, columns: int) -> str:
    """Return the text filled up with spaces on its right."""
    return text + " " * (columns - width(text))


def right(text: str, columns: int) -> str:
    """Return the text filled up with spaces on its left."""
    return " " * (columns - width(text)) + text


def wrap(text: str, columns: int) -> list[str]:
    """Return lines of at most `columns` columns, broken at spaces; at least one line.

    A word that is longer is broken, unless it is an address (`https://…`), which would no longer work. A number
    stays with what it counts or numbers (`2 VP`, `turn 4`) where there is room.
    """
    if width(text) <= columns:
        return [text]
    lines: list[str] = []
    line, taken = "", 0
    for word in units(text, columns):
        own = width(word)
        if line and taken + 1 + own <= columns:
            line, taken = f"{line} {word}", taken + 1 + own
            continue
        if line:
            lines.append(line)
        *whole, line = [word] if own <= columns or "://" in word else _pieces(word, columns)
        taken = width(line) if whole else own
        lines.extend(whole)
    return [*lines, line]


_NUMBER = re.compile(r"[(\[«]*[-+]?\d+")
_LAST = re.compile(r"[-+]?\d+[\d)\]».,;:]*")
_DASHES = ("—", "–", "-")
"""Dashes: no line begins with one."""
_OF = ("of", "из")
_LINKS = re.compile("and|or|of|to|at|in|for|by|и|или|из|на|до|при|с|к|в|за|от")
"""Words behind a number that are not what it counts."""


def units(text: str, columns: int) -> list[str]:
    """Return the words of a text; a number is in one piece with what it counts or numbers if that fits the columns."""
    words = text.split(" ")
    found = words[:1]
    for last, word, following in zip(words, words[1:], [*words[2:], ""], strict=False):
        joined = f"{found[-1]} {word}"
        if _belongs(last, word, following) and width(joined) <= columns:
            found[-1] = joined
        else:
            found.append(word)
    return found


def _belongs(last: str, word: str, following: str) -> bool:
    """Return whether a word stands on the line of the one before it: `2 VP`, `Savoy 2,`, `(Alliance 3)`."""
    if word in _DASHES:
        return True
    if _NUMBER.fullmatch(last):
        return word in _OF or (word[:1].isalpha() and not _LINKS.fullmatch(word))
    if not _LAST.fullmatch(word) or not (last[-1:].isalpha() or last.endswith(")")):
        return False
    return not word[-1].isdigit() or not following[:1].isalpha() or _LINKS.fullmatch(following) is not None


def _pieces(word: str, columns: int) -> list[str]:
    if width(word) <= columns:
        return [word]
    pieces = [""]
    for char in word:
        if width(pieces[-1] + char) > columns:
            pieces.append("")
        pieces[-1] += char
    return pieces


def hanging(first: str, text: str, reference: str = "") -> list[str]:
    """Return a paragraph after a prefix; its later lines are indented to the same column.

    `reference` (a rule number, a log number) is set at the right edge of the last line. A word that does not fit after
    the prefix (a fingerprint) goes below it, to be copied in one piece.
    """
    indent = width(first)
    room = WIDTH - indent
    if indent > len(DEEP) and any(width(word) > room for word in text.split(" ")):
        return [first.rstrip(), *hanging(DEEP, text, reference)]
    taken = width(reference) + 2 if reference else 0
    lines = wrap(text, room)
    if width(lines[-1]) + taken > room:
        narrower = wrap(text, room - taken)
        lines = narrower if width(narrower[-1]) + taken <= room else [*lines, ""]
    shown = [first + lines[0], *(" " * indent + line for line in lines[1:])]
    shown[-1] += right(reference, WIDTH - width(shown[-1])) if reference else ""
    return [line.rstrip() for line in shown]


def table(
    rows: Sequence[Sequence[str]], numbers: Sequence[bool], indent: str = "  ", marked: Collection[int] = ()
) -> list[str]:
    """Return rows of cells in aligned columns, two spaces apart.

    The first row has the heads.

    `numbers` says which columns are set to the right; the rows in `marked` have a star in place of the indent. Where
    the table is too wide, cells are wrapped where that costs the fewest lines; where even that is not enough, every
    row becomes a paragraph that names its cells.
    """
    widths = [max(width(row[i]) for row in rows) for i in range(len(numbers))]
    room = WIDTH - width(indent) - 2 * (len(widths) - 1)
    starts = ["* " if number in marked else indent for number in range(len(rows))]
    if len(widths) * NARROWEST > room:
        records = list(zip(starts, rows, strict=True))[1:]
        return [line for start, row in records for line in hanging(start, _record(rows[0], row))]
    widths = _narrowed(rows, widths, room)
    return [line for start, row in zip(starts, rows, strict=True) for line in _row(row, widths, numbers, start)]


def _narrowed(rows: Sequence[Sequence[str]], widths: Sequence[int], room: int) -> list[int]:
    """Return widths that fit the room.

    Step by step, that column is narrowed which makes the table grow the least.

    No word is broken as long as all of them fit side by side.
    """
    narrow = list(widths)
    least = [max(width(word) for row in rows for word in row[i].split(" ")) for i in range(len(narrow))]
    if sum(least) > room:
        least = [min(columns, NARROWEST) for columns in least]
    height = lru_cache(maxsize=None)(lambda text, columns: len(wrap(text, columns)))
    while sum(narrow) > room:
        tried = [[*narrow[:i], narrow[i] - 1, *narrow[i + 1 :]] for i in range(len(narrow)) if narrow[i] > least[i]]
        lines = [sum(max(map(height, row, each)) for row in rows) for each in tried]
        narrow = min(zip(lines, tried, strict=True), key=lambda found: (found[0], sorted(found[1], reverse=True)))[1]
    return narrow


def _record(heads: Sequence[str], row: Sequence[str]) -> str:
    named = (f"{head}: {cell}" if head else cell for head, cell in zip(heads, row, strict=True) if cell)
    return "; ".join(named)


def _row(row: Sequence[str], widths: Sequence[int], numbers: Sequence[bool], indent: str) -> list[str]:
    cells = [wrap(cell, columns) for cell, columns in zip(row, widths, strict=True)]
    lines = []
    for depth in range(max(len(cell) for cell in cells)):
        parts = [
            (right if number else left_aligned)(cell[depth] if depth < len(cell) else "", columns)
            for cell, columns, number in zip(cells, widths, numbers, strict=True)
        ]
        lines.append((indent + "  ".join(parts)).rstrip())
    return lines
