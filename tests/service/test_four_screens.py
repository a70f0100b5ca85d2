"""Mails from saved positions in both languages on a phone of 360 px: what a budget reckons with, and what it keeps."""

from __future__ import annotations

from collections import defaultdict
from statistics import median
from typing import Any

import pytest

from adjudicator.reports import budget
from adjudicator.reports.model import Detail
from tests.service.mails_of_positions import Sent, sent_from_positions

Measured = list[tuple[Sent, int]]
TOO_LOW, TOO_HIGH = -60, 200
"""Pixels by which a page may be reckoned lower or higher than it is."""
TYPICAL = 70
"""The same in the middle of its kind."""
FULL = 6_000
"""A page that has no more bytes left than this may have given way to them."""

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory, browser: Any) -> Measured:
    """Each mail with the pixels of its page in Chromium."""
    mails = [*sent_from_positions(tmp_path_factory.mktemp("positions"))]

    def look(page: Any) -> list[int]:
        found = []
        for each in mails:
            page.set_content(each.page)
            found.append(page.evaluate("document.documentElement.getBoundingClientRect().height"))
        return found

    return [*zip(mails, map(round, browser.look("<p>", look)), strict=True)]


def test_heights_are_reckoned_as_they_come_out_in_both_languages(measured: Measured) -> None:
    """Also of what `check` answers, and of pages that have Latin letters, which are narrower."""
    apart = defaultdict(list)
    for each, high in measured:
        report, words = each.brief
        full = len(each.made.html.encode()) > budget.bound(report).heavy - FULL
        if full or report.detail is Detail.FULL:  # its bytes leave room for less
            continue
        reckoned = budget.high(report, words) - high
        assert TOO_LOW <= reckoned <= TOO_HIGH, (str(each), high)
        apart[report.language, report.kind].append(reckoned)
    assert {"check", "answer", "prompt", "welcome"} <= {kind.value for _, kind in apart}
    for kind, found in apart.items():
        assert abs(median(found)) <= TYPICAL, (kind, found)
