"""The one way of words to a terminal: what controls it, or turns the order of letters, is shown and not obeyed."""

import re
import sys
from typing import TextIO

_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters but the end of a line and the tabulator, the marks that turn the direction, and no letters."""


def visible(text: str) -> str:
    r"""Return a text with each such character as JSON writes it.

    >>> visible("Anna\x1b[2J\u202e")
    'Anna\\u001b[2J\\u202e'
    """
    return _CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def put(text: object, *, to: TextIO | None = None, end: str = "\n", flush: bool = False) -> None:
    """Print a text, by default to standard output."""
    print(visible(str(text)), end=end, file=to or sys.stdout, flush=flush)
