"""Dictionary forms of Russian words, from pymorphy3, which is loaded only when a plain look-up failed."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Any

_RUSSIAN = re.compile(r"[а-я]+")


@cache
def _analyzer() -> Any:
    import pymorphy3  # 53 ms and 26 MB: only when somebody inflects a word

    return pymorphy3.MorphAnalyzer(lang="ru")


@lru_cache(maxsize=16384)
def lemmas(word: str) -> frozenset[str]:
    """All dictionary forms a folded word may have; the word itself if it is not Russian.

    Lemmas of proper names are guesses, so compare them with lemmas only, never with a printed name.
    """
    if not _RUSSIAN.fullmatch(word):
        return frozenset((word,))
    return frozenset(parse.normal_form.replace("ё", "е") for parse in _analyzer().parse(word)) | {word}
