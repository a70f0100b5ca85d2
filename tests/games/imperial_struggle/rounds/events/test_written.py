"""Choices of events as a player writes them, several in one mail."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.games.imperial_struggle.phrases import PHRASES
from adjudicator.orders.options.pieces import Offers
from adjudicator.orders.sets import run_orders
from tests.carried import desk_at

if TYPE_CHECKING:
    from conftest import Cards


def test_effect_and_bonus_are_chosen_in_one_mail_without_saying_which_is_which_5_2(cards: Cards) -> None:
    cards.hold("france", 16).lay("france", 1)
    cards.play()
    lines = [f"choose for Caribbean Slave Unrest: conflict in {space}" for space in ("Georgia", "Antigua")]
    outcome = run_orders(desk_at(cards.table.match, "france", "en", PHRASES, Offers()), lines)
    assert [row.status for row in outcome.rows] == ["done", "done"]
