"""Where a campaign agrees on it, legal orders of one's own turn can be changed for some minutes."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlmodel import col, select

from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.clocks.deadlines import run as run_deadlines
from adjudicator.service.play.kept.held_orders import held_by
from adjudicator.service.timing.policy import Bank, TimingPolicy
from adjudicator.store.engine import reading
from adjudicator.store.tables import Prompt
from tests.service.conftest import words_of

pytestmark = pytest.mark.store("sqlite")

POSITION = Path("benchmarks/strangers/positions/second_turn.json")
"""France is about to take a tile in the second action round; then it is Britain's turn."""


def begin(house: Any, **timing: Any) -> int:
    made: int = house.create_plainly(
        "imperial-struggle",
        {"france": "en", "britain": "ru", "moderator": "en"},
        document=json.loads(POSITION.read_text()),
        timing=TimingPolicy(**{"change_minutes": 30} | timing),
    )
    return made


@pytest.fixture
def campaign(house: Any) -> int:
    return begin(house)


def wrote(house: Any, seat: str, *lines: str) -> tuple[str, str]:
    answer, *_ = house.write(seat, *lines)
    return str(answer["Subject"]), words_of(answer)


def later(house: Any, **time: float) -> int:
    house.clock.forward(**time)
    moved: int = run_deadlines(house.service)
    house.deliver()
    return moved


def asked(house: Any, campaign: int) -> tuple[str, ...]:
    found: tuple[str, ...] = house.table(campaign).match.asked_seats
    return found


def kept(house: Any, campaign: int, seat: str = "france") -> list[str]:
    with reading(house.service.engine) as session:
        table = table_of_campaign(house.service.work(session), campaign)
        return [line for mail in held_by(table, table.by_name[seat]).messages for line in mail.lines]


def test_legal_orders_wait_and_are_carried_out_when_the_time_is_over(house: Any, campaign: int) -> None:
    subject, told = wrote(house, "france", "D4E2 E14 end")
    assert "accepted, can still be changed" in subject
    assert "are legal and are carried out at Fri 20 Nov" in told
    assert asked(house, campaign) == ("france",)
    assert later(house, minutes=29) == 0
    assert later(house, minutes=2) == 1
    assert asked(house, campaign) == ("britain",)
    newest = house.newest("france")
    assert "done" in str(newest["Subject"])
    assert "Sweden" in words_of(newest)


def test_in_russian_and_for_the_next_turn_too(house: Any, campaign: int) -> None:
    wrote(house, "france", "M4D2 end")
    later(house, minutes=31)
    subject, told = wrote(house, "britain", "Д4Э2", "конец")
    assert "принято, ещё можно изменить" in subject
    assert "Ваши приказы допустимы и будут исполнены" in told
    assert asked(house, campaign) == ("britain",)
    later(house, minutes=31)
    assert asked(house, campaign) == ("france",)


def test_a_new_mail_takes_the_place_and_withdraw_takes_back(house: Any, campaign: int) -> None:
    wrote(house, "france", "D4E2 E14 end")
    later(house, minutes=20)
    wrote(house, "france", "M4D2 end")
    assert kept(house, campaign) == ["M4D2 end"]
    assert later(house, minutes=20) == 0, "its minutes run from the new mail"
    _, told = wrote(house, "france", "orders")
    assert "can be changed until then" in told
    _, told = wrote(house, "france", "withdraw")
    assert "taken back before they were carried out" in told
    assert later(house, minutes=60) == 0
    assert asked(house, campaign) == ("france",)


def test_a_mail_with_a_mistake_leaves_what_stands(house: Any, campaign: int) -> None:
    wrote(house, "france", "D4E2 E14 end")
    _, told = wrote(house, "france", "M4D2 K99 end")
    assert "Your earlier orders stand: they are carried out at" in told
    later(house, minutes=31)
    assert asked(house, campaign) == ("britain",)
    assert "Sweden" in words_of(house.newest("france"))


def test_a_confirmed_draft_is_what_was_confirmed(house: Any, campaign: int) -> None:
    wrote(house, "france", "D4E2 K99 end")
    wrote(house, "france", "E14")
    wrote(house, "france", "M4D2 K99 end")
    later(house, minutes=31)
    assert asked(house, campaign) == ("britain",)
    assert "Sweden" in words_of(house.newest("france"))


def test_a_deadline_before_it_carries_them_out(house: Any) -> None:
    campaign = begin(house, change_minutes=10 * 24 * 60)
    wrote(house, "france", "D4E2 E14 end")
    later(house, hours=200)
    assert asked(house, campaign) == ("britain",)
    assert "Sweden" in words_of(house.newest("france")), "no default"


def test_the_clock_of_the_player_stops_when_the_mail_comes(house: Any) -> None:
    campaign = begin(house, bank=Bank(hours=48, increment=12), change_minutes=120)
    came = house.clock.now()
    wrote(house, "france", "D4E2 E14 end")
    later(house, hours=3)
    assert asked(house, campaign) == ("britain",)
    with reading(house.service.engine) as session:
        answered = [each for each in session.scalars(select(col(Prompt.answered_at))) if each is not None]
    assert [each - came < timedelta(minutes=1) for each in answered] == [True]


def test_a_pause_stops_the_window_and_what_comes_meanwhile_replaces_it(house: Any, campaign: int) -> None:
    wrote(house, "france", "D4E2 E14 end")
    house.write("moderator", "pause")
    assert later(house, minutes=60) == 0
    wrote(house, "france", "M4D2 end")
    house.write("moderator", "resume")
    assert kept(house, campaign) == ["M4D2 end"]
    later(house, minutes=31)
    assert asked(house, campaign) == ("britain",)


def test_the_moderator_carries_out_what_was_accepted(house: Any, campaign: int) -> None:
    wrote(house, "france", "D4E2 E14 end")
    log = house.table(campaign).sequence
    _, told = wrote(house, "moderator", f"process {log}")
    house.write("moderator", told[told.index("confirm ") :][:17])
    assert asked(house, campaign) == ("britain",)
    assert any("Sweden" in words_of(mail) for mail in house.received["france@players.test"])


def test_a_plan_below_waits_with_the_orders(house: Any, campaign: int) -> None:
    _, told = wrote(house, "france", "M4D2", "end", "plan:", "D4E2", "end")
    assert "are legal" in told
    later(house, minutes=31)
    assert asked(house, campaign) == ("britain",)
    _, told = wrote(house, "france", "plans")
    assert "D4E2" in told or "Diplomatic 4" in told


def test_secret_answers_are_on_file_at_once(house: Any) -> None:
    house.create("sealed-bids", {"red": "en", "blue": "en"}, timing=TimingPolicy(change_minutes=30), mail_format="text")
    subject, _ = wrote(house, "red", "1c")
    assert "on file" in subject


def test_the_others_learn_nothing_before(house: Any, campaign: int) -> None:
    _, before = wrote(house, "britain", "статус")
    assert len(house.write("france", "D4E2 E14 end")) == 1
    _, after = wrote(house, "britain", "статус")
    assert before == after


def test_a_player_whose_orders_wait_is_not_reminded(house: Any) -> None:
    begin(house, change_minutes=10 * 24 * 60)
    wrote(house, "france", "D4E2 E14 end")
    later(house, hours=60)
    assert "reminder" not in str(house.newest("france")["Subject"])


def test_a_correction_leaves_them_and_gives_the_minutes_again(house: Any) -> None:
    campaign = house.create(
        "guild-fair",
        {"bakers": "en", "brewers": "en", "drapers": "en", "moderator": "en"},
        options={"visitors": False},
        timing=TimingPolicy(change_minutes=30),
        mail_format="text",
    )
    rng, seat = Random(3), ""
    for _ in range(60):
        match = house.table(campaign).match
        seat = match.decisions()[0].waiting[0]
        house.write(seat, match.game.part("phrases").say(match.sample(seat, rng), "en"))
        if kept(house, campaign, seat) and match.public_n > 2:
            break
        later(house, minutes=31)
    before = kept(house, campaign, seat)
    later(house, minutes=20)
    log = house.table(campaign).match.public_n
    _, told = wrote(house, "moderator", f"correct {log}: state.coins.bakers=7 because it was wrong")
    house.write("moderator", told[told.index("confirm ") :][:17])
    assert later(house, seconds=5) == 1
    assert "accepted, can still be changed" in str(house.newest(seat)["Subject"])
    assert kept(house, campaign, seat) == before
    assert later(house, minutes=20) == 0
    assert later(house, minutes=11) == 1
    assert not kept(house, campaign, seat)


def test_a_word_on_an_offer_counts_at_once(house: Any) -> None:
    house.create(
        "guild-fair",
        {"bakers": "en", "brewers": "en", "drapers": "en"},
        options={"visitors": False},
        timing=TimingPolicy(change_minutes=30),
        mail_format="text",
    )
    subject, _ = wrote(house, "bakers", "pact bakers, brewers")
    assert "your offer is made" in subject
    _, told = wrote(house, "brewers", "A1 yes")
    assert "a pact is made" in told


def test_a_code_without_a_number_and_a_mistake_behind_a_draw_wait_too(house: Any, campaign: int) -> None:
    house.write("france", "D4E2", "draw event", "K99")
    assert "Your orders before the mistake are carried out at" in words_of(house.newest("france"))
    assert house.table(campaign).sequence == 0
    later(house, minutes=31)
    question = house.newest("france")
    assert "event card drawn" in words_of(question)
    headers = {"In-Reply-To": str(question["Message-ID"])}
    house.write("france", "Z", **headers)
    assert asked(house, campaign) == ("france",)
    assert kept(house, campaign)
