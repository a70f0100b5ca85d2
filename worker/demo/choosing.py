"""What a player answers: by the codes and words of the mail he holds, sometimes with a slip.

The choice depends on nothing but what he has read and how often he has written, so that a player who is
killed and started again writes the same mail again. Nothing of the game is known here: what things cost, what
there is to spend, what ends a round and how orders are worded stands in the mails.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random

from worker.demo.letters import Choice, Letter

_CODES = re.compile(r"\b\d+[a-zа-я]{1,2}\b")
_LEFT = re.compile(r"(\d+) ([^\W\d_]{5})[^\W\d_]*")
_NAMED = re.compile(r"([^\W\d_]{5})[^\W\d_]* (\d+)")
_PRICED = re.compile(r"\(([^\W\d_]{5})[^()]*\)$")
MOST = 3
"""Purchases in one mail: players of long games like to see what comes of a few."""


class Slip(StrEnum):
    """A mistake that people make."""

    MISSPELT = "misspelt"
    TWICE = "twice"
    STALE = "stale"


class Habit(StrEnum):
    """How much a player writes: one code from a phone, or as much as the mail allows, in codes or in words."""

    ONE_CODE = "one code"
    CODES = "codes"
    WORDS = "words"


@dataclass(frozen=True)
class Answer:
    """The lines to send, and the slip in them."""

    lines: tuple[str, ...]
    slip: Slip | None = None


@dataclass
class Vocabulary:
    """How orders are worded, learnt from the answers: `s1` under this heading was read as `flag Savoy`."""

    known: dict[str, str] = field(default_factory=dict)

    def learn(self, letter: Letter, earlier: Sequence[Letter]) -> None:
        """Take the wording from the rows of an answer."""
        for code, told in letter.rows:
            choice = next((found for one in reversed(earlier) if (found := one.under(code))), None)
            said = told.partition(";")[0]
            name = "" if choice is None else _name(choice)
            if choice is None or name not in said or said == name:
                continue
            for key in _keys(choice, said):
                self.known[key] = said[: said.index(name)]

    def line(self, choice: Choice) -> str | None:
        """The order in words, None while it is not known how it is worded."""
        verb = next((self.known[key] for key in _keys(choice, "") if key in self.known), None)
        return None if verb is None else verb + _name(choice)


def _name(choice: Choice) -> str:
    """Without a remark in brackets that begins with a small or capital letter of a kind: `Caicos (Tobacco)`."""
    return re.sub(r" \([^\d(),]+\)$", "", choice.words) if choice.code[0] in "cр" else choice.words


def _keys(choice: Choice, said: str) -> Iterator[str]:
    """Headings under which a wording holds: `Europe: place a flag` also for `India: place a flag`."""
    heading = choice.heading or choice.code.lstrip("0123456789")[:0]
    if heading:
        yield heading
    place, colon, action = heading.partition(": ")
    if colon and place not in said:
        yield action


def first_answer(
    letter: Letter, earlier: Sequence[Letter], dice: Random, habit: Habit, words: Vocabulary, slip: Slip | None
) -> Answer:
    """Answer a question for the first time."""
    chosen = _chosen(letter, dice, habit)
    last = letter.prefilled if habit is not Habit.ONE_CODE or not chosen else ()
    if slip is Slip.STALE:
        old = [choice.code for one in earlier for choice in one.choices if choice.code[0].isdigit()]
        if old:
            return Answer((old[-1],), slip)
    if slip is Slip.MISSPELT and chosen:
        spelt = _misspelt(words.line(chosen[-1]) or chosen[-1].words, dice)
        if spelt is not None:
            return Answer(_together([*(choice.code for choice in chosen[:-1]), spelt], letter), slip)
    if slip is Slip.TWICE and chosen and chosen[-1].cost is not None:
        return Answer((*_together([*(choice.code for choice in chosen), chosen[-1].code], letter), *last), slip)
    typed = [(words.line(choice) if habit is Habit.WORDS else None) or choice.code for choice in chosen]
    return Answer((*_together(typed, letter), *last))


def correction(letter: Letter, dice: Random, attempt: int) -> Answer:
    """Answer a mail that says that something was wrong: what it proposes, else all anew, at last one plain code."""
    if attempt == 1 and letter.nearest:
        return Answer((letter.nearest[0].code,))
    chosen = _chosen(letter, dice, Habit.CODES if attempt < 3 else Habit.ONE_CODE)
    last = letter.prefilled if attempt < 3 else ()
    return Answer((*_anew(letter), *_together([choice.code for choice in chosen], letter), *last))


def _anew(letter: Letter) -> tuple[str, ...]:
    """Forget the draft, where the mail says that there is one."""
    if "kept as a draft" in letter.text:
        return ("start over",)
    return ("заново",) if re.search("как черновик|в черновике", letter.text) else ()


def _together(typed: Sequence[str], letter: Letter) -> tuple[str, ...]:
    """Several parts of one answer go into one line, purchases below each other."""
    return (" ".join(typed),) if typed and _count(letter) > 1 else tuple(typed)


def _count(letter: Letter) -> int:
    """How many codes make one answer: `Write all of them in one line: 1a 1b`."""
    return max(1, len(_CODES.findall(letter.note)))


def _chosen(letter: Letter, dice: Random, habit: Habit) -> list[Choice]:
    """As many answers as the note asks for, or what the points buy, or one and what its points buy."""
    asked = [choice for choice in letter.choices if choice.code[0].isdigit() and not choice.heading]
    if not asked:
        return _purchases(letter, _LEFT.findall(letter.note), dice, habit)
    first = dice.sample(asked, min(_count(letter), len(asked)))
    if len(first) > 1 or habit is Habit.ONE_CODE:
        return first
    points = [(figure, kind) for kind, figure in _NAMED.findall(first[0].words)]
    return [*first, *_purchases(letter, points, dice, habit)]


def _purchases(letter: Letter, points: Sequence[tuple[str, str]], dice: Random, habit: Habit) -> list[Choice]:
    """Spend points: several things for the first kind, one for the second, as the note says."""
    bought: list[Choice] = []
    headings: set[str] = set()
    most = 1 if habit is Habit.ONE_CODE else MOST
    for place, (figure, kind) in enumerate(points):
        left = int(figure)
        wares = [choice for choice in letter.choices if choice.cost and _kind(choice) == kind.casefold()]
        dice.shuffle(wares)
        for choice in wares:
            if len(bought) >= most or (place and choice in bought[-1:]):
                break
            assert choice.cost is not None
            # two of a kind may need the same piece: a player looks for something else
            if choice.heading in headings:
                continue
            if choice.cost <= left and (not choice.debt or (choice.cost == left and dice.random() < 0.3)):
                bought.append(choice)
                headings.add(choice.heading)
                left -= choice.cost
                if place:
                    break
    return bought


def _kind(choice: Choice) -> str | None:
    """Which points pay for it: `Europe: place a flag (diplomatic points)`, as its first letters."""
    priced = _PRICED.search(choice.heading)
    return priced[1].casefold() if priced else None


def _misspelt(words: str, dice: Random) -> str | None:
    """The words with two neighbouring letters of a long word exchanged."""
    pairs = [
        (word, at)
        for word in re.findall(r"[^\W\d_]{6,}", words)
        for at in range(1, len(word) - 2)
        if word[at] != word[at + 1]
    ]
    if not pairs:
        return None
    word, at = dice.choice(pairs)
    return words.replace(word, word[:at] + word[at + 1] + word[at] + word[at + 2 :])
