"""The HTML rendering: one column, inline styles, readable on a phone, in Outlook and in the dark.

The templates lie in `mail_templates/`. `style.css` is written into the elements, for programs that drop what stands in
the head; of `head.css` goes there what a page has use for: dark mode, small screens, and what would be too long in
every cell.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from css_inline import CSSInliner
from jinja2 import Template
from markupsafe import Markup, escape

from adjudicator.reports.layout import brief, budget
from adjudicator.reports.layout.budget import Plan
from adjudicator.reports.layout.chapters import LINKED
from adjudicator.reports.layout.columns import units
from adjudicator.reports.layout.head_sheet import Sheet
from adjudicator.reports.layout.level import level
from adjudicator.reports.layout.options import across, below, cost_heading, link_style, pointing, spoken, tappable
from adjudicator.reports.layout.section_order import bands, first_changes, further_changes
from adjudicator.reports.layout.templates import templates
from adjudicator.reports.layout.words import Words
from adjudicator.reports.model import Align, Bar, Column, Detail, Option, OptionGroup, Report

TEMPLATES = Path(__file__).resolve().parents[3] / "mail_templates"


@lru_cache(maxsize=1)
def _page() -> Template:
    used = (
        bar_unit,
        brief.aside,
        brief.close,
        brief.headed,
        brief.how,
        brief.many,
        brief.shows_line_count,
        cell_starts,
        cost_heading,
        first_changes,
        further_changes,
        in_cell,
        below,
        linked,
        pairs,
        pointing,
        spoken,
    )
    helpers = {each.__name__: each for each in (*used, tappable, together)}
    return templates(TEMPLATES, _unbroken, **helpers).get_template("page.html.j2")


@lru_cache(maxsize=1)
def _head() -> Sheet:
    return Sheet((TEMPLATES / "head.css").read_text("utf-8"))


@lru_cache(maxsize=1)
def _inliner() -> CSSInliner:
    """Return the inliner that writes the declarations of `style.css` into the elements."""
    sheet = (TEMPLATES / "style.css").read_text("utf-8")
    return CSSInliner(
        extra_css=sheet, inline_style_tags=False, keep_style_tags=True, load_remote_stylesheets=False, minify_css=True
    )


_POINT, _LONGEST_BAR = 6, 48
"""Pixels of a point in the bars of the score, and of the longest bar."""
_LONGEST_UNIT = 24
"""Columns of what is kept together on a phone."""
_LONGEST_IN_CELL = 10
"""The same in a table, whose columns share the width of the phone."""
_BELOW_ZERO = re.compile(r"(?<![^\s(\[«“])-(?=\d)")


def _unbroken(value: object) -> object:
    """Keep a number and what it counts or numbers on one line of a phone, with a true minus as in the pictures.

    Orders are read with either minus.
    """
    return _kept_together(value, _LONGEST_UNIT) if type(value) is str else value


@lru_cache(maxsize=8192)
def in_cell(value: str) -> Markup:
    """Return the text of a cell of a table, in which less is kept together."""
    return escape(_kept_together(value, _LONGEST_IN_CELL))


def cell_starts(columns: Sequence[Column]) -> list[Markup]:
    """Return how a cell of each column begins."""
    return [Markup('<td align="right">' if column.align is Align.RIGHT else "<td>") for column in columns]


@lru_cache(maxsize=8192)
def _kept_together(text: str, longest: int) -> str:
    if not any(map(str.isdigit, text)):
        return text
    return _BELOW_ZERO.sub("−", " ".join(unit.replace(" ", "\u00a0") for unit in units(text, longest)))


def bar_unit(bars: Sequence[Bar]) -> int:
    """Return the pixels of a point: the longest bar must have room."""
    return max(1, min(_POINT, _LONGEST_BAR // max(bar.value or 1 for bar in bars)))


def pairs(options: tuple[Option, ...]) -> list[tuple[Option, ...]]:
    """Return the options as rows of the page: two a row where they are many and short, else one."""
    columns = across(options)
    return [options[i : i + columns] for i in range(0, len(options), columns)]


def linked(report: Report) -> bool:
    """Return whether the answers of a mail that has everything are links."""
    return sum(len(group.options) for question in report.questions for group in question.groups) <= LINKED


def together(options: tuple[Option, ...]) -> budget.ShownGroup:
    """Return options as links that look alike."""
    return budget.ShownGroup(options=options, link_style=link_style(OptionGroup(options=options)))


_EVERYTHING = Plan()
_EMPTY = "<style></style>"
"""The place of the style sheet in the template."""


def html(report: Report, words: Words, headline: str) -> str:
    """Return the HTML part of a cleaned report; `headline` is the subject."""
    if report.detail is Detail.FULL:
        return _written(report, words, headline, _EVERYTHING)
    plan, most = budget.plan(report, words), budget.size_limit(report).heavy - budget.MARGIN.heavy
    page = _written(report, words, headline, plan)
    while len(page.encode()) > most and 0 < plan.room < float("inf"):
        plan = plan._replace(room=plan.room - budget.STEP)
        page = _written(report, words, headline, plan)
    return page


def _written(report: Report, words: Words, headline: str, plan: Plan) -> str:
    page = _inliner().inline(_elements(report, words, headline, plan))
    page = page.replace(_EMPTY, f"<style>{_head().of_page(page)}</style>", 1)
    return page.replace("&nbsp;", "\u00a0")  # a third of the bytes: mail programs cut what is long


def _elements(report: Report, words: Words, headline: str, plan: Plan = _EVERYTHING) -> str:
    """Return the page as the templates make it, well-formed XML; its styles are not in it yet."""
    hints, is_brief = words.hints(), report.detail is Detail.BRIEF
    return _page().render(
        report=report,
        words=words,
        headline=headline,
        hints=hints,
        bands=level(report, words, budget.options_high(report, plan)) if is_brief else bands(report, hints),
        footer=words.footer(linked=any(words.link(link.lines) for link in report.footer.links)),
        shown=budget.shown(report, plan) if is_brief else {},
        brief=is_brief,
    )
