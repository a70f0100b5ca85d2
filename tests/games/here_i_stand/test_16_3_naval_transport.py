"""Naval transport (16.3): land units go over sea zones where their power has ships."""

from __future__ import annotations

from adjudicator.games.here_i_stand.rules.announcing import CallOff
from adjudicator.games.here_i_stand.rules.naval.sailing import Sail
from adjudicator.games.here_i_stand.rules.naval.transport import Transport
from adjudicator.games.here_i_stand.rules.war.meeting import Intercept, StandFast, Withdraw
from tests.games.here_i_stand.sea import asked
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import (
    allies,
    controls,
    count,
    dice,
    do,
    empty,
    hand,
    leader,
    options,
    refused,
    siege,
    table,
    units,
    war,
)

LYON, TYRRHENIAN = ("gulf_of_lyon",), ("gulf_of_lyon", "tyrrhenian_sea")
SHIP = units("gulf_of_lyon", "france", squadrons=1)
ARMY = units("marseille", "france", regulars=3)


@shows("16.3/1", "16.3/2", "16.3/3")
def test_a_formation_is_carried_over_seas_with_own_ships_and_lands_at_once() -> None:
    match = table(SHIP, ARMY, controls("france", "bastia"), power="france", cp=4)
    assert refused(match, "france", Transport("marseille", "palermo", TYRRHENIAN, regulars=1)) == "no_ship_there"
    do(match, "france", Transport("marseille", "bastia", LYON, regulars=3))
    assert count(match, "bastia", "france") == {"regulars": 3}
    assert match.state.impulse.cp == 2, "one for the sea zone, one for the landing"
    further = (units("tyrrhenian_sea", "france", squadrons=1), controls("france", "palermo"))
    match = table(SHIP, ARMY, *further, power="france", cp=3)
    do(match, "france", Transport("marseille", "palermo", TYRRHENIAN, regulars=3))
    assert count(match, "palermo", "france") == {"regulars": 3}
    lent = table(units("gulf_of_lyon", "ottoman", squadrons=1), allies("france", "ottoman"), power="france", cp=2)
    assert refused(lent, "france", Transport("marseille", "bastia", LYON, regulars=1)) == "no_ship_there"


@shows("16.3/1")
def test_it_takes_two_points_and_carries_five_units_with_any_leaders() -> None:
    match = table(SHIP, ARMY, leader("francis_i", "marseille"), power="france", cp=1)
    assert refused(match, "france", Transport("marseille", "bastia", LYON, regulars=1)) == "too_few_cp"
    led = (leader("francis_i", "marseille"), leader("montmorency", "marseille"))
    match = table(SHIP, ARMY, units("marseille", "france", regulars=5), *led, power="france", cp=2)
    both = ("francis_i", "montmorency")
    six = Transport("marseille", "bastia", LYON, regulars=6, leaders=both)
    assert refused(match, "france", six) == "too_many_aboard"
    assert refused(match, "france", Transport("marseille", "naples", LYON, regulars=2)) == "no_sea_way"
    assert refused(match, "france", Transport("lyon", "bastia", LYON, regulars=1)) == "no_sea_way"


@shows("16.3/2")
def test_the_limit_of_a_formation_holds_at_sea() -> None:
    match = table(SHIP, units("marseille", "france", regulars=5), power="france", cp=2)
    assert refused(match, "france", Transport("marseille", "bastia", LYON, regulars=5)) == "too_many_units"


@shows("16.3/4")
def test_besieged_units_are_not_carried_and_foul_weather_stops_a_transport() -> None:
    inside = (siege("marseille", "hapsburg"), units("marseille", "hapsburg", regulars=9))
    match = table(SHIP, ARMY, *inside, power="france", cp=2)
    assert refused(match, "france", Transport("marseille", "bastia", LYON, regulars=1)) == "not_there"
    weather = hand("england", "foul_weather")
    match = table(SHIP, ARMY, weather, controls("france", "bastia"), power="france", cp=4)
    do(match, "france", Transport("marseille", "bastia", LYON, regulars=3))
    match.apply("england", CallOff("foul_weather"))
    assert not count(match, "bastia", "france")
    assert refused(match, "france", Transport("marseille", "bastia", LYON, regulars=3)) == "bad_weather"


@shows("16.3/5")
def test_a_port_must_be_free_of_enemy_ships_and_open_to_land_units() -> None:
    match = table(SHIP, ARMY, controls("france", "bastia"), power="france", cp=2)
    assert refused(match, "france", Transport("marseille", "barcelona", LYON, regulars=2)) == "guarded_port"
    peace = war("france", "hapsburg", on=False)
    match = table(SHIP, ARMY, controls("france", "bastia"), empty("barcelona"), peace, power="france", cp=2)
    offered = {each.to for each in options(match, "france") if isinstance(each, Transport)}
    assert "bastia" in offered
    assert not offered & {"barcelona", "valencia", "palma"}


@shows("16.3/5")
def test_a_landing_is_intercepted_like_a_march() -> None:
    there = (empty("barcelona"), units("barcelona", "hapsburg", regulars=2), empty("valencia"))
    match = table(SHIP, ARMY, *there, power="france", cp=2, draws=[dice("interception", 1, 1, power="hapsburg")])
    do(match, "france", Transport("marseille", "valencia", LYON, regulars=2))
    assert asked(match) == ("intercept", ("hapsburg",))
    do(match, "hapsburg", Intercept("barcelona", regulars=2))
    assert count(match, "valencia", "france") == {"regulars": 2}


@shows("16.3/6")
def test_whoever_loses_the_battle_after_landing_is_eliminated() -> None:
    there = (units("valencia", "hapsburg", regulars=3), empty("barcelona"), leader("francis_i", "marseille"))
    draws = [dice("attack", 1, 1, 1), dice("defense", 5, 1, 1, 1)]
    match = table(SHIP, *there, units("marseille", "france", regulars=1), power="france", cp=2, draws=draws)
    do(match, "france", Transport("marseille", "valencia", LYON, regulars=2, leaders=("francis_i",)))
    while match.decisions() and asked(match) == ("avoid_battle", ("hapsburg",)):
        do(match, "hapsburg", StandFast())
    assert not count(match, "valencia", "france")
    assert count(match, "marseille", "france") == {"squadrons": 1}
    assert match.state.leaders["francis_i"].captor == "hapsburg"


@shows("16.3/7")
def test_who_cannot_besiege_after_landing_has_no_way_back() -> None:
    there = (empty("barcelona"), units("barcelona", "hapsburg", regulars=3))
    match = table(SHIP, ARMY, *there, power="france", cp=2)
    do(match, "france", Transport("marseille", "barcelona", LYON, regulars=2))
    while match.decisions() and asked(match)[1] == ("hapsburg",):
        do(match, "hapsburg", Withdraw() if asked(match)[0] == "withdraw" else StandFast())
    assert not count(match, "barcelona", "france")
    assert count(match, "marseille", "france") == {"regulars": 2, "squadrons": 1}


@shows("16.3/2")
def test_ships_that_came_in_this_impulse_carry_as_well() -> None:
    match = table(ARMY, controls("france", "bastia"), empty("barcelona", "genoa"), power="france", cp=3)
    do(match, "france", Sail("marseille", "gulf_of_lyon"))
    if asked(match)[0] == "sail_on":
        do(match, "france", next(each for each in options(match, "france") if each.op == "set_sail"))
    while asked(match)[0] != "spend":
        do(match, "hapsburg", options(match, "hapsburg")[-1])
    do(match, "france", Transport("marseille", "bastia", LYON, regulars=1))
    assert count(match, "bastia", "france") == {"regulars": 1}
