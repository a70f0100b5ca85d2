"""Print the output of commands: JSON for machines, aligned columns for people."""

import os
import secrets
import shutil
import sys
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from operator import attrgetter
from pathlib import Path
from typing import Any

import msgspec

from adjudicator.language import stamp
from cli.errors import Failed
from cli.visible import put, visible


def emit(value: Any) -> None:
    """Print a value as indented JSON."""
    put(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def emit_line(value: Any, text: str, *, as_json: bool) -> None:
    """Print a value as one line of JSON for machines, its text for people."""
    put(msgspec.json.encode(value).decode() if as_json else text, flush=as_json)


class Tint(StrEnum):
    """The urgency of a cell, as a terminal colours it."""

    WRONG = "red"
    SOON = "yellow"
    GOOD = "green"
    IDLE = "bright_black"
    PLAIN = "none"


@dataclass(frozen=True)
class Tinted:
    """A cell that a terminal shows in a colour. The colour never says what the words do not (and NO_COLOR drops it)."""

    told: object
    tint: Tint


@dataclass(frozen=True)
class Columns:
    """A table for people. An empty cell is None, a moment is told in `zone`, several things one after another.

    `spare`: heads of columns that are left out where they are empty, and where there is no room for them; what room
    there is (a file has that of 80 letters, or of COLUMNS) goes to the last ones first. `loud`: the numbers of the rows
    that a terminal shows in bold.
    """

    heads: Sequence[str]
    rows: Iterable[Sequence[object]]
    spare: Sequence[str] = ()
    loud: Collection[int] = ()
    zone: str = "UTC"

    def tell(self) -> None:
        """Print rows under their heads: a table at a terminal, columns as wide as their widest cells in a file."""
        raw = [list(row) for row in self.rows]
        rows = [[_cell(each, self.zone) for each in row] for row in raw]
        shown = self.fitting(rows, shutil.get_terminal_size().columns)
        if sys.stdout.isatty():
            from rich.console import Console  # slow to load, and not needed for a file
            from rich.table import Table
            from rich.text import Text

            console = Console(highlight=False)
            drawn = Table(box=None, pad_edge=False, header_style="none", padding=(0, 2, 0, 0))
            for column in shown:
                drawn.add_column(self.heads[column], no_wrap=bool(self.spare) and column != shown[-1])
            for number, row in enumerate(rows):
                cells = (Text(row[each], _tint(raw[number][each])) for each in shown)
                drawn.add_row(*cells, style="bold" if number in self.loud else None)
            console.print(drawn)
            return
        whole = [[row[each] for each in shown] for row in (self.heads, *rows)]
        widths = [max(map(len, cells)) for cells in zip(*whole, strict=True)]
        for line in whole:
            put("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())

    def fitting(self, rows: Sequence[Sequence[str]], room: int) -> list[int]:
        """Return the columns that are shown. The last one may be broken into lines, so it needs at most a third."""
        width = {head: max(map(len, [head, *(row[k] for row in rows)])) for k, head in enumerate(self.heads)}
        width[self.heads[-1]] = min(width[self.heads[-1]], room // 3)
        full = {head for k, head in enumerate(self.heads) if any(row[k] for row in rows)}
        shown = [head for head in self.heads if head not in self.spare]
        for head in reversed(self.spare):
            if head in full and sum(width[each] + 2 for each in (*shown, head)) - 2 <= room:
                shown.append(head)
        return [k for k, head in enumerate(self.heads) if head in shown]


def _cell(value: object, zone: str) -> str:
    match value:
        case None:
            return ""
        case datetime():
            return stamp(value, zone)
        case tuple() | list():
            return visible(", ".join(map(str, value)))
        case Tinted():
            return _cell(value.told, zone)
    return visible(str(value))


def tinted(words: str, tint: Tint) -> str:
    """Return words for a line of their own, coloured at a terminal."""
    if not sys.stdout.isatty():
        return words
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False)
    with console.capture() as shown:
        console.print(Text(words, tint.value), end="", soft_wrap=True)
    return shown.get()


def _tint(value: object) -> str:
    return value.tint.value if isinstance(value, Tinted) else ""


class Output:
    """The output of a command: a value for machines; lines and tables for people.

    `failed`: the command has failed nevertheless, for these reasons; none where what it prints tells them.
    """

    def __init__(self, value: Any, *parts: str | Columns, failed: Sequence[str] | None = None) -> None:
        self.value = value
        self.parts = parts
        self.failed = failed

    def tell(self, *, as_json: bool) -> None:
        """Print it. Raises Failed."""
        if as_json:
            emit(self.value)
        else:
            for part in self.parts:
                part.tell() if isinstance(part, Columns) else put(part)
        if self.failed is not None:
            raise Failed(*self.failed)


def record_table(
    records: Sequence[Any],
    *columns: str | tuple[str, str | Callable[[Any], object]],
    spare: Sequence[str] = (),
    loud: Callable[[Any], bool] | None = None,
    below: str = "",
    zone: str = "UTC",
) -> Output:
    """Return records, complete for machines; for people as columns.

    A column is a head with a field or with what is said of each record. A head alone is also the name of its field:
    `SHARED WITH` of `shared_with`. `spare` and `zone` as in `Columns`; `loud`: which records are shown in bold;
    `below`: a line after the table, if there is something in it.
    """
    named = [(column, column.lower().replace(" ", "_")) if isinstance(column, str) else column for column in columns]
    tells = [attrgetter(of) if isinstance(of, str) else of for _, of in named]
    rows = [[tell(record) for tell in tells] for record in records]
    bold = [number for number, each in enumerate(records) if loud is not None and loud(each)]
    table = Columns([head for head, _ in named], rows, spare, bold, zone)
    return Output(records, table, *([below] if below and records else []))


def span(time: timedelta) -> str:
    """Return how long something takes, as a person would say it: two units at most, none below a minute."""
    minutes = int(time.total_seconds()) // 60
    hours, days = minutes // 60, minutes // 1440
    if days >= 10 or (days and not hours % 24):
        return f"{days} d"
    if days:
        return f"{days} d {hours % 24} h"
    return f"{hours} h" if hours else f"{minutes} min"


def remark(sentence: str) -> None:
    """Print a sentence for the person at the keyboard; it is never part of the output proper."""
    put(sentence, to=sys.stderr, flush=True)


def write_bytes(content: bytes) -> None:
    """Write bytes to standard output as they are; a terminal gets them as text that it can show."""
    if sys.stdout.isatty():
        put(content.decode("utf-8", "backslashreplace"))
    else:
        sys.stdout.buffer.write(content)


def write_json(path: Path, value: Any, indent: int = 1) -> None:
    """Write a value as indented JSON in one step."""
    write_whole(path, msgspec.json.format(msgspec.json.encode(value), indent=indent) + b"\n")


def write_whole(path: Path, content: bytes, *, secret: bool = False) -> None:
    """Replace a file in one step, so that a crash leaves the old one or the new one.

    Only its owner may read a file with a `secret` in it, even if it existed and others could read it.
    """
    if path.is_dir() or not path.parent.is_dir():
        raise Failed(f"{path}: {'it is a folder' if path.is_dir() else f'there is no folder {path.parent}'}")
    mode = 0o600 if secret else path.stat().st_mode & 0o777 if path.exists() else None
    new = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    new.touch(0o666 if mode is None else mode, exist_ok=False)
    try:
        with new.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            new.chmod(mode)
        new.replace(path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
