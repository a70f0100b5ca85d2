"""The copy of a report for programs: JSON with a published schema (`docs/reference/report.schema.json`).

It is the model that text, page and calendar entries are made of, without the bytes of pictures. Fields that have
their default are left out. Within one version fields are only added.

    python -m adjudicator.reports.layout.data > docs/reference/report.schema.json
"""

import json
from typing import Any

import msgspec

from adjudicator.reports.layout.plain import clean
from adjudicator.reports.model import Report

FORMAT = "adjudicator-report"
VERSION = 1


def to_json(report: Report) -> bytes:
    """Return the report as JSON, without the bytes of its pictures."""
    bare = tuple(msgspec.structs.replace(picture, png=b"", page="") for picture in report.pictures)
    told = msgspec.to_builtins(clean(msgspec.structs.replace(report, pictures=bare)))
    return msgspec.json.format(msgspec.json.encode({"format": FORMAT, "version": VERSION, **told}), indent=1)


def from_json(data: bytes) -> Report:
    """Return the report that `to_json` wrote.

    Raises:
        msgspec.ValidationError: It is not one.
    """
    return msgspec.json.decode(data, type=Report)


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of what `to_json` writes."""
    schema = msgspec.json.schema(Report)
    report = schema["$defs"]["Report"]
    report["properties"] = {"format": {"const": FORMAT}, "version": {"const": VERSION}, **report["properties"]}
    report["required"] = ["format", "version", *report["required"]]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}


if __name__ == "__main__":
    print(json.dumps(json_schema(), indent=2, ensure_ascii=False))
