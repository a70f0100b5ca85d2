"""The templates of pages: one way in which a folder of them is read."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined


def templates(folder: Path, finalize: Callable[[object], object] | None = None, **names: Any) -> Environment:
    """Return the templates of a folder.

    `names` may be used in them; `finalize` makes of each value what the page shows.
    """
    found = Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        finalize=finalize,
    )
    found.globals.update(names)
    return found
