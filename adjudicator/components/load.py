"""Facts of a game: YAML files read straight into frozen structs, ids resolved on the way.

A struct says what its rows hold. Besides plain types a field may be one of these; in the file stand ids:

* `Annotated[int, KIND]`, `Annotated[str, KIND]`: a thing, kept as its index or id; a tuple of them: several
* `Annotated[int, Mask(KIND)]`: a set of things, kept as a mask
* `Annotated[tuple[X, ...], Each(KIND)]`: one X by thing, a mapping in the file, kept in the order of the kind
* `Annotated[tuple[int, ...], Lines(KIND)]`: pairs of things that are joined, kept as one mask by thing
* `Annotated[dict[str, X], Each(KIND)]`: the same, kept by id; with `Each(KIND, some=True)` not of every thing
* `Annotated[dict[str, X], Spoken()]`: one X for each language
* `A | B` of tagged structs: the one whose tag the mapping has
* `Annotated[X, Written(form, keep)]`: the file has `form`, kept is `keep(form)`

A field `index: int` that the file does not give is the place of the thing in its list. What is wrong is told with file
and path, everything at once: `map.yaml: spaces[12].region: there is no region 'x'; near: …`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Final,
    Generic,
    Literal,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec
from msgspec import Struct

from adjudicator.components.bits import mask_of
from adjudicator.components.kinds import Kind, Thing, possible
from adjudicator.kernel.errors import DocumentError, Problem
from adjudicator.language import CODES, WRITTEN

T = TypeVar("T", bound=Thing)
S = TypeVar("S", bound=Struct)


class FactError(ValueError):
    """Facts that do not have their form or do not fit together; `problems` are all that were found, with paths."""

    def __init__(self, *problems: str) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


class Mask(Struct, frozen=True):
    """A set of things of a kind."""

    kind: Kind[Any]


class Each(Struct, frozen=True):
    """A value for each thing of a kind.

    With `same` a mapping may have this one key for all of them; with `some` a mapping by id may lack things.
    """

    kind: Kind[Any]
    same: str = ""
    some: bool = False


class Spoken(Struct, frozen=True):
    """A text for people by language, or with `name` the name of a thing.

    It is needed in every language that the code is written in; of what a group gives one is enough. A language that is
    not given has the text of the first that is.
    """

    name: bool = False


class Lines(Struct, frozen=True):
    """Pairs of things of a kind that are joined; a line goes both ways."""

    kind: Kind[Any]


class Written(Struct, frozen=True):
    """A field that is written in another form than it is kept: as `form`, a type or annotation."""

    form: Any
    keep: Callable[[Any], Any]


class DataFile:
    """A YAML file of facts: lists of things, each under its key, and what else stands at its top level.

    A game names those that its rules depend on among its `fact_files`.
    """

    of_things: ClassVar[set[Path]] = set()
    """The files in which kinds of all modules that were imported have their things."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._listed: list[str] = []

    def things(self, key: str, form: type[T]) -> Listed[T]:
        """Return the things listed under a key, for a kind."""
        self._listed.append(key)
        self.of_things.add(self.path)
        return Listed(self, key, form)

    def rest(self, form: type[S]) -> S:
        """Return what the file has apart from the lists of things.

        Raises:
            FactError: Something is wrong.
        """
        rows = {key: value for key, value in self.rows.items() if key not in self._listed}
        return read(rows, form, self.path.name)

    @cached_property
    def rows(self) -> Mapping[str, Any]:
        """The file as it is. Raises FactError if it is no YAML or no mapping, OSError if it does not exist."""
        try:
            rows = msgspec.yaml.decode(self.path.read_bytes())
        except msgspec.DecodeError as error:
            raise FactError(f"{self.path.name}: {error}") from error
        if not isinstance(rows, Mapping):
            raise FactError(f"{self.path.name}: a mapping is needed")
        return rows


class Listed(Generic[T]):
    """The things under one key of a file; one that has nothing but its id may stand there as the bare id."""

    def __init__(self, file: DataFile, key: str, form: type[T]) -> None:
        self._file = file
        self._key = key
        self._form = form

    def ids(self) -> list[str]:
        """Return the ids, in the order of the file."""
        return [str(row.get("id")) for row in self._rows if isinstance(row, Mapping)]

    def things(self) -> tuple[T, ...]:
        """Return the things.

        Raises:
            FactError: Something is wrong.
        """
        return read_all(self._rows, self._form, self._file.path.name, self._key)

    @property
    def _rows(self) -> Sequence[Any]:
        rows = self._file.rows.get(self._key)
        if not isinstance(rows, list):
            raise FactError(f"{self._file.path.name}: {self._key}: a list is needed")
        return [{"id": row} if isinstance(row, str) else row for row in rows]


def read(raw: Any, form: type[S], file: str, path: str = "") -> S:
    """Return a struct from what a file has at a path.

    Raises:
        FactError: Something is wrong; it has every problem.
    """
    reader = _Reader(file)
    found = reader.read(raw, form, path)
    reader.finish()
    return found  # type: ignore[no-any-return]


def read_plain(raw: Any, form: type[S]) -> S:
    """Return a struct from plain JSON values that are in no file; a text in one language serves for all of them.

    Raises:
        DocumentError: Something is wrong; it has every problem.
    """
    reader = _Reader("", needed=())
    found = reader.read(raw, form, "")
    if reader.problems:
        raise DocumentError([Problem(path, what) for path, what in reader.problems])
    return found  # type: ignore[no-any-return]


def read_all(rows: Sequence[Any], form: type[S], file: str, path: str = "") -> tuple[S, ...]:
    """Return a list of structs.

    Raises:
        FactError: Something is wrong; it has the problems of all of them.
    """
    reader = _Reader(file)
    found = reader.read(rows, tuple[form, ...], path)  # type: ignore[valid-type]
    reader.finish()
    return found  # type: ignore[no-any-return]


_WRONG: Final = object()
"""The value in place of a wrong one; its problem is noted, and nothing is built of it."""


class _Reader:
    """Reads values by their annotations and notes every problem."""

    def __init__(self, file: str, needed: Sequence[str] = WRITTEN) -> None:
        """Begin to read a file; `needed`: the languages of texts, one of which is enough where it is empty."""
        self._file, self._needed = file, needed
        self.problems: list[tuple[str, str]] = []

    def finish(self) -> None:
        if self.problems:
            raise FactError(*(": ".join(filter(None, (self._file, *problem))) for problem in self.problems))

    def read(self, raw: Any, form: Any, path: str) -> Any:
        origin, arguments = get_origin(form), get_args(form)
        if origin is Annotated:
            return self._marked(raw, arguments[0], arguments[1:], path)
        if origin in (Union, UnionType) and raw is not None and len(inner := set(arguments) - {NoneType}) == 1:
            return self.read(raw, inner.pop(), path)
        if origin in (Union, UnionType) and (forms := tagged(arguments)):
            return self._one_of(raw, forms, path)
        if isinstance(form, type) and issubclass(form, Struct):
            return self._struct(raw, form, path)
        if origin is tuple and arguments[1:] == (Ellipsis,):
            return self._list(raw, arguments[0], path)
        return self._converted(raw, form, path)

    def _converted(self, raw: Any, form: Any, path: str) -> Any:
        if get_origin(form) is Literal and raw not in get_args(form):
            return self._wrong(
                path, f"{raw!r} cannot be{possible(str(raw), [*map(str, filter(None, get_args(form)))])}"
            )
        try:
            return msgspec.convert(raw, form)
        except msgspec.ValidationError as error:
            return self._wrong(path, str(error))

    def _wrong(self, path: str, what: str) -> Any:
        self.problems.append((path, what))
        return _WRONG

    def _list(self, raw: Any, form: Any, path: str) -> Any:
        if not isinstance(raw, list):
            return self._wrong(path, "a list is needed")
        if isinstance(form, type) and issubclass(form, Struct):
            found = [self._struct(row, form, f"{path}[{n}]", n) for n, row in enumerate(raw)]
        else:
            found = [self.read(each, form, f"{path}[{n}]") for n, each in enumerate(raw)]
        return _WRONG if _WRONG in found else tuple(found)

    def _struct(self, raw: Any, form: type[Struct], path: str, index: int | None = None) -> Any:
        if not isinstance(raw, Mapping):
            return self._wrong(path, "a mapping is needed")
        fields, before, given = fields_of(form), len(self.problems), dict[str, Any]()
        for key in raw:
            if key not in fields:
                self._wrong(path, f"unknown field {key!r}{possible(str(key), fields)}")
        for key, field in fields.items():
            if key in raw:
                given[field.name] = self.read(raw[key], field.form, f"{path}.{key}" if path else key)
            elif index is not None and key == "index":
                given[key] = index
            elif field.required:
                self._wrong(path, f"field {key!r} is missing")
        if len(self.problems) > before:
            return _WRONG
        try:
            return form(**given)
        except ValueError as error:  # of its __post_init__
            return self._wrong(path, str(error))

    def _one_of(self, raw: Any, forms: Mapping[str, type[Struct]], path: str) -> Any:
        """Read one of several structs, as its tag says."""
        if not isinstance(raw, Mapping):
            return self._wrong(path, "a mapping is needed")
        key = next(iter(forms.values())).__struct_config__.tag_field or "type"
        if key not in raw:
            return self._wrong(path, f"field {key!r} is missing")
        if (tag := str(raw[key])) not in forms:
            return self._wrong(f"{path}.{key}", f"there is no {tag!r}{possible(tag, forms)}")
        return self._struct({name: value for name, value in raw.items() if name != key}, forms[tag], path)

    def _marked(self, raw: Any, form: Any, marks: Iterable[Any], path: str) -> Any:
        for mark in marks:
            match mark:
                case Kind():
                    return self._reference(raw, form, mark, path)
                case Mask(kind):
                    found = self._list(raw, Annotated[int, kind], path)
                    return found if found is _WRONG else mask_of(found)
                case Each(kind, _, some) if get_origin(form) is dict:
                    needed = () if some else kind.ids
                    return self._by_key(raw, get_args(form)[1], kind.ids, path, kind.name, kind.unknown, needed)
                case Each(kind, same, _):
                    return self._each(raw, get_args(form)[0], kind, same, path)
                case Spoken():
                    return self._spoken(raw, get_args(form)[1], path)
                case Lines(kind):
                    return self._lines(raw, kind, path)
                case Written(written, keep):
                    found = self.read(raw, written, path)
                    return found if found is _WRONG else keep(found)
        if any(isinstance(mark, msgspec.Meta) for mark in marks):  # bounds of a figure or a text
            return self._converted(raw, Annotated[form, *marks], path)
        return self.read(raw, form, path)

    def _reference(self, raw: Any, form: Any, kind: Kind[Any], path: str) -> Any:
        if get_origin(form) is tuple:
            return self._list(raw, Annotated[get_args(form)[0], kind], path)
        if not isinstance(raw, str) or raw not in kind.index:
            return self._wrong(path, f"there is no {kind.name} {raw!r}{possible(str(raw), kind.ids)}")
        return kind.index[raw] if form is int else raw

    def _each(self, raw: Any, form: Any, kind: Kind[Any], same: str, path: str) -> Any:
        if not isinstance(raw, Mapping):
            return self._wrong(path, "a mapping is needed")
        if same and set(raw) == {same}:
            return (self.read(raw[same], form, f"{path}.{same}"),) * len(kind)
        found = [self.read(raw[id], form, f"{path}.{id}") for id in kind.ids if id in raw]
        for id in kind.ids:
            if id not in raw:
                found.append(self._wrong(path, f"nothing for {kind.name} {id!r}"))
        for id in raw:
            if id not in kind.index:
                found.append(self._wrong(f"{path}.{id}", kind.unknown(id)))
        return _WRONG if _WRONG in found else tuple(found)

    def _spoken(self, raw: Any, form: Any, path: str) -> Any:
        needed = self._needed or ([] if isinstance(raw, Mapping) and {*raw} & {*CODES} else CODES)
        found = self._by_key(raw, form, CODES, path, "language", _no_language, needed)
        if found is _WRONG or not found:
            return found
        other = next(iter(found.values()))
        return {code: found.get(code, other) for code in CODES}

    def _by_key(  # noqa: PLR0913 - what is read, and how its slips are told
        self,
        raw: Any,
        form: Any,
        keys: Sequence[str],
        path: str,
        what: str,
        unknown: Callable[[str], str],
        needed: Sequence[str],
    ) -> Any:
        """Return a value for those of these keys that are given, in order; every key that is `needed` must be given."""
        if not isinstance(raw, Mapping):
            return self._wrong(path, f"a mapping by {what} is needed")
        found = {key: self.read(raw[key], form, f"{path}.{key}") for key in keys if key in raw}
        for key in needed:
            if key not in raw:
                self._wrong(f"{path}.{key}", "is missing")
        for key in raw:
            if key not in keys:
                self._wrong(f"{path}.{key}", unknown(str(key)))
        return found

    def _lines(self, raw: Any, kind: Kind[Any], path: str) -> Any:
        pairs = self._list(raw, Annotated[tuple[int, ...], kind], path)
        if pairs is _WRONG:
            return _WRONG
        near = dict.fromkeys(kind.indexes, 0)
        for number, pair in enumerate(pairs):
            if len(set(pair)) != 2 or len(pair) != 2:
                return self._wrong(f"{path}[{number}]", "two different things are needed")
            one, other = pair
            near[one] |= 1 << other
            near[other] |= 1 << one
        return tuple(near.values())


def _no_language(code: str) -> str:
    return f"there is no language {code!r}; there are: {', '.join(CODES)}"


class Field(Struct, frozen=True):
    """A field of a struct that is read: its name there, its annotation, whether it must be given."""

    name: str
    form: Any
    required: bool


def tagged(forms: Sequence[Any]) -> Mapping[str, type[Struct]]:
    """Return structs by their tags; empty unless all are tagged structs."""
    if not all(isinstance(form, type) and issubclass(form, Struct) and form.__struct_config__.tag for form in forms):
        return {}
    return {str(form.__struct_config__.tag): form for form in forms}


@lru_cache(maxsize=512)
def fields_of(form: type[Struct]) -> Mapping[str, Field]:
    """Return the fields of a struct by their names in a file."""
    hints = get_type_hints(form, include_extras=True)
    return {
        field.encode_name: Field(field.name, hints[field.name], field.required)
        for field in msgspec.structs.fields(form)
    }
