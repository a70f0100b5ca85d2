"""Sum up each numbered rule of a game, for players who ask by mail (`rules 5.4.1`): its part `rules`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from adjudicator.components.russian import lemmas
from adjudicator.kernel.readiness import prebuild_decoders
from adjudicator.language import CODES, Language
from adjudicator.orders.text import tokenize as words_in

_ABOUT = 6
"""Rules that are named as being about some words."""
_PARTS = re.compile(r"(§|[^\W\d_])?(\d*)((?:\.\d+)*)([^\W\d_]?)")
"""A number: the letter of its chapter, if it has one, figures, and the letter of an item: `5.4.1`, `E2.2b`, `Ia`."""
_LATIN = str.maketrans("абвгдекмнорстухфил", "abbgdekmhopctyxfil")
"""Letters of a Russian book by what they look like or stand for."""


class Rule(Struct, frozen=True, array_like=True):
    """One numbered section: what it is called, and what it says in a few sentences."""

    title: str
    text: str


class Term(Struct, frozen=True, forbid_unknown_fields=True):
    """A term that somebody may look up, by language, and the rules that say what it is, the first one first."""

    rules: tuple[str, ...]
    en: tuple[str, ...] = ()
    ru: tuple[str, ...] = ()


prebuild_decoders(Rule)
prebuild_decoders(Term)


class Rulebook:
    """The short rulebook of a game: `<code>.yaml` in a folder, in its own words, by number (`5.4.2: [title, text]`).

    A chapter is `5.0`, what stands below it `5.1`, `5.1.1`, …; or `E`, and below it `E2`, `E2.1`, `E2.1a`, as the book
    counts; `§5` is an entry of a glossary. English stands in for a language without a file. Words that a player may
    look up stand in `terms.yaml`, where it is there, with the rules that say what they are.
    """

    def __init__(
        self,
        folder: Path,
        lists: Mapping[str, Callable[[Language], Iterable[str]]] | None = None,
        of_content: Mapping[str, Callable[[Any, Language], Iterable[str]]] | None = None,
    ) -> None:
        """Open the rulebook of a folder.

        `lists`: sections whose text a list follows (all tiles of a kind), by number; `of_content`: likewise, from the
        content that is played.
        """
        self._folder = folder
        self._lists = lists or {}
        self._of_content = of_content or {}
        self.rules = cache(self._read)

    def _read(self, code: str) -> Mapping[str, Rule]:
        path = self._folder / f"{code}.yaml"
        path = path if path.exists() else self._folder / "en.yaml"
        return msgspec.yaml.decode(path.read_bytes(), type=dict[str, Rule])

    def with_content(self, content: Any, names: Mapping[str, Any]) -> Rulebook:
        """Return the rulebook with lists of what is played."""
        told = {number: partial(tell, content) for number, tell in self._of_content.items()}
        return Rulebook(self._folder, {**self._lists, **told})

    def title(self, number: str, code: str) -> str:
        """Return the title of a section.

        Raises:
            KeyError: The number does not exist.
        """
        return self.rules(code)[number].title

    def below(self, number: str) -> tuple[str, ...]:
        """Return the sections right below one: `7.2.1` has `7.2.1.1` and `7.2.1.2`, `7.0` has `7.1` to `7.6`."""
        return tuple(rule for rule in self.rules("en") if _above(rule) == number != rule)

    def number(self, typed: str) -> str:
        """Return a number as the book prints it, however it was typed (`е2.2B` is `E2.2b`).

        Return "" if there is no such number. A letter with which all numbers begin may be left out, or be another one.
        """
        plain = typed.casefold().replace(" ", "").removeprefix("§").translate(_LATIN)
        known = {rule.casefold(): rule for rule in self.rules("en")}
        tried = [plain, f"{plain}.0", f"§{plain}"]
        if self._letter and (figures := plain[plain[:1].isalpha() :]):
            tried.append(f"{self._letter.casefold()}{figures}")
        return next((known[each] for each in tried if each in known), "")

    def tell(self, number: str, language: Language) -> tuple[str, ...]:
        """Return what a section says, and the list of those below it.

        For a number that does not exist, return what comes nearest.
        """
        book, number = self.rules(language.code), self.number(number) or number
        if number not in book:
            return (
                language.gettext("There is no rule %(number)s. The nearest is this one:", number=number),
                *self.tell(self._nearest(number), language),
            )
        rule = book[number]
        told = [f"{number} {rule.title}. {rule.text}"]
        if number in self._lists:
            told += self._lists[number](language)
        if below := [f"{each} {book[each].title}" for each in self.below(number)]:
            told.append(language.gettext("More in: %(rules)s.", rules="; ".join(below)))
        return tuple(told)

    def about(self, words: str, language: Language) -> tuple[str, ...]:
        """Return what these words mean, in any form.

        The rules that define them, else the section whose title they fill most, else the one whose text has them first;
        then other sections that have them in the title.
        """
        wanted = [_forms(word.folded) for word in words_in(words)]
        book = self.rules(language.code)
        defined = [number for number in self._defining(wanted) if number in book]
        ranks = {number: rank for number in book if (rank := self._rank(number, wanted)) is not None}
        found = sorted(ranks, key=lambda number: ranks[number])
        if not found and not defined:
            return (language.gettext("No rule has “%(words)s” in its title or text.", words=words),)
        full = defined or found[:1]
        others = "; ".join(f"{each} {book[each].title}" for each in [n for n in found if n not in full][: _ABOUT - 1])
        more = (language.gettext("Also: %(rules)s.", rules=others),) if others else ()
        return (*(line for number in full for line in self.tell(number, language)), *more)

    @cached_property
    def terms(self) -> Sequence[Term]:
        """The terms that may be looked up by a word."""
        path = self._folder / "terms.yaml"
        return msgspec.yaml.decode(path.read_bytes(), type=list[Term]) if path.exists() else []

    def _defining(self, wanted: Sequence[frozenset[str]]) -> tuple[str, ...]:
        """Return the rules that define a term."""
        for term in self.terms:
            for said in (*term.en, *term.ru):
                own = words_in(said)
                if len(own) == len(wanted) and all(_forms(a.folded) & b for a, b in zip(own, wanted, strict=True)):
                    return term.rules
        return ()

    def _rank(self, number: str, wanted: Sequence[frozenset[str]]) -> tuple[int, float] | None:
        """Return how well a section fits, the best least: titles before texts, those that say little else first."""
        best: list[tuple[int, float]] = []
        for book in (self.rules(code) for code in CODES):
            if number not in book:
                continue
            for place, text in enumerate((book[number].title, book[number].text)):
                said = [_forms(word.folded) for word in words_in(text)]
                first = [next((at for at, own in enumerate(said) if own & forms), -1) for forms in wanted]
                if first and min(first) >= 0:
                    best.append((place, len(said) if place == 0 else min(first)))
        return min(best, default=None)

    @cached_property
    def _letter(self) -> str:
        """The letter with which all numbers begin; "" if they do not."""
        letters = {rule[0] for rule in self.rules("en")}
        return first if len(letters) == 1 and (first := letters.pop()).isalpha() else ""

    def _nearest(self, number: str) -> str:
        """Return the closest section above a number that does not exist: 5.4.9 gives 5.4, 99 gives the last chapter."""
        book = self.rules("en")
        above = number if number[:1].isalpha() else f"{self._letter}{number}"
        while above:
            if above in book:
                return above
            above = "" if _above(above) == above else _above(above)
        letter, figure = _chapter(number)
        return min(
            (each for each in book if _above(each) in ("", each)),
            key=lambda each: (abs(ord(_chapter(each)[0]) - ord(letter)), abs(_chapter(each)[1] - figure)),
        )


def _above(number: str) -> str:
    """Return the section above: `5.4` for `5.4.1`, `5.0` for `5.4`, `E2.1` for `E2.1a`, `E` for `E2`, "" for `E`."""
    parts = _PARTS.fullmatch(number)
    if parts is None:
        return ""
    letter, figure, more, item = (part or "" for part in parts.groups())
    if item and (letter or figure):
        return f"{letter}{figure}{more}"
    if more:
        above = more.rpartition(".")[0]
        return f"{letter}{figure}{above}" if letter or above else f"{figure}.0"
    return letter if figure and letter != "§" else ""


def _chapter(number: str) -> tuple[str, int]:
    """Return the letter of a chapter, or a substitute if it has none, and its figure."""
    parts = _PARTS.match(number)
    assert parts is not None
    return (parts[1] or "0").upper(), min(int(parts[2] or 0), 99)


def _forms(word: str) -> frozenset[str]:
    """Return a folded word, and what it may be a form of: an English plural too."""
    plain = {word.removesuffix("s")} if len(word) > 3 and word.isascii() else set()
    return frozenset((word, *lemmas(word), *plain))
