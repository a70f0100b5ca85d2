"""Names that are misspelt in a line which is no order: what they may mean, and the answers that are about that."""

from collections.abc import Sequence
from typing import NamedTuple

from adjudicator.orders.answers import Answers
from adjudicator.orders.codes import Option, reading_of
from adjudicator.orders.shelves import Id
from adjudicator.orders.text import Word

_LONGEST, _MOST = 4, 16
"""Words of a name that are compared, and of a line in which names are looked for."""
_LEAST, _LONG = 5, 8
"""Letters in which one slip is believed, and two."""


class Meant(NamedTuple):
    """The words, and the things that they may name: kind and id, all equally near."""

    given: Sequence[Word]
    things: tuple[tuple[str, Id], ...]


def misspelt(given: Sequence[Word], answers: Answers) -> Meant | None:
    """The longest run of words that is a slip or two away from a name; None where all are known, or none is near."""
    if len(given) > _MOST:
        return None
    known = frozenset(word.folded for word in given if is_known(word.folded, answers))
    for length in range(min(_LONGEST, len(given)), 0, -1):
        nearest: list[tuple[float, Meant]] = []
        for start in range(len(given) - length + 1):
            run = given[start : start + length]
            letters = sum(len(word.folded) for word in run)
            if letters < _LEAST or all(word.folded in known for word in run):
                continue
            most = 3 if letters >= _LONG else 2
            near = answers.book.book.slips([word.folded for word in run])
            best = [(kind, id) for far, kind, id in near if int(far) == int(near[0][0]) < most]
            if best:
                nearest.append((near[0][0], Meant(run, tuple(dict.fromkeys(best)))))
        if nearest:
            return min(nearest, key=lambda each: each[0])[1]
    return None


def is_known(word: str, answers: Answers) -> bool:
    """Whether it is a word of a name or an order, or one of an answer's in another case."""
    return word in answers.book.known_words or any(like > 1 for row in answers.likeness(word) for like in row)


def about(meant: Meant, answers: Answers, ops: Sequence[str]) -> list[tuple[str, Option]]:
    """The answers to the newest question that are about one of the things, with full codes; those of the order that was
    written first.
    """
    assert answers.newest is not None
    ids = {id for _, id in meant.things}
    found = []
    for option in answers.listed:
        reading = reading_of(option, answers.book)
        values = [one for value in reading.fields.values() for one in (value if isinstance(value, tuple) else (value,))]
        if ids.intersection(values):
            other = str(reading.action.__struct_config__.tag) not in ops
            found.append((other, f"{answers.newest.number}{option.code}", option))
    return [(code, option) for _, code, option in sorted(found, key=lambda each: each[0])]
