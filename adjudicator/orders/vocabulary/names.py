"""The names of a game's things in every language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from sys import intern
from typing import Any

from adjudicator.components import Kind
from adjudicator.components.names import Case, Names, Naming
from adjudicator.components.short_names import canonical
from adjudicator.kernel.documents import Names as Overlay
from adjudicator.orders.text import tokenize
from adjudicator.orders.vocabulary.shelves import NOTHING, Hit, Id, Name, NameIndex


def kind_names(names: Names, kind: Kind[Any], *, cases: Iterable[Case] = (), numbered: bool = False) -> Iterator[Name]:
    """Yield the things of a kind in a language, for a book. `numbered`: orders use their numbers as names too."""
    for id, number in kind.index.items():
        text, *others = names.forms(kind, id)
        aliases = (*others, str(number)) if numbered else tuple(others)
        told = tuple(names.cases(kind, id, cases))
        short, people = names.short.of(kind, id), names.people(kind, id)
        yield Name(kind.name, number if numbered else id, names.language, text, aliases, told, short, people)


@lru_cache(maxsize=1024)
def _told_apart(names: tuple[Name, ...]) -> NameIndex:
    """Return the names of a kind, shared by all books of a game that have the same. Raise ValueError like a book."""
    shelf = NameIndex(names)
    for name in names:
        for text in (name.text, *(form for _, form in name.cases)):
            typed = tuple(word.folded for word in tokenize(text))
            if shelf.find(typed, name.language) != (name.id,):
                raise ValueError(f"{text!r} ({name.kind}, {name.language}) does not name {name.id!r} alone")
    return shelf


class NameBook:
    """Every name of a game by kind and id.

    `absent` are names that mean nothing as things stand: the id of each is where it belongs, a thing of the kind
    `place`. Raises ValueError if the printed names of two things of one kind cannot be told apart.
    """

    def __init__(self, names: Iterable[Name], absent: Iterable[Name] = (), place: str = "") -> None:
        self.renamed: Callable[[Overlay], NameBook] = lambda over: self
        """The book with other names of some things, where it was made of a game's names."""
        self.names = tuple(names)
        self.absent = tuple(absent)
        self.place = place
        self._printed: dict[tuple[str, Id, str], str] = {}
        self._any: dict[tuple[str, Id], str] = {}
        self._cases: dict[tuple[str, Id, str, str], str] = {}
        self._words: dict[tuple[str, Id], tuple[tuple[str, ...], tuple[str, ...]]] = {}
        """Kept as tuples of words that are kept once: sets of them would be the largest thing of a game in memory."""
        self._short: dict[tuple[str, Id], str] = {}
        self._by_short: dict[str, tuple[tuple[str, Id], ...]] = {}
        by_kind: dict[str, list[Name]] = {}
        for name in self.names:
            names_, others = self._words.get((name.kind, name.id), ((), ()))
            self._words[name.kind, name.id] = names_ + _folded((name.text,)), others + _folded(name.aliases)
            self._printed.setdefault((name.kind, name.id, name.language), name.text)
            self._any.setdefault((name.kind, name.id), name.text)
            for case, form in name.cases:
                self._cases.setdefault((name.kind, name.id, name.language, case), form)
            if name.short:
                self._short[name.kind, name.id] = name.short
                named = self._by_short.get(name.short, ())
                self._by_short[name.short] = tuple(dict.fromkeys((*named, (name.kind, name.id))))
            by_kind.setdefault(name.kind, []).append(name)
        self._shelves: Mapping[str, NameIndex] = {kind: _told_apart(tuple(held)) for kind, held in by_kind.items()}
        self._absent = {
            kind: NameIndex(name for name in self.absent if name.kind == kind)
            for kind in dict.fromkeys(name.kind for name in self.absent)
        }

    @classmethod
    def of(
        cls,
        naming: Naming,
        *,
        cases: Mapping[Kind[Any], Sequence[Case]] | None = None,
        numbered: Sequence[Kind[Any]] = (),
        parts: Sequence[Kind[Any]] = (),
    ) -> NameBook:
        """Return a book of the things of all kinds that a game names, in all its languages.

        `cases`: those that the words before a kind's names ask for; `numbered`: kinds of which orders hold the number;
        `parts`: of kinds, to which some orders are confined. Raise ValueError as the book does, KeyError for an unknown
        case.
        """
        asked = cases or {}
        spoken = [naming(code) for code in naming.languages]
        made = cls(
            name
            for names in spoken
            for kind in (*naming.kinds, *parts)
            for name in kind_names(names, kind, cases=asked.get(kind, ()), numbered=kind in numbered)
        )

        def renamed(over: Overlay) -> NameBook:
            own = naming.overlaid(over)
            return made if own is naming else cls.of(own, cases=cases, numbered=numbered, parts=parts)

        made.renamed = renamed
        return made

    def printed(self, kind: str, id: Id, language: str, case: str = "") -> str:
        """Return the name of a thing in that language (in a case, if it has one), or in the first that names it.

        Raises:
            KeyError: A thing of that kind is not in the book.
        """
        if case and (kind, id, language, case) in self._cases:
            return self._cases[kind, id, language, case]
        return self._printed.get((kind, id, language)) or self._any[kind, id]

    def spellings(self, kind: str, id: Any, language: str) -> tuple[str, ...]:
        """Return the other ways to write a thing in a language."""
        return self._spellings.get((kind, id, language), ())

    @cached_property
    def _spellings(self) -> Mapping[tuple[str, Id, str], tuple[str, ...]]:
        return {(name.kind, name.id, name.language): name.aliases for name in self.names}

    def short(self, kind: str, id: Id) -> str:
        """Return the short name of a thing; "" if it has none."""
        return self._short.get((kind, id), "")

    def by_short(self, text: str) -> tuple[tuple[str, Id], ...]:
        """Return what a text is the short name of, in either alphabet: the thing under each kind it belongs to."""
        return self._by_short.get(canonical(text), ())

    def short_at(self, typed: Sequence[str], language: str) -> tuple[str, int]:
        """Return the short name of the thing whose whole name begins these folded words, and how many words it has.

        Return "" and 0 if there is none, or several.
        """
        found: dict[str, int] = {}
        for kind, shelf in self._shelves.items():
            if kind not in self._kinds_with_short:
                continue
            for length in range(min(shelf.longest, len(typed)), max(found.values(), default=1) - 1, -1):
                ids = shelf.called(tuple(typed[:length]), language)
                shorts = {short for id in ids if (short := self.short(kind, id))}
                if shorts:
                    found |= dict.fromkeys(shorts, length)
                    break
        longest = [short for short, length in found.items() if length == max(found.values())]
        return (longest[0], found[longest[0]]) if len(longest) == 1 else ("", 0)

    @cached_property
    def _kinds_with_short(self) -> frozenset[str]:
        return frozenset(kind for kind, _ in self._short)

    @property
    def shorts(self) -> Iterable[str]:
        """Every short name in use."""
        return self._by_short

    def has(self, kind: str, id: Id) -> bool:
        """Return whether there is such a thing."""
        return (kind, id) in self._any

    def words_of(self, kind: str, id: Id) -> tuple[frozenset[str], frozenset[str]]:
        """Return the folded words of a thing's names and of its other spellings, in all languages; empty if unknown."""
        names, others = self._words.get((kind, id), ((), ()))
        return frozenset(names), frozenset(others)

    def shelf(self, kind: str) -> NameIndex:
        """Return all names of a kind. Raises KeyError for an unknown kind."""
        return self._shelves[kind]

    @cached_property
    def known_words(self) -> frozenset[str]:
        """Every folded word of a name, or of another spelling of one."""
        return frozenset(word for both in self._words.values() for some in both for word in some)

    def slips(self, typed: Sequence[str]) -> list[tuple[float, str, Id]]:
        """Return the things of all kinds whose names these words misspell, nearest first."""
        found = [(far, kind, id) for kind, shelf in self._shelves.items() for far, id in shelf.slips(typed)]
        return sorted(found, key=lambda each: each[0])

    def kinds(self) -> tuple[str, ...]:
        """Return all kinds, in the order of the book."""
        return tuple(self._shelves)

    @cached_property
    def longest(self) -> int:
        """Words of the longest name."""
        return max(shelf.longest for shelf in self._shelves.values())

    def called(self, typed: tuple[str, ...], language: str) -> list[tuple[str, Id]]:
        """Return the things of all kinds that exactly these folded words are a whole name of, in whatever form."""
        return [(kind, id) for kind, shelf in self._shelves.items() for id in shelf.called(typed, language)]

    def look_up(self, kind: str, text: str, language: str) -> Hit:
        """Return what a whole text names: ids (one: found, several: ambiguous, none: unknown).

        >>> book = NameBook([Name("space", "savoy", "en", "Savoy"), Name("space", "savoy", "ru", "Савойя")])
        >>> book.look_up("space", "савойю", "ru").ids
        ('savoy',)
        """
        typed = tuple(word.folded for word in tokenize(text))
        shelf = self._shelves[kind]
        if not typed:
            return NOTHING
        ids = shelf.find(typed, language) or shelf.inflected(typed, language)
        return Hit(ids, len(typed)) if ids else NOTHING

    def belongs_to(self, kind: str, typed: Sequence[str], language: str) -> tuple[str, ...]:
        """Return where the things are, in words, that have this name at other times; none if nothing has."""
        shelf = self._absent.get(kind)
        if shelf is None:
            return ()
        hit = shelf.read(typed, language)
        if not hit.ids or not shelf.is_whole(typed[: hit.length]):
            hit = shelf.read_inflected(typed, language)
        return tuple(self.printed(self.place, id, language) for id in hit.ids)

    def elsewhere(self, typed: Sequence[str], language: str) -> tuple[str, ...]:
        """Return kinds of things whose names begin with these words. It serves to say `a fort, not a ministry`."""
        return tuple(kind for kind, shelf in self._shelves.items() if shelf.read(typed, language).ids)


@lru_cache(maxsize=8192)
def _folded(texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(intern(word.folded) for text in texts for word in tokenize(text)))
