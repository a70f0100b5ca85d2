"""Something done at any time brings up a question to the moderator: what players are asked waits meanwhile, under its
number, with its codes, its secret answers and the time that was left.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from guild_fair.game import GuildFair
from guild_fair.rules import pacts, rounds

from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.campaign.troubles import Rejected
from adjudicator.service.clocks.deadlines import run as run_deadlines
from adjudicator.service.moderation.command import Author, perform
from adjudicator.service.moderation.commands import Extend, Process
from adjudicator.service.timing.policy import TimingPolicy
from adjudicator.store import prompts
from adjudicator.store.engine import lock_campaign, reading, writing
from tests.service.conftest import words_of

SEATS = {"bakers": "en", "brewers": "ru", "drapers": "en"}
pytestmark = pytest.mark.store("sqlite")
Asked = dict[str, tuple[int, datetime | None]]


@pytest.fixture(autouse=True)
def _visits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules by which a visitor comes whenever somebody gives away a coin."""

    def perform(self: GuildFair, state: Any, seats: Any, action: Any) -> Any:
        return [pacts.given(seats[0], action.to), rounds.visitor()]

    monkeypatch.setattr(GuildFair, "perform", perform)


@pytest.fixture
def campaign(installation: Any) -> int:
    made: int = installation.create("guild-fair", {**SEATS, "moderator": "en"}, options={"visitors": False})
    return made


def asked(installation: Any, campaign: int) -> Asked:
    table = installation.table(campaign)
    with reading(installation.service.engine) as session:
        rows = prompts.open_questions(session, campaign)
        return {table.by_id[row.seat_id].name: (row.number, row.deadline) for row in rows}


def first_answers(installation: Any, campaign: int) -> None:
    """Everybody goes through their chain; it is the turn of the bakers."""
    for seat, language in SEATS.items():
        match = installation.table(campaign).match
        installation.write(seat, match.game.part("phrases").say(match.options(seat)[0], language))
        installation.write(seat, {"en": "borrow 0", "ru": "занять 0"}[language])


def undercutting(installation: Any, campaign: int) -> None:
    """The bakers work, and the others are asked in secret."""
    first_answers(installation, campaign)
    installation.write("bakers", f"{asked(installation, campaign)['bakers'][0]}a")


@pytest.mark.parametrize("begin", [lambda *_: None, first_answers, undercutting], ids=["chains", "turn", "window"])
def test_the_question_keeps_its_number_and_the_time_that_was_left(installation: Any, campaign: int, begin: Any) -> None:
    begin(installation, campaign)
    before = asked(installation, campaign)
    installation.clock.forward(hours=24)
    installation.write("drapers", "give brewers")
    assert list(asked(installation, campaign)) == ["moderator"]
    installation.clock.forward(hours=10)
    run_deadlines(installation.service)
    installation.deliver()
    assert list(asked(installation, campaign)) == ["moderator"]
    installation.write("moderator", "decree bakers 2")
    after = asked(installation, campaign)
    assert {seat: number for seat, (number, _) in after.items()} == {
        seat: number for seat, (number, _) in before.items()
    }
    for seat, (_, deadline) in after.items():
        was = before[seat][1]
        assert deadline is not None
        assert was is not None
        assert 0 <= (deadline - was).total_seconds() - 10 * 3600 <= 120
    seat = next(iter(after))
    assert "its time stood still" in words_of(installation.newest(seat)) or "время по нему стояло" in words_of(
        installation.newest(seat)
    )


def test_codes_hold_and_nothing_is_done_by_default_meanwhile(installation: Any, campaign: int) -> None:
    first_answers(installation, campaign)
    number, _ = asked(installation, campaign)["bakers"]
    installation.write("drapers", "give brewers")
    (status,) = installation.write("bakers", "status")
    assert f"your question #{number} waits, and its time stands still" in words_of(status)
    (answer,) = installation.write("bakers", f"{number}b")
    assert "no orders carried out" in answer["Subject"]
    installation.clock.forward(days=9)
    run_deadlines(installation.service)
    installation.deliver()
    with writing(installation.service.engine) as session:
        lock_campaign(session, campaign)
        for deed in (Process(), Extend(hours=24)):
            with pytest.raises(Rejected):
                perform(table_of_campaign(installation.service.work(session), campaign), deed, Author("Mila"))
    installation.write("moderator", "decree bakers 2")
    left = asked(installation, campaign)["bakers"][1]
    assert left is not None
    assert (left - installation.clock.time).total_seconds() > 71 * 3600
    coins = installation.table(campaign).match.state.coins["bakers"]
    installation.write("bakers", f"{number}b")
    assert installation.table(campaign).match.state.coins["bakers"] == coins + 2


def test_the_time_that_is_left_is_counted_on_playing_days(installation: Any) -> None:
    """Asked on a Friday with a day, suspended on it, answered on the next Friday: Saturday and Sunday do not count."""
    campaign = installation.create(
        "guild-fair",
        {**SEATS, "moderator": "en"},
        options={"visitors": False},
        timing=TimingPolicy(weekdays=(1, 2, 3, 4, 5), count_days_off=False, min_hours_after_absence=1),
        deadline_hours=24,
    )
    installation.clock.forward(hours=2)
    installation.write("drapers", "give brewers")
    installation.clock.forward(days=7)
    installation.write("moderator", "decree bakers 2")
    deadline = asked(installation, campaign)["bakers"][1]
    assert deadline is not None
    assert deadline.strftime("%a %H:%M") == "Mon 09:00"


def test_secret_answers_stay_on_file(installation: Any, campaign: int) -> None:
    undercutting(installation, campaign)
    installation.write("brewers", "перебить")
    assert set(installation.table(campaign).match.sealed) == {"brewers"}
    installation.write("drapers", "give brewers")
    installation.write("moderator", "decree bakers 2")
    assert set(installation.table(campaign).match.sealed) == {"brewers"}
    brewers = installation.table(campaign).match.state.coins["brewers"]
    installation.write("drapers", "decline")
    state = installation.table(campaign).match.state
    assert state.coins["brewers"] == brewers - 1
    assert state.done


def test_the_decision_is_closed_where_nobody_is_waited_for_any_more(installation: Any, campaign: int) -> None:
    """The drapers have given their last coin away: only the brewers may undercut now, and they have answered."""
    undercutting(installation, campaign)
    installation.write("brewers", "перебить")
    table = installation.table(campaign)
    for _ in range(table.match.state.coins["drapers"]):
        installation.write("drapers", "give bakers")
        installation.write("moderator", "decree bakers")
    assert installation.table(campaign).match.state.done
    assert not installation.table(campaign).match.sealed
