"""Unit construction (17): land units (17.1) and ships (17.2)."""

import pytest

from adjudicator.games.here_i_stand.cards.aims import ForSpace
from adjudicator.games.here_i_stand.facts import TABLES
from adjudicator.games.here_i_stand.rules.building import BuildShip, RaiseUnits
from adjudicator.games.here_i_stand.rules.impulses import PlayEvent
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import (
    allies,
    controls,
    count,
    do,
    empty,
    hand,
    options,
    refused,
    siege,
    state_of,
    table,
    units,
    unrest,
    war,
)


@shows("17/1", "17/3", "17.1/1")
def test_units_are_raised_at_friendly_home_spaces_without_enemies_or_unrest() -> None:
    match = table(units("naples", "france", regulars=1), unrest("barcelona"), controls("france", "navarre"), cp=6)
    assert refused(match, "hapsburg", RaiseUnits("regular", "naples")) == "enemies_there"
    assert refused(match, "hapsburg", RaiseUnits("regular", "barcelona")) == "in_unrest"
    assert refused(match, "hapsburg", RaiseUnits("regular", "navarre")) == "no_home_space"
    assert refused(match, "hapsburg", RaiseUnits("regular", "tunis")) == "no_home_space"
    assert refused(match, "hapsburg", RaiseUnits("cavalry", "vienna")) == "too_few_cp"


@shows("17/2")
def test_no_more_units_than_there_are_counters() -> None:
    match = table(units("rome", "papacy", mercenaries=20), power="papacy", cp=6)
    assert refused(match, "papacy", RaiseUnits("mercenary", "rome", 2)) == "none_left"
    do(match, "papacy", RaiseUnits("mercenary", "rome", 1))


@shows("17.2/2")
def test_corsairs_wait_for_the_pirates() -> None:
    match = table(power="ottoman", cp=3)
    assert refused(match, "ottoman", BuildShip("corsair", "istanbul")) == "no_corsairs_yet"
    match = table(state_of(barbary=True), controls("ottoman", "algiers"), power="ottoman", cp=3)
    assert refused(match, "ottoman", BuildShip("squadron", "algiers")) == "pirate_base"
    do(match, "ottoman", BuildShip("corsair", "algiers"))
    assert count(match, "algiers", "ottoman") == {"corsairs": 1}


@shows("22.3/1")
@pytest.mark.parametrize("minor", ["genoa", "venice"])
def test_regulars_and_squadrons_of_an_allied_minor_power(minor: str) -> None:
    match = table(state_of(minors={minor: "papacy"}), empty(minor), power="papacy", cp=6)
    assert refused(match, "papacy", RaiseUnits("mercenary", minor)) == "minor_regulars"
    do(match, "papacy", RaiseUnits("regular", minor), BuildShip("squadron", minor))
    assert count(match, minor, minor) == {"regulars": 1, "squadrons": 1}
    assert RaiseUnits("regular", minor) in options(match, "papacy")


@shows("17.1/2")
def test_a_home_space_that_an_ally_holds_does_not_serve() -> None:
    match = table(controls("france", "navarre"), war("hapsburg", "france", False), allies("hapsburg", "france"), cp=2)
    assert refused(match, "hapsburg", RaiseUnits("regular", "navarre")) == "no_home_space"


@shows("17/3")
def test_nothing_is_built_under_siege() -> None:
    match = table(units("besancon", "france", regulars=3), siege("besancon", "france"), cp=2)
    assert refused(match, "hapsburg", RaiseUnits("regular", "besancon")) == "enemies_there"


@shows("17.2/1")
def test_a_ship_lost_this_turn_is_not_built_again_by_points_nor_by_an_event() -> None:
    most = TABLES.pieces["papacy"]["ships"]
    there = units("rome", "papacy", squadrons=most - 2), state_of(lost_ships={"papacy": 1})
    match = table(*there, power="papacy", cp=2)
    assert refused(match, "papacy", BuildShip("squadron", "rome")) == "none_left"
    match = table(*there, hand("papacy", "shipbuilding"), hand("england", "gout"), power="papacy")
    assert refused(match, "papacy", PlayEvent("shipbuilding")) == "no_effect"


@shows("cards/36", "12.4/4")
def test_shipbuilding_is_not_for_ports_in_unrest_or_under_enemy_units() -> None:
    there = unrest("naples"), units("seville", "france", regulars=1)
    match = table(hand("hapsburg", "shipbuilding"), hand("england", "gout"), *there)
    do(match, "hapsburg", PlayEvent("shipbuilding"))
    for at in ("naples", "seville"):
        assert refused(match, "hapsburg", ForSpace(at)) == "no_aim"
    do(match, "hapsburg", ForSpace("barcelona"))


@shows("17/1", "cards/28")
def test_foreign_recruits_are_not_for_spaces_in_unrest() -> None:
    match = table(hand("hapsburg", "foreign_recruits"), hand("england", "gout"), unrest("besancon"))
    do(match, "hapsburg", PlayEvent("foreign_recruits"))
    assert refused(match, "hapsburg", ForSpace("besancon", 1)) == "no_aim"
    do(match, "hapsburg", ForSpace("tunis", 1))
