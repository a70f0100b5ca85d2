"""What the page of a mail costs does not grow with the match: boards are counted, and all news stay in it."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from adjudicator import new_match
from adjudicator.pictures.maps.board import MapBoard
from adjudicator.reports.pages.archive_page import html
from adjudicator.service.history import Record, Viewpoint, tell
from adjudicator.service.history.record import Step, stretch, thinned
from adjudicator.service.words.replays import (
    FEW,
    PROBED,
    TURN_FRAMES,
    TURN_SIZE,
    WHOLE_FRAMES,
    WHOLE_SIZE,
    page,
    turn_of,
)

LINE = re.compile(r"<li(?: class=\"important\")? data-log=.*")


@pytest.fixture(scope="module")
def campaign() -> Record:
    """An age of the game with the most steps and its most players, as the first seat saw it."""
    options = {"last_age": 1}
    match, rng, steps = new_match("europa-universalis", seed=b"\6", players=6, options=options), Random(6), list[Step]()
    seat = match.header.seats[0]
    while match.result is None:
        by, before = match.decisions()[0].waiting[0], match.position.n
        told = [each.visible_to((seat,)) and each for each in match.apply(by, match.sample(by, rng))]
        if match.position.n > before:
            steps.append(
                Step(
                    first=before + 1,
                    last=match.position.n,
                    at=datetime(2026, 1, 1, tzinfo=UTC),
                    turn=match.game.turns_done(match.state),
                    asked=match.asked_seats,
                    told=tuple(each for each in told if each),
                    view=match.view((seat,)),
                )
            )
    return Record(
        eyes=Viewpoint(seat), title="Long", language="en", zone="UTC", at=steps[-1].at, header=match.header,
        sittings=(), steps=tuple(steps), orders=(), result=match.result,
    )  # fmt: skip


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The boards that are drawn, by their language."""
    found, scene = list[str](), MapBoard.scene

    def counted(self: MapBoard[Any], shown: Any, language: str) -> Any:
        found.append(language)
        return scene(self, shown, language)

    monkeypatch.setattr(MapBoard, "scene", counted)
    return found


@pytest.mark.parametrize("part", [3, pytest.param(1, marks=pytest.mark.long)])
def test_a_long_campaign_draws_no_more_boards_than_a_page_has_and_keeps_to_its_size(
    campaign: Record, drawn: list[str], part: int
) -> None:
    """In each run the last third of the match, with a third of the boards and of the size."""
    steps = campaign.steps[-(len(campaign.steps) // part) :]
    record, frames, size = stretch(campaign, steps[0].first, steps[-1].last), WHOLE_FRAMES // part, WHOLE_SIZE // part
    assert len(record.steps) > 2 * frames
    made = page(record, "ru", frames=frames, size=size)
    assert frames / 2 < len(drawn) <= PROBED + frames, "a few to weigh them, then one board a frame"
    assert len(made.encode()) <= size


@pytest.mark.parametrize("turn", [pytest.param(0, marks=pytest.mark.long), 3])
def test_the_page_of_a_turn_keeps_to_its_size_with_six_players_late_in_a_match_too(campaign: Record, turn: int) -> None:
    """In the language whose letters weigh more; the first turn has the most news, the last one is told of the longest
    position.
    """
    part = turn_of(campaign, turn)
    assert len(part.steps) > 2 * TURN_FRAMES
    made = page(part, "ru", frames=TURN_FRAMES, size=TURN_SIZE)
    assert len(made.encode()) <= TURN_SIZE
    assert len(html(tell(thinned(part, FEW), "ru", light=True), light=True).encode()) <= TURN_SIZE - 12_000
    assert len(json.loads(re.findall(r'id="steps">(.*?)</script>', made, re.S)[0])) >= FEW


@pytest.mark.parametrize(("size", "least"), [(1, FEW - 10), (600_000, FEW)])
def test_what_would_be_too_large_is_made_with_fewer_boards_and_drawn_once(
    campaign: Record, drawn: list[str], size: int, least: int
) -> None:
    """Boards are weighed by a few; where none has room, few are drawn all the same."""
    made = page(campaign, "en", frames=100, size=size)
    assert least < len(drawn) - PROBED <= (FEW if size == 1 else 100)
    assert size == 1 or len(made.encode()) <= size


@pytest.mark.parametrize("part", [4, pytest.param(1, marks=pytest.mark.long)])
def test_steps_told_as_one_lose_no_news_and_end_where_the_match_ends(whole: Any, part: int) -> None:
    """In each run its last quarter."""
    record = whole.record("france")
    steps = record.steps[-(len(record.steps) // part) :]
    record = stretch(record, steps[0].first, steps[-1].last)
    assert sum(len(step.draws) for step in record.steps) > 0
    few = thinned(record, 20)
    assert len(few.steps) <= 20 < len(record.steps)
    assert [each for step in few.steps for each in step.told] == [each for step in record.steps for each in step.told]
    assert [each for step in few.steps for each in step.draws] == [each for step in record.steps for each in step.draws]
    assert (few.steps[0].first, few.steps[-1].last) == (record.steps[0].first, record.steps[-1].last)
    assert few.steps[-1].view == record.steps[-1].view
    assert all(after.first == before.last + 1 for before, after in pairwise(few.steps))
    fine, coarse = (html(tell(each, "en", light=True), light=True) for each in (record, few))
    assert LINE.findall(coarse) == LINE.findall(fine), "every line of news stands in it"
    assert thinned(record, len(record.steps)) == record


def test_a_part_that_many_pieces_have_stands_once(campaign: Record) -> None:
    made = html(tell(thinned(campaign, 30), "en", light=True), light=True)
    sheet = made[made.index("<defs>") : made.index("</defs>")]
    used = re.findall(r'href="?#(k\d+)', sheet)
    assert len(used) > 2 * len(set(used)) > 0
    assert set(used) == set(re.findall(r"id=(k\d+)", sheet))
