"""The ways to say the options of a question: each option by each phrase that the game declares for it.

A way is a bit of a mask. Whatever a word can mean narrows a mask: a verb to the ways of its phrases, a name to the ways
that hold it, behind a word that leads to a role to those that hold it in that role. What a way needs is what an order
must say to mean this option and not only something like it: all that is not a default, and that does not hold of every
option of its phrase.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from adjudicator.orders.options.answers import folded_words
from adjudicator.orders.options.lexicon import Entry, Key, Lexicon, side_of
from adjudicator.orders.text import tokenize
from adjudicator.orders.text.common import common_words
from adjudicator.orders.text.grouping import grouped
from adjudicator.orders.vocabulary.patterns import Pattern, as_tuple
from adjudicator.orders.vocabulary.patterns import Slot as Role
from adjudicator.orders.vocabulary.phrases import AROUND

Place = tuple[int, str]
"""A role: the number of the phrase and the field."""
ANYWHERE: Final[Place] = (-1, "")


def so_often(key: Key, number: int) -> Key:
    """Return that a thing is meant so many times."""
    return Key("times", f"{key.kind} {key.id}", number)


class Way(NamedTuple):
    """An option as one phrase says it, and what must be said of it; None for an option that has no phrase."""

    entry: Entry
    phrase: int | None
    needs: frozenset[Key]


class Verb(NamedTuple):
    """One form of a phrase's verb: the words that carry it, and the small words that may stand with them."""

    phrase: int
    carries: frozenset[str]
    every: frozenset[str]


class Ways:
    """The ways to say the options of a question, by what their words mean."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self._book = lexicon.book
        self.of_key: dict[Key, dict[Place, int]] = {}
        """The ways that hold a thing, by the role that it has in them."""
        self.of_phrase: dict[int, int] = {}
        self.of_entry: dict[int, int] = {}
        self.leads: dict[str, list[tuple[tuple[str, ...], Place]]] = {}
        """The words before a role, by their first word."""
        self.flags: dict[str, list[tuple[tuple[str, ...], Key]]] = {}
        self.led: set[Place] = set()
        """The roles that are only read behind a word of theirs; not the only number of a phrase."""
        self.sides: dict[Place, str] = {}
        self.repeated: set[Place] = set()
        self.every: list[Way] = []
        self._known: set[int] = set()
        for entry in lexicon.entries:
            self._add(entry)
        self._leave_out_common()
        self.verbs = {number: [*self._forms(number)] for number in self.of_phrase}
        self.of_verb_word: dict[str, int] = {}
        for number, forms in self.verbs.items():
            for word in {word for form in forms for word in form.every}:
                self.of_verb_word[word] = self.of_verb_word.get(word, 0) | self.of_phrase[number]
        self.all = (1 << len(self.every)) - 1
        self.now = self._mask(way for way in range(len(self.every)) if self.every[way].entry.now)

    # making -----------------------------------------------------------------------------------------

    def _add(self, entry: Entry) -> None:
        verbs: list[Key | None] = [key for key in entry.verbs if self._is_sayable(entry, int(key.id))]
        for key in verbs or [None]:
            at = len(self.every)
            bit = 1 << at
            self.of_entry[entry.at] = self.of_entry.get(entry.at, 0) | bit
            if key is None:
                self.every.append(Way(entry, None, frozenset()))
                continue
            number = int(key.id)
            pattern = self._book.patterns[number]
            self.of_phrase[number] = self.of_phrase.get(number, 0) | bit
            if number not in self._known:
                self._known.add(number)
                self._declare(number, pattern)
            held = [
                key for role in pattern.slots for key in {*self._hold(bit, (number, role.argument.field), role, entry)}
            ]
            needs = {*held}
            if len(needs) < len(held):
                needs |= {so_often(key, n) for key, n in Counter(held).items() if n > 1 and key.role == "name"}
            for field, value in pattern.phrase.fixed.items():
                if isinstance(value, int) and not isinstance(value, bool):
                    self._put(Key("number", field, value), (number, field), bit)
            self.every.append(Way(entry, number, frozenset(needs)))

    def _is_sayable(self, entry: Entry, number: int) -> bool:
        """Return whether an option has all that a phrase must say: `no war` names nobody, as `declare war` must."""
        fields = entry.reading.fields
        roles = [role for role in self._book.patterns[number].slots if role.required]
        return all(fields.get(role.argument.field, role) not in (None, ()) for role in roles)

    def _hold(self, bit: int, place: Place, role: Role, entry: Entry) -> Iterator[Key]:
        """Put what an option holds in a role where words find it; yield what must be said of that."""
        argument, values = role.argument, entry.reading.fields.get(role.argument.field)
        needed = not (argument.silent or argument.found or argument.payment)
        for value in as_tuple(values):
            if value is None:
                continue
            if argument.form == "flag":
                if value is True:
                    key = Key("flag", argument.field, "")
                    self._put(key, place, bit)
                    yield from (key,) if needed else ()
            elif argument.form == "number":
                assert isinstance(value, int)
                key = Key("number", argument.field, value)
                self._put(key, place, bit)
                yield from (key,) if needed and (argument.always or value != role.default) else ()
            else:
                assert isinstance(value, str | int)
                keys = [Key("name", kind, value) for kind, _ in role.shelves if self._book.book.has(kind, value)]
                for key in keys:
                    self.lexicon.add_thing(key)
                    self._put(key, place, bit)
                if keys and needed and (argument.always or values != role.default):
                    yield keys[0]
                    often = as_tuple(values).count(value)
                    yield from (so_often(key, often) for key in keys[:1] if often > 1)

    def _put(self, key: Key, place: Place, bit: int) -> None:
        held = self.of_key.setdefault(key, {})
        held[place] = held.get(place, 0) | bit

    def _declare(self, number: int, pattern: Pattern) -> None:
        """Note the words before the roles of a phrase."""
        first, numbers = True, sum(role.argument.form == "number" for role in pattern.slots)
        for role in pattern.slots:
            argument, place = role.argument, (number, role.argument.field)
            forms = [form for listed in argument.lead.values() for form in listed]
            sides = {side for form in forms for word in tokenize(form) if (side := side_of(word.folded))}
            if first and not sides and argument.form != "flag":
                verbs = (form for listed in pattern.phrase.verbs.values() for form in listed)
                ends = (tokenize(form)[-1].folded for form in verbs if tokenize(form) and AROUND not in form)
                sides = {side for end in ends if (side := side_of(end))}
            first = False
            self.sides[place] = sides.pop() if len(sides) == 1 else ""
            if argument.needs_lead and not (argument.form == "number" and numbers == 1):
                self.led.add(place)
            if argument.repeats:
                self.repeated.add(place)
            for form in forms:
                words = tuple(word.folded for word in tokenize(form))
                if not words:
                    continue
                if argument.form == "flag":
                    self.flags.setdefault(words[0], []).append((words, Key("flag", argument.field, "")))
                else:
                    self.leads.setdefault(words[0], []).append((words, place))

    def _leave_out_common(self) -> None:
        """Take from what must be said what holds of all options of a phrase: nobody says it."""
        for places in grouped((way.phrase, at) for at, way in enumerate(self.every)).values():
            common = frozenset[Key].intersection(*(self.every[at].needs for at in places))
            for at in places if len(places) > 1 else ():
                self.every[at] = self.every[at]._replace(needs=self.every[at].needs - common)

    def _forms(self, number: int) -> Iterator[Verb]:
        common = common_words()
        free = common.sides.keys() | common.prepositions | common.articles
        for listed in self._book.patterns[number].phrase.verbs.values():
            for form in listed:
                every = frozenset(word.folded for word in tokenize(form))
                yield Verb(number, (every - free) or every, every)

    @staticmethod
    def _mask(places: Iterable[int]) -> int:
        mask = 0
        for at in places:
            mask |= 1 << at
        return mask

    # looking up -------------------------------------------------------------------------------------

    def within(self, mask: int) -> Iterator[Way]:
        """Yield the ways of a mask."""
        while mask:
            low = mask & -mask
            yield self.every[low.bit_length() - 1]
            mask ^= low

    def of_entries(self, bits: int) -> int:
        """Return the ways of some options, a bit each."""
        mask = 0
        while bits:
            low = bits & -bits
            mask |= self.of_entry[low.bit_length() - 1]
            bits ^= low
        return mask

    def holding(self, key: Key, allowed: frozenset[Place] | None) -> int:
        """Return the ways that hold a thing, in one of some roles; without them in any."""
        mask = 0
        for place, held in self.of_key.get(key, {}).items():
            if allowed is None or place in allowed:
                mask |= held
        return mask

    def numbered(self, value: int, allowed: frozenset[Place] | None) -> int:
        """Return the ways that hold a number in one of some roles."""
        mask = 0
        for _, held in self._numbers.get(value, ()):
            for place, ways in held.items():
                if (place not in self.led) if allowed is None else (place in allowed):
                    mask |= ways
        return mask

    def keys_of(self, value: int) -> Iterator[Key]:
        """Yield a number in each of its roles."""
        yield from (key for key, _ in self._numbers.get(value, ()))

    @cached_property
    def _numbers(self) -> Mapping[int, Sequence[tuple[Key, Mapping[Place, int]]]]:
        return grouped((int(key.id), (key, held)) for key, held in self.of_key.items() if key.role == "number")

    def leading(self, word: str) -> int:
        """Return the ways to say the options in one of whose ways a word is of the verb, or leads to a role."""
        known = self._leading.get(word)
        if known is None:
            spoken = self.of_verb_word.get(word, 0) | self._led_by.get(word, 0)
            known = self._leading[word] = self._mask_of({way.entry.at for way in self.within(spoken)})
        return known

    def _mask_of(self, entries: Iterable[int]) -> int:
        mask = 0
        for at in entries:
            mask |= self.of_entry[at]
        return mask

    @cached_property
    def _leading(self) -> dict[str, int]:
        return {}

    def names_of(self, key: Key) -> Iterator[tuple[str, ...]]:
        """Yield the words of the name of a thing, in each language."""
        for language in self._book.languages:
            yield folded_words(self._book.book.printed(key.kind, key.id, language))

    @cached_property
    def _led_by(self) -> Mapping[str, int]:
        found: dict[str, int] = {}
        for words, place in (each for listed in self.leads.values() for each in listed):
            for word in words:
                found[word] = found.get(word, 0) | self.of_phrase[place[0]]
        return found

    def kin(self, phrase: int) -> frozenset[int]:
        """Return the phrases that have a verb in common with one, and itself."""
        known = self._kin.get(phrase)
        if known is None:
            own = {form.carries for form in self.verbs.get(phrase, ())}
            shared = (number for number, forms in self.verbs.items() if any(form.carries in own for form in forms))
            known = self._kin[phrase] = frozenset((phrase, *shared))
        return known

    @cached_property
    def _kin(self) -> dict[int, frozenset[int]]:
        return {}

    def beside(self, side: str) -> frozenset[Place]:
        """Return the roles to which a preposition leads that is not declared before them."""
        return self._beside.setdefault(side, frozenset(place for place in self.sides if self._takes(place, side)))

    @cached_property
    def _beside(self) -> dict[str, frozenset[Place]]:
        return {}

    def _takes(self, place: Place, side: str) -> bool:
        own = self.sides[place]
        if own == side or (side == "at" and own == "against"):
            return True
        if {own, side} == {"at", "target"}:  # `put a flag on`, `onto`; unless another role has the word
            return all(other != side for each, other in self.sides.items() if each[0] == place[0])
        return not own and place not in self.led and side in ("at", "target", "against")
