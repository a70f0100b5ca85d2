"""The fields of structs: where each stands in a document, and what everybody sees of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple

import msgspec

from adjudicator.components.holders import Hidden, Holder, Json

MISSING: Final[Any] = object()
KEPT: Final = 256
"""The number of values of which the public part is cached."""


class Field(NamedTuple):
    """A field of a struct, prepared: where it stands in a document and who sees it."""

    name: str
    path: tuple[str, ...]
    """Keys in the document; "*" where those of its `By` go. Empty: it is not in it."""
    holder: Holder
    rare: bool
    hidden: Hidden | None
    optional: bool
    """Whether the struct has a default for it, so that a document may leave it out."""
    told_to: Callable[[Any], list[str]] | None = None
    """The seats that a struct names as those who see the field all the same (`Hidden.but`)."""

    @property
    def star(self) -> bool:
        return "*" in self.path

    def lacks(self, given: Mapping[str, Any]) -> bool:
        """Return whether a document leaves it out."""
        return self.find(given) is MISSING

    def put(self, out: Json, written: Any) -> None:
        """Put what is written where it stands."""
        if not self.star:
            _put(out, self.path, written)
            return
        star = self.path.index("*")
        for step in self.path[:star]:
            out = out.setdefault(step, {})
        *deeper, last = self.path[star + 1 :]
        for key, each in written.items():
            inner = out.setdefault(key, {})
            for step in deeper:
                inner = inner.setdefault(step, {})
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


class Kept:
    """A cache of what is made of structs, for later structs that are equal.

    From one position to the next few change, and all viewers of a position see most of it alike.
    """

    def __init__(self, make: Callable[[Any], Json]) -> None:
        self._make, self._encode = make, msgspec.json.Encoder().encode
        self._kept: dict[bytes, Json] = {}

    def __call__(self, value: Any) -> Json:
        told = self._encode(value)
        found = self._kept.get(told)
        if found is None:
            if len(self._kept) >= KEPT:
                self._kept.clear()
            found = self._kept[told] = self._make(value)
        return found


def is_private(field: Field) -> bool:
    """Return whether a seat may see more of a field than everybody does."""
    if field.hidden is None:
        return field.holder.private
    return field.hidden.is_from_some or field.holder.glimpses


def opened(field: Field) -> Callable[[Any], Any]:
    """Return a function that makes from a struct what everybody sees of its field."""
    name, counted, openly = field.name, field.holder.counted, field.holder.openly()
    return lambda value: (openly if hidden_now(field, value) is None else counted)(getattr(value, name))


def hidden_now(field: Field, struct: Any) -> Hidden | None:
    """Return what hides a field now."""
    hidden = field.hidden
    if hidden is not None and hidden.until_field and getattr(struct, hidden.until_field):
        return None
    if field.told_to is None or hidden is None:
        return hidden
    told = field.told_to(struct)
    return hidden.to(frozenset(told)) if told else hidden


def put_all(fields: Iterable[tuple[Field, Any]]) -> Json:
    """Return an object of fields that may share objects in it."""
    out: Json = {}
    for field, written in fields:
        field.put(out, written)
    return out


def _put(out: Json, path: tuple[str, ...], written: Any) -> None:
    *above, last = path
    for step in above:
        out = out.setdefault(step, {})
    there = out.get(last)
    if isinstance(there, dict) and isinstance(written, dict):
        there.update(written)
    else:
        out[last] = written


def _find(given: Any, path: tuple[str, ...]) -> Any:
    for step in path:
        if not isinstance(given, Mapping) or step not in given:
            return MISSING
        given = given[step]
    return given
