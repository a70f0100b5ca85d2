"""Work as a count, the same on every machine and however busy that is: calls of functions, of Python and of C."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any


def calls(do: Callable[[], object]) -> int:
    """How many functions are called while something is done, in this thread."""
    count = 0

    def seen(frame: Any, event: str, argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(seen)
    try:
        do()
    finally:
        sys.setprofile(before)
    return count
