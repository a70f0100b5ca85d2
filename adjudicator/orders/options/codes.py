"""Codes: a question's number and a letter (`17b`), so that a thumb on a phone can play the whole game.

An offer gives every possible answer of a question its code, always in the same order. Numbers are never
used again, so a code means the same for ever: an operation and its target, but not the payment, which is
completed against the position when the line is carried out.

Letters. An English offer counts with a-z (without i, l, o), a Russian one with а-я (without ё з й о щ ъ ы ь),
so that no letter looks like a digit. Behind them come two letters that are no word (`bd`, never `no`). A letter of the
other alphabet is taken for the one of the same look (`в` for b, `c` for с). By its sound (`б` for b, `d` for д) nothing
is taken: the player is asked, also where look and sound lead to two different answers of the question.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import count, product

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.actions import Action
from adjudicator.orders.text.letters import is_no_word
from adjudicator.orders.vocabulary.phrasebook import Phrasebook
from adjudicator.orders.vocabulary.phrases import Group, Phrase
from adjudicator.orders.vocabulary.sayings import Reading
from adjudicator.orders.vocabulary.shelves import Id

LETTERS = {"en": "abcdefghjkmnpqrstuvwxyz", "ru": "абвгдежиклмнпрстуфхцчшэюя"}

_LOOK = dict(zip("авсенкмортхуі", "abcehkmoptxyi", strict=True))
_SOUND = dict(zip("абвгдезиклмнопрстуфхцж", "abvgdeziklmnoprstufhcj", strict=True))
_PAIRS = (*_LOOK.items(), *_SOUND.items())

_CODE = re.compile(r"(\d{1,6})?([^\W\d_]{1,2})(\d{1,3})?")


class CodedOption(Struct, frozen=True, omit_defaults=True):
    """One possible answer: its code without the question's number, and what it means.

    `intent` is the JSON object of the action without its payment. With `part` it holds one value of that
    tuple field, and several codes of a line make the action. `also` are codes that mean the same.
    """

    code: str
    intent: str
    part: str = ""
    also: tuple[str, ...] = ()


class Offer(Struct, frozen=True, omit_defaults=True):
    """The codes of one question as its messages printed them; stored with the prompt.

    `gone` are codes whose answer is not possible any more: they are read, to be refused with the reason, but not shown.
    `named`: its messages show short names, and no code without the number.
    """

    number: int
    language: str
    options: tuple[CodedOption, ...]
    gone: tuple[str, ...] = ()
    named: bool = False

    @property
    def shown(self) -> tuple[CodedOption, ...]:
        """The options whose codes are shown."""
        return tuple(option for option in self.options if option.code not in self.gone) if self.gone else self.options

    def find(self, code: str) -> tuple[CodedOption, ...]:
        """Return the options a typed code may mean: none, one, or several that the player must tell apart."""
        own = [each for each in self.options if each.code == code] or [
            each for each in self.options if code in each.also
        ]
        meant = frozenset(() if own else _twins(code, self.language, _PAIRS))
        return tuple(own[:1] or (option for option in self.options if option.code in meant))

    def is_surely(self, option: CodedOption, code: str) -> bool:
        """Return whether a typed code is the option's own, or looks like it; not if it only sounds so."""
        return code in (option.code, *option.also) or option.code in _twins(code, self.language, _LOOK.items())

    def code_of(self, reading: Reading, book: Phrasebook) -> str | None:
        """Return the full code (`17b`) of a reading, or None if the question does not offer it."""
        payment = book.payment_fields(reading.action)
        plain = {field: value for field, value in reading.fields.items() if field not in payment}
        for option in self.options:
            own = reading_of(option, book)
            if own.action is reading.action and all(own.fields.get(field) == plain[field] for field in plain):
                return f"{self.number}{option.code}"
        return None


class Typed(Struct, frozen=True):
    """A word that looks like a code: the question's number, if given, and letters with digits."""

    number: int | None
    code: str


def code_like(word: str) -> Typed | None:
    """Take a folded word apart: `17b`, `s1`, `12s1`, `b`; None if it cannot be a code."""
    match = _CODE.fullmatch(word)
    if match is None:
        return None
    number, letters, digits = match.groups()
    return Typed(int(number) if number else None, letters + (digits or ""))


def make_offer(
    book: Phrasebook, number: int, language: str, actions: Iterable[Action], given: Offer | None = None
) -> Offer:
    """Give codes to the possible answers of a question: all letters first, groups counted each for itself.

    Equal intents (the same thing paid in different ways) share one code. `actions` are what
    `match.options(seat)` gives, and whatever may follow in the same round (shown with the same question).
    Where codes were `given` to this question before, they stay, and what is new gets codes behind them.
    """
    listed = list(_intents(book, actions))
    old = {} if given is None else {(option.intent, option.part): option for option in given.options}
    new = [each for each in listed if each[:2] not in old]
    if given is not None and not new:
        return replace(given, gone=_gone(given, listed))
    reserved = {
        letters
        for group in (group for _, _, group in listed)
        if group and group.only
        for letters in group.letters.values()
    }
    used = {code for option in old.values() for code in (option.code, *option.also)}
    letters = _plain_letters(language, reserved | used)
    counts: dict[str, int] = {}
    options = list(old.values())
    for intent, part, group in new:
        code, also = _code(group, language, letters, counts)
        while code in used:
            code, also = _code(group, language, letters, counts)
        options.append(CodedOption(code, intent, part, also))
    offer = Offer(number, language, tuple(options), named=given is None or given.named)
    return offer if given is None else replace(offer, gone=_gone(offer, listed))


def _gone(offer: Offer, listed: Iterable[tuple[str, str, Group | None]]) -> tuple[str, ...]:
    """Return the codes of an offer whose answer is not among those that are possible now."""
    possible = {each[:2] for each in listed}
    return tuple(option.code for option in offer.options if (option.intent, option.part) not in possible)


def reading_of(option: CodedOption, book: Phrasebook) -> Reading:
    """Return the meaning of an option: the action type and every field but the payment."""
    return _meaning(option.intent, option.part, book)


@lru_cache(maxsize=4096)
def _meaning(intent: str, part: str, book: Phrasebook) -> Reading:
    plain = msgspec.json.decode(intent)
    action = book.action_type(plain["op"])
    if part:
        fields = {encoded: name for name, encoded in _encoded(action).items()}
        given = {
            fields[key]: tuple(value) if isinstance(value, list) else value
            for key, value in plain.items()
            if key != "op"
        }
        return Reading(action, given)
    typed = msgspec.convert(plain, action)
    payment = book.payment_fields(action)
    return Reading(action, {name: getattr(typed, name) for name in action.__struct_fields__ if name not in payment})


def label(option: CodedOption, book: Phrasebook, language: str) -> str:
    """Return the text after a code in a list of codes: the line that means the same, or the name of the part."""
    reading = reading_of(option, book)
    if not option.part:
        return book.say(reading.typed(), language)
    values = reading.fields[option.part]
    assert isinstance(values, tuple)
    return book.printed(reading.action, option.part, values[0], language)


def _intents(book: Phrasebook, actions: Iterable[Action]) -> Iterator[tuple[str, str, Group | None]]:
    """Yield every different intent once: JSON, the part it is, its group."""
    listed = [(action, _phrase_of(book, action)) for action in actions]
    combined = _combined(listed)
    seen = set()
    for action, phrase in listed:
        for intent, part in _values_of(book, action, phrase, slotwise=id(phrase) in combined):
            if intent not in seen:
                seen.add(intent)
                yield intent, part, phrase.group


def _values_of(book: Phrasebook, action: Action, phrase: Phrase, *, slotwise: bool) -> Iterator[tuple[str, str]]:
    """Yield the action as one intent, or one for each of the values that make it up."""
    slots = [field for field in phrase.slots if getattr(action, field)] if slotwise else []
    if phrase.each:
        yield from ((intent, phrase.each) for intent in _parts(action, phrase.each))
    elif slots:
        for field in slots:
            yield from ((intent, field) for intent in _parts(action, field, beside=phrase.slots))
    else:
        yield _whole(book, action), ""


def _combined(listed: Sequence[tuple[Action, Phrase]]) -> set[int]:
    """Return the phrases whose actions combine fewer values than there are actions."""
    actions: dict[int, int] = {}
    values: dict[int, set[object]] = {}
    for action, phrase in listed:
        if phrase.slots:
            actions[id(phrase)] = actions.get(id(phrase), 0) + 1
            named: set[object] = {(field, value) for field in phrase.slots for value in getattr(action, field)}
            values.setdefault(id(phrase), set()).update(named or {action})
    return {phrase for phrase, count in actions.items() if len(values[phrase]) < count}


@lru_cache(maxsize=512)
def _encoded(action: type[Action]) -> Mapping[str, str]:
    """Return the JSON names of the fields of an action."""
    return {field.name: field.encode_name for field in msgspec.structs.fields(action)}


_phrase_of = lru_cache(maxsize=4096)(Phrasebook.phrase_of)  # one question offers mostly what the one before did


@lru_cache(maxsize=4096)
def _whole(book: Phrasebook, action: Action) -> str:
    payment = book.payment_fields(type(action))
    paid = {encoded for field, encoded in _encoded(type(action)).items() if field in payment}
    plain = {key: value for key, value in msgspec.to_builtins(action).items() if key not in paid}
    return msgspec.json.encode(plain, order="deterministic").decode()


def _parts(action: Action, field: str, beside: Sequence[str] | None = None) -> Iterator[str]:
    """Yield the action with one value of a field: without its other fields, or with all but `beside`."""
    names = _encoded(type(action))
    rest: dict[str, object] = {"op": action.op}
    if beside is not None:
        plain = msgspec.to_builtins(action)
        rest = {key: value for key, value in plain.items() if key not in {names[slot] for slot in beside}}
    values: Sequence[Id] = getattr(action, field)
    for value in values:
        yield msgspec.json.encode({**rest, names[field]: [value]}, order="deterministic").decode()


def _code(
    group: Group | None, language: str, letters: Iterator[str], counts: dict[str, int]
) -> tuple[str, tuple[str, ...]]:
    if group is None:
        return next(letters), ()
    own = group.letters.get(language) or next(iter(group.letters.values()))
    counts[own] = counts.get(own, 0) + 1
    digits = "" if group.only and counts[own] == 1 else str(counts[own])
    others = tuple(letter + digits for letter in group.letters.values() if letter != own)
    return own + digits, others


def _plain_letters(language: str, reserved: set[str]) -> Iterator[str]:
    alphabet = LETTERS.get(language, LETTERS["en"])
    free = [letter for letter in alphabet if letter not in reserved]
    yield from free
    yield from _pairs(alphabet)
    yield from (f"{pair}{n}" for n in count(1) for pair in _pairs(alphabet))


@cache
def _pairs(alphabet: str) -> Sequence[str]:
    """Return the pairs of letters that can be codes.

    Such a pair is no word, nor looks like one in the other alphabet, as `да` and `no` do.
    """
    return [
        pair
        for pair in map("".join, product(alphabet, repeat=2))
        if all(is_no_word(twin) for language in LETTERS for twin in _twins(pair, language, _LOOK.items()))
    ]


def _twins(code: str, language: str, pairs: Collection[tuple[str, str]]) -> Iterator[str]:
    """Yield the code in the letters of the offer's alphabet, by these pairs of a Cyrillic and a Latin letter."""
    cyrillic = "а" in LETTERS.get(language, "")
    table: dict[str, set[str]] = {}
    for one, two in pairs:
        table.setdefault(two if cyrillic else one, set()).add(one if cyrillic else two)
    for spelled in product(*(sorted(table.get(sign, {sign})) for sign in code)):
        yield "".join(spelled)
