"""Interception on land (13.2)."""

from adjudicator.games.here_i_stand.rules.war.marching import March
from adjudicator.games.here_i_stand.rules.war.meeting import (
    Intercept,
    NoInterception,
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
    refused,
    siege,
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
