"""Whether words say what an answer says, and not its opposite: `from Balearic to the navy box` is not what `to
Balearic` means, nor «применить тайл» what «не применять тайл» does.
"""

from __future__ import annotations

from collections.abc import Sequence, Set

from adjudicator.orders.answers import Answers, alike
from adjudicator.orders.codes import Option, label, reading_of
from adjudicator.orders.courtesy import courtesy, first_of
from adjudicator.orders.matching import FILLERS
from adjudicator.orders.naming import unnamed
from adjudicator.orders.sayings import Reading
from adjudicator.orders.text import Word, words

_PASSED = FILLERS - {"with", "с", "со"}
"""Words that say nothing of the thing behind them."""


def is_turned_round(answers: Answers, at: int, given: Sequence[Word]) -> bool:
    """Whether words name one of the things of a listed answer behind what stands in front of another one there."""
    things = answers.book.things_of(reading_of(answers.listed[at], answers.book))
    if len(things) < 2:
        return False
    leads, said = (_leads(answers, things, line) for line in (words(answers.labels[at]), given))
    return any(
        own and own != leads[thing] and any(own == leads[each] for each in leads if each != thing)
        for thing, own in said.items()
    )


def _leads(
    answers: Answers, things: Sequence[Sequence[tuple[str, str | int]]], given: Sequence[Word]
) -> dict[int, str]:
    """The words in front of things that are called by all of their names or by a part; "" where one is not called. A
    thing that stands there twice is to be called twice.
    """
    found: dict[int, str] = {}
    for number, thing in enumerate(things):
        own = names_of(answers, thing)
        before = sum(each == thing for each in things[:number])
        found[number] = next((lead(given, at + 1) for at in _calls(given, own)[before:]), "")
    return found


def _calls(given: Sequence[Word], own: Set[str]) -> list[int]:
    """Where each run of words begins that call a thing by some of these names."""
    places = [at for at, word in enumerate(given) if word.folded not in _PASSED]
    called = [any(alike(given[at].folded, one) for one in own) for at in places]
    return [at for at, here, last in zip(places, called, [False, *called], strict=False) if here and not last]


def is_said(option: Option, given: Sequence[Word], answers: Answers) -> bool:
    """Whether one of the things that an answer is about is named, or the word with which it begins, or another verb
    for it. One that begins with a `not` is never said without one: «применить тайл» for «не применять тайл»; nor is one
    that takes several things of a kind by some of them: `one military card` is not `a card of each`.
    """
    line, reading = label(option, answers.book, answers.language), reading_of(option, answers.book)
    if is_refusal(line) or _is_partly_named(reading, given, answers):
        return False
    own = {name for thing in answers.book.things_of(reading) for name in names_of(answers, thing)}
    written = [word.folded for word in words(line)]
    begun = {*written[:1], *answers.book.words_of(reading).verbs.difference(written)}  # of other ways to say it too
    return any(alike(word.folded, one) for word in given for one in (*own, *begun))


def _is_partly_named(reading: Reading, given: Sequence[Word], answers: Answers) -> bool:
    """Whether words name some of several things that an answer takes together, and not the others."""
    book, typed = answers.book.book, [word.folded for word in given]
    for values in reading.fields.values():
        things = list(dict.fromkeys(values)) if isinstance(values, tuple) else []
        names = [names_of(answers, [(kind, id) for kind in book.kinds() if book.has(kind, id)]) for id in things]
        if 0 < unnamed(typed, names) < len(names):
            return True
    return False


def is_refusal(line: str) -> bool:
    """Whether the line of an answer says what is not done."""
    return first_of(words(line), 0, courtesy().nots) > 0


def lead(given: Sequence[Word], place: int) -> str:
    """The folded word in front of a name at a place, counted from 1, articles apart."""
    return next((word.folded for word in reversed(given[: place - 1]) if word.folded not in _PASSED), "")


def names_of(answers: Answers, thing: Sequence[tuple[str, str | int]]) -> frozenset[str]:
    """Every folded word by which a thing may be called."""
    return frozenset(word for kind, id in thing for some in answers.book.book.words_of(kind, id) for word in some)
