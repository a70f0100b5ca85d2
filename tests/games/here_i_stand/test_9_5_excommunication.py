"""Removing excommunication (9.5)."""

from adjudicator.games.here_i_stand.facts import CARD
from adjudicator.games.here_i_stand.rules.diplomacy.peace import Settle
from tests.games.here_i_stand.peacemaking import settling
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import do, hand


@shows("9.5/1")
def test_relief_costs_a_random_card_whose_points_go_to_st_peters() -> None:
    match = settling(hand("france", "fuggers"), lambda state: setattr(state.powers["france"], "excommunicated", True))
    do(match, "france", Settle(relief=True))
    assert not match.state.powers["france"].excommunicated
    assert match.state.st_peters == 3
    assert CARD.number("fuggers") in match.state.discard


@shows("9.5/1")
def test_nobody_has_to_buy_relief() -> None:
    match = settling(hand("france", "fuggers"), lambda state: setattr(state.powers["france"], "excommunicated", True))
    do(match, "france", Settle())
    assert match.state.powers["france"].excommunicated
