"""Orders that nobody else was told of are taken back without asking anybody; nobody else hears of it."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.service.play.offers import phrasebook
from adjudicator.store.engine import reading
from adjudicator.store.prompts import open_prompts
from tests.service.conftest import at_the_tiles

FREE = {"en": "Nobody else had been told of your last orders", "ru": "О ваших последних приказах ещё никто не знал"}
ASKED = {"en": "is asked", "ru": "спрошен"}


def deadline(house: Any, campaign: int) -> Any:
    with reading(house.service.engine) as session:
        (prompt,) = open_prompts(session, campaign)
        return prompt.deadline


@pytest.fixture
def campaign(house: Any, code: str) -> int:
    """Imperial Struggle: Britain is to take a tile."""
    return at_the_tiles(house, code)


def tile(house: Any, campaign: int) -> str:
    return phrasebook("imperial-struggle").say(house.table(campaign).match.options("britain")[0], "en")


@pytest.mark.parametrize("word", ["undo", "takeback", "отмена", "cancel my last order"])
def test_inside_an_open_round_nobody_is_asked(house: Any, campaign: int, said: Any, code: str, word: str) -> None:
    before, until = house.table(campaign), deadline(house, campaign)
    house.clock.forward(hours=5)
    house.write("britain", tile(house, campaign))
    heard = len(house.received["france@players.test"])
    (answer,) = house.write("britain", word)
    after = house.table(campaign)
    assert (after.match.hash, after.head.sequence) == (before.match.hash, before.head.sequence)
    assert FREE[code] in said(answer), said(answer)
    assert len(house.received["france@players.test"]) == heard, "nobody else hears of it"
    assert deadline(house, campaign) == until, "it is no way to more time"


def test_an_end_that_nobody_has_heard_of_is_taken_back(house: Any, campaign: int, said: Any, code: str) -> None:
    house.write("britain", tile(house, campaign))
    before, heard = house.table(campaign), len(house.received["france@players.test"])
    house.put(house.raw("britain", "end\n"))
    house.put(house.raw("britain", "undo\n"))
    house.deliver()
    assert house.table(campaign).match.hash == before.match.hash
    assert len(house.received["france@players.test"]) == heard, "the mail that asked the other was stopped"
    house.write("britain", "end")
    assert len(house.received["france@players.test"]) == heard + 1


def test_an_end_that_the_other_has_been_told_of_needs_their_word(house: Any, campaign: int, said: Any) -> None:
    house.write("britain", tile(house, campaign))
    house.write("britain", "end")
    before = house.table(campaign).head
    house.write("britain", "undo")
    assert house.table(campaign).head == before


def test_who_has_asked_how_things_stand_knows_it(house: Any, campaign: int) -> None:
    house.write("britain", tile(house, campaign))
    before = house.table(campaign).head
    house.write("france", "status")
    house.write("britain", "undo")
    assert house.table(campaign).head == before


def test_after_the_deadline_of_the_question_nothing_is_free(house: Any, campaign: int) -> None:
    until = deadline(house, campaign)
    house.write("britain", tile(house, campaign))
    before = house.table(campaign).head
    house.clock.time = until
    house.write("britain", "undo")
    assert house.table(campaign).head == before


def test_the_history_tells_it_and_the_next_report_of_the_other_not(house: Any, campaign: int, said: Any) -> None:
    house.write("britain", tile(house, campaign))
    house.write("britain", "undo")
    other = phrasebook("imperial-struggle").say(house.table(campaign).match.options("britain")[1], "en")
    house.write("britain", other)
    house.write("britain", "end")
    report = said(house.newest("france"))
    assert "orders back" not in report
    assert "приказы назад" not in report
