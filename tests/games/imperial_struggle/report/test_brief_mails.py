"""A brief mail of an action round: four screens of a phone, every option a link that opens the reply with its line."""

from __future__ import annotations

import re
from functools import cache
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from msgspec.structs import replace

from adjudicator.games.imperial_struggle.words import REPORT
from adjudicator.language import language
from adjudicator.reports.layout import budget
from adjudicator.reports.layout.links import LONGEST as LONGEST_LINK
from adjudicator.reports.layout.render import render
from adjudicator.reports.model import Detail, Report
from adjudicator.reports.wording.game import Stretch
from tests.long_cases import alternate_variants

REPLY = "orders+q8uaee4j3n42@play.example"
MOMENTS = {"early": ("take_investment", 3), "late": ("take_investment", 14), "buying": ("use_tile", 6)}


@cache
def _moment(office: Any, name: str) -> Any:
    kind, skip = MOMENTS[name]
    match, told = office.moment(kind, skip)
    return match, list(told[-10:])


def brief(office: Any, name: str, code: str) -> Report:
    """What the seat that is asked is sent, without a picture."""
    match, told = _moment(office, name)
    seat = match.decisions()[0].waiting[0]
    before = office.view_before(match, seat, told)
    report: Report = office.mail(match, seat, told, code, before=before)
    stretch = Stretch(before=before, view=match.view((seat,)), told=told, seats=(seat,))
    story = REPORT.story(stretch, language(code))
    assert report.form
    return replace(report, detail=Detail.BRIEF, story=story, form=replace(report.form, choices=()))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "code"), alternate_variants(sorted(MOMENTS), ("ru", "en")))
def test_a_round_is_four_screens_of_a_phone(office: Any, browser: Any, name: str, code: str) -> None:
    made = render(brief(office, name, code), REPLY)

    def sizes(page: Any) -> dict[str, int]:
        found: dict[str, int] = page.evaluate(
            """() => {
                const boxes = [...document.querySelectorAll('a')].map(each => each.getBoundingClientRect())
                return {high: document.documentElement.scrollHeight, wide: document.documentElement.scrollWidth,
                        least: Math.min(...boxes.map(each => Math.min(each.width, each.height)))}
            }"""
        )
        return found

    found = browser.look(made.html, sizes)
    assert found["wide"] <= 360
    assert found["least"] >= 46
    assert found["high"] <= budget.ROUND.high
    assert len(made.html.encode()) <= budget.ROUND.heavy
    assert len(made.text) <= budget.ROUND.long


@pytest.mark.slow
@pytest.mark.parametrize("dark", [pytest.param(False, marks=pytest.mark.long), True], ids=["light", "dark"])
def test_nothing_keeps_a_reader_out_at_a_desk(office: Any, browser: Any, barriers_of_mail: Any, dark: bool) -> None:
    page = render(brief(office, "early", "en"), REPLY).html
    assert browser.look(page, barriers_of_mail, width=800, dark=dark) == []


@pytest.mark.parametrize("code", ["en", "ru"])
def test_every_option_is_a_link_that_opens_the_reply_with_its_line(office: Any, code: str) -> None:
    report = brief(office, "early", code)
    page = render(report, REPLY).html
    links = [link.replace("&amp;", "&") for link in re.findall(r'href="(mailto:[^"]+)"', page)]
    assert links
    assert all(len(link) < LONGEST_LINK for link in links)
    bodies = [parse_qs(urlsplit(link).query, keep_blank_values=True)["body"][0] for link in links]
    lines = [body.split("\r\n") for body in bodies]
    assert all(unquote(urlsplit(link).path) == REPLY and "#12" in unquote(link) and link.isascii() for link in links)
    typed = {line.strip() for each in lines for line in each if line.strip() and not line.startswith("#")}
    assert {"E14", "E53"} <= typed  # places by their short names
    (tile,) = [each for each in lines if each[1:2] in (["E2M2 "], ["Э2В2 "])]
    assert not tile[0]
    assert all(line.startswith("# ") for line in tile[3:])
    assert "H11" in " ".join(tile)  # what the tile can buy stands below the cursor


@pytest.mark.parametrize("code", ["en", "ru"])
def test_besides_stands_last_and_holds_what_has_no_shelf(office: Any, code: str) -> None:
    """Every option stands in one place; what is done rarely, besides."""
    besides = {"en": "Other actions", "ru": "Другие действия"}[code]
    for name in MOMENTS:
        (question,) = brief(office, name, code).questions
        assert question.links
        headings = [group.heading for group in question.links]
        assert headings.index(besides) == len(headings) - 1
        last = question.links[-1].options
        closing = {"en": "end", "ru": "конец"}[code]
        assert any(closing in (option.chip or option.words) for option in last)
        codes = [option.code for group in question.links for option in group.options if not option.onward]
        assert len(codes) == len(set(codes))


def test_without_an_address_there_are_no_links(office: Any) -> None:
    assert "mailto:" not in render(brief(office, "early", "en")).html


@pytest.mark.parametrize("name", sorted(MOMENTS))
def test_the_text_tells_in_both_languages_what_cards_do_and_what_would_turn_an_award(office: Any, name: str) -> None:
    """A text that is twice as many bytes leaves out nothing that the other one has."""
    for code in ("en", "ru"):
        report = brief(office, name, code)
        told = " ".join(render(report, REPLY).text.split())
        assert report.standing
        cards = [item.text for held in report.holdings for item in held.brief or held.items if item.text]
        hints = [stake.hint for stake in report.standing.stakes if stake.hint]
        ahead = [sentence for each in report.outlook for sentence in each.brief]
        assert cards
        assert hints
        for each in (*cards, *hints, *ahead):
            assert " ".join(each.split()) in told, (code, each)
