"""Text in columns: display width, wrapping, tables. A column is as wide as a fixed-width font shows it."""

import re
import unicodedata
from collections.abc import Sequence

WIDTH = 72
"""Columns of a line: it survives one level of quoting and an 80-column window."""

DEEP = "    "
"""Indent of what goes below its prefix."""


def width(text: str) -> int:
    """Columns that the text takes: two for wide East Asian characters and emoji, none for combining marks."""
    if text.isascii() or not _UNUSUAL.search(text):
        return len(text)
    return sum(_columns(char) for char in text)


# Latin, Greek and Cyrillic letters and the punctuation between words: one column each, and nearly every mail.
_UNUSUAL = re.compile(r"[^\x20-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e\u2100-\u214f]")


def _columns(char: str) -> int:
    if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1


def left(text: str, columns: int) -> str:
    """The text filled up with spaces on its right."""
    return text + " " * (columns - width(text))


def right(text: str, columns: int) -> str:
    """The text filled up with spaces on its left."""
    return " " * (columns - width(text)) + text


def wrap(text: str, columns: int) -> list[str]:
    """Lines of at most `columns` columns, broken at spaces; at least one line.

    A word that is longer is broken, unless it is an address (`https://…`), which would no longer work.
    """
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        if line and width(line) + 1 + width(word) <= columns:
            line = f"{line} {word}"
            continue
        if line:
            lines.append(line)
        *whole, line = [word] if "://" in word else _pieces(word, columns)
        lines.extend(whole)
    return [*lines, line]


def _pieces(word: str, columns: int) -> list[str]:
    if width(word) <= columns:
        return [word]
    pieces = [""]
    for char in word:
        if width(pieces[-1]) + _columns(char) > columns:
            pieces.append("")
        pieces[-1] += char
    return pieces


def hanging(first: str, text: str, reference: str = "") -> list[str]:
    """A paragraph behind a prefix; its later lines are indented to the same column.

    `reference` (a rule number, a log number) is set at the right edge of the last line. A word that does not
    fit behind the prefix (a fingerprint) goes below it, to be copied in one piece.
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


def table(rows: Sequence[Sequence[str]], numbers: Sequence[bool], indent: str = "  ") -> list[str]:
    """Rows of cells in aligned columns, two spaces apart, the first row being the heads.

    `numbers` says which columns are set to the right. Where the table is too wide, its widest columns are wrapped
    inside their cells, as evenly as their longest words allow; where even that is not enough, every row becomes a
    paragraph that names its cells.
    """
    rows = [[_joined(cell) for cell in row] for row in rows]
    room = WIDTH - width(indent) - 2 * (len(numbers) - 1)
    widths = _fitted([[row[i] for row in rows] for i in range(len(numbers))], numbers, room)
    if widths is None:
        lines = [line for row in rows[1:] for line in hanging(indent, _record(rows[0], row))]
    else:
        lines = [line for row in rows for line in _row(row, widths, numbers, indent)]
    return [line.replace(_TIED, " ") for line in lines]


_TIED = "\x00"
"""Stands for the space behind a mark at the beginning of a cell while lines are broken."""


def _joined(cell: str) -> str:
    """A cell whose mark (`* Savoy`) does not stay alone on a line."""
    mark, space, rest = cell.partition(" ")
    return f"{mark}{_TIED}{rest}" if space and not mark.isalnum() and len(mark) == 1 else cell


def _fitted(columns: Sequence[Sequence[str]], numbers: Sequence[bool], room: int) -> list[int] | None:
    """The widths of the columns, the widest ones made narrower until all fit; None if words would be torn."""
    widths = [max(width(cell) for cell in cells) for cells in columns]
    least = [max(width(word) for cell in cells for word in cell.split(" ")) for cells in columns]
    while sum(widths) > room:
        loose = [i for i, columns_ in enumerate(widths) if columns_ > least[i]]
        if not loose:
            return None
        widths[max(loose, key=lambda i: (widths[i], not numbers[i]))] -= 1
    return widths


def _record(heads: Sequence[str], row: Sequence[str]) -> str:
    named = (f"{head}: {cell}" if head else cell for head, cell in zip(heads, row, strict=True) if cell)
    return "; ".join(named)


def _row(row: Sequence[str], widths: Sequence[int], numbers: Sequence[bool], indent: str) -> list[str]:
    cells = [wrap(cell, columns) for cell, columns in zip(row, widths, strict=True)]
    lines = []
    for depth in range(max(len(cell) for cell in cells)):
        parts = [
            (right if number else left)(cell[depth] if depth < len(cell) else "", columns)
            for cell, columns, number in zip(cells, widths, numbers, strict=True)
        ]
        lines.append((indent + "  ".join(parts)).rstrip())
    return lines
