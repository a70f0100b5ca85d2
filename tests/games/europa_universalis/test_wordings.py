"""What players write as to a person: lines that are carried out as they were meant."""

from __future__ import annotations

import pytest

from adjudicator import Action
from adjudicator.games.europa_universalis.phrases import PHRASES
from adjudicator.games.europa_universalis.rules.declaration import DeclareWar
from adjudicator.games.europa_universalis.rules.influence import PlaceInfluence
from adjudicator.games.europa_universalis.rules.purse import TakeLoan
from adjudicator.games.europa_universalis.rules.trade import Trade
from adjudicator.orders.sets import Desk, carry_out
from tests.games.europa_universalis.table import table


@pytest.mark.parametrize(
    ("line", "language", "action"),
    [
        ("declaring war on Granada", "en", DeclareWar(("granada",))),
        ("make war on Granada", "en", DeclareWar(("granada",))),
        ("put influence into Burgundy", "en", PlaceInfluence("burgundy")),
        ("borrow ducats", "en", TakeLoan()),
        ("объявляю войну Гранаде", "ru", DeclareWar(("granada",))),
        ("поставлю влияние в Бургундию", "ru", PlaceInfluence("burgundy")),
        ("торгую", "ru", Trade()),
    ],
)
def test_a_line_in_words_of_ones_own_is_the_order_that_it_means(line: str, language: str, action: Action) -> None:
    match = table()
    assert action in match.options("france")
    assert carry_out(Desk(match, "france", language, PHRASES), [line]).actions == (action,)


def test_every_question_of_somebody_elses_turn_has_its_name_for_standing_orders() -> None:
    declined = {kind for kind, each in PHRASES.interruptions.items() if each.declines}
    assert declined == {"counter_covert"}
