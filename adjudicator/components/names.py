"""Name things: by kind, id and language, with further spellings and, in Russian, cases.

A game has a file `names.<code>.yaml` for each language: by kind and id the name that is printed, or a list with further
spellings, which are understood. Russian cases come from pymorphy3; `cases.ru.yaml` has those it does not know or gets
wrong: by kind, id and case, or `unchanged` for a name that has no cases. Short names (`short_names.py`) stand beside
them. The names of the inhabitants of a place, and of what belongs to them, stand in the same file under `peoples`, by
id: they are understood for whatever kinds of things have the id (`burgundy: [Burgundian, Burgundians]`, «бургундцы»).
A small game may give its names in the code:

>>> TOWN = Kind("town", ("lyon", "paris"))
>>> names = Naming([TOWN], {"en": {TOWN: ("Lyon", "Paris | City of Light")}, "ru": {TOWN: ("Лион", "Париж")}})
>>> names("en").forms(TOWN, "paris"), names("ru").in_case(TOWN, "lyon", "genitive")
(('Paris', 'City of Light'), 'Лиона')
>>> names("en").name(TOWN, "rome")
Traceback (most recent call last):
    ...
adjudicator.components.kinds.UnknownThingError: there is no town 'rome'; there are: lyon, paris
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, get_args

import msgspec

from adjudicator.components import russian
from adjudicator.components.kinds import Kind, UnknownThingError
from adjudicator.components.load import DataFile, FactError
from adjudicator.components.short_names import ShortNames
from adjudicator.language import CODES, Language

Forms: TypeAlias = tuple[str, ...]
Case = Literal["genitive", "dative", "accusative", "instrumental", "prepositional"]
CASES: Final[tuple[Case, ...]] = get_args(Case)
"""Cases that a name may be asked for; a language that has none prints the name."""
PEOPLES: Final = "peoples"
"""The key, in place of a kind, under which a file of names calls the people and things of a place."""
UNCHANGED: Final = "unchanged"
"""The value in a file of cases for a name that is the same in all of them."""

_Table: TypeAlias = Mapping[str, Mapping[str, Forms]]
_Cases: TypeAlias = Mapping[str, Mapping[str, Mapping[str, str]]]
Given: TypeAlias = Mapping[str, Mapping[Kind[Any], Sequence[str]]]
"""Names in the code: by language and kind, in the order of the kind; further spellings behind bars."""


class Inflected(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A name with cases that the language does not give by itself; `unchanged`: it has none.

    `forms`: further spellings, which are understood.
    """

    name: str
    forms: Forms = ()
    genitive: str = ""
    dative: str = ""
    accusative: str = ""
    instrumental: str = ""
    prepositional: str = ""
    unchanged: bool = False


Called: TypeAlias = str | Forms | Inflected
"""A name as a content pack gives it: a word, or several spellings with the printed one first, or with its cases."""


def forms_of(called: Called) -> Forms:
    """Return every way to write it, the name first."""
    if isinstance(called, Inflected):
        return (called.name, *called.forms)
    return (called,) if isinstance(called, str) else called


def _cases_of(called: Called) -> Mapping[str, str]:
    """Return the cases that are given with a name."""
    if not isinstance(called, Inflected):
        return {}
    given: dict[str, str] = {case: form for case in CASES if (form := getattr(called, case))}
    return {UNCHANGED: "", **given} if called.unchanged else given


class Names:
    """The names of one language."""

    def __init__(
        self,
        language: str,
        table: _Table,
        written: _Cases,
        inflected: _Cases,
        short: Callable[[], ShortNames],
        peoples: Mapping[str, Forms] = {},
    ) -> None:
        """Keep names by kind and id.

        `table` has the forms, `written` the cases of a file, `inflected` those known already. `peoples`: the forms that
        people have of a place, by id.
        """
        self._peoples = peoples
        self.language = language
        self._find_short = short
        self._table = table
        self._written = written
        self._inflected = inflected

    @property
    def short(self) -> ShortNames:
        """The short names, which are the same in all languages."""
        return self._find_short()

    def table(self, kind: Kind[Any]) -> Mapping[str, Forms]:
        """Return the forms of all things of a kind.

        Raises:
            KeyError: Neither it nor the kind that it is a part of has names.
        """
        return {id: self.forms(kind, id) for id in kind.ids}

    def forms(self, kind: Kind[Any], id: str) -> Forms:
        """Return every way to write it, the name first. Raises KeyError."""
        named = self._table[self._named(kind)]
        if id not in kind:
            raise UnknownThingError(kind.unknown(id))
        return named[id]

    def people(self, kind: Kind[Any], id: str) -> Forms:
        """Return which of its forms are those of people, and of what is theirs. Raises KeyError."""
        own = self._peoples.get(id, ())
        return tuple(form for form in self.forms(kind, id) if form in own)

    def name(self, kind: Kind[Any], id: str) -> str:
        """Return the name of a thing.

        Raises:
            KeyError: It has none.
        """
        return self.forms(kind, id)[0]

    def in_case(self, kind: Kind[Any], id: str, case: Case) -> str:
        """Return its name in a case; the name itself in a language without cases.

        Raises KeyError: no such thing or case, or a form that neither pymorphy3 nor the file of cases knows.
        """
        name, named = self.name(kind, id), self._named(kind)
        if case not in CASES:
            raise KeyError(f"there is no case {case!r}; there are: {', '.join(CASES)}")
        written = self._written.get(named, {}).get(id, {})
        if case in written:
            return written[case]
        if UNCHANGED in written or self.language != "ru":
            return name
        found = self._inflected.get(named, {}).get(id, {}).get(case) or russian.in_case(name, case)
        if found is None:
            raise KeyError(f"cases.ru.yaml: {named}.{id}: the {case} of {name!r} is needed")
        return found

    def cases(self, kind: Kind[Any], id: str, cases: Iterable[Case]) -> Iterator[tuple[Case, str]]:
        """Return those of the cases that differ from the name, with their forms. Raises KeyError."""
        told = ((case, self.in_case(kind, id, case)) for case in cases)
        return ((case, form) for case, form in told if form != self.name(kind, id))

    def called(self, kind: Kind[Any], id: str) -> Called:
        """Return its name as content gives it: with the cases that stand in a file. Raises KeyError."""
        forms, cases = self.forms(kind, id), dict(self._written.get(self._named(kind), {}).get(id, {}))
        unchanged = cases.pop(UNCHANGED, None) is not None
        if unchanged or cases:
            return Inflected(forms[0], forms[1:], **cases, unchanged=unchanged)
        return forms if len(forms) > 1 else forms[0]

    def overlaid(self, over: Mapping[str, Mapping[str, Called]]) -> Names:
        """Return these names with some replaced, by kind and id."""
        table = {kind: {**self._table.get(kind, {}), **{id: forms_of(each) for id, each in new.items()}}
                 for kind, new in over.items()}  # fmt: skip
        written = {
            kind: {**self._written.get(kind, {}), **{id: _cases_of(each) for id, each in new.items()}}
            for kind, new in over.items()
        }
        known = {kind: {id: forms for id, forms in there.items() if id not in over.get(kind, {})}
                 for kind, there in self._inflected.items()}  # fmt: skip
        forms, cases = {**self._table, **table}, {**self._written, **written}
        return Names(self.language, forms, cases, known, self._find_short, self._peoples)

    def _named(self, kind: Kind[Any]) -> str:
        whole: Kind[Any] | None = kind
        while whole is not None and whole.name not in self._table:
            whole = whole.parent
        if whole is None:
            raise KeyError(f"things of kind {kind.name!r} have no names")
        return whole.name


class Naming:
    """The names of a game in all its languages: `naming("ru").name(SPACE, "savoy")`."""

    def __init__(
        self, kinds: Iterable[Kind[Any]], source: Path | Given, short: Mapping[Kind[Any], Sequence[str]] = {}
    ) -> None:
        """Keep the names of things of these kinds.

        `source`: the folder of the files of names, or the names; then `short` are the short names, in the order of the
        kind.
        """
        self.kinds = tuple(kinds)
        self._source = source
        if isinstance(source, Path):
            russian.expect_words(source)
        self._given_short = short
        self._read: dict[str, Names] = {}
        self._below: Naming | None = None
        self._over: Mapping[str, Mapping[str, Mapping[str, Called]]] = {}

    @cached_property
    def short(self) -> ShortNames:
        """The short names: `naming.short.of(SPACE, "savoy")`. Raises FactError."""
        if self._below is not None:
            return self._below.short
        if isinstance(self._source, Path):
            return ShortNames.read(self.kinds, self._source)
        given = {kind.name: dict(zip(kind.ids, names, strict=True)) for kind, names in self._given_short.items()}
        return ShortNames(self.kinds, given)

    def chip(self, kind: Kind[Any], id: str, language: str) -> str:
        """Return the text of a button for a thing, below its short name.

        If content names it differently from the game, return that name.

        Raises:
            KeyError: The thing has no name.
        """
        name, chip = self(language).name(kind, id), self.short.chip(kind, id, language)
        return chip if chip and name == self._own(language).name(kind, id) else name

    def in_game(self, language: Language) -> Language:
        """Return the language with the messages of the game.

        Its `locale/` lies next to the folder of its names; the domain of the messages is the name of its folder.
        """
        if not isinstance(self._source, Path):
            return language
        game = self._source.parent
        return language.with_catalogue(game.name, game / "locale")

    def _own(self, language: str) -> Names:
        """Return the names that the game itself gives."""
        return self(language) if self._below is None else self._below._own(language)

    def called(self, kind: Kind[Any], id: str) -> dict[str, Called]:
        """Return the names of a thing, by language, as content gives them.

        Raises:
            KeyError: It has none.
        """
        return {code: self(code).called(kind, id) for code in self.languages}

    def with_content(self, content: Any, names: Mapping[str, Mapping[str, Mapping[str, Called]]]) -> Naming:
        """Return the names with those of a game's content."""
        return self.overlaid(names)

    def overlaid(
        self, over: Mapping[str, Mapping[str, Mapping[str, Called]]], kinds: Iterable[Kind[Any]] = ()
    ) -> Naming:
        """Return these names with some replaced: by language, name of the kind and id, as content gives them.

        `kinds`: further kinds whose things only content names. Names that are replaced by themselves are these.
        """
        if not kinds and over == self._over:
            return self
        made = Naming((*self.kinds, *kinds), self._source, self._given_short)
        made._below, made._over = self, over
        return made

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """Codes of the languages that have names, and catalogues."""
        source = self._source
        written = _languages(source) if isinstance(source, Path) else source
        return tuple(code for code in sorted(written) if code in CODES)

    def __call__(self, language: str) -> Names:
        """Return the names in a language.

        Raises:
            FactError: There are none, or the names or the cases are not exactly for the things of the game.
        """
        if language not in self._read:
            if language not in self.languages:
                raise FactError(f"no names in language {language!r}; there are {', '.join(self.languages)}")
            if self._below is not None:
                self._read[language] = self._below(language).overlaid(self._over.get(language, {}))
                return self._read[language]
            source = self._source
            self._read[language] = (
                self._of_folder(source, language)
                if isinstance(source, Path)
                else self._of_code(source[language], language)
            )
        return self._read[language]

    def _of_folder(self, folder: Path, language: str) -> Names:
        compiled = _compiled(folder, language)
        table, peoples = (compiled.forms, compiled.peoples) if compiled else _forms(folder, language)
        self._check(f"names.{language}.yaml", table)
        written = _written(folder, language)
        self._check(f"cases.{language}.yaml", written, complete=False)
        return Names(language, table, written, compiled.cases if compiled else {}, lambda: self.short, peoples)

    def _of_code(self, given: Mapping[Kind[Any], Sequence[str]], language: str) -> Names:
        table = {kind.name: dict(zip(kind.ids, map(_split, told), strict=True)) for kind, told in given.items()}
        self._check(f"names ({language})", table)
        return Names(language, table, {}, {}, lambda: self.short)

    def _check(self, file: str, table: Mapping[str, Mapping[str, Any]], *, complete: bool = True) -> None:
        kinds = {kind.name: kind for kind in self.kinds}
        problems = [f"{file}: {name}: there is no such kind" for name in table if name not in kinds]
        for name, kind in kinds.items():
            named = table.get(name, {})
            problems += [f"{file}: {name}: no name for {id!r}" for id in kind.ids if complete and id not in named]
            problems += [f"{file}: {name}: {kind.unknown(id)}" for id in named if id not in kind]
        if problems:
            raise FactError(*problems)


def _languages(folder: Path) -> list[str]:
    return [path.name.split(".")[1] for path in folder.glob("names.*.yaml")]


def _split(text: str) -> Forms:
    return tuple(form.strip() for form in text.split("|"))


def _forms(folder: Path, language: str) -> tuple[dict[str, dict[str, Forms]], dict[str, Forms]]:
    """Return the forms of a file of names, with those of peoples after the others; and those of peoples alone.

    Raises FactError if a people belongs to nothing.
    """
    path = folder / f"names.{language}.yaml"
    read = _rows(path, dict[str, dict[str, str | list[str]]])
    found = {
        kind: {id: (forms,) if isinstance(forms, str) else tuple(forms) for id, forms in table.items()}
        for kind, table in read.items()
    }
    peoples = found.pop(PEOPLES, {})
    if lost := [id for id in peoples if all(id not in table for table in found.values())]:
        raise FactError(*(f"{path.name}: {PEOPLES}: there is nothing {id!r}" for id in lost))
    merged = {
        kind: {id: tuple(dict.fromkeys((*forms, *peoples.get(id, ())))) for id, forms in table.items()}
        for kind, table in found.items()
    }
    return merged, peoples


def _written(folder: Path, language: str) -> _Cases:
    """Return the cases that a file gives; empty if the language has no such file."""
    path = folder / f"cases.{language}.yaml"
    if not path.exists():
        return {}
    read = _rows(path, dict[str, dict[str, dict[Case, str] | Literal["unchanged"]]])
    return {
        kind: {id: {UNCHANGED: ""} if forms == UNCHANGED else dict(forms) for id, forms in table.items()}
        for kind, table in read.items()
    }


def _rows(path: Path, form: Any) -> Any:
    try:
        return msgspec.convert(DataFile(path).rows, form)
    except msgspec.ValidationError as error:
        raise FactError(f"{path.name}: {error}") from error


# To read the files and to inflect every name takes a process a quarter of a second and 26 MB; compiled names save that.


class _Compiled(msgspec.Struct):
    of: str
    forms: dict[str, dict[str, Forms]]
    cases: dict[str, dict[str, dict[str, str]]]
    peoples: dict[str, Forms] = {}


def compile_names(folder: Path) -> list[Path]:
    """Write the names of every language in a folder in a form that is read fast, and return the files.

    A file that matches the files of names is left alone; if one does not, the files of names are read.
    """
    written = []
    for language in sorted(_languages(folder)):
        path = folder / f"names.{language}.json"
        if _compiled(folder, language) is None:
            forms, peoples = _forms(folder, language)
            cases = _inflected(forms) if language == "ru" else {}
            compiled = _Compiled(_digest(folder, language), forms, cases, peoples)
            path.write_bytes(msgspec.json.encode(compiled))
        written.append(path)
    return written


def _inflected(table: _Table) -> dict[str, dict[str, dict[str, str]]]:
    return {
        kind: {
            id: {case: form for case in CASES if (form := russian.in_case(forms[0], case)) is not None}
            for id, forms in named.items()
        }
        for kind, named in table.items()
    }


def _compiled(folder: Path, language: str) -> _Compiled | None:
    """Return the compiled names, or None if they are missing or out of date."""
    path = folder / f"names.{language}.json"
    if not path.exists():
        return None
    compiled = msgspec.json.decode(path.read_bytes(), type=_Compiled)
    return compiled if compiled.of == _digest(folder, language) else None


def _digest(folder: Path, language: str) -> str:
    rules = Path(russian.__file__).read_bytes()
    return hashlib.sha256(rules + (folder / f"names.{language}.yaml").read_bytes()).hexdigest()
