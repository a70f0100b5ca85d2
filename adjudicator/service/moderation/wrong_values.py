"""Say what is wrong with a value that somebody wrote, each in a sentence: key, value, and what is allowed there."""

import re
from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

_PATH = re.compile(r" - at `\$(?P<path>[^`]*)`$")
_STEP = re.compile(r"\.([^.\[]+)|\[(\d+)\]|\[([^\]]*)\]")
_MISSING = re.compile(r"Object missing required field `(?P<name>[^`]+)`")
_UNKNOWN = re.compile(r"Object contains unknown field `(?P<name>[^`]+)`")
T = TypeVar("T")
LONGEST = 60
"""Characters of a value that are shown."""


def converted(given: Any, kind: type[T]) -> tuple[T | None, list[str]]:
    """Return the value, and a sentence for each thing that is wrong with it.

    Wrong parts are left out, or stand as something that is allowed there, while the rest is read. Nothing is returned
    where a part was needed.

    >>> class Rules(msgspec.Struct, forbid_unknown_fields=True):
    ...     hours: int = 0
    >>> converted({"ours": 3, "hours": 2, "days": 1}, Rules)[1]
    ['ours: there is no such key; there are hours', 'days: there is no such key; there are hours']
    """
    told: list[str] = []
    rest, whole = deepcopy(given), True
    while True:
        try:
            found = msgspec.convert(rest, kind)
        except msgspec.ValidationError as error:
            said = sentence(error, rest, kind)
            if said in told:  # nothing that is allowed there was found
                return None, told
            told.append(said)
            rest, left_out = _without(rest, error, inspect.type_info(kind))
            whole = whole and left_out
        else:
            return (found if whole else None), told


def _without(value: Any, error: msgspec.ValidationError, kind: inspect.Type) -> tuple[Any, bool]:
    """Return the value without what is wrong in it, and whether that could be left out."""
    steps = _steps(error)
    missing, unknown = _MISSING.match(str(error)), _UNKNOWN.match(str(error))
    if found := missing or unknown:
        steps.append(found["name"])
    if not steps:
        return _allowed_value(kind), False
    *above, last = steps
    holder, owner = _followed(above, value, kind)[1:]
    fields = {field.encode_name: field for field in getattr(_alternative(owner), "fields", ())}
    if unknown or (last in fields and not fields[str(last)].required and not missing):
        del holder[last]
        return value, True
    if last == "...":
        holder.clear()
        return value, False
    holder[last] = _allowed_value(_followed([last], holder, owner)[2])
    return value, False


def _allowed_value(kind: inspect.Type) -> Any:
    """Return something that a place accepts."""
    match kind:
        case inspect.StructType(fields=fields):
            return {field.encode_name: _allowed_value(field.type) for field in fields if field.required}
        case inspect.DictType():
            return {}
        case inspect.VarTupleType() | inspect.ListType():
            return []
        case inspect.EnumType(cls=cls):
            return next(iter(cls)).value
        case inspect.LiteralType(values=values):
            return values[0]
        case inspect.UnionType(types=types):
            return _allowed_value(types[0])
    return {inspect.StrType: "", inspect.IntType: 0, inspect.FloatType: 0.0, inspect.BoolType: False}.get(type(kind))


def sentence(error: msgspec.ValidationError, given: Any, kind: Any) -> str:
    """Return the sentence for `msgspec.convert(given, kind)` that failed.

    >>> class Rules(msgspec.Struct, forbid_unknown_fields=True):
    ...     hours: int = 0
    >>> try:
    ...     msgspec.convert({"hours": "many"}, Rules)
    ... except msgspec.ValidationError as error:
    ...     sentence(error, {"hours": "many"}, Rules)
    "hours = 'many': that must be a whole number"
    """
    place, value, expected = _followed(_steps(error), given, inspect.type_info(kind))
    missing, unknown = _MISSING.match(str(error)), _UNKNOWN.match(str(error))
    if missing:
        return f"{_with(place, missing['name'])} is missing"
    if unknown:
        return f"{_with(place, unknown['name'])}: there is no such key; there are {', '.join(_keys(expected))}"
    shown = repr(value) if len(repr(value)) <= LONGEST else repr(value)[:LONGEST] + "…"
    return f"{place or 'the whole'} = {shown}: that must be {_allowed(expected)}"


def _steps(error: msgspec.ValidationError) -> list[str | int]:
    """Return the keys and numbers that lead to the place of an error."""
    found = _PATH.search(str(error))
    return [
        int(number) if number else name or key for name, number, key in _STEP.findall(found["path"] if found else "")
    ]


def _followed(steps: Sequence[str | int], value: Any, kind: inspect.Type) -> tuple[str, Any, inspect.Type]:
    """Return the name of the place, the value there, and the type it should have."""
    place = ""
    for step in steps:
        kind = _alternative(kind)
        if isinstance(step, int):
            place += f"[{step}]"
            value = value[step] if isinstance(value, Sequence) and step < len(value) else None
            kind = getattr(kind, "item_type", inspect.AnyType())
            continue
        if step == "...":  # a key of a table, which the library does not name
            kind = getattr(kind, "value_type", inspect.AnyType())
            continue
        place = _with(place, step)
        value = value.get(step) if isinstance(value, Mapping) else None
        fields = {field.encode_name: field.type for field in getattr(kind, "fields", ())}
        kind = fields.get(step, inspect.AnyType())
    return place, value, kind


def _alternative(kind: inspect.Type) -> inspect.Type:
    """Return the part of `X | None` that has parts."""
    if isinstance(kind, inspect.UnionType):
        return next((each for each in kind.types if not isinstance(each, inspect.NoneType)), kind)
    return kind


def _with(place: str, name: str) -> str:
    return f"{place}.{name}" if place else name


def _keys(kind: inspect.Type) -> list[str]:
    return [field.encode_name for field in getattr(_alternative(kind), "fields", ())]


_PLAIN: Mapping[type[inspect.Type], str] = {
    inspect.BoolType: "true or false",
    inspect.IntType: "a whole number",
    inspect.FloatType: "a number",
    inspect.StrType: "a text",
    inspect.DateTimeType: "a moment like 2026-11-20T18:00:00Z",
    inspect.DateType: "a day like 2026-11-20",
    inspect.NoneType: "null",
}


def _allowed(kind: inspect.Type) -> str:
    """Describe in words what a place accepts."""
    match kind:
        case inspect.EnumType(cls=cls):
            return "one of " + ", ".join(str(each.value) for each in cls)
        case inspect.LiteralType(values=values):
            return "one of " + ", ".join(map(str, values))
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            return f"a list, like [1, 2], each {_allowed(item)}"
        case inspect.StructType() | inspect.DictType():
            keys = _keys(kind)
            return "a table" + (f" with the keys {', '.join(keys)}" if keys else "")
        case inspect.UnionType(types=types):
            return " or ".join(_allowed(each) for each in types)
        case _:
            return _PLAIN.get(type(kind), "something else")
