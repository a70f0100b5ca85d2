"""Withdrawal into a fortification (13.4), and what becomes of who cannot besiege it."""

from adjudicator.games.here_i_stand.rules.war.battle import Shelter
from adjudicator.games.here_i_stand.rules.war.marching import GoBack, March, PressOn
from adjudicator.games.here_i_stand.rules.war.meeting import (
    Fight,
    NoInterception,
    StandFast,
    Withdraw,
)
from tests.games.here_i_stand.battles import beaten_off
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import (
    allies,
    calm,
    controls,
    count,
    dice,
    do,
    empty,
    leader,
    options,
    refused,
    table,
    units,
    war,
)


@shows("13.4/1", "13.4/3", "2.1/3")
def test_four_units_go_into_the_fortification_and_are_besieged() -> None:
    match = table(units("besancon", "hapsburg", regulars=1), units("dijon", "france", regulars=4), power="france", cp=2)
    do(match, "france", March("dijon", "besancon", regulars=4))
    do(match, "hapsburg", StandFast(), Withdraw())
    assert match.state.sieges["besancon"].by == "france"
    assert match.state.sieges["besancon"].fresh
    assert all(each.inside for each in match.state.forces["besancon"] if each.owner == "hapsburg")


@shows("13.4/1")
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


@shows("13.4/4")
def test_a_formation_that_does_not_outnumber_goes_back() -> None:
    match = table(units("dijon", "france", regulars=1), power="france", cp=1)
    do(match, "france", March("dijon", "besancon", regulars=1))
    do(match, "hapsburg", StandFast(), Withdraw())
    assert count(match, "dijon", "france") == {"regulars": 1}, "without points it has no choice"
    assert not match.state.sieges
    assert not any(each.inside for each in match.state.forces["besancon"])


@shows("13.4/4")
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


@shows("13.4/2")
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


@shows("15/3", "13.4/3")
def test_an_empty_fortified_space_is_besieged_too() -> None:
    match = table(empty("besancon"), units("dijon", "france", regulars=1), power="france", cp=2)
    do(match, "france", March("dijon", "besancon", regulars=1))
    assert match.state.sieges["besancon"].fresh


@shows("13.4/1")
def test_leaders_withdraw_with_their_units() -> None:
    match = table(units("dijon", "france", regulars=4), leader("ferdinand", "besancon"), power="france", cp=1)
    do(match, "france", March("dijon", "besancon", regulars=4))
    do(match, "hapsburg", StandFast(), Withdraw())
    assert match.state.leaders["ferdinand"].inside


@shows("13.4/4")
def test_to_march_on_costs_as_much_as_any_march() -> None:
    match = beaten_off(2)
    assert refused(match, "france", PressOn("paris")) == "not_beside"
    assert PressOn("metz") in options(match, "france")
    assert {each.space for each in options(match, "france") if isinstance(each, PressOn)} >= {
        "geneva",
        "basel",
        "dijon",
    }


@shows("13.4/5")
def test_going_back_is_a_retreat_to_own_or_allied_spaces_only() -> None:
    there = (
        empty("szegedin", "belgrade", "buda"),
        units("szegedin", "ottoman", regulars=2),
        units("buda", "hungary_bohemia", regulars=4),
    )
    led = (leader("suleiman", "szegedin"), allies("hapsburg", "hungary_bohemia"), war("ottoman", "hapsburg"))
    match = table(*there, *led, empty("vienna"), power="ottoman", cp=1)
    do(match, "ottoman", March("szegedin", "buda", regulars=2, leaders=("suleiman",)))
    calm(match, "hapsburg")
    assert not count(match, "buda", "ottoman")
    assert not count(match, "szegedin", "ottoman"), "Szegedin is not theirs"
    assert match.state.leaders["suleiman"].captor == "hapsburg"
    taken = table(*there, *led, empty("vienna"), controls("ottoman", "szegedin"), power="ottoman", cp=1)
    do(taken, "ottoman", March("szegedin", "buda", regulars=2))
    calm(taken, "hapsburg")
    assert count(taken, "szegedin", "ottoman") == {"regulars": 2}


@shows("13.4/6")
def test_who_went_on_has_no_way_back_into_the_fortified_space() -> None:
    draws = [dice("attack", 1), dice("defense", 1, 1)]
    there = (units("dijon", "france", regulars=1), units("basel", "hapsburg", regulars=1))
    match = table(*there, draws=draws, power="france", cp=3)
    do(match, "france", March("dijon", "besancon", regulars=1))
    calm(match, "hapsburg")
    do(match, "france", PressOn("basel"))
    calm(match, "hapsburg")
    assert not count(match, "basel", "france")
    assert not count(match, "besancon", "france")
