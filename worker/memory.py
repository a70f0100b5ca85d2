"""What a process of ours takes of the machine's memory, and gives back."""

import ctypes

LARGE_BYTES = 1 << 18
_M_MMAP_THRESHOLD = -3
"""Of mallopt(3)."""


def give_large_pieces_back() -> bool:
    """Let pieces of memory as pictures take them go back to the system as soon as they are free.

    Otherwise glibc keeps what was once so large for the next one, and small things that lie between hold it for ever.
    Returns whether the C library knows of it.
    """
    try:
        return bool(ctypes.CDLL(None).mallopt(_M_MMAP_THRESHOLD, LARGE_BYTES))
    except (OSError, AttributeError):
        return False
