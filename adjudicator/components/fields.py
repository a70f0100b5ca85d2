"""The fields of structs: where each stands in a document, and what everybody sees of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple

import msgspec

from adjudicator.components.field_types import FieldType, Hidden, Json, More

MISSING: Final[Any] = object()
KEPT: Final = 256
"""The number of values of which the public part is cached."""


class Field(NamedTuple):
    """A field of a struct, prepared: where it stands in a document and who sees it."""

    name: str
    path: tuple[str, ...]
    """Keys in the document; "*" where those of its `By` go. Empty: it is not in it."""
    holder: FieldType
    rare: bool
    hidden: Hidden | None
    optional: bool
    """Whether the struct has a default for it, so that a document may leave it out."""
    told_to: Callable[[Any], frozenset[str]] | None = None
    """The seats that a struct names as those who see the field all the same (`Hidden.but`)."""
    lean: bool = False
    """Whether a view leaves it out, too, where there is nothing."""

    @property
    def star(self) -> bool:
        return "*" in self.path

    def lacks(self, given: Mapping[str, Any]) -> bool:
        """Return whether a document leaves it out."""
        return self.find(given) is MISSING

    def put(self, out: Json, written: Any) -> None:
        """Put what is written where it stands; nothing that was written before is changed."""
        if not self.star:
            _put(out, self.path, written)
            return
        star = self.path.index("*")
        for step in self.path[:star]:
            out = _into(out, step)
        *deeper, last = self.path[star + 1 :]
        for key, each in written.items():
            inner = _into(out, key)
            for step in deeper:
                inner = _into(inner, step)
            inner[last] = each

    def find(self, given: Mapping[str, Any]) -> Any:
        """Return the value that a document has for the field, `MISSING` if there is none."""
        if not self.star:
            return _find(given, self.path)
        before = _find(given, self.path[: self.path.index("*")])
        if not isinstance(before, Mapping):
            return before
        after = self.path[self.path.index("*") + 1 :]
        found = {key: _find(each, after) for key, each in before.items()}
        return {key: each for key, each in found.items() if each is not MISSING}


class EncodedCache:
    """A cache of what is made of structs, for later structs that are equal.

    From one position to the next few change, and all viewers of a position see most of it alike.
    """

    def __init__(self, make: Callable[[Any], Json]) -> None:
        self._make, self._encode = make, msgspec.json.Encoder().encode
        self._kept: dict[bytes, Json] = {}
        self._more: dict[tuple[int, str], tuple[Json, More | None]] = {}
        """By the object that was made, which is kept beside it so that no other one can have its number."""

    def __call__(self, value: Any) -> Json:
        told = self._encode(value)
        found = self._kept.get(told)
        if found is None:
            if len(self._kept) >= KEPT:
                self._kept.clear()
            found = self._kept[told] = self._make(value)
        return found

    def more(self, make: Callable[[Any, str, Json], More | None], value: Any, owner: str, openly: Json) -> More | None:
        """Return what some seats see beside what this made of the value, from the cache.

        What it made is another object for structs that differ in anything, in what is hidden, too.
        """
        found = self._more.get((id(openly), owner))
        if found is None:
            if len(self._more) >= KEPT:
                self._more.clear()
            found = self._more[id(openly), owner] = openly, make(value, owner, openly)
        return found[1]


def is_private(field: Field) -> bool:
    """Return whether a seat may see more of a field than everybody does."""
    if field.hidden is None:
        return field.holder.private
    return field.hidden.is_from_some or field.holder.glimpses


def public_reader(field: Field) -> Callable[[Any], Any]:
    """Return a function that makes from a struct what everybody sees of its field."""
    name, counted, openly = field.name, field.holder.counted, field.holder.openly()
    return lambda value: (openly if hidden_now(field, value) is None else counted)(getattr(value, name))


def hidden_now(field: Field, struct: Any) -> Hidden | None:
    """Return what hides a field now."""
    hidden = field.hidden
    if hidden is None or is_opened(hidden, struct):
        return None
    return hidden if field.told_to is None else hidden.to(field.told_to(struct))


def is_opened(hidden: Hidden, struct: Any) -> bool:
    """Return whether everybody sees by now what was hidden."""
    return bool(hidden.until_field) and bool(getattr(struct, hidden.until_field))


def put_all(fields: Iterable[tuple[Field, Any]], out: Json) -> Json:
    """Return an object with fields that may share objects in it put into it."""
    for field, written in fields:
        field.put(out, written)
    return out


def _put(out: Json, path: tuple[str, ...], written: Any) -> None:
    *above, last = path
    for step in above:
        out = _into(out, step)
    there = out.get(last)
    if isinstance(there, dict) and isinstance(written, dict):
        out[last] = {**there, **written}
    elif written is not None or not isinstance(there, dict):  # a record that is not there leaves what stands beside it
        out[last] = written


def _into(out: Json, key: str) -> Json:
    """Return a copy of the object under a key, which takes its place."""
    inner: Json = {**(out.get(key) or {})}
    out[key] = inner
    return inner


def _find(given: Any, path: tuple[str, ...]) -> Any:
    for step in path:
        if not isinstance(given, Mapping) or step not in given:
            return MISSING
        given = given[step]
    return given
