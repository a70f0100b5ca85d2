"""Land movement (13.1): what a formation is, where it may go, and who may go again."""

import pytest

from adjudicator.games.here_i_stand.rules.announcing import CallOff
from adjudicator.games.here_i_stand.rules.naval.transport import Transport
from adjudicator.games.here_i_stand.rules.war.marching import March
from adjudicator.games.here_i_stand.rules.war.meeting import Intercept
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import (
    allies,
    calm,
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
    state_of,
    table,
    units,
    war,
)


@shows("13.1/1")
def test_a_formation_moves_over_a_link_for_one_point() -> None:
    match = table(power="france", cp=2)
    do(match, "france", March("paris", "orleans", regulars=3, leaders=("francis_i",)))
    assert count(match, "orleans", "france") == {"regulars": 3}
    assert count(match, "paris", "france") == {"regulars": 1}
    assert match.state.leaders["francis_i"].at == "orleans"
    assert match.state.impulse.cp == 1


@shows("13.1/1", "2.5/2")
def test_a_pass_costs_two_points() -> None:
    match = table(units("innsbruck", "hapsburg", regulars=1), units("bordeaux", "hapsburg"), cp=1)
    assert refused(match, "hapsburg", March("innsbruck", "trent", regulars=1)) == "too_few_cp"
    match = table(units("innsbruck", "hapsburg", regulars=1), empty("milan"), cp=2)
    do(match, "hapsburg", March("innsbruck", "trent", regulars=1))
    assert count(match, "trent", "hapsburg") == {"regulars": 1}


@shows("5.1/1")
@pytest.mark.parametrize(
    ("leaders", "most"), [((), 4), (("montmorency",), 6), (("francis_i", "montmorency"), 14), (("francis_i",), 8)]
)
def test_leaders_say_how_large_a_formation_may_be(leaders: tuple[str, ...], most: int) -> None:
    match = table(units("paris", "france", regulars=16), power="france", cp=2)
    assert refused(match, "france", March("paris", "orleans", regulars=most + 1, leaders=leaders)) == "too_many_units"
    do(match, "france", March("paris", "orleans", regulars=most, leaders=leaders))


@shows("5.1/1")
def test_only_the_two_best_leaders_command() -> None:
    match = table(
        units("vienna", "hapsburg", regulars=20),
        leader("charles_v", "vienna"),
        leader("duke_of_alva", "vienna"),
        cp=1,
    )
    led = ("charles_v", "duke_of_alva", "ferdinand")
    assert refused(match, "hapsburg", March("vienna", "linz", regulars=17, leaders=led)) == "too_many_units"
    do(match, "hapsburg", March("vienna", "linz", regulars=16, leaders=led))


def test_who_goes_must_be_there() -> None:
    match = table(power="france", cp=2)
    assert refused(match, "france", March("paris", "orleans", regulars=5)) == "not_there"
    assert refused(match, "france", March("lyon", "orleans", regulars=2)) == "not_there"
    assert refused(match, "france", March("paris", "orleans", regulars=1, leaders=("charles_v",))) == "leader_not_there"
    assert refused(match, "france", March("paris", "orleans")) == "nobody_goes"
    assert refused(match, "france", March("paris", "lyon", regulars=1)) == "not_beside"


@shows("13.1/2")
def test_a_space_of_a_third_power_may_not_be_entered() -> None:
    match = table(power="france", cp=2)
    assert refused(match, "france", March("rouen", "paris", regulars=2)) == "not_there"
    match = table(units("boulogne", "france", regulars=1), power="france", cp=2)
    assert refused(match, "france", March("boulogne", "calais", regulars=1)) == "of_third_power"
    match = table(
        units("boulogne", "france", regulars=1), war("france", "england"), empty("calais"), power="france", cp=2
    )
    do(match, "france", March("boulogne", "calais", regulars=1))
    assert match.state.sieges["calais"].by == "france"


@shows("13.1/2")
def test_an_inactive_minor_power_may_be_entered_in_war_only() -> None:
    match = table(units("turin", "france", regulars=4), power="france", cp=2)
    assert refused(match, "france", March("turin", "genoa", regulars=4)) == "of_third_power"
    match = table(units("turin", "france", regulars=4), war("france", "genoa"), power="france", cp=2)
    do(match, "france", March("turin", "genoa", regulars=4))


@shows("13.1/4")
def test_units_of_a_third_power_bar_the_way() -> None:
    match = table(units("pavia", "england", regulars=1), power="france", cp=2)
    assert refused(match, "france", March("milan", "pavia", regulars=1)) == "others_there"


@shows("13.1/4")
def test_friends_of_an_enemy_in_its_space_do_not_bar_the_way() -> None:
    match = table(
        units("brussels", "england", regulars=1),
        units("st_quentin", "france", regulars=4),
        empty("calais", "antwerp"),
        allies("england", "hapsburg"),
        power="france",
        cp=2,
    )
    do(match, "france", March("st_quentin", "brussels", regulars=4))
    assert match.decisions()[0].kind == "avoid_battle"


@shows("13.1/5")
def test_independent_units_never_bar_the_way() -> None:
    match = table(units("st_dizier", "france", regulars=4), power="france", cp=2)
    do(match, "france", March("st_dizier", "metz", regulars=4))
    assert match.state.sieges["metz"].by == "france"


@shows("13.1/10")
def test_before_the_league_no_electorate_may_be_entered() -> None:
    """PL-5."""
    match = table(units("metz", "hapsburg", regulars=2), controls("hapsburg", "metz"), cp=2)
    assert refused(match, "hapsburg", March("metz", "trier", regulars=2)) == "electorate"
    after = state_of(league=True)
    match = table(units("metz", "hapsburg", regulars=2), controls("hapsburg", "metz"), after, cp=2)
    do(match, "hapsburg", March("metz", "trier", regulars=2))


@shows("13.1/10")
def test_before_the_league_protestants_do_not_move() -> None:
    """PL-3."""
    match = table(units("wittenberg", "protestant", regulars=2), power="protestant", cp=2)
    assert refused(match, "protestant", March("wittenberg", "leipzig", regulars=1)) == "before_league"
    assert not [each for each in options(match, "protestant") if isinstance(each, March)]


@shows("13.1/7")
def test_units_that_began_a_siege_stay() -> None:
    match = table(units("st_dizier", "france", regulars=4), power="france", cp=4)
    do(match, "france", March("st_dizier", "metz", regulars=4))
    assert refused(match, "france", March("metz", "st_dizier", regulars=1)) == "may_not_move"


@shows("15/1")
def test_besieged_units_do_not_move() -> None:
    match = table(units("brussels", "france", regulars=3), siege("brussels", "france"), cp=4)
    assert refused(match, "hapsburg", March("brussels", "antwerp", regulars=1)) == "not_there"


@shows("13.1/9")
def test_a_leader_alone_in_an_open_space_is_captured() -> None:
    match = table(leader("ferdinand", "orleans"), power="france", cp=1)
    do(match, "france", March("paris", "orleans", regulars=1))
    assert match.state.leaders["ferdinand"].captor == "france"


@shows("5.1/2")
def test_minor_allies_march_along() -> None:
    match = table(allies("hapsburg", "hungary_bohemia"), units("buda", "hapsburg", regulars=1), cp=1)
    do(match, "hapsburg", March("buda", "mohacs", regulars=1, allied=3))
    assert count(match, "mohacs", "hungary_bohemia") == {"regulars": 3}
    assert count(match, "mohacs", "hapsburg") == {"regulars": 1}


def test_options_are_few_and_legal() -> None:
    match = table(units("paris", "france", regulars=10, mercenaries=4), power="france", cp=6)
    found = [each for each in options(match, "france") if isinstance(each, March)]
    from_paris = [each for each in found if each.origin == "paris" and each.to == "orleans"]
    assert [sum(each.troops) for each in from_paris] == [14, 7, 4, 1, 0]
    for each in found:
        match.check("france", each)


@shows("13.1/12")
def test_foul_weather_calls_a_move_off() -> None:
    match = table(hand("england", "foul_weather"), power="france", cp=4)
    do(match, "france", March("paris", "orleans", regulars=3))
    assert match.decisions()[0].waiting == ("england",)
    do(match, "england", CallOff("foul_weather"))
    assert count(match, "paris", "france") == {"regulars": 4}
    assert match.state.impulse.cp == 3
    do(match, "france", March("paris", "orleans", regulars=3))
    assert refused(match, "france", March("orleans", "tours", regulars=1)) == "may_not_move", "one space a unit"
    do(match, "france", March("paris", "rouen", regulars=1))


@shows("13.1/3")
def test_ships_in_a_port_do_not_bar_the_way() -> None:
    there = (units("calais", "england", regulars=2), units("boulogne", "england", regulars=1))
    enemies = (war("england", "france"), units("boulogne", "france", squadrons=1))
    match = table(*there, *enemies, power="england", cp=2)
    do(match, "england", March("calais", "boulogne", regulars=1))
    assert count(match, "boulogne", "england") == {"regulars": 2}
    third = table(
        *there[:1], war("england", "france"), units("boulogne", "hapsburg", squadrons=1), power="england", cp=1
    )
    assert March("calais", "boulogne", regulars=1) in options(third, "england"), "not those of a third power either"
    land = table(*there[:1], war("england", "france"), units("boulogne", "hapsburg", regulars=1), power="england", cp=1)
    assert refused(land, "england", March("calais", "boulogne", regulars=1)) == "others_there"


@shows("13.1/8")
def test_leaders_alone_go_where_neither_control_nor_units_are_an_enemys() -> None:
    match = table(leader("charles_v", "innsbruck"), power="hapsburg", cp=4)
    do(match, "hapsburg", March("innsbruck", "zurich", leaders=("charles_v",)))
    assert match.state.leaders["charles_v"].at == "zurich", "independent"
    match = table(leader("charles_v", "besancon"), power="hapsburg", cp=4)
    assert refused(match, "hapsburg", March("besancon", "dijon", leaders=("charles_v",))) == "leaders_alone"
    do(match, "hapsburg", March("besancon", "metz", leaders=("charles_v",)))
    assert match.state.leaders["charles_v"].at == "metz", "independent units never bar the way"
    enemy = table(leader("charles_v", "besancon"), units("basel", "france", regulars=1), power="hapsburg", cp=1)
    assert refused(enemy, "hapsburg", March("besancon", "basel", leaders=("charles_v",))) == "leaders_alone"
    third = table(leader("charles_v", "naples"), power="hapsburg", cp=1)
    assert refused(third, "hapsburg", March("naples", "rome", leaders=("charles_v",))) == "of_third_power"


@shows("13.1/6", "13.1/7")
def test_leaders_stay_like_the_units_that_lost_or_besiege() -> None:
    besieging = (units("st_dizier", "france", regulars=4), leader("francis_i", "st_dizier"))
    match = table(*besieging, empty("besancon", "brussels"), power="france", cp=4)
    do(match, "france", March("st_dizier", "metz", regulars=4, leaders=("francis_i",)))
    assert refused(match, "france", March("metz", "st_dizier", leaders=("francis_i",))) == "may_not_move"
    lost = (units("lyon", "france", regulars=1), units("dijon", "hapsburg", regulars=4), empty("besancon"))
    draws = [dice("attack", *[1] * 3), dice("defense", *[1] * 5)]
    match = table(*lost, leader("montmorency", "lyon"), power="france", cp=4, draws=draws)
    do(match, "france", March("lyon", "dijon", regulars=2, leaders=("montmorency",)))
    calm(match, "hapsburg")
    assert match.state.leaders["montmorency"].at == "lyon"
    assert refused(match, "france", March("lyon", "grenoble", leaders=("montmorency",))) == "may_not_move"


@shows("13.1/9")
def test_lone_leaders_are_captured_by_interception_and_retreat_too() -> None:
    there = (
        units("besancon", "hapsburg", regulars=3),
        leader("francis_i", "paris"),
        units("paris", "france", regulars=1),
    )
    match = table(*there, power="france", cp=4, draws=[dice("interception", 6, 6, power="hapsburg"), *LOST])
    do(match, "france", March("paris", "dijon", leaders=("francis_i",)), March("paris", "dijon", regulars=1))
    do(match, "hapsburg", Intercept("besancon", regulars=4))
    assert match.state.leaders["francis_i"].captor == "hapsburg"


LOST = [dice("attack", 1), dice("defense", *[1] * 5)]


@shows("13.1/11")
def test_algiers_is_closed_before_the_pirates() -> None:
    there = (units("barbary_coast", "hapsburg", squadrons=1), units("cartagena", "hapsburg", regulars=1))
    match = table(*there, power="hapsburg", cp=4)
    ship = Transport("cartagena", "algiers", ("barbary_coast",), regulars=1)
    assert refused(match, "hapsburg", ship) == "out_of_play"
