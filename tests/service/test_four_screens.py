"""Mails of every installed game from crowded positions, in both languages, on a phone of 360 px: what a budget reckons
with, and what it keeps.
"""

from __future__ import annotations

import re
from collections import defaultdict
from statistics import median
from typing import Any, NamedTuple

import pytest

from adjudicator.kernel.registry import playable_games
from adjudicator.reports.layout import brief, budget
from adjudicator.reports.layout.html import TEMPLATES
from adjudicator.reports.layout.render import render
from adjudicator.reports.layout.section_order import SHORT
from adjudicator.reports.model import Detail, Kind
from tests.reports.conftest import SAMPLES, load
from tests.reports.test_contrast import LEADS, OWN_PAPER
from tests.service.mails_of_positions import ASKED, Sent, sent_from_positions

PHONE = 360
LISTED = tuple(said[0] for said in ASKED.values())
THUMB = 32
"""Pixels that a link is high at the least."""
TOO_LOW, TOO_HIGH = -60, 200
"""Pixels by which a page may be reckoned lower or higher than it is."""
LIST = 4_550
"""Pixels of a list of all answers."""
EVEN = 0.3
"""The lower of two columns as a share of the other, at the least."""
ABOVE = 850
"""Pixels of a first mail above the end of its first option, besides the board."""
TYPICAL = 70
"""The same in the middle of its kind."""
FULL = 6_000
"""A page that has no more bytes left than this may have given way to them."""

SHEETS = ("style.css", "head.css")
BARS = {"b0", "b1", "b2"}

pytestmark = pytest.mark.slow


class Seen(NamedTuple):
    """A mail, and its page in Chromium: pixels of height and width, of its lowest link, down to the end of its first
    and of its last option, and of the boards above these.
    """

    mail: Sent
    high: int
    wide: int
    lowest: int
    first: int
    reach: int
    board: int


Measured = list[Seen]
_SIZES = """() => {
    const root = document.documentElement
    const boxes = seen => [...document.querySelectorAll(seen)].map(each => each.getBoundingClientRect())
    const lowest = Math.min(1e4, ...boxes('a[href^="mailto:"]').map(each => each.height))
    const options = boxes('.row, .half, .chip, .go, .bare').map(each => each.bottom)
    const [first, last] = [Math.min(1e4, ...options), Math.max(0, ...options)]
    const board = boxes('.picture').filter(each => each.bottom < first).reduce((all, each) => all + each.height, 0)
    return [root.getBoundingClientRect().height, root.scrollWidth, lowest, first, last, board].map(Math.round)
}"""


_COLUMNS = """() => [...document.querySelectorAll('.col')].map(each => {
    const boxes = [...each.children].map(part => part.getBoundingClientRect())
    return Math.round(boxes.at(-1).bottom - boxes[0].top)
})"""


@pytest.fixture(
    scope="module",
    params=[(2, 0, 4), *(pytest.param((1, turned, 4), marks=pytest.mark.long) for turned in (0, 1))],
    ids=str,
)
def measured(tmp_path_factory: pytest.TempPathFactory, browser: Any, request: pytest.FixtureRequest) -> Measured:
    mails = [*sent_from_positions(tmp_path_factory.mktemp("positions"), *request.param)]

    def look(page: Any) -> list[list[int]]:
        found = []
        for mail in mails:
            page.set_content(mail.page)
            found.append(page.evaluate(_SIZES))
        return found

    return [Seen(each, *sizes) for each, sizes in zip(mails, browser.look("<p>", look), strict=True)]


def test_heights_are_reckoned_as_they_come_out_in_both_languages(measured: Measured) -> None:
    """Also of what `check` answers, and of pages that have Latin letters, which are narrower."""
    apart, games = defaultdict(list), set()
    for each, high, *_ in measured:
        report, words = each.brief
        full = len(each.made.html.encode()) > budget.size_limit(report).heavy - FULL
        if full or report.detail is Detail.FULL:  # its bytes leave room for less
            continue
        reckoned = budget.high(report, words) - high
        assert TOO_LOW <= reckoned <= TOO_HIGH, (str(each), high)
        apart[report.language, report.kind].append(reckoned)
        games.add(each.game)
    assert {"check", "answer", "prompt", "welcome"} <= {kind.value for _, kind in apart}
    assert games == {game.id for game in playable_games() if "report" in game.parts}
    for kind, found in apart.items():
        assert abs(median(found)) <= TYPICAL, (kind, found)


def test_every_mail_is_as_long_as_it_may_be(measured: Measured) -> None:
    """Also what asks something new that has to be explained, the first mail, and late rounds."""
    asked_anew, firsts, lists = 0, 0, 0
    for each, high, wide, *_ in measured:
        report, _ = each.brief
        most = budget.size_limit(report)
        assert wide <= PHONE, str(each)
        if report.detail is Detail.FULL:
            assert high <= LIST or not each.after.endswith(LISTED), str(each)
            lists += each.after.endswith(LISTED)
            continue
        assert high <= most.high, str(each)
        assert len(each.made.html.encode()) <= most.heavy, str(each)
        assert len(each.made.text) <= most.long, str(each)
        few = [option for asked in report.questions for group in brief.groups(asked) for option in group.options]
        if 0 < len(few) <= SHORT and most is not budget.ANSWER:
            links = each.made.html.count('href="mailto:') - len(report.footer.links)
            assert links >= len(few), str(each)
        asked_anew += report.kind is Kind.ANSWER and most is budget.ROUND and len(few) <= SHORT
        firsts += most is budget.FIRST
    assert asked_anew > 3
    assert firsts > 3
    assert lists > 3


def test_no_column_of_a_wide_page_is_empty(measured: Measured, browser: Any) -> None:
    """On a screen of 800 px two columns stand beside each other, and both are used."""
    pages = [each for each, *_ in measured if 'class="col"' in each.made.html]

    def look(page: Any) -> list[list[int]]:
        found = []
        for each in pages:
            page.set_content(each.page)
            found.append(page.evaluate(_COLUMNS))
        return found

    for each, heights in zip(pages, browser.look("<p>", look, width=800), strict=True):
        for left, right in zip(heights[::2], heights[1::2], strict=True):
            assert min(left, right) >= EVEN * max(left, right), (str(each), heights)
    assert pages


def test_whoever_answers_scrolls_four_screens_at_the_most(measured: Measured) -> None:
    """As reckoned and as it comes out, also in a first mail and in an answer that asks; a mail that asks has its first
    option on its first two screens, a first mail right below the board.
    """
    asked, begun = set(), set()
    for each, *_, first, reach, board in measured:
        report, words = each.brief
        if report.detail is Detail.FULL:
            continue
        assert reach <= budget.REACH, (str(each), reach)
        assert budget.reach(report, words) <= budget.REACH, str(each)
        listed = bool(report.questions) and all(each.listed for each in report.questions)
        if report.kind is Kind.PROMPT and listed:
            assert first <= budget.REACH / 2, (str(each), first)
            asked.add((each.game, report.language))
        if report.kind is Kind.WELCOME and listed:
            assert first - board <= ABOVE, (str(each), first, board)
            begun.add((each.game, report.language))
    for told in (asked, begun):
        assert len({game for game, _ in told}) > 2
        assert {code for _, code in told} == {"en", "ru"}


def test_every_link_is_high_enough_for_a_thumb(measured: Measured) -> None:
    """Also where names stand in lines."""
    for each, _, _, lowest, *_ in measured:
        assert lowest >= THUMB, str(each)
    assert any('class="go"' in each.mail.made.html for each in measured)


@pytest.mark.parametrize("half", [0, pytest.param(1, marks=pytest.mark.long)])
def test_axe_finds_no_barrier_in_pages_that_have_every_colour_of_the_sheet(
    measured: Measured, browser: Any, barriers_of_mail: Any, half: int
) -> None:
    """In light and in dark, in each run by turns: contrast too, as it comes out where one colour lies on another. Those
    that the samples of `tests/reports` have are looked at there, and colours of seats by themselves; bars have no text.
    """
    seen_there = {*OWN_PAPER, *LEADS}.union(*(_classes(render(load(name)).html) for name in SAMPLES))
    wanted, pages = _coloured_classes() - seen_there - BARS, []
    for page in sorted({each.page for each, *_ in measured}, key=lambda page: (-len(_classes(page) & wanted), page)):
        if new := _classes(page) & wanted:
            wanted -= new
            pages.append(page)
    assert wanted == set()
    for place, page in enumerate(pages):
        assert browser.look(page, barriers_of_mail, dark=(place + half) % 2 == 1) == []


def _classes(page: str) -> set[str]:
    return {name for said in re.findall(r'class="([^"]*)"', page) for name in said.split()}


def _coloured_classes() -> set[str]:
    """Those to which a style sheet of mails gives an ink or a paper."""
    sheet = re.sub(r"/\*.*?\*/", "", "".join((TEMPLATES / name).read_text("utf-8") for name in SHEETS), flags=re.DOTALL)
    rules = re.findall(r"([^{}]+)\{([^{}]*)\}", sheet)
    coloured = (said for said, body in rules if re.search(r"(?:^|[;\s])(?:color|background)\s*:", body))
    return {name for said in coloured for name in re.findall(r"\.([a-z]\w*)", said)}


def test_what_is_left_out_is_named(measured: Measured) -> None:
    """A reader learns that news are left out, and by which word they come."""
    fewer = [each for each, *_ in measured if (news := each.brief[0].news) is not None and news.left]
    assert fewer
    for each in fewer:
        word = {"en": "history", "ru": "история"}[each.report.language]
        assert f"“{word}”" in each.page or f"«{word}»" in each.page
