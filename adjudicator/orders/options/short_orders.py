"""Orders of short names: what is done with a thing follows from the position (`E53`, `A02 A51`), or is asked.

One's own advantage, minister, squadron or event stands first, what it is used on behind it. What may have two meanings
is never chosen for the player: every meaning is named with the line that says it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, product
from typing import Any, Final

from msgspec.structs import replace

from adjudicator.components.short_names import LETTERS, twins
from adjudicator.kernel.actions import Action
from adjudicator.orders.options.codes import CodedOption, Offer, reading_of
from adjudicator.orders.options.pieces import OrderItem, Short, Wrong
from adjudicator.orders.text import Word, normalize_word
from adjudicator.orders.text.grouping import grouped
from adjudicator.orders.vocabulary.phrasebook import Phrasebook
from adjudicator.orders.vocabulary.refusals import Fact, Place, Problem
from adjudicator.orders.vocabulary.sayings import Reading

_LIKE_DIGITS: Final = "oоlіiзб"
_OURS: Final = "".join(normalize_word(twin) for twin in twins(LETTERS))
_MEANT: Final = re.compile(rf"[^\W\d_](?:\d\d|\d[{_LIKE_DIGITS}]|[{_LIKE_DIGITS}]\d)|[{_OURS}]\d{{3}}")
"""Folded words that were to be a short name, even where they are none."""
_CUT: Final = re.compile(rf"[{_OURS}]\d")
SHORT: Final = "short name"
"""The expected thing where a word has the form of a short name and is none."""
_OFFERED: Final = 3
_READINGS: Final = 6
"""Ways to understand a line that are told."""


def is_meant(word: str) -> bool:
    """Return whether a folded word has the form of a short name, or nearly.

    >>> [is_meant(word) for word in ("e53", "c53", "e533", "e5", "d4m2", "17b")]
    [True, True, True, False, False, False]
    """
    return _MEANT.fullmatch(word) is not None


def is_cut(word: str) -> bool:
    """Return whether a folded word is a short name of which a digit may be missing.

    >>> [is_cut(word) for word in ("k5", "к5", "e53", "b5", "5k")]
    [True, True, False, False, False]
    """
    return _CUT.fullmatch(word) is not None


class ShortOrders:
    """The orders that short names may give when these actions are legal.

    Answers to the question come first: names that mean an answer mean nothing that could be done `besides`.
    """

    def __init__(
        self, answers: Iterable[Action], book: Phrasebook, language: str, besides: Iterable[Action] = ()
    ) -> None:
        self._book = book
        self._language = language
        self._by_first: dict[str, list[tuple[tuple[str, ...], Action]]] = {}
        asked = named(answers, book)
        taken = {frozenset(names) for names, _ in asked}
        others = ((names, action) for names, action in named(besides, book) if frozenset(names) not in taken)
        for names, action in (*asked, *others):
            for first in names if len(names) > 1 and len(_several(action)) == len(names) else names[:1]:
                self._by_first.setdefault(first, []).append((names, action))

    def meaning(self, names: Sequence[Short]) -> OrderItem | Wrong | None:
        """Return the one order that the first name begins, with all its names in the text; None if it begins none here.

        If there are several ways, return what may be meant. Raise Misread for a payment that does not fit.
        """
        lengths = self.lengths(names)
        whole_set = [length for length in lengths if length > 1 and self._is_of_one(names[:length])]
        lengths = whole_set or lengths
        found = [[*self._made_of(names[:length])] for length in lengths]
        units = [unit for each in found for unit in each]
        if not units:
            return None
        if len(units) == 1 and not self._book.is_spoken(units[0].reading.typed()):
            return units[0]
        text = " ".join(each.text for each in names[: max(lengths)])
        if len(units) == 1:
            line = self._book.say(units[0].reading.typed(), self._language)
            return Wrong(text, Problem("unreadable", "unknown_verb", names[0].place, ("verb",), (line,)))
        ways = (
            way
            for length, each in zip(lengths, found, strict=True)
            for way in product(each, *(self._made_of([name]) for name in names[length : max(lengths)]))
        )
        lines = ("; ".join(self._book.say(unit.reading.typed(), self._language) for unit in way) for way in ways)
        nearest = tuple(dict.fromkeys(islice(lines, _READINGS)))
        return Wrong(text, Problem("ambiguous", "several_orders", names[0].place, nearest=nearest))

    def lengths(self, names: Sequence[Short]) -> list[int]:
        """Return with how many others the first may make an order, so that as few as possible of all are left over."""
        left, lengths = [0], list[int]()
        for at in range(len(names) - 1, -1, -1):
            behind = names[at:]
            most = max((len(own) for own, _ in self._by_first.get(names[at].name, ())), default=1)
            over = {
                length: left[length - 1] + (not self._fits(behind[:length]))
                for length in range(1, min(most, len(behind)) + 1)
                if length == 1 or self._fits(behind[:length])
            }
            left.insert(0, min(over.values()))
            lengths = [length for length, rest in over.items() if rest == left[0]]
        return lengths

    def _is_of_one(self, names: Sequence[Short]) -> bool:
        """Return whether they are things of which the question takes several."""
        return any(len(_several(action)) == len(names) for action in self._about(names))

    def _fits(self, names: Sequence[Short]) -> bool:
        return bool(self._about(names))

    def lacking(self, name: Short) -> Wrong | None:
        """Return the problem of a name that orders something only with another after it, with those that may follow."""
        lines = dict.fromkeys(" ".join(names) for names, _ in self._by_first.get(name.name, ()) if len(names) > 1)
        if not lines:
            return None
        said = {" ".join(names): self._book.say(action, self._language) for names, action in self._by_first[name.name]}
        codes = tuple(lines)[:_OFFERED]
        nearest = tuple(said[line] for line in codes)
        return Wrong(name.text, Problem("unreadable", "missing_argument", name.place, (), nearest, codes))

    def near(self, typed: str) -> dict[str, str]:
        """Return short names that may be ordered and are a slip away. They come with their whole names."""
        every = dict.fromkeys(name for listed in self._by_first.values() for names, _ in listed for name in names)
        near = [name for name in every if any(_is_slip(typed, normalize_word(twin)) for twin in twins(name))]
        near.sort(key=lambda name: (not any(normalize_word(twin).startswith(typed) for twin in twins(name)), name))
        return {name: thing_name(self._book, name, self._language) for name in near[: 2 * _OFFERED]}

    def _made_of(self, names: Sequence[Short]) -> Iterator[OrderItem]:
        """Yield the different orders that are about exactly these things, the first of them first."""
        for reading in different(self._about(names), self._book):
            yield self._paid(reading, names)

    def _about(self, names: Sequence[Short]) -> list[Action]:
        wanted = [name.name for name in names]
        return [
            action
            for own, action in self._by_first.get(wanted[0], ())
            if len(own) == len(wanted) and sorted(own) == sorted(wanted)
        ]

    def _paid(self, reading: Reading, names: Sequence[Short]) -> OrderItem:
        """Add the payment to an order. Raise Misread for a payment that this order does not have."""
        text = " ".join(name.text for name in names)
        paid = [word for name in names for word in name.paid]
        if not paid:
            return OrderItem(text, reading)
        fields = self._book.payment(reading.action, paid, self._language)
        return OrderItem(text, replace(reading, fields={**reading.fields, **fields}))


def different(actions: Iterable[Action], book: Phrasebook) -> list[Reading]:
    """Return each meaning of the actions once, without their payment and without words that may be added."""
    found: dict[tuple[object, ...], Reading] = {}
    for action in actions:
        payment = book.payment_fields(type(action))
        fields: dict[str, Any] = {
            field: getattr(action, field) for field in action.__struct_fields__ if field not in payment
        }
        found.setdefault((type(action), *fields.items()), Reading(type(action), fields))
    readings = list(found.values())
    plain = [
        reading for reading in readings if not any(reading.fields.get(field) for field in book.flags_of(reading.action))
    ]
    return plain if len(plain) == 1 else readings


def named(actions: Iterable[Action], book: Phrasebook) -> list[tuple[tuple[str, ...], Action]]:
    """Return actions with the short names that order them.

    What all answers are about is not said, such as the card of an event that asks for a space.
    """
    found = [(names, action) for action in actions if (names := book.shorts_of(action))]
    alike = len({(type(action), names[0]) for names, action in found}) == 1 and len(found) > 1
    if alike and any(len(names) > 1 for names, _ in found):
        return [(names[1:], action) for names, action in found if len(names) > 1]
    return found


def typed_lines(offer: Offer, book: Phrasebook) -> dict[str, str]:
    """Return by code what may be typed for answers without words: short names that nothing else has, or figures."""
    listed = of_offer(offer, book)
    by_names = grouped((tuple(sorted(names)), action) for names, action, _ in listed)
    lines = {}
    for names, action, option in listed:
        alike = by_names[tuple(sorted(names))]
        apart = len(names) > 1 and all((name,) in by_names for name in names)
        if not apart and not book.is_spoken(action) and (len(alike) == 1 or _is_one(action, alike, book)):
            lines[option.code] = " ".join(names)
    tiles = ((option.code, book.in_figures(reading_of(option, book), offer.language)) for option in offer.shown)
    return {**lines, **{code: figures for code, figures in tiles if figures}}


def _is_one(action: Action, alike: Sequence[Action], book: Phrasebook) -> bool:
    """Return whether actions about the same things mean one thing, and this is it."""
    meant = different(alike, book)
    if len(meant) > 1 or not isinstance(action, meant[0].action):
        return False
    return all(getattr(action, field) == value for field, value in meant[0].fields.items())


def of_offer(offer: Offer, book: Phrasebook) -> list[tuple[tuple[str, ...], Action, CodedOption]]:
    """Return the answers to a question that short names order."""
    actions = [(reading_of(option, book).typed(), option) for option in offer.shown]
    options = {id(action): option for action, option in actions}
    return [(names, action, options[id(action)]) for names, action in named([each for each, _ in actions], book)]


def offered(name: Short, offers: Iterable[Offer], book: Phrasebook) -> OrderItem | None:
    """Return what an open question offers for a thing, now or after an answer to it."""
    for offer in offers:
        for names, _, option in of_offer(offer, book):
            if names == (name.name,):
                return OrderItem(name.text, reading_of(option, book), None, option.part)
    return None


def part_of(name: Short, offers: Iterable[Offer], book: Phrasebook) -> OrderItem | None:
    """Return one thing of several that a question takes, where nothing else it offers has this short name alone."""
    for offer in offers:
        found = [option for names, _, option in of_offer(offer, book) if names == (name.name,)]
        if len(found) == 1 and found[0].part:
            return OrderItem(name.text, reading_of(found[0], book), None, found[0].part)
    return None


def _several(action: Action) -> tuple[str | int, ...]:
    """Return the things of an action that names several in one field."""
    values = (getattr(action, field) for field in action.__struct_fields__)
    return max((value for value in values if isinstance(value, tuple)), key=len, default=())


def thing_name(book: Phrasebook, short: str, language: str) -> str:
    """Return the name of the thing with a short name."""
    kind, id = book.book.by_short(short)[0]
    return book.book.printed(kind, id, language)


def unknown(word: Word) -> Wrong:
    """Refuse a word that looks like a short name but is not one."""
    return Wrong(word.typed, Problem("unreadable", "unknown_word", Place(word.typed, word.column), (SHORT,)))


def not_now(name: Short, book: Phrasebook, language: str) -> Problem:
    """Return the problem that nothing can be done with a thing now, where the rules do not say why."""
    fact = Fact("not_now", f"{name.name} ({thing_name(book, name.name, language)})")
    return Problem("unreadable", "unknown_word", name.place, (SHORT,), facts=(fact,))


def attempts(name: Short, book: Phrasebook) -> Iterator[OrderItem]:
    """Yield every order that could be about this one thing alone, so that the rules may say why none is possible."""
    for kind, id in book.book.by_short(name.name):
        for reading in book.about(kind, id):
            yield OrderItem(name.text, reading)


def _is_slip(typed: str, name: str) -> bool:
    """Return whether one key was missed, doubled, wrong, or two were swapped."""
    if len(typed) == len(name):
        wrong = [at for at, (one, two) in enumerate(zip(typed, name, strict=True)) if one != two]
        swapped = len(wrong) == 2 and typed[wrong[0]] == name[wrong[1]] and typed[wrong[1]] == name[wrong[0]]
        return len(wrong) == 1 or swapped
    longer, shorter = (typed, name) if len(typed) > len(name) else (name, typed)
    return any(longer[:at] + longer[at + 1 :] == shorter for at in range(len(longer)))
