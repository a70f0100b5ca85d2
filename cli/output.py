"""What commands print: JSON for machines, aligned columns for people."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

from cli.errors import Failed


def emit(value: Any) -> None:
    """Print a value as indented JSON."""
    print(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def emit_line(value: Any) -> None:
    """Print a value as one line of JSON."""
    print(msgspec.json.encode(value).decode(), flush=True)


def show(value: Any, text: str, *, as_json: bool) -> None:
    """Print JSON for machines, or a text for people."""
    if as_json:
        emit(value)
    else:
        print(text)


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print rows under their heads: a table at a terminal, columns as wide as their widest cells in a file."""
    if sys.stdout.isatty():
        drawn = Table(*heads, box=None, pad_edge=False, header_style="none")
        for row in rows:
            drawn.add_row(*map(Text, row))
        Console(highlight=False).print(drawn)
        return
    whole = [list(heads), *(list(row) for row in rows)]
    widths = [max(len(row[place]) for row in whole) for place in range(len(heads))]
    for line in whole:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())


def minute(when: datetime | None, zone: str = "") -> str:
    """A moment in a cell, in UTC; empty: none."""
    return "" if when is None else f"{when:%Y-%m-%d %H:%M}{zone}"


def remark(sentence: str) -> None:
    """A sentence for the person at the keyboard; never part of the output proper."""
    print(sentence, file=sys.stderr, flush=True)


def write_whole(path: Path, content: bytes) -> None:
    """Replace a file in one step, so that a crash leaves the old one or the new one."""
    if path.is_dir() or not path.parent.is_dir():
        raise Failed(f"{path}: {'it is a folder' if path.is_dir() else f'there is no folder {path.parent}'}")
    handle, name = tempfile.mkstemp(dir=path.parent or Path(), prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
        Path(name).chmod(mode)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
