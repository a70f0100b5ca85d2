"""Words of a line, made plain, and how alike two of them are; the natural-language words that the reader knows."""

from adjudicator.orders.text.normal import (
    LOST,
    NO_DOUBTS,
    SENTENCE,
    Doubts,
    Word,
    clean,
    fold,
    folded,
    one_alphabet,
    order_part,
    other_alphabet,
    text_of,
    words,
)

__all__ = [
    "LOST",
    "NO_DOUBTS",
    "SENTENCE",
    "Doubts",
    "Word",
    "clean",
    "fold",
    "folded",
    "one_alphabet",
    "order_part",
    "other_alphabet",
    "text_of",
    "words",
]
