"""Orders that a mail bears out: what they are about and what is done is said, and whatever else is said is none of the
game's. `Calicut is where my flag goes` is no order, but flags Calicut and nothing else: a `yes` is offered for that.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import pairwise

from adjudicator.components.russian import narrates
from adjudicator.components.short_names import twins
from adjudicator.kernel.actions import Action
from adjudicator.orders.answers import EXACT, SHORTENED, Answers, alike
from adjudicator.orders.around import is_small
from adjudicator.orders.clauses import without_humble, without_wishes
from adjudicator.orders.codes import reading_of
from adjudicator.orders.corrections import marker, trails
from adjudicator.orders.courtesy import courtesy, first_of
from adjudicator.orders.directions import is_refusal, is_turned_round, names_of
from adjudicator.orders.gist import joined
from adjudicator.orders.matching import FILLERS
from adjudicator.orders.misspelt import is_known, misspelt
from adjudicator.orders.naming import unnamed
from adjudicator.orders.sayings import Reading
from adjudicator.orders.spoken import asks, clauses, considers, doubtful, is_talk, is_wished, turns_down
from adjudicator.orders.text import Word, fold, order_part, words

Part = Sequence[Word]
_ENDING = re.compile(r"(?<=[a-z]{3})(?:ing|ed|es|s|e)$")
"""Endings of English words."""
_SLIP = 1
_LEAST = 4
"""Letters of the beginning of a word that stands for it."""
_LEAST_SLIP = 6
"""Letters of a word that may be a name that is misspelt; shorter ones are too often another word."""
_TOLD = 2
"""Words of a remark at least."""
_MOST = 40
"""Answers that are looked at word by word."""


def bears_out(lines: Sequence[str], orders: Sequence[Action], typed: str, answers: Answers) -> bool:
    """Whether these lines say all that some orders do, which are `typed` so, and no word of them says anything else
    that is the game's. What asks, denies, doubts, wishes, compares or tells of others bears out nothing.
    """
    every = [_Order(Reading.of(order), answers, typed) for order in orders]
    code = answers.newest.code_of(Reading.of(orders[0]), answers.book) if answers.newest and len(orders) == 1 else None
    at = answers.by_code.get(code or "")
    for said in _ways(lines, answers):
        given = [word for part in said for word in part]
        if _is_all(said, every, answers) and (at is None or not is_turned_round(answers, at, given)):
            return True
    return False


def borne_out(lines: Sequence[str], answers: Answers) -> str | None:
    """The code of the one answer to the newest question that these lines bear out."""
    for said in _ways(lines, answers):
        given = [word for part in said for word in _content(part)]
        hits = [at for at in range(len(answers.listed)) if all(_may_say(word, answers, at) for word in given)]
        if len(hits) > _MOST:
            continue
        readings = ((at, reading_of(answers.listed[at], answers.book)) for at in hits)
        found = [at for at, each in readings if _is_all(said, [_Order(each, answers)], answers)]
        found = [at for at in found if not is_refusal(answers.labels[at]) and not is_turned_round(answers, at, given)]
        least = answers.plainest(found)
        if len(least) == 1 and answers.newest is not None:
            return f"{answers.newest.number}{answers.listed[least[0]].code}"
    return None


def _may_say(word: Word, answers: Answers, at: int) -> bool:
    """Whether a word says something of a listed answer, or nothing of any of them."""
    rows = answers.likeness(word.folded)
    return any(row[at] for row in rows) or not any(map(any, rows))


def _ways(lines: Sequence[str], answers: Answers) -> Iterable[Sequence[Part]]:
    """The parts of lines that may say something: as they stand, and as an order would be written."""
    plain = [_as_wish(line) for line in lines]
    for told in (plain, list(map(partial(answers.respelt, freely=True), plain))):
        parts = [[word for word in part if word.folded not in answers.own_names] for part in _said(told)]
        if any(map(_content, parts)):
            yield [part for part in parts if part]


def _content(part: Part) -> list[Word]:
    """The words of a part that may say something."""
    return [word for word in part if not is_small(word) and (word.folded,) not in courtesy().polite]


def _is_all(parts: Sequence[Part], every: Sequence[_Order], answers: Answers) -> bool:
    """Whether all of some orders is said and nothing else of the game: each order is bidden, or named beside others
    where nothing strange is said.
    """
    strange = False
    for part in parts:
        told = [word for word in _content(part) if not any(each.has(word) for each in every)]
        if any(_may_order(word, answers) for word in told) or not _may_talk(part, told, every):
            return False
        strange |= bool(told)
    said = [word for part in parts for word in _content(part)]
    listed = len(every) > 1 and not strange
    return all(each.is_named(said) and (each.is_bidden(said) or (listed and each.is_called(said))) for each in every)


def _may_order(word: Word, answers: Answers) -> bool:
    """Whether a word that none of the orders has is one of the game, or may be one that is misspelt."""
    if any(map(str.isdecimal, word.folded)) or is_known(word.folded, answers):
        return True
    return len(word.folded) >= _LEAST_SLIP and misspelt([word], answers) is not None


def _may_talk(part: Part, strange: Sequence[Word], every: Sequence[_Order]) -> bool:
    """Whether the strange words of a part may be talk. A part of them alone is no order where somebody is its subject
    (`we need it for the Rhine`, but `plunder everything`); in another one none stands where the verb does (`sell
    Bavaria`), and what is to be done is said beside what it names (`Savoy stays lovely` orders nothing).
    """
    said = _content(part)
    if not strange:
        return True
    if len(strange) == len(said):
        return len(strange) >= _TOLD and part[0] not in strange
    if any(one not in strange and other in strange and _bids(one, every) for one, other in pairwise(said)):
        return False  # a strange word where a verb has its thing: `flag coorpa`
    return said[0] not in strange and any(each.is_bidden(said) for each in every)


def _bids(word: Word, every: Sequence[_Order]) -> bool:
    """Whether a word says what one of the orders does, and is no name."""
    return any(each.is_bidden([word]) for each in every)


def _said(lines: Sequence[str]) -> list[Part]:
    """The parts of lines, between signs and joining words; none where one of the lines does not tell plainly what is to
    be done.
    """
    found: list[Part] = []
    for line in map(order_part, lines):
        plain, _ = without_wishes(line)
        if (line and not plain) or asks(plain):
            return []
        every = clauses(plain)
        if any(marker(every, at) for at in range(len(every))):
            return []
        for clause in map(without_humble, every):
            if is_talk(clause):
                continue
            if _is_unsure(clause):
                return []
            found += joined(clause)
    return found


def _as_wish(line: str) -> str:
    """A line that asks in a kind word for something, as a wish."""
    kind = any(word.folded in courtesy().kindly for word in words(line))
    return line.replace("?", ".") if kind and asks(line) else line


def _is_unsure(clause: Sequence[Word]) -> bool:
    lists = courtesy()
    if doubtful(clause) or considers(clause) or is_wished(clause, [word.folded for word in clause]):
        return True
    if any(word.folded in lists.telling | lists.nothing | lists.beyond or narrates(word.folded) for word in clause):
        return True
    if any((word.folded,) in lists.idle or (word.folded,) in lists.thanks for word in clause):
        return True  # `good luck with Savoy`
    if trails(clause) or any(turns_down(clause, at) for at in range(len(clause))):
        return True
    never = (lists.others, lists.strikes, lists.struck, lists.markers_amidst)
    return any(first_of(clause, at, forms) for at in range(len(clause)) for forms in never)


class _Order:
    """An order, by the words that may say it: those that it is `typed` with have figures in them."""

    def __init__(self, reading: Reading, answers: Answers, typed: str = "") -> None:
        book = answers.book
        vocabulary = book.words_of(reading)
        self._things = [names_of(answers, thing) for thing in book.things_of(reading)]
        self._verbs = vocabulary.verbs - FILLERS
        self._shorts = {word.folded for word in words(typed) if any(map(str.isdecimal, word.folded))}
        if typed:
            self._shorts |= {fold(twin) for short in book.shorts_of(reading.typed()) for twin in twins(short)}
        figures = {
            word.folded for word in words(book.say(reading.typed(), answers.language)) if word.folded.isdecimal()
        }
        self._all = {*vocabulary.names, *vocabulary.others, *self._verbs, *self._shorts, *figures}

    def has(self, word: Word) -> bool:
        """Whether a word says something of it."""
        return _is_one_of(word, self._all)

    def is_bidden(self, said: Iterable[Word]) -> bool:
        """Whether words say what is done."""
        return any(_is_one_of(word, self._verbs) for word in said)

    def is_named(self, said: Sequence[Word]) -> bool:
        """Whether words name all that it is about, and a word that two of its things share not both of them."""
        return any(word.folded in self._shorts for word in said) or not unnamed(
            [word.folded for word in said], self._things
        )

    def is_called(self, said: Sequence[Word]) -> bool:
        """Whether it is named by whole words, in any form, or but for a slip."""
        return any(word.folded in self._shorts for word in said) or all(
            any(alike(word.folded, own) in (EXACT, _SLIP) for word in said for own in names) for names in self._things
        )


def _is_one_of(word: Word, own: Iterable[str]) -> bool:
    return any(_is_like(word.folded, each) for each in own)


def _is_like(word: str, own: str) -> bool:
    like = alike(word, own)
    if like == SHORTENED:
        return len(word) >= _LEAST
    return like > 0 or (len(own) > SHORTENED and _ENDING.sub("", word) == _ENDING.sub("", own))
