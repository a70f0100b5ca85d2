"""Agreements that the rules ask for, by mail: a proposal, a counter-offer, signatures; nobody else hears of it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.beginnings import beginning
from tests.service.conftest import words_of

pytestmark = pytest.mark.store("sqlite")

SEATS = {"bakers": "en", "brewers": "ru", "drapers": "en"}


@pytest.fixture
@beginning
def campaign(installation: Any) -> int:
    """The drapers are poor and may propose, the bakers rich."""
    made: int = installation.create("guild-fair", SEATS, options={"visitors": False})
    for seat in SEATS:
        installation.write(seat, f"keep {installation.table(made).match.state.drawn[seat][0]}", "borrow 0")
    installation.write("bakers", "save")
    installation.write("brewers", "копить")
    installation.write("drapers", "feud with brewers")
    installation.write("brewers", "стоять")
    installation.write("brewers", "уступить")
    assert installation.table(made).match.decisions()[0].kind == "levy"
    return made


def mails(installation: Any) -> dict[str, int]:
    return {seat: len(installation.received[f"{seat}@players.test"]) for seat in SEATS}


def test_a_proposal_a_counter_offer_and_a_signature(installation: Any, campaign: int) -> None:
    before = mails(installation)
    assert installation.table(campaign).match.pending_seats == ("drapers",)
    installation.write("drapers", "levy 3")
    asked = words_of(installation.newest("bakers"))
    assert "Secret:" not in asked
    assert "On the table lies: levy 3" in asked
    assert "To sign it answer with it" in asked
    (answer,) = installation.write("bakers", "levy 1")
    assert "1 on file levy 1" in words_of(answer)
    countered = words_of(installation.newest("drapers"))
    assert "On the table lies: levy 1" in countered
    assert mails(installation)["brewers"] == before["brewers"]
    installation.write("drapers", "levy 1")
    assert installation.table(campaign).match.state.round == 2
    assert installation.table(campaign).match.state.renown["bakers"] == 1


@pytest.mark.parametrize("line", ["decline", "no", "No, thanks", "Нет"])
def test_who_declines_ends_it(installation: Any, campaign: int, line: str) -> None:
    installation.write("drapers", "levy 2")
    installation.write("bakers", line)
    assert installation.table(campaign).match.state.round == 2
    assert installation.table(campaign).match.state.renown["bakers"] == 0


def test_who_may_not_begin_is_told_whose_turn_it_is(installation: Any, campaign: int) -> None:
    (answer,) = installation.write("bakers", "levy 1")
    assert "it is not your turn to act" in words_of(answer)
