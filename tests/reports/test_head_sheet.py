"""The sheet in the head of a mail: what its page has use for, all of that, and nothing else."""

import re
from collections.abc import Callable

from adjudicator.reports.layout.head_sheet import Sheet
from adjudicator.reports.layout.html import TEMPLATES
from adjudicator.reports.layout.render import render
from adjudicator.reports.model import Report

WHOLE = (TEMPLATES / "head.css").read_text("utf-8")
CLASS = re.compile(r"\.([a-z][\w-]*)")
SMALL = """/* one */ :root { color: red }
.a td, .b { margin: 0 }
@media (max-width: 9px) { .b { margin: 1px } .c.d { margin: 2px } }
[data-x] .c { margin: 3px }"""


def test_a_rule_stays_for_the_classes_that_are_there_also_in_a_medium() -> None:
    sheet = Sheet(SMALL)
    assert sheet.of_page("<p>") == ":root{color:red}"
    assert sheet.of_page('<p class="a z">') == ":root{color:red}.a td{margin:0}"
    assert sheet.of_page('<p class="b">') == ":root{color:red}.b{margin:0}@media (max-width:9px){.b{margin:1px}}"
    assert "margin:2px" not in sheet.of_page('<p class="c">')
    assert sheet.of_page('<p class="d"><b class="c">').endswith(
        "@media (max-width:9px){.c.d{margin:2px}}[data-x] .c{margin:3px}"
    )


def test_the_whole_sheet_stands_where_everything_is_there() -> None:
    everything = Sheet(WHOLE).of_page(f'<p class="{" ".join(CLASS.findall(WHOLE))}">')
    bare = re.compile(r"/\*.*?\*/|\s", re.DOTALL)
    assert bare.sub("", everything) == bare.sub("", WHOLE)


def test_a_mail_has_the_rules_of_its_own_classes(sample: Callable[[str], Report]) -> None:
    pages = [render(sample(name), "a@b.c").html for name in ("done.en", "mistake.ru", "action_round.ru")]
    for page in pages:
        (head,) = re.findall(r"<style>([^<]*)</style>", page.split("<!--")[0])
        used = {name for names in re.findall(r'class="([^"]*)"', page) for name in names.split()}
        told = set(CLASS.findall(re.sub(r"\{[^{}]*\}", " ", head)))
        assert told == used & set(CLASS.findall(WHOLE))
        assert "prefers-color-scheme:dark" in head
    assert len({*map(len, pages)}) == len(pages)
