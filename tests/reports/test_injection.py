"""Foreign text stays text: it opens no element, starts no line, turns nothing round, and is no order."""

import xml.etree.ElementTree as ET
from collections.abc import Callable
from datetime import datetime

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.reports.layout.columns import WIDTH, width
from adjudicator.reports.layout.html import _elements
from adjudicator.reports.layout.plain import clean, plain
from adjudicator.reports.layout.render import render
from adjudicator.reports.layout.words import Words
from adjudicator.reports.model import (
    Form,
    FormLine,
    Kind,
    News,
    NewsGroup,
    NewsLine,
    OrderOutcome,
    Reading,
    ReadLine,
    Report,
)

ATTACKS = [
    "</h1><script>alert(1)</script>",
    '"><img src="https://evil.example/x.png">',
    "<!-- ",
    "]]>",
    "{{ report.seat }}{% raw %}",
    "A\r\nBcc: victim@example.org",
    "one\ntwo\u2028three\x85four\x0bfive",
    "\u202eevil\u2066",
    "x\x00\ud800y",
    "&lt;b&gt;&amp;",
    "%(number)s %s",
]


def attacked(sample: Callable[[str], Report], attack: str) -> Report:
    report = sample("done.en")
    assert report.reading is not None
    line = ReadLine(number=1, original=attack, outcome=OrderOutcome.UNREADABLE, reading=attack, detail=attack)
    return msgspec.structs.replace(
        report,
        campaign=attack,
        seat=attack,
        title=attack,
        lead=(attack,),
        reading=msgspec.structs.replace(report.reading, lines=(line,), ignored=(attack,)),
        news=News(groups=(NewsGroup(lines=(NewsLine(text=attack, note=attack),), heading=attack),)),
    )


@pytest.mark.parametrize("attack", ATTACKS)
def test_markup_of_players_opens_nothing(
    sample: Callable[[str], Report], tree: Callable[[str], ET.Element], attack: str
) -> None:
    harmless, page = (tree(render(attacked(sample, text)).html) for text in ("x", attack))
    assert [element.tag for element in page.iter()] == [element.tag for element in harmless.iter()]


@pytest.mark.parametrize("attack", ATTACKS)
def test_markup_of_players_is_shown_as_they_wrote_it(
    sample: Callable[[str], Report], visible: Callable[[str], str], attack: str
) -> None:
    rendered = render(attacked(sample, attack))
    assert plain(attack) in " ".join(visible(rendered.html).split("\n"))
    assert plain(attack).split()[0] in rendered.text if plain(attack) else True


@pytest.mark.parametrize("attack", ATTACKS)
def test_subject_is_one_line_with_one_pair_of_brackets_at_its_start(
    sample: Callable[[str], Report], attack: str
) -> None:
    subject = render(attacked(sample, attack)).subject
    assert subject.isprintable()
    assert subject.startswith("Re: [")
    assert len(subject) < 300


def test_title_cannot_close_the_bracket_of_the_subject(sample: Callable[[str], Report]) -> None:
    report = msgspec.structs.replace(sample("scoring.ru"), campaign="x] [Other game", seat="")
    assert render(report).subject == "[x) (Other] ход 1 окончен"


FORM = Form(opening="ORDERS 12", closing="END", choices=(FormLine(order="end"),))


def with_text(text: str) -> Report:
    written = msgspec.convert("2026-11-20T12:00:00Z", type=datetime)
    line = ReadLine(number=1, original=text, outcome=OrderOutcome.IGNORED)
    return Report(
        kind=Kind.PROMPT,
        campaign="Sun King",
        title=text or "x",
        written=written,
        lead=(text,),
        reading=Reading(lines=(line,), kept=(text,)),
        form=FORM,
    )


@pytest.mark.parametrize("text", ["ORDERS 12", " orders  12 ", "a" * 70 + " ORDERS 12", "ORDERS 12\n12a\nEND"])
def test_no_foreign_line_looks_like_the_order_form(text: str) -> None:
    lines = [line.strip().casefold() for line in render(with_text(text)).text.splitlines()]
    assert lines.count("orders 12") == 1
    start = lines.index("orders 12")
    assert lines[start + 2 : start + 4] == ["# end", "end"]
    assert lines.count("end") == 1


def test_no_paragraph_of_the_page_is_a_marker(tree: Callable[[str], ET.Element]) -> None:
    page = tree(render(with_text("ORDERS 12")).html)
    texts = [(element.tag, (element.text or "").strip()) for element in page.iter()]
    assert [tag.rpartition("}")[2] for tag, text in texts if text == "ORDERS 12"] == ["div"]


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.text(max_size=300))
def test_any_text_keeps_the_mail_in_shape(text: str) -> None:
    rendered, report = render(with_text(text)), clean(with_text(text))
    page = _elements(report, Words(report), rendered.subject)  # a browser mends what is not well-formed
    ET.fromstring(page.replace("<!DOCTYPE html>", "", 1))
    wide = [line for line in rendered.text.splitlines() if width(line) > WIDTH and "://" not in line]
    assert wide == []
    assert rendered.subject == " ".join(rendered.subject.split(" "))
    assert "\n" not in rendered.subject
