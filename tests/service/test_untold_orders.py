"""Orders that nobody else was told of are taken back without asking anybody; nobody else hears of it."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.service.play.offers import phrasebook
from adjudicator.store.engine import reading
from adjudicator.store.prompts import open_prompts
from tests.service.conftest import at_the_tiles

pytestmark = pytest.mark.store("sqlite")

FREE = {"en": "Nobody else had been told of your last orders", "ru": "О ваших последних приказах ещё никто не знал"}
ASKED = {"en": "is asked", "ru": "спрошен"}


def deadline(house: Any, campaign: int) -> Any:
    with reading(house.service.engine) as session:
        (prompt,) = open_prompts(session, campaign)
        return prompt.deadline


@pytest.fixture
def campaign(house: Any, code: str) -> int:
    """Imperial Struggle: Britain is to take a tile."""
    return at_the_tiles(house, code, mail_format="text")


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


def spaces(house: Any, campaign: int, kind: str, count: int = 1) -> list[str]:
    """Orders of a kind that the open round allows, as words."""
    book = phrasebook("imperial-struggle")
    options = house.table(campaign).match.options("britain")
    return [book.say(each, "en") for each in options if type(each).__name__ == kind][:count]


def take(house: Any, campaign: int, action: str) -> str:
    """Britain takes a tile with which it can act so. Returns its order."""
    book = phrasebook("imperial-struggle")
    for option in house.table(campaign).match.options("britain"):
        house.write("britain", book.say(option, "en"))
        if spaces(house, campaign, action):
            return book.say(option, "en")
        house.write("britain", "undo")
    raise AssertionError(action)


def test_a_mail_of_several_orders_is_taken_back_whole(house: Any, campaign: int) -> None:
    before = house.table(campaign)
    taken = take(house, campaign, "ShiftMarket")
    flags = spaces(house, campaign, "ShiftMarket")
    house.write("britain", "undo")
    house.write("britain", taken, *flags)
    assert house.table(campaign).head.sequence == before.head.sequence + 2
    house.write("britain", "undo")
    assert house.table(campaign).match.hash == before.match.hash


def test_mail_after_mail_is_taken_back_the_last_first(house: Any, campaign: int) -> None:
    before = house.table(campaign)
    take(house, campaign, "ShiftMarket")
    with_tile = house.table(campaign)
    house.write("britain", *spaces(house, campaign, "ShiftMarket"))
    assert house.table(campaign).head.sequence == with_tile.head.sequence + 1
    house.write("britain", "undo")
    assert house.table(campaign).match.hash == with_tile.match.hash
    house.write("britain", "undo")
    assert house.table(campaign).match.hash == before.match.hash


def test_what_was_told_before_a_takeback_stays_told(house: Any, campaign: int) -> None:
    take(house, campaign, "ShiftMarket")
    house.write("france", "status")
    before = house.table(campaign)
    house.write("britain", *spaces(house, campaign, "ShiftMarket"))
    house.write("britain", "undo")
    assert house.table(campaign).match.hash == before.match.hash
    house.write("britain", "undo")
    assert house.table(campaign).match.hash == before.match.hash, "France knows of the tile"


def test_looking_oneself_makes_it_no_less_free(house: Any, campaign: int) -> None:
    before = house.table(campaign)
    house.write("britain", tile(house, campaign))
    for look in ("status", "check end", "board", "history 1"):
        house.write("britain", look)
    house.write("britain", "undo")
    assert house.table(campaign).match.hash == before.match.hash


def test_an_order_that_drew_something_is_not_free(house: Any, campaign: int, said: Any) -> None:
    """A basic war tile is drawn for an upgrade (5.3.3)."""
    take(house, campaign, "MilitaryUpgrade")
    house.write("britain", *spaces(house, campaign, "MilitaryUpgrade"))
    before = house.table(campaign).head
    (answer,) = house.write("britain", "undo")
    assert house.table(campaign).head == before
    assert "cannot be undone" in said(answer) or "передумать нельзя" in said(answer)


def test_who_watches_and_was_shown_it_counts_too(house: Any) -> None:
    seats = dict.fromkeys(("france", "britain", "observer"), "en")
    campaign = house.create("imperial-struggle", seats, mail_format="text")
    book = phrasebook("imperial-struggle")
    for _ in range(4):
        mover = house.table(campaign).match.decisions()[0].waiting[0]
        house.write(mover, book.say(house.table(campaign).match.options(mover)[0], "en"))
    before = house.table(campaign).head
    house.write("observer", "board")
    house.write(mover, "undo")
    assert house.table(campaign).head == before
