"""JSON as it is given to a command: in the argument itself, in a file, or on standard input."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from cli.errors import Failed


def json_of(given: str) -> Any:
    """JSON from the argument itself, from a file, or from standard input (`-`). Raises Failed."""
    text = given
    if given == "-":
        text = sys.stdin.buffer.read().decode("utf-8")
    elif not given.lstrip().startswith(("{", "[")):
        text = Path(given).read_text(encoding="utf-8")
    return _read(text, given)


def json_in(file: Path, kind: type) -> Any:
    """The JSON value of a kind (dict or list) that a file holds. Raises Failed."""
    found = _read(file.read_text(encoding="utf-8"), str(file))
    if not isinstance(found, kind):
        raise Failed(f"{file}: not {'an object' if kind is dict else 'a list'}")
    return found


def _read(text: str, given: str) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise Failed(f"{given}: not JSON: {error}") from None
