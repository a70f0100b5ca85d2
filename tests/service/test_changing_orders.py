"""Where a campaign agrees on it, legal orders of one's own turn can be changed for some minutes."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from sqlmodel import col, select

from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.clocks.deadlines import run as run_deadlines
from adjudicator.service.play.kept.held_orders import decoded, held_by
from adjudicator.service.timing.policy import Bank, TimingPolicy
from adjudicator.store.engine import reading
from adjudicator.store.tables import Prompt
from tests.service.conftest import words_of

pytestmark = pytest.mark.store("sqlite")

POSITION = Path("benchmarks/order_reading/positions/second_turn.json")
"""France is about to take a tile in the second action round; then it is Britain's turn."""


def begin(installation: Any, **timing: Any) -> int:
    made: int = installation.create_plainly(
        "imperial-struggle",
        {"france": "en", "britain": "ru", "moderator": "en"},
        document=json.loads(POSITION.read_text()),
        timing=TimingPolicy(**{"change_minutes": 30} | timing),
    )
    return made


@pytest.fixture
def campaign(installation: Any) -> int:
    return begin(installation)


def wrote(installation: Any, seat: str, *lines: str) -> tuple[str, str]:
    answer, *_ = installation.write(seat, *lines)
    return str(answer["Subject"]), words_of(answer)


def later(installation: Any, **time: float) -> int:
    installation.clock.forward(**time)
    moved: int = run_deadlines(installation.service)
    installation.deliver()
    return moved


def asked(installation: Any, campaign: int) -> tuple[str, ...]:
    found: tuple[str, ...] = installation.table(campaign).match.asked_seats
    return found


def kept(installation: Any, campaign: int, seat: str = "france") -> list[str]:
    with reading(installation.service.engine) as session:
        table = table_of_campaign(installation.service.work(session), campaign)
        return [line for kept in held_by(table, table.by_name[seat]).mails for line in kept.mail.lines]


def test_legal_orders_wait_and_are_carried_out_when_the_time_is_over(installation: Any, campaign: int) -> None:
    subject, told = wrote(installation, "france", "D4E2 E14 end")
    assert "accepted, can still be changed" in subject
    assert "are legal and are carried out at Fri 20 Nov" in told
    assert asked(installation, campaign) == ("france",)
    assert later(installation, minutes=29) == 0
    assert later(installation, minutes=2) == 1
    assert asked(installation, campaign) == ("britain",)
    newest = installation.newest("france")
    assert "done" in str(newest["Subject"])
    assert "Sweden" in words_of(newest)


def test_in_russian_and_for_the_next_turn_too(installation: Any, campaign: int) -> None:
    wrote(installation, "france", "M4D2 end")
    later(installation, minutes=31)
    subject, told = wrote(installation, "britain", "Д4Э2", "конец")
    assert "принято, ещё можно изменить" in subject
    assert "Ваши приказы допустимы и будут исполнены" in told
    assert asked(installation, campaign) == ("britain",)
    later(installation, minutes=31)
    assert asked(installation, campaign) == ("france",)


def test_a_new_mail_takes_the_place_and_withdraw_takes_back(installation: Any, campaign: int) -> None:
    wrote(installation, "france", "D4E2 E14 end")
    later(installation, minutes=20)
    wrote(installation, "france", "M4D2 end")
    assert kept(installation, campaign) == ["M4D2 end"]
    assert later(installation, minutes=20) == 0, "its minutes run from the new mail"
    _, told = wrote(installation, "france", "orders")
    assert "can be changed until then" in told
    _, told = wrote(installation, "france", "withdraw")
    assert "taken back before they were carried out" in told
    assert later(installation, minutes=60) == 0
    assert asked(installation, campaign) == ("france",)


def test_a_mail_with_a_mistake_leaves_what_stands(installation: Any, campaign: int) -> None:
    wrote(installation, "france", "D4E2 E14 end")
    _, told = wrote(installation, "france", "M4D2 K99 end")
    assert "Your earlier orders stand: they are carried out at" in told
    later(installation, minutes=31)
    assert asked(installation, campaign) == ("britain",)
    assert "Sweden" in words_of(installation.newest("france"))


def test_a_confirmed_draft_is_what_was_confirmed(installation: Any, campaign: int) -> None:
    wrote(installation, "france", "D4E2 K99 end")
    wrote(installation, "france", "E14")
    wrote(installation, "france", "M4D2 K99 end")
    later(installation, minutes=31)
    assert asked(installation, campaign) == ("britain",)
    assert "Sweden" in words_of(installation.newest("france"))


def test_a_deadline_before_it_carries_them_out(installation: Any) -> None:
    campaign = begin(installation, change_minutes=10 * 24 * 60)
    wrote(installation, "france", "D4E2 E14 end")
    later(installation, hours=200)
    assert asked(installation, campaign) == ("britain",)
    assert "Sweden" in words_of(installation.newest("france")), "no default"


def test_the_clock_of_the_player_stops_when_the_mail_comes(installation: Any) -> None:
    campaign = begin(installation, bank=Bank(hours=48, increment=12), change_minutes=120)
    came = installation.clock.now()
    wrote(installation, "france", "D4E2 E14 end")
    later(installation, hours=3)
    assert asked(installation, campaign) == ("britain",)
    with reading(installation.service.engine) as session:
        answered = [moment for moment in session.scalars(select(col(Prompt.answered_at))) if moment is not None]
    assert [each - came < timedelta(minutes=1) for each in answered] == [True]


def test_a_pause_stops_the_window_and_what_comes_meanwhile_replaces_it(installation: Any, campaign: int) -> None:
    wrote(installation, "france", "D4E2 E14 end")
    installation.write("moderator", "pause")
    assert later(installation, minutes=60) == 0
    wrote(installation, "france", "M4D2 end")
    installation.write("moderator", "resume")
    assert kept(installation, campaign) == ["M4D2 end"]
    later(installation, minutes=31)
    assert asked(installation, campaign) == ("britain",)


def test_the_moderator_carries_out_what_was_accepted(installation: Any, campaign: int) -> None:
    wrote(installation, "france", "D4E2 E14 end")
    log = installation.table(campaign).sequence
    _, told = wrote(installation, "moderator", f"process {log}")
    installation.write("moderator", told[told.index("confirm ") :][:17])
    assert asked(installation, campaign) == ("britain",)
    assert any("Sweden" in words_of(mail) for mail in installation.received["france@players.test"])


def test_a_plan_below_waits_with_the_orders(installation: Any, campaign: int) -> None:
    _, told = wrote(installation, "france", "M4D2", "end", "plan:", "D4E2", "end")
    assert "are legal" in told
    later(installation, minutes=31)
    assert asked(installation, campaign) == ("britain",)
    _, told = wrote(installation, "france", "plans")
    assert "D4E2" in told or "Diplomatic 4" in told


def test_secret_answers_are_on_file_at_once(installation: Any) -> None:
    installation.create(
        "sealed-bids", {"red": "en", "blue": "en"}, timing=TimingPolicy(change_minutes=30), mail_format="text"
    )
    subject, _ = wrote(installation, "red", "1c")
    assert "on file" in subject


def test_the_others_learn_nothing_before(installation: Any, campaign: int) -> None:
    _, before = wrote(installation, "britain", "статус")
    assert len(installation.write("france", "D4E2 E14 end")) == 1
    _, after = wrote(installation, "britain", "статус")
    assert before == after


def test_a_player_whose_orders_wait_is_not_reminded(installation: Any) -> None:
    begin(installation, change_minutes=10 * 24 * 60)
    wrote(installation, "france", "D4E2 E14 end")
    later(installation, hours=60)
    assert "reminder" not in str(installation.newest("france")["Subject"])


def test_a_correction_leaves_them_and_gives_the_minutes_again(installation: Any) -> None:
    campaign = installation.create(
        "guild-fair",
        {"bakers": "en", "brewers": "en", "drapers": "en", "moderator": "en"},
        options={"visitors": False},
        timing=TimingPolicy(change_minutes=30),
        mail_format="text",
    )
    rng, seat = Random(3), ""
    for _ in range(60):
        match = installation.table(campaign).match
        seat = match.decisions()[0].waiting[0]
        installation.write(seat, match.game.part("phrases").say(match.sample(seat, rng), "en"))
        if kept(installation, campaign, seat) and match.public_n > 2:
            break
        later(installation, minutes=31)
    before = kept(installation, campaign, seat)
    later(installation, minutes=20)
    log = installation.table(campaign).match.public_n
    _, told = wrote(installation, "moderator", f"correct {log}: state.coins.bakers=7 because it was wrong")
    installation.write("moderator", told[told.index("confirm ") :][:17])
    assert later(installation, seconds=5) == 1
    assert "accepted, can still be changed" in str(installation.newest(seat)["Subject"])
    assert kept(installation, campaign, seat) == before
    assert later(installation, minutes=20) == 0
    assert later(installation, minutes=11) == 1
    assert not kept(installation, campaign, seat)


def test_a_word_on_an_offer_counts_at_once(installation: Any) -> None:
    installation.create(
        "guild-fair",
        {"bakers": "en", "brewers": "en", "drapers": "en"},
        options={"visitors": False},
        timing=TimingPolicy(change_minutes=30),
        mail_format="text",
    )
    subject, _ = wrote(installation, "bakers", "pact bakers, brewers")
    assert "your offer is made" in subject
    _, told = wrote(installation, "brewers", "A1 yes")
    assert "a pact is made" in told


def test_a_code_without_a_number_and_a_mistake_behind_a_draw_wait_too(installation: Any, campaign: int) -> None:
    installation.write("france", "D4E2", "draw event", "K99")
    assert "Your orders before the mistake are carried out at" in words_of(installation.newest("france"))
    assert installation.table(campaign).sequence == 0
    later(installation, minutes=31)
    question = installation.newest("france")
    assert "event card drawn" in words_of(question)
    headers = {"In-Reply-To": str(question["Message-ID"])}
    installation.write("france", "Z", **headers)
    assert asked(installation, campaign) == ("france",)
    assert kept(installation, campaign)


def test_rows_that_older_versions_stored_are_read() -> None:
    mail = {"lines": ["end"], "received_at": "2026-11-20T09:00:00Z"}
    kept = {"mail": mail, "until": "2026-11-20T09:30:00Z", "question": 3, "draft": [], "again": False}
    found = decoded(json.dumps({"later": [mail], "changeable": kept, "draft": [{"text": "end"}]}).encode())
    first, second = found.mails
    assert found.changeable is first
    assert (first.question, second.until, second.mail.lines) == (3, None, ("end",))
    assert decoded(msgspec.json.encode(found)) == found
