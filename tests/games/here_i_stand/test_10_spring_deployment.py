"""Spring deployment (10)."""

from adjudicator.components.bits import bits
from adjudicator.games.here_i_stand.facts import CARD, LINKS, LOCATION
from adjudicator.games.here_i_stand.rules.spring import Deploy, DeployNothing, PrepareSpring
from tests.games.here_i_stand.springs import spring, turn_of
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import (
    allies,
    controls,
    count,
    do,
    empty,
    hand,
    leader,
    refused,
    table,
    units,
    unrest,
    war,
)


@shows("10/1", "3.2/1")
def test_all_but_the_protestants_deploy_in_the_order_of_impulses() -> None:
    match, asked = spring(), []
    while match.decisions()[0].kind == "spring":
        asked += match.decisions()[0].waiting
        do(match, asked[-1], DeployNothing())
    assert asked == ["ottoman", "hapsburg", "england", "france", "papacy"]


@shows("10/1", "10/2", "10/3")
def test_a_formation_goes_from_a_capital_as_far_as_friendly_spaces_reach() -> None:
    match = turn_of(spring(units("paris", "france", regulars=4)), "france")
    assert refused(match, "france", Deploy("lyon", "paris", regulars=1)) == "no_capital"
    assert refused(match, "france", Deploy("paris", "brussels", regulars=1)) == "not_reachable"
    assert refused(match, "france", Deploy("paris", "lyon", regulars=5)) == "formation_too_large"
    assert refused(match, "france", Deploy("paris", "lyon", cavalry=1)) == "no_such_units"
    assert refused(match, "france", Deploy("paris", "lyon", regulars=1, leaders=("suleiman",))) == "leader_not_there"
    do(match, "france", Deploy("paris", "lyon", regulars=4))
    assert count(match, "lyon", "france").get("regulars", 0) >= 4


def test_minor_allies_in_a_capital_are_deployed_like_own_units() -> None:
    scots = (allies("france", "scotland"), units("paris", "scotland", regulars=2))
    match = turn_of(spring(*scots), "france")
    assert refused(match, "france", Deploy("paris", "lyon", allied=3)) == "no_such_units"
    do(match, "france", Deploy("paris", "lyon", regulars=1, allied=2))
    assert count(match, "lyon", "scotland") == {"regulars": 2}
    assert not count(match, "paris", "scotland")


@shows("10/3", "10/7", "12.4/3")
def test_unrest_and_strangers_stop_a_deployment() -> None:
    away = units("paris", "france", regulars=2)
    around = [LOCATION.ids[n] for n in bits(LINKS[LOCATION.index["paris"]])]
    match = turn_of(spring(away, unrest(*around)), "france")
    assert refused(match, "france", Deploy("paris", "lyon", regulars=1)) == "not_reachable"
    match = turn_of(spring(away, units("lyon", "england", regulars=1)), "france")
    assert refused(match, "france", Deploy("paris", "lyon", regulars=1)) == "not_reachable"


@shows("10/5", "10/8")
def test_five_at_most_cross_one_sea_without_foreign_fleets_in_its_ports() -> None:
    fleets = [at for at, here in table().state.forces.items() if any(each.squadrons for each in here)]
    calm = empty(*fleets)
    match = turn_of(spring(calm, units("london", "england", regulars=6), leader("henry_viii", "london")), "england")
    by = ("henry_viii",)
    assert refused(match, "england", Deploy("london", "calais", regulars=6, leaders=by)) == "too_many_by_sea"
    do(match, "england", Deploy("london", "calais", regulars=5, leaders=by))
    assert match.state.leaders["henry_viii"].at == "calais"
    foreign = units("antwerp", "hapsburg", squadrons=1)
    channel = units("rouen", "france", squadrons=1)
    match = turn_of(spring(calm, foreign, channel, units("london", "england", regulars=4)), "england")
    assert refused(match, "england", Deploy("london", "calais", regulars=1)) == "not_reachable"


@shows("10/5", "10/8")
def test_spring_preparations_bring_regulars_and_lift_the_limits_of_the_sea() -> None:
    match = spring(
        hand("england", "spring_preparations"), units("london", "england", regulars=6), leader("henry_viii", "london")
    )
    turn_of(match, "england")
    assert refused(turn_of(spring(), "england"), "england", PrepareSpring()) == "not_prepared"
    before = count(match, "london", "england")["regulars"]
    do(match, "england", PrepareSpring())
    assert count(match, "london", "england")["regulars"] == before + 1
    do(match, "england", Deploy("london", "calais", regulars=7, leaders=("henry_viii",)))
    assert CARD.number("spring_preparations") in match.state.discard


@shows("10/4")
def test_a_deployment_crosses_no_pass_without_spring_preparations() -> None:
    match = turn_of(spring(controls("france", "turin"), empty("milan")), "france")
    assert refused(match, "france", Deploy("paris", "turin", regulars=1)) == "not_reachable"
    prepared = turn_of(
        spring(controls("france", "turin"), empty("milan"), hand("france", "spring_preparations")), "france"
    )
    do(prepared, "france", PrepareSpring(), Deploy("paris", "turin", regulars=1))
    assert count(prepared, "turin", "france") == {"regulars": 1}


@shows("10/6")
def test_ships_at_sea_do_not_stand_in_the_way() -> None:
    there = (empty("rouen", "antwerp"), units("north_sea", "france", squadrons=1), war("england", "france"))
    match = turn_of(spring(*there), "england")
    do(match, "england", Deploy("london", "calais", regulars=1))
    assert count(match, "calais", "england") == {"regulars": 3}


@shows("10/9")
def test_nobody_intercepts_a_deployment_nor_calls_it_off() -> None:
    held = (hand("hapsburg", "foul_weather", "gout"), units("besancon", "hapsburg", regulars=3))
    match = turn_of(spring(*held), "france")
    do(match, "france", Deploy("paris", "dijon", regulars=2))
    assert count(match, "dijon", "france") == {"regulars": 2}
    assert match.decisions()[0].kind == "spring"
