"""What people write around an order when they write as to a person: `Hi Anna, I think I'd like to take 1a, then c1!`

A line that cannot be read as it stands is taken apart into its sentences and the polite words around the orders are
left away. They are closed lists (`courtesy.yaml`): whatever else stands in a line stays there and makes it unreadable,
so that no prose is ever carried out. A line with a doubt (`not`, `or`, `if`, a question mark) is not touched at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from itertools import pairwise
from pathlib import Path

import msgspec
import yaml
from msgspec import Struct

from adjudicator.components.russian import narrates
from adjudicator.kernel.readiness import ready
from adjudicator.orders.text import Word, clean, order_part, words

_SENTENCE_END = re.compile(r"[,;:()!|]|\.(?=\s|$)|\.\.|\s-\s")
_ASKS = re.compile(r"\?(?=[\s\"')!?.]|$)")
_MOST_WORDS = 80
INFINITIVES = ("ть", "ти", "чь", "ться")
"""How Russian infinitives end: «можно построить» asks what is allowed, «можно форт» asks for it."""


class Part(Struct, frozen=True):
    """A sentence of a line without its courtesies. `led`: one that chooses stood in front (`option b`), so that a
    letter that is also a word is a code.
    """

    words: tuple[Word, ...]
    led: bool = False

    @property
    def text(self) -> str:
        """As it can be read again."""
        return text_of(self.words)


class _Lists(Struct, frozen=True, forbid_unknown_fields=True):
    """The file's contents."""

    before: tuple[tuple[str, ...], ...]
    choosing: tuple[str, ...]
    after: tuple[tuple[str, ...], ...]
    greetings: tuple[str, ...]
    idle: tuple[str, ...]
    links: tuple[str, ...]
    doubts: tuple[str, ...]
    finished: tuple[str, ...]
    no_more: tuple[str, ...]
    agreed: tuple[str, ...]
    refused: tuple[str, ...]
    numbers: dict[int, tuple[str, ...]]
    misheard: dict[int, tuple[str, ...]]
    places: dict[int, tuple[str, ...]]
    last: tuple[str, ...]
    counting: tuple[str, ...]
    signs: dict[str, tuple[str, ...]]
    lost: dict[str, tuple[str, ...]]
    standing: tuple[str, ...]
    undoing: tuple[str, ...]
    undone: tuple[str, ...]
    regrets: tuple[str, ...]
    oops: tuple[str, ...]
    markers: tuple[str, ...]
    markers_alone: tuple[str, ...]
    markers_before: tuple[str, ...]
    trailing: tuple[str, ...]
    nots: tuple[str, ...]
    nots_behind: tuple[str, ...]
    nots_instead: tuple[str, ...]
    doing: tuple[str, ...]
    of_nots: tuple[str, ...]
    none: tuple[str, ...]
    sparing: tuple[str, ...]
    spared: tuple[str, ...]
    others: tuple[str, ...]
    for_oneself: tuple[str, ...]
    turns: tuple[str, ...]
    all_but: tuple[str, ...]
    all: tuple[str, ...]
    keeping: tuple[str, ...]
    rest_kept: tuple[str, ...]
    comparing: tuple[str, ...]
    would: tuple[str, ...]
    solely: tuple[str, ...]
    humble: tuple[str, ...]
    requests: tuple[str, ...]
    requests_of_goods: tuple[str, ...]
    requests_to_do: tuple[str, ...]
    of_you: tuple[str, ...]
    kindly: tuple[str, ...]
    padding: tuple[str, ...]
    plain: tuple[str, ...]
    selves: tuple[str, ...]
    farewells: tuple[str, ...]


class Courtesy:
    """The lists, ready to be compared with folded words."""

    def __init__(self, lists: _Lists) -> None:
        self.before = sequences(form for group in lists.before for form in group)
        self.choosing = frozenset(sequences(lists.choosing))
        self.after = sequences(form for group in lists.after for form in group)
        self.greetings = sequences(lists.greetings)
        self.idle = frozenset(sequences(lists.idle))
        self.polite = frozenset((*self.before, *self.after, *self.greetings, *self.idle))
        self.links = sequences(lists.links)
        self.doubts = sequences(lists.doubts)
        self.no_more = frozenset(sequences(lists.no_more))
        self.finished = frozenset(sequences(lists.finished)) | self.no_more
        self.agreed = frozenset(sequences(lists.agreed))
        self.refused = frozenset(sequences(lists.refused))
        self.numbers = {word: number for number, forms in lists.numbers.items() for word in forms}
        self.places = {word: place for place, forms in lists.places.items() for word in forms}
        self.counting = frozenset(lists.counting)
        self.places |= dict.fromkeys(lists.last, -1)
        said = {re.escape(form): sign for sign, forms in lists.signs.items() for form in forms}
        self._signs = [(re.compile(rf"\s*\b{form}\b", re.IGNORECASE), sign) for form, sign in said.items()]
        self.lost = {
            language: tuple(" ".join(form) for form in sequences(forms)) for language, forms in lists.lost.items()
        }
        self.standing = frozenset(lists.standing)
        self.undoing = sequences(lists.undoing)
        self.undone = frozenset(lists.undone)
        self.regrets = sequences(lists.regrets)
        self.oops = frozenset(sequences(lists.oops))
        self.markers = sequences(lists.markers)
        self.markers_alone = frozenset(sequences(lists.markers_alone))
        self.markers_before = frozenset(sequences(lists.markers_before))
        self.trailing = sequences(lists.trailing)
        self.nots = sequences(lists.nots)
        self.nots_behind = sequences(lists.nots_behind)
        self.nots_instead, self.doing = sequences(lists.nots_instead), frozenset(lists.doing)
        self.of_nots = frozenset(lists.of_nots)
        self.none = frozenset(sequences(lists.none))
        self.sparing, self.spared = sequences(lists.sparing), sequences(lists.spared)
        self.others, self.for_oneself = sequences(lists.others), sequences(lists.for_oneself)
        self.turns = sequences(lists.turns)
        self.all_but = sequences(lists.all_but)
        self.all = frozenset(sequences(lists.all))
        self.keeping = sequences(lists.keeping)
        self.rest_kept = frozenset(sequences(lists.rest_kept))
        self.comparing, self.would = frozenset(lists.comparing), frozenset(lists.would)
        self.solely = frozenset(lists.solely)
        self.humble = sequences(lists.humble)
        self.requests_of_goods = frozenset(sequences(lists.requests_of_goods))
        self.requests_to_do = frozenset(sequences(lists.requests_to_do))
        self.requests = sequences((*lists.requests, *lists.requests_of_goods, *lists.requests_to_do))
        self.of_you, self.kindly = frozenset(lists.of_you), frozenset(lists.kindly)
        self.padding = sequences(lists.padding)
        self.plain = frozenset(lists.plain)
        self.farewells = sequences(lists.farewells)
        self.misheard = {word: number for number, forms in lists.misheard.items() for word in forms}
        self.selves = frozenset(lists.selves)

    @cached_property
    def words(self) -> frozenset[str]:
        """Every folded word of the phrases around orders."""
        phrases = (
            *(self.before, self.after, self.greetings, tuple(self.idle), self.links, self.doubts, self.markers),
            *(tuple(self.finished), tuple(self.agreed), tuple(self.refused), self.nots, self.nots_behind, self.turns),
            *(self.requests, self.humble, self.padding, self.all_but, tuple(self.all), self.keeping, self.trailing),
        )
        said = {word for forms in phrases for form in forms for word in form}
        return frozenset(said | self.numbers.keys() | self.places.keys() | self.selves | self.would | self.solely)

    def with_signs(self, line: str) -> str:
        """A line with the signs that were said to a telephone: `flag Savoy comma end`."""
        for said, sign in self._signs:
            line = said.sub(sign, line)
        return line


class Forms(tuple[tuple[str, ...], ...]):
    """Phrases as folded words, longest first, and found by their first word and by their last."""

    @cached_property
    def by_first(self) -> Mapping[str, Sequence[tuple[str, ...]]]:
        """The phrases that begin with a word."""
        return _grouped(self, 0)

    @cached_property
    def by_last(self) -> Mapping[str, Sequence[tuple[str, ...]]]:
        """The phrases that end with a word."""
        return _grouped(self, -1)


def _grouped(forms: Iterable[tuple[str, ...]], place: int) -> dict[str, list[tuple[str, ...]]]:
    found: dict[str, list[tuple[str, ...]]] = {}
    for form in forms:
        found.setdefault(form[place], []).append(form)
    return found


def sequences(forms: Iterable[str]) -> Forms:
    """Phrases of one or more words."""
    found = dict.fromkeys(tuple(word.folded for word in words(form)) for form in forms)
    return Forms(sorted((form for form in found if form), key=len, reverse=True))


ready(_Lists)


@cache
def courtesy() -> Courtesy:
    """The shipped lists."""
    read = yaml.load(Path(__file__).with_suffix(".yaml").read_bytes(), Loader=yaml.CSafeLoader)
    return Courtesy(msgspec.convert(read, _Lists, strict=False))


def text_of(given: Sequence[Word]) -> str:
    """Words as a line."""
    text = ""
    for word in given:
        text += ("," if word.broken and text else "") + (" " if text else "") + word.typed
    return text


def asks(line: str) -> bool:
    """Whether the line is written as a question: a question mark behind a word."""
    return _ASKS.search(order_part(line)) is not None


def doubtful(given: Sequence[Word]) -> bool:
    """Whether a word among these makes a wish, a condition or a choice of the line."""
    folded = [word.folded for word in given]
    return any(_at(folded, at, courtesy().doubts) for at in range(len(folded)))


def is_wished(given: Sequence[Word], said: Sequence[str]) -> bool:
    """Whether something is only compared, or would be done: «построили бы», «Савойя лучше Баварии». `said` are the
    folded words without courtesies.
    """
    folded = [word.folded for word in given]
    if any(then in courtesy().would and word.endswith(INFINITIVES) for word, then in pairwise(folded)):
        return True  # «построить бы форт»
    told = (word for word in said if (word,) not in courtesy().padding)
    would = any(word.folded in courtesy().would for word in given) and any(map(narrates, told))
    return would or not courtesy().comparing.isdisjoint(said)


def agrees(line: str) -> bool:
    """Whether the line says yes and nothing else."""
    if asks(line):
        return False
    parts = _without_greetings(_sentences(line))
    said = tuple(word.folded for part in parts for word in part if tuple(w.folded for w in part) not in courtesy().idle)
    return said in courtesy().agreed


def disagrees(line: str) -> bool:
    """Whether the line says no, or that something is to be forgotten, and nothing else."""
    if asks(line):
        return False
    parts = [tuple(word.folded for word in part) for part in _without_greetings(_sentences(line, links=False))]
    said = [part for part in parts if part not in courtesy().idle]
    return bool(said) and all(part in courtesy().refused for part in said)


def finishes(given: Sequence[Word]) -> bool:
    """Whether the words say that somebody is through, with his mail or with his move."""
    return tuple(word.folded for word in given) in courtesy().finished


def greets(line: str) -> bool:
    """Whether the line is a greeting and nothing else."""
    return not _without_greetings(_sentences(line))


def sentences(line: str, *, signs: bool = True, links: bool = True) -> list[Part] | None:
    """The sentences of a line that say something, without their courtesies; None for a question or a doubt. They end at
    `signs`, and at `links`: words that may join two orders.
    """
    given = words(order_part(line))
    if len(given) > _MOST_WORDS or asks(line) or doubtful(given):
        return None
    found = _without_greetings(_sentences(line, signs=signs, links=links))
    return [stripped for part in found if (stripped := _stripped(part)).words]


def said_in(line: str) -> list[list[Word]]:
    """The sentences of a line that are neither greetings nor courtesies, whole; also of a question or a doubt."""
    if len(words(order_part(line))) > _MOST_WORDS:
        return []
    greetings = courtesy().greetings
    parts = [part for part in _sentences(line) if _at([word.folded for word in part], 0, greetings) < len(part)]
    return [part for part in parts if _stripped(part).words]


def clauses(line: str) -> list[list[Word]]:
    """What stands between the signs of a line, without greetings."""
    return _without_greetings(_sentences(line, links=False))


def first_of(given: Sequence[Word], at: int, forms: Forms) -> int:
    """How many words the longest of these phrases takes at a place; 0: none stands there."""
    return _at([word.folded for word in given[at:]], 0, forms)


def without_end(given: Sequence[Word]) -> Sequence[Word]:
    """The words without the courtesies behind them."""
    folded, end = [word.folded for word in given], len(given)
    while length := _before(folded, 0, end, courtesy().after):
        end -= length
    return given[:end]


def is_talk(given: Sequence[Word]) -> bool:
    """Whether the words are courtesies and nothing else."""
    return not _stripped(given).words


def _sentences(line: str, *, signs: bool = True, links: bool = True) -> list[list[Word]]:
    """The words between two signs, or between two words that join orders."""
    plain = clean(order_part(line))
    found: list[list[Word]] = [[]]
    end = 0
    given = words(plain)
    folded = [word.folded for word in given]
    at = 0
    while at < len(given):
        word = given[at]
        start = word.column - 1
        if signs and _SENTENCE_END.search(plain[end:start] + ("" if end == 0 else " ")):
            found.append([])
        link = _at(folded, at, courtesy().links) if links else 0
        if any(word.broken for word in given[at + 1 : at + link]):
            link = 0
        if link and at:
            found.append([])
        else:
            link = max(link, 1) if not link else 1
            found[-1].extend(given[at : at + link])
        end = given[at + link - 1].column - 1 + len(given[at + link - 1].typed)
        at += link
    return [part for part in found if part]


def _without_greetings(parts: list[list[Word]]) -> list[list[Word]]:
    """Without `hi`, `hi Anna`, `Anna`: a greeting, and the name that follows it."""
    kept: list[list[Word]] = []
    greeted = False
    for place, part in enumerate(parts):
        folded = [word.folded for word in part]
        length = _at(folded, 0, courtesy().greetings)
        if length and len(part) <= length + 2 and place < 2:
            greeted = len(part) == length
            if any(map(_has_figure, part[length:])):  # nobody is called so
                kept.append(part[length:])
            continue
        if greeted and len(part) == 1 and _is_somebody(part[0]):
            greeted = False
            continue
        greeted = False
        kept.append(part)
    return kept


def _is_somebody(word: Word) -> bool:
    return word.typed[:1].isupper() and len(word.typed) > 2 and not _has_figure(word)


def _has_figure(word: Word) -> bool:
    return any(map(str.isdecimal, word.folded))


def _stripped(part: Sequence[Word]) -> Part:
    lists = courtesy()
    given = list(part)
    folded = [word.folded for word in given]
    if tuple(folded) in lists.idle:
        return Part(())
    start, end = 0, len(given)
    taken: list[tuple[str, ...]] = []
    while start < end and (length := _at(folded, start, lists.before)):
        taken.append(tuple(folded[start : start + length]))
        start += length
    while end > start and (length := _before(folded, start, end, lists.after)):
        end -= length
    return Part(tuple(given[start:end]), led=any(form in lists.choosing for form in taken))


def _at(folded: Sequence[str], at: int, forms: Forms) -> int:
    """How many words the longest of these phrases takes here; 0: none stands here."""
    known = forms.by_first.get(folded[at], ()) if at < len(folded) else ()
    return next((len(form) for form in known if tuple(folded[at : at + len(form)]) == form), 0)


def _before(folded: Sequence[str], start: int, end: int, forms: Forms) -> int:
    known = forms.by_last.get(folded[end - 1], ()) if end > start else ()
    return next((len(f) for f in known if end - len(f) >= start and tuple(folded[end - len(f) : end]) == f), 0)
