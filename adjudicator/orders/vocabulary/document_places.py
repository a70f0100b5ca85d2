"""Places of a game's document: what stands where, what may stand there by the schema, how a change is written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any, Final

from msgspec import Struct

Path = tuple[str, ...]
Schema = Mapping[str, Any]
ANYTHING: Final[Schema] = {}
"""The schema of a place for which there is none."""
SILENT = ("state",)
"""Levels of a document that nobody names."""


class Leaf(Struct, frozen=True):
    """A figure, a name, a list of names or of rows; where it stands, and its schema."""

    path: Path
    value: Any
    shape: Schema = ANYTHING

    @property
    def may_be_none(self) -> bool:
        return _is_none(self.shape)

    @property
    def may_be_empty(self) -> bool:
        """Whether nothing may stand here, or an empty text for it."""
        return self.may_be_none or "" in self.shape.get("enum", ())

    def admits(self, thing: str) -> bool:
        """Return whether a thing may stand here, or in this list."""
        return _admits(self.shape.get("items", ANYTHING) if isinstance(self.value, list) else self.shape, thing)

    @property
    def has_rows(self) -> bool:
        """Whether it is a list of rows, each with several fields."""
        return isinstance(self.value, list) and (_are_rows(self.value) or "properties" in self.shape.get("items", ()))

    def row(self, thing: str) -> dict[str, Any] | None:
        """Return a new row with this thing and nothing else, or None if a row needs more."""
        fields: Mapping[str, Schema] = self.shape.get("items", ANYTHING).get("properties", ANYTHING)
        key = next((name for name, shape in fields.items() if thing in shape.get("enum", ())), None)
        if key is None:
            return None
        others = {name: empty(shape) for name, shape in fields.items() if name != key and not _is_none(shape)}
        return None if None in others.values() else {key: thing, **others}

    def rows_with(self, thing: str) -> list[int]:
        """Return the places in the list, from 0, of the rows that have this thing."""
        return [at for at, row in enumerate(self.value) if thing in row.values()]


def leaves(node: Mapping[str, Any], schema: Schema = ANYTHING, above: Path = ()) -> Iterator[Leaf]:
    """Yield the values of a document with their places; rows of a list by number, from 1, and that list as a whole."""
    fields = _fields(schema)
    for key, value in node.items():
        shape = fields.get(key, ANYTHING)
        leaf = Leaf((*above, key), value, shape)
        if isinstance(value, Mapping):
            yield from leaves(value, shape, leaf.path)
        else:
            yield leaf
            if leaf.has_rows:
                for number, row in _by_number(value).items():
                    yield from leaves(row, shape.get("items", ANYTHING), (*leaf.path, number))


def with_empty_values(document: Mapping[str, Any], schema: Schema) -> dict[str, Any]:
    """Return a document with the empty values that it leaves out: figures of 0, empty lists, null for things."""
    found, fields = dict(document), _fields(schema)
    for key, of in fields.items():
        if key not in found and _may_be_left_out(of):
            found[key] = empty(of)
        elif isinstance(found.get(key), Mapping):
            found[key] = with_empty_values(found[key], of)
    return found


def change_at(node: Any, path: Path, after: Any) -> Any:
    """Return a change as keys of the document; a changed list is given as a whole."""
    if not path:
        return after
    key, *deeper = path
    if isinstance(node, list):
        rows = _by_number(node)
        return [put(row, change_at(row, (*deeper,), after)) if n == key else row for n, row in rows.items()]
    return {key: change_at(node.get(key), (*deeper,), after)}


def put(document: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return a document, or earlier changes, with these changes applied; a removed value is there as null."""
    found = dict(document)
    for key, value in changes.items():
        inner = found.get(key)
        found[key] = put(inner, value) if isinstance(value, Mapping) and isinstance(inner, Mapping) else value
    return found


def empty(shape: Schema) -> Any:
    """Return the value of a place that is empty; None also where a place cannot be empty."""
    kind = shape.get("type")
    return max(0, shape.get("minimum", 0)) if kind == "integer" else deepcopy(_NOTHING.get(kind))


_NOTHING: Final[Mapping[Any, Any]] = {"array": [], "boolean": False}


def _fields(shape: Schema) -> Mapping[str, Schema]:
    """Return the schemas of the parts of a place, also where it may be empty."""
    return next((each["properties"] for each in (shape, *shape.get("anyOf", ())) if "properties" in each), ANYTHING)


def _is_none(shape: Schema) -> bool:
    return None in shape.get("enum", ())


def _may_be_left_out(shape: Schema) -> bool:
    """Return whether it is a figure, a list of names, or a thing that may be none."""
    kind = shape.get("type")
    return kind == "integer" or _is_none(shape) or (kind == "array" and "enum" in shape.get("items", {}))


def _admits(shape: Schema, thing: str) -> bool:
    if "properties" in shape:
        return any(thing in each.get("enum", ()) for each in shape["properties"].values())
    return thing in shape["enum"] if "enum" in shape else "type" not in shape


def _are_rows(value: Any) -> bool:
    return any(isinstance(each, dict) for each in value)


def _by_number(rows: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {str(number): each for number, each in enumerate(rows, 1)}


def written(changes: Mapping[str, Any]) -> str:
    """Return changes as lines without names: `coins.bakers = 6; renown.smiths = 2`."""
    told = []
    for leaf in leaves(changes):
        path, value = leaf.path, leaf.value
        if not (value and leaf.has_rows):
            shown = ", ".join(map(str, value)) if isinstance(value, list) else "-" if value is None else value
            told.append(f"{'.'.join(key for key in path if key not in SILENT)} = {shown}")
    return "; ".join(told)
