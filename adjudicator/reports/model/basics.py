"""Define what several parts of a mail are made of: parties, figures, tables, lists, pictures."""

from enum import StrEnum

import msgspec


class Part(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    pass


class Party(Part, frozen=True, kw_only=True):
    """The party that did something: a seat, the moderator, the game. `tone` picks one of eight colours, 0 for none.

    `letter` goes with the colour wherever it is used, so that colour alone never tells two owners apart. `whom` and
    `whose`: the name as somebody who is waited for, and whom something is from, in languages that have cases for it
    (`Францию`, `Франции`).
    """

    name: str
    letter: str = ""
    tone: int = 0
    whom: str = ""
    whose: str = ""


class Item(Part, frozen=True, kw_only=True):
    """A thing with a name, as in a list: a card, a tile, a command.

    `text` says what it does. `lasting`: it says what the position is, and is shown even where there is no room for
    explanations.
    """

    name: str
    text: str = ""
    note: str = ""
    lasting: bool = False


class Align(StrEnum):
    """The alignment of a column of a table: words left, numbers right."""

    LEFT = "left"
    RIGHT = "right"


class Column(Part, frozen=True, kw_only=True):
    """Head of one column."""

    title: str
    align: Align = Align.LEFT


def columns(*titles: str | Column) -> tuple[Column, ...]:
    """Return heads of columns that begin at the left.

    What is a column already stays as it is.
    """
    return tuple(Column(title=title) if isinstance(title, str) else title for title in titles)


def right(title: str) -> Column:
    """Return the head of a column of figures, which is aligned to the right."""
    return Column(title=title, align=Align.RIGHT)


class Row(Part, frozen=True, kw_only=True):
    """Cells in the order of the columns; a `changed` row moved since the last mail and is marked so."""

    cells: tuple[str, ...]
    changed: bool = False


class Table(Part, frozen=True, kw_only=True):
    """A table of the position. A caption is needed: it is the heading that a screen reader announces.

    `items` stand below it, a line each: what the things named in it do. `reference`: it says what the rules give in
    such a position, nothing of how things stand.
    """

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    items: tuple[Item, ...] = ()
    note: str = ""
    reference: bool = False


class Section(Part, frozen=True, kw_only=True):
    """Free prose: help, welcome, a notice of the moderator, press.

    `quote` are somebody's own lines, shown as their words and line by line; empty ones part paragraphs. A `late`
    section is for reference and stands behind everything else: fingerprints, keys.
    """

    heading: str = ""
    paragraphs: tuple[str, ...] = ()
    quote: tuple[str, ...] = ()
    items: tuple[Item, ...] = ()
    table: Table | None = None
    late: bool = False


class Picture(Part, frozen=True, kw_only=True):
    """A PNG shown in the HTML. `cid` is its Content-ID without brackets, `width` in CSS pixels.

    `alt` must say what counts in the picture, for readers who do not see it; `beside` what is left of that where a
    table in the mail has the figures of all, None for a picture of something else; `page` is the same as an HTML file,
    which can be moved and enlarged. Neither it nor `png` is part of the JSON that players can ask for. One that is
    `attached` comes as a file beside the mail, since the page shows a part of it that can be read on a phone.
    """

    cid: str
    alt: str
    beside: str | None = None
    caption: str = ""
    width: int = 600
    png: bytes = b""
    page: str = ""
    attached: bool = False
