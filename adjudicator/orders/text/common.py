"""The natural-language words that the order reader knows beside those of the games, from the files of `words/`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import msgspec
import yaml
from msgspec import Struct

from adjudicator.components.russian import expect_words, lemmas
from adjudicator.orders.text import Word, clean, tokenize
from adjudicator.orders.text.grouping import grouped

_ASKS = re.compile(r"(?:(?<=[\w)\"»])|(?<=\s))\?+(?![^\W_])")
WORDS = Path(__file__).parent / "words"
"""The folder of their files."""


class Phrases(frozenset[tuple[str, ...]]):
    """Phrases as folded words."""

    longest: int
    by_length: dict[int, list[tuple[str, ...]]]

    def __new__(cls, phrases: Sequence[tuple[str, ...]]) -> Phrases:
        made = super().__new__(cls, phrases)
        made.by_length = grouped((len(phrase), phrase) for phrase in made)
        made.longest = max(made.by_length, default=0)
        return made

    def at(self, given: Sequence[str], start: int = 0) -> int:
        """Return how many words from here on are one of the phrases, 0 if they are none."""
        longest = min(self.longest, len(given) - start)
        return next((n for n in range(longest, 0, -1) if tuple(given[start : start + n]) in self), 0)

    def says(self, given: Sequence[str]) -> bool:
        """Return whether words are one of the phrases, each in any of its forms."""
        if tuple(given) in self:
            return True
        told = [lemmas(word) for word in given] if not all(map(str.isascii, given)) else []
        return any(
            all(one & lemmas(own) for one, own in zip(told, phrase, strict=True))
            for phrase in self.by_length.get(len(told), ())
        )


class CommonWords(Struct, frozen=True):
    """The lists of all languages together; what each is for stands above it in `en.yaml`.

    Sets hold single words, which are known in every form; phrases are known as they are written.
    """

    fillers: frozenset[str]
    light: frozenset[str]
    denials: frozenset[str]
    negations: frozenset[str]
    exceptions: frozenset[str]
    doubts: frozenset[str]
    questions: frozenset[str]
    talk: frozenset[str]
    skipped: frozenset[str]
    articles: frozenset[str]
    particles: frozenset[str]
    paying: frozenset[str]
    prepositions: frozenset[str]
    connectors: frozenset[str]
    contrasts: frozenset[str]
    opening_reasons: frozenset[str]
    going_on: frozenset[str]
    titles: frozenset[str]
    pointing: frozenset[str]
    standing: frozenset[str]
    selves: frozenset[str]
    accepts: frozenset[str]
    refuses: frozenset[str]
    pair: frozenset[str]
    others: frozenset[str]
    counting: frozenset[str]
    with_too: frozenset[str]
    joins: frozenset[str]
    salutes: frozenset[str]
    nouns: frozenset[str]
    small: frozenset[str]
    abbreviated: frozenset[str]
    reasons: Phrases
    edges: Phrases
    instead: Phrases
    choosing: Phrases
    polite: Phrases
    greetings: Phrases
    courtesies: Phrases
    requests: Phrases
    idle: Phrases
    finished: Phrases
    unfinished: Phrases
    corrections: Phrases
    apologies: Phrases
    agreed: Phrases
    refused: Phrases
    links: Phrases
    farewells: Phrases
    thanks: Phrases
    regrets: Phrases
    every: Phrases
    lost: Phrases
    passes: Phrases
    jests: Phrases
    check: Phrases
    restart: Phrases
    elsewhen: Phrases
    numbers: dict[str, int]
    places: dict[str, int]
    misheard: dict[str, int]
    sides: dict[str, str]
    aspects: dict[str, str]

    def is_in(self, listed: frozenset[str], word: str) -> bool:
        """Return whether a folded word, or one of its dictionary forms, stands in a list."""
        return word in listed or (not word.isascii() and not _lemmas(listed).isdisjoint(lemmas(word)))

    def number(self, word: str) -> str:
        """Return a number in figures, "" for a word that is none."""
        if word.isdecimal():
            return word
        every = {**self.places, **self.numbers}
        found = every.get(word) or next((every[form] for form in lemmas(word) if form in every), 0)
        return str(found) if found > 0 else ""

    def cardinal(self, word: str) -> int:
        """Return how many a word says, 0 for a word that is no number or says which."""
        if word.removeprefix("-").isdecimal():
            return int(word)
        return self.numbers.get(word) or next((self.numbers[form] for form in lemmas(word) if form in self.numbers), 0)


@cache
def _lemmas(listed: frozenset[str]) -> frozenset[str]:
    return frozenset(form for word in listed for form in lemmas(word))


@cache
def every_word() -> frozenset[str]:
    """Return all words of the lists."""
    lists = [value for value in msgspec.structs.astuple(common_words()) if not isinstance(value, dict)]
    single = (word for each in lists if not isinstance(each, Phrases) for word in each)
    several = (word for each in lists if isinstance(each, Phrases) for phrase in each for word in phrase)
    numbers = (*common_words().numbers, *common_words().places)
    return frozenset((*single, *several, *numbers))


@cache
def common_words() -> CommonWords:
    """Return the words of all languages."""
    expect_words(WORDS)
    files = [yaml.load(path.read_bytes(), Loader=yaml.CSafeLoader) for path in sorted(WORDS.glob("*.yaml"))]
    lists: dict[str, object] = {}
    for field in msgspec.structs.fields(CommonWords):
        texts = [file[field.name] for file in files if file[field.name]]
        if field.type is Phrases:
            forms = [form for text in texts for form in text.split("|")]
            lists[field.name] = Phrases(
                [tuple(word.folded for word in tokenize(form)) for form in forms if form.strip()]
            )
        elif field.type == frozenset[str]:
            lists[field.name] = frozenset(word.folded for text in texts for word in tokenize(text))
        else:
            pairs = (
                (word.folded, number) for text in texts for number, said in text.items() for word in tokenize(said)
            )
            lists[field.name] = dict(pairs)
    return CommonWords(**lists)  # type: ignore[arg-type]


def lost_in(language: str) -> tuple[str, ...]:
    """Return the words by which people say that they do not know what to do."""
    read = yaml.load((WORDS / f"{language}.yaml").read_bytes(), Loader=yaml.CSafeLoader)
    return tuple(form.strip() for form in read["lost"].split("|"))


def agrees(line: str) -> bool:
    """Return whether a line says yes and nothing else."""
    return _says(line, common_words().agreed)


def disagrees(line: str) -> bool:
    """Return whether a line says no, or that something is to be forgotten, and nothing else."""
    return declines(line) or _says(line, common_words().regrets)


def declines(line: str) -> bool:
    """Return whether a line says no and nothing else."""
    return _says(line, common_words().refused)


def greets(line: str) -> bool:
    """Return whether a line says hello and nothing else."""
    return tuple(word.folded for word in tokenize(line)) in common_words().greetings


def wishes_back(said: Sequence[str]) -> bool:
    """Return whether folded words wish for something back, whatever courtesies stand between."""
    common, plain, at = common_words(), list[str](), 0
    while at < len(said):
        length = common.courtesies.at(said, at)
        plain += said[at : at + 1] if not length else ()
        at += length or 1
    return any(common.regrets.at(plain, at) for at in range(len(plain)))


def announces_more(line: str) -> bool:
    """Return whether a line says that more is to come, and nothing else."""
    return tuple(word.folded for word in tokenize(line)) in common_words().unfinished


def without_announcement(line: str) -> tuple[str, str]:
    """Return a line without the words at its end that say that more is to come, and these words; "" for none."""
    given, unfinished = tokenize(line), common_words().unfinished
    folded = [word.folded for word in given]
    at = next((at for at in range(len(given)) if tuple(folded[at:]) in unfinished), len(given))
    if at == len(given):
        return line, ""
    start = given[at].column - 1
    return line[:start].rstrip(" ,;.:+&-–—"), line[start:]


def takes_back(line: str) -> bool:
    """Return whether a line wishes for something back, or only takes back what was said (`oops, scratch that`)."""
    return wishes_back([word.folded for word in tokenize(line)]) or _says(line, common_words().corrections)


def without_courtesies(line: str) -> str:
    """Return a line without a greeting before it, and without please and thanks before and behind it."""
    given = between_courtesies(tokenize(line))
    return line[given[0].column - 1 : given[-1].column - 1 + len(given[-1].typed)] if given else ""


def between_courtesies(given: Sequence[Word]) -> Sequence[Word]:
    """Return words without a greeting before them, and without please and thanks before and behind them."""
    common, folded = common_words(), [word.folded for word in given]
    around = (common.courtesies, common.thanks)
    start, end = common.greetings.at(folded), len(given)
    while length := max(phrases.at(folded[:end], start) for phrases in around):
        start += length
    while length := max(
        (n for n in range(1, end - start) for each in around if tuple(folded[end - n : end]) in each), default=0
    ):
        end -= length
    return given[start:end]


def asks(line: str) -> bool:
    """Return whether a line holds a question; a `?` inside a word stands for letters that were lost."""
    return "?" in line and _ASKS.search(clean(line)) is not None


def _says(line: str, phrases: Phrases) -> bool:
    said, fillers = [word.folded for word in tokenize(line)], common_words().fillers
    at, found = 0, False
    while at < len(said):
        length = phrases.at(said, at)
        if not length and said[at] not in fillers:
            return False
        found = found or length > 0
        at += length or 1
    return found and not asks(line)
