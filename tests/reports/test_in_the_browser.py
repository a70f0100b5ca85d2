"""Mails of every kind in Chromium: nothing keeps a reader out, nothing runs over the edge of a phone."""

from collections.abc import Callable
from datetime import UTC, datetime
from itertools import product
from typing import Any

import pytest

from adjudicator.reports.layout.render import render
from adjudicator.reports.model import Detail, Example, Examples, Fact, Kind, Question, Report, Standing
from tests.long_cases import long_but, one_in
from tests.reports.conftest import SAMPLES

Load = Callable[[str], Report]


IN_EACH_RUN = {("action_round.ru", True), ("lines_checked.ru", False), ("mistake.en", True)}
"""A question, what was done, and what could not be."""


@pytest.mark.slow
@pytest.mark.parametrize(("name", "dark"), long_but(product(SAMPLES, (False, True)), IN_EACH_RUN))
def test_axe_finds_no_barrier(name: str, dark: bool, sample: Load, browser: Any, barriers_of_mail: Any) -> None:
    assert browser.look(render(sample(name)).html, barriers_of_mail, dark=dark) == []


@pytest.mark.slow
@one_in(2, "name", SAMPLES)
def test_a_phone_need_not_scroll_sideways(name: str, sample: Load, browser: Any) -> None:
    def overhang(page: Any) -> int:
        found: int = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        return found

    assert browser.look(render(sample(name)).html, overhang, width=360) <= 0


def test_what_changed_for_both_sides_at_once_fits_a_phone(browser: Any) -> None:
    moved = Fact(label="Очки договора", value="Франция 4, Британия 1", change="(Франция -1, Британия -3)")
    long = Report(
        kind=Kind.STATUS,
        campaign="Harbour Lights",
        title="Партия окончена",
        written=datetime(2026, 11, 20, tzinfo=UTC),
        language="ru",
        standing=Standing(facts=(moved,)),
    )

    def overhang(page: Any) -> int:
        found: int = page.evaluate("document.documentElement.scrollWidth - 360")
        return found

    assert browser.look(render(long).html, overhang, width=360, touch=True) <= 0


def test_axe_does_find_barriers(browser: Any, barriers: Any) -> None:
    page = '<html><body><img src="data:,"><p style="color:#aaa;background:#fff">pale</p></body></html>'
    found = {line.split(":")[0] for line in browser.look(page, barriers)}
    assert {"image-alt", "color-contrast", "html-has-lang"} <= found


def figure_gap(page: Any) -> float:
    """The least room between what a ready line gains and the words that stand beside it; 99 if there is none."""
    found: float = page.evaluate(
        """() => {
            let least = 99;
            for (const figure of document.querySelectorAll('.fig')) {
                const edge = figure.getBoundingClientRect(), words = document.createRange();
                const texts = document.createTreeWalker(figure.parentElement, NodeFilter.SHOW_TEXT);
                for (let text = texts.nextNode(); text; text = texts.nextNode()) {
                    if (figure.contains(text)) continue;
                    words.selectNodeContents(text);
                    for (const line of words.getClientRects())
                        if (line.top < edge.bottom && line.bottom > edge.top)
                            least = Math.min(least, edge.left - line.right);
                }
            }
            return least;
        }"""
    )
    return found


@pytest.mark.parametrize("width", [360, 375, 390, 412])
def test_what_a_whole_answer_leads_to_keeps_apart_from_its_words(width: int, browser: Any) -> None:
    told = "созыв на карту Длинные луки; набег на Жёлтого за фигурку; отдых"
    lines = [told[:room] for room in range(14, len(told), 3)]
    whole = Examples(heading="Полные ходы", lines=tuple(Example(line=each, figure="4 провианта") for each in lines))
    asking = Report(
        kind=Kind.PROMPT,
        campaign="Oath",
        title="Ваш ход",
        detail=Detail.BRIEF,
        written=datetime(2026, 11, 20, tzinfo=UTC),
        language="ru",
        questions=(Question(number=6, title="Ваш ход", examples=whole),),
    )
    assert 8 <= browser.look(render(asking).html, figure_gap, width=width) < 99
