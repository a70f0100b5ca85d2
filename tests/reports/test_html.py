"""The HTML page: well-formed, self-contained, accessible, small enough for Gmail."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import pairwise

import pytest
from jinja2 import UndefinedError
from msgspec.structs import replace

from adjudicator.reports.layout.html import TEMPLATES, _elements, _page
from adjudicator.reports.layout.options import LinkStyle
from adjudicator.reports.layout.render import Rendered, render
from adjudicator.reports.layout.words import Words
from adjudicator.reports.model import Detail, FormLine, Kind, Option, Report, Section

Tree = Callable[[str], ET.Element]
GMAIL_CUTS_AT = 102_000
CHOSEN = {style.value for style in LinkStyle} | {
    "sheet",
    "wide",
    "gold",
    "b0",
    "b1",
    "b2",
    "read",
    "many",
    "bare",
    "taps",
}
CHOSEN |= {f"p{tone}" for tone in range(1, 9)}
"""Classes that the templates put together."""
ONLY_WITH_A_BOX = {"box", "bl", "bc", "sl", "st", "lk", "hint", "bare", "taps", "go"}
"""Classes of what no sample has."""


def names(tree: ET.Element) -> list[str]:
    return [element.tag.rpartition("}")[2] for element in tree.iter()]


def test_templates_make_well_formed_xml(report: Report) -> None:
    """Before the styles are written into it: a browser, and what writes them, would mend a forgotten end silently."""
    page = _elements(report, Words(report), "headline")
    assert ET.fromstring(page.replace("<!DOCTYPE html>", "", 1)).tag.endswith("html")


def test_page_uses_only_elements_of_mails(rendered: Rendered, tree: Tree) -> None:
    allowed = "html head meta title style body table tbody tr td th p h1 h2 h3 b br code span div img"
    assert set(names(tree(rendered.html))) <= set(allowed.split())


def test_nothing_of_a_template_is_left(rendered: Rendered) -> None:
    assert not re.search(r"\{\{|\{%|\}\}(?!\s*[.@:<])|Undefined|None", re.sub(r"<style>.*?</style>", "", rendered.html))


def test_a_missing_value_is_an_error() -> None:
    with pytest.raises(UndefinedError):
        _page().render(report=None)


def test_nothing_is_loaded_from_elsewhere(rendered: Rendered, tree: Tree) -> None:
    for element in tree(rendered.html).iter():
        assert element.get("href") is None
        assert (element.get("src") or "cid:").startswith("cid:")
        assert not [key for key in element.attrib if key.startswith("on")]
    assert "url(" not in rendered.html
    assert "@import" not in rendered.html


def test_language_is_said(report: Report, rendered: Rendered, tree: Tree) -> None:
    root = tree(rendered.html)
    assert root.get("lang") == report.language


def test_headings_begin_with_one_h1_and_skip_no_level(rendered: Rendered, tree: Tree) -> None:
    levels = [int(name[1]) for name in names(tree(rendered.html)) if re.fullmatch(r"h\d", name)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_pictures_have_an_alternative_text(sample: Callable[[str], Report], tree: Tree) -> None:
    report = sample("action_round.en")
    images = [e for e in tree(render(report).html).iter() if e.tag.endswith("img")]
    told = [str(image.get("alt")).replace("\u00a0", " ") for image in images]
    assert told == [picture.alt for picture in report.pictures]


def test_layout_tables_are_marked_and_data_tables_have_heads(sample: Callable[[str], Report], tree: Tree) -> None:
    tables = [e for e in tree(render(sample("action_round.en")).html).iter() if e.tag.endswith("}table")]
    for table in tables:
        heads = table.findall("./{*}tbody/{*}tr/{*}th")
        assert (table.get("role") == "presentation") != bool(heads)
        assert all(head.get("scope") in ("col", "row") for head in heads)


def test_dark_mode_and_small_screens_are_in_the_head(rendered: Rendered) -> None:
    head = rendered.html.split("</head>")[0]
    assert "@media (prefers-color-scheme:dark)" in head
    assert "@media (max-width:480px)" in head
    assert '<meta name="color-scheme" content="light dark">' in head


def test_every_dark_rule_has_a_class_to_hold_on_to(largest: Report, sample: Callable[[str], Report]) -> None:
    sheet = (TEMPLATES / "head.css").read_text("utf-8")
    dark = sheet.split("prefers-color-scheme: dark")[1]
    reference = Section(heading="Fair draws", paragraphs=("The fingerprint is 3ab6.",), late=True)
    brief = replace(sample("action_round.ru"), detail=Detail.BRIEF, sections=(reference,))
    pages = "".join(render(r, "a@b.c").html for r in (largest, sample("done.en"), sample("mistake.ru"), brief))
    used = {name for classes in re.findall(r'class="([^"]+)"', pages) for name in classes.split()}
    assert set(re.findall(r"\.([a-z][a-z0-9-]*)", dark)) <= used | CHOSEN | ONLY_WITH_A_BOX


def test_largest_report_is_below_the_cut_of_gmail(largest: Report) -> None:
    assert len(render(largest).html.encode()) < GMAIL_CUTS_AT - 2_000


def test_templates_and_sheets_name_the_same_classes() -> None:
    templates = "".join(path.read_text("utf-8") for path in TEMPLATES.rglob("*.j2"))
    used = {name for classes in re.findall(r'class="([^"{]+)"', templates) for name in classes.split()}
    used |= CHOSEN
    sheets = "".join((TEMPLATES / name).read_text("utf-8") for name in ("style.css", "head.css"))
    assert set(re.findall(r"\.([a-z][a-z0-9-]*)(?=[ ,{])", sheets)) == used


def test_styles_stand_in_the_elements_too(rendered: Rendered, tree: Tree) -> None:
    """Many programs drop what stands in the head."""
    sheet = (TEMPLATES / "style.css").read_text("utf-8")
    styled = set(re.findall(r"\.([a-z0-9-]+) \{", sheet))
    elements = [element for element in tree(rendered.html).iter() if styled & set(element.get("class", "").split())]
    assert elements
    assert all(element.get("style") for element in elements)
    (title,) = (element for element in elements if element.get("class") == "title")
    assert "font-size:25px" in str(title.get("style"))


def test_there_is_no_box_for_a_code_that_is_not_there(sample: Callable[[str], Report], tree: Tree) -> None:
    """What a writer may have meant has not always a code."""
    report = sample("mistake.en")
    assert report.reading
    (wrong, *_) = [line for line in report.reading.lines if line.nearest]
    meant = replace(wrong, nearest=(Option(code="", words="Savoy"),))
    page = render(replace(report, reading=replace(report.reading, lines=(meant,)))).html
    assert "Savoy" in page
    boxes = [element for element in tree(page).iter() if element.tag.rpartition("}")[2] == "code"]
    assert boxes
    assert all("".join(box.itertext()).strip() for box in boxes)


NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


def test_a_number_and_what_it_counts_stay_on_one_line_of_a_phone() -> None:
    lead = ("Осталось 4 военных очка и долг 2, раунд 3.",)
    page = render(Report(kind=Kind.NOTICE, campaign="Поле", language="ru", title="x", written=NOON, lead=lead)).html
    assert "Осталось 4\u00a0военных очка и долг\u00a02, раунд\u00a03." in page


def test_numbers_below_zero_have_a_true_minus_but_not_in_what_is_to_be_copied(sample: Callable[[str], Report]) -> None:
    report = sample("action_round.en")
    assert report.form
    form = replace(report.form, choices=(FormLine(order="place unflag -1"),))
    page = render(replace(report, lead=("Unflag -1 (tiles -1), [-1], 2026-11-20, France -3.",), form=form)).html
    assert "Unflag −1 (tiles −1), [−1], 2026-11-20, France −3." in page.replace("\u00a0", " ")
    assert "place unflag -1<br>" in page
