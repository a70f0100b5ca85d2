"""A phrase compiled against a book of names: what may fill its arguments, and how it is said."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import chain, groupby
from typing import Literal, NamedTuple, TypeVar, get_args, get_origin

import msgspec
from msgspec.structs import replace

from adjudicator.language import fluent
from adjudicator.language import language as spoken
from adjudicator.orders.text import Word, other_alphabet, tokenize
from adjudicator.orders.text.common import common_words
from adjudicator.orders.vocabulary.names import NameBook
from adjudicator.orders.vocabulary.phrases import AROUND, Argument, Phrase, value_at
from adjudicator.orders.vocabulary.shelves import Id, NameIndex

_Built = TypeVar("_Built", bound=msgspec.Struct)


class Slot(NamedTuple):
    """An argument with everything looked up beforehand."""

    argument: Argument
    shelves: tuple[tuple[str, NameIndex], ...]
    required: bool
    default: object


class Pattern:
    """A phrase compiled against a book of names; with `payment_only` just its modifiers, as they follow a code.

    `needed` are fields that must be said although they have a default, which another phrase of the action says.
    """

    def __init__(
        self, phrase: Phrase, book: NameBook, *, payment_only: bool = False, needed: Set[str] = frozenset()
    ) -> None:
        if payment_only:
            phrase = replace(phrase, arguments=tuple(one for one in phrase.arguments if one.payment), fixed={})
        self.phrase = phrase
        self.op = str(phrase.action.__struct_config__.tag)
        self._book = book
        known = fields_of(phrase.action)
        if not payment_only:
            self._check_fields(set(known))
        self.slots = tuple(
            Slot(
                argument,
                tuple((kind, book.shelf(kind)) for kind in kinds_of(self.op, argument)),
                (argument.always or argument.field in needed or all(known[n].required for n in _path(argument.field)))
                and not (argument.silent or argument.found),
                msgspec.NODEFAULT if argument.always else default_of(known[argument.field]),
            )
            for argument in phrase.arguments
        )
        self.verb_words = frozenset(
            word.folded
            for forms_ in phrase.verbs.values()
            for form in forms_
            if common_words().negations.isdisjoint(form.split())  # `не отдавать` without its first word is its opposite
            for word in tokenize(form)
        )
        self._keywords: dict[str, tuple[Slot, ...]] = {}
        self._plus: dict[str, Slot] = {}
        for slot in self.slots:
            self._check_values(slot, known[slot.argument.field].type)
            self._add_keywords(slot)
        self._longest_keyword = max((key.count(" ") + 1 for key in self._keywords), default=0)
        self._first_words = frozenset(key.split(" ")[0] for key in self._keywords)

    def _check_fields(self, known: set[str]) -> None:
        covered = {argument.field for argument in self.phrase.arguments} | set(self.phrase.fixed)
        if covered - known:
            raise ValueError(f"{self.op} has no field {sorted(covered - known)}")
        said = {field.partition(".")[0] for field in covered}
        for field in msgspec.structs.fields(self.phrase.action):
            if field.required and field.name not in said:
                raise ValueError(f"a phrase of {self.op} does not say {field.name}")

    def _check_values(self, slot: Slot, type: object) -> None:
        """Check that every value that a field may have is worded, but for that which is meant where none is said."""
        said = {value for value, _ in slot.argument.choices}
        left = sorted(_literals(type) - said - {slot.default}, key=str) if said else []
        if left:
            raise ValueError(f"{self.op} has no words for {slot.argument.field} {left}")

    def _add_keywords(self, slot: Slot) -> None:
        for form in chain.from_iterable(slot.argument.lead.values()):
            key = " ".join(word.folded for word in tokenize(form))
            if key and slot not in self._keywords.get(key, ()):
                self._keywords[key] = (*self._keywords.get(key, ()), slot)
        for letter in slot.argument.plus:
            if self._plus.get(letter, slot) is not slot:
                raise ValueError(f"+{letter} means two things in a phrase of {self.op}")
            self._plus[letter] = slot

    def keyword(self, given: Sequence[Word], at: int) -> tuple[int, tuple[Slot, ...]]:
        """Return the length of the longest keyword at a word (0: none) and the arguments it may belong to."""
        if given[at].folded in self._first_words:
            for length in range(min(self._longest_keyword, len(given) - at), 0, -1):
                slots = self._keywords.get(" ".join(word.folded for word in given[at : at + length]))
                if slots:
                    return length, slots
        return 0, ()

    def payment(self, letter: str) -> Slot | None:
        """Return the argument that has this letter, or one that looks the same, as its short form."""
        return self._plus.get(letter) or self._plus.get(other_alphabet(letter) or "")

    def short_forms(self) -> tuple[str, ...]:
        """Return short forms of payments as typed, such as `+d`."""
        return tuple(f"+{slot.argument.plus[0]}" for slot in self.slots if slot.argument.plus)

    def begins_name(self, given: Sequence[str], language: str) -> tuple[str, ...]:
        """Return kinds of things that begin with these words."""
        return self._book.elsewhere(given, language)

    def belongs_to(self, slot: Slot, given: Sequence[str], language: str) -> tuple[str, ...]:
        """Return where something for this argument is that has this name at other times."""
        return tuple(place for kind, _ in slot.shelves for place in self._book.belongs_to(kind, given, language))

    def printed(self, slot: Slot, id: Id, language: str, case: str = "") -> str:
        """Return the name of a value of an argument."""
        for kind, _ in slot.shelves:
            if self._book.has(kind, id):
                return self._book.printed(kind, id, language, case)
        raise KeyError((self.op, slot.argument.field, id))

    def fits(self, action: msgspec.Struct) -> bool:
        """Return whether the action is one of those that the verbs of this phrase stand for."""
        return all(getattr(action, field) == value for field, value in self.phrase.fixed.items())

    def said(self, action: msgspec.Struct, language: str) -> str | None:
        """Return the action in the words of this phrase, or None if the phrase does not mean it."""
        if not self.fits(action):
            return None
        said: list[tuple[Slot, str]] = []
        for slot in self._told(action):
            part = self._part(slot, value_at(action, slot.argument.field), language)
            if part is None:
                return None
            said.append((slot, part))
        text, _, behind = _in(language, self.phrase.verbs)[0].partition(" " + AROUND)
        named = False
        for place, (slot, part) in enumerate(said):
            lead = part if slot.argument.form == "flag" else _in(language, slot.argument.lead)[0]
            lead = "" if slot.argument.counted else lead
            colon = self.phrase.colon and place == 1
            apart = slot.argument.payment or (named and not lead and slot.argument.form != "number")
            apart |= self.phrase.colon and place > 1 and said[place - 1][0].argument.form != "number"
            text += ":" if colon else "," if apart else ""
            text += (lead if lead == ":" else " " + lead if lead else "") + (" " + part if part != lead else "")
            text += behind if place == 0 else ""
            named = slot.argument.form != "flag" and not slot.argument.choices
        return fluent(text) if language == "ru" else text

    def _told(self, action: msgspec.Struct) -> list[Slot]:
        """Return the arguments to print: those with a value of their own, silent ones if nothing else tells them."""
        told = []
        for slot in self.slots:
            value = value_at(action, slot.argument.field)
            if value != slot.default and not (value is None and "." in slot.argument.field):
                told.append(slot)
        loud = [slot for slot in told if not slot.argument.silent]
        if len(loud) > 1:
            return loud
        return [slot for slot in told if not (slot.argument.silent and slot.default is msgspec.NODEFAULT)]

    @property
    def optional(self) -> list[str]:
        """The fields that may be left out."""
        return [slot.argument.field for slot in self.slots if not slot.required]

    def says(self, action: msgspec.Struct) -> bool:
        """Return whether the phrase can mean the action.

        Its arguments must name the things in the fields of the action, as far as these must be said.
        """
        said = ((slot, value_at(action, slot.argument.field)) for slot in self.slots if slot.shelves)
        return self.fits(action) and all(
            any(self._book.has(kind, each) for kind, _ in slot.shelves)
            for slot, value in said
            if value != slot.default
            for each in as_tuple(value)
        )

    def found(self) -> list[Slot]:
        """Return the arguments that need not be said where what is legal tells them."""
        return [slot for slot in self.slots if slot.argument.found]

    def silent(self) -> list[Slot]:
        """Return the arguments that follow from the rest."""
        return [slot for slot in self.slots if slot.argument.silent]

    def _part(self, slot: Slot, value: object, language: str) -> str | None:
        if slot.argument.form == "flag":
            return _in(language, slot.argument.lead)[0] if value is True else None
        if value is None or value == ():
            return None
        values = value if isinstance(value, tuple) else (value,)
        if slot.argument.form == "number":
            told = [str(single) for single in values]
            forms = _in(language, slot.argument.lead) if slot.argument.counted else ()
            return " ".join((", ".join(told), *((spoken(language).form(forms, int(told[-1])),) if forms else ())))
        try:
            case = (slot.argument if slot.argument.lead.get(language) else self.phrase).case.get(language, "")
            told = [self.printed(slot, single, language, case) for single in values]
        except KeyError:
            return None
        if slot.argument.both:
            return spoken(language).listing(told)
        return ", ".join(_counted(told) if slot.argument.repeats else told)

    def covers(self, field: str) -> bool:
        """Return whether the phrase can say this field."""
        return field in self.phrase.fixed or any(slot.argument.field.split(".")[0] == field for slot in self.slots)


def _counted(told: Iterable[str]) -> Iterator[str]:
    """Yield things, counting equal neighbours: `2 × administrative`. The same form is read in orders."""
    for each, alike in groupby(told):
        n = len(list(alike))
        yield f"{n} × {each}" if n > 1 else each


def _in(language: str, by_language: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Return words in a language, or in the first that has them."""
    return by_language.get(language) or next(iter(by_language.values()), ("",))


def kinds_of(op: str, argument: Argument) -> tuple[str, ...]:
    """Return the kinds of names an argument takes. A choice has a kind of its own."""
    return (f"{op}.{argument.field}",) if argument.choices else argument.kinds


def fields_of(kind: type[msgspec.Struct]) -> dict[str, msgspec.structs.FieldInfo]:
    """Return the fields of a struct, and with dots those of the structs that its fields may hold."""
    found = {}
    for field in msgspec.structs.fields(kind):
        found[field.name] = field
        for held in (field.type, *get_args(field.type)):
            if isinstance(held, type) and issubclass(held, msgspec.Struct):
                found |= {f"{field.name}.{name}": inner for name, inner in fields_of(held).items()}
    return found


def _literals(type: object) -> Set[object]:
    """Return the values that a type names, and those of the types that it joins."""
    if get_origin(type) is Literal:
        return {*get_args(type)}
    return {value for arg in get_args(type) for value in _literals(arg)}


def as_tuple(value: object) -> tuple[Id, ...]:
    """Return a value as a tuple, or the values of a field that has several."""
    return tuple(each for each in (value if isinstance(value, tuple) else (value,)) if isinstance(each, str | int))


def _path(field: str) -> list[str]:
    """Return the path of a field and its parents. For `tiles.first` these are `tiles` and `tiles.first`."""
    parts = field.split(".")
    return [".".join(parts[: at + 1]) for at in range(len(parts))]


def build(kind: type[_Built], fields: Mapping[str, object]) -> _Built:
    """Make a struct from values by (dotted) field. Raises TypeError if one is missing."""
    plain = {field: value for field, value in fields.items() if "." not in field}
    if len(plain) == len(fields):
        return kind(**plain)
    types = {field.name: field.type for field in msgspec.structs.fields(kind)}
    for head in dict.fromkeys(field.partition(".")[0] for field in fields if "." in field):
        held = (types[head], *get_args(types[head]))
        inner = next(part for part in held if isinstance(part, type) and issubclass(part, msgspec.Struct))
        within = {field[len(head) + 1 :]: value for field, value in fields.items() if field.startswith(head + ".")}
        plain[head] = build(inner, within)
    return kind(**plain)


def default_of(field: msgspec.structs.FieldInfo) -> object:
    """Return the default of a field, or NODEFAULT if it must be given."""
    if field.default is not msgspec.NODEFAULT:
        return field.default
    return field.default_factory() if field.default_factory is not msgspec.NODEFAULT else msgspec.NODEFAULT
