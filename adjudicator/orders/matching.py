"""One phrase against the words behind its verb: which word fills which argument."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import NamedTuple, NoReturn, TypeVar, get_args

import msgspec
from msgspec.structs import replace

from adjudicator.orders.names import NOTHING, Hit, Id, NameBook, Shelf
from adjudicator.orders.phrases import Argument, Phrase, Value, value_at
from adjudicator.orders.refusals import Ambiguous, Fact, Place, Problem, Why
from adjudicator.orders.text import Word, other_alphabet, words

FILLERS = frozenset(("and", "the", "a", "an", "please", "with", "и", "с", "со", "пожалуйста"))
"""Words that may stand anywhere and mean nothing."""

_NUMBER = re.compile(r"-?\d{1,9}")
_GLUED = re.compile(r"([^\W\d]+)(\d{1,9})")
_MOST_MEANINGS = 256
_LONGEST_SHORT = 10
_Built = TypeVar("_Built", bound=msgspec.Struct)


class Item(NamedTuple):
    """One value found: the ids (or the number) it may stand for, and the word where it begins."""

    meanings: tuple[Id, ...]
    word: Word


class Gathered(NamedTuple):
    """What was found for each field of a phrase."""

    items: Mapping[str, tuple[Item, ...]]
    flags: frozenset[str]


class NotMatched(Exception):  # noqa: N818 - not an error: the next phrase is tried
    """The words do not fit the phrase; `at` is the number of words that did.

    The problem is worked out when somebody asks for it: mostly another phrase with the same verb fits.
    """

    def __init__(self, at: int, problem: Callable[[], Problem]) -> None:
        super().__init__(at)
        self.at = at
        self._problem = problem

    @property
    def problem(self) -> Problem:
        """What is wrong."""
        return self._problem()


class Slot(NamedTuple):
    """An argument with everything looked up beforehand."""

    argument: Argument
    shelves: tuple[tuple[str, Shelf], ...]
    required: bool
    default: object


class Pattern:
    """A phrase compiled against a book of names; with `payment_only` just its modifiers, as they follow a code."""

    def __init__(self, phrase: Phrase, book: NameBook, *, payment_only: bool = False) -> None:
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
                known[argument.field].required and "." not in argument.field,
                default_of(known[argument.field]),
            )
            for argument in phrase.arguments
        )
        self._keywords: dict[str, tuple[Slot, ...]] = {}
        self._plus: dict[str, Slot] = {}
        for slot in self.slots:
            self._add_keywords(slot)
        self._longest_keyword = max((key.count(" ") + 1 for key in self._keywords), default=0)
        self._first_words = frozenset(key.split(" ")[0] for key in self._keywords)

    def _check_fields(self, known: set[str]) -> None:
        covered = {argument.field for argument in self.phrase.arguments} | set(self.phrase.fixed)
        if covered - known:
            raise ValueError(f"{self.op} has no field {sorted(covered - known)}")
        for field in msgspec.structs.fields(self.phrase.action):
            if field.required and field.name not in covered:
                raise ValueError(f"a phrase of {self.op} does not say {field.name}")

    def _add_keywords(self, slot: Slot) -> None:
        for form in chain.from_iterable(slot.argument.lead.values()):
            key = " ".join(word.folded for word in words(form))
            if slot not in self._keywords.get(key, ()):
                self._keywords[key] = (*self._keywords.get(key, ()), slot)
        for letter in slot.argument.plus:
            if self._plus.get(letter, slot) is not slot:
                raise ValueError(f"+{letter} means two things in a phrase of {self.op}")
            self._plus[letter] = slot

    def gather(self, given: Sequence[Word], language: str, *, inflected: bool) -> Gathered:
        """Fill the arguments from these words in any order; `inflected` words only on demand. Raises NotMatched."""
        return _Reader(self, given, language, (False, True) if inflected else (False,)).read()

    def keyword(self, given: Sequence[Word], at: int) -> tuple[int, tuple[Slot, ...]]:
        """The longest keyword at a word: its length (0: none) and the arguments it may belong to."""
        if given[at].folded in self._first_words:
            for length in range(min(self._longest_keyword, len(given) - at), 0, -1):
                slots = self._keywords.get(" ".join(word.folded for word in given[at : at + length]))
                if slots:
                    return length, slots
        return 0, ()

    def payment(self, letter: str) -> Slot | None:
        """The argument with this letter, or one of the same look, as its short form."""
        return self._plus.get(letter) or self._plus.get(other_alphabet(letter) or "")

    def short_forms(self) -> tuple[str, ...]:
        """`+d` and so on, as they may be typed."""
        return tuple(f"+{slot.argument.plus[0]}" for slot in self.slots if slot.argument.plus)

    def begins_name(self, given: Sequence[str], language: str) -> tuple[str, ...]:
        """Kinds of things that begin with these words."""
        return self._book.elsewhere(given, language)

    def printed(self, slot: Slot, id: Id, language: str) -> str:
        """The name of a value of an argument."""
        for kind, _ in slot.shelves:
            if self._book.has(kind, id):
                return self._book.printed(kind, id, language)
        raise KeyError((self.op, slot.argument.field, id))

    def said(self, action: msgspec.Struct, language: str) -> str | None:
        """The action in the words of this phrase, None if the phrase does not mean it."""
        if any(getattr(action, field) != value for field, value in self.phrase.fixed.items()):
            return None
        text = self.phrase.verbs[language][0]
        named = False
        for slot in self.slots:
            value = value_at(action, slot.argument.field)
            if value == slot.default or (value is None and "." in slot.argument.field):
                continue
            part = self._part(slot, value, language)
            if part is None:
                return None
            lead = slot.argument.lead.get(language, ("",))[0] if slot.argument.form != "flag" else part
            text += (" " + lead if lead else "," if named else "") + (" " + part if part != lead else "")
            named = slot.argument.form != "flag"
        return text

    def _part(self, slot: Slot, value: object, language: str) -> str | None:
        if slot.argument.form == "flag":
            return slot.argument.lead[language][0] if value is True else None
        if value is None or value == ():
            return None
        values = value if isinstance(value, tuple) else (value,)
        if slot.argument.form == "number":
            return ", ".join(str(single) for single in values)
        try:
            return ", ".join(self.printed(slot, single, language) for single in values)
        except KeyError:
            return None

    def covers(self, field: str) -> bool:
        """Whether the phrase can say this field."""
        return field in self.phrase.fixed or any(slot.argument.field.split(".")[0] == field for slot in self.slots)


def kinds_of(op: str, argument: Argument) -> tuple[str, ...]:
    """Kinds of names an argument takes; a choice has a kind of its own."""
    return (f"{op}.{argument.field}",) if argument.choices else argument.kinds


class _Reader:
    """One attempt to fill one phrase."""

    def __init__(self, pattern: Pattern, given: Sequence[Word], language: str, forms: tuple[bool, ...]) -> None:
        self._pattern = pattern
        self._forms = forms
        self._given = given
        self._language = language
        self._folded = [word.folded for word in given]
        self._items: dict[str, list[Item]] = {}
        self._flags: set[str] = set()
        self._listing: Slot | None = None

    def read(self) -> Gathered:
        at = 0
        while at < len(self._given):
            at += self._take(at)
        for slot in self._pattern.slots:
            if slot.argument.field not in self._items and self._is_needed(slot):
                self._fail(at, "missing_argument", (slot,))
        return Gathered({field: tuple(items) for field, items in self._items.items()}, frozenset(self._flags))

    def _is_needed(self, slot: Slot) -> bool:
        """Without a default, or part of a struct of which another part was said."""
        if slot.argument.form == "flag":
            return False
        inside, dot, _ = slot.argument.field.rpartition(".")
        if not dot:
            return slot.required
        return slot.default is msgspec.NODEFAULT and any(field.startswith(inside + ".") for field in self._items)

    def _take(self, at: int) -> int:
        """Use the word at this place and those that belong to it; how many they were."""
        word = self._given[at]
        if word.folded[0] == "+":
            return self._take_payment(at, word.folded[1:])
        length, slots = self._pattern.keyword(self._given, at)
        if length:
            taken = self._take_after_keyword(at, length, slots) or self._take_value(at, more_than=length)
            return taken or self._fail_after_keyword(at + length, slots)
        taken = self._take_value(at) or self._take_number_before_keyword(at)
        if taken:
            return taken
        if word.folded in FILLERS:
            return 1
        taken = (True in self._forms and self._take_value(at, inflected=True)) or self._take_glued(at)
        return taken or self._fail_at(at)

    def _take_payment(self, at: int, short: str) -> int:
        letter = short.rstrip("0123456789")
        slot = self._pattern.payment(letter)
        if slot is None or len(short) > _LONGEST_SHORT:
            self._fail(at, "unknown_word", (), self._pattern.short_forms())
        amount = int(short[len(letter) :] or "1")
        self._put(at, slot, Item((amount,), self._given[at]))
        return 1

    def _take_glued(self, at: int) -> int:
        """`d2` for `+d2`, `debt2` for `debt 2`."""
        glued = _GLUED.fullmatch(self._folded[at])
        if glued is None:
            return 0
        letter, amount = glued.groups()
        slot = self._pattern.payment(letter)
        if slot is None:
            _, slots = self._pattern.keyword([Word(letter, letter, 0)], 0)
            slot = next((slot for slot in slots if slot.argument.form == "number"), None)
        if slot is None:
            return 0
        self._put(at, slot, Item((int(amount),), self._given[at]))
        return 1

    def _take_after_keyword(self, at: int, length: int, slots: Sequence[Slot]) -> int:
        for slot in slots:
            if slot.argument.form == "flag":
                self._flags.add(slot.argument.field)
                return length
        behind = at + length
        open_slots = [slot for slot in slots if self._is_open(slot)]
        if behind >= len(self._given):
            return 0
        if not open_slots:
            self._fail(at, "said_twice", slots)
        for inflected in self._forms:
            best, hit = self._best(behind, open_slots, inflected=inflected)
            if best is not None:
                self._put(behind, best, Item(hit.ids, self._given[behind]))
                self._listing = best
                return length + hit.length
        return 0

    def _take_value(self, at: int, *, inflected: bool = False, more_than: int = 0) -> int:
        slots = [slot for slot in self._pattern.slots if self._is_open(slot) and self._needs_no_lead(slot)]
        slot, hit = self._best(at, slots, inflected=inflected)
        if slot is None or hit.length <= more_than:
            return 0
        self._put(at, slot, Item(hit.ids, self._given[at]))
        return hit.length

    def _take_number_before_keyword(self, at: int) -> int:
        """`2 debt` for `debt 2`."""
        if not _NUMBER.fullmatch(self._folded[at]) or at + 1 >= len(self._given):
            return 0
        length, slots = self._pattern.keyword(self._given, at + 1)
        behind = at + 1 + length
        if not length or (behind < len(self._given) and _NUMBER.fullmatch(self._folded[behind])):
            return 0
        for slot in slots:
            if slot.argument.form == "number" and self._is_open(slot):
                self._put(at, slot, Item((int(self._folded[at]),), self._given[at]))
                return 1 + length
        return 0

    def _best(self, at: int, slots: Sequence[Slot], *, inflected: bool) -> tuple[Slot | None, Hit]:
        """The argument that takes the longest name here; among equals a sure one, then the first."""
        best: Slot | None = None
        best_hit = NOTHING
        for slot in slots:
            hit = self._value(at, slot, inflected=inflected)
            if hit.length > best_hit.length or (
                hit.length == best_hit.length and len(hit.ids) == 1 < len(best_hit.ids)
            ):
                best, best_hit = slot, hit
        return best, best_hit

    def _value(self, at: int, slot: Slot, *, inflected: bool) -> Hit:
        if slot.argument.form == "number":
            folded = self._folded[at]
            return Hit((int(folded),), 1) if _NUMBER.fullmatch(folded) else NOTHING
        best = NOTHING
        for _, shelf in slot.shelves:
            hit = self._name(at, shelf, inflected=inflected)
            if hit.length > best.length:
                best = hit
            elif hit.length == best.length:
                best = Hit(tuple(dict.fromkeys((*best.ids, *hit.ids))), hit.length)
        return best

    def _name(self, at: int, shelf: Shelf, *, inflected: bool) -> Hit:
        across = self._across_breaks(at, shelf)
        if across.length:
            return across
        whole, until_keyword = self._reach(at, shelf.longest)
        read = shelf.read_inflected if inflected else shelf.read
        hit = read(self._folded[at:whole], self._language)
        if hit.length > until_keyword - at and not shelf.is_whole(self._folded[at : at + hit.length]):
            return read(self._folded[at:until_keyword], self._language)
        return hit

    def _across_breaks(self, at: int, shelf: Shelf) -> Hit:
        """A whole name that is itself written with a comma or a bracket: `Spain (Alliance, upper)`."""
        for length in range(min(shelf.longest, len(self._given) - at), 1, -1):
            if any(word.broken for word in self._given[at + 1 : at + length]):
                typed = self._folded[at : at + length]
                if shelf.is_whole(typed):
                    return Hit(shelf.find(tuple(typed), self._language), length)
        return NOTHING

    def _reach(self, at: int, most: int) -> tuple[int, int]:
        """How far a name may go from here: to the next comma or payment, and to the next keyword."""
        end = at + 1
        keyword = 0
        while end < len(self._given) and end - at < most:
            word = self._given[end]
            if word.broken or word.folded[0] == "+":
                break
            if not keyword and self._pattern.keyword(self._given, end)[0]:
                keyword = end
            end += 1
        return end, keyword or end

    def _needs_no_lead(self, slot: Slot) -> bool:
        """The lead may be missing, or stands before an earlier value of the same list."""
        return not slot.argument.needs_lead or slot is self._listing

    def _is_open(self, slot: Slot) -> bool:
        return slot.argument.many or slot.argument.field not in self._items

    def _put(self, at: int, slot: Slot, item: Item) -> None:
        if not self._is_open(slot):
            self._fail(at, "said_twice", (slot,))
        self._items.setdefault(slot.argument.field, []).append(item)

    def _fail_at(self, at: int) -> NoReturn:
        filled = [slot for slot in self._pattern.slots if not self._is_open(slot)]
        if self._best(at, filled, inflected=False)[0] is not None:
            self._fail(at, "said_twice", filled)
        self._fail_unknown(at)

    def _fail_after_keyword(self, at: int, slots: Sequence[Slot]) -> NoReturn:
        wants_number = all(slot.argument.form == "number" for slot in slots)
        if at < len(self._given) and not wants_number:
            self._fail_unknown(at, slots)
        self._fail(at, "number_expected" if wants_number else "missing_argument", slots)

    def _fail_unknown(self, at: int, slots: Sequence[Slot] | None = None) -> NoReturn:
        wanted = [slot for slot in slots or self._pattern.slots if slot.argument.form == "name" and self._is_open(slot)]
        raise NotMatched(at, partial(self._unknown, at, wanted))

    def _unknown(self, at: int, wanted: Sequence[Slot]) -> Problem:
        whole, _ = self._reach(at, 4)
        typed = self._folded[at:whole]
        nearest = [
            self._pattern.printed(slot, id, self._language)
            for slot in wanted
            for _, shelf in slot.shelves
            for id in shelf.near(typed, self._language)
        ]
        found = self._pattern.begins_name(typed, self._language)
        why: Why = "wrong_kind" if found else "unknown_word"
        return self._problem(at, why, wanted, tuple(dict.fromkeys(nearest))[:3], found)

    def _fail(self, at: int, why: Why, slots: Sequence[Slot], nearest: tuple[str, ...] = ()) -> NoReturn:
        raise NotMatched(at, partial(self._problem, at, why, slots, nearest))

    def _problem(
        self,
        at: int,
        why: Why,
        slots: Sequence[Slot],
        nearest: tuple[str, ...] = (),
        found: tuple[str, ...] = (),
    ) -> Problem:
        kinds = tuple(dict.fromkeys(kind for slot in slots for kind in slot.argument.kinds or (slot.argument.field,)))
        facts = (Fact("op", self._pattern.op), *(Fact("found", kind) for kind in found))
        return Problem("unreadable", why, place_of(self._given, at), kinds, nearest, facts=facts)


def place_of(given: Sequence[Word], at: int) -> Place:
    """The place of a word, or of the line's end."""
    if at < len(given):
        return Place(given[at].typed, given[at].column)
    last = given[-1] if given else None
    return Place("", last.column + len(last.typed) if last else 1)


def meanings(pattern: Pattern, gathered: Gathered) -> list[dict[str, Value]]:
    """Every assignment of values to fields that the words allow; one, unless a name is ambiguous.

    Raises Ambiguous if there are hopelessly many.
    """
    found: list[dict[str, Value]] = [dict(pattern.phrase.fixed) | dict.fromkeys(gathered.flags, True)]
    for slot in pattern.slots:
        field = slot.argument.field
        for item in gathered.items.get(field, ()):
            found = [
                fields | {field: (*_so_far(fields, field), meaning) if slot.argument.many else meaning}
                for fields in found
                for meaning in item.meanings
            ]
            if len(found) > _MOST_MEANINGS:
                place = Place(item.word.typed, item.word.column)
                raise Ambiguous(Problem("ambiguous", "several_names", place))
    return found


def _so_far(fields: Mapping[str, Value], field: str) -> tuple[Id, ...]:
    held = fields.get(field, ())
    return held if isinstance(held, tuple) else ()


def doubtful(pattern: Pattern, gathered: Gathered) -> tuple[Slot, Item] | None:
    """The first word that has several meanings."""
    for slot in pattern.slots:
        for item in gathered.items.get(slot.argument.field, ()):
            if len(item.meanings) > 1:
                return slot, item
    return None


def fields_of(kind: type[msgspec.Struct]) -> dict[str, msgspec.structs.FieldInfo]:
    """The fields of a struct, and with dots those of the structs that its fields may hold."""
    found = {}
    for field in msgspec.structs.fields(kind):
        found[field.name] = field
        for held in (field.type, *get_args(field.type)):
            if isinstance(held, type) and issubclass(held, msgspec.Struct):
                found |= {f"{field.name}.{name}": inner for name, inner in fields_of(held).items()}
    return found


def build(kind: type[_Built], fields: Mapping[str, object]) -> _Built:
    """Make a struct from values by (dotted) field. Raises TypeError if one is missing."""
    plain = {field: value for field, value in fields.items() if "." not in field}
    types = {field.name: field.type for field in msgspec.structs.fields(kind)}
    for head in dict.fromkeys(field.partition(".")[0] for field in fields if "." in field):
        held = (types[head], *get_args(types[head]))
        inner = next(part for part in held if isinstance(part, type) and issubclass(part, msgspec.Struct))
        within = {field[len(head) + 1 :]: value for field, value in fields.items() if field.startswith(head + ".")}
        plain[head] = build(inner, within)
    return kind(**plain)


def default_of(field: msgspec.structs.FieldInfo) -> object:
    """The default of a field, NODEFAULT if it must be given."""
    if field.default is not msgspec.NODEFAULT:
        return field.default
    return field.default_factory() if field.default_factory is not msgspec.NODEFAULT else msgspec.NODEFAULT
