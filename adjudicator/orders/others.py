"""What somebody tells of others: `the Genoese attack the Florentines`, `France surrenders`, «французы сдаются».

It is no order, and least the one that its words would be in another order. Only who has a people acts so: a thing that
is no place (`Vlad besieges Buda`) is what an order is given with.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from adjudicator.components.russian import narrates
from adjudicator.orders.phrasebook import Phrasebook
from adjudicator.orders.text import Word, clean, order_part, words

_ENDS = re.compile(r"[;!?]|\.(?=\s|$)")
_JOINS = frozenset(("and", "и"))
_THIRD = ("s", "es")
"""How English verbs end that tell what one other does."""


def tells_of_others(text: str, book: Phrasebook, seat: str, language: str) -> bool:
    """Whether a line begins a sentence with somebody else, and what he does."""
    if not book.book.peopled:
        return False
    sentences = map(words, _ENDS.split(clean(order_part(text))))
    return any(given and _acts(given, book, seat, language) for given in sentences)


def _acts(said: Sequence[Word], book: Phrasebook, seat: str, language: str, *, several: bool = False) -> bool:
    """Whether somebody else stands first, and behind him what he does. `several`: beside others who do it too."""
    led = said[0].folded == "the"
    for end in range(min(len(said) - 1, led + book.book.longest), led, -1):
        typed = tuple(word.folded for word in said[led:end])
        things = [thing for thing in book.book.called(typed, language) if thing in book.book.peopled]
        if things and not any(word.broken for word in said[led + 1 : end + 1]):
            others = all(id != seat for _, id in things)
            people = all(_is_people(typed, book.book.peopled[thing], led=led) for thing in things)
            if said[end].folded in _JOINS and end + 1 < len(said):
                return others and _acts(said[end + 1 :], book, seat, language, several=True)
            several = several or people or any((kind, seat) in book.book.peopled for kind, _ in things)
            return others and _does(said[end:], book, language, people=several)
    return False


def _is_people(typed: tuple[str, ...], forms: frozenset[str], *, led: bool) -> bool:
    """Whether words are who lives somewhere, and not what is theirs: `Burgundians`, `the English`."""
    return " ".join(typed) in forms and (led or typed[-1].endswith("s"))


def _does(said: Sequence[Word], book: Phrasebook, language: str, *, people: bool) -> bool:
    """Whether a verb stands there that tells what others do. `people`: several may do it, as in an order."""
    word = said[0].folded
    if not word.isascii():
        return narrates(word)
    if word in book.verb_words:
        return bool(book.verb_of(said, language)) and (people or _names_another(said[1:], book, language))
    stems = (word.removesuffix(ending) for ending in _THIRD if word.endswith(ending))
    said_for = frozenset[str]() if book.synonyms is None else book.synonyms.words
    return any(stem in book.verb_words or stem in said_for for stem in stems)


def _names_another(said: Sequence[Word], book: Phrasebook, language: str) -> bool:
    """Whether the next words name somebody who has a people."""
    near = [word for at, word in enumerate(said[:2]) if not any(each.broken for each in said[: at + 1])]
    return any(thing in book.book.peopled for word in near for thing in book.book.called((word.folded,), language))
