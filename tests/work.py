"""Work as a count, the same on every machine and however busy that is: calls of functions, of Python and of C."""

from __future__ import annotations

from collections.abc import Callable
from cProfile import Profile


def calls(do: Callable[[], object]) -> int:
    """How many functions are called while something is done, in this thread. Counted in C: it takes twice as long."""
    counting = Profile()
    counting.runcall(do)
    return sum(each.callcount for each in counting.getstats()) - 1
