"""The memory that one of our processes takes of the machine, and gives back."""

import ctypes
from contextlib import suppress

LARGE_BYTES = 1 << 18
_M_MMAP_THRESHOLD = -3
"""A parameter of mallopt(3)."""


def give_free_pieces_back() -> None:
    """Let what was freed go back to the system now: processes that are forked from this one would take it over."""
    with suppress(OSError, AttributeError):  # a C library that knows of nothing like that
        ctypes.CDLL(None).malloc_trim(0)


def give_large_pieces_back() -> bool:
    """Let pieces of memory as pictures take them go back to the system as soon as they are free.

    Otherwise glibc keeps what was once so large for the next one, and small things that lie between hold it for ever.
    Returns whether the C library knows of it.
    """
    try:
        return bool(ctypes.CDLL(None).mallopt(_M_MMAP_THRESHOLD, LARGE_BYTES))
    except (OSError, AttributeError):
        return False
