"""Colonies (20.1)."""

import pytest

from adjudicator.games.here_i_stand.cards.aims import ForPower
from adjudicator.games.here_i_stand.facts import COLONY
from adjudicator.games.here_i_stand.rules.impulses import PlayEvent
from adjudicator.games.here_i_stand.rules.new_world.voyages import Colonize, colonies_left
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import do, hand, refused, state_of, table
from tests.games.here_i_stand.voyages import only, played, powers, resolved


@shows("20.1/1", "11.1/2")
@pytest.mark.parametrize(("power", "cost"), {"hapsburg": 2, "england": 3, "france": 3}.items())
def test_a_colony_a_turn(power: str, cost: int) -> None:
    match = table(hand("papacy", "gout"), power=power, cp=cost + 1)
    do(match, power, Colonize())
    assert match.state.impulse.cp == 1
    match = table(hand("papacy", "gout"), power=power, cp=2 * cost)
    do(match, power, Colonize())
    assert refused(match, power, Colonize()) == "once_a_turn"
    full = state_of(colonies=sum(1 << each.index for each in COLONY if each.power == power))
    assert refused(table(full, power=power, cp=6), power, Colonize()) == "no_colony_left"


@shows("20.1/1")
def test_colonies_arrive_in_the_new_world_phase() -> None:
    match = resolved(state_of(colonizing=powers("england")))
    assert list(COLONY.ids_of(match.state.colonies)) == ["roanoke"]


@shows("20.1/1")
def test_potosi_takes_a_box_of_the_colonies() -> None:
    match = played("potosi_silver_mines")
    do(match, "england", PlayEvent("potosi_silver_mines"), ForPower("england"))
    assert match.state.markers == {"potosi_silver_mines": "england"}
    assert colonies_left(match.state, "england") == ["jamestown"]
    full = state_of(colonies=(1 << len(COLONY)) - 1)
    assert refused(played("potosi_silver_mines", full), "england", PlayEvent("potosi_silver_mines")) == "no_effect"


@shows("20.1/2")
def test_colonies_that_are_crossing_count_against_the_limit() -> None:
    crossing = state_of(colonizing=powers("england"), colonies=only(COLONY, "roanoke"))
    assert refused(table(crossing, power="england", cp=3), "england", Colonize()) == "no_colony_left"
