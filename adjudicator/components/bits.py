"""Sets of small indexes as plain ints: bit i stands for the element with index i.

>>> mask = mask_of([0, 3, 111])
>>> bits(mask)
(0, 3, 111)
>>> mask.bit_count()
3
"""

from collections.abc import Iterable
from functools import lru_cache


def mask_of(indexes: Iterable[int]) -> int:
    """The set that holds these indexes."""
    mask = 0
    for index in indexes:
        mask |= 1 << index
    return mask


@lru_cache(maxsize=1 << 14)
def bits(mask: int) -> tuple[int, ...]:
    """The indexes of a set in rising order, which is the order of the data file.

    Kept, for the same sets are gone through again and again: one in ten is new.
    """
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)
