"""Sets of small indexes as plain ints: bit i stands for the element with index i.

>>> mask = mask_of([0, 3, 111])
>>> list(bits(mask))
[0, 3, 111]
>>> mask.bit_count()
3
"""

from collections.abc import Iterable, Iterator


def mask_of(indexes: Iterable[int]) -> int:
    """The set that holds these indexes."""
    mask = 0
    for index in indexes:
        mask |= 1 << index
    return mask


def bits(mask: int) -> Iterator[int]:
    """The indexes of a set in rising order, which is the order of the data file."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
