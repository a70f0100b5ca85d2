"""Sieges, assaults and relief (15 to 15.3)."""

from typing import Any

from adjudicator.games.here_i_stand.rules import table as rules
from adjudicator.games.here_i_stand.rules.impulses import EndImpulse
from adjudicator.games.here_i_stand.rules.war.assaults import Assault, Bombard
from adjudicator.games.here_i_stand.rules.war.battle import (
    Sally,
    Shelter,
    StayInside,
)
from adjudicator.games.here_i_stand.rules.war.marching import March
from adjudicator.games.here_i_stand.rules.war.sieges import RetreatTo
from adjudicator.kernel.match import Match
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import (
    Arrange,
    controls,
    count,
    dice,
    discarded,
    do,
    empty,
    hand,
    leader,
    refused,
    siege,
    state_of,
    table,
    units,
    unrest,
    war,
)


def relief(*rolls: dict[str, Any], own: int = 3) -> Match:
    """France besieges Besancon with three; the Hapsburgs come to relieve it, and the besieged take part."""
    match = table(
        units("besancon", "france", regulars=3),
        units("strasburg", "hapsburg", regulars=own),
        siege("besancon", "france"),
        unrest("dijon"),
        draws=rolls,
        cp=1,
    )
    do(match, "hapsburg", March("strasburg", "besancon", regulars=own))
    return match


QUIET = discarded("foul_weather", "gout")
METZ = (QUIET, units("metz", "france", regulars=4), siege("metz", "france"))


def port(*more: Arrange, defense: int = 1) -> Match:
    """The Papacy besieges Naples, a port."""
    return table(
        QUIET,
        war("papacy", "hapsburg"),
        empty("naples"),
        units("naples", "papacy", regulars=4),
        siege("naples", "papacy"),
        *more,
        draws=[dice("attack", 6, 1, 1, 1), dice("defense", *[1] * defense)],
        power="papacy",
        cp=1,
    )


@shows("15.2/1", "15.2/2")
def test_besieged_units_may_join_who_relieves_them() -> None:
    match = relief(dice("attack", 6, 6, 6, 1), dice("defense", 1, 1, 1, 1))
    do(match, "hapsburg", Sally())
    assert not match.state.sieges
    assert not count(match, "besancon", "france")
    assert count(match, "besancon", "hapsburg") == {"regulars": 4}


@shows("15.2/3")
def test_after_equal_hits_four_may_go_inside() -> None:
    match = relief(dice("attack", 1, 1, 1, 1), dice("defense", 1, 1, 1, 1))
    do(match, "hapsburg", Sally(), Shelter(regulars=2))
    assert count(match, "besancon", "hapsburg") == {"regulars": 3}
    assert count(match, "strasburg", "hapsburg") == {"regulars": 1}
    assert not match.state.sieges, "three besiegers do not outnumber three"


@shows("15.2/4")
def test_after_fewer_hits_only_those_who_began_inside_stay() -> None:
    match = relief(dice("attack", 1, 1, 1), dice("defense", 6, 1, 1, 1))
    do(match, "hapsburg", StayInside())
    assert count(match, "besancon", "hapsburg") == {"regulars": 1}
    assert count(match, "strasburg", "hapsburg") == {"regulars": 2}
    assert match.state.sieges["besancon"].by == "france"


@shows("15.1/1")
def test_no_assault_in_the_impulse_in_which_the_siege_began() -> None:
    match = table(units("st_dizier", "france", regulars=4), power="france", cp=4)
    do(match, "france", March("st_dizier", "metz", regulars=4))
    assert refused(match, "france", Assault("metz")) == "fresh_siege"


@shows("15.1/1")
def test_a_siege_of_an_earlier_impulse_may_be_assaulted() -> None:
    match = table(
        units("metz", "france", regulars=4), siege("metz", "france", fresh=True), hand("france", "gout"), cp=1
    )
    do(match, "hapsburg", EndImpulse())
    assert not match.state.sieges["metz"].fresh


@shows("15.1/9", "15.1/10", "15.1/13")
def test_an_assault_rolls_half_the_units_against_each_defender_and_one() -> None:
    match = table(*METZ, draws=[dice("attack", 6, 1), dice("defense", 5, 1)], power="france", cp=1)
    do(match, "france", Assault("metz"))
    assert rules.controller(match.state, "metz") == "france"
    assert count(match, "metz", "france") == {"regulars": 3}
    assert not match.state.sieges
    assert not count(match, "metz", "independent")


@shows("15.1/9")
def test_without_defending_units_each_attacker_rolls() -> None:
    match = table(empty("metz"), *METZ, draws=[dice("attack", 1, 1, 1, 5), dice("defense", 1)], power="france", cp=1)
    do(match, "france", Assault("metz"))
    assert rules.controller(match.state, "metz") == "france"


@shows("15.1/13", "15.1/14", "15.1/1")
def test_an_assault_needs_a_hit() -> None:
    match = table(empty("metz"), *METZ, draws=[dice("attack", 1, 1, 1, 1), dice("defense", 1)], power="france", cp=2)
    do(match, "france", Assault("metz"))
    assert rules.controller(match.state, "metz") == "independent"
    assert match.state.sieges["metz"].by == "france"
    assert refused(match, "france", Assault("metz")) == "assaulted_already"


@shows("15.1/9", "15.1/12")
def test_cavalry_does_not_assault_but_may_fall() -> None:
    match = table(
        QUIET,
        war("ottoman", "hapsburg"),
        controls("ottoman", "belgrade", "mohacs", "szegedin", "buda", "pressburg"),
        empty("vienna", "buda", "belgrade"),
        units("vienna", "ottoman", regulars=3, cavalry=2),
        units("vienna", "hapsburg", regulars=1),
        siege("vienna", "ottoman"),
        draws=[dice("attack", 1, 1), dice("defense", 6, 1)],
        power="ottoman",
        cp=1,
    )
    do(match, "ottoman", Assault("vienna"))
    assert match.decisions()[0].kind == "losses"


@shows("15.1/1", "12.1/8")
def test_an_assault_needs_a_line_of_communication() -> None:
    match = table(*METZ, controls("hapsburg", "st_dizier"), power="france", cp=1)
    assert refused(match, "france", Assault("metz")) == "no_line"


@shows("15.1/2")
def test_a_squadron_of_the_defender_near_the_port_stops_an_assault() -> None:
    match = port(units("tyrrhenian_sea", "papacy", squadrons=2), units("tyrrhenian_sea", "hapsburg", squadrons=1))
    assert refused(match, "papacy", Assault("naples")) == "ships_near"


@shows("15.1/13")
def test_ships_and_leaders_of_a_space_that_falls_are_lost() -> None:
    inside = (
        units("naples", "hapsburg", squadrons=1),
        leader("duke_of_alva", "naples"),
        siege("naples", "papacy"),
        state_of(leaders={}),
        leader("duke_of_alva", "naples", inside=True),
    )
    match = port(units("tyrrhenian_sea", "papacy", squadrons=2), *inside, defense=2)
    do(match, "papacy", Assault("naples"))
    assert match.state.lost_ships["hapsburg"] == 1
    assert match.state.leaders["duke_of_alva"].captor == "papacy"
    assert rules.controller(match.state, "naples") == "papacy"


@shows("15.3/1", "15.3/2")
def test_a_siege_is_broken_when_besiegers_no_longer_outnumber() -> None:
    match = table(
        QUIET,
        units("brussels", "france", regulars=2),
        siege("brussels", "france"),
        draws=[dice("attack", 1), dice("defense", 6, 1)],
        power="france",
        cp=1,
    )
    do(match, "france", Assault("brussels"), RetreatTo("st_quentin"))
    assert not match.state.sieges
    assert count(match, "st_quentin", "france") == {"regulars": 1}


@shows("15.1/14")
def test_leaders_of_attackers_who_all_fall_are_displaced() -> None:
    match = table(
        QUIET,
        units("brussels", "france", regulars=1),
        units("brussels", "hapsburg", regulars=-1),
        leader("francis_i", "brussels"),
        siege("brussels", "france"),
        draws=[dice("attack", 1, 1), dice("defense", 6)],
        power="france",
        cp=1,
    )
    do(match, "france", Assault("brussels"))
    assert match.state.leaders["francis_i"].at == "paris"
    assert not match.state.sieges


@shows("15.3/1")
def test_a_march_away_from_a_siege_breaks_it() -> None:
    match = table(*METZ, empty("besancon", "brussels"), power="france", cp=1)
    do(match, "france", March("metz", "st_dizier", regulars=4))
    assert not match.state.sieges
    assert not any(each.inside for each in match.state.forces["metz"])


@shows("15.1/11")
def test_siege_artillery_adds_two_dice_that_hit_on_three() -> None:
    draws = [dice("attack", 1, 1), dice("defense", 1, 1), dice("siege_artillery", 3, 2)]
    match = table(*METZ, hand("england", "siege_artillery"), draws=draws, power="france", cp=1)
    do(match, "france", Assault("metz"))
    do(match, "england", Bombard("siege_artillery"))
    assert rules.controller(match.state, "metz") == "france"


def test_siege_artillery_needs_a_short_line_home() -> None:
    match = table(
        QUIET,
        units("metz", "hapsburg", regulars=4),
        siege("metz", "hapsburg"),
        empty("besancon"),
        controls("france", "besancon", "strasburg", "liege"),
        hand("england", "siege_artillery"),
        draws=[dice("attack", 1, 1), dice("defense", 1, 1)],
        cp=1,
    )
    assert refused(match, "hapsburg", Assault("metz")) == "no_line"


@shows("15.1/1")
def test_an_assault_needs_a_siege_of_ones_own() -> None:
    match = table(units("metz", "france", regulars=4), siege("metz", "france"), power="hapsburg", cp=1)
    assert refused(match, "hapsburg", Assault("metz")) == "not_besieged"
