"""What each numbered rule comes to, for players who ask by mail (``rules 5.4.1``).

The texts stand in ``data/rulebook/<code>.yaml``, one file a language: our own words, not the rulebook's.

>>> RULEBOOK.title("5.4.2", "en")
'Economic cost'
>>> RULEBOOK.below("5.6")
('5.6.1', '5.6.2', '5.6.3', '5.6.4', '5.6.5', '5.6.6')
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

import msgspec
from msgspec import Struct

from adjudicator.language import Language

from .fact_types import DATA
from .words.advantage_words import all_advantages
from .words.speech import speech

ADVANTAGES: Final = "8.2"
"""The section that lists what each Advantage tile needs and does."""


class Rule(Struct, frozen=True, array_like=True):
    """One numbered section: what it is called, and what it says in a few sentences."""

    title: str
    text: str


@lru_cache(maxsize=8)
def rules(code: str) -> Mapping[str, Rule]:
    """All rules in a language by number; English where the language has no file."""
    path = DATA / "rulebook" / f"{code}.yaml"
    if not path.exists():
        path = DATA / "rulebook/en.yaml"
    return msgspec.yaml.decode(path.read_bytes(), type=dict[str, Rule])


class Rulebook(Struct, frozen=True):
    """The short rulebook of this game."""

    def title(self, number: str, code: str) -> str:
        """What a section is called. Raises KeyError for a number that does not exist."""
        return rules(code)[number].title

    def below(self, number: str) -> tuple[str, ...]:
        """The sections right below one: ``7.2.1`` has ``7.2.1.1`` and ``7.2.1.2``, ``7.0`` has ``7.1`` to ``7.6``."""
        stem = number.removesuffix(".0") + "."
        return tuple(each for each in rules("en") if _parent(each) == stem and each != number)

    def tell(self, number: str, language: Language) -> tuple[str, ...]:
        """What a section says, and the list of those below it; all advantages with 8.2. A number that does not exist:
        what comes nearest.
        """
        book, words = rules(language.code), speech(language)
        if number not in book:
            number = f"{number}.0" if f"{number}.0" in book else number
        if number not in book:
            nearest = _nearest(number)
            return (
                words.gettext("There is no rule %(number)s. The nearest is this one:", number=number),
                *self.tell(nearest, language),
            )
        rule = book[number]
        told = [f"{number} {rule.title}. {rule.text}"]
        if number == ADVANTAGES:
            told += all_advantages(speech(language))
        below = [f"{each} {book[each].title}" for each in self.below(number)]
        if below:
            told.append(words.gettext("More in: %(rules)s.", rules="; ".join(below)))
        return tuple(told)


def _parent(number: str) -> str:
    """The stem under which a section stands: ``5.4.1`` under ``5.4.``, ``5.4`` under ``5.``, ``5.0`` under ``5.``."""
    return number.rpartition(".")[0] + "."


def _nearest(number: str) -> str:
    """The closest section above a number that does not exist: 5.4.9 gives 5.4, 99 gives the last chapter."""
    book = rules("en")
    parts = number.split(".")
    while len(parts) > 1:
        parts.pop()
        for each in (".".join(parts), ".".join(parts) + ".0"):
            if each in book:
                return each
    chapters = [each for each in book if each.endswith(".0")]
    return min(chapters, key=lambda each: abs(int(each[:-2]) - min(int(parts[0]), 99)))


RULEBOOK = Rulebook()
