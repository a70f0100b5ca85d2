"""Samples of reports, their renderings, and what a reader sees of an HTML page.

`UPDATE_GOLDEN=1 pytest tests/reports/test_golden.py` writes the golden files anew; read the difference.
"""

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from datetime import datetime
from enum import Enum
from pathlib import Path

import msgspec
import pytest
from lxml import etree
from lxml.html import document_fromstring

from adjudicator.reports.layout.render import Rendered, render
from adjudicator.reports.model import Report

HERE = Path(__file__).parent
SAMPLES = sorted(path.stem for path in (HERE / "samples").glob("*.yaml"))
WORD = re.compile(r"[\w+]+")


def load(name: str) -> Report:
    return msgspec.yaml.decode((HERE / "samples" / f"{name}.yaml").read_bytes(), type=Report)


@pytest.fixture(params=SAMPLES)
def name(request: pytest.FixtureRequest) -> str:
    assert isinstance(request.param, str)
    return request.param


@pytest.fixture
def report(name: str) -> Report:
    return load(name)


@pytest.fixture
def rendered(report: Report) -> Rendered:
    return render(report)


@pytest.fixture
def golden() -> Path:
    return HERE / "golden"


@pytest.fixture
def sample() -> Callable[[str], Report]:
    return load


@pytest.fixture
def largest() -> Report:
    """More than any turn can bring: every space in the table, 128 options, 120 lines of news."""
    report = load("action_round.ru")
    assert report.standing is not None
    assert report.news is not None
    table = load("action_round.en").standing
    assert table is not None
    spaces = msgspec.structs.replace(table.tables[1], rows=table.tables[1].rows * 14)
    lines = tuple(msgspec.structs.replace(group, lines=group.lines * 8) for group in report.news.groups)
    question = report.questions[0]
    return msgspec.structs.replace(
        report,
        standing=msgspec.structs.replace(report.standing, tables=(*report.standing.tables, spaces)),
        news=msgspec.structs.replace(report.news, groups=lines * 2),
        questions=(msgspec.structs.replace(question, groups=question.groups * 8),),
    )


def parsed(html: str) -> ET.Element:
    """The page as a tree."""
    return ET.fromstring(etree.tostring(document_fromstring(html), encoding="unicode"))


@pytest.fixture
def tree() -> Callable[[str], ET.Element]:
    return parsed


def local(element: ET.Element) -> str:
    return element.tag.rpartition("}")[2]


def seen(html: str) -> str:
    """What a reader of the page sees, and what is read to him in place of pictures."""

    def walk(element: ET.Element) -> Iterator[str]:
        if local(element) in ("head", "style"):
            return
        # The coloured letter repeats the name behind it for those who see no colours.
        if "letter" not in element.get("class", "").split():
            yield element.get("alt", "")
            yield element.text or ""
        for child in element:
            yield from walk(child)
            yield child.tail or ""

    return " ".join(walk(parsed(html)))


@pytest.fixture
def visible() -> Callable[[str], str]:
    return seen


@pytest.fixture
def words_of() -> Callable[[str], set[str]]:
    return lambda text: {word.casefold() for word in WORD.findall(text)}


_NOT_SHOWN = {"kind", "language", "zone", "cid", "letter", "mark", "align", "outcome", "tone", "width", "png", "dues"}


def strings(value: object) -> Iterator[str]:
    """Every text and number of the model that a reader must be told."""
    if isinstance(value, Enum | datetime | bool | bytes):
        return
    if isinstance(value, str | int):
        yield str(value)
    elif isinstance(value, tuple):
        for inner in value:
            yield from strings(inner)
    elif isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            if field not in _NOT_SHOWN:
                yield from strings(getattr(value, field))


@pytest.fixture
def facts() -> Callable[[Report], str]:
    return lambda report: " ".join(strings(report))
