"""Drawn pieces as files beside the grounds of an installation: what one process has drawn, the others need not draw.

A piece of a board takes two milliseconds to draw and a tenth of that to read. Without a named folder (`kept`), or where
it cannot be written, each process draws for itself.
"""

import hashlib
import os
import tempfile
from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from pathlib import Path

from adjudicator.pictures import cache_dir
from adjudicator.pictures.text import font_files

MOST = 4000
"""About so many files are kept, 1 kB each; a game of two large maps has a few hundred pieces in a language."""
_END = b"IEND\xaeB`\x82"
"""How a whole PNG ends."""


def kept_or_drawn(svg: str, draw: Callable[[str], bytes]) -> bytes:
    """Return the PNG of a piece in SVG from the cache, or draw it now and cache it."""
    folder = cache_dir.folder()
    if folder is None:
        return draw(svg)
    file = folder / f"sheet-{hashlib.sha256(f'{_drawer()} {svg}'.encode()).hexdigest()[:32]}.png"
    try:
        if (data := file.read_bytes()).endswith(_END):
            return data
    except OSError:  # missing, or no place for files
        pass
    data = draw(svg)
    if _room(folder):
        put(file, data)
    return data


def put(file: Path, data: bytes) -> None:
    """Keep a file; a full or closed disk must not keep a picture from its reader."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=file.parent, prefix=".drawn-", suffix=".png")
    except OSError:
        return
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(data)
        Path(name).replace(file)  # another process sees the whole file or none
    except OSError:
        Path(name).unlink(missing_ok=True)


@cache
def _drawer() -> str:
    """Return what draws: another version of it, or other fonts, may draw the same SVG differently."""
    return " ".join([version("resvg_py"), *(str(Path(file).stat().st_size) for file in font_files())])


_held: dict[Path, int] = {}
"""The number of files by folder, as this process first found it, and what it has written since."""


def _room(folder: Path) -> bool:
    """Return whether one more may be kept; counts it."""
    if folder not in _held:
        _held[folder] = sum(1 for _ in folder.glob("sheet-*"))
    _held[folder] += 1
    return _held[folder] <= MOST
