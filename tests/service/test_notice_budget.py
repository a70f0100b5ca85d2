"""Notices that one player causes: unchanged facts are not told again, and too many are told together."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from adjudicator.service.campaign.matches import table_of_campaign
from adjudicator.service.outbox.notices import to_table
from adjudicator.settings import Settings
from adjudicator.store.engine import writing
from tests.service.test_held_mails import BLUE, MILA, PASS, received, send

MANY = 40


@pytest.fixture
def installation(judging: Settings, installation_of: Any) -> Any:
    return installation_of(judging)


@pytest.fixture
def campaign(installation: Any) -> int:
    made: int = installation.create("sealed-bids", {"red": "en", "blue": "en", "moderator": "en"})
    return made


def told_to(installation: Any, address: str) -> list[Any]:
    return received(installation).get(address, [])


def test_an_absence_that_was_announced_is_not_told_again(installation: Any, campaign: int) -> None:
    installation.clock.forward(seconds=1)
    for _ in range(5):
        send(installation, "red", "absent 30.11", PASS)
    assert len(told_to(installation, BLUE)) == 1


def test_notices_beyond_the_budget_of_a_player_come_in_one_mail(installation: Any, campaign: int, said: Any) -> None:
    for number in range(MANY):
        send(installation, "red", "back" if number % 2 else "absent 30.11", PASS)
    assert len(told_to(installation, BLUE)) == 10
    send(installation, "red", "absent 1.12", PASS)
    assert told_to(installation, BLUE) == []
    installation.clock.forward(hours=1, seconds=1)
    (mail,) = told_to(installation, BLUE)
    text = said(mail)
    assert "is back" in text
    assert "1 Dec" in text
    assert text.count("is back") == 1, "what is the same is said once"


def test_gathered_notices_of_other_topics_are_told_though_their_fields_agree(
    installation: Any, campaign: int, said: Any
) -> None:
    with writing(installation.service.engine) as session:
        blue = table_of_campaign(installation.service.work(session), campaign).by_name["blue"]
        work = replace(installation.service.work(session), author=blue.holders[0].person_id)
        table = table_of_campaign(work, campaign)
        for _ in range(11):
            to_table("back", seats=("red",)).send(table, [blue])
        to_table("replaced", seats=("red",)).send(table, [blue])
    assert len(told_to(installation, BLUE)) == 10
    installation.clock.forward(hours=1, seconds=1)
    (mail,) = told_to(installation, BLUE)
    assert "is back" in said(mail)
    assert "somebody else" in said(mail)


def test_the_budget_of_one_player_is_not_used_up_by_others(installation: Any, campaign: int) -> None:
    for number in range(MANY):
        send(installation, "red", "back" if number % 2 else "absent 30.11", PASS)
    received(installation)
    send(installation, "blue", "absent 30.11", PASS)
    assert len(told_to(installation, MILA)) == 1


def test_moderators_are_not_held_back(installation: Any, campaign: int) -> None:
    for _ in range(MANY):
        send(installation, "moderator", "extend 1 h", PASS)
    assert len(told_to(installation, BLUE)) == MANY
