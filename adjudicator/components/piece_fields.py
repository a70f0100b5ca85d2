"""Declare the content of a field of a state: one thing, a set, a pile, something of each side, hidden or open.

A holder stands in the annotation of a field, where type checkers pass over it. From it :mod:`.derive` has the field's
form in documents, its schema, what seats see of it and where the pieces in it lie::

    flags: Annotated[list[int], By(SIDE, Set(SPACE))]
    hands: Annotated[list[list[int]], By(SIDE, Pile(EVENT)), Hidden.FROM_OTHERS]
    deck: Annotated[list[int], Pile(EVENT, mixed=True), Hidden.FROM_ALL]

A kind itself, as in ``Annotated[int, COMMODITY]``, is one thing of it. In a state a thing is its index or its id, as
the Python type says; in a document it is always its id.

What must hold, so that equal positions have equal bytes and nothing is in two places:

- A `Set` is a mask or a sorted list; a `mixed` pile has no order and is kept sorted; any other `Pile` has the order in
  which it lies. Whoever changes a state keeps to it: `StateSchema.problems` reports a mixed pile that is not sorted.
- `Owned` gives no thing to two owners, and nothing is laid into it: what is owned does not move by chance.
- A holder with `mention` only names what lies elsewhere, so that it does not count among the pieces.
- A `back` is all that others see of a hidden thing. Where the number is hidden too (`unseen`), only those on `top` may
  show theirs: more backs would tell how many there are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from functools import cached_property
from typing import Any, Self, get_args

from adjudicator.components.bits import bits, mask_of
from adjudicator.components.container_fields import By, Many, Nullable
from adjudicator.components.field_types import (
    At,
    Binding,
    Count,
    FieldPath,
    FieldType,
    Hidden,
    Json,
    Place,
    Plain,
    Put,
    Reading,
)
from adjudicator.components.kinds import Kind

__all__ = ["At", "By", "Count", "Hidden", "Many", "Nullable", "OfKind", "One", "Owned", "Pile", "Plain", "Set"]


class OfKind(FieldType):
    """A holder of things of a kind, which stand in the state by index or by id.

    `back`: what everybody sees of a thing by its id though it is hidden, such as the deck that it belongs to.
    `mention`: the things are only named here and lie elsewhere, so that they are not counted.
    """

    def __init__(
        self,
        kind: Kind[Any],
        *,
        rule: str = "",
        back: Callable[[str], str] | None = None,
        mention: bool = False,
    ) -> None:
        self.kind, self.rule, self.back, self.mention = kind, rule, back, mention
        self.by_id = False

    def bound(self, of: Any, binding: Binding) -> Self:
        twin = copy(self)
        twin.by_id = str in _leaves(of)
        return twin

    def has_places(self) -> bool:
        return True

    def thing(self, given: Any, path: str, reading: Reading) -> Any:
        """Return the thing that a document names; if there is none, note the problem and return None."""
        if isinstance(given, str) and given in self.kind:
            return given if self.by_id else self.kind.index[given]
        reading.wrong(path, self.unknown(given), self.rule)
        return None

    def unknown(self, given: Any) -> str:
        """Return what is wrong with a name that no thing of the kind has."""
        parent = self.kind.parent
        if parent is not None and isinstance(given, str) and given in parent:
            return f"{given} is no {self.kind.name}"
        return (parent or self.kind).unknown(given)

    def indexes(self, values: Iterable[Any]) -> tuple[int, ...]:
        """Return the indexes of things as the state has them."""
        return tuple(map(self.kind.index.__getitem__, values)) if self.by_id else tuple(values)

    def values(self, indexes: Iterable[int]) -> list[Any]:
        """Return the things as the state holds them."""
        return list(map(self._whole.id_of, indexes)) if self.by_id else list(indexes)

    def place(self, where: FieldPath, things: tuple[int, ...], lay: Callable[[list[int]], None]) -> Place:
        """Return the place of these things."""
        path, field, owner, hidden = where
        return Place(
            path, field, self.kind, owner, hidden, things, lay, self.rule, back=self.back, mention=self.mention
        )

    def turned(self, value: Any) -> Json:
        """Return what everybody sees of a hidden thing with a back."""
        assert self.back is not None
        return {"back": self.back(self.written[value])}

    def sorted(self, values: Iterable[Any]) -> list[Any]:
        """Return the things in the order of their kind."""
        return sorted(values, key=self._whole.index.__getitem__ if self.by_id else None)

    @property
    def _whole(self) -> Kind[Any]:
        """The kind that this one is a part of: a state may hold what belongs elsewhere, and is shown all the same."""
        return self.kind.root

    @cached_property
    def written(self) -> Mapping[Any, str]:
        """The name of each thing in a document, by its value in the state."""
        whole = self._whole
        return {id: id for id in whole.ids} if self.by_id else {index: id for id, index in whole.index.items()}

    def _one(self) -> Json:
        return {"enum": list(self.kind.ids)}


class One(OfKind):
    """One thing, or none; `none` is the value for none in the state. A document writes null, or `nobody`, for none.

    A document may say 1 where something hidden is to be dealt. With a `back` it is no secret whether one is there.
    """

    def __init__(
        self,
        kind: Kind[Any],
        *,
        none: Any = None,
        nobody: str | None = None,
        rule: str = "",
        back: Callable[[str], str] | None = None,
        mention: bool = False,
    ) -> None:
        super().__init__(kind, rule=rule, back=back, mention=mention)
        self.none, self.nobody = none, nobody
        self.nowhere = none
        self.optional = none is not None

    def bound(self, of: Any, binding: Binding) -> Self:
        twin = super().bound(of, binding)
        twin.optional = self.optional or type(None) in get_args(of)
        twin.may_lack = twin.optional and self.nobody is None
        return twin

    def nothing(self) -> Any:
        return self.none

    def write(self, value: Any) -> Any:
        return self.nobody if value == self.none else self.written[value]

    def openly(self) -> Callable[[Any], Any]:
        if type(self).write is not One.write:
            return self.write
        return {**self.written, self.none: self.nobody}.__getitem__

    def read(self, given: Any, path: str, reading: Reading) -> Any:
        if self.optional and given == self.nobody:
            return self.none
        if reading.deals and given == 1 and given is not True:
            reading.counted[path] = 1
            reading.slots.add(path)
            return next(iter(self.values(self.kind.indexes)))
        found = self.thing(given, path, reading)
        return self.none if found is None else found

    def schema(self) -> Json:
        return {"enum": [*self.kind.ids, self.nobody]} if self.optional else self._one()

    def counted(self, value: Any) -> Any:
        if self.back is None:
            return None
        return self.nobody if value == self.none else self.turned(value)

    def is_veiled(self, given: Any) -> bool:
        return given is None or isinstance(given, Mapping)

    def blanked(self, given: Any, blank: Any) -> Any:
        """Return `blank`, but for what may be missing where readers are not told that anything is there."""
        return self.none if self.optional and given is None else blank

    def places(self, value: Any, where: FieldPath, put: Put) -> Iterator[Place]:
        if value != self.none:
            things = self.indexes((value,))
            yield self.place(where, things, lambda new: put(self.values(new)[0]))


class Set(OfKind):
    """A set of things: in the state a mask or a sorted list, in a document their ids in the order of the file."""

    is_mask = True

    def bound(self, of: Any, binding: Binding) -> Self:
        twin = super().bound(of, binding)
        twin.is_mask = of is int
        return twin

    def nothing(self) -> Any:
        return 0 if self.is_mask else []

    def write(self, value: Any) -> list[str]:
        return list(map(self.written.__getitem__, bits(value) if self.is_mask else value))

    def read(self, given: Any, path: str, reading: Reading) -> Any:
        if not isinstance(given, list):
            reading.wrong(path, f"{given!r} is no list of ids")
            return self.nothing()
        found = [self.thing(each, f"{path}.{each}", reading) for each in given]
        known = [each for each in found if each is not None]
        for thing, times in Counter(known).items():
            if times > 1:
                reading.wrong(f"{path}.{self.written[thing]}", "is there twice", self.rule)
        return mask_of(known) if self.is_mask else self.sorted(set(known))

    def counted(self, value: Any) -> int:
        return len(bits(value)) if self.is_mask else len(value)

    def is_veiled(self, given: Any) -> bool:
        return not isinstance(given, list)

    def schema(self) -> Json:
        return {"type": "array", "items": self._one(), "uniqueItems": True}

    def places(self, value: Any, where: FieldPath, put: Put) -> Iterator[Place]:
        things = bits(value) if self.is_mask else self.indexes(value)
        yield self.place(where, things, lambda new: put(self._stored(new)))

    def _stored(self, indexes: list[int]) -> Any:
        return mask_of(indexes) if self.is_mask else self.values(sorted(indexes))


class Pile(OfKind):
    """Things in a row, each as often as it comes. `mixed`: they have no order and are kept sorted.

    `countable`: a document may give only their number, or nothing; what lies nowhere else is there then. `unseen`: from
    whom they are hidden, even their number is. `top`: of how many things everybody sees the `back`, from the first one,
    which lies on top; without it of all.
    """

    def __init__(  # noqa: PLR0913 - each says one thing about what lies there
        self,
        kind: Kind[Any],
        *,
        mixed: bool = False,
        countable: bool = False,
        unseen: bool = False,
        rule: str = "",
        back: Callable[[str], str] | None = None,
        top: int | None = None,
        mention: bool = False,
    ) -> None:
        super().__init__(kind, rule=rule, back=back, mention=mention)
        self.mixed, self.countable, self.unseen, self.top = mixed, countable, unseen, top
        if back is not None and unseen and top is None:
            raise TypeError(f"the backs of all in a pile of {kind.name} would tell their number: which are on top?")
        if top is not None and (back is None or mixed):
            raise TypeError(f"what lies on top of a pile of {kind.name} needs backs and an order")

    def nothing(self) -> list[Any]:
        return []

    def write(self, value: Any) -> list[str]:
        return list(map(self.written.__getitem__, value))

    def read(self, given: Any, path: str, reading: Reading) -> list[Any]:
        if (self.countable or reading.deals) and isinstance(given, int) and not isinstance(given, bool):
            reading.counted[path] = given
            return []
        if not isinstance(given, list):
            reading.wrong(path, f"{given!r} is no list of ids")
            return []
        found = [self.thing(each, f"{path}.{each}", reading) for each in given]
        return self._ordered([each for each in found if each is not None])

    def counted(self, value: Any) -> Any:
        if self.back is not None:
            backs = list(map(self.turned, value[: self.top]))
            return sorted(backs, key=lambda each: each["back"]) if self.mixed else backs
        return None if self.unseen else len(value)

    def is_veiled(self, given: Any) -> bool:
        return not isinstance(given, list) or any(isinstance(each, Mapping) for each in given)

    def blanked(self, given: Any, blank: Any) -> list[Any]:
        return [blank] * (len(given) if isinstance(given, list) else given or 0)

    def schema(self) -> Json:
        listed: Json = {"type": "array", "items": self._one()}
        return {"anyOf": [{"type": "integer", "minimum": 0}, listed]} if self.countable else listed

    def places(self, value: Any, where: FieldPath, put: Put) -> Iterator[Place]:
        place = self.place(where, self.indexes(value), lambda new: put(self._ordered(self.values(new))))
        yield place._replace(mixed=self.mixed, unseen=self.unseen, countable=self.countable, top=self.top)

    def _ordered(self, values: list[Any]) -> list[Any]:
        return self.sorted(values) if self.mixed else values


class Owned(FieldType):
    """The owner of each thing: in the state masks by owner, in a document one owner a thing. Nothing has two owners.

    A document may say of a thing that nobody has it (null).
    """

    def __init__(self, owners: Kind[Any], kind: Kind[Any], *, rule: str = "") -> None:
        self.owners, self.rule = owners, rule
        self.set = Set(kind, rule=rule)

    def nothing(self) -> list[int]:
        return [0] * len(self.owners)

    def write(self, value: list[int]) -> Json:
        found = {index: owner for owner, mask in zip(self.owners.ids, value, strict=True) for index in bits(mask)}
        written = self.set.written
        return {written[index]: found[index] for index in sorted(found)}

    def read(self, given: Any, path: str, reading: Reading) -> list[int]:
        masks = self.nothing()
        if not isinstance(given, Mapping):
            reading.wrong(path, f"{given!r} is no object")
            return masks
        for id, owner in given.items():
            thing = self.set.thing(id, f"{path}.{id}", reading)
            if owner is None:
                continue
            if owner not in self.owners:
                reading.wrong(f"{path}.{id}", self.owners.unknown(owner), self.rule)
            elif thing is not None:
                masks[self.owners.index[owner]] |= 1 << thing
        return masks

    def has_places(self) -> bool:
        return True

    def places(self, value: list[int], where: FieldPath, put: Put) -> Iterator[Place]:
        """Yield the places of each owner's; what is owned does not move, so that nothing else is laid there."""
        for mask in value:
            yield self.set.place(where, bits(mask), lambda new: None)

    def schema(self) -> Json:
        owner = {"enum": [*self.owners.ids, None]}
        return {"type": "object", "propertyNames": {"enum": list(self.set.kind.ids)}, "additionalProperties": owner}


def _leaves(of: Any) -> set[Any]:
    arguments = get_args(of)
    return {of} if not arguments else {leaf for argument in arguments for leaf in _leaves(argument)}
