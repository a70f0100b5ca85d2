"""Unit construction (17): land units (17.1) and ships (17.2)."""

import pytest

from adjudicator.games.here_i_stand.rules.building import BuildShip, RaiseUnits
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import controls, count, do, empty, options, refused, state_of, table, units, unrest


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
