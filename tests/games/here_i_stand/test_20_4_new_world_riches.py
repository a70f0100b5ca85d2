"""Riches of the New World, and raiders who take them (20.4)."""

import pytest

from adjudicator.games.here_i_stand.facts import COLONY, CONQUEST
from adjudicator.games.here_i_stand.rules import table as rules
from adjudicator.games.here_i_stand.rules.dealing import card_draw
from adjudicator.games.here_i_stand.rules.impulses import PlayEvent, impulse
from adjudicator.games.here_i_stand.rules.new_world.riches import TABLE
from adjudicator.games.here_i_stand.rules.new_world.voyages import Colonize
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import HELD, dice, do, hand, protestant, state_of, table
from tests.games.here_i_stand.voyages import ROANOKE, only, played, powers, rolled

COLUMNS = {
    "inca": "deplete deplete deplete deplete card galleon card card card card card",
    "aztec": "deplete deplete deplete deplete nothing galleon card card card card card",
    "maya": "deplete deplete deplete deplete deplete galleon card card card card card",
    "potosi": "eliminated eliminated nothing nothing nothing galleon card card card card card",
    "colony": "eliminated eliminated eliminated nothing nothing nothing galleon card card card card",
}


@shows("20.4/1")
@pytest.mark.parametrize("column", COLUMNS)
def test_the_riches_table(column: str) -> None:
    assert TABLE[column] == tuple(COLUMNS[column].split())


@shows("20.4/1", "20.4/4")
def test_a_card_of_riches_comes_with_the_deal() -> None:
    assert rolled(ROANOKE, faces=(4, 5)).state.riches == {"england": 1}
    assert not rolled(ROANOKE, faces=(4, 4)).state.riches, "galleons only"
    assert rolled(ROANOKE, state_of(markers={"galleons": "england"}), faces=(4, 4)).state.riches == {"england": 1}
    assert rolled(ROANOKE, state_of(markers={"plantations": "england"}), faces=(4, 4)).state.riches == {"england": 1}


@shows("20.4/2", "20.4/3")
def test_a_lost_colony_comes_again_and_a_depleted_conquest_gives_a_card() -> None:
    match = rolled(ROANOKE, faces=(1, 3))
    assert not match.state.colonies
    assert not match.state.riches
    again = table(hand("papacy", "gout"), state_of(colonies=only(COLONY, "jamestown")), power="england", cp=3)
    do(again, "england", Colonize())
    match = rolled(state_of(conquests={"maya": "hapsburg"}), faces=(1, 3))
    assert match.state.riches == {"hapsburg": 1}
    assert match.state.depleted == only(CONQUEST, "maya")
    assert rules.points(match.state, "hapsburg") == rules.points(table().state, "hapsburg") + 1


@shows("20.4/5")
@pytest.mark.parametrize(("side", "card"), {"governor": True, "uprising": False}.items())
def test_the_colonial_marker_changes_what_brings_nothing_and_leaves(side: str, card: bool) -> None:
    match = rolled(ROANOKE, state_of(colonial={side: "england"}), faces=(3, 3))
    assert match.state.riches == ({"england": 1} if card else {})
    assert bool(match.state.colonies) is card
    assert not match.state.colonial
    match = rolled(ROANOKE, state_of(colonial={side: "england"}), faces=(5, 5))
    assert match.state.colonial == {side: "england"}


@shows("20.4/6")
def test_cards_of_riches_are_drawn_after_the_shuffle() -> None:
    match = rolled(ROANOKE, faces=(4, 5))
    assert not match.state.hands["england"].cards
    drawn = table(HELD, state_of(riches=match.state.riches), frames=[card_draw(), impulse("hapsburg")])
    assert len(drawn.state.hands["england"].cards) == rules.dealt(table().state, "england") + 1


RAIDS = {1: (False, True), 2: (False, False), 3: (False, False), 4: (False, False), 5: (True, True), 6: (True, False)}


@shows("20.4/7")
@pytest.mark.parametrize(("die", "outcome"), RAIDS.items())
def test_raiders_try_to_take_cards_of_the_hapsburgs(die: int, outcome: tuple[bool, bool]) -> None:
    possession = state_of(conquests={"maya": "hapsburg"}, raiders=powers("france"))
    match = rolled(possession, faces=(5, 5), more=(dice("raiders", die, power="france"),))
    stolen, lost = outcome
    assert match.state.riches == {"france" if stolen else "hapsburg": 1}
    assert bool(match.state.raiders) is not lost


@shows("20.4/7")
def test_galleons_sink_raiders_on_a_two() -> None:
    possession = state_of(conquests={"maya": "hapsburg"}, raiders=powers("france"))
    for whose, left in (("hapsburg", False), ("england", True)):
        sunk = dice("raiders", 2, power="france")
        match = rolled(possession, state_of(markers={"galleons": whose}), faces=(5, 5), more=(sunk,))
        assert bool(match.state.raiders) is left


@shows("20.4/7", "20.4/9")
def test_each_raider_rolls_in_order_until_a_card_is_stolen() -> None:
    possession = state_of(conquests={"maya": "hapsburg"}, raiders=powers("france", "england", "protestant"))
    rolls = dice("raiders", 3, power="france"), dice("raiders", 6, power="england")
    match = rolled(possession, faces=(5, 5), more=rolls)
    assert match.state.riches == {"england": 1}
    assert match.state.raiders == powers("france", "england", "protestant")


@shows("20.4/8")
def test_a_lost_raider_comes_again_by_its_card() -> None:
    match = played("huguenot_raiders", protestant("rouen"), state_of(raiders=0))
    do(match, "england", PlayEvent("huguenot_raiders"))
    assert match.state.raiders == powers("france")
