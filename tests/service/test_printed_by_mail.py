"""Questions about cards by mail: `rules Mining Engineer`, `what does it do?`."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.kernel.registry import game_named
from tests.service.conftest import text_of

pytestmark = pytest.mark.store("sqlite")
CARDS = (
    ("europa-universalis", "en", "Tolerance", "areas spared dissent"),
    ("europa-universalis", "ru", "Терпимость", "противореч"),
    ("europa-universalis", "en", "Superior tactics (Piero)", "leader 1/1/3"),
    ("europa-universalis", "en", "Web of pacts", "alliances and marriages 4"),
    ("pax-renaissance", "en", "Black Army", "one-shot"),
    ("imperial-struggle", "en", "Robert Walpole", " - "),
    ("imperial-struggle", "en", "Acts of Union", " - "),
)


def _campaign(installation: Any, game: str, code: str) -> str:
    seats = game_named(game).seatings(game_named(game).numbers[-1])[0]
    installation.create(game, dict.fromkeys(seats, code))
    return str(seats[0])


@pytest.mark.parametrize(("game", "code", "card", "says"), CARDS)
def test_rules_of_a_card_tells_what_is_printed_on_it(
    installation: Any, game: str, code: str, card: str, says: str
) -> None:
    seat = _campaign(installation, game, code)
    (answer,) = installation.write(seat, f"{'rules' if code == 'en' else 'правила'} {card}")
    told = " ".join(text_of(answer).split())
    assert f"{card}: " in told
    assert says in told


@pytest.mark.parametrize(("code", "asks"), [("en", "What does Tolerance do?"), ("ru", "Что делает Терпимость?")])
def test_a_question_about_a_card_is_answered_with_its_text(installation: Any, code: str, asks: str) -> None:
    seat = _campaign(installation, "europa-universalis", code)
    (answer,) = installation.write(seat, asks)
    told = " ".join(text_of(answer).split())
    assert ("areas spared dissent" if code == "en" else "противореч") in told
    assert not installation.table(1).match.log
