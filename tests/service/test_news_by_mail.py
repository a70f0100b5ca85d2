"""What somebody does at any time, by mail: no question is disturbed, and the others hear of it without a new one."""

from __future__ import annotations

from datetime import datetime, timedelta
from email.message import EmailMessage
from random import Random
from typing import Any

import msgspec
import pytest
from sqlmodel import select

from adjudicator.service.campaign.settings import keep_settings, settings_of
from adjudicator.service.outbox.queue import NEWS
from adjudicator.store import outbound
from adjudicator.store.engine import reading, writing
from adjudicator.store.outbound import Lease
from adjudicator.store.tables import Campaign, OutboundState, Prompt, PromptState
from tests.service.beginnings import beginning
from tests.service.conftest import words_of

pytestmark = pytest.mark.store("sqlite")

SEATS = {"bakers": "en", "brewers": "ru", "drapers": "en"}
GIVE = {"en": "give a coin to", "ru": "дать монету"}
TO = {
    "en": {"bakers": "Bakers", "brewers": "Brewers", "drapers": "Drapers"},
    "ru": {"bakers": "Пекарям", "brewers": "Пивоварам", "drapers": "Суконщикам"},
}


def give(installation: Any, seat: str, to: str, times: int = 1) -> list[EmailMessage]:
    language = SEATS[seat]
    answers: list[EmailMessage] = installation.write(seat, *[f"{GIVE[language]} {TO[language][to]}"] * times)
    return answers


def prompts_of(installation: Any, campaign: int) -> dict[int, Prompt]:
    with reading(installation.service.engine) as session:
        return {row.number: row for row in session.scalars(select(Prompt)) if row.campaign_id == campaign}


def open_ones(installation: Any, campaign: int) -> dict[int, tuple[int, datetime | None]]:
    found = prompts_of(installation, campaign).values()
    return {row.number: (row.seat_id, row.deadline) for row in found if row.state is PromptState.OPEN}


def news_to(installation: Any, seat: str) -> list[str]:
    return [words_of(mail) for address, mail in installation.deliver() if address == f"{seat}@players.test"]


@pytest.fixture
@beginning
def campaign(installation: Any) -> int:
    """It is the bakers' turn; everybody has five coins or four."""
    made: int = installation.create("guild-fair", SEATS, options={"visitors": False})
    for seat, language in SEATS.items():
        match = installation.table(made).match
        keep = match.game.part("phrases").say(match.options(seat)[0], language)
        installation.write(seat, keep, "borrow 0" if language == "en" else "занять 0")
    installation.deliver()
    return made


def test_the_question_stands_and_its_news_come_without_a_new_one(installation: Any, campaign: int) -> None:
    before = open_ones(installation, campaign)
    give(installation, "brewers", "bakers")
    assert news_to(installation, "bakers") == [], "it is gathered for a while"
    installation.clock.forward(minutes=5)
    give(installation, "drapers", "bakers")
    installation.clock.forward(minutes=5)
    (told,) = news_to(installation, "bakers")
    assert open_ones(installation, campaign) == before
    (number,) = before
    assert f"Your question #{number} (your turn) stands as it was: its codes hold" in told
    assert "Brewers: give Bakers a coin" in told
    assert "Drapers: give Bakers a coin" in told
    assert f"#{number} Bakers" not in installation.newest("bakers")["Subject"]
    assert "ORDERS" not in told
    assert "HOW TO ANSWER" not in told
    assert news_to(installation, "bakers") == []


def test_who_is_not_asked_hears_of_it_too(installation: Any, campaign: int) -> None:
    give(installation, "drapers", "bakers")
    installation.clock.forward(minutes=10)
    (told,) = news_to(installation, "brewers")
    assert "В этом письме от вас ничего не требуется." in told
    assert "Суконщики: дают Пекарям монету" in told


def test_a_report_that_leaves_meanwhile_tells_the_news(installation: Any, campaign: int) -> None:
    give(installation, "drapers", "bakers")
    (answer,) = installation.write("bakers", "save")
    assert "Drapers: give Bakers a coin" in words_of(answer)
    installation.clock.forward(minutes=20)
    assert news_to(installation, "bakers") == []


def test_news_that_are_being_written_when_a_report_is_queued_are_sent(installation: Any, campaign: int) -> None:
    """The report has counted them as told: it begins behind them."""
    give(installation, "drapers", "bakers")
    installation.clock.forward(minutes=10)
    with writing(installation.service.engine) as session:
        claimed = outbound.claim(
            session, OutboundState.QUEUED, installation.clock.now(), Lease(timedelta(minutes=2), None), 20
        )
    assert {mail.kind for mail in claimed} == {NEWS}
    installation.write("bakers", "save")
    report = words_of(installation.newest("brewers"))
    assert "Пекари:" in report
    assert "Суконщики: дают Пекарям монету" not in report
    installation.clock.forward(minutes=3)
    (told,) = news_to(installation, "brewers")
    assert "Суконщики: дают Пекарям монету" in told


def test_the_gathering_is_a_setting(installation: Any, campaign: int) -> None:
    with writing(installation.service.engine) as session:
        row = session.get_one(Campaign, campaign)
        agreed = settings_of(row)
        timing = msgspec.structs.replace(agreed.timing, news_minutes=0)
        keep_settings(row, msgspec.structs.replace(agreed, timing=timing))
    give(installation, "drapers", "brewers")
    assert "stands as it was" in words_of(installation.newest("bakers"))


def test_new_answers_get_codes_behind_the_others_and_old_ones_are_refused_with_the_reason(
    installation: Any, campaign: int
) -> None:
    """Without a coin nobody works: the code of that stays reserved, and is legal again when a coin has come."""
    (number,) = open_ones(installation, campaign)
    (answer,) = give(installation, "bakers", "drapers", installation.table(campaign).match.state.coins["bakers"])
    assert f"{number}b save" in words_of(answer)
    assert f"{number}a work" not in words_of(answer)
    (answer,) = installation.write("bakers", f"{number}a")
    assert "to work costs a coin, and you have none" in words_of(answer)
    give(installation, "brewers", "bakers")
    installation.clock.forward(minutes=10)
    told = news_to(installation, "bakers")[-1]
    assert f"NEW ANSWERS TO #{number} {number}a work on" in told
    installation.write("bakers", f"{number}a")
    assert installation.table(campaign).match.decisions()[0].kind == "undercut"


def test_what_was_not_possible_when_it_was_asked_gets_a_new_code(installation: Any, campaign: int) -> None:
    """The brewers have given all their coins away before their turn: to work has no code until they get one back."""
    give(installation, "brewers", "drapers", installation.table(campaign).match.state.coins["brewers"])
    installation.write("bakers", "save")
    (number,) = open_ones(installation, campaign)
    shown = words_of(installation.newest("brewers"))
    assert [code in shown for code in (f"{number}а", "P11", f"{number}г")] == [True, True, False]
    installation.clock.forward(hours=1)
    installation.deliver()
    give(installation, "drapers", "brewers")
    installation.clock.forward(minutes=10)
    (told,) = news_to(installation, "brewers")
    assert f"НОВЫЕ ОТВЕТЫ НА №{number} {number}г работать" in told
    installation.write("brewers", f"{number}г")
    assert installation.table(campaign).match.decisions()[0].kind == "undercut"


def test_a_short_name_that_the_question_lists_means_that_answer(installation: Any, campaign: int) -> None:
    """To the bakers a coin might be given at any time as well: that was not asked."""
    installation.write("bakers", "save")
    assert "P11 вражда Пекари" in words_of(installation.newest("brewers"))
    coins = dict(installation.table(campaign).match.state.coins)
    installation.write("brewers", "P11")
    match = installation.table(campaign).match
    assert match.decisions()[0].kind == "bout"
    assert match.state.coins["bakers"] == coins["bakers"]


def test_a_secret_answer_on_file_stays_there(installation: Any, campaign: int) -> None:
    installation.write("bakers", f"work on {installation.table(campaign).match.state.contracts['bakers'][0]}")
    installation.write("brewers", "перебить")
    before = open_ones(installation, campaign)
    give(installation, "drapers", "bakers")
    assert list(installation.table(campaign).match.sealed) == ["brewers"]
    assert open_ones(installation, campaign) == before
    installation.clock.forward(minutes=10)
    assert any(
        "Ваш ответ на него, если он уже на хранении, остаётся." in told for told in news_to(installation, "brewers")
    )
    installation.write("drapers", "decline")
    assert installation.table(campaign).match.state.done == [installation.table(campaign).match.state.done[0]]


def test_who_joins_and_leaves_a_question_gains_no_time(installation: Any, campaign: int) -> None:
    """A coin that wanders makes the drapers asked, and not asked, and asked again: the others' time runs on, and what
    was left of theirs.
    """
    coins = installation.table(campaign).match.state.coins["drapers"]
    installation.write("bakers", f"work on {installation.table(campaign).match.state.contracts['bakers'][0]}")
    before = open_ones(installation, campaign)
    assert len(before) == 2
    brewers, drapers = sorted(before)
    installation.clock.forward(hours=10)
    give(installation, "drapers", "bakers", coins)
    assert list(open_ones(installation, campaign)) == [brewers]
    installation.clock.forward(hours=20)
    installation.deliver()
    give(installation, "bakers", "drapers")
    now = open_ones(installation, campaign)
    assert now[brewers] == before[brewers]
    was = before[drapers][1]
    assert was is not None
    due = now[drapers][1]
    assert due is not None
    assert timedelta() <= due - was - timedelta(hours=20) < timedelta(minutes=1)
    assert f"#{drapers}" in installation.newest("drapers")["Subject"]
    assert "DO YOU PAY A COIN TO UNDERCUT THEM?" in words_of(installation.newest("drapers"))


def test_where_only_who_leaves_was_waited_for_play_goes_on(installation: Any, campaign: int) -> None:
    coins = installation.table(campaign).match.state.coins["drapers"]
    installation.write("bakers", f"work on {installation.table(campaign).match.state.contracts['bakers'][0]}")
    installation.write("brewers", "нет")
    give(installation, "drapers", "bakers", coins)
    assert installation.table(campaign).match.decisions()[0].seats == ("brewers",)
    assert "РАБОТАЕТЕ, КОПИТЕ ИЛИ НАЧИНАЕТЕ ВРАЖДУ?" in words_of(installation.newest("brewers"))


@pytest.mark.parametrize("mails", [25, pytest.param(60, marks=pytest.mark.long)])
def test_nothing_done_at_any_time_moves_a_deadline(installation: Any, campaign: int, mails: int) -> None:
    """At random: orders, coins that wander, time that goes by. No open question ever gets another deadline, codes that
    were given stay, and who is waited for has an open question.
    """
    rng = Random("deadlines")
    for _ in range(mails):
        match, before = installation.table(campaign).match, prompts_of(installation, campaign)
        if match.result is not None:
            break
        book, asked = match.game.part("phrases").at(match.state), match.pending_seats
        seat = rng.choice(match.header.seats) if rng.random() < 0.7 else rng.choice(asked)
        besides = [action for action in match.anytime(seat) if action.op == "give"]
        action = rng.choice(besides) if besides and rng.random() < 0.8 else None
        if action is None and seat not in asked:
            continue
        installation.write(seat, book.say(action or match.sample(seat, rng), SEATS[seat]))
        installation.clock.forward(minutes=rng.choice((1, 7, 30)))
        installation.deliver()
        for number, row in prompts_of(installation, campaign).items():
            was = before.get(number)
            if was is None or row.state is not PromptState.OPEN:
                continue
            stood = was.state is PromptState.OPEN
            waited = timedelta() if stood or was.closed_at is None else row.deadline - was.deadline
            assert row.deadline == was.deadline + waited
            assert stood or waited <= installation.clock.now() - was.closed_at
            assert (row.opened_at, row.decision) == (was.opened_at, was.decision)
        table = installation.table(campaign)
        opened = {table.by_id[seat_id].name for seat_id, _ in open_ones(installation, campaign).values()}
        assert set(table.match.pending_seats) <= opened
