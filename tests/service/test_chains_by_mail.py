"""Chains side by side by mail: each seat at its own pace, and nobody can tell how far the others are."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from adjudicator_trials.correspondence import correspondence
from sqlmodel import col, select

from adjudicator.service.clocks.deadlines import run as run_deadlines
from adjudicator.store.engine import reading
from adjudicator.store.tables import Prompt, PromptState
from tests.service.conftest import words_of

pytestmark = pytest.mark.store("sqlite")

SEATS = {"bakers": "en", "brewers": "ru", "drapers": "en", "masons": "ru", "smiths": "en"}


@pytest.fixture
def campaign(installation: Any) -> int:
    made: int = installation.create("guild-fair", SEATS, options={"visitors": False})
    return made


def questions(installation: Any, campaign: int) -> dict[str, int]:
    """The number of the open question of each seat."""
    table = installation.table(campaign)
    with reading(installation.service.engine) as session:
        rows = session.scalars(select(Prompt).where(col(Prompt.state) == PromptState.OPEN)).all()
        return {table.by_id[row.seat_id].name: row.number for row in rows}


def test_a_seat_goes_through_its_chain_while_the_others_hear_nothing(installation: Any, campaign: int) -> None:
    before, mails = (
        questions(installation, campaign),
        {seat: len(installation.received[f"{seat}@players.test"]) for seat in SEATS},
    )
    assert sorted(before) == sorted(SEATS)
    (answer,) = installation.write("drapers", f"{before['drapers']}a")
    assert "HOW MANY COINS DO YOU BORROW?" in words_of(answer)
    (answer,) = installation.write("drapers", "borrow 1")
    now = questions(installation, campaign)
    assert now == {seat: number for seat, number in before.items() if seat != "drapers"}
    for seat in SEATS:
        assert len(installation.received[f"{seat}@players.test"]) == mails[seat] + 2 * (seat == "drapers")


def test_both_orders_of_a_chain_fit_into_one_mail(installation: Any, campaign: int) -> None:
    contract = installation.table(campaign).match.state.drawn["smiths"][0]
    installation.write("smiths", f"keep {contract}", "borrow 2")
    assert installation.table(campaign).match.state.loans["smiths"] == 2


def test_numbers_of_questions_tell_nothing(installation: Any, campaign: int) -> None:
    """The second question of a guild has the number that it would have if it were the first to answer, or the last."""
    before = questions(installation, campaign)
    for seat in ("smiths", "bakers", "masons"):
        installation.write(seat, f"{before[seat]}a")
    now = questions(installation, campaign)
    assert {seat: now[seat] - before[seat] for seat in now} == {
        "bakers": 5, "brewers": 0, "drapers": 0, "masons": 5, "smiths": 5,
    }  # fmt: skip


def test_nothing_in_a_mail_tells_how_far_the_others_are(installation: Any, campaign: int) -> None:
    """No number of the log, no deadline of another's later question; in the mail itself, its HTML and its JSON copy."""
    before = questions(installation, campaign)
    for seat in ("smiths", "bakers", "masons"):
        installation.write(seat, f"{before[seat]}a")
        installation.clock.forward(hours=5)
    (answer,) = installation.write("drapers", f"{before['drapers']}a")
    told = words_of(answer)
    assert "after log entry [1]" in told
    assert "[2]" not in told
    assert "[5]" not in told
    status = words_of(installation.write("brewers", "статус")[0])
    assert "Сейчас отвечают: Пекари, Пивовары (до пн 23.11 09:00 UTC), Суконщики, Каменщики и Кузнецы." in status


def test_when_all_chains_are_at_their_end_the_next_is_asked(installation: Any, campaign: int) -> None:
    for seat in reversed(SEATS):
        number = questions(installation, campaign)[seat]
        installation.write(seat, f"{number}a" if SEATS[seat] == "en" else f"{number}а")
        installation.write(seat, "borrow 0" if SEATS[seat] == "en" else "занять 0")
    assert list(questions(installation, campaign)) == ["bakers"]
    assert "DO YOU WORK, SAVE, OR BEGIN A FEUD?" in words_of(installation.newest("bakers"))


def test_the_deadline_closes_the_chains_of_those_who_are_late(installation: Any, campaign: int) -> None:
    before = questions(installation, campaign)
    installation.clock.forward(days=2)
    installation.write("smiths", f"{before['smiths']}a")
    installation.clock.forward(days=1, hours=12)
    assert run_deadlines(installation.service) == 1
    installation.deliver()
    kinds = {decision.seats[0]: decision.kind for decision in installation.table(campaign).match.decisions()}
    assert kinds == dict.fromkeys(SEATS, "loan")
    assert questions(installation, campaign)["smiths"] == before["smiths"] + 5
    assert run_deadlines(installation.service) == 0


@pytest.mark.long
@pytest.mark.parametrize("number", range(2))
def test_whole_matches_at_random_by_mail(number: int) -> None:
    """One of three guilds in each run is in `several_seats`."""
    with correspondence("guild-fair", f"fair {number}", {"visitors": False}) as played:
        played.play([])
        assert played.match.result is not None


def test_play_at_random_leaves_no_question_behind(installation: Any, campaign: int) -> None:
    rng = Random(3)
    book = installation.table(campaign).match.game.part("phrases")
    for _ in range(40):
        match = installation.table(campaign).match
        if match.result is not None:
            break
        assert set(questions(installation, campaign)) >= set(match.pending_seats)
        seat = rng.choice(match.pending_seats)
        installation.write(seat, book.at(match.state).say(match.sample(seat, rng), SEATS[seat]))
