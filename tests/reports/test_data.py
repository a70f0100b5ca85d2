"""The copy for programs says what the mail says: text and page can be made again from it."""

import json
from collections.abc import Callable
from pathlib import Path

import jsonschema
import msgspec
import pytest

from adjudicator.reports.layout.data import from_json, json_schema, to_json
from adjudicator.reports.layout.render import Rendered, render
from adjudicator.reports.model import Report

SCHEMA = Path(__file__).parents[2] / "docs" / "reference" / "report.schema.json"


def test_text_and_page_can_be_made_from_the_copy(report: Report, rendered: Rendered) -> None:
    assert render(from_json(to_json(report))) == rendered


def test_the_copy_fits_the_published_schema(report: Report) -> None:
    jsonschema.validate(json.loads(to_json(report)), json.loads(SCHEMA.read_bytes()))


def test_the_published_schema_is_that_of_the_model() -> None:
    """Mend with: python -m adjudicator.reports.layout.data > docs/reference/report.schema.json"""
    assert json.loads(SCHEMA.read_bytes()) == json.loads(json.dumps(json_schema()))


def test_another_document_does_not_fit(sample: Callable[[str], Report]) -> None:
    told = json.loads(to_json(sample("done.en")))
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**told, "version": 2}, json_schema())
    with pytest.raises(msgspec.ValidationError):
        from_json(json.dumps({**told, "kind": "poem"}).encode())


def test_pictures_are_named_and_described_but_not_sent_twice(sample: Callable[[str], Report]) -> None:
    report = sample("action_round.en")
    pictures = tuple(msgspec.structs.replace(picture, png=b"PNG" * 1000) for picture in report.pictures)
    told = to_json(msgspec.structs.replace(report, pictures=pictures))
    assert len(told) < 12_000
    assert from_json(told).pictures == report.pictures
