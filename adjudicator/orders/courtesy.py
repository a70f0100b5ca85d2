"""The phrases that people write around an order, in closed lists (`courtesy.yaml`), and where one of them stands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import TypeVar

import msgspec
import yaml
from msgspec import Struct

from adjudicator.kernel.readiness import READYING
from adjudicator.orders.text import Word, words

_TELEGRAPHED = re.compile(r"\s+STOP\b")
_Value = TypeVar("_Value")


class Forms(tuple[tuple[str, ...], ...]):
    """Phrases as folded words, longest first, and found by their first word and by their last."""

    @cached_property
    def longest(self) -> int:
        """Words of the longest phrase."""
        return len(self[0]) if self else 0

    @cached_property
    def by_first(self) -> Mapping[str, Sequence[tuple[str, ...]]]:
        """The phrases that begin with a word."""
        return _grouped(self, 0)

    @cached_property
    def by_last(self) -> Mapping[str, Sequence[tuple[str, ...]]]:
        """The phrases that end with a word."""
        return _grouped(self, -1)


class Whole(frozenset[tuple[str, ...]]):
    """Phrases as folded words that stand for themselves alone."""


class Courtesy(Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """The file's lists, ready to be compared with folded words."""

    before: Forms
    choosing: Whole
    after: Forms
    greetings: Forms
    thanks: Forms
    thanked_for: frozenset[str]
    idle: Whole
    links: Forms
    doubts: Forms
    finished: Whole
    no_more: Whole
    agreed: Whole
    stating: frozenset[str]
    so_it_is: Forms
    so_we_are: Forms
    already: frozenset[str]
    it_lasts: Forms
    before_verbs: frozenset[str]
    staying: frozenset[str]
    nothing: frozenset[str]
    no_persons: frozenset[str]
    no_mores: Forms
    round_words: frozenset[str]
    over: frozenset[str]
    pointing: frozenset[str]
    middle: frozenset[str]
    both: frozenset[str]
    refused: Whole
    number_words: dict[int, tuple[str, ...]]
    misheard_words: dict[int, tuple[str, ...]]
    place_words: dict[int, tuple[str, ...]]
    counting: frozenset[str]
    signs: dict[str, tuple[str, ...]]
    lost_words: dict[str, Forms]
    standing: frozenset[str]
    undoing: Forms
    undone: frozenset[str]
    regrets: Forms
    oops: Whole
    markers: Forms
    markers_alone: Whole
    markers_before: Whole
    markers_amidst: Forms
    strikes: Forms
    struck: Forms
    joining: frozenset[str]
    hesitating: frozenset[str]
    going_on: frozenset[str]
    leads: frozenset[str]
    trailing: Forms
    nots: Forms
    nots_behind: Forms
    nots_instead: Forms
    doing: frozenset[str]
    of_nots: frozenset[str]
    none: Whole
    sparing: Forms
    spared: Forms
    others: Forms
    for_oneself: Forms
    turns: Forms
    all_but: Forms
    all: Whole
    keeping: Forms
    rest_kept: Whole
    comparing: frozenset[str]
    would: frozenset[str]
    solely: frozenset[str]
    humble: Forms
    courteous: Forms
    humble_words: frozenset[str]
    ifs: frozenset[str]
    supposing: frozenset[str]
    considered: Forms
    but: frozenset[str]
    ending: frozenset[str]
    around_end: frozenset[str]
    requests_of_leave: Forms
    requests_of_goods: Whole
    requests_to_do: Whole
    of_you: frozenset[str]
    kindly: frozenset[str]
    padding: Forms
    plain: frozenset[str]
    telling: frozenset[str]
    beyond: frozenset[str]
    therefore: Forms
    later: Forms
    remarking: frozenset[str]
    farewells: Forms
    selves: frozenset[str]
    about_to: Forms
    styled: Forms
    doing_now: Forms
    being: Forms
    participle_words: dict[str, tuple[str, ...]]
    reasons: Forms
    reasons_first: Forms
    conditions: frozenset[str]
    softly: Forms
    counted_turns: frozenset[str]
    ourselves: Whole
    themselves: Whole
    first_of_several: frozenset[str]

    @cached_property
    def polite(self) -> frozenset[tuple[str, ...]]:
        """Phrases that say nothing."""
        return frozenset((*self.before, *self.after, *self.greetings, *self.idle))

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """Numbers in words."""
        return _turned(self.number_words)

    @cached_property
    def misheard(self) -> Mapping[str, int]:
        """What a telephone hears for numbers."""
        return _turned(self.misheard_words)

    @cached_property
    def places(self) -> Mapping[str, int]:
        """Places in a list; -1 is the last one."""
        return _turned(self.place_words)

    @cached_property
    def participles(self) -> Mapping[str, str]:
        """Irregular participles with their verbs."""
        return _turned(self.participle_words)

    @cached_property
    def lost(self) -> Mapping[str, tuple[str, ...]]:
        """What is heard for signs, by language."""
        return {language: tuple(map(" ".join, forms)) for language, forms in self.lost_words.items()}

    @cached_property
    def requests(self) -> Forms:
        """How polite questions begin."""
        return _longest_first((*self.requests_of_leave, *self.requests_of_goods, *self.requests_to_do))

    @cached_property
    def words(self) -> frozenset[str]:
        """Every folded word of the phrases around orders."""
        phrases = (
            *(self.before, self.after, self.greetings, self.idle, self.links, self.doubts, self.markers),
            *(self.strikes, self.struck),
            *(self.finished, self.no_more, self.agreed, self.refused, self.nots, self.nots_behind, self.turns),
            *(self.requests, self.humble, self.padding, self.all_but, self.all, self.keeping, self.trailing),
            *(self.about_to, self.doing_now, self.being, self.reasons, self.reasons_first),
        )
        said = {word for forms in phrases for form in forms for word in form}
        alone = self.selves | self.would | self.solely | self.over
        return frozenset(said | self.numbers.keys() | self.places.keys() | alone)

    @cached_property
    def _said_signs(self) -> list[tuple[re.Pattern[str], str]]:
        said = ((re.escape(form), sign) for sign, forms in self.signs.items() for form in forms)
        return [(re.compile(rf"\s*\b{form}\b", re.IGNORECASE), sign) for form, sign in said]

    def with_signs(self, line: str) -> str:
        """A line with the signs that were said to a telephone or telegraphed: `flag Savoy comma end`, `END STOP`."""
        for said, sign in self._said_signs:
            line = said.sub(sign, line)
        return _TELEGRAPHED.sub(".", line) if line.isupper() else line


def _turned(listed: Mapping[_Value, Iterable[str]]) -> dict[str, _Value]:
    return {word: value for value, forms in listed.items() for word in forms}


def _grouped(forms: Iterable[tuple[str, ...]], place: int) -> dict[str, list[tuple[str, ...]]]:
    found: dict[str, list[tuple[str, ...]]] = {}
    for form in forms:
        found.setdefault(form[place], []).append(form)
    return found


def sequences(forms: Iterable[str]) -> Forms:
    """Phrases of one or more words."""
    return _longest_first(form for said in forms if (form := tuple(word.folded for word in words(said))))


def _longest_first(forms: Iterable[tuple[str, ...]]) -> Forms:
    return Forms(sorted(dict.fromkeys(forms), key=len, reverse=True))


def _listed(kind: type, listed: Iterable[str | Iterable[str]]) -> object:
    """What msgspec cannot read: phrases, perhaps in groups."""
    forms = sequences(form for group in listed for form in ([group] if isinstance(group, str) else group))
    return forms if kind is Forms else Whole(forms)


@cache
def courtesy() -> Courtesy:
    """The shipped lists."""
    read = yaml.load(Path(__file__).with_suffix(".yaml").read_bytes(), Loader=yaml.CSafeLoader)
    with READYING:
        return msgspec.convert(read, Courtesy, strict=False, dec_hook=_listed)


def first_of(given: Sequence[Word], at: int, forms: Forms) -> int:
    """How many words the longest of these phrases takes at a place; 0: none stands there."""
    return phrase_at([word.folded for word in given[at : at + forms.longest]], 0, forms)


def phrase_at(folded: Sequence[str], at: int, forms: Forms) -> int:
    """How many words the longest of these phrases takes here; 0: none stands here."""
    known = forms.by_first.get(folded[at], ()) if at < len(folded) else ()
    return next((len(form) for form in known if tuple(folded[at : at + len(form)]) == form), 0)


def phrase_before(folded: Sequence[str], start: int, end: int, forms: Forms) -> int:
    """How many words the longest of these phrases takes before `end`, from `start` on; 0: none ends there."""
    known = forms.by_last.get(folded[end - 1], ()) if end > start else ()
    return next((len(f) for f in known if end - len(f) >= start and tuple(folded[end - len(f) : end]) == f), 0)
