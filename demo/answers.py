"""Choose what a player answers: by the codes and words of the mail they hold, sometimes with a slip.

The choice depends on nothing but what they have read and how often they have written, so that a player who is
killed and started again writes the same mail again. Nothing of the game is known here: what things cost, what
there is to spend, what ends a round and how orders are worded stands in the mails.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random

from demo.letters import Choice, Letter
from demo.vocabulary import Vocabulary

_CODES = re.compile(r"\b(?:\d+[a-zа-я]{1,2}\d*|[AEHKMPT]\d\d|[A-ZА-Я]\d[A-ZА-Я]\d)\b")
CODE = re.compile(r"\d+[a-zа-я]{1,2}\d*")
"""A line that is the code of an answer and nothing else: it needs no name of a seat."""
_LEFT = re.compile(r"(\d+) ([^\W\d_]{5})[^\W\d_]*")
_NAMED = re.compile(r"([^\W\d_]{5})[^\W\d_]* (\d+)")
_PRICED = re.compile(r"\(([^\W\d_]{5})[^()]*\)$")
ENDS = 0.6
"""How often a player is content with what they have done in their turn."""
CURIOUS = 0.5
"""How often a player looks at what an answer brings, and tries what costs nothing, before they buy anything."""
MOST = 3
"""Purchases in one mail: players of long games like to see what comes of a few."""


class Slip(StrEnum):
    """A mistake that people make."""

    MISSPELT = "misspelt"
    TWICE = "twice"
    STALE = "stale"


class Habit(StrEnum):
    """The amount that a player writes: one code from a phone, or as much as the mail allows, in codes or in words."""

    ONE_CODE = "one code"
    CODES = "codes"
    WORDS = "words"


@dataclass(frozen=True)
class Answer:
    """The lines to send, and the slip in them."""

    lines: tuple[str, ...]
    slip: Slip | None = None


def first_answer(  # noqa: PLR0913 - what he has read, and how he is
    letter: Letter,
    earlier: Sequence[Letter],
    dice: Random,
    habit: Habit,
    words: Vocabulary,
    slip: Slip | None,
    eager: Sequence[str] = (),
) -> Answer:
    """Answer a question for the first time; `eager`: patterns of options that they take now, if there are any."""
    wished = best(letter.choices, eager)
    if slip is None and wished:
        return Answer((dice.choice(wished).code,))
    curious = slip is None and dice.random() < CURIOUS
    if curious and (gift := _gift(letter, dice)) is not None:
        return Answer((gift.code,))
    if curious and _asked(letter):
        habit = Habit.ONE_CODE
    chosen = _chosen(letter, dice, habit, tried(earlier))
    last = letter.closing if habit is not Habit.ONE_CODE or not chosen else ()
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
    if not chosen and not last:
        return Answer(tuple(choice.code for choice in letter.choices[:1]))
    typed = [(words.line(choice) if habit is Habit.WORDS else None) or choice.code for choice in chosen]
    return Answer((*_together(typed, letter), *last))


def best(choices: Sequence[Choice], eager: Sequence[str]) -> list[Choice]:
    """Return the choices that match the first pattern that any choice matches."""
    found = ([choice for choice in choices if re.fullmatch(each, choice.bare)] for each in eager)
    return next(filter(None, found), [])


def without(choices: tuple[Choice, ...], loath: Sequence[str]) -> tuple[Choice, ...]:
    """Return the choices that no pattern matches, or all choices if each one is matched."""
    return tuple(choice for choice in choices if not any(re.fullmatch(one, choice.bare) for one in loath)) or choices


def correction(letter: Letter, earlier: Sequence[Letter], dice: Random, attempt: int) -> Answer:
    """Answer a mail that says that something was wrong: what it proposes, else all again, at last one plain code."""
    meant = next((choice.code for choice in letter.nearest if _CODES.fullmatch(choice.code)), None)
    if attempt == 1 and meant is not None:
        return Answer((meant,))
    if attempt > 3:
        return Answer((*_anew(letter), dice.choice(letter.choices).code))
    chosen = _chosen(letter, dice, Habit.CODES if attempt < 3 else Habit.ONE_CODE, tried(earlier))
    last = letter.closing if attempt < 3 else ()
    return Answer((*_anew(letter), *_together([choice.code for choice in chosen], letter), *last))


def _anew(letter: Letter) -> tuple[str, ...]:
    """Forget the draft, where the mail says that there is one."""
    if "kept as a draft" in letter.text:
        return ("start over",)
    return ("заново",) if re.search("как черновик|в черновике", letter.text) else ()


def _together(typed: Sequence[str], letter: Letter) -> tuple[str, ...]:
    """Several parts of one answer go into one line, purchases below each other."""
    return (" ".join(typed),) if typed and (_count(letter) > 1 or letter.example) else tuple(typed)


def _count(letter: Letter) -> int:
    """Return how many codes make one answer: `Write all of them in one line: 1a 1b`."""
    return max(1, len(_CODES.findall(letter.note)))


def tried(earlier: Sequence[Letter]) -> Counter[str]:
    """Return how often the player has done what, by heading and verb, as the answers to their mails tell."""
    kinds, found = dict[str, str](), Counter[str]()
    for letter in earlier:
        found.update(kinds[code] for code in letter.read if code in kinds)
        kinds |= {choice.code: _sort(choice) for choice in (*letter.choices, *letter.shown)}
    return found


def _sort(choice: Choice) -> str:
    """Return its heading, and its verb where it begins with one: names have capital letters."""
    verb = choice.words.partition(" ")[0]
    return f"{choice.heading}: {verb}" if verb.islower() else choice.heading


def _heading(choice: Choice) -> str:
    return choice.heading


def _asked(letter: Letter) -> list[Choice]:
    """Return the plain answers to the question."""
    return [choice for choice in letter.choices if not choice.heading]


def _chosen(letter: Letter, dice: Random, habit: Habit, done: Counter[str]) -> list[Choice]:
    """Choose as many answers as the note asks for, or what the points buy, or one and what its points buy."""
    asked = _asked(letter)
    if not asked:
        bought = _purchases(letter, _LEFT.findall(letter.note), dice, habit)
        return bought if bought or letter.closing else _in_one(letter, dice, done)
    many = min(_count(letter), len(asked))
    first = dice.sample(asked, many) if many > 1 else [_one(asked, dice)]
    if len(first) > 1 or habit is Habit.ONE_CODE:
        return first
    points = [(figure, kind) for kind, figure in _NAMED.findall(first[0].words)]
    return [*first, *_purchases(letter, points, dice, habit)]


def _in_one(letter: Letter, dice: Random, done: Counter[str]) -> list[Choice]:
    """Choose one of what is under headings; with it what makes one answer with it."""
    chosen, together = _something_new(letter.choices, dice, done), letter.example.split()
    if chosen and len(together) > 1:
        for same in (_sort, _heading):  # names without capital letters look like verbs
            alike = [choice for choice in letter.choices if same(choice) == same(chosen[0])]
            if {*together} <= {choice.code for choice in alike}:
                return dice.sample(alike, min(len(together), len(alike)))
    return chosen


def _something_new(choices: Sequence[Choice], dice: Random, done: Counter[str]) -> list[Choice]:
    """Choose one of what is under headings, rather what the player has seldom done."""
    end = next((choice for choice in choices if choice.ends), None)
    if end is not None and dice.random() < ENDS:
        return [end]
    sorts: dict[str, list[Choice]] = {}
    for choice in choices:
        if choice is not end:
            sorts.setdefault(_sort(choice), []).append(choice)
    if not sorts:
        return [end] if end is not None else []
    weights = [(1 + done[sort]) ** -2 for sort in sorts]
    return [dice.choice(sorts[dice.choices([*sorts], weights)[0]])]


def _one(choices: Sequence[Choice], dice: Random) -> Choice:
    """Choose what to do first, by its verb, and only then with what or whom."""
    verbs: dict[str, list[Choice]] = {}
    for choice in choices:
        verbs.setdefault(choice.words.partition(" ")[0], []).append(choice)
    return dice.choice(verbs[dice.choice(list(verbs))])


def _gift(letter: Letter, dice: Random) -> Choice | None:
    """Choose something under a heading that has no price and is not a plain answer: a card to play, an exchange.

    Half of the time it comes from the first heading.
    """
    found: dict[str, list[Choice]] = {}
    priced = any(choice.cost for choice in letter.choices)
    for choice in letter.choices if priced and not _asked(letter) else ():
        if choice.heading and not choice.cost:
            found.setdefault(choice.heading, []).append(choice)
    headings = list(found)
    return dice.choice(found[headings[0] if dice.random() < 0.5 else dice.choice(headings)]) if found else None


def _purchases(letter: Letter, points: Sequence[tuple[str, str]], dice: Random, habit: Habit) -> list[Choice]:
    """Spend points: several things for the first kind, one for the second, as the note says."""
    bought: list[Choice] = []
    most = 1 if habit is Habit.ONE_CODE else MOST
    for place, (figure, kind) in enumerate(points):
        wares = [choice for choice in letter.choices if choice.cost and _kind(choice) == kind.casefold()]
        dice.shuffle(wares)
        left, room = int(figure), min(most - len(bought), 1 if place else MOST)
        for choice in wares:
            price = choice.cost or 0
            # two things under one heading may need the same piece: a player looks for something else
            other = all(choice.heading != one.heading for one in bought)
            dear = choice.debt and (price < left or dice.random() < 0.7)
            if room and other and price <= left and not dear:
                bought.append(choice)
                left, room = left - price, room - 1
    return bought


def _kind(choice: Choice) -> str | None:
    """Return which points pay for it: `Europe: place a flag (diplomatic points)`, as its first letters."""
    priced = _PRICED.search(choice.heading)
    return priced[1].casefold() if priced else None


def _misspelt(words: str, dice: Random) -> str | None:
    """Reverse four letters of a long word, which is too much for a typing error, so that the player is asked."""
    places = [
        (word, at)
        for word in re.findall(r"[^\W\d_]{6,}", words)
        for at in range(1, len(word) - 4)
        if word[at : at + 4] != word[at : at + 4][::-1]
    ]
    if not places:
        return None
    word, at = dice.choice(places)
    return words.replace(word, word[:at] + word[at : at + 4][::-1] + word[at + 4 :])
