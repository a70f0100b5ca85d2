"""Rules that ask what nobody can answer: the campaign stands still, all are told, nothing is lost."""

from __future__ import annotations

from typing import Any

import pytest
from guild_fair.rules.chains import LoanAnswers

from adjudicator.service.campaign.matches import Table, table_of_campaign
from adjudicator.service.clocks.deadlines import run as run_deadlines
from adjudicator.store.engine import reading
from adjudicator.store.tables import CampaignState
from tests.service.conftest import words_of

SEATS = {"bakers": "en", "brewers": "ru", "drapers": "en"}


@pytest.fixture
def campaign(house: Any) -> int:
    made: int = house.create("guild-fair", {**SEATS, "moderator": "en"}, options={"visitors": False})
    return made


@pytest.fixture
def stuck(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Rules by which nobody can borrow, not even nothing."""
    monkeypatch.setattr(LoanAnswers, "options", lambda self, state, seat: [])
    return monkeypatch


def at(house: Any, campaign: int) -> Table:
    with reading(house.service.engine) as session:
        return table_of_campaign(house.service.work(session), campaign)


def told(house: Any, seat: str) -> str:
    return words_of(house.newest(seat))


def keeping(house: Any, campaign: int, seat: str) -> str:
    match = at(house, campaign).match
    said: str = match.game.part("phrases").say(match.options(seat)[0], SEATS[seat])
    return said


def test_a_mail_that_leads_there_is_kept_and_everybody_told(
    house: Any, campaign: int, stuck: pytest.MonkeyPatch
) -> None:
    before, line = at(house, campaign).match.checkpoint(), keeping(house, campaign, "bakers")
    (notice, answer) = house.write("bakers", line)
    table = at(house, campaign)
    assert (table.campaign.state, table.match.checkpoint()) == (CampaignState.PAUSED, before)
    assert "the campaign stands still; the moderator is at it" in notice["Subject"]
    assert "kept until the campaign goes on" in answer["Subject"]
    assert "Ведущий об этом знает" in told(house, "brewers")
    assert "Nothing is lost." in told(house, "drapers")
    assert "allow no answer (loan, rule 2)" in told(house, "moderator")
    assert line not in told(house, "moderator")
    stuck.undo()
    house.write("moderator", "resume")
    after = at(house, campaign)
    assert (after.campaign.state, after.match.question("bakers").kind) == (CampaignState.RUNNING, "loan")  # type: ignore[union-attr]
    assert "HOW MANY COINS DO YOU BORROW?" in told(house, "bakers")


def test_a_deadline_that_leads_there_moves_nothing_and_holds_up_no_other_campaign(
    house: Any, campaign: int, stuck: pytest.MonkeyPatch
) -> None:
    other = house.create("sealed-bids", {"red": "en", "blue": "ru"})
    before = at(house, campaign).match.checkpoint()
    house.clock.forward(days=4)
    run_deadlines(house.service)
    house.deliver()
    assert at(house, campaign).campaign.state is CampaignState.PAUSED
    assert at(house, campaign).match.checkpoint() == before
    assert at(house, other).match.position.n > 1
    assert "allow no answer (loan, rule 2)" in told(house, "moderator")
    mails = len(house.received["moderator@players.test"])
    house.clock.forward(days=1)
    run_deadlines(house.service)
    house.deliver()
    assert len(house.received["moderator@players.test"]) == mails


def test_a_line_that_is_only_tried_pauses_nothing(house: Any, campaign: int) -> None:
    (answer,) = house.write("bakers", f"check {keeping(house, campaign, 'bakers')}", "borrow 1")
    assert "nothing done" in answer["Subject"]
    assert at(house, campaign).campaign.state is CampaignState.RUNNING
