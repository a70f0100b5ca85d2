"""Notices that one player causes: unchanged facts are not told again, and too many are told together."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.outbox import people_notices, time_notices
from adjudicator.settings import Settings
from adjudicator.store.engine import writing
from tests.service.test_held_mails import BLUE, MILA, PASS, received, send

MANY = 40


@pytest.fixture
def house(judging: Settings, house_of: Any) -> Any:
    return house_of(judging)


@pytest.fixture
def campaign(house: Any) -> int:
    made: int = house.create("sealed-bids", {"red": "en", "blue": "en", "moderator": "en"})
    return made


def told_to(house: Any, address: str) -> list[Any]:
    return received(house).get(address, [])


def test_an_absence_that_was_announced_is_not_told_again(house: Any, campaign: int) -> None:
    house.clock.forward(seconds=1)
    for _ in range(5):
        send(house, "red", "absent 30.11", PASS)
    assert len(told_to(house, BLUE)) == 1


def test_notices_beyond_the_budget_of_a_player_come_in_one_mail(house: Any, campaign: int, said: Any) -> None:
    for number in range(MANY):
        send(house, "red", "back" if number % 2 else "absent 30.11", PASS)
    assert len(told_to(house, BLUE)) == 10
    send(house, "red", "absent 1.12", PASS)
    assert told_to(house, BLUE) == []
    house.clock.forward(hours=1, seconds=1)
    (mail,) = told_to(house, BLUE)
    text = said(mail)
    assert "is back" in text
    assert "1 Dec" in text
    assert text.count("is back") == 1, "what is the same is said once"


def test_gathered_notices_of_other_topics_are_told_though_their_fields_agree(
    house: Any, campaign: int, said: Any
) -> None:
    with writing(house.service.engine) as session:
        blue = table_of_campaign(house.service.work(session), campaign).by_name["blue"]
        work = replace(house.service.work(session), author=blue.holders[0].person_id)
        table = table_of_campaign(work, campaign)
        for _ in range(11):
            time_notices.Back(seats=("red",)).send(table, [blue])
        people_notices.Replaced(seats=("red",)).send(table, [blue])
    assert len(told_to(house, BLUE)) == 10
    house.clock.forward(hours=1, seconds=1)
    (mail,) = told_to(house, BLUE)
    assert "is back" in said(mail)
    assert "somebody else" in said(mail)


def test_the_budget_of_one_player_is_not_used_up_by_others(house: Any, campaign: int) -> None:
    for number in range(MANY):
        send(house, "red", "back" if number % 2 else "absent 30.11", PASS)
    received(house)
    send(house, "blue", "absent 30.11", PASS)
    assert len(told_to(house, MILA)) == 1


def test_moderators_are_not_held_back(house: Any, campaign: int) -> None:
    for _ in range(MANY):
        send(house, "moderator", "extend 1 h", PASS)
    assert len(told_to(house, BLUE)) == MANY
