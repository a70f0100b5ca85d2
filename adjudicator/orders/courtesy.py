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
from typing import TypeVar

import msgspec
import yaml
from msgspec import Struct

from adjudicator.components.russian import lemmas, narrates
from adjudicator.kernel.readiness import READYING
from adjudicator.orders.text import Word, clean, order_part, words

_SENTENCE_END = re.compile(r"[,;:()!|]|\.(?=\s|$)|\.\.|\s-\s")
_ASKS = re.compile(r"\?(?=[\s\"')!?.]|$)")
_TELEGRAPHED = re.compile(r"\s+STOP\b")
_MOST_WORDS = 80
_NEAR_ROUND = 8
"""Words from that for a round to that for its end."""
_Value = TypeVar("_Value")
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
    idle: Whole
    links: Forms
    doubts: Forms
    finished: Whole
    no_more: Whole
    agreed: Whole
    stating: frozenset[str]
    before_verbs: frozenset[str]
    staying: frozenset[str]
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
    humble_words: frozenset[str]
    ifs: frozenset[str]
    considered: Forms
    but: frozenset[str]
    ending: frozenset[str]
    requests_of_leave: Forms
    requests_of_goods: Whole
    requests_to_do: Whole
    of_you: frozenset[str]
    kindly: frozenset[str]
    padding: Forms
    plain: frozenset[str]
    telling: frozenset[str]
    therefore: Forms
    later: Forms
    remarking: frozenset[str]
    farewells: Forms
    selves: frozenset[str]
    about_to: Forms
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


def considers(given: Sequence[Word]) -> bool:
    """Whether the words begin to tell what was thought of first: `I was going to flag Savoy`; «хотел бы» wishes it."""
    lists, led = courtesy(), 0
    while not (length := first_of(given, led, lists.considered)) and (polite := first_of(given, led, lists.padding)):
        led += polite
    return length > 0 and not any(word.folded in lists.would for word in given[led + length : led + length + 1])


def is_wished(given: Sequence[Word], said: Sequence[str]) -> bool:
    """Whether something is only compared, or would be done: «построили бы», «Савойя лучше Баварии». `said` are the
    folded words without courtesies.
    """
    folded = [word.folded for word in given]
    if any(then in (*courtesy().would, "ли") and word.endswith(INFINITIVES) for word, then in pairwise(folded)):
        return True  # «построить бы форт», «построить ли форт»
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
    return tuple(word.folded for word in given) in courtesy().finished | courtesy().no_more


def ends_round(given: Sequence[Word]) -> bool:
    """Whether some of the words say that a round is over: `call it a round`, «раунд полагаю законченным»."""
    said = [lemmas(word.folded) for word in given]
    rounds = [at for at, forms in enumerate(said) if forms & courtesy().round_words]
    overs = [at for at, forms in enumerate(said) if forms & courtesy().over]
    return any(abs(one - other) <= _NEAR_ROUND for one in rounds for other in overs)


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
    return _at([word.folded for word in given[at : at + forms.longest]], 0, forms)


def turns_down(given: Sequence[Word], at: int) -> bool:
    """Whether something is denied, kept or spared at a place."""
    lists = courtesy()
    return any(first_of(given, at, forms) for forms in (lists.nots, lists.nots_behind, lists.sparing, lists.keeping))


def counts_a_turn(given: Sequence[Word], at: int) -> bool:
    """Whether an ordinal and what it counts stand here: `the first round` names no First War and no first answer."""
    behind = given[at + 1 : at + 2]
    counted = behind and not behind[0].broken and behind[0].folded in courtesy().counted_turns
    return bool(counted) and given[at].folded in courtesy().places


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
