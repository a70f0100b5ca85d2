"""Answers that are orders only behind their question: a number alone, the question's own verb with a name.

How it works. What answers a question belongs to the question: the kinds of its answers, the one number in which some of
them differ, the verb behind its “you”.

- A number alone is the answer that differs from all others of its kind in that number, where the question has no
  answers of another kind but one (“none”, “stay”).
- What signs an offer (“I sign”, “согласен”) or declines it answers a question that takes a plain yes or no.
- A question that asks “Which card do you bring?” takes “bring”, “I bring” before what would answer it alone.

The line then reads as its code, or as the name alone. What must hold: a line that is an order as it stands is left as
it is, and so is one that two answers fit, or a number that is also a short name. Those are asked back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from adjudicator.components.russian import lemmas
from adjudicator.kernel.actions import Action
from adjudicator.orders.options.codes import Offer, reading_of
from adjudicator.orders.options.rows import OrderContext, OrderResult
from adjudicator.orders.sets import try_out
from adjudicator.orders.text import Word, order_part, tokenize
from adjudicator.orders.text.common import asks, common_words
from adjudicator.orders.text.similarity import forms
from adjudicator.orders.vocabulary.sayings import Reading
from adjudicator.service.play.agreements.replies import said_alone

_LONGEST: Final = 12
"""Words of an answer that a question completes."""
_NUMBER: Final = re.compile(r"\d{1,4}")
_CODED: Final = re.compile(r"(?=.*\d)(?=.*[^\W\d_])\w+")
_PLAIN: Final = {"yes": {"en": "yes", "ru": "да"}, "no": {"en": "no", "ru": "нет"}}
_ASKED: Final = frozenset(("you", "вы"))
"""The words behind which a question has its verb."""
_JOINS: Final = frozenset(("or", "and", "или", "и"))
"""With one of these a question asks for more than one deed."""


def is_coded(line: str) -> bool:
    """Return whether a line is nothing but codes, which need no question to be read: each has a letter and a figure."""
    given = tokenize(order_part(line))
    return bool(given) and all(_CODED.fullmatch(word.folded) for word in given)


def in_full(desk: OrderContext, line: str, question: Callable[[], str], replied: int | None = None) -> str:
    """Return a line as it reads without its question.

    `question` gives the sentence that asks. `replied`: the number of the question in the mail that is replied to, if it
    had one; nothing else is answered by it.
    """
    given, offer = tokenize(order_part(line)), desk.answers().newest
    if not given or len(given) > _LONGEST or asks(line) or offer is None or replied not in (None, offer.number):
        return line
    if len(given) == 1 and _NUMBER.fullmatch(given[0].folded):
        return _by_number(desk, offer, given[0].folded) or line
    if said := said_alone(line):
        return _plainly(desk, line, said)
    return _without_verb(desk, line, given, question) or line


def _by_number(desk: OrderContext, offer: Offer, number: str) -> str:
    """Return the code of the one answer that a number names; empty if there is none, or the number may be a name."""
    if not _is_small(desk) or desk.book.book.by_short(number):
        return ""
    legal = desk.start().legal
    coded = [(option.code, reading_of(option, desk.book)) for option in offer.shown if not option.part]
    now = [(code, reading) for code, reading in coded if legal.fits(reading.action, reading.fields)]
    named = [(code, reading) for code, reading in now if int(number) in _numbers(reading)]
    if len(named) != 1:
        return ""
    code, meant = named[0]
    alike = [reading.fields for _, reading in now if reading.action is meant.action]
    differing = [name for name in meant.fields if len({repr(fields.get(name)) for fields in alike}) > 1]
    only = len(differing) == 1 and len(alike) >= len(now) - 1 and meant.fields[differing[0]] == int(number)
    return f"{offer.number}{code}" if only else ""


def _plainly(desk: OrderContext, line: str, said: str) -> str:
    """Return the plain yes or no that a line means, if that answers the question and the line as it stands does not."""
    plain = _PLAIN.get(said, {}).get(desk.language, "")
    answers = bool(plain) and _is_order(desk, plain) and not _is_order(desk, line)
    return plain if answers else line


def _is_order(desk: OrderContext, line: str) -> bool:
    """Return whether a line alone is a legal order."""
    rows = try_out(desk, [f"check {line}"]).rows
    return len(rows) == 1 and _is_legal(rows[0])


def _numbers(reading: Reading) -> list[int]:
    return [value for value in reading.fields.values() if isinstance(value, int) and not isinstance(value, bool)]


def _is_small(desk: OrderContext) -> bool:
    """Return whether the question has answers of one kind, besides one other at the most."""
    answers = desk.start().answers
    kinds = [type(each) for each in answers]
    most = max(map(kinds.count, {*kinds}), default=0)
    return most > 1 and len(kinds) - most <= 1


def _without_verb(desk: OrderContext, line: str, given: Sequence[Word], question: Callable[[], str]) -> str:
    """Return what stands behind the question's own verb, if that is an answer alone; else nothing."""
    first = next((at for at, word in enumerate(given) if word.folded not in common_words().selves), len(given))
    if first + 1 >= len(given) or not _is_small(desk) or any(map(_is_legal, try_out(desk, [f"check {line}"]).rows)):
        return ""
    if not any(_says(given[first].folded, verb) for verb in _verbs(question())):
        return ""
    rest = order_part(line)[given[first + 1].column - 1 :]
    rows = try_out(desk, [f"check {rest}"]).rows
    return rest if len(rows) == 1 and _is_legal(rows[0]) and _answers(rows[0].action, desk) else ""


def _verbs(question: str) -> Iterator[str]:
    """Yield the word behind the “you” of a question that asks for one deed."""
    words = [word.folded for word in tokenize(question)]
    if _JOINS.isdisjoint(words) and sum(word in _ASKED for word in words) == 1:
        at = next(at for at, word in enumerate(words) if word in _ASKED)
        yield from words[at + 1 : at + 2]


def _says(word: str, verb: str) -> bool:
    """Return whether a word is a form of a verb."""
    return word == verb or not forms(word).isdisjoint(forms(verb)) or not lemmas(word).isdisjoint(lemmas(verb))


def _is_legal(row: OrderResult) -> bool:
    return row.status == "legal"


def _answers(action: Action | None, desk: OrderContext) -> bool:
    return any(type(each) is type(action) for each in desk.start().answers)
