"""Whoever is attacked, or loses something, hears of it at once by mail, in one mail a minute, whose subject says it."""

from __future__ import annotations

from email.message import EmailMessage
from typing import Any

import pytest

from tests.games.oath.raids import raid
from tests.service.conftest import words_of

pytestmark = pytest.mark.store("sqlite")
SEATS = {"chancellor": "en", "red": "en", "blue": "en"}


def attacked(installation: Any, language: str = "en") -> int:
    """Red has taken a banner, and then attacked blue."""
    made: int = installation.create("oath", SEATS | {"blue": language}, document=raid().document())
    installation.deliver()
    installation.write("red", "recover People's Favor paying 2")
    installation.clock.forward(hours=1)
    installation.deliver()
    installation.write("red", "campaign against Blue at Steppe")
    return made


def told(installation: Any, seat: str) -> list[EmailMessage]:
    """Return what a minute later goes to a seat."""
    installation.clock.forward(minutes=1)
    return [mail for address, mail in installation.deliver() if address == f"{seat}@players.test"]


@pytest.mark.parametrize(
    ("language", "subject", "sentence"),
    [
        ("en", "Red campaigned against Blue (Steppe)", "Red campaigned against Blue (Steppe)."),
        ("ru", "Красный совершает набег на Синего (Степь)", "Красный совершает набег на Синего (Степь)."),
    ],
)
def test_who_is_attacked_hears_of_the_attack_and_not_of_an_earlier_deed(
    installation: Any, language: str, subject: str, sentence: str
) -> None:
    attacked(installation, language)
    (mail,) = told(installation, "blue")
    assert subject in str(mail["Subject"])
    assert sentence in words_of(mail)


def test_a_question_of_the_same_minute_tells_it_instead(installation: Any) -> None:
    attacked(installation)
    installation.write("red", "sacrifice 4 warbands")
    asked = installation.newest("blue")
    assert "Warbands fall - Red won the campaign" in str(asked["Subject"])
    assert "Red campaigned against Blue (Steppe), sacrificed 4 warbands" in words_of(asked)
    assert not told(installation, "blue")


def test_a_battle_is_over_when_its_news_are_sent_already(installation: Any) -> None:
    """What the attack and the losses bring is one mail each, not one at the end of the round."""
    attacked(installation)
    assert len(told(installation, "blue")) == 1
    installation.write("red", "sacrifice nothing and lose")
    (mail,) = told(installation, "blue")
    assert "Red lost the campaign" in str(mail["Subject"])
    assert not told(installation, "blue")
