"""Words of a line, made plain, and how alike two of them are; the natural-language words that the reader knows."""

from adjudicator.orders.text.normal import (
    LOST,
    NO_DOUBTS,
    SENTENCE,
    Doubts,
    Word,
    clean,
    folded,
    normalize_word,
    one_alphabet,
    order_part,
    other_alphabet,
    text_of,
    tokenize,
)

__all__ = [
    "LOST",
    "NO_DOUBTS",
    "SENTENCE",
    "Doubts",
    "Word",
    "clean",
    "folded",
    "normalize_word",
    "one_alphabet",
    "order_part",
    "other_alphabet",
    "text_of",
    "tokenize",
]
