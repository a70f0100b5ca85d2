"""What signs an offer, or declines it, answers a question that takes a plain yes or no, in every game that asks one."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.games.oath.facts import CHANCELLOR
from adjudicator.games.oath.rules.deals import Propose
from adjudicator.games.oath.rules.empire import Offer
from adjudicator.games.oath.rules.powers import UsePower
from tests.games.oath.table import at, do, relics, table
from tests.service.conftest import words_of

pytestmark = pytest.mark.store("sqlite")
YES = (("en", "Yes"), ("en", "I sign"), ("en", "I accept."), ("ru", "да"), ("ru", "Подписываю!"), ("ru", "Согласна"))
NO = (("en", "no"), ("en", "I decline"), ("ru", "нет"), ("ru", "Отказываюсь"))


def exchange() -> Any:
    """Red has proposed an exchange to blue."""
    match = table(at("provinces_1", "tinkers_fair"), relics("blue", "map"))
    do(match, UsePower("tinkers_fair"), Propose("blue", favor=2, for_cards=("map",)))
    return match


def answered(installation: Any, match: Any, code: str, line: str) -> Any:
    """Return the campaign after blue has written the line."""
    seats = {"chancellor": "en", "red": "en", "blue": code}
    made = installation.create("oath", seats, document=match.document(), mail_format="text")
    (answer,) = installation.write("blue", line)
    assert installation.table(made).match.decisions()[0].waiting != ("blue",), words_of(answer)
    return installation.table(made).match.state


@pytest.mark.parametrize(("code", "line"), YES)
def test_an_exchange_of_oath_is_accepted_in_a_word(installation: Any, code: str, line: str) -> None:
    state = answered(installation, exchange(), code, line)
    assert (len(state.boards["red"].relics), len(state.boards["blue"].relics)) == (1, 0)


@pytest.mark.parametrize(("code", "line"), YES)
def test_citizenship_of_oath_is_accepted_in_a_word(installation: Any, code: str, line: str) -> None:
    match = table(turn=CHANCELLOR)
    do(match, Offer(player="blue", space="brutal"))
    assert answered(installation, match, code, line).boards["blue"].citizen


@pytest.mark.parametrize(("code", "line"), NO)
def test_an_exchange_of_oath_is_refused_in_a_word(installation: Any, code: str, line: str) -> None:
    state = answered(installation, exchange(), code, line)
    assert (len(state.boards["red"].relics), len(state.boards["blue"].relics)) == (0, 1)
