"""What a player answers: by the codes and words of the mail he holds, sometimes with a slip.

The choice depends on nothing but what he has read and how often he has written, so that a player who is
killed and started again writes the same mail again. Nothing of the game is known here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random

from worker.demo.letters import Choice, Letter

_COUNTS = {"two": 2, "2": 2, "two.": 2, "два": 2, "две": 2, "двух": 2, "three": 3, "3": 3, "три": 3}
_POINTS = re.compile(r"(\d+)")
MOST = 3
"""Things done in one mail: players of long games like to see what comes of it."""


class Slip(StrEnum):
    """A mistake that people make."""

    MISSPELT = "misspelt"
    TWICE = "twice"
    STALE = "stale"


@dataclass(frozen=True)
class Answer:
    """The lines to send, and the slip in them."""

    lines: tuple[str, ...]
    slip: Slip | None = None


def first_answer(letter: Letter, earlier: Sequence[Letter], dice: Random, *, words: bool, slip: Slip | None) -> Answer:
    """Answer a question for the first time."""
    chosen = _chosen(letter, dice)
    if not chosen:
        return Answer(())
    if slip is Slip.STALE:
        old = [choice.code for one in earlier for choice in one.choices if choice.code[0].isdigit()]
        if old:
            return Answer((old[-1],), slip)
    if slip is Slip.MISSPELT:
        spelt = _misspelt(chosen[0], dice)
        if spelt is not None:
            return Answer((spelt, *_typed(chosen[1:], words=words)), slip)
    if slip is Slip.TWICE and len(chosen) > 1:
        return Answer((*_typed(chosen[:-1], words=words), chosen[0].code, chosen[-1].code), slip)
    return Answer(_typed(chosen, words=words))


def correction(letter: Letter, dice: Random, attempt: int) -> Answer:
    """Answer a mail that says that something was wrong: what it proposes, else anew, at last one plain code."""
    if attempt == 1 and letter.nearest:
        return Answer((letter.nearest[0].code,))
    chosen = _chosen(letter, dice)
    return Answer((_anew(letter), *_typed(chosen[: max(1, 4 - attempt)], words=False)))


def _anew(letter: Letter) -> str:
    return "заново" if re.search(r"[а-яё]", letter.title, re.IGNORECASE) else "start over"


def _typed(chosen: Sequence[Choice], *, words: bool) -> tuple[str, ...]:
    return tuple(choice.words if words else choice.code for choice in chosen)


def _chosen(letter: Letter, dice: Random) -> list[Choice]:
    """As many answers as the title asks for, then what the points allow, then the end."""
    asked = [choice for choice in letter.choices if choice.code[0].isdigit()]
    count = next((_COUNTS[word] for word in letter.title.casefold().split() if word in _COUNTS), 1)
    return dice.sample(asked, min(count, len(asked)))


def _misspelt(choice: Choice, dice: Random) -> str | None:
    """The words of an option with two letters of a long word exchanged."""
    long: list[str] = re.findall(r"[^\W\d_]{6,}", choice.words)
    if not long:
        return None
    word = dice.choice(long)
    at = dice.randrange(1, len(word) - 2)
    wrong = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    return choice.words.replace(word, wrong) if wrong != word else None
