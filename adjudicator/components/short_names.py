"""Give each thing that has a place a short name for ever: a letter and two digits (`E53`), the same everywhere.

They stand on the board and in every list, and are typed on either keyboard as they are printed: their letters are those
that the Latin and the Cyrillic alphabet print alike, without the ones that are read as a digit or in two ways (B, C, O,
X, Y). A name of one digit or three does not exist, so that a lost or doubled key never makes another place, and what
has one digit (`D4`, `6a`) is never one. None is used twice, nor given to another thing later.

Where everybody who plays a game writes the same abbreviations already, these stand in their place: three capitals, for
a part of a place with two more behind a slash (`PAR`, `SPA/NC`). They are printed like short names; orders read them
as what they are, names.

A game says them beside its other names: in `short_names.yaml` by kind and id, with a `chip` in each language whose name
does not fit a button (74 pixels), or in the code.

>>> TOWN = Kind("town", ("lyon", "paris"))
>>> short = ShortNames([TOWN], {"town": {"lyon": "E11", "paris": ShortName("E21", {"ru": "Париж"})}})
>>> short.of(TOWN, "lyon"), short.find("е11"), short.find("E12"), short.of(Kind("side", ("red",)), "red")
('E11', ('town', 'lyon'), None, '')
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Final, TypeAlias

import msgspec

from adjudicator.components.kinds import Kind, UnknownThingError
from adjudicator.components.load import DataFile, FactError

FILE: Final = "short_names.yaml"
LETTERS: Final = "AEHKMPT"
_CYRILLIC: Final = "АЕНКМРТ"
_LATIN: Final = str.maketrans(_CYRILLIC, LETTERS)
_FORM: Final = re.compile(rf"[{LETTERS}]\d\d")
_STANDARD: Final = re.compile(r"[A-Z]{3}(?:/[A-Z]{2})?")
"""Abbreviations that are the standard of a game."""


class ShortName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The short name, and by language the text below it if the whole name is too long."""

    short: str
    chip: Mapping[str, str] = {}


Given: TypeAlias = Mapping[str, Mapping[str, str | ShortName]]
"""Short names as a file gives them: by name of the kind and id."""


def canonical(text: str) -> str:
    """Return a short name as printed, from any keyboard and case.

    Returns "" if the text has not the form of a short name.

    >>> canonical("е53"), canonical("E5"), canonical("C53")
    ('E53', '', '')
    """
    plain = text.upper().translate(_LATIN)
    return plain if _FORM.fullmatch(plain) else ""


def twins(short: str) -> tuple[str, str]:
    """Return a short name in the letters of both alphabets, Latin first."""
    return short, short.translate(str.maketrans(LETTERS, _CYRILLIC))


class ShortNames:
    """The short names of a game, complete for each kind that has any.

    Raises:
        FactError: A name has a wrong form, stands twice, is missing, or names nothing.
    """

    def __init__(self, kinds: Iterable[Kind[Any]], given: Given) -> None:
        self._names = {kind: {id: _whole(each) for id, each in named.items()} for kind, named in given.items()}
        by_name = {kind.name: kind for kind in kinds}
        if problems := [*_misplaced(by_name, self._names), *_misnamed(self._names)]:
            raise FactError(*(f"{FILE}: {problem}" for problem in problems))
        self.kinds = tuple(kind for name, kind in by_name.items() if name in self._names)
        """The kinds whose things have short names."""

    @classmethod
    def read(cls, kinds: Iterable[Kind[Any]], folder: Path) -> ShortNames:
        """Return the short names of a folder of names; none if it has no file.

        Raises:
            FactError: The file is wrong.
        """
        path = folder / FILE
        if not path.exists():
            return cls(kinds, {})
        try:
            return cls(kinds, msgspec.convert(DataFile(path).rows, dict[str, dict[str, str | ShortName]]))
        except msgspec.ValidationError as error:
            raise FactError(f"{FILE}: {error}") from error

    def of(self, kind: Kind[Any], id: str) -> str:
        """Return the short name of a thing; "" for one of a kind that has none.

        Raises:
            UnknownThingError: There is no such thing.
        """
        found = self._found(kind, id)
        return "" if found is None else found.short

    def chip(self, kind: Kind[Any], id: str, language: str) -> str:
        """Return the text of a button in place of the thing's name; "" where the name fits.

        Raises:
            UnknownThingError: There is no such thing.
        """
        found = self._found(kind, id)
        return "" if found is None else found.chip.get(language, "")

    def find(self, text: str) -> tuple[str, str] | None:
        """Return the thing that a text names, in either alphabet and case: name of its kind and id.

        None for a text that is not a short name.
        """
        return self._things.get(text.upper().translate(_LATIN))

    def __iter__(self) -> Iterator[tuple[str, str, str]]:
        """Return every short name with kind and id."""
        return ((short, kind, id) for short, (kind, id) in self._things.items())

    @cached_property
    def _things(self) -> Mapping[str, tuple[str, str]]:
        return {name.short: (kind, id) for kind, named in self._names.items() for id, name in named.items()}

    def _found(self, kind: Kind[Any], id: str) -> ShortName | None:
        if id not in kind:
            raise UnknownThingError(kind.unknown(id))
        whole: Kind[Any] | None = kind
        while whole is not None and whole.name not in self._names:
            whole = whole.parent
        return None if whole is None else self._names[whole.name][id]


def _whole(each: str | ShortName) -> ShortName:
    return ShortName(each) if isinstance(each, str) else each


def _misplaced(kinds: Mapping[str, Kind[Any]], names: Mapping[str, Mapping[str, ShortName]]) -> Iterator[str]:
    """Yield names of things that do not exist, and things without a name in a kind where others have one."""
    for name, named in names.items():
        kind = kinds.get(name)
        if kind is None:
            yield f"{name}: there is no such kind"
            continue
        yield from (f"{name}: {kind.unknown(id)}" for id in named if id not in kind)
        yield from (f"{name}: no short name for {id!r}" for id in kind.ids if id not in named)


def _misnamed(names: Mapping[str, Mapping[str, ShortName]]) -> Iterator[str]:
    every = [(f"{kind}.{id}", each.short) for kind, named in names.items() for id, each in named.items()]
    counts = Counter(short for _, short in every)
    for path, short in every:
        if canonical(short) != short and not _STANDARD.fullmatch(short):
            yield f"{path}: {short!r} is no letter of {LETTERS} with two digits, nor a standard abbreviation"
        elif counts[short] > 1:
            yield f"{path}: {short!r} stands twice"
