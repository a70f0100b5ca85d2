"""Answers of which a line speaks by name, although it orders nothing: a doubt, a question, a change of mind.

Nothing is done because of it, and no `yes` is offered for it; it saves its writer the search for the code.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from adjudicator.orders.answers import Answers
from adjudicator.orders.codes import Option, reading_of
from adjudicator.orders.phrasebook import Phrasebook
from adjudicator.orders.shelves import Id
from adjudicator.orders.text import Word


def named(given: Sequence[Word], answers: Answers) -> list[tuple[str, Option]]:
    """The answers to the newest question all of whose things stand in these words, whole names in any case, in their
    order; with full codes.
    """
    if answers.newest is None:
        return []
    windows = Windows(given, answers)
    found = []
    for option in answers.listed:
        things = answers.book.things_of(reading_of(option, answers.book))
        places = [windows.place(thing) for thing in things]
        if places and None not in places:
            found.append((max(filter(None, places)), f"{answers.newest.number}{option.code}", option))
    return [(code, option) for _, code, option in sorted(found, key=lambda each: each[0])]


def of_operation(given: Sequence[Word], answers: Answers, op: str) -> list[tuple[str, Option]]:
    """The answers with an operation that are about everything that these words name, and perhaps about more."""
    windows = Windows(given, answers)
    found = []
    for code, option in answers.now([op]):
        things = answers.book.things_of(reading_of(option, answers.book))
        ids = {id for thing in things for _, id in thing}
        said = {id for thing in things for kind, _ in thing for id in windows.ids(kind)}
        if said and said <= ids:
            found.append((code, option))
    return found


class Windows:
    """Where in a line the names of things stand, counted from 1, by the kind of thing."""

    def __init__(self, given: Sequence[Word], answers: Answers) -> None:
        self._folded = [word.folded for word in given]
        self._book: Phrasebook = answers.book
        self._language = answers.language
        self._by_kind: dict[str, dict[Id, int]] = {}

    def place(self, thing: Sequence[tuple[str, Id]]) -> int | None:
        """Where a thing is named, under one of its kinds."""
        return next((place for kind, id in thing if (place := self._of_kind(kind).get(id))), None)

    def ids(self, kind: str) -> Iterable[Id]:
        """The things of a kind that are named."""
        return self._of_kind(kind)

    def _of_kind(self, kind: str) -> dict[Id, int]:
        if kind not in self._by_kind:
            self._by_kind[kind] = self._found(kind)
        return self._by_kind[kind]

    def _found(self, kind: str) -> dict[Id, int]:
        shelf = self._book.book.shelf(kind)
        places: dict[Id, int] = {}
        at = 0
        while at < len(self._folded):
            for length in range(min(shelf.longest, len(self._folded) - at), 0, -1):
                typed = tuple(self._folded[at : at + length])
                ids = shelf.called(typed, self._language)
                if ids and len(typed[0]) > 1:
                    places.update(dict.fromkeys(ids, at + 1))
                    at += length - 1
                    break
            at += 1
        return places
