"""The options of a question by the words that say them: verbs, names and what else is printed, in all languages."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import NamedTuple

from rapidfuzz import process
from rapidfuzz.distance import OSA

from adjudicator.components.short_names import twins
from adjudicator.orders.options.answers import folded_words
from adjudicator.orders.options.codes import CodedOption, Offer, label, reading_of
from adjudicator.orders.options.pieces import ShownAnswer
from adjudicator.orders.options.short_orders import typed_lines
from adjudicator.orders.text import normalize_word, phonetic_keys, tokenize
from adjudicator.orders.text.common import common_words
from adjudicator.orders.text.grouping import grouped
from adjudicator.orders.text.similarity import EXACT, SHORTENED, forms, similarity
from adjudicator.orders.vocabulary.patterns import Pattern, as_tuple
from adjudicator.orders.vocabulary.phrasebook import Phrasebook
from adjudicator.orders.vocabulary.sayings import Reading

_LEAST_PREFIX, _LEAST_STEM = 3, 5


class Key(NamedTuple):
    """The meaning of a word in an order: its verb (`id`: the number of the pattern), a thing, a number, other words."""

    role: str
    kind: str
    id: str | int


class Entry(NamedTuple):
    """One option: its place, full code and meaning, the things it names, its numbers with the word before each."""

    at: int
    code: str
    reading: Reading
    part: str
    op: str
    verbs: frozenset[Key]
    slots: tuple[frozenset[Key], ...]
    numbers: frozenset[tuple[str, str]]
    label: str
    now: bool


class Lexicon:
    """The options of one question. `shown` is how the mail printed them, by full code."""

    def __init__(
        self,
        book: Phrasebook,
        language: str,
        number: int,
        options: Sequence[CodedOption],
        shown: Mapping[str, ShownAnswer],
        ops: Collection[str] = (),
    ) -> None:
        """Index the words of options. `ops` are the operations that are legal now; other options may only follow."""
        self.book = book
        self.language = language
        self._ops = ops
        self._words: dict[str, set[Key]] = {}
        self._bits: dict[Key, int] = {}
        self.forms: dict[Key, list[frozenset[str]]] = {}
        self._things: set[Key] = set()
        self.entries = [
            self._entry(at, f"{number}{option.code}", option, shown.get(f"{number}{option.code}"))
            for at, option in enumerate(options)
        ]
        self._leave_out_common()
        self._memo: dict[str, dict[str, float]] = {}
        self._add_tokens(number, options)
        self.letters = {option.code: entry for option, entry in zip(options, self.entries, strict=True)}
        """The options by their codes without a number."""

    # making -----------------------------------------------------------------------------------------

    def _entry(self, at: int, code: str, option: CodedOption, answer: ShownAnswer | None) -> Entry:
        said = _said(option, self.book)
        bit, shown = 1 << at, () if answer is None else (folded_words(answer.words), folded_words(answer.heading))
        words, numbers = _words_of(frozenset((*said.printed.values(), *shown)))
        verbs = frozenset(map(self._verb, said.patterns))
        keys = {*verbs, *words, *(key for slot in said.slots for key in slot)}
        for key in words:
            self._words.setdefault(str(key.id), set()).add(key)
        for slot in said.slots:
            for key in slot:
                self.add_thing(key)
        for key in keys:
            self._bits[key] = self._bits.get(key, 0) | bit
        op, text = str(said.reading.action.__struct_config__.tag), said.labels[self.language]
        now = not self._ops or op in self._ops
        return Entry(at, code, said.reading, option.part, op, verbs, said.slots, numbers, text, now)

    def _leave_out_common(self) -> None:
        """Take away what all options of a kind are about: nobody says it."""
        for listed in grouped(((entry.op, entry.verbs), entry) for entry in self.entries).values():
            common = set.intersection(*(set(entry.slots) for entry in listed))
            for entry in listed if len(listed) > 1 and common else ():
                left = tuple((Counter(entry.slots) - Counter(common)).elements())
                self.entries[entry.at] = entry._replace(slots=left) if left else entry

    def _add_tokens(self, number: int, options: Sequence[CodedOption]) -> None:
        """Add the codes, and the short names and figures that alone order something."""
        offer = Offer(number, self.language, tuple(options))
        typed = typed_lines(offer, self.book)
        self.figures = {
            typed[option.code]: entry
            for entry, option in zip(self.entries, options, strict=True)
            if typed.get(option.code, "").isdecimal()
        }
        """The options that a number alone orders."""
        for entry, option in zip(self.entries, options, strict=True):
            key = Key("code", "", entry.at)
            self._bits[key] = 1 << entry.at
            for text in (entry.code, typed.get(option.code, "")):
                for twin in twins(text) if len(tokenize(text)) == 1 and not text.isdecimal() else ():
                    self._words.setdefault(normalize_word(twin), set()).add(key)

    def _verb(self, number: int) -> Key:
        pattern = self.book.patterns[number]
        key = Key("verb", pattern.op, number)
        if key not in self.forms:
            self.forms[key] = _forms_of(number, self.book)
            for word in {word for form in self.forms[key] for word in form}:
                self._words.setdefault(word, set()).add(key)
        return key

    def add_thing(self, key: Key) -> None:
        """Let a thing be found by the words of its names, and by its short name."""
        if key not in self._things:
            self._things.add(key)
            names, others = self.book.book.words_of(key.kind, key.id)
            short = self.book.book.short(key.kind, key.id)
            for word in (*names, *others, *(map(normalize_word, twins(short)) if short else ())):
                self._words.setdefault(word, set()).add(key)

    def verbs_of(self, reading: Reading) -> frozenset[Key]:
        """Return the verbs of an order that may be none of the options."""
        return frozenset(map(self._verb, _numbers_of(reading, self.book)))

    @cached_property
    def by_code(self) -> Mapping[str, Entry]:
        """The options by their full codes."""
        return {entry.code: entry for entry in self.entries}

    @cached_property
    def pairs(self) -> Mapping[tuple[str, str], int]:
        """The options, a bit each, by a number that they print and the word before it."""
        found: dict[tuple[str, str], int] = {}
        for entry in self.entries:
            for pair in entry.numbers:
                found[pair] = found.get(pair, 0) | 1 << entry.at
        return found

    # looking up -------------------------------------------------------------------------------------

    def matches(self, word: str) -> dict[str, float]:
        """Return the words of options that a folded word is, or else is like, with their similarity."""
        known = self._memo.get(word)
        if known is None:
            known = self._memo[word] = self._matches(word)
        return known

    def _matches(self, word: str) -> dict[str, float]:
        found = {word: EXACT} if word in self._words else {}
        for form in forms(word):
            for own in self._by_form.get(form, ()):
                if like := similarity(word, own):
                    found.setdefault(own, like)
        if found or any(map(str.isdigit, word)):
            return found
        if self.is_known(word):
            return {}
        if len(word) >= _LEAST_PREFIX and (found := dict.fromkeys(self._beginning(word), SHORTENED)):
            return found
        near = process.extract(word, self._sorted, scorer=OSA.distance, score_cutoff=2, limit=8)
        begun = self._beginning(word[:_LEAST_STEM]) if len(word) >= _LEAST_STEM else ()
        keys = {*map(phonetic_keys.key, (word, *forms(word)))}
        alike = [own for key in keys for own in self._by_sound.get(key, ())]
        for own in (*(own for own, _, _ in near), *alike, *begun):
            if like := similarity(word, own):
                found[own] = like
        best = max(found.values(), default=0.0)
        return {own: like for own, like in found.items() if like == best}

    def _beginning(self, start: str) -> Iterator[str]:
        for place in range(bisect_left(self._sorted, start), len(self._sorted)):
            if not self._sorted[place].startswith(start):
                return
            yield self._sorted[place]

    def is_known(self, word: str) -> bool:
        """Return whether a folded word belongs to the game, whatever is asked now."""
        return word in self.book.known_words or not self.book.known_forms.isdisjoint(forms(word))

    def keys(self, word: str) -> dict[Key, float]:
        """Return what a folded word may say, with the similarity of the best word that says it."""
        found: dict[Key, float] = {}
        for own, like in self.matches(word).items():
            for key in self._words[own]:
                if key.role == "name" and (own, key.kind) in self._of_all:
                    key = Key("other", "", own)
                found[key] = max(found.get(key, 0.0), like)
        return found

    @cached_property
    def _of_all(self) -> set[tuple[str, str]]:
        """Words that most things of a kind have in their names, and that name none of them: `army 1`, `Wien node`."""
        kinds = Counter(key.kind for key in self._things)
        found = Counter((word, key.kind) for word, keys in self._words.items() for key in keys if key.role == "name")
        return {(word, kind) for (word, kind), count in found.items() if count > 1 and 2 * count > kinds[kind]}

    def is_common(self, own: str) -> bool:
        """Return whether most things of a kind have a word in their names: it names none of them alone."""
        return any(word == own for word, _ in self._of_all)

    def says(self, word: str, at: int | None, role: str, least: float) -> bool:
        """Return whether a word is at least this similar to one that says this of an option.

        An empty `role` stands for anything said of it, and None as the place `at` for any option.
        """
        return any(
            like >= least and (not role or key.role == role) and (at is None or self.bits((key,)) >> at & 1)
            for key, like in self.keys(word).items()
        )

    def bits(self, keys: Iterable[Key]) -> int:
        """Return which options have any of the keys, a bit each."""
        result = 0
        for key in keys:
            result |= self._bits.get(key, 0)
        return result

    @cached_property
    def _sorted(self) -> list[str]:
        return sorted(word for word in self._words if not any(map(str.isdigit, word)))

    @cached_property
    def _by_form(self) -> dict[str, list[str]]:
        return grouped((form, word) for word in self._sorted for form in forms(word))

    @cached_property
    def _by_sound(self) -> dict[str, list[str]]:
        return grouped((phonetic_keys.key(word), word) for word in self._sorted if len(word) > _LEAST_PREFIX)

    def plainest(self, found: Sequence[Entry]) -> list[Entry]:
        """Return of several entries the one whose label says nothing but what all others say too, else all."""
        said = [(each, Counter(word.folded for word in tokenize(each.label))) for each in found]
        least = [each for each, own in said if all(own <= other for _, other in said)]
        return least if len(least) == 1 else list(found)


class _Said(NamedTuple):
    """The words of an option, independent of what else is offered."""

    reading: Reading
    patterns: tuple[int, ...]
    slots: tuple[frozenset[Key], ...]
    labels: Mapping[str, str]
    printed: Mapping[str, tuple[str, ...]]


@lru_cache(maxsize=8192)
def _said(option: CodedOption, book: Phrasebook) -> _Said:
    reading = reading_of(option, book)
    patterns = _numbers_of(reading, book)
    slots = tuple(_slots(book.patterns[patterns[0]], reading, book)) if patterns else ()
    labels = {language: label(option, book, language) for language in book.languages}
    return _Said(reading, patterns, slots, labels, {code: folded_words(text) for code, text in labels.items()})


@lru_cache(maxsize=8192)
def _words_of(texts: frozenset[tuple[str, ...]]) -> tuple[frozenset[Key], frozenset[tuple[str, str]]]:
    """Return what is printed with an option, and its numbers with the word before each."""
    words = {Key("number" if word.isdecimal() else "other", "", word) for some in texts for word in some}
    pairs = ((one, two) for some in texts for one, two in pairwise(("", *some)) if two.isdecimal())
    return frozenset(words), frozenset(pairs)


def _numbers_of(reading: Reading, book: Phrasebook) -> tuple[int, ...]:
    places = {id(pattern): at for at, pattern in enumerate(book.patterns)}
    return tuple(places[id(pattern)] for pattern in book.patterns_of(reading))


@lru_cache(maxsize=2048)
def _forms_of(number: int, book: Phrasebook) -> list[frozenset[str]]:
    """Return the words of each way to say a verb, without prepositions that lead to a thing."""
    listed = (form for some in book.patterns[number].phrase.verbs.values() for form in some)
    said = [[word.folded for word in tokenize(form)] for form in listed]
    return [frozenset(word for word in form if not side_of(word)) or frozenset(form) for form in said]


def _slots(pattern: Pattern, reading: Reading, book: Phrasebook) -> Iterator[frozenset[Key]]:
    """Yield the things that an order names, each by the keys that name it."""
    for slot in pattern.slots:
        if slot.argument.silent or slot.argument.payment:
            continue
        for value in as_tuple(reading.fields.get(slot.argument.field)):
            if isinstance(value, bool) or value == slot.default:
                continue
            named = [kind for kind, _ in slot.shelves if book.book.has(kind, value)]
            if named:
                yield frozenset(Key("name", kind, value) for kind in named)


def side_of(word: str) -> str:
    """Return on which side of an order a preposition leads, "" where it does not tell."""
    return common_words().sides.get(word, "")
