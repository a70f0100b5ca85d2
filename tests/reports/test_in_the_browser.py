"""Mails of every kind in Chromium: nothing keeps a reader out, nothing runs over the edge of a phone."""

from collections.abc import Callable
from datetime import UTC, datetime
from itertools import product
from typing import Any

import pytest

from adjudicator.reports.model import Fact, Kind, Report, Standing
from adjudicator.reports.render import render
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
