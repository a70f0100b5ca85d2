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


def deadline(installation: Any, campaign: int) -> Any:
    with reading(installation.service.engine) as session:
        (prompt,) = open_prompts(session, campaign)
        return prompt.deadline


@pytest.fixture
def campaign(installation: Any, code: str) -> int:
    """Imperial Struggle: Britain is to take a tile."""
    return at_the_tiles(installation, code, mail_format="text")


def tile(installation: Any, campaign: int) -> str:
    return phrasebook("imperial-struggle").say(installation.table(campaign).match.options("britain")[0], "en")


@pytest.mark.parametrize("word", ["undo", "takeback", "отмена", "cancel my last order"])
def test_inside_an_open_round_nobody_is_asked(
    installation: Any, campaign: int, said: Any, code: str, word: str
) -> None:
    before, until = installation.table(campaign), deadline(installation, campaign)
    installation.clock.forward(hours=5)
    installation.write("britain", tile(installation, campaign))
    heard = len(installation.received["france@players.test"])
    (answer,) = installation.write("britain", word)
    after = installation.table(campaign)
    assert (after.match.hash, after.head.sequence) == (before.match.hash, before.head.sequence)
    assert FREE[code] in said(answer), said(answer)
    assert len(installation.received["france@players.test"]) == heard, "nobody else hears of it"
    assert deadline(installation, campaign) == until, "it is no way to more time"


def test_an_end_that_nobody_has_heard_of_is_taken_back(installation: Any, campaign: int, said: Any, code: str) -> None:
    installation.write("britain", tile(installation, campaign))
    before, heard = installation.table(campaign), len(installation.received["france@players.test"])
    installation.put(installation.raw("britain", "end\n"))
    installation.put(installation.raw("britain", "undo\n"))
    installation.deliver()
    assert installation.table(campaign).match.hash == before.match.hash
    assert len(installation.received["france@players.test"]) == heard, "the mail that asked the other was stopped"
    installation.write("britain", "end")
    assert len(installation.received["france@players.test"]) == heard + 1


def test_an_end_that_the_other_has_been_told_of_needs_their_word(installation: Any, campaign: int, said: Any) -> None:
    installation.write("britain", tile(installation, campaign))
    installation.write("britain", "end")
    before = installation.table(campaign).head
    installation.write("britain", "undo")
    assert installation.table(campaign).head == before


def test_who_has_asked_how_things_stand_knows_it(installation: Any, campaign: int) -> None:
    installation.write("britain", tile(installation, campaign))
    before = installation.table(campaign).head
    installation.write("france", "status")
    installation.write("britain", "undo")
    assert installation.table(campaign).head == before


def test_after_the_deadline_of_the_question_nothing_is_free(installation: Any, campaign: int) -> None:
    until = deadline(installation, campaign)
    installation.write("britain", tile(installation, campaign))
    before = installation.table(campaign).head
    installation.clock.time = until
    installation.write("britain", "undo")
    assert installation.table(campaign).head == before


def test_the_history_tells_it_and_the_next_report_of_the_other_not(installation: Any, campaign: int, said: Any) -> None:
    installation.write("britain", tile(installation, campaign))
    installation.write("britain", "undo")
    other = phrasebook("imperial-struggle").say(installation.table(campaign).match.options("britain")[1], "en")
    installation.write("britain", other)
    installation.write("britain", "end")
    report = said(installation.newest("france"))
    assert "orders back" not in report
    assert "приказы назад" not in report


def spaces(installation: Any, campaign: int, kind: str, count: int = 1) -> list[str]:
    """Orders of a kind that the open round allows, as words."""
    book = phrasebook("imperial-struggle")
    options = installation.table(campaign).match.options("britain")
    return [book.say(option, "en") for option in options if type(option).__name__ == kind][:count]


def take(installation: Any, campaign: int, action: str) -> str:
    """Britain takes a tile with which it can act so. Returns its order."""
    book = phrasebook("imperial-struggle")
    for option in installation.table(campaign).match.options("britain"):
        installation.write("britain", book.say(option, "en"))
        if spaces(installation, campaign, action):
            return book.say(option, "en")
        installation.write("britain", "undo")
    raise AssertionError(action)


def test_a_mail_of_several_orders_is_taken_back_whole(installation: Any, campaign: int) -> None:
    before = installation.table(campaign)
    taken = take(installation, campaign, "ShiftMarket")
    flags = spaces(installation, campaign, "ShiftMarket")
    installation.write("britain", "undo")
    installation.write("britain", taken, *flags)
    assert installation.table(campaign).head.sequence == before.head.sequence + 2
    installation.write("britain", "undo")
    assert installation.table(campaign).match.hash == before.match.hash


def test_mail_after_mail_is_taken_back_the_last_first(installation: Any, campaign: int) -> None:
    before = installation.table(campaign)
    take(installation, campaign, "ShiftMarket")
    with_tile = installation.table(campaign)
    installation.write("britain", *spaces(installation, campaign, "ShiftMarket"))
    assert installation.table(campaign).head.sequence == with_tile.head.sequence + 1
    installation.write("britain", "undo")
    assert installation.table(campaign).match.hash == with_tile.match.hash
    installation.write("britain", "undo")
    assert installation.table(campaign).match.hash == before.match.hash


def test_what_was_told_before_a_takeback_stays_told(installation: Any, campaign: int) -> None:
    take(installation, campaign, "ShiftMarket")
    installation.write("france", "status")
    before = installation.table(campaign)
    installation.write("britain", *spaces(installation, campaign, "ShiftMarket"))
    installation.write("britain", "undo")
    assert installation.table(campaign).match.hash == before.match.hash
    installation.write("britain", "undo")
    assert installation.table(campaign).match.hash == before.match.hash, "France knows of the tile"


def test_looking_oneself_makes_it_no_less_free(installation: Any, campaign: int) -> None:
    before = installation.table(campaign)
    installation.write("britain", tile(installation, campaign))
    for look in ("status", "check end", "board", "history 1"):
        installation.write("britain", look)
    installation.write("britain", "undo")
    assert installation.table(campaign).match.hash == before.match.hash


def test_an_order_that_drew_something_is_not_free(installation: Any, campaign: int, said: Any) -> None:
    """A basic war tile is drawn for an upgrade (5.3.3)."""
    take(installation, campaign, "MilitaryUpgrade")
    installation.write("britain", *spaces(installation, campaign, "MilitaryUpgrade"))
    before = installation.table(campaign).head
    (answer,) = installation.write("britain", "undo")
    assert installation.table(campaign).head == before
    assert "cannot be undone" in said(answer) or "передумать нельзя" in said(answer)


def test_who_watches_and_was_shown_it_counts_too(installation: Any) -> None:
    seats = dict.fromkeys(("france", "britain", "observer"), "en")
    campaign = installation.create("imperial-struggle", seats, mail_format="text")
    book = phrasebook("imperial-struggle")
    for _ in range(4):
        mover = installation.table(campaign).match.decisions()[0].waiting[0]
        installation.write(mover, book.say(installation.table(campaign).match.options(mover)[0], "en"))
    before = installation.table(campaign).head
    installation.write("observer", "board")
    installation.write(mover, "undo")
    assert installation.table(campaign).head == before
