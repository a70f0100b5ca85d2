"""Buying from the market (E1), the refresh (D2)."""

from __future__ import annotations

import pytest

from adjudicator import Refusal
from adjudicator.games.pax_renaissance.facts import ITEM, WEST
from adjudicator.games.pax_renaissance.rules.market import Buy
from adjudicator.games.pax_renaissance.rules.turns import EndTurn
from tests.games.pax_renaissance.table import do, table


def test_the_price_goes_to_the_cards_on_the_left_and_their_florins_to_the_buyer_e1b_e1d() -> None:
    """The worked example of E1: the fourth card for three florins, two lie on it."""
    match = table(lambda state: state.money[WEST].__setitem__(3, 2))
    card = ITEM.ids[match.state.market[WEST][3]]
    do(match, Buy(card))
    assert match.state.money[WEST] == [1, 1, 1, 0, 0, 0]
    assert match.state.florins["fugger"] == 10 - 3 + 2
    assert match.state.hands["fugger"] == [ITEM.index[card]]


def test_a_card_that_was_paid_on_cannot_be_bought_in_this_turn_e1e() -> None:
    match = table()
    first, third = (ITEM.ids[match.state.market[WEST][slot]] for slot in (1, 3))
    do(match, Buy(third))
    with pytest.raises(Refusal, match="usury"):
        match.apply("fugger", Buy(first))


def test_cards_slide_to_the_left_and_the_gap_is_filled_d2() -> None:
    match = table()
    row = list(match.state.market[WEST])
    do(match, Buy(ITEM.ids[row[2]]), EndTurn())
    assert match.state.market[WEST][:5] == [row[0], row[1], *row[3:]]
    assert match.state.money[WEST] == [1, 1, 0, 0, 0, 0]
    assert match.decisions()[0].waiting == ("medici",)
