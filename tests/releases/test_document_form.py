"""What is wrong with the form of a document, found as the library finds it."""

from __future__ import annotations

from typing import Any

import jsonschema
import pytest

from adjudicator.rules_api.document_form import errors

SCHEMA: dict[str, Any] = {
    "$defs": {"town": {"enum": ["lyon", "metz"]}},
    "type": "object",
    "properties": {"towns": {"type": "array", "items": {"$ref": "#/$defs/town"}}, "coins": {"type": "integer"}},
    "patternProperties": {},
    "propertyNames": {"maxLength": 6},
    "additionalProperties": {"type": "object", "properties": {"at": {"$ref": "#/$defs/town"}}},
    "required": ["towns"],
}


def schema() -> dict[str, Any]:
    return SCHEMA


@pytest.mark.parametrize(
    "document",
    [
        {"towns": ["lyon", "metz", "lyon"], "coins": 3},
        {"towns": ["lyon", "paris", "paris"], "coins": "3"},
        {"coins": True, "red": {"at": "rome"}, "blue": {"at": "metz"}},
        {"towns": "lyon", "a_long_name": 3},
        ["lyon"],
        None,
    ],
)
def test_the_same_is_found_as_by_the_library_each_time(document: object) -> None:
    wanted = [(each.json_path, each.message) for each in jsonschema.Draft202012Validator(SCHEMA).iter_errors(document)]
    for _ in range(2):
        assert sorted((each.json_path, each.message) for each in errors(document, schema)) == sorted(wanted)
