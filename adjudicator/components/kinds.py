"""Kinds of things: spaces, cards, tiles, sides; each thing has an id, and an index that sets of them are made of.

A kind is declared once. Facts, names, fields of states and documents hang on it, and so does every field of an
action, event or refusal that names a thing: its annotation carries the kind.

>>> SIDE = Kind("side", ("france", "britain"))
>>> SIDE.index["britain"], SIDE.id_of(0), len(SIDE)
(1, 'france', 2)
>>> SIDE.thing("spain")
Traceback (most recent call last):
    ...
adjudicator.components.kinds.UnknownThingError: there is no side 'spain'; there are: france, britain
>>> SideId = Annotated[str, SIDE]
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import (
    Annotated,
    Any,
    Generic,
    Protocol,
    TypeVar,
    cast,
    get_args,
    get_origin,
    get_type_hints,
    runtime_checkable,
)

from msgspec import Struct
from rapidfuzz import process
from rapidfuzz.distance import OSA

from adjudicator.components.bits import bits, mask_of
from adjudicator.kernel.codes import FactKind
from adjudicator.kernel.errors import Fact

_LISTED = 12
"""Kinds of at most so many things are listed whole when somebody names one that is not there."""
_TOLD = 80
"""An unknown field of a pack is answered with the known ones, if there are at most so many."""


class Thing(Struct, frozen=True):
    """Something of a kind; `id` is its name in files, states and documents, unique in its kind."""

    id: str


T = TypeVar("T", bound=Thing)
C = TypeVar("C", covariant=True, bound=Thing)


@runtime_checkable
class Listing(Protocol[C]):
    """The source of a kind's things; their ids are known before the things, which may name each other."""

    def ids(self) -> Iterable[str]:
        """Return the ids, in order."""

    def things(self) -> Iterable[C]:
        """Return the things, in the order of the ids."""


Source = Iterable[T] | Iterable[str] | Callable[[], Iterable[T] | Iterable[str]] | Listing[T]


class UnknownThingError(KeyError):
    """An id or index that no thing of a kind has; the message names near ones."""

    __str__ = Exception.__str__  # a KeyError shows its message in quotes


class Kind(FactKind, Generic[T]):
    """A named kind of thing, in the order of its file.

    The index of a thing is its place, counted from `first`; where things bear numbers, `first` is the lowest and the
    index is the number. A set of things is a mask: bit i stands for the thing with index i.
    """

    def __init__(self, name: str, things: Source[T] | None = None, *, first: int = 0) -> None:
        """Declare a kind of things.

        `things` are things or bare ids; a function is called when they are first needed. None: a content pack brings
        them, with `filled`.
        """
        self.name = name
        self.first = first
        self.parent: Kind[T] | None = None
        self._source = things

    def __repr__(self) -> str:
        return f"Kind({self.name!r})"

    @cached_property
    def things(self) -> tuple[T, ...]:
        """All things of the kind. Raises LookupError if no pack has brought them."""
        source = self._source
        if source is None:
            raise LookupError(f"kind {self.name!r} has no things yet: fill it from a content pack")
        if isinstance(source, Listing):
            return tuple(source.things())
        given: Iterable[Any] = source if isinstance(source, Iterable) else source()
        return tuple(cast(T, Thing(each)) if isinstance(each, str) else each for each in given)

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """All ids, in the order of the file. Raises ValueError if two things have one id."""
        source = self._source
        ids = tuple(source.ids()) if isinstance(source, Listing) else tuple(thing.id for thing in self.things)
        if twice := sorted({id for id in ids if ids.count(id) > 1}):
            raise ValueError(f"two things of kind {self.name!r} have the id {', '.join(twice)}")
        return ids

    @cached_property
    def index(self) -> Mapping[str, int]:
        """The index of each id."""
        return {id: number for number, id in enumerate(self.ids, self.first)}

    @cached_property
    def indexes(self) -> tuple[int, ...]:
        """All indexes, rising."""
        return tuple(self.index.values())

    @cached_property
    def whole(self) -> frozenset[int]:
        """The same as a set, to ask it for many."""
        return frozenset(self.indexes)

    @cached_property
    def root(self) -> Kind[Any]:
        """The kind that this one is a part of, however deep; itself if it is no part."""
        return self if self.parent is None else self.parent.root

    @cached_property
    def mask(self) -> int:
        """The set of all things of the kind."""
        return mask_of(self.indexes)

    @cached_property
    def _by_index(self) -> Mapping[int, T]:
        return dict(zip(self.indexes, self.things, strict=True))

    @cached_property
    def _ids_by_index(self) -> Mapping[int, str]:
        return dict(zip(self.indexes, self.ids, strict=True))

    def __len__(self) -> int:
        return len(self.things)

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[T]:
        return iter(self.things)

    def __contains__(self, id: object) -> bool:
        """Return whether a thing of the kind has this id."""
        return isinstance(id, str) and id in self.index

    def thing(self, id: str) -> T:
        """Return the thing with this id.

        Raises:
            UnknownThingError: There is none.
        """
        return self._by_index[self.number(id)]

    def at(self, index: int) -> T:
        """Return the thing with this index.

        Raises:
            UnknownThingError: There is none.
        """
        found = self._by_index.get(index)
        if found is None:
            raise UnknownThingError(f"there is no {self.name} with the number {index}")
        return found

    def number(self, id: str) -> int:
        """Return the index of this id; like `index[id]`, with an error that helps.

        Raises:
            UnknownThingError: There is no thing with this id.
        """
        found = self.index.get(id)
        if found is None:
            raise UnknownThingError(self.unknown(id))
        return found

    def id_of(self, index: int) -> str:
        """Return the id of the thing with this index.

        Raises:
            UnknownThingError: There is none.
        """
        return self.at(index).id

    def id_or_none(self, index: int) -> str | None:
        """Return the id of the thing with this index; None for -1, which names nothing.

        Raises:
            UnknownThingError: There is no thing with this index.
        """
        return None if index < 0 else self.id_of(index)

    def index_or_none(self, id: str | None) -> int:
        """Return the index of this id; -1 for None, which names nothing.

        Raises:
            UnknownThingError: There is no thing with this id.
        """
        return -1 if id is None else self.number(id)

    def fact_of(self, index: int) -> Fact:
        """Return the id of the thing with this index, or its number if things are numbered.

        Raises:
            UnknownThingError: There is no thing with this index.
        """
        return index if self.first else self.id_of(index)

    def mask_of(self, ids: Iterable[str]) -> int:
        """Return the set of the things with these ids.

        Raises:
            UnknownThingError: An id belongs to no thing.
        """
        index, mask = self.index, 0
        for id in ids:
            mask |= 1 << (index[id] if id in index else self.number(id))
        return mask

    def ids_of(self, mask: int) -> tuple[str, ...]:
        """Return the ids of a set, in the order of the file.

        Raises:
            UnknownThingError: A bit is not a thing of the kind.

        >>> CARD = Kind("card", (f"c{n}" for n in range(168)))
        >>> CARD.ids_of(CARD.mask_of(["c167", "c3"]))
        ('c3', 'c167')
        """
        ids = self._ids_by_index
        try:
            return tuple([ids[index] for index in bits(mask)])
        except KeyError:
            return tuple(map(self.id_of, bits(mask)))  # says which

    def near(self, id: str) -> tuple[str, ...]:
        """Return up to three ids that were probably meant.

        Returns all ids if the kind has few.
        """
        return self.ids if len(self.ids) <= _LISTED else closest(id, self.ids)

    def unknown(self, id: object) -> str:
        """Return what is wrong with an id that no thing has, in words for the person who wrote it."""
        near = self.near(str(id))
        word = "there are" if len(self.ids) <= _LISTED else "near"
        return f"there is no {self.name} {id!r}" + (f"; {word}: {', '.join(near)}" if near else "")

    def where(self, name: str, holds: Callable[[T], bool]) -> Kind[T]:
        """Return a kind with a name of its own whose things are some of this one's, under the same ids and indexes.

        >>> CITY = Kind("city", ("lyon", "port_of_brest", "paris"))
        >>> PORT = CITY.where("port", lambda city: city.id.startswith("port"))
        >>> PORT.index, PORT.within(CITY), CITY.within(PORT)
        ({'port_of_brest': 1}, True, False)
        """
        return _Part(name, self, holds)

    def within(self, other: Kind[Any]) -> bool:
        """Return whether every thing of this kind is one of the other: the same kind, or a part of it."""
        kind: Kind[Any] | None = self
        while kind is not None and kind is not other:
            kind = kind.parent
        return kind is other

    def filled(self, things: Source[T]) -> Kind[T]:
        """Return a copy of this kind with the things of a content pack."""
        return Kind(self.name, things, first=self.first)


class _Part(Kind[T]):
    """Some of the things of another kind, under their indexes there."""

    def __init__(self, name: str, parent: Kind[T], holds: Callable[[T], bool]) -> None:
        super().__init__(name, lambda: [thing for thing in parent.things if holds(thing)], first=parent.first)
        self.parent = parent
        self._whole = parent

    @cached_property
    def index(self) -> Mapping[str, int]:
        return {thing.id: self._whole.index[thing.id] for thing in self.things}


def closest(word: str, known: Sequence[str]) -> tuple[str, ...]:
    """Return up to three known words that are spelled similarly."""
    found = process.extract(word, known, scorer=OSA.normalized_similarity, limit=3, score_cutoff=0.6)
    return tuple(each for each, _, _ in found)


def possible(word: str, known: Collection[str]) -> str:
    """Return, behind what is said of a wrong word, what is near it, and what there is if it is not too much to list.

    >>> "unknown field 'sice'" + possible("sice", ("id", "size"))
    "unknown field 'sice'; there are: id, size"
    """
    near = () if len(known) <= _LISTED else closest(word, [*known])
    told = {"near": near, "there are": known if len(known) <= _TOLD else ()}
    return "".join(f"; {head}: {', '.join(some)}" for head, some in told.items() if some)


class Reference(Struct, frozen=True):
    """The things that a struct's field names: one of a kind, or `many`; by id or index; perhaps none (`optional`)."""

    kind: Kind[Any]
    many: bool = False
    by_index: bool = False
    optional: bool = False


class Many(FactKind):
    """A fact of a refusal that names several things of a kind."""

    __slots__ = ("kind",)

    def __init__(self, kind: Kind[Any]) -> None:
        self.kind = kind


@lru_cache(maxsize=1024)
def references(struct: type) -> Mapping[str, Reference]:
    """Return which fields of an action, event, state or other class name things; the others are left out.

    >>> from msgspec import defstruct
    >>> CITY = Kind("city", ("lyon", "paris"))
    >>> March = defstruct("March", [("through", Annotated[tuple[str, ...], CITY]), ("to", Annotated[int, CITY] | None)])
    >>> found = references(March)
    >>> found["through"].many, found["to"].by_index, found["to"].optional
    (True, True, True)
    """
    hints = get_type_hints(struct, include_extras=True)
    read = ((field, _reference(hint)) for field, hint in hints.items())
    return {field: found for field, found in read if found is not None}


def numbers(struct: Struct) -> tuple[int, ...]:
    """Return the indexes of what the fields of an action or event name, in order; -1 where one names nothing.

    Fields that name several things, or one by its index, are left out.

    Raises:
        UnknownThingError: A field names nothing that exists.

    >>> from msgspec import defstruct
    >>> CITY = Kind("city", ("lyon", "paris"))
    >>> March = defstruct("March", [("army", int), ("at", Annotated[str, CITY]), ("to", Annotated[str, CITY] | None)])
    >>> numbers(March(3, "paris", "lyon")), numbers(March(3, "paris", None))
    ((1, 0), (1, -1))
    """
    try:
        return tuple([index[getattr(struct, field)] for field, index, _ in _numbers(type(struct))])
    except KeyError:
        named = ((kind, getattr(struct, field)) for field, _, kind in _numbers(type(struct)))
        return tuple([kind.number(id) for kind, id in named if id is not None])  # says which


@lru_cache(maxsize=1024)
def _numbers(struct: type) -> tuple[tuple[str, Mapping[str | None, int], Kind[Any]], ...]:
    named = ((field, each.kind) for field, each in references(struct).items() if not (each.many or each.by_index))
    return tuple((field, {None: -1, **kind.index}, kind) for field, kind in named)


def _reference(annotation: Any) -> Reference | None:
    """Return the first kind in an annotation, with what surrounds it."""
    arguments = get_args(annotation)
    if get_origin(annotation) is Annotated:
        kind = next((argument for argument in arguments[1:] if isinstance(argument, Kind)), None)
        inner = arguments[0]
        if kind is None:
            return _reference(inner)
        kinds_of_type = set(_leaves(inner))
        return Reference(kind, _is_many(inner), int in kinds_of_type, type(None) in kinds_of_type)
    for argument in arguments:
        found = _reference(argument)
        if found is not None:
            return Reference(
                found.kind,
                found.many or _is_many(annotation),
                found.by_index,
                found.optional or type(None) in arguments,
            )
    return None


def _is_many(annotation: Any) -> bool:
    origin = get_origin(annotation)
    if isinstance(origin, type) and issubclass(origin, (tuple, list, set, frozenset)):
        return True
    return any(_is_many(arg) for arg in get_args(annotation))


def _leaves(annotation: Any) -> Iterator[Any]:
    arguments = get_args(annotation)
    if not arguments:
        yield annotation
    for argument in arguments:
        yield from _leaves(argument)
