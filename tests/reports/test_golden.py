"""Whole mails as text, reviewed by reading the files in `golden/`."""

import os
from pathlib import Path

from adjudicator.reports.layout.columns import WIDTH, width
from adjudicator.reports.layout.render import Rendered


def test_text_is_as_reviewed(name: str, rendered: Rendered, golden: Path) -> None:
    mail = f"Subject: {rendered.subject}\n\n{rendered.text}"
    path = golden / f"{name}.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(mail, "utf-8")
    assert mail == path.read_text("utf-8")


def test_no_line_is_wider_than_72_columns(rendered: Rendered) -> None:
    assert [line for line in rendered.text.splitlines() if width(line) > WIDTH] == []


def test_no_line_ends_in_spaces(rendered: Rendered) -> None:
    assert [line for line in rendered.text.splitlines() if line != line.rstrip()] == []


def test_no_markup_remains_in_the_text(rendered: Rendered) -> None:
    assert not {"&amp;", "&lt;", "<b>", "{{", "{%"} & set(rendered.text.split())
    assert "\n\n\n" not in rendered.text


def test_every_golden_file_belongs_to_a_sample(golden: Path) -> None:
    samples = {path.stem for path in (golden.parent / "samples").glob("*.yaml")}
    assert {path.stem for path in golden.glob("*.txt")} == samples
