"""Chains side by side by mail: each seat at its own pace, and nobody can tell how far the others are."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from sqlmodel import col, select

from adjudicator.service.clocks.deadlines import run as run_deadlines
from adjudicator.service.trials.correspondence import correspondence
from adjudicator.store.engine import reading
from adjudicator.store.tables import Prompt, PromptState
from tests.service.conftest import words_of

pytestmark = pytest.mark.store("sqlite")

SEATS = {"bakers": "en", "brewers": "ru", "drapers": "en", "masons": "ru", "smiths": "en"}


@pytest.fixture
def campaign(house: Any) -> int:
    made: int = house.create("guild-fair", SEATS, options={"visitors": False})
    return made


def questions(house: Any, campaign: int) -> dict[str, int]:
    """The number of the open question of each seat."""
    table = house.table(campaign)
    with reading(house.service.engine) as session:
        rows = session.scalars(select(Prompt).where(col(Prompt.state) == PromptState.OPEN)).all()
        return {table.by_id[row.seat_id].name: row.number for row in rows}


def test_a_seat_goes_through_its_chain_while_the_others_hear_nothing(house: Any, campaign: int) -> None:
    before, mails = questions(house, campaign), {seat: len(house.received[f"{seat}@players.test"]) for seat in SEATS}
    assert sorted(before) == sorted(SEATS)
    (answer,) = house.write("drapers", f"{before['drapers']}a")
    assert "HOW MANY COINS DO YOU BORROW?" in words_of(answer)
    (answer,) = house.write("drapers", "borrow 1")
    now = questions(house, campaign)
    assert now == {seat: number for seat, number in before.items() if seat != "drapers"}
    for seat in SEATS:
        assert len(house.received[f"{seat}@players.test"]) == mails[seat] + 2 * (seat == "drapers")


def test_both_orders_of_a_chain_fit_into_one_mail(house: Any, campaign: int) -> None:
    contract = house.table(campaign).match.state.drawn["smiths"][0]
    house.write("smiths", f"keep {contract}", "borrow 2")
    assert house.table(campaign).match.state.loans["smiths"] == 2


def test_numbers_of_questions_tell_nothing(house: Any, campaign: int) -> None:
    """The second question of a guild has the number that it would have if it were the first to answer, or the last."""
    before = questions(house, campaign)
    for seat in ("smiths", "bakers", "masons"):
        house.write(seat, f"{before[seat]}a")
    now = questions(house, campaign)
    assert {seat: now[seat] - before[seat] for seat in now} == {
        "bakers": 5, "brewers": 0, "drapers": 0, "masons": 5, "smiths": 5,
    }  # fmt: skip


def test_nothing_in_a_mail_tells_how_far_the_others_are(house: Any, campaign: int) -> None:
    """No number of the log, no deadline of another's later question; in the mail itself, its HTML and its JSON copy."""
    before = questions(house, campaign)
    for seat in ("smiths", "bakers", "masons"):
        house.write(seat, f"{before[seat]}a")
        house.clock.forward(hours=5)
    (answer,) = house.write("drapers", f"{before['drapers']}a")
    told = words_of(answer)
    assert "after log entry [1]" in told
    assert "[2]" not in told
    assert "[5]" not in told
    status = words_of(house.write("brewers", "статус")[0])
    assert "Сейчас отвечают: Пекари, Пивовары (до пн 23.11 09:00 UTC), Суконщики, Каменщики и Кузнецы." in status


def test_when_all_chains_are_at_their_end_the_next_is_asked(house: Any, campaign: int) -> None:
    for seat in reversed(SEATS):
        number = questions(house, campaign)[seat]
        house.write(seat, f"{number}a" if SEATS[seat] == "en" else f"{number}а")
        house.write(seat, "borrow 0" if SEATS[seat] == "en" else "занять 0")
    assert list(questions(house, campaign)) == ["bakers"]
    assert "DO YOU WORK, SAVE, OR BEGIN A FEUD?" in words_of(house.newest("bakers"))


def test_the_deadline_closes_the_chains_of_those_who_are_late(house: Any, campaign: int) -> None:
    before = questions(house, campaign)
    house.clock.forward(days=2)
    house.write("smiths", f"{before['smiths']}a")
    house.clock.forward(days=1, hours=12)
    assert run_deadlines(house.service) == 1
    house.deliver()
    kinds = {each.seats[0]: each.kind for each in house.table(campaign).match.decisions()}
    assert kinds == dict.fromkeys(SEATS, "loan")
    assert questions(house, campaign)["smiths"] == before["smiths"] + 5
    assert run_deadlines(house.service) == 0


@pytest.mark.long
@pytest.mark.parametrize("number", range(2))
def test_whole_matches_at_random_by_mail(number: int) -> None:
    """One of three guilds in each run is in `several_seats`."""
    with correspondence("guild-fair", f"fair {number}", {"visitors": False}) as played:
        played.play([])
        assert played.match.result is not None


def test_play_at_random_leaves_no_question_behind(house: Any, campaign: int) -> None:
    rng = Random(3)
    book = house.table(campaign).match.game.part("phrases")
    for _ in range(40):
        match = house.table(campaign).match
        if match.result is not None:
            break
        assert set(questions(house, campaign)) >= set(match.pending_seats)
        seat = rng.choice(match.pending_seats)
        house.write(seat, book.at(match.state).say(match.sample(seat, rng), SEATS[seat]))
