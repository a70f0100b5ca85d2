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
def campaign(installation: Any) -> int:
    made: int = installation.create("guild-fair", {**SEATS, "moderator": "en"}, options={"visitors": False})
    return made


@pytest.fixture
def stuck(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Rules by which nobody can borrow, not even nothing."""
    monkeypatch.setattr(LoanAnswers, "options", lambda self, state, seat: [])
    return monkeypatch


def told(installation: Any, seat: str) -> str:
    return words_of(installation.newest(seat))


def keeping(installation: Any, campaign: int, seat: str) -> str:
    match = installation.table(campaign).match
    said: str = match.game.part("phrases").say(match.options(seat)[0], SEATS[seat])
    return said


def test_a_mail_that_leads_there_is_kept_and_everybody_told(
    installation: Any, campaign: int, stuck: pytest.MonkeyPatch
) -> None:
    before, line = installation.table(campaign).match.checkpoint(), keeping(installation, campaign, "bakers")
    (notice, answer) = installation.write("bakers", line)
    table = installation.table(campaign)
    assert (table.campaign.state, table.match.checkpoint()) == (CampaignState.PAUSED, before)
    assert "the campaign stands still; the moderator is at it" in notice["Subject"]
    assert "kept until the campaign goes on" in answer["Subject"]
    assert "Ведущий об этом знает" in told(installation, "brewers")
    assert "Nothing is lost." in told(installation, "drapers")
    assert "allow no answer (loan, rule 2)" in told(installation, "moderator")
    assert line not in told(installation, "moderator")
    with reading(installation.service.engine) as session:
        (needed,) = overview(session, installation.clock.now(), Viewer(name="root"))
    assert (needed.needs, needed.state) == ((Need.STUCK,), "paused")
    stuck.undo()
    installation.write("moderator", "resume")
    after = installation.table(campaign)
    assert (after.campaign.state, after.match.question("bakers").kind) == (CampaignState.RUNNING, "loan")  # type: ignore[union-attr]
    assert "HOW MANY COINS DO YOU BORROW?" in told(installation, "bakers")


def test_a_deadline_that_leads_there_moves_nothing_and_holds_up_no_other_campaign(
    installation: Any, campaign: int, stuck: pytest.MonkeyPatch
) -> None:
    other = installation.create("sealed-bids", {"red": "en", "blue": "ru"})
    before = installation.table(campaign).match.checkpoint()
    installation.clock.forward(days=4)
    run_deadlines(installation.service)
    installation.deliver()
    assert installation.table(campaign).campaign.state is CampaignState.PAUSED
    assert installation.table(campaign).match.checkpoint() == before
    assert installation.table(other).match.position.n > 1
    assert "allow no answer (loan, rule 2)" in told(installation, "moderator")
    mails = len(installation.received["moderator@players.test"])
    installation.clock.forward(days=1)
    run_deadlines(installation.service)
    installation.deliver()
    assert len(installation.received["moderator@players.test"]) == mails


def test_what_was_kept_is_kept_until_it_can_be_tried(
    installation: Any, campaign: int, stuck: pytest.MonkeyPatch
) -> None:
    """The moderator resumes before the rules are mended: nothing is done, and no order becomes a draft."""
    installation.write("bakers", keeping(installation, campaign, "bakers"))
    installation.write("brewers", keeping(installation, campaign, "brewers"))
    before = len(installation.received["drapers@players.test"])
    (refused,) = installation.write("moderator", "resume")
    assert "orders that were kept lead to a question to which the rules allow no answer (loan, rule 2)" in words_of(
        refused
    )
    assert installation.table(campaign).campaign.state is CampaignState.PAUSED
    assert len(installation.received["drapers@players.test"]) == before
    stuck.undo()
    installation.write("moderator", "resume")
    match = installation.table(campaign).match
    assert {seat: match.question(seat).kind for seat in ("bakers", "brewers")} == {"bakers": "loan", "brewers": "loan"}  # type: ignore[union-attr]
    assert "HOW MANY COINS DO YOU BORROW?" in told(installation, "bakers")


def test_it_goes_on_without_the_orders_that_lead_there(
    installation: Any, campaign: int, stuck: pytest.MonkeyPatch
) -> None:
    installation.write("bakers", keeping(installation, campaign, "bakers"))
    installation.write("bakers", "withdraw")
    installation.write("moderator", "resume")
    assert installation.table(campaign).campaign.state is CampaignState.RUNNING


def test_deeds_that_lead_there_are_refused(installation: Any, campaign: int, stuck: pytest.MonkeyPatch) -> None:
    line = keeping(installation, campaign, "bakers")
    for deed in (Enter(seat="bakers", lines=(line,)), Process()):
        with writing(installation.service.engine) as session:
            lock_campaign(session, campaign)
            with pytest.raises(Rejected, match="no_answer"):
                perform(table_of_campaign(installation.service.work(session), campaign), deed, Author("Mila"))
            session.rollback()
    assert installation.table(campaign).campaign.state is CampaignState.RUNNING


def test_without_a_moderator_the_players_are_told_so_and_the_checkup_names_the_campaign(
    installation: Any, stuck: pytest.MonkeyPatch
) -> None:
    campaign = installation.create(
        "guild-fair", {"bakers": "en", "brewers": "ru", "drapers": "en"}, options={"visitors": False}
    )
    installation.write("bakers", keeping(installation, campaign, "bakers"))
    assert "Nobody moderates this campaign, so only the players have been told" in told(installation, "drapers")
    assert "Эту кампанию никто не ведёт" in told(installation, "brewers")
    with reading(installation.service.engine) as session:
        assert paused_by(session, STUCK) == ("guild-fair",)


def test_a_line_that_is_only_tried_pauses_nothing(installation: Any, campaign: int) -> None:
    (answer,) = installation.write("bakers", f"check {keeping(installation, campaign, 'bakers')}", "borrow 1")
    assert "nothing done" in answer["Subject"]
    assert installation.table(campaign).campaign.state is CampaignState.RUNNING
