"""Which way round several things are named: `from Balearic to the navy box` is not what `to Balearic` means."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.orders.answers import Answers, alike
from adjudicator.orders.codes import reading_of
from adjudicator.orders.matching import FILLERS
from adjudicator.orders.text import Word, words


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
    """The words in front of things that are called by all of their names or by a part; "" where one is not called."""
    found = {}
    for number, thing in enumerate(things):
        own = names_of(answers, thing)
        called = (at for at, word in enumerate(given) if any(alike(word.folded, one) for one in own))
        found[number] = next((lead(given, at + 1) for at in called), "")
    return found


def lead(given: Sequence[Word], place: int) -> str:
    """The folded word in front of a name at a place, counted from 1, articles apart."""
    return next((word.folded for word in reversed(given[: place - 1]) if word.folded not in FILLERS), "")


def names_of(answers: Answers, thing: Sequence[tuple[str, str | int]]) -> frozenset[str]:
    """Every folded word by which a thing may be called."""
    return frozenset(word for kind, id in thing for some in answers.book.book.words_of(kind, id) for word in some)
