"""Find what is wrong with the form of a state document that has a published schema.

The library follows each reference and looks at each value again, and a document says the same few ids hundreds of
times: here references are spelt out once, and what a value was found to be is remembered.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import jsonschema

from adjudicator.components.field_types import Json

_MOST = 20_000
"""Values that are remembered as right; what somebody writes has no end."""


def errors(doc: object, schema: Callable[[], Json]) -> list[jsonschema.ValidationError]:
    """Return what is wrong with the form of a document, by path. `schema` returns the same object each time."""
    return sorted(_validator(schema).iter_errors(doc), key=lambda error: error.json_path)


@lru_cache(maxsize=8)
def _validator(schema: Callable[[], Json]) -> Any:
    keywords = {
        "items": _items, "properties": _properties, "propertyNames": _names, "additionalProperties": _others,
    }  # fmt: skip
    remembering: Any = jsonschema.validators.extend(jsonschema.Draft202012Validator, keywords)  # type: ignore[no-untyped-call]
    return remembering(_spelt_out(schema(), schema().get("$defs", {}), {}))


def _spelt_out(part: Any, defined: Json, known: Json) -> Any:
    """Return a part of the schema with its references replaced by what they mean.

    What is `known` already is the same object.
    """
    if isinstance(part, list):
        return [_spelt_out(each, defined, known) for each in part]
    if not isinstance(part, dict):
        return part
    if "$ref" in part:
        name = part["$ref"].removeprefix("#/$defs/")
        if name not in known:
            known[name] = _spelt_out(defined[name], defined, known)
        return known[name]
    return {key: _spelt_out(each, defined, known) for key, each in part.items() if key != "$defs"}


_right: set[tuple[int, type, object]] = set()
"""Parts of the schema, by their place in memory where they stay, and values that they allow."""


def _descend(validator: Any, value: object, part: Any, **place: Any) -> Iterator[jsonschema.ValidationError]:
    asked = (id(part), type(value), value) if isinstance(value, str | int) else None
    if asked in _right:
        return
    wrong = list(validator.descend(value, part, **place))
    if asked and not wrong and len(_right) < _MOST:
        _right.add(asked)
    yield from wrong


def _items(validator: Any, part: Any, given: object, _: Json) -> Iterator[jsonschema.ValidationError]:
    for number, each in enumerate(given) if isinstance(given, list) else ():
        yield from _descend(validator, each, part, path=number)


def _properties(validator: Any, parts: Json, given: object, _: Json) -> Iterator[jsonschema.ValidationError]:
    if isinstance(given, dict):
        for key, part in parts.items():
            if key in given:
                yield from _descend(validator, given[key], part, path=key, schema_path=key)


def _names(validator: Any, part: Any, given: object, _: Json) -> Iterator[jsonschema.ValidationError]:
    for key in given if isinstance(given, dict) else ():
        yield from _descend(validator, key, part)


def _others(validator: Any, part: Any, given: object, beside: Json) -> Iterator[jsonschema.ValidationError]:
    if not isinstance(part, dict) or not isinstance(given, dict):
        yield from jsonschema.Draft202012Validator.VALIDATORS["additionalProperties"](validator, part, given, beside)
        return
    named = beside.get("properties", {})
    for key in given:
        if key not in named:
            yield from _descend(validator, given[key], part, path=key)
