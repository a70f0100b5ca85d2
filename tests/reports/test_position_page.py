"""The page of a position: small, whole, without anything from elsewhere, to be moved and enlarged."""

import re
from functools import cache
from typing import Any
from xml.etree import ElementTree

import pytest

from adjudicator.games.imperial_struggle.board import sketch
from adjudicator.games.imperial_struggle.setup import initial_state
from adjudicator.games.imperial_struggle.view import view
from adjudicator.language import CODES, language
from adjudicator.pictures.board import Sketch
from adjudicator.pictures.compact import to_compact_svg
from adjudicator.pictures.raster import drawn_svg
from adjudicator.pictures.svg import to_svg
from adjudicator.reports.pages.position_page import position_html


@cache
def board(code: str) -> Sketch:
    return sketch(view(initial_state(), frozenset({"france"})), code)


@cache
def page(code: str) -> str:
    return position_html(board(code), "Sun King <3>", language(code))


@pytest.mark.parametrize("code", CODES)
def test_a_page_is_small_and_asks_for_nothing(code: str) -> None:
    assert len(page(code).encode()) < 300_000
    outside = re.sub(r'xmlns="http://www.w3.org/2000/svg"', "", page(code))
    assert "http:" not in outside
    assert "https:" not in outside
    assert "url(" not in re.sub(r"url\(#[\w-]+\)", "", outside)
    assert "default-src &#39;none&#39;" in page(code)
    assert "Sun King &lt;3&gt;" in page(code)
    assert position_html(board(code), "Sun King <3>", language(code)) == page(code)


def test_a_page_says_its_board_in_words() -> None:
    assert 'aria-label="Board of Imperial Struggle' in page("en")
    assert "всё поле" in page("ru")


@pytest.mark.slow
def test_the_compact_picture_is_the_picture() -> None:
    small, plain = (
        drawn_svg(svg, 800).convert("L") for svg in (to_compact_svg(board("en").scene), to_svg(board("en").scene))
    )
    differing = sum(abs(one - two) > 90 for one, two in zip(small.tobytes(), plain.tobytes(), strict=True))
    assert differing < 0.004 * small.width * small.height
    names = {each.get("id") for each in ElementTree.fromstring(to_compact_svg(board("en").scene)).iter()}
    assert {piece.name for piece in board("en").scene.pieces} <= names


@pytest.mark.slow
def test_a_page_is_moved_and_enlarged_on_a_phone(browser: Any) -> None:
    def moved(tab: Any) -> tuple[int, int, float, float]:
        overhang = tab.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        tab.evaluate("document.getElementById('board').scrollTo(300, 200)")
        at = tab.evaluate("document.getElementById('board').scrollLeft")
        before = tab.evaluate("document.querySelector('#board svg').getBoundingClientRect().width")
        tab.click("[data-by='1.25']")
        return overhang, at, before, tab.evaluate("document.querySelector('#board svg').getBoundingClientRect().width")

    assert browser.look(page("en"), moved, width=360, touch=True) == (0, 300, 1600, 2000)
