"""How long the mail of a round is, in both languages, and what does not stand twice in its text."""

from __future__ import annotations

from base64 import b64encode
from datetime import UTC, datetime
from functools import cache
from html import unescape
from random import Random
from typing import Any

import pytest

from adjudicator.games.europa_universalis.game import GAME
from adjudicator.games.europa_universalis.words import REPORT
from adjudicator.kernel.beginning import set_up
from adjudicator.kernel.simulate import random_action
from adjudicator.language import language
from adjudicator.reports.layout import budget
from adjudicator.reports.layout.render import Rendered, render
from adjudicator.reports.model import Change, Detail, Footer, Kind, News, Report
from adjudicator.reports.wording.game import Course, Moment, Stretch

ROUNDS = 3
BYTES = 9_000
"""Of the text, which in Cyrillic has nearly two a letter."""
PICTURED = 400


@cache
def mails(code: str, players: int) -> list[Rendered]:
    """What everybody gets about the last of some rounds at random."""
    match, rng, to = set_up(GAME, seats=GAME.seatings(players)[0], seed=b"long"), Random(players), language(code)
    while match.state.rounds < ROUNDS - 1:
        random_action(match, rng)
    began, told = match.copy(), list[Any]()
    while match.state.rounds < ROUNDS and match.result is None:
        told += random_action(match, rng)
    found = []
    for seat in match.header.seats:
        moments = tuple(Moment(n, each.view((seat,))) for n, each in enumerate((began, match)))
        course = Course(moments=moments, seats=(seat,), told=tuple(told))
        turned = REPORT.turned(course, to)
        between = Stretch(before=moments[0].view, view=moments[1].view, told=course.told, seats=(seat,))
        chart = REPORT.chart([score for each in moments if (score := REPORT.score(each.view))], to)
        assert chart is not None
        report = Report(
            kind=Kind.NOTICE,
            detail=Detail.BRIEF,
            campaign="Europe",
            title=turned.title,
            written=datetime(2026, 11, 25, tzinfo=UTC),
            seat=REPORT.party(seat, to).name,
            language=code,
            lead=turned.story,
            sections=turned.sections,
            changes=tuple(Change(text=each.alt, picture=each) for each in REPORT.crops(between, to)),
            pictures=(chart, *REPORT.pictures(moments[1].view, (seat,), course.told, to, width=PICTURED)),
            footer=Footer(log=999),
        )
        found.append(render(report, "orders@game.test"))
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "players"), [*(pytest.param("en", n, marks=pytest.mark.long) for n in (2, 4)), ("ru", 6)]
)
def test_a_round_is_as_long_as_it_may_be(code: str, players: int, browser: Any) -> None:
    made = mails(code, players)

    def look(page: Any) -> list[list[int]]:
        found = []
        for each in made:
            html = each.html
            for shown in each.pictures:
                html = html.replace(f"cid:{shown.cid}", f"data:image/png;base64,{b64encode(shown.png).decode()}")
            page.set_content(html)
            found.append(page.evaluate("[document.documentElement.scrollHeight, document.documentElement.scrollWidth]"))
        return found

    for each, (high, wide) in zip(made, browser.look("<p>", look), strict=True):
        assert len(each.text) <= budget.ROUND.long
        assert len(each.text.encode()) <= BYTES
        assert (high <= budget.ROUND.high, wide) == (True, 360), high
        assert each.html.count("<img ") >= 2, "the chart and the board stay"


@pytest.mark.slow
def test_the_text_says_figures_and_changes_once() -> None:
    for each in mails("ru", 6):
        board = each.text.partition("\nВ КАРТИНКАХ\n")[2]
        assert board.strip()
        assert "стабильность" not in board
        assert "Престиж" not in board
        assert "Изменилось с" not in each.text
        assert "ЧТО ИЗМЕНИЛОСЬ" not in each.text
        assert "изменилось с прошлого письма" not in each.text
        assert "стабильность" in each.html.partition('alt="Европа')[2], "who sees no picture is told all"


def test_a_story_after_a_long_silence_ends_somewhere() -> None:
    sentences = tuple(f"France took the event number {n}." for n in range(200))
    asked = Report(
        kind=Kind.PROMPT,
        detail=Detail.BRIEF,
        campaign="Europe",
        title="what happened",
        written=datetime(2026, 11, 25, tzinfo=UTC),
        seat="France",
        story=sentences,
        news=News(groups=()),
    )
    made = render(asked, "orders@game.test")
    kept = " ".join(made.text.split()).count("France took")
    assert 10 < kept < 100
    more = f"{200 - kept} more lines: send “history”."
    assert more in " ".join(made.text.split())
    assert more in " ".join(unescape(made.html).split())
    few = render(Report(**{**{f: getattr(asked, f) for f in asked.__struct_fields__}, "story": sentences[:5]}))
    assert " ".join(few.text.split()).count("France took") == 5
    assert "more line" not in few.text
