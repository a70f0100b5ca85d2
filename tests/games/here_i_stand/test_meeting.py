"""What others do when a formation comes: interception (13.2), avoiding battle (13.3), withdrawal (13.4)."""

from adjudicator.games.here_i_stand.rules.war.battle import Shelter
from adjudicator.games.here_i_stand.rules.war.marching import GoBack, March, PressOn
from adjudicator.games.here_i_stand.rules.war.meeting import (
    AvoidBattle,
    Fight,
    Intercept,
    NoInterception,
    StandFast,
    Withdraw,
)
from adjudicator.games.here_i_stand.rules.war.sieges import RetreatTo
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
    table,
    units,
    unrest,
    war,
)

IN_DIJON = units("dijon", "france", regulars=3)
ALONE = empty("paris", "lyon")
BESANCON = units("besancon", "hapsburg", regulars=3)


def test_enemies_beside_the_target_may_intercept() -> None:
    rolls = [dice("interception", 4, 5, power="hapsburg"), dice("attack", 5, 1, 1), dice("defense", 6, 6, 1, 1, 1)]
    match = table(BESANCON, draws=rolls, power="france", cp=2)
    do(match, "france", March("paris", "dijon", regulars=3))
    assert match.decisions()[0].kind == "intercept"
    do(match, "hapsburg", Intercept("besancon", regulars=4))
    assert count(match, "dijon", "hapsburg") == {"regulars": 3}, "one fell"
    assert count(match, "paris", "france") == {"regulars": 2}, "two fell, one came back"
    assert "besancon" not in match.state.forces


def test_an_interception_needs_nine() -> None:
    match = table(BESANCON, draws=[dice("interception", 4, 4, power="hapsburg")], power="france", cp=2)
    do(match, "france", March("paris", "dijon", regulars=3))
    do(match, "hapsburg", Intercept("besancon", regulars=4))
    assert count(match, "besancon", "hapsburg") == {"regulars": 4}
    assert count(match, "dijon", "france") == {"regulars": 3}


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


def test_no_interception_into_a_fortified_space_of_the_mover() -> None:
    match = table(units("st_quentin", "hapsburg", regulars=2), power="france", cp=2)
    do(match, "france", March("rouen", "paris", regulars=1))
    assert match.decisions()[0].kind == "spend"


def test_no_interception_over_a_pass_nor_of_the_besieged() -> None:
    match = table(units("barcelona", "hapsburg", regulars=2), empty("besancon"), power="france", cp=2)
    do(match, "france", March("bordeaux", "toulouse", regulars=1))
    assert match.decisions()[0].kind == "spend"
    inside = (units("besancon", "france", regulars=5), siege("besancon", "france"))
    match = table(*inside, power="france", cp=2)
    do(match, "france", March("paris", "dijon", regulars=1))
    assert match.decisions()[0].kind == "spend"


def test_each_unit_intercepts_once_an_impulse() -> None:
    rolls = [dice("interception", 1, 1, power="hapsburg")]
    match = table(BESANCON, draws=rolls, power="france", cp=3)
    do(match, "france", March("paris", "dijon", regulars=1))
    do(match, "hapsburg", Intercept("besancon", regulars=3))
    do(match, "france", March("lyon", "geneva", regulars=1))
    assert refused(match, "hapsburg", Intercept("besancon", regulars=2)) == "not_there"
    do(match, "hapsburg", NoInterception())


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


def test_an_interceptor_fights_and_does_not_avoid_battle() -> None:
    rolls = [dice("interception", 6, 6, power="hapsburg"), dice("attack", 5, 5, 5, 5), dice("defense", 1, 1)]
    match = table(BESANCON, draws=rolls, power="france", cp=2)
    do(match, "france", March("paris", "dijon", regulars=4))
    do(match, "hapsburg", Intercept("besancon", regulars=1))
    assert count(match, "dijon", "france") == {"regulars": 4}
    assert match.decisions()[0].kind == "spend"


# ---- 13.3


def test_units_avoid_battle_with_nine() -> None:
    match = table(IN_DIJON, ALONE, draws=[dice("avoid_battle", 5, 4, power="france")], cp=2)
    do(match, "hapsburg", March("besancon", "dijon", regulars=1))
    do(match, "france", AvoidBattle("lyon", regulars=3))
    assert count(match, "lyon", "france") == {"regulars": 3}
    assert count(match, "dijon", "hapsburg") == {"regulars": 1}


def test_who_fails_to_avoid_battle_fights() -> None:
    rolls = [dice("avoid_battle", 4, 4, power="france"), dice("attack", 1), dice("defense", 5, 1, 1, 1)]
    match = table(IN_DIJON, ALONE, draws=rolls, cp=2)
    do(match, "hapsburg", March("besancon", "dijon", regulars=1))
    do(match, "france", AvoidBattle("lyon", regulars=3))
    assert count(match, "dijon", "france") == {"regulars": 3}
    assert "besancon" not in match.state.forces


def test_battle_is_avoided_to_friendly_spaces_without_unrest_or_enemies() -> None:
    match = table(
        IN_DIJON,
        ALONE,
        unrest("lyon"),
        units("orleans", "hapsburg", regulars=1),
        units("geneva", "france", regulars=1),
        cp=2,
    )
    do(match, "hapsburg", March("besancon", "dijon", regulars=1))
    for space in ("lyon", "orleans", "geneva", "besancon"):
        assert refused(match, "france", AvoidBattle(space, regulars=3)) == "no_refuge"
    found = {each.to for each in options(match, "france") if isinstance(each, AvoidBattle)}
    assert found == {"paris", "st_dizier"}


def test_not_to_where_the_enemy_came_from() -> None:
    match = table(IN_DIJON, ALONE, controls("france", "besancon"), cp=2)
    do(match, "hapsburg", March("besancon", "dijon", regulars=1))
    assert refused(match, "france", AvoidBattle("besancon", regulars=3)) == "no_refuge"


def test_a_part_may_avoid_battle() -> None:
    rolls = [dice("avoid_battle", 6, 4, power="france"), dice("attack", 1), dice("defense", 1, 1)]
    match = table(IN_DIJON, ALONE, draws=rolls, cp=2)
    do(match, "hapsburg", March("besancon", "dijon", regulars=1))
    do(match, "france", AvoidBattle("lyon", regulars=2))
    assert count(match, "lyon", "france") == {"regulars": 2}
    assert count(match, "dijon", "france") == {"regulars": 1}


def test_who_lost_a_battle_in_this_impulse_gets_away_for_sure() -> None:
    rolls = [dice("attack", 5, 5, 1, 1), dice("defense", 1, 1, 1, 1)]
    match = table(IN_DIJON, ALONE, BESANCON, draws=rolls, cp=2)
    do(match, "hapsburg", March("besancon", "dijon", regulars=4))
    do(match, "france", StandFast(), RetreatTo("orleans"))
    assert count(match, "orleans", "france") == {"regulars": 1}
    do(match, "hapsburg", March("dijon", "orleans", regulars=4))
    do(match, "france", AvoidBattle("tours", regulars=1))
    assert count(match, "tours", "france") == {"regulars": 1}


# ---- 13.4


def test_four_units_go_into_the_fortification_and_are_besieged() -> None:
    match = table(units("besancon", "hapsburg", regulars=1), units("dijon", "france", regulars=4), power="france", cp=2)
    do(match, "france", March("dijon", "besancon", regulars=4))
    do(match, "hapsburg", StandFast(), Withdraw())
    assert match.state.sieges["besancon"].by == "france"
    assert match.state.sieges["besancon"].fresh
    assert all(each.inside for each in match.state.forces["besancon"] if each.owner == "hapsburg")


def test_five_units_do_not_fit_inside() -> None:
    rolls = [dice("attack", 1, 1, 1, 1), dice("defense", 1, 1, 1, 1, 1, 1)]
    match = table(
        units("besancon", "hapsburg", regulars=4),
        units("dijon", "france", regulars=4),
        draws=rolls,
        power="france",
        cp=2,
    )
    do(match, "france", March("dijon", "besancon", regulars=4))
    do(match, "hapsburg", StandFast())
    assert count(match, "dijon", "france") == {"regulars": 4}, "beaten on equal hits"


def test_a_formation_that_does_not_outnumber_goes_back() -> None:
    match = table(units("dijon", "france", regulars=1), power="france", cp=1)
    do(match, "france", March("dijon", "besancon", regulars=1))
    do(match, "hapsburg", StandFast(), Withdraw())
    assert count(match, "dijon", "france") == {"regulars": 1}, "without points it has no choice"
    assert not match.state.sieges
    assert not any(each.inside for each in match.state.forces["besancon"])


def test_or_marches_on_for_points() -> None:
    match = table(units("dijon", "france", regulars=1), power="france", cp=3)
    do(match, "france", March("dijon", "besancon", regulars=1))
    do(match, "hapsburg", StandFast(), Withdraw())
    assert GoBack() in options(match, "france")
    do(match, "france", PressOn("geneva"))
    do(match, "hapsburg", NoInterception())
    assert count(match, "geneva", "france") == {"regulars": 1}
    assert match.state.impulse.cp == 1
    assert not any(each.inside for each in match.state.forces["besancon"])


def test_who_stays_outside_fights() -> None:
    rolls = [dice("attack", 5, 1, 1, 1), dice("defense", 1, 1, 1)]
    match = table(
        units("besancon", "hapsburg", regulars=1),
        units("dijon", "france", regulars=4),
        draws=rolls,
        power="france",
        cp=2,
    )
    do(match, "france", March("dijon", "besancon", regulars=4))
    do(match, "hapsburg", StandFast(), Fight(), Shelter(regulars=1))
    assert match.state.sieges["besancon"].by == "france"


def test_an_empty_fortified_space_is_besieged_too() -> None:
    match = table(empty("besancon"), units("dijon", "france", regulars=1), power="france", cp=2)
    do(match, "france", March("dijon", "besancon", regulars=1))
    assert match.state.sieges["besancon"].fresh
