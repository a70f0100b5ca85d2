"""One phrase against the words behind its verb: which word fills which argument."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple, NoReturn

import msgspec
from msgspec.structs import replace

from adjudicator.orders.text import Word
from adjudicator.orders.text.common import common_words
from adjudicator.orders.vocabulary.patterns import Pattern, Slot
from adjudicator.orders.vocabulary.phrases import Value
from adjudicator.orders.vocabulary.refusals import LEAD, Ambiguous, Fact, Place, Problem, Why
from adjudicator.orders.vocabulary.shelves import NOTHING, Hit, Id, NameIndex

_NUMBER = re.compile(r"-?\d{1,9}")
_GLUED = re.compile(r"([^\W\d]+)(\d{1,9})")
_REPEATS = re.compile("[1-9][0-9]?")
_MOST_MEANINGS = 256
_LONGEST_SHORT = 10


class Item(NamedTuple):
    """One value found: the ids (or the number) it may stand for, and the word where it begins."""

    meanings: tuple[Id, ...]
    word: Word


class Gathered(NamedTuple):
    """The items and flags found for the fields of a phrase."""

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
        """The problem, worked out when it is asked for."""
        return self._problem()


def gather(pattern: Pattern, given: Sequence[Word], language: str, *, inflected: bool) -> Gathered:
    """Fill the arguments from these words in any order; `inflected` words only on demand. Raises NotMatched."""
    return _Reader(pattern, given, language, (False, True) if inflected else (False,)).read()


class _Reader:
    """One attempt to fill one phrase."""

    def __init__(self, pattern: Pattern, given: Sequence[Word], language: str, forms: tuple[bool, ...]) -> None:
        self._pattern = pattern
        self._forms = forms
        self._given = given
        self._language = language
        self._folded = [word.folded for word in given]
        self._has_breaks = any(word.broken for word in given)
        self._items: dict[str, list[Item]] = {}
        self._flags: set[str] = set()
        self._unled: dict[str, int] = {}
        """Positions of values without a keyword, by their fields."""
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
        """Return whether an argument has no default, or is part of a struct of which a part was said."""
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
            return self._take_payment(at, word.folded[1:]) or self._take_value(at) or self._fail_payment(at)
        length, slots = self._pattern.keyword(self._given, at)
        if length:
            taken = self._take_value(at, longer_than=length) or self._take_after_keyword(at, length, slots)
            return taken or self._fail_after_keyword(at, length, slots)
        if word.folded in common_words().skipped:  # the first word of a whole name, never a shortened one
            return self._take_value(at, longer_than=1) or 1
        taken = self._take_value(at) or self._take_number_before_keyword(at) or self._take_repeated(at)
        if taken:
            return taken
        taken = (True in self._forms and self._take_value(at, inflected=True)) or self._take_glued(at)
        return taken or self._fail_at(at)

    def _take_payment(self, at: int, short: str) -> int:
        letter = short.rstrip("0123456789")
        slot = self._pattern.payment(letter)
        if slot is None or len(short) > _LONGEST_SHORT:
            return 0
        amount = int(short[len(letter) :] or "1")
        self._put(at, slot, Item((amount,), self._given[at]))
        return 1

    def _take_glued(self, at: int) -> int:
        """Take a joined payment: `d2` for `+d2`, `debt2` for `debt 2`."""
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
        for slot in slots:
            self._make_way(slot)
        open_slots = [slot for slot in slots if self._is_open(slot)]
        start, best, hit = self._led(behind, open_slots)
        if best is None:
            repeated = behind < len(self._given) and any(slot.argument.repeats for slot in open_slots)
            taken = self._take_repeated(behind) if repeated else 0
            return length + taken if taken else 0
        self._put(start, best, Item(hit.ids, self._given[start]))
        self._listing = best
        return start - at + hit.length

    def _make_way(self, slot: Slot) -> None:
        """Reassign a name without a keyword if its argument's own name follows with one: `Biscay to Balearic`."""
        field = slot.argument.field
        if self._is_open(slot) or slot.argument.form != "name" or field not in self._unled:
            return
        at = self._unled[field]
        others = [each for each in self._pattern.slots if each.argument.form == "name" and self._is_open(each)]
        for inflected in self._forms:
            other, hit = self._best(at, others, inflected=inflected)
            if other is not None:
                del self._items[field], self._unled[field]
                self._put(at, other, Item(hit.ids, self._given[at]))
                return

    def _led(self, at: int, slots: Sequence[Slot]) -> tuple[int, Slot | None, Hit]:
        """Return the argument that takes most of what follows its keyword, and where its value begins."""
        for inflected in self._forms if at < len(self._given) else ():
            start, best, hit = max(
                ((start, *self._best(start, slots, inflected=inflected)) for start in self._starts(at)),
                key=lambda found: found[0] + found[2].length if found[1] is not None else 0,
            )
            if best is not None:
                return start, best, hit
        return at, None, NOTHING

    def _starts(self, at: int) -> tuple[int, ...]:
        """Return where a name may begin: here, and after an article, which may be its own first word (`The Grim`)."""
        return (at, at + 1) if self._folded[at] in common_words().articles and at + 1 < len(self._given) else (at,)

    def _take_value(self, at: int, *, inflected: bool = False, longer_than: int = 0) -> int:
        """Take a value without a keyword; with `longer_than` only a whole name that goes on after a keyword."""
        slots = [slot for slot in self._pattern.slots if self._is_open(slot) and self._needs_no_lead(slot)]
        if self._listing is not None:  # a list that has begun takes what it can
            slots.sort(key=lambda slot: slot is not self._listing)
        slot, hit = self._best(at, slots, inflected=inflected)
        if slot is None or (longer_than and not self._is_whole(at, hit.length, slot, longer_than)):
            return 0
        self._put(at, slot, Item(hit.ids, self._given[at]))
        self._unled[slot.argument.field] = at
        return hit.length

    def _is_whole(self, at: int, length: int, slot: Slot, longer_than: int) -> bool:
        return length > longer_than and any(shelf.is_whole(self._folded[at : at + length]) for _, shelf in slot.shelves)

    def _take_number_before_keyword(self, at: int) -> int:
        """Take a number before its keyword: `2 debt` for `debt 2`; several of them, too: `3 regulars 1 mercenary`."""
        if not _NUMBER.fullmatch(self._folded[at]) or at + 1 >= len(self._given):
            return 0
        length, slots = self._pattern.keyword(self._given, at + 1)
        behind = self._given[at + 1 + length :]
        if not length or (behind and _NUMBER.fullmatch(behind[0].folded) and not self._pattern.keyword(behind, 1)[0]):
            return 0
        for slot in slots:
            if slot.argument.form == "number" and self._is_open(slot):
                self._put(at, slot, Item((int(self._folded[at]),), self._given[at]))
                return 1 + length
        return 0

    def _take_repeated(self, at: int) -> int:
        """Take a repeated value, such as `2 administrative` for `administrative, administrative`."""
        if not _REPEATS.fullmatch(self._folded[at]) or at + 1 >= len(self._given) or self._given[at + 1].broken:
            return 0
        length, led = self._pattern.keyword(self._given, at + 1)
        slots = [slot for slot in led or self._pattern.slots if slot.argument.repeats]
        start, slot, hit = self._led(at + 1 + length, slots)
        if slot is None:
            return 0
        for _ in range(int(self._folded[at])):
            self._put(start, slot, Item(hit.ids, self._given[start]))
        return start - at + hit.length

    def _best(self, at: int, slots: Sequence[Slot], *, inflected: bool) -> tuple[Slot | None, Hit]:
        """Return the argument that takes the longest name here; among equals a sure one, then the first."""
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
            return Hit((int(self._folded[at]),), 1) if _NUMBER.fullmatch(self._folded[at]) else NOTHING
        best, whole = NOTHING, False
        for _, shelf in slot.shelves:
            hit = self._name(at, shelf, inflected=inflected)
            is_whole = hit.length > 0 and shelf.is_whole(self._folded[at : at + hit.length])
            if (hit.length, is_whole) > (best.length, whole):
                best, whole = hit, is_whole
            elif (hit.length, is_whole) == (best.length, whole):
                best = Hit(tuple(dict.fromkeys((*best.ids, *hit.ids))), hit.length)
        return best

    def _name(self, at: int, shelf: NameIndex, *, inflected: bool) -> Hit:
        across = self._across_breaks(at, shelf)
        if across.length:
            return across
        whole, until_keyword = self._reach(at, shelf.longest)
        read = shelf.read_inflected if inflected else shelf.read
        hit = read(self._folded[at:whole], self._language)
        if not inflected and True in self._forms and not shelf.is_whole(self._folded[at : at + hit.length]):
            longer = shelf.read_inflected(self._folded[at:whole], self._language)
            if longer.length > hit.length > 0:  # the shortened form of one name begins the inflected form of another
                read, hit = shelf.read_inflected, longer
        if hit.length > until_keyword - at and not shelf.is_whole(self._folded[at : at + hit.length]):
            return read(self._folded[at:until_keyword], self._language)
        return hit

    def _across_breaks(self, at: int, shelf: NameIndex) -> Hit:
        """Find a whole name that is itself written with a comma or a bracket: `Spain (Alliance, upper)`."""
        if not self._has_breaks:
            return NOTHING
        for length in range(min(shelf.longest, len(self._given) - at), 1, -1):
            if any(word.broken for word in self._given[at + 1 : at + length]):
                typed = self._folded[at : at + length]
                if shelf.is_whole(typed) and not self._are_two(at, length):
                    return Hit(shelf.find(tuple(typed), self._language), length)
        return NOTHING

    def _are_two(self, at: int, length: int) -> bool:
        """Return whether the comma parts two names, of which the second goes on: `Bahamas Run, West Bengal`."""
        second = next(n for n in range(at + 1, at + length) if self._given[n].broken)
        shelves = [shelf for slot in self._pattern.slots for _, shelf in slot.shelves]
        longer = [self._folded[second:end] for end in range(at + length + 1, len(self._given) + 1)]
        return any(shelf.is_whole(self._folded[at:second]) for shelf in shelves) and any(
            shelf.is_whole(name) for shelf in shelves for name in longer
        )

    def _reach(self, at: int, most: int) -> tuple[int, int]:
        """Return how far a name may go from here: to the next comma or payment, and to the next keyword."""
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
        """Return whether the lead may be missing, or comes before an earlier value of the same list."""
        return not slot.argument.needs_lead or slot is self._listing

    def _is_open(self, slot: Slot) -> bool:
        return slot.argument.many or slot.argument.field not in self._items

    def _put(self, at: int, slot: Slot, item: Item) -> None:
        if not self._is_open(slot):
            self._fail(at, "said_twice", (slot,))
        self._items.setdefault(slot.argument.field, []).append(item)

    def _fail_at(self, at: int) -> int:
        filled = [slot for slot in self._pattern.slots if not self._is_open(slot)]
        slot, hit = self._best(at, filled, inflected=False)
        said = self._items[slot.argument.field][-1] if slot is not None else None
        if said is not None and (said.meanings != hit.ids or said.word.folded == self._folded[at]):
            self._fail(at, "said_twice", filled)
        return hit.length or self._fail_unknown(at)  # the name of the same thing in another language

    def _fail_payment(self, at: int) -> NoReturn:
        self._fail(at, "unknown_word", (), self._pattern.short_forms())

    def _fail_after_keyword(self, at: int, length: int, slots: Sequence[Slot]) -> NoReturn:
        if not any(self._is_open(slot) for slot in slots):
            self._fail(at, "said_twice", slots)
        behind = at + length
        wants_number = all(slot.argument.form == "number" for slot in slots)
        if behind < len(self._given) and not wants_number:
            self._fail_unknown(behind, slots)
        if wants_number:
            self._fail(at, "number_expected", slots)
        self._fail(behind, "missing_argument", slots)

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
        places = [
            place for slot in wanted for place in self._pattern.belongs_to(slot, self._folded[at:whole], self._language)
        ]
        if places:
            absent = self._problem(at, "absent", wanted)
            return replace(absent, facts=(*absent.facts, Fact("places", tuple(dict.fromkeys(places)))))
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
        if why == "missing_argument" and len(slots) == 1:
            lead = slots[0].argument.lead or self._pattern.phrase.verbs
            facts += tuple(Fact(LEAD, forms[0]) for forms in [lead.get(self._language, ())] if forms)
        return Problem("unreadable", why, place_of(self._given, at), kinds, nearest, facts=facts)


def place_of(given: Sequence[Word], at: int) -> Place:
    """Return the place of a word, or of the line's end."""
    if at < len(given):
        return Place(given[at].typed, given[at].column)
    last = given[-1] if given else None
    return Place("", last.column + len(last.typed) if last else 1)


def meanings(pattern: Pattern, gathered: Gathered) -> list[dict[str, Value]]:
    """Return every assignment of values to fields that the words allow; one, unless a name is ambiguous.

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
    """Return the first word that has several meanings."""
    for slot in pattern.slots:
        for item in gathered.items.get(slot.argument.field, ()):
            if len(item.meanings) > 1:
                return slot, item
    return None
