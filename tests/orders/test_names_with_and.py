"""A thing whose own name holds a joining word or sign is one thing: its name is never taken apart."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from adjudicator import game_named, games, new_match
from adjudicator.orders import Legal, Phrasebook
from adjudicator.orders.options.answers import AnswerIndex
from adjudicator.orders.options.pieces import Offers, OrderItem, Wrong
from adjudicator.orders.strict.lines import LineReader
from adjudicator.orders.vocabulary.patterns import Pattern
from adjudicator.orders.vocabulary.shelves import Name

JOINING = re.compile(r"\b(?:and|и|then|plus|next|also)\b|[&,;/+]", re.IGNORECASE)
WITH_WORDS = [game for game in games() if "phrases" in game_named(game).parts]


def book_of(game: str) -> Phrasebook:
    match = new_match(game, seed=b"names")
    book: Phrasebook = match.game.part("phrases")
    return book.at(match.state)


def texts(name: Name) -> Iterator[str]:
    """The name in all its forms, with `&` also as a word."""
    for text in (name.text, *name.aliases, *(form for _, form in name.cases)):
        if JOINING.search(text):
            yield text
            if "&" in text and "(" not in text:
                yield text.replace("&", "and" if name.language == "en" else "и")
                yield text.replace(" & ", "&")


def ordered(book: Phrasebook, name: Name) -> Iterator[Pattern]:
    """The shapes of orders that need nothing but this name, where its name alone tells which thing is meant."""
    for pattern in book.patterns:
        needed = [slot for slot in pattern.slots if slot.required]
        if len(needed) == 1 and name.kind in needed[0].argument.kinds and pattern.phrase.verbs[name.language][0]:
            yield pattern


@pytest.mark.slow
@pytest.mark.parametrize("step", [3, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", WITH_WORDS)
def test_a_name_with_and_in_it_is_one_thing(game: str, step: int) -> None:
    """Wherever a line with a name is read at all, it is read with the whole name, and as one order."""
    book = book_of(game)
    for name in book.book.names[::step]:
        for text in texts(name):
            for pattern in ordered(book, name):
                line = f"{pattern.phrase.verbs[name.language][0]} {text}"
                reader = LineReader(AnswerIndex(Offers(), book, name.language, dict), Legal(()), late=False)
                alone = reader.read(line)
                assert len(alone) == 1, (line, alone)
                if isinstance(alone[0], OrderItem):
                    assert _holds(alone[0], name), (line, alone)
                for polite in (f"Please, {line}. Thanks!", f"Пожалуйста, {line}"):
                    pieces = reader.read(polite)
                    assert len([piece for piece in pieces if isinstance(piece, OrderItem)]) <= 1, polite
                    assert len(pieces) == 1 or any(isinstance(piece, Wrong) for piece in pieces), polite


def _holds(unit: OrderItem, name: Name) -> bool:
    values = unit.reading.fields.values()
    return any(value == name.id or (isinstance(value, tuple) and name.id in value) for value in values)


@pytest.mark.parametrize("game", WITH_WORDS)
def test_where_there_are_such_names_some_are_ordered(game: str) -> None:
    book = book_of(game)
    such = [name for name in book.book.names if any(texts(name))]
    assert not such or any(any(ordered(book, name)) for name in such)
