"""What fields of a position are called, for a moderator who changes it by hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.games.europa_universalis.game import GAME
from adjudicator.games.europa_universalis.words.book import FIELDS
from adjudicator.language import CODES

THINGS = {id for kind in GAME.part("names").kinds for id in kind.ids}


def fields(schema: dict[str, Any]) -> Iterator[str]:
    """The fields of a document, without the things that they are about; house rules are not changed by hand."""
    for key, of in schema.get("properties", {}).items():
        if key != "rules":
            yield from fields(of)
            yield from () if key in THINGS else (key,)
    yield from fields(schema["items"]) if "items" in schema else ()


def test_every_field_has_a_name_in_every_language() -> None:
    there = set(fields(GAME.document_schema()["properties"]["state"]))
    assert there == FIELDS.rows.keys() - THINGS
    for field, names in FIELDS.rows.items():
        assert set(names) == set(CODES), field
        assert all(names.values()) or not any(names.values()), field
