"""Interception on land (13.2)."""

from adjudicator.games.here_i_stand.rules.war.marching import March
from adjudicator.games.here_i_stand.rules.war.meeting import (
    AvoidBattle,
    Intercept,
    NoInterception,
    may_intercept_into,
)
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import (
    allies,
    controls,
    count,
    dice,
    do,
    empty,
    leader,
    options,
    refused,
    siege,
    state_of,
    table,
    units,
    war,
)

BESANCON = units("besancon", "hapsburg", regulars=3)


@shows("13.2/1", "13.2/12")
def test_enemies_beside_the_target_may_intercept() -> None:
    rolls = [dice("interception", 4, 5, power="hapsburg"), dice("attack", 5, 1, 1), dice("defense", 6, 6, 1, 1, 1)]
    match = table(BESANCON, draws=rolls, power="france", cp=2)
    do(match, "france", March("paris", "dijon", regulars=3))
    assert match.decisions()[0].kind == "intercept"
    do(match, "hapsburg", Intercept("besancon", regulars=4))
    assert count(match, "dijon", "hapsburg") == {"regulars": 3}, "one fell"
    assert count(match, "paris", "france") == {"regulars": 2}, "two fell, one came back"
    assert "besancon" not in match.state.forces


@shows("13.2/10")
def test_an_interception_needs_nine() -> None:
    match = table(BESANCON, draws=[dice("interception", 4, 4, power="hapsburg")], power="france", cp=2)
    do(match, "france", March("paris", "dijon", regulars=3))
    do(match, "hapsburg", Intercept("besancon", regulars=4))
    assert count(match, "besancon", "hapsburg") == {"regulars": 4}
    assert count(match, "dijon", "france") == {"regulars": 3}


@shows("13.2/10", "5.1/4")
def test_the_best_leader_is_added_to_an_interception() -> None:
    rolls = [
        dice("interception", 3, 4, power="hapsburg"),
        dice("attack", 1, 1, 1),
        dice("defense", 1, 1, 1, 1, 1, 1, 1),
    ]
    match = table(BESANCON, leader("charles_v", "besancon"), draws=rolls, power="france", cp=2)
    do(match, "france", March("paris", "dijon", regulars=3))
    do(match, "hapsburg", Intercept("besancon", regulars=4, leaders=("charles_v",)))
    assert match.state.leaders["charles_v"].at == "dijon"


@shows("13.2/10")
def test_cavalry_helps_the_ottoman_and_hinders_others() -> None:
    hungary = (allies("hapsburg", "hungary_bohemia"), war("ottoman", "hapsburg"))
    ride = units("nezh", "ottoman", cavalry=2)
    rolls = [dice("interception", 4, 5, power="hapsburg")]
    match = table(
        *hungary,
        ride,
        units("mohacs", "hapsburg", regulars=2),
        empty("belgrade"),
        controls("ottoman", "belgrade"),
        draws=rolls,
        power="ottoman",
        cp=3,
    )
    do(match, "ottoman", March("nezh", "belgrade", cavalry=2), March("belgrade", "szegedin", cavalry=2))
    assert match.decisions()[0].kind == "intercept"
    assert refused(match, "hapsburg", Intercept("mohacs", regulars=1)) == "cannot_intercept", "Mohacs is not beside"
    do(match, "hapsburg", Intercept("buda", allied=4))
    assert count(match, "szegedin", "ottoman") == {"cavalry": 2}
    assert count(match, "buda", "hungary_bohemia") == {"regulars": 5}


@shows("13.2/7")
def test_no_interception_into_a_fortified_space_of_the_mover() -> None:
    match = table(units("st_quentin", "hapsburg", regulars=2), power="france", cp=2)
    do(match, "france", March("rouen", "paris", regulars=1))
    assert match.decisions()[0].kind == "spend"


@shows("13.2/1", "13.2/5")
def test_no_interception_over_a_pass_nor_of_the_besieged() -> None:
    match = table(units("barcelona", "hapsburg", regulars=2), empty("besancon"), power="france", cp=2)
    do(match, "france", March("bordeaux", "toulouse", regulars=1))
    assert match.decisions()[0].kind == "spend"
    inside = (units("besancon", "france", regulars=5), siege("besancon", "france"))
    match = table(*inside, power="france", cp=2)
    do(match, "france", March("paris", "dijon", regulars=1))
    assert match.decisions()[0].kind == "spend"


@shows("13.2/4")
def test_each_unit_intercepts_once_an_impulse() -> None:
    rolls = [dice("interception", 1, 1, power="hapsburg")]
    match = table(BESANCON, draws=rolls, power="france", cp=3)
    do(match, "france", March("paris", "dijon", regulars=1))
    do(match, "hapsburg", Intercept("besancon", regulars=3))
    do(match, "france", March("lyon", "geneva", regulars=1))
    assert refused(match, "hapsburg", Intercept("besancon", regulars=2)) == "not_there"
    do(match, "hapsburg", NoInterception())


@shows("13.2/2")
def test_after_a_success_no_other_power_intercepts() -> None:
    rolls = [dice("interception", 6, 6, power="hapsburg"), dice("attack", 1), dice("defense", 1, 1, 1)]
    match = table(
        BESANCON,
        war("france", "england"),
        war("hapsburg", "england"),
        units("st_quentin", "england", regulars=2),
        units("brussels", "hapsburg", regulars=2),
        draws=rolls,
        power="france",
        cp=2,
    )
    do(match, "france", March("paris", "st_dizier", regulars=1))
    do(match, "hapsburg", Intercept("brussels", regulars=2))
    assert match.state.battle is None
    assert count(match, "st_quentin", "england") == {"regulars": 2}


@shows("13.2/12", "13.3/6")
def test_an_interceptor_fights_and_does_not_avoid_battle() -> None:
    rolls = [dice("interception", 6, 6, power="hapsburg"), dice("attack", 5, 5, 5, 5), dice("defense", 1, 1)]
    match = table(BESANCON, draws=rolls, power="france", cp=2)
    do(match, "france", March("paris", "dijon", regulars=4))
    do(match, "hapsburg", Intercept("besancon", regulars=1))
    assert count(match, "dijon", "france") == {"regulars": 4}
    assert match.decisions()[0].kind == "spend"


@shows("13.2/3", "5.1/3")
def test_an_interception_is_of_a_formation_that_is_there() -> None:
    match = table(units("besancon", "hapsburg", regulars=5), power="france", cp=1)
    do(match, "france", March("paris", "dijon", regulars=2))
    assert refused(match, "hapsburg", Intercept("besancon", regulars=5)) == "too_many_units"
    assert refused(match, "hapsburg", Intercept("besancon", mercenaries=1)) == "not_there"
    assert refused(match, "hapsburg", Intercept("besancon")) == "nobody_goes"
    assert refused(match, "hapsburg", Intercept("besancon", regulars=1, leaders=("ferdinand",))) == "leader_not_there"
    assert refused(match, "hapsburg", Intercept("metz", regulars=1)) == "cannot_intercept"


@shows("13.2/3")
def test_a_space_is_tried_once_for_each_move() -> None:
    match = table(
        units("besancon", "hapsburg", regulars=2),
        draws=[dice("interception", 1, 1, power="hapsburg")],
        power="france",
        cp=1,
    )
    do(match, "france", March("paris", "dijon", regulars=2))
    do(match, "hapsburg", Intercept("besancon", regulars=1))
    assert count(match, "dijon", "france") == {"regulars": 2}, "Besancon is not asked again"


@shows("13.2/9")
def test_no_interception_into_a_space_of_a_third_power() -> None:
    match = table(
        war("france", "england"),
        war("france", "papacy", on=False),
        empty("calais"),
        units("boulogne", "france", regulars=2),
        power="france",
        cp=1,
    )
    do(match, "france", March("boulogne", "calais", regulars=2))
    assert match.state.sieges["calais"].by == "france", "the Hapsburgs are neither enemies nor allies of England"


@shows("13.2/8")
def test_ships_in_the_target_do_not_bar_an_interception_and_land_units_do() -> None:
    there = (war("england", "france"), units("calais", "england", regulars=1), empty("boulogne"))
    match = table(*there, units("boulogne", "france", squadrons=1), power="france", cp=1)
    do(match, "france", March("paris", "boulogne", regulars=2))
    assert match.decisions()[0].waiting == ("england",), "ships are no land units"
    own = table(*there, units("boulogne", "france", regulars=1), power="france", cp=1)
    do(own, "france", March("paris", "boulogne", regulars=2))
    assert not own.decisions() or own.decisions()[0].kind != "intercept"


@shows("13.2/8")
def test_the_power_in_the_target_and_its_allies_may_intercept_there() -> None:
    there = (war("england", "france"), units("calais", "england", regulars=1), controls("england", "boulogne"))
    match = table(*there, units("boulogne", "england", regulars=1), power="france", cp=1)
    do(match, "france", March("paris", "boulogne", regulars=2))
    assert (match.decisions()[0].kind, match.decisions()[0].waiting) == ("intercept", ("england",))
    other = table(
        BESANCON,
        units("metz", "independent", regulars=1),
        units("st_dizier", "france", regulars=4),
        power="france",
        cp=1,
    )
    do(other, "france", March("st_dizier", "metz", regulars=4))
    assert not other.decisions() or other.decisions()[0].kind != "intercept", "land units of others stand in Metz"


@shows("13.2/7", "13.2/9")
def test_an_independent_fortified_space_is_open_to_interception() -> None:
    match = table(BESANCON, empty("metz"), units("st_dizier", "france", regulars=4), power="france", cp=1)
    do(match, "france", March("st_dizier", "metz", regulars=4))
    assert (match.decisions()[0].kind, match.decisions()[0].waiting) == ("intercept", ("hapsburg",))


@shows("13.2/4")
def test_leaders_try_to_intercept_once_an_impulse_too() -> None:
    rolls = [dice("interception", 1, 1, power="hapsburg")]
    match = table(BESANCON, leader("charles_v", "besancon"), draws=rolls, power="france", cp=4)
    do(match, "france", March("paris", "dijon", regulars=1))
    do(match, "hapsburg", Intercept("besancon", regulars=1, leaders=("charles_v",)))
    do(match, "france", March("lyon", "geneva", regulars=1))
    again = Intercept("besancon", regulars=1, leaders=("charles_v",))
    assert refused(match, "hapsburg", again) == "leader_not_there"
    assert Intercept("besancon", regulars=3) in options(match, "hapsburg"), "units that have not tried may"


@shows("13.2/6")
def test_who_avoids_battle_or_retreats_is_not_intercepted() -> None:
    rolls = [dice("avoid_battle", 6, 6, power="france")]
    there = (
        units("dijon", "france", regulars=2),
        units("geneva", "hapsburg", regulars=4),
        empty("besancon", "lyon", "paris"),
    )
    match = table(*there, units("besancon", "hapsburg", regulars=4), draws=rolls, power="hapsburg", cp=2)
    do(match, "hapsburg", March("besancon", "dijon", regulars=4))
    do(match, "france", AvoidBattle("lyon", regulars=2))
    assert match.decisions()[0].kind == "spend", "the Hapsburgs beside Lyon are not asked"


@shows("13.2/11")
def test_leaders_alone_do_not_intercept() -> None:
    match = table(empty("besancon"), leader("charles_v", "besancon"), power="france", cp=2)
    do(match, "france", March("paris", "dijon", regulars=1))
    assert match.decisions()[0].kind == "spend"
    match = table(BESANCON, leader("charles_v", "besancon"), power="france", cp=2)
    do(match, "france", March("paris", "dijon", regulars=1))
    assert refused(match, "hapsburg", Intercept("besancon", leaders=("charles_v",))) == "nobody_goes"


@shows("13.2/13")
def test_nobody_intercepts_into_an_electorate_before_the_league() -> None:
    there = (units("metz", "france", regulars=2), units("liege", "hapsburg", regulars=2), state_of(league=True))
    match = table(*there, war("france", "protestant"), war("france", "hapsburg"), empty("trier"), power="france", cp=1)
    do(match, "france", March("metz", "trier", regulars=2))
    assert match.decisions()[0].kind == "intercept"
    match.state.league = False
    assert not may_intercept_into(match.state, "hapsburg", "france", "trier")
