"""Private notes by mail: kept, returned, changed, and read by nobody else."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.campaign.settings import keep_settings, settings_of
from adjudicator.service.moderation.command import Author, perform
from adjudicator.service.moderation.commands import Replace
from adjudicator.service.moderation.named import Newcomer
from adjudicator.service.play.offers import phrasebook
from adjudicator.store.engine import lock_campaign, reading, writing
from adjudicator.store.tables import Campaign

SEATS = {"red": "en", "blue": "ru"}


@pytest.fixture
def campaign(installation: Any) -> int:
    made: int = installation.create("sealed-bids", SEATS)
    return made


def test_notes_are_kept_shown_replaced_and_deleted(installation: Any, campaign: int, read: Any, said: Any) -> None:
    (answer,) = installation.write("red", "diary Blue bids low.")
    assert "Note 1 is written" in said(answer)
    (answer,) = installation.write("red", "diary:", "Two lines,", "", "one of them 1a", "end diary", "1a")
    assert "on file" in answer["Subject"], "what stands behind the note is an order"
    (answer,) = installation.write("red", "diary")
    assert "| Two lines,\n|\n| one of them 1a" in read(answer)
    assert "Blue bids low" in said(answer)
    installation.write("red", "diary replace 1 Blue bids high.")
    installation.write("red", "diary delete 2")
    (answer,) = installation.write("red", "status")
    assert "Blue bids high." in said(answer)
    assert "Two lines" not in said(answer)
    (answer,) = installation.write("red", "diary delete 7")
    assert "no note 7" in said(answer)
    (answer,) = installation.write("blue", "дневник", "мои приказы")
    assert "Blue bids" not in said(answer)
    assert "Записей пока нет" in said(answer)


def test_a_code_at_the_end_of_an_open_note_is_asked_back(installation: Any, campaign: int, said: Any) -> None:
    (answer,) = installation.write("red", "diary:", "bid high", "1a")
    assert "end diary" in said(answer)
    (answer,) = installation.write("red", "diary")
    assert "bid high" not in said(answer)


def replaced(installation: Any, campaign: int) -> Any:
    """Red gets a new player; what he gets first."""
    with writing(installation.service.engine) as session:
        lock_campaign(session, campaign)
        table = table_of_campaign(installation.service.work(session), campaign)
        deed = Replace(seat="red", to=Newcomer(name="Rita", email="red@players.test"))
        perform(table, deed, Author("Mila"))
    installation.deliver()
    return installation.received["red@players.test"][-1]


def test_a_successor_reads_only_what_was_written_for_successors(installation: Any, campaign: int, said: Any) -> None:
    installation.write("red", "diary mine alone")
    with writing(installation.service.engine) as session:
        row = session.get_one(Campaign, campaign)
        keep_settings(row, msgspec.structs.replace(settings_of(row), diary_for_successor=True))
    (answer,) = installation.write("red", "diary for whoever comes")
    assert "take over your seat" in said(answer)
    replaced(installation, campaign)
    (answer,) = installation.write("red", "diary")
    assert "for whoever comes" in said(answer)
    assert "mine alone" not in said(answer)


def test_an_opened_diary_is_read_by_all_when_the_match_is_over(installation: Any, campaign: int, said: Any) -> None:
    installation.write("red", "diary I was afraid of Blue.", "diary open")
    installation.write("blue", "дневник Это никому.")
    rng, before = Random(3), ""
    for _ in range(300):
        with reading(installation.service.engine) as session:
            match = table_of_campaign(installation.service.work(session), campaign).match
        if match.result is not None:
            break
        assert "afraid" not in before
        seat = match.decisions()[0].waiting[0]
        line = phrasebook("sealed-bids").say(match.sample(seat, rng), "en")
        installation.put(installation.raw(seat, line + "\n"))
        before = " ".join(said(mail) for _, mail in installation.deliver())
    last = {address: said(installation.received[address][-1]) for address in ("red@players.test", "blue@players.test")}
    for text in last.values():
        assert "I was afraid of Blue." in text
        assert "Это никому" not in text
