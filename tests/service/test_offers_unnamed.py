"""A word on an offer that does not name it: signed where one waits, asked where several do, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.conftest import words_of
from tests.service.test_offers import code_in, fair

pytestmark = pytest.mark.store("sqlite")


@pytest.fixture
def campaign(installation: Any) -> int:
    return fair(installation)


def allies(installation: Any, campaign: int, seat: str = "drapers") -> list[str]:
    found: list[str] = installation.table(campaign).match.state.allies[seat]
    return found


@pytest.mark.parametrize(
    ("line", "seat"), [("Подписываю!", "brewers"), ("Да", "brewers"), ("I sign.", "drapers"), ("Yes", "drapers")]
)
def test_a_word_without_a_code_signs_the_one_offer_that_waits(
    installation: Any, campaign: int, line: str, seat: str
) -> None:
    installation.write("bakers", f"pact bakers, {seat}")
    installation.write(seat, {"drapers": "status", "brewers": "статус"}[seat])  # its newest mail is no offer
    (answer,) = installation.write(seat, line)
    assert allies(installation, campaign, seat) == ["bakers"]
    assert line in words_of(answer)


@pytest.mark.parametrize("line", ["yes", "I sign"])
def test_of_several_offers_none_is_signed_by_a_word_without_a_code(installation: Any, campaign: int, line: str) -> None:
    codes = [code_in(installation.write(maker, f"pact {maker}, drapers")[0]) for maker in ("bakers", "masons")]
    installation.write("drapers", "status")
    (answer,) = installation.write("drapers", line)
    assert allies(installation, campaign) == []
    for code, maker in zip(codes, ("Bakers", "Masons"), strict=True):
        assert f"{code} yes pact {maker}, Drapers" in words_of(answer)
    installation.write("drapers", f"{codes[1]} yes")
    assert allies(installation, campaign) == ["masons"]


def test_a_word_answers_the_offer_of_the_mail_that_it_replies_to(installation: Any, campaign: int) -> None:
    for maker in ("bakers", "masons"):
        installation.write(maker, f"pact {maker}, drapers")
    first = installation.received["drapers@players.test"][-2]
    installation.write("drapers", "I decline", In_Reply_To=str(first["Message-ID"]))
    installation.write("drapers", "yes", In_Reply_To=str(first["Message-ID"]))
    assert allies(installation, campaign) == [], "the offer of that mail is over"
    installation.write("drapers", "status")
    (answer,) = installation.write("drapers", "yes")
    assert allies(installation, campaign) == ["masons"], words_of(answer)


@pytest.mark.parametrize("line", ["yes, work Hall", "yes?", "not yes", "yes or no", "> A1\nyes\n> A2"])
def test_what_is_more_than_a_word_signs_nothing(installation: Any, campaign: int, line: str) -> None:
    installation.write("bakers", "pact bakers, drapers")
    installation.write("drapers", "status")
    installation.write("drapers", *line.split("\n"))
    assert allies(installation, campaign) == []


def test_a_yes_signs_no_offer_that_is_newer_than_the_mail_it_replies_to(installation: Any, campaign: int) -> None:
    (older,) = installation.write("drapers", "status")
    installation.clock.forward(hours=1)
    installation.write("bakers", "pact bakers, drapers")
    installation.write("drapers", "yes", In_Reply_To=str(older["Message-ID"]))
    assert allies(installation, campaign) == []


def test_a_yes_after_a_mistake_signs_nothing(installation: Any, campaign: int) -> None:
    installation.write("masons", "pact bakers, masons")
    installation.write("bakers", "wrk hall")
    (answer,) = installation.write("bakers", "yes")
    assert allies(installation, campaign, "bakers") == []
    assert "yes pact Bakers, Masons" in words_of(answer)


def test_a_yes_is_for_the_draft_before_an_offer(installation: Any, campaign: int) -> None:
    installation.write("masons", "pact bakers, masons")
    installation.write("bakers", "begin feud brewrs")
    installation.write("bakers", "yes")
    assert allies(installation, campaign, "bakers") == []
