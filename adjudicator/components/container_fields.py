"""Define holders of several values: one for each side or seat, lists of structs, optional values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from functools import cached_property, partial
from itertools import islice
from typing import Any, Self, get_args, get_origin

from adjudicator.components.field_types import (
    Binding,
    FieldPath,
    FieldType,
    Json,
    More,
    Place,
    Put,
    Reading,
    Rows,
    below,
    known_rows,
    seen_by,
)
from adjudicator.components.kinds import Kind
from adjudicator.kernel.errors import Problem


class By(FieldType):
    """Something of each side, seat or other thing: a list in the order of the kind, or a dict by id.

    Without `inner` the type of the list's elements says what each has. `sparse`: a document leaves out those who have
    nothing.
    """

    is_dict = False
    owning = False
    """Whether the keys are seats: then what is hidden from others stands under its owner."""

    def __init__(self, kind: Kind[Any], inner: FieldType | None = None, *, sparse: bool = False) -> None:
        self.kind, self.sparse, self.given = kind, sparse, inner
        self.inner = inner or FieldType()
        self._deeper: dict[FieldPath, dict[str, FieldPath]] = {}
        """The ways to its places, by its own way; worked out once."""

    def bound(self, of: Any, binding: Binding) -> Self:
        twin = copy(self)
        twin._deeper = {}
        twin.is_dict = (get_origin(of) or of) is dict
        element = (get_args(of) or (Any,))[-1]
        twin.inner = binding.of(element) if self.given is None else self.given.bound(element, binding)
        twin.owning = binding.seats is not None and self.kind.within(binding.seats)
        return twin

    def with_sparse(self, sparse: bool) -> Self:
        """Return a copy in which a document may leave out those who have nothing."""
        twin = copy(self)
        twin.sparse = self.sparse or sparse
        return twin

    def nothing(self) -> Any:
        return {} if self.is_dict else [self.inner.nothing() for _ in self.kind.ids]

    def is_empty(self, value: Any) -> bool:
        return all(self.inner.is_empty(each) for _, each in self.pairs(value))

    def pairs(self, value: Any) -> Iterable[tuple[str, Any]]:
        """Return the pairs of key and value in the order of the kind."""
        if self.is_dict:
            return [(id, value[id]) for id in self._keys(value)]
        return zip(self.kind.ids, value, strict=False)

    def _keys(self, value: Mapping[str, Any]) -> Iterable[str]:
        """Return the keys of a dict, in the order of the kind."""
        index = self._index
        return sorted([key for key in value if key in index], key=index.__getitem__)

    @cached_property
    def _index(self) -> Mapping[str, int]:
        return {id: n for n, id in enumerate(self.kind.ids)}

    def told(self, value: Any) -> Iterable[tuple[str, Any]]:
        """Return the pairs that a document and a view state: `sparse` leaves out those with nothing."""
        if not self.sparse:
            return self.pairs(value)
        nothing, is_empty = self._empty
        if not self.is_dict and value.count(nothing) == len(value):
            return ()
        if is_empty is None:
            return [(id, each) for id, each in self.pairs(value) if each != nothing]
        return [(id, each) for id, each in self.pairs(value) if each != nothing and not is_empty(each)]

    @cached_property
    def _empty(self) -> tuple[Any, Callable[[Any], bool] | None]:
        """Return the value of each that stands for nothing, and a test for other values that are as good as nothing."""
        inner = self.inner
        return inner.nothing(), None if type(inner).is_empty is FieldType.is_empty else inner.is_empty

    def write(self, value: Any) -> Json:
        write = self.inner.write
        return {id: write(each) for id, each in self.told(value)}

    def read(self, given: Any, path: str, reading: Reading) -> Any:
        if not isinstance(given, Mapping):
            reading.wrong(path, f"{given!r} is no object")
            return self.nothing()
        for key in given:
            if key not in self.kind:
                reading.wrong(below(path, key), self.kind.unknown(key))
        if self.is_dict:
            return {id: reading.value(self.inner, given[id], below(path, id)) for id in self._keys(given)}
        return [self._read_one(given, id, below(path, id), reading) for id in self.kind.ids]

    def _read_one(self, given: Mapping[str, Any], id: str, path: str, reading: Reading) -> Any:
        if id in given:
            return reading.value(self.inner, given[id], path)
        if not (self.sparse or self.inner.may_lack):
            reading.wrong(path, "is missing")
        return self.inner.nothing()

    @property
    def private(self) -> bool:  # type: ignore[override]
        return self.inner.private

    def more(self, value: Any, owner: str, openly: Json) -> More | None:
        return More.of(openly, self._parts(self.inner.more, value, owner, openly))

    def _parts(
        self, more: Callable[[Any, str, Any], More | None], value: Any, owner: str, openly: Json
    ) -> dict[str, More]:
        """Return what of each some seats see beside what everybody does, where there is something."""
        owning = self.owning
        return {
            id: part
            for id, each in self.pairs(value)
            if id in openly and (part := more(each, id if owning else owner, openly[id])) is not None
        }

    def openly(self) -> Callable[[Any], Any]:
        inner, ids = self.inner.openly(), self.kind.ids
        if self.sparse:
            return lambda value: {id: inner(each) for id, each in self.told(value)}
        if self.is_dict:
            return lambda value: {id: inner(value[id]) for id in self._keys(value)}
        return lambda value: dict(zip(ids, map(inner, value), strict=False))

    @property
    def glimpses(self) -> bool:  # type: ignore[override]
        return self.inner.glimpses

    def glimpsed(self, value: Any, owner: str, counted: Any) -> More | None:
        return More.of(counted, self._parts(self.inner.glimpsed, value, owner, counted))

    def unveiled(self, value: Any, owner: str, counted: Any, told: frozenset[str], *, own: bool) -> More | None:
        if not self.owning:
            return super().unveiled(value, owner, counted, told, own=own)
        return More.of(counted, self._parts(partial(self.inner.unveiled, told=told, own=own), value, owner, counted))

    @property
    def has_rows(self) -> bool:  # type: ignore[override]
        return self.inner.has_rows

    def rows(self, value: Any, where: FieldPath) -> Iterator[Rows]:
        for id, each in self.pairs(value):
            yield from self.inner.rows(each, where.into(id, owner=id if self.owning else ""))

    def counted(self, value: Any) -> Json:
        return {id: self.inner.counted(each) for id, each in self.pairs(value)}

    @cached_property
    def has_limits(self) -> bool:  # type: ignore[override]
        return self.inner.has_limits

    def beyond(self, value: Any, path: str) -> Iterator[Problem]:
        for id, each in self.pairs(value):
            yield from self.inner.beyond(each, below(path, id))

    def schema(self) -> Json:
        found: Json = {"type": "object", "properties": {id: self.inner.schema() for id in self.kind.ids}}
        if not (self.sparse or self.is_dict):
            found["required"] = list(self.kind.ids)
        return {**found, "additionalProperties": False}

    def has_places(self) -> bool:
        return self.inner.has_places()

    def places(self, value: Any, where: FieldPath, put: Put) -> Iterator[Place]:
        deeper = self._deeper.get(where)
        if deeper is None:
            deeper = {id: where.into(id, owner=id if self.owning else "") for id in self.kind.ids}
            self._deeper[where] = deeper
        inner, nowhere = self.inner, self.inner.nowhere
        for n, (id, each) in enumerate(self.pairs(value)):
            if each != nowhere:
                yield from inner.places(each, deeper[id], partial(_store, value, id if self.is_dict else n))


class Many(FieldType):
    """A list of structs or other values that are not bare things.

    `numbered`: a document has an object by number, from 1. `unseen`: from whom it is hidden, even its length is; who
    knows something in a row (`Hidden.but`) sees the rows up to there.
    """

    def __init__(self, inner: FieldType | None = None, *, numbered: bool = False, unseen: bool = False) -> None:
        self.given, self.numbered, self.unseen = inner, numbered, unseen
        self.inner = inner or FieldType()

    def bound(self, of: Any, binding: Binding) -> Self:
        twin = copy(self)
        element = get_args(of)[0]
        twin.inner = binding.of(element) if self.given is None else self.given.bound(element, binding)
        return twin

    def nothing(self) -> list[Any]:
        return []

    def write(self, value: Any) -> Any:
        written = list(map(self.inner.write, value))
        return _numbered(written) if self.numbered else written

    def read(self, given: Any, path: str, reading: Reading) -> list[Any]:
        rows = _in_order(given) if self.numbered else given
        if not isinstance(rows, list):
            reading.wrong(path, f"{given!r} is no " + ("object by number, from 1" if self.numbered else "list"))
            return []
        first = 1 if self.numbered else 0
        return [reading.value(self.inner, each, below(path, str(n))) for n, each in enumerate(rows, first)]

    def is_veiled(self, given: Any) -> bool:
        return not isinstance(given, list | Mapping)

    def blanked(self, given: Any, blank: Any) -> list[Any]:
        return [self.inner.blanked(None, blank) for _ in range(given or 0)]

    @property
    def private(self) -> bool:  # type: ignore[override]
        return self.inner.private

    def more(self, value: Any, owner: str, openly: Any) -> More | None:
        if not value:
            return None
        more, rows = self.inner.more, openly.items() if self.numbered else enumerate(openly)
        found = ((key, more(each, owner, row)) for each, (key, row) in zip(value, rows, strict=True))
        return More.of(openly, {key: part for key, part in found if part is not None})

    def openly(self) -> Callable[[Any], Any]:
        inner = self.inner.openly()
        if self.numbered:
            return lambda value: _numbered(list(map(inner, value)))
        return lambda value: list(map(inner, value))

    def counted(self, value: Any) -> int | None:
        return None if self.unseen else len(value)

    @property
    def glimpses(self) -> bool:  # type: ignore[override]
        return self.unseen and self.inner.private

    def glimpsed(self, value: Any, owner: str, counted: Any) -> More | None:
        told = self._told(value) if self.unseen else []
        eyes = frozenset[str]().union(*told)
        if not eyes:
            return None
        openly = self.openly()(value)
        more = self.more(value, owner, openly)

        def seen(seats: frozenset[str]) -> Any:
            known, rows = known_rows(told, seats), seen_by(seats, openly, more)
            return dict(islice(rows.items(), known)) if self.numbered else rows[:known]

        return More(eyes, seen)

    def _told(self, value: Any) -> list[frozenset[str]]:
        """Return for each row the seats that know something in it."""
        return list(map(self.inner.knowers, value))

    @property
    def has_rows(self) -> bool:  # type: ignore[override]
        return self.unseen or self.inner.has_rows

    def rows(self, value: Any, where: FieldPath) -> Iterator[Rows]:
        if self.unseen and where.hidden is not None:
            yield Rows(value, where.hidden, where.owner, self._told(value))
        for n, each in enumerate(value):
            yield from self.inner.rows(each, where.into(str(n)))

    @cached_property
    def has_limits(self) -> bool:  # type: ignore[override]
        return self.inner.has_limits

    def beyond(self, value: Any, path: str) -> Iterator[Problem]:
        for n, each in enumerate(value, 1 if self.numbered else 0):
            yield from self.inner.beyond(each, below(path, str(n)))

    def schema(self) -> Json:
        inner = self.inner.schema()
        if self.numbered:
            return {"type": "object", "patternProperties": {"^[1-9][0-9]*$": inner}, "additionalProperties": False}
        return {"type": "array", "items": inner}

    def has_places(self) -> bool:
        return self.inner.has_places()

    def places(self, value: Any, where: FieldPath, put: Put) -> Iterator[Place]:
        told = self._told(value) if self.unseen and where.hidden is not None else []
        for n, each in enumerate(value):
            deeper = where.into(str(n + 1 if self.numbered else n))
            if told and where.hidden is not None:
                deeper = deeper._replace(hidden=where.hidden.to(frozenset().union(*told[n:])))
            yield from self.inner.places(each, deeper, partial(_store, value, n))


class Nullable(FieldType):
    """An optional value: None in the state; null or left out in a document."""

    may_lack = True

    def __init__(self, inner: FieldType) -> None:
        self.inner = inner

    def write(self, value: Any) -> Any:
        return None if value is None else self.inner.write(value)

    def read(self, given: Any, path: str, reading: Reading) -> Any:
        return None if given is None else reading.value(self.inner, given, path)

    @property
    def private(self) -> bool:  # type: ignore[override]
        return self.inner.private

    def more(self, value: Any, owner: str, openly: Any) -> More | None:
        return None if value is None else self.inner.more(value, owner, openly)

    def openly(self) -> Callable[[Any], Any]:
        inner = self.inner.openly()
        return lambda value: None if value is None else inner(value)

    def counted(self, value: Any) -> Any:
        return None if value is None else self.inner.counted(value)

    @property
    def has_rows(self) -> bool:  # type: ignore[override]
        return self.inner.has_rows

    def rows(self, value: Any, where: FieldPath) -> Iterator[Rows]:
        return iter(()) if value is None else self.inner.rows(value, where)

    def knowers(self, value: Any) -> frozenset[str]:
        return frozenset() if value is None else self.inner.knowers(value)

    @property
    def has_limits(self) -> bool:  # type: ignore[override]
        return self.inner.has_limits

    def beyond(self, value: Any, path: str) -> Iterator[Problem]:
        return iter(()) if value is None else self.inner.beyond(value, path)

    def schema(self) -> Json:
        return {"anyOf": [{"type": "null"}, self.inner.schema()]}

    def has_places(self) -> bool:
        return self.inner.has_places()

    def places(self, value: Any, where: FieldPath, put: Put) -> Iterator[Place]:
        return iter(()) if value is None else self.inner.places(value, where, put)


def _store(container: Any, key: Any, new: Any) -> None:
    container[key] = new


def _numbered(rows: list[Any]) -> Json:
    return {str(n): row for n, row in enumerate(rows, 1)}


def _in_order(given: Any) -> list[Any] | None:
    """Return the values of an object whose keys are 1, 2, …; None for anything else."""
    if not isinstance(given, Mapping) or set(given) != {str(n) for n in range(1, len(given) + 1)}:
        return None
    return [given[str(n)] for n in range(1, len(given) + 1)]
