"""Sets of small indexes as plain ints: bit i stands for the element with index i.

>>> mask = mask_of([0, 3, 111])
>>> bits(mask)
(0, 3, 111)
>>> mask.bit_count()
3
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache


def mask_of(indexes: Iterable[int]) -> int:
    """Return the set that holds these indexes."""
    mask = 0
    for index in indexes:
        mask |= 1 << index
    return mask


def union(masks: Sequence[int], of: int) -> int:
    """Return all that these sets hold: those of `masks` whose indexes are in the set `of`.

    >>> union([0b001, 0b010, 0b110], 0b101)
    7
    """
    found = 0
    for index in bits(of):
        found |= masks[index]
    return found


@lru_cache(maxsize=1 << 14)
def bits(mask: int) -> tuple[int, ...]:
    """Return the indexes of a set in rising order, which is the order of the data file.

    The result is cached, because the same sets come again and again: one in ten is new.
    """
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)
