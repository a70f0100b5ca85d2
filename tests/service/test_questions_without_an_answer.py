"""Rules that ask what nobody can answer: the campaign stands still, all are told, nothing is lost."""

from __future__ import annotations

from typing import Any

import pytest
from guild_fair.rules.chains import LoanAnswers

from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.campaign.troubles import Rejected
from adjudicator.service.clocks.deadlines import run as run_deadlines
from adjudicator.service.moderation.command import Author, perform
from adjudicator.service.moderation.commands import Enter, Process
from adjudicator.service.moderation.overview import Need, Viewer, overview
from adjudicator.store.engine import lock_campaign, reading, writing
from adjudicator.store.tables import CampaignState
from adjudicator.store.timing import STUCK, paused_by
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


def told(house: Any, seat: str) -> str:
    return words_of(house.newest(seat))


def keeping(house: Any, campaign: int, seat: str) -> str:
    match = house.table(campaign).match
    said: str = match.game.part("phrases").say(match.options(seat)[0], SEATS[seat])
    return said


def test_a_mail_that_leads_there_is_kept_and_everybody_told(
    house: Any, campaign: int, stuck: pytest.MonkeyPatch
) -> None:
    before, line = house.table(campaign).match.checkpoint(), keeping(house, campaign, "bakers")
    (notice, answer) = house.write("bakers", line)
    table = house.table(campaign)
    assert (table.campaign.state, table.match.checkpoint()) == (CampaignState.PAUSED, before)
    assert "the campaign stands still; the moderator is at it" in notice["Subject"]
    assert "kept until the campaign goes on" in answer["Subject"]
    assert "Ведущий об этом знает" in told(house, "brewers")
    assert "Nothing is lost." in told(house, "drapers")
    assert "allow no answer (loan, rule 2)" in told(house, "moderator")
    assert line not in told(house, "moderator")
    with reading(house.service.engine) as session:
        (needed,) = overview(session, house.clock.now(), Viewer(name="root"))
    assert (needed.needs, needed.state) == ((Need.STUCK,), "paused")
    stuck.undo()
    house.write("moderator", "resume")
    after = house.table(campaign)
    assert (after.campaign.state, after.match.question("bakers").kind) == (CampaignState.RUNNING, "loan")  # type: ignore[union-attr]
    assert "HOW MANY COINS DO YOU BORROW?" in told(house, "bakers")


def test_a_deadline_that_leads_there_moves_nothing_and_holds_up_no_other_campaign(
    house: Any, campaign: int, stuck: pytest.MonkeyPatch
) -> None:
    other = house.create("sealed-bids", {"red": "en", "blue": "ru"})
    before = house.table(campaign).match.checkpoint()
    house.clock.forward(days=4)
    run_deadlines(house.service)
    house.deliver()
    assert house.table(campaign).campaign.state is CampaignState.PAUSED
    assert house.table(campaign).match.checkpoint() == before
    assert house.table(other).match.position.n > 1
    assert "allow no answer (loan, rule 2)" in told(house, "moderator")
    mails = len(house.received["moderator@players.test"])
    house.clock.forward(days=1)
    run_deadlines(house.service)
    house.deliver()
    assert len(house.received["moderator@players.test"]) == mails


def test_what_was_kept_is_kept_until_it_can_be_tried(house: Any, campaign: int, stuck: pytest.MonkeyPatch) -> None:
    """The moderator resumes before the rules are mended: nothing is done, and no order becomes a draft."""
    house.write("bakers", keeping(house, campaign, "bakers"))
    house.write("brewers", keeping(house, campaign, "brewers"))
    before = len(house.received["drapers@players.test"])
    (refused,) = house.write("moderator", "resume")
    assert "orders that were kept lead to a question to which the rules allow no answer (loan, rule 2)" in words_of(
        refused
    )
    assert house.table(campaign).campaign.state is CampaignState.PAUSED
    assert len(house.received["drapers@players.test"]) == before
    stuck.undo()
    house.write("moderator", "resume")
    match = house.table(campaign).match
    assert {seat: match.question(seat).kind for seat in ("bakers", "brewers")} == {"bakers": "loan", "brewers": "loan"}  # type: ignore[union-attr]
    assert "HOW MANY COINS DO YOU BORROW?" in told(house, "bakers")


def test_it_goes_on_without_the_orders_that_lead_there(house: Any, campaign: int, stuck: pytest.MonkeyPatch) -> None:
    house.write("bakers", keeping(house, campaign, "bakers"))
    house.write("bakers", "withdraw")
    house.write("moderator", "resume")
    assert house.table(campaign).campaign.state is CampaignState.RUNNING


def test_deeds_that_lead_there_are_refused(house: Any, campaign: int, stuck: pytest.MonkeyPatch) -> None:
    line = keeping(house, campaign, "bakers")
    for deed in (Enter(seat="bakers", lines=(line,)), Process()):
        with writing(house.service.engine) as session:
            lock_campaign(session, campaign)
            with pytest.raises(Rejected, match="no_answer"):
                perform(table_of_campaign(house.service.work(session), campaign), deed, Author("Mila"))
            session.rollback()
    assert house.table(campaign).campaign.state is CampaignState.RUNNING


def test_without_a_moderator_the_players_are_told_so_and_the_checkup_names_the_campaign(
    house: Any, stuck: pytest.MonkeyPatch
) -> None:
    campaign = house.create(
        "guild-fair", {"bakers": "en", "brewers": "ru", "drapers": "en"}, options={"visitors": False}
    )
    house.write("bakers", keeping(house, campaign, "bakers"))
    assert "Nobody moderates this campaign, so only the players have been told" in told(house, "drapers")
    assert "Эту кампанию никто не ведёт" in told(house, "brewers")
    with reading(house.service.engine) as session:
        assert paused_by(session, STUCK) == ("guild-fair",)


def test_a_line_that_is_only_tried_pauses_nothing(house: Any, campaign: int) -> None:
    (answer,) = house.write("bakers", f"check {keeping(house, campaign, 'bakers')}", "borrow 1")
    assert "nothing done" in answer["Subject"]
    assert house.table(campaign).campaign.state is CampaignState.RUNNING
