"""Parse the examples of a documentation page: what to write in which position, and what becomes of it.

A marker `<!-- at POSITION -->` stands above each table. A table has three columns: what to write in English, what to
write in Russian, and what becomes of it. In the first two each code span is a line; `<br>` begins another line of the
same email, `→` the next email, and the name of a seat with a colon the email of that seat. The last column begins with
words in bold (`Becomes`); behind them stand the orders that come of it, one in each code span, and phrases that the
answer holds, in curly quotes. Every code span outside the tables must be part of an example.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

DOCS = Path(__file__).parents[2] / "docs"

_MARKER = re.compile(r"<!-- at (\w+) -->")
_SPAN = re.compile(r"`([^`]+)`")
_LINE = re.compile(r"(?:(\w+): )?`([^`]+)`")
_BOLD = re.compile(r"\*\*([^*]+)\*\*")
_QUOTE = re.compile(r"“([^”]+)”")


class Becomes(StrEnum):
    """What a page can promise of an email."""

    DONE = "done"
    OFFERED = "offered"
    DONE_OR_OFFERED = "done or offered"
    ON_FILE = "on file"
    NOT_DONE = "not done"
    DECLINED = "declined"
    """The question is answered with no, and the answer says what comes of it."""
    ANSWERED = "answered"
    """It is a command, a letter or a word on an offer: no order of the seat's own question is carried out."""


ORDERS = {Becomes.DONE, Becomes.OFFERED, Becomes.DONE_OR_OFFERED, Becomes.ON_FILE}
"""Of these a page says which orders come of it."""


class Email(NamedTuple):
    """An email of an example. `seat`: who writes it, empty: who is asked."""

    seat: str
    lines: tuple[str, ...]


class Example(NamedTuple):
    """What somebody writes in a position, in each language, and what the page promises of it."""

    page: str
    row: int
    position: str
    ways: tuple[tuple[Email, ...], ...]
    becomes: Becomes
    orders: tuple[str, ...]
    phrases: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.page}:{self.row}"


class Page(NamedTuple):
    """A page: its examples, and the code spans that stand elsewhere with the line in which they stand."""

    name: str
    examples: tuple[Example, ...]
    mentions: tuple[tuple[int, str], ...]

    @property
    def unexecuted(self) -> list[str]:
        """The code spans that are part of no line that an example executes."""
        lines = [line for each in self.examples for way in each.ways for email in way for line in email.lines]
        lines += [order for each in self.examples for order in each.orders]
        return [
            f"{self.name}:{row}: {span}" for row, span in self.mentions if not any(_holds(line, span) for line in lines)
        ]


def page(name: str) -> Page:
    """Parse a page of the documentation. ValueError: see `parsed`."""
    return parsed(name, (DOCS / name).read_text())


def parsed(name: str, text: str) -> Page:
    """Parse the text of a page. ValueError: a table without a marker, an example that promises nothing, a fence."""
    examples, mentions = list[Example](), list[tuple[int, str]]()
    position, before = "", ""
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("```"):
            raise ValueError(f"{name}:{number}: nobody executes a fence; put its lines into a table")
        if not line.startswith("|"):
            found = _MARKER.fullmatch(line)
            position = found[1] if found else position if not line else ""
            mentions += [(number, span) for span in _SPAN.findall(line)]
        elif not position:
            raise ValueError(f"{name}:{number}: no position above the table")
        elif before.startswith("|") and not line.startswith("|--"):
            examples.append(_of_row(name, number, position, line))
        before = line
    return Page(name, tuple(examples), tuple(mentions))


def _of_row(name: str, row: int, position: str, line: str) -> Example:
    cells = [cell.strip() for cell in line.strip("|").split(" | ")]
    where = f"{name}:{row}"
    if len(cells) != 3:
        raise ValueError(f"{where}: a row of examples has three columns")
    ways = tuple(tuple(_emails(cell)) for cell in cells[:2])
    if not all(ways):
        raise ValueError(f"{where}: nothing to execute")
    return Example(name, row, position, ways, *_promise(where, cells[2]))


def _emails(cell: str) -> Iterator[Email]:
    for part in cell.split("→"):
        if found := _LINE.findall(part):
            yield Email(found[0][0].lower(), tuple(line for _, line in found))


def _promise(where: str, text: str) -> tuple[Becomes, tuple[str, ...], tuple[str, ...]]:
    found, orders = _BOLD.match(text), tuple(_SPAN.findall(text))
    if found is None or (found[1] in ORDERS and not orders):
        raise ValueError(f"{where}: promises nothing")
    return Becomes(found[1]), orders, tuple(_QUOTE.findall(text))


def _holds(line: str, span: str) -> bool:
    """Whether a line holds a code span as words of its own."""
    return re.search(rf"(?<!\w){re.escape(span)}(?!\w)", line) is not None
