"""What each numbered rule of a game comes to, for players who ask by mail (`rules 5.4.1`): its part `rules`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from adjudicator.components.russian import lemmas
from adjudicator.kernel.readiness import ready
from adjudicator.language import CODES, Language
from adjudicator.orders.text import fold
from adjudicator.orders.text import words as words_in

_ABOUT = 6
"""Rules that are named as being about some words."""


class Rule(Struct, frozen=True, array_like=True):
    """One numbered section: what it is called, and what it says in a few sentences."""

    title: str
    text: str


ready(Rule)


class Rulebook:
    """The short rulebook of a game: `<code>.yaml` in a folder, in its own words, by number (`5.4.2: [title, text]`).

    A chapter is `5.0`, what stands below it `5.1`, `5.1.1`, … English stands in for a language without a file.
    """

    def __init__(
        self,
        folder: Path,
        lists: Mapping[str, Callable[[Language], Iterable[str]]] | None = None,
        of_content: Mapping[str, Callable[[Any, Language], Iterable[str]]] | None = None,
    ) -> None:
        """`lists`: sections behind whose text a list stands (all tiles of a kind), by number; `of_content`: likewise,
        from the content that is played.
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
        """The rulebook with lists of what is played."""
        told = {number: partial(tell, content) for number, tell in self._of_content.items()}
        return Rulebook(self._folder, {**self._lists, **told})

    def title(self, number: str, code: str) -> str:
        """What a section is called. Raises KeyError for a number that does not exist."""
        return self.rules(code)[number].title

    def below(self, number: str) -> tuple[str, ...]:
        """The sections right below one: `7.2.1` has `7.2.1.1` and `7.2.1.2`, `7.0` has `7.1` to `7.6`."""
        stem = number.removesuffix(".0") + "."
        return tuple(each for each in self.rules("en") if _stem(each) == stem and each != number)

    def tell(self, number: str, language: Language) -> tuple[str, ...]:
        """What a section says, and the list of those below it. A number that does not exist: what comes nearest."""
        book = self.rules(language.code)
        if number not in book:
            number = f"{number}.0" if f"{number}.0" in book else number
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
        """The sections whose titles have these words in any form, else those whose texts have them: the first of them
        in full, the others by title.
        """
        wanted = [{*lemmas(fold(word)), fold(word)} for word in words.split()]
        book = self.rules(language.code)
        known = [self.rules(code) for code in CODES]
        found: list[str] = []
        for each in ("title", "text"):
            found = found or [
                n for n in book if any(_has(getattr(some[n], each), wanted) for some in known if n in some)
            ]
        if not found:
            return (language.gettext("No rule has “%(words)s” in its title or text.", words=words),)
        others = "; ".join(f"{each} {book[each].title}" for each in found[1:_ABOUT])
        more = (language.gettext("Also: %(rules)s.", rules=others),) if others else ()
        return (*self.tell(found[0], language), *more)

    def _nearest(self, number: str) -> str:
        """The closest section above a number that does not exist: 5.4.9 gives 5.4, 99 gives the last chapter."""
        book = self.rules("en")
        parts = number.split(".")
        while len(parts) > 1:
            parts.pop()
            for each in (".".join(parts), ".".join(parts) + ".0"):
                if each in book:
                    return each
        chapters = [each for each in book if each.endswith(".0")]
        return min(chapters, key=lambda each: abs(int(each[:-2]) - min(int(parts[0]), 99)))


def _stem(number: str) -> str:
    """Where a section stands: `5.4.1` under `5.4.`, `5.4` under `5.`, `5.0` under `5.`."""
    return number.rpartition(".")[0] + "."


def _has(text: str, wanted: Sequence[set[str]]) -> bool:
    said = {form for word in words_in(text) for form in (word.folded, *lemmas(word.folded))}
    return all(not said.isdisjoint(forms) for forms in wanted)
