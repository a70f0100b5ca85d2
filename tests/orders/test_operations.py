"""Lines that change a position: levels that nobody names, things by their number, what a document leaves out."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.orders.moderation.operations import Ground
from adjudicator.orders.vocabulary.document_places import with_empty_values
from adjudicator.orders.vocabulary.refusals import Misread

LABELS = {"led": {"en": "", "ru": ""}, "armies": {"en": "army", "ru": "армия"}, "foot": {"en": "foot", "ru": "пехота"}}
DOCUMENT = {
    "state": {
        "led": {
            "red": {"coins": 3, "armies": [{"at": "lyon", "foot": 2}, {"at": "metz", "foot": 1}]},
            "blue": {"coins": 1, "armies": []},
        }
    }
}
SCHEMA = {
    "properties": {
        "state": {
            "properties": {
                "led": {
                    "properties": {
                        "red": {"properties": {"towns": {"type": "array", "items": {"enum": ["lyon", "metz"]}}}},
                        "blue": {
                            "properties": {"debts": {"type": "integer"}, "armies": {"type": "array", "items": {}}}
                        },
                    }
                }
            }
        }
    }
}

TOWNS = LABELS | {"at": {"en": "place"}, "lyon": {"en": "Lyon"}, "metz": {"en": "Metz"}, "paris": {"en": "Paris"}}
ROWS = {
    "properties": {
        "state": {
            "properties": {
                "led": {
                    "properties": {
                        "red": {
                            "properties": {
                                "armies": {
                                    "type": "array",
                                    "items": {
                                        "properties": {
                                            "at": {"enum": ["lyon", "metz", "paris", None]},
                                            "foot": {"type": "integer"},
                                        }
                                    },
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}


def changed(*lines: str, document: Any = DOCUMENT) -> Any:
    ground = Ground(document, None, LABELS)
    for line in lines:
        ground.change(ground.read(line, "en"))
    return ground.document["state"]["led"]


def test_a_level_without_a_name_is_not_named() -> None:
    assert changed("red coins +2")["red"]["coins"] == 5
    ground = Ground(DOCUMENT, None, LABELS)
    assert ground.told(ground.read("coins blue 4", "en"), "en") == "blue coins: 1 → 4"


def test_one_of_several_has_its_number_from_1() -> None:
    found = changed("red army 2 foot +3", "пехота red армия 1 5", "army 2 red at foot")
    assert found["red"]["armies"] == [{"at": "lyon", "foot": 5}, {"at": "foot", "foot": 4}]
    assert DOCUMENT["state"]["led"]["red"]["armies"][1] == {"at": "metz", "foot": 1}


def test_a_number_that_nothing_has_is_refused() -> None:
    with pytest.raises(Misread):
        changed("red army 3 foot +3")


def test_what_a_document_leaves_out_is_there_to_be_changed() -> None:
    document = with_empty_values(DOCUMENT, SCHEMA)
    assert document["state"]["led"]["red"]["towns"] == []
    assert "debts" not in DOCUMENT["state"]["led"]["blue"]
    assert changed("blue debts +2", document=document)["blue"]["debts"] == 2


def test_the_name_of_one_field_may_be_left_out_where_only_one_is_possible() -> None:
    document = with_empty_values(DOCUMENT, ROWS)
    ground = Ground(document, None, TOWNS, ROWS)
    assert ground.told(ground.read("red army 2 to Lyon", "en"), "en") == "red Army 2 Place: Metz → Lyon"
    with pytest.raises(Misread):
        ground.read("red army 2 to red", "en")


def test_rows_are_added_and_taken_away_by_what_they_name() -> None:
    ground = Ground(with_empty_values(DOCUMENT, ROWS), None, TOWNS, ROWS)
    for line in ("red army -lyon", "red army +paris", "red army 2 foot +3", "red army 1 place none"):
        ground.change(ground.read(line, "en"))
    assert ground.document["state"]["led"]["red"]["armies"] == [
        {"at": None, "foot": 1},
        {"at": "paris", "foot": 3},
    ]
    with pytest.raises(Misread):
        ground.read("red army -lyon", "en")


@pytest.mark.parametrize("name", ["Lyon-Sud", "lyon-sud", "Lyon–Sud", "Lyon Sud"])
@pytest.mark.parametrize("sign", ["", "+", "-"])
def test_a_hyphen_in_a_name_takes_nothing_away(name: str, sign: str) -> None:
    """With a sign before it the name is added or taken away, as one without a hyphen is."""
    labels = LABELS | {"lyon": {"en": "Lyon-Sud"}, "metz": {"en": "Metz"}}
    where = {"type": "array", "items": {"enum": ["lyon"]}} if sign else {"enum": ["lyon", "metz"]}
    schema = {"properties": {"state": {"properties": {"home": where}}}}
    before: Any = (["lyon"] if sign == "-" else []) if sign else "metz"
    ground = Ground({"state": {"home": before}}, None, labels, schema)
    after = ground.read(f"home {sign}{name}", "en").after
    assert after == ({"+": ["lyon"], "-": []}[sign] if sign else "lyon")


@pytest.mark.parametrize(("line", "value"), [("red tired yes", True), ("red tired нет", False)])
def test_yes_and_no_are_values(line: str, value: bool) -> None:
    ground = Ground({"state": {"red": {"tired": not value}}}, None, {})
    assert ground.read(line, "en").after is value
