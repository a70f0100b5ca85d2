"""Write structs to documents: each field under its name, or where its annotation or its type says."""

from __future__ import annotations

import types
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from copy import copy
from difflib import get_close_matches
from functools import cache, cached_property, partial
from operator import attrgetter
from typing import Annotated, Any, Final, NamedTuple, Self, Union, get_args, get_origin, get_type_hints

import msgspec

from adjudicator.components.container_fields import By, Many, Nullable
from adjudicator.components.field_types import (
    NOBODY,
    At,
    Binding,
    FieldPath,
    FieldType,
    Hidden,
    Json,
    More,
    Place,
    Plain,
    Put,
    Reading,
    Rows,
    as_it_is,
    below,
    seen_by,
)
from adjudicator.components.fields import (
    MISSING,
    EncodedCache,
    Field,
    hidden_now,
    is_opened,
    is_private,
    public_reader,
    put_all,
)
from adjudicator.components.kinds import Kind
from adjudicator.components.piece_fields import One, Owned, Pile, Set
from adjudicator.kernel.errors import Problem

LARGE: Final = 12
"""The number of fields from which on a cache keeps what everybody sees of a struct."""
MOST_NAMES: Final = 12
"""The most names of fields that are listed when one is unknown; of more only some are."""
MOST_NEAR: Final = 6
VEILED: Final = "?"
"""Begins the key, in a view, of a struct whose thing is hidden."""
_ENCODER: Final = msgspec.json.Encoder()


class _Writing(NamedTuple):
    """A field prepared for writing: its `key` if it stands by itself; otherwise `put` puts it where it belongs."""

    name: str
    key: str
    write: Callable[[Any], Any]
    is_empty: Callable[[Any], bool] | None
    put: Callable[[Json, Any], None]


class Record(FieldType):
    """A struct: an object with its fields. `key` names one that a document writes as the key of the object instead."""

    def __init__(
        self, of: type[msgspec.Struct], binding: Binding, *, key: str = "", may_lack: Container[str] = ()
    ) -> None:
        self.of = of
        hints = get_type_hints(of, include_extras=True)
        fields = {each.name: each for each in msgspec.structs.fields(of)}
        found = {name: _field(name, hints[name], not each.required, binding) for name, each in fields.items()}
        self._all = [_with_told(field, found, binding) for field in found.values()]
        self._telling = {field.hidden.but_field for field in self._all if field.hidden is not None}
        """The fields that name the seats which know another one."""
        self.fields = [field for field in self._all if field.path and field.name != key]
        self._deeper: dict[FieldPath, list[tuple[Field, FieldPath, FieldPath]]] = {}
        """The ways to its places, by the way to the struct; worked out once."""
        self._plan = [self._writing(field) for field in self.fields]
        self._alone = {field.name: each.key for field, each in zip(self.fields, self._plan, strict=True)}
        self._strict, self._may_lack = binding.strict, may_lack

    def _writing(self, field: Field) -> _Writing:
        """Return how a field is written to a document.

        Fields that share an object of the document are put into it one after the other.
        """
        alone = len(field.path) == 1 and not any(
            other.path[0] == field.path[0] for other in self.fields if other is not field
        )
        holder = field.holder
        is_empty = holder.is_empty if field.rare else None
        return _Writing(field.name, field.path[0] if alone else "", holder.write, is_empty, field.put)

    def nothing(self) -> Any:
        return self.of(**{field.name: field.holder.nothing() for field in self._all})

    def empty(self) -> Json:
        """Return what the fields without a default hold where there is nothing, by name."""
        needed = {field.name for field in msgspec.structs.fields(self.of) if field.required}
        return {field.name: field.holder.nothing() for field in self._all if field.name in needed}

    def write(self, value: Any) -> Json:
        out: Json = {}
        for name, key, write, is_empty, put in self._plan:
            each = getattr(value, name)
            if is_empty is None or not is_empty(each):
                if key:
                    out[key] = write(each)
                else:
                    put(out, write(each))
        return out

    @cached_property
    def private(self) -> bool:  # type: ignore[override]
        return any(map(is_private, self.fields))

    def openly(self) -> Callable[[Any], Json]:
        return self._openly

    @cached_property
    def _openly(self) -> Callable[[Any], Json]:
        made = self._opening()
        return EncodedCache(made) if len(self.fields) >= LARGE else made

    @cached_property
    def _kept(self) -> dict[str, EncodedCache]:
        """Caches for the fields of a large struct that hold several values, by key: a step changes few of them."""
        own = self.fields if len(self.fields) >= LARGE and all(self._alone.values()) else []
        rows = (field for field in own if field.hidden is None and isinstance(field.holder, By | Many | Keyed | Owned))
        return {self._alone[field.name]: EncodedCache(field.holder.openly()) for field in rows}

    def _opening(self) -> Callable[[Any], Json]:
        if not (self._alone and all(self._alone.values())):
            each = [(field, public_reader(field)) for field in self.fields]
            return lambda value: put_all(((field, make(value)) for field, make in each), {})
        names, keys = (tuple(each) for each in zip(*self._alone.items(), strict=True))
        values = attrgetter(*names) if len(names) > 1 else lambda value: (getattr(value, *names),)
        changed, until = [], []
        lean = [(key, field.holder.nothing()) for field, key in zip(self.fields, keys, strict=True) if field.lean]
        for field, key in zip(self.fields, keys, strict=True):
            if field.hidden is not None and field.hidden.until_field:
                until.append((key, public_reader(field)))
            else:
                make = field.holder.counted if field.hidden else self._kept.get(key) or field.holder.openly()
                if make is not as_it_is:
                    changed.append((key, make))

        def openly(value: Any) -> Json:
            out = dict(zip(keys, values(value), strict=True))
            for key, nothing in lean:
                if out[key] == nothing:
                    del out[key]
            for key, make in changed:
                if key in out:
                    out[key] = make(out[key])
            for key, make in until:
                out[key] = make(value)
            return out

        return openly

    def more(self, value: Any, owner: str, openly: Json) -> More | None:
        made = self._openly
        more = partial(made.more, self._more) if isinstance(made, EncodedCache) else self._more
        return more(value, owner, openly)

    def _more(self, value: Any, owner: str, openly: Json) -> More | None:
        alone: dict[str, More] = {}
        for field, key in self._private:
            kept = self._kept.get(key)
            part = (
                _more_of(field, value, owner, openly[key])
                if kept is None
                else kept.more(field.holder.more, getattr(value, field.name), owner, openly[key])
            )
            if part is not None:
                alone[key] = part
        found = More.of(openly, alone)
        if self._mixed is None:
            return found
        again, fields = self._mixed
        mixed = [(field, each := make(value), _more_of(field, value, owner, each)) for field, make in fields]

        def seen(seats: frozenset[str]) -> Any:
            kept = {} if "*" in again else seen_by(seats, openly, found) | {key: {} for key in again}
            return put_all(((field, seen_by(seats, each, part)) for field, each, part in mixed), kept)

        eyes = (part.eyes for part in (found, *(part for _, _, part in mixed)) if part is not None)
        return More(frozenset().union(*eyes), seen)

    @cached_property
    def _private(self) -> list[tuple[Field, str]]:
        """The fields of which some seat may see more, with the keys where they stand by themselves."""
        return [(field, key) for field in self.fields if (key := self._alone[field.name]) and is_private(field)]

    @cached_property
    def _mixed(self) -> tuple[set[str], list[tuple[Field, Callable[[Any], Any]]]] | None:
        """Objects of the document that hold such a field beside others, and all their fields; None: there are none."""
        again = {field.path[0] for field in self.fields if not self._alone[field.name] and is_private(field)}
        if not again:
            return None
        return again, [(field, public_reader(field)) for field in self.fields if "*" in again or field.path[0] in again]

    def read(self, given: Any, path: str, reading: Reading) -> Any:
        return self.of(**self.values(given, path, reading))

    def values(self, given: Any, path: str, reading: Reading) -> Json:
        """Return the values of the fields.

        One that the document leaves out is not among them if the struct has a default.
        """
        if not isinstance(given, Mapping):
            reading.wrong(path, f"{given!r} is no object")
            given = MISSING
        elif self._strict:
            self._unknown(given, path, reading)
        values: Json = {}
        for field in self.fields:
            found = MISSING if given is MISSING else field.find(given)
            if found is not MISSING:
                values[field.name] = reading.value(field.holder, found, below(path, ".".join(field.path)))
            elif field.rare or not field.optional:
                values[field.name] = field.holder.nothing()
                if isinstance(field.holder, Pile) and field.holder.countable and given is not MISSING:
                    reading.counted[below(path, ".".join(field.path))] = None
                elif given is not MISSING and not (field.rare or field.holder.may_lack or field.name in self._may_lack):
                    reading.wrong(below(path, ".".join(field.path)), "is missing")
        return values

    def schema(self) -> Json:
        return _object_schema([(field.path, field.holder, field.rare or field.optional) for field in self.fields])

    def counted(self, value: Any) -> Any:
        return {field.name: field.holder.counted(getattr(value, field.name)) for field in self.fields}

    def knowers(self, value: Any) -> frozenset[str]:
        return frozenset().union(*(field.told_to(value) for field in self._all if field.told_to is not None))

    @cached_property
    def has_rows(self) -> bool:  # type: ignore[override]
        return any(field.holder.has_rows for field in self._all)

    def rows(self, value: Any, where: FieldPath) -> Iterator[Rows]:
        for field in self._all if self.has_rows else ():
            hidden = hidden_now(field, value) or where.hidden
            yield from field.holder.rows(getattr(value, field.name), where.into(field.name)._replace(hidden=hidden))

    @cached_property
    def has_limits(self) -> bool:  # type: ignore[override]
        return bool(self._limited)

    @cached_property
    def _limited(self) -> list[Field]:
        return [field for field in self._all if field.holder.has_limits]

    def beyond(self, value: Any, path: str) -> Iterator[Problem]:
        for field in self._limited:
            yield from field.holder.beyond(getattr(value, field.name), below(path, ".".join(field.path) or field.name))

    def beyond_kept(self, value: Any, kept: dict[str, tuple[bytes, list[Problem]]]) -> Iterator[Problem]:
        """Yield the same, from a cache for fields that hold what they held at the last call."""
        for field in self._limited:
            each = getattr(value, field.name)
            written, before = _ENCODER.encode(each), kept.get(field.name)
            if before is None or before[0] != written:
                before = written, list(field.holder.beyond(each, ".".join(field.path) or field.name))
                kept[field.name] = before
            yield from before[1]

    def blanked(self, given: Any, blank: Any) -> Any:
        return self.of(**{field.name: field.holder.blanked(None, blank) for field in self._all})

    def has_places(self) -> bool:
        return any(field.holder.has_places() for field in self._all)

    def places(self, value: Any, where: FieldPath, put: Put) -> Iterator[Place]:
        for field, way in self._fields_with_places(value, where):
            found = field.holder.places(getattr(value, field.name), way, partial(setattr, value, field.name))
            if field.name in self._telling:
                found = (place._replace(tells=True) for place in found)
            yield from found

    def places_kept(self, value: Any, kept: dict[str, tuple[bytes, list[Place]]]) -> Iterator[Place]:
        """Yield the places of pieces, to be read only, from a cache.

        Where a field holds what it held at the last call, the places are those found then.
        """
        for field, way in self._fields_with_places(value, FieldPath()):
            each = getattr(value, field.name)
            written, before = _ENCODER.encode(each), kept.get(field.name)
            if before is None or before[0] != written:
                before = written, list(field.holder.places(each, way, as_it_is))
                kept[field.name] = before
            yield from before[1]

    def _fields_with_places(self, value: Any, where: FieldPath) -> Iterator[tuple[Field, FieldPath]]:
        """Yield the fields in which pieces can lie, each with where it is now."""
        deeper = self._deeper.get(where)
        if deeper is None:
            deeper = [(field, *self._ways(field, where)) for field in self._all if field.holder.has_places()]
            self._deeper[where] = deeper
        for field, closed, shown in deeper:
            if closed is shown:
                yield field, closed
            else:
                now = hidden_now(field, value)
                yield field, shown if now is None else closed if now is field.hidden else closed._replace(hidden=now)

    @staticmethod
    def _ways(field: Field, where: FieldPath) -> tuple[FieldPath, FieldPath]:
        """Return where a field's places are while it is hidden, and when it has been opened."""
        path = below(where.path, ".".join(field.path) or field.name)
        opened = FieldPath(path, field.name, where.owner, where.hidden)
        return (opened._replace(hidden=field.hidden) if field.hidden else opened), opened

    def _unknown(self, given: Mapping[str, Any], path: str, reading: Reading) -> None:
        """Report keys that no field has."""
        known = sorted({field.path[0] for field in self.fields})
        if "*" not in known:
            for key in given:
                if key not in known:
                    reading.wrong(below(path, key), f"is unknown; there are: {', '.join(_near(key, known))}")


def _near(key: str, known: Sequence[str]) -> Sequence[str]:
    """Return all of a few names; of many those that are like a word, or the first."""
    if len(known) <= MOST_NAMES:
        return known
    return get_close_matches(key, known, MOST_NEAR, 0.5) or [*known[:MOST_NEAR], "…"]


class Keyed(FieldType):
    """A list of structs that each name another thing: in a document an object by that thing's id.

    The list is kept in the order of the kind. `Annotated[list[HeldMinistry], Keyed("card")]`. A view has those whose
    thing is hidden behind the others, by `?` and a number, in an order that does not tell which they are.
    """

    def __init__(self, field: str) -> None:
        self.field = field
        self.inner: Record
        self.key: One
        self._named: Field

    def bound(self, of: Any, binding: Binding) -> Self:
        twin = copy(self)
        struct = get_args(of)[0]
        twin.inner = Record(struct, binding, key=self.field)
        twin._named = next(field for field in twin.inner._all if field.name == self.field)
        if not isinstance(twin._named.holder, One):
            raise TypeError(f"{struct.__name__}.{self.field} is no thing of a kind")
        twin.key = twin._named.holder
        return twin

    def nothing(self) -> list[Any]:
        return []

    def write(self, value: Any) -> Json:
        return {self.key.written[getattr(each, self.field)]: self.inner.write(each) for each in value}

    def read(self, given: Any, path: str, reading: Reading) -> list[Any]:
        if not isinstance(given, Mapping):
            reading.wrong(path, f"{given!r} is no object")
            return []
        found, veiled = {}, []
        for id, each in given.items():
            values = self.inner.values(each, below(path, id), reading)
            if reading.blank is not None and id.startswith(VEILED):
                veiled.append(self.inner.of(**values, **{self.field: reading.blank}))
            elif (thing := self.key.thing(id, below(path, id), reading)) is not None:
                found[thing] = self.inner.of(**values, **{self.field: thing})
        return [found[thing] for thing in self.key.sorted(found)] + veiled

    @property
    def private(self) -> bool:  # type: ignore[override]
        return self.inner.private or is_private(self._named)

    def more(self, value: Any, owner: str, openly: Json) -> More | None:
        shown = [*map(self.inner.openly(), value)]
        parts = [self.inner.more(each, owner, made) for each, made in zip(value, shown, strict=True)]
        knowing = [self._eyes(each, owner) for each in value]
        eyes = frozenset().union(*filter(None, knowing), *(part.eyes for part in parts if part is not None))
        if not eyes:
            return None

        def seen(seats: frozenset[str]) -> Json:
            each_seen = [seen_by(seats, made, part) for made, part in zip(shown, parts, strict=True)]
            return self._by_name(value, each_seen, [who is None or not who.isdisjoint(seats) for who in knowing])

        return More(eyes, seen)

    def _eyes(self, each: Any, owner: str) -> frozenset[str] | None:
        """Return who knows the thing that a struct names; None: everybody does."""
        hidden = hidden_now(self._named, each)
        if hidden is None:
            return None
        told = NOBODY if self._named.told_to is None else self._named.told_to(each)
        return told | {owner} if hidden.owner_sees and owner else told

    def _by_name(self, value: Sequence[Any], shown: Sequence[Json], known: Sequence[bool]) -> Json:
        told = list(zip(value, shown, known, strict=True))
        out = {self.key.written[getattr(each, self.field)]: made for each, made, named in told if named}
        veiled = sorted((made for _, made, named in told if not named), key=_ENCODER.encode)
        return out | {f"{VEILED}{n}": made for n, made in enumerate(veiled, 1)}

    def openly(self) -> Callable[[Any], Json]:
        inner, named = self.inner.openly(), self._named
        if named.hidden is None:
            return lambda value: {self.key.written[getattr(each, self.field)]: inner(each) for each in value}
        return lambda value: self._by_name(
            value, [inner(each) for each in value], [hidden_now(named, each) is None for each in value]
        )

    def counted(self, value: Any) -> int:
        return len(value)

    def is_veiled(self, given: Any) -> bool:
        return not isinstance(given, Mapping)

    @cached_property
    def has_limits(self) -> bool:  # type: ignore[override]
        return self.inner.has_limits

    def beyond(self, value: Any, path: str) -> Iterator[Problem]:
        for each in value:
            yield from self.inner.beyond(each, below(path, self.key.written[getattr(each, self.field)]))

    def schema(self) -> Json:
        return {
            "type": "object",
            "propertyNames": {"enum": list(self.key.kind.ids)},
            "additionalProperties": self.inner.schema(),
        }

    def has_places(self) -> bool:
        return True

    def places(self, value: Any, where: FieldPath, put: Put) -> Iterator[Place]:
        for each in value:
            deeper = where.into(self.key.written[getattr(each, self.field)])
            for place in self.inner.places(each, deeper, put):
                lay = partial(self._lay, value, place.lay)
                yield place._replace(lay=lay) if place.field == self.field else place

    def _lay(self, value: list[Any], lay: Callable[[list[int]], None], things: list[int]) -> None:
        """Name other things, and restore the order of the kind in the list."""
        lay(things)
        value.sort(key=lambda each: self.key.indexes([getattr(each, self.field)]))


def holder_of(annotation: Any, binding: Binding) -> FieldType:
    """Return how a type is held: by the holder or kind annotated to it, else as its Python type says."""
    base, notes = _split(annotation)
    said = next((note for note in notes if isinstance(note, FieldType | Kind)), None)
    some, optional = _without_none(base)
    if isinstance(said, One) or (isinstance(said, Kind) and some in (int, str)):
        return (said if isinstance(said, One) else One(said)).bound(base, binding)
    if isinstance(said, Kind):
        return Pile(said).bound(base, binding)
    if said is not None:
        return Nullable(said.bound(some, binding)) if optional else said.bound(base, binding)
    found = _by_type(some, binding)
    if isinstance(found, Plain):
        return Plain(base)
    return Nullable(found) if optional and not isinstance(found, One) else found


def _by_type(base: Any, binding: Binding) -> FieldType:
    origin, arguments = get_origin(base), get_args(base)
    if isinstance(base, type) and issubclass(base, msgspec.Struct):
        return Record(base, binding)
    if origin is list:
        inner = binding.of(arguments[0])
        if isinstance(inner, One):
            return Pile(inner.kind).bound(base, binding)
        return Plain(base) if isinstance(inner, Plain) else Many().bound(base, binding)
    if origin is dict:
        key = binding.of(arguments[0])
        return By(key.kind).bound(base, binding) if isinstance(key, One) else Plain(base)
    return Plain(base)


def _more_of(field: Field, struct: Any, owner: str, openly: Any) -> More | None:
    """Return what some seats see of a field beside what everybody sees of it, as it is now."""
    hidden, holder, value = field.hidden, field.holder, getattr(struct, field.name)
    if hidden is None or is_opened(hidden, struct):
        return holder.more(value, owner, openly)
    told = NOBODY if field.told_to is None else field.told_to(struct)
    return holder.unveiled(value, owner, openly, told, own=hidden.owner_sees)


def _field(name: str, annotation: Any, optional: bool, binding: Binding) -> Field:
    _, notes = _split(annotation)
    at = next((note for note in notes if isinstance(note, At)), At(name))
    holder = holder_of(annotation, binding)
    path = tuple(at.path.split(".")) if at.path else ()
    if "*" in path:
        if not isinstance(holder, By):
            raise TypeError(f"{name}: a star in {at.path} needs a field that holds something By a kind")
        holder = holder.with_sparse(at.rare)
    hidden = next((note for note in notes if isinstance(note, Hidden)), None)
    if at.lean and (hidden is not None or len(path) != 1):
        raise TypeError(f"{name}: a field that is hidden, or lies deeper, cannot be lean")
    return Field(name, path, holder, at.rare or at.lean, hidden, optional, lean=at.lean)


def _with_told(field: Field, fields: Mapping[str, Field], binding: Binding) -> Field:
    """Return a field with how a struct names the seats to which it is open though it is hidden."""
    if field.hidden is None or not field.hidden.but_field:
        return field
    told = fields.get(field.hidden.but_field)
    seats = binding.seats
    if told is None or seats is None or not isinstance(told.holder, Pile | Set) or not told.holder.kind.within(seats):
        raise TypeError(f"{field.name}: there is no pile or set of seats {field.hidden.but_field!r} beside it")
    name, write = told.name, told.holder.write

    def known(seats: Any) -> frozenset[str]:
        return frozenset(write(seats))

    quick = cache(known) if isinstance(told.holder, Set) and told.holder.is_mask else known
    return field._replace(told_to=lambda struct: quick(getattr(struct, name)))


def _split(annotation: Any) -> tuple[Any, tuple[Any, ...]]:
    if get_origin(annotation) is Annotated:
        base, *notes = get_args(annotation)
        return base, tuple(notes)
    return annotation, ()


def _without_none(base: Any) -> tuple[Any, bool]:
    if get_origin(base) not in (Union, types.UnionType):
        return base, False
    some = [arg for arg in get_args(base) if arg is not type(None)]
    return (some[0] if len(some) == 1 else base), len(some) < len(get_args(base))


def _object_schema(fields: list[tuple[tuple[str, ...], FieldType, bool]]) -> Json:
    """Return the schema of an object that has holders at these paths; True: a document may leave it out."""
    (path, holder, _), *_ = fields
    if path[0] == "*" and isinstance(holder, By):
        inside = [(path[1:], each.inner, rare) for path, each, rare in fields if isinstance(each, By)]
        here = _object_schema(inside)
        return {"type": "object", "properties": dict.fromkeys(holder.kind.ids, here), "additionalProperties": False}
    properties: Json = {}
    required = []
    for key in dict.fromkeys(path[0] for path, _, _ in fields):
        under = [(path[1:], holder, rare) for path, holder, rare in fields if path[0] == key]
        deeper = [each for each in under if each[0]]
        properties[key] = _object_schema(deeper) if deeper else under[0][1].schema()
        if not all(rare for _, _, rare in under):
            required.append(key)
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}
