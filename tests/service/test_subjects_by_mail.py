"""Subjects say what happened, or are always the same; whole answers are offered where they are wanted; bars."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from sqlmodel import col, select

from adjudicator.games.imperial_struggle.rules.investment import TakeInvestment
from adjudicator.kernel.actions import MODERATOR
from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.outbox.payloads import Answer, decode
from adjudicator.service.play.corrections.enactment import carry_out
from adjudicator.service.play.corrections.lines import line_entries
from adjudicator.service.play.corrections.proposals import Kind, Wish, propose
from adjudicator.service.words import previews
from adjudicator.service.words.reader import Reader
from adjudicator.store.engine import lock_campaign, reading, writing
from adjudicator.store.tables import OutboundMail
from tests.service.conftest import at_the_tiles, text_of, words_of

pytestmark = pytest.mark.store("sqlite")


def test_a_subject_says_what_the_other_side_did_and_a_seat_does_without_examples(installation: Any) -> None:
    at_the_tiles(installation, "en")
    assert "Complete rounds" in words_of(installation.newest("britain"))
    installation.write("france", "examples off")
    (done,) = installation.write("britain", "E4D2 K16")
    assert done["Subject"].startswith("Re: [imperial-st…] Britain placed a flag on Privateers K16 - #")
    installation.write("britain", "end")
    asked = installation.newest("france")
    asks = "[imperial-st…] Your action round 1 - Britain placed a flag on Privateers K16 - #"
    assert asked["Subject"].startswith(asks)
    assert "Complete rounds" not in words_of(asked)
    assert "K34" in text_of(asked), "single places are no examples"
    assert "start: 0, B1: B 1" in words_of(asked), "a bar a round"
    taken = words_of(installation.write("france", "E4M2 K34")[0])
    assert "start: 0, B1: B 1, F1: " in taken, "the present round is the last"
    stands = installation.write("france", "status")[0]
    assert "Britain placed" not in stands["Subject"], "nothing happened since"
    assert "K34" not in text_of(stands), "a screen, not the menu once more"


def test_a_campaign_can_keep_its_subjects_and_do_without_examples(installation: Any) -> None:
    at_the_tiles(installation, "ru", subjects="constant", examples=False)
    assert {mail["Subject"] for mail in installation.received["britain@players.test"]} == {"[imperial-st…] Британия"}
    assert "примеры" not in words_of(installation.newest("britain"))
    assert "K16" in text_of(installation.newest("britain"))


@pytest.mark.drawn
def test_a_check_shows_what_would_be_and_touches_nothing(installation: Any) -> None:
    made = at_the_tiles(installation, "en")
    installation.write("britain", "E4D2 qwerty")
    (tried,) = installation.write("britain", "check", "E4D2 K16 K42 +d2 end")
    told = words_of(tried)
    for said in ("IF YOU DO THIS", "Points left 4 economic points (major action)", "Debt 0 → 2 of 6"):
        assert said in told
    assert "Scored now level → Britain +1" in told
    assert "France can remove it again cheaply: Privateers K16 for 2." in told
    assert "Planned: Privateers K16: Britain (before: nobody)" in told
    assert any("crop" in str(part.get("Content-ID")) for part in tried.walk())
    assert installation.table(made).match.state.debt == [0, 0]
    assert "PLANNED" not in words_of(installation.write("britain", "check", "E4D2 A44")[0]).upper(), (
        "nothing would be done"
    )
    assert "E4D2" in words_of(installation.write("britain", "orders")[0]), "the draft is as it was"


def test_a_check_is_not_played_on_from_another_position(installation: Any) -> None:
    at_the_tiles(installation, "en")
    installation.write("britain", "check", "E4D2 K16")
    with reading(installation.service.engine) as session:
        row = session.scalars(select(OutboundMail).order_by(col(OutboundMail.id).desc())).first()
        assert row is not None
        intent = decode(row.intent)
        assert isinstance(intent, Answer)
        reader = Reader(session, row, intent)
        assert previews.foreseen_of(reader, intent) is not None
        assert previews.foreseen_of(reader, msgspec.structs.replace(intent, planned_at=reader.sequence - 1)) is None


def test_games_of_words_alone_say_in_a_subject_what_happened(installation: Any) -> None:
    made = installation.create("salt-roads", {"amber": "en", "sapphire": "ru", "onyx": "en"})
    match = installation.table(made).match
    assert match.decisions()[0].waiting == ("amber",)
    road = next(option for option in match.options("amber") if type(option).__name__ == "Travel")
    installation.write("amber", match.game.part("phrases").say(road, "en"))
    assert installation.newest("sapphire")["Subject"].startswith("[salt-roads] ")
    assert " — Янтарь едет в " in installation.newest("sapphire")["Subject"]


def test_after_a_rollback_a_bar_stands_for_each_round_that_is_still_true(installation: Any) -> None:
    made = at_the_tiles(installation, "en")
    installation.write("britain", "E4D2 K16 end")
    installation.write("france", "E4M2 end")
    assert "start: 0, B1: B 1, F1: " in words_of(installation.newest("britain"))
    with reading(installation.service.engine) as session:
        rows = line_entries(table_of_campaign(installation.service.work(session), made))
    taken = [row.n for row in rows if isinstance(row.entry.action, TakeInvestment)]
    with writing(installation.service.engine) as session:
        lock_campaign(session, made)
        table = table_of_campaign(installation.service.work(session), made)
        wish = Wish(kind=Kind.ROLLBACK, reason="the tile was another", n=taken[-1] - 1)
        carry_out(table, propose(table, wish), by=MODERATOR)
    installation.deliver()
    stands = words_of(installation.write("france", "status")[0])
    assert "start: 0, B1: B 1" in stands
    assert "F1" not in stands
    installation.write("france", "E4M2 end")
    assert "start: 0, B1: B 1, F1: " in words_of(installation.newest("britain"))
