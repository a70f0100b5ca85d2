"""Sieges, assaults and relief (15 to 15.3)."""

from typing import Any

from adjudicator.games.here_i_stand.rules import table as rules
from adjudicator.games.here_i_stand.rules.announcing import LetPass
from adjudicator.games.here_i_stand.rules.hiring import NoHire
from adjudicator.games.here_i_stand.rules.impulses import EndImpulse, PlayEvent
from adjudicator.games.here_i_stand.rules.naval.sailing import Sail
from adjudicator.games.here_i_stand.rules.war.assaults import Assault, Bombard
from adjudicator.games.here_i_stand.rules.war.battle import (
    Sally,
    Shelter,
    StayInside,
)
from adjudicator.games.here_i_stand.rules.war.marching import March
from adjudicator.games.here_i_stand.rules.war.sieges import RetreatTo, siege_checked
from adjudicator.kernel.match import Match
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import (
    Arrange,
    allies,
    calm,
    controls,
    count,
    dice,
    discarded,
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


CALAIS = (QUIET, war("england", "france"), empty("calais", "rouen", "portsmouth", "london"))
BESIEGED = (units("calais", "england", regulars=2), units("calais", "france", regulars=4), siege("calais", "france"))


def calais(*more: Arrange) -> Match:
    """France besieges Calais, a port."""
    return table(*CALAIS, *more, *BESIEGED, power="france", cp=2)


@shows("15.1/3")
def test_no_ships_are_needed_where_the_defender_has_none() -> None:
    assert Assault("calais") in options(calais(), "france")
    guarded = units("calais", "england", squadrons=1)
    assert refused(calais(guarded), "france", Assault("calais")) == "no_blockade"
    one = units("english_channel", "france", squadrons=1)
    assert refused(calais(guarded, one), "france", Assault("calais")) == "no_blockade", "more than lie in the port"
    both = (one, units("north_sea", "france", squadrons=1))
    assert Assault("calais") in options(calais(guarded, *both), "france")


@shows("15.1/2")
def test_only_squadrons_of_the_power_that_controls_the_space_stop_an_assault() -> None:
    near = units("north_sea", "england", squadrons=1)
    fleet = units("english_channel", "france", squadrons=3)
    assert refused(calais(near, fleet), "france", Assault("calais")) == "ships_near"
    ally = (units("north_sea", "hapsburg", squadrons=1), allies("england", "hapsburg"))
    assert Assault("calais") in options(calais(*ally), "france")


@shows("15.1/4")
def test_squadrons_of_minor_allies_and_on_loan_blockade_a_port() -> None:
    guarded = units("calais", "england", squadrons=1)
    two = units("english_channel", "scotland", squadrons=2)
    assert Assault("calais") in options(calais(guarded, two, allies("france", "scotland")), "france")
    ally = (
        units("english_channel", "papacy", squadrons=2),
        war("france", "papacy", on=False),
        allies("france", "papacy"),
    )
    match = calais(guarded, *ally)
    assert refused(match, "france", Assault("calais")) == "no_blockade"
    match.state.forces["english_channel"][-1].lent_to = "france"
    assert Assault("calais") in options(match, "france")


@shows("15.1/5")
def test_corsairs_neither_blockade_nor_guard() -> None:
    guarded = units("calais", "england", squadrons=1)
    corsairs = (units("english_channel", "ottoman", corsairs=5), units("english_channel", "france", squadrons=1))
    match = calais(guarded, *corsairs)
    match.state.forces["english_channel"][0].lent_to = "france"
    assert refused(match, "france", Assault("calais")) == "no_blockade"


BUDA = (
    QUIET,
    war("ottoman", "hungary_bohemia"),
    controls("ottoman", "belgrade", "szegedin"),
    empty("buda", "belgrade"),
)


@shows("15.1/6", "5.1/3")
def test_one_formation_assaults_and_further_besiegers_give_no_dice() -> None:
    there = (
        units("buda", "hungary_bohemia", regulars=2),
        units("buda", "ottoman", regulars=8),
        siege("buda", "ottoman"),
    )
    draws = [dice("attack", 1, 1), dice("defense", 1, 1, 1)]
    match = table(*BUDA, *there, power="ottoman", cp=1, draws=draws)
    do(match, "ottoman", Assault("buda"))
    assert count(match, "buda", "ottoman") == {"regulars": 8}
    led = [dice("attack", *[1] * 6), dice("defense", 1, 1, 1)]
    match = table(*BUDA, *there, leader("suleiman", "buda"), power="ottoman", cp=1, draws=led)
    do(match, "ottoman", Assault("buda"))
    assert not match.state.impulse.cp, "four dice for eight units, two of Suleiman"


@shows("15.1/7")
def test_newcomers_assault_only_if_all_fit_into_one_formation() -> None:
    there = (
        units("buda", "hungary_bohemia", regulars=1),
        units("buda", "ottoman", regulars=2),
        siege("buda", "ottoman"),
    )
    fits = (units("szegedin", "ottoman", regulars=2), units("buda", "ottoman", regulars=0))
    match = table(*BUDA, *there, *fits, power="ottoman", cp=2, draws=[dice("attack", 1, 1), dice("defense", 1, 1)])
    do(match, "ottoman", March("szegedin", "buda", regulars=2), Assault("buda"))
    assert count(match, "buda", "ottoman") == {"regulars": 4}, "two dice for four"
    many = (units("szegedin", "ottoman", regulars=4),)
    match = table(*BUDA, *there, *many, power="ottoman", cp=2, draws=[dice("attack", 1), dice("defense", 1, 1)])
    do(match, "ottoman", March("szegedin", "buda", regulars=4), Assault("buda"))
    assert count(match, "buda", "ottoman") == {"regulars": 6}, "one die for the two who were there"


@shows("15.1/8")
def test_others_call_an_assault_off_and_only_the_attacker_hires() -> None:
    held = (hand("england", "foul_weather"), hand("france", "landsknechts"), hand("hapsburg", "swiss_mercenaries"))
    there = (units("brussels", "france", regulars=4), siege("brussels", "france"))
    match = table(*there, *held, power="france", cp=2)
    do(match, "france", Assault("brussels"))
    assert match.decisions()[0].kind == "call_off"
    asked = []
    while match.decisions() and match.decisions()[0].kind in ("call_off", "before_battle"):
        (who, *_), kind = match.decisions()[0].waiting, match.decisions()[0].kind
        asked += [who] * (kind == "before_battle")
        match.apply(who, NoHire() if kind == "before_battle" else LetPass())
    assert asked == ["france"]


@shows("15.1/15")
def test_roxelana_allows_suleiman_one_free_assault_at_once() -> None:
    there = (war("ottoman", "hungary_bohemia"), units("nezh", "ottoman", regulars=6), leader("suleiman", "nezh"), QUIET)
    draws = [dice("attack", 6, 6, 6, 6, 6), dice("defense", 1, 1)]
    match = table(*there, hand("ottoman", "roxelana"), power="ottoman", draws=draws)
    do(match, "ottoman", PlayEvent("roxelana"))
    do(match, "ottoman", March("nezh", "belgrade", regulars=6, leaders=("suleiman",)))
    calm(match, "hapsburg")
    assert match.state.sieges["belgrade"].fresh
    assert match.state.impulse.cp == 3
    do(match, "ottoman", Assault("belgrade"))
    assert rules.controller(match.state, "belgrade") == "ottoman"
    assert match.state.impulse.cp == 3, "it is free"
    plain = table(*there, power="ottoman", cp=4)
    do(plain, "ottoman", March("nezh", "belgrade", regulars=6, leaders=("suleiman",)))
    assert refused(plain, "ottoman", Assault("belgrade")) == "fresh_siege"


@shows("15/2")
def test_an_ally_joins_a_siege_only_if_it_outnumbers_those_inside_alone() -> None:
    both = (allies("france", "ottoman"), war("ottoman", "hapsburg"), units("brussels", "france", regulars=3))
    there = (*both, siege("brussels", "france"), empty("st_quentin", "calais"), controls("ottoman", "st_quentin"))
    match = table(*there, units("st_quentin", "ottoman", regulars=2), power="ottoman", cp=2)
    do(match, "ottoman", March("st_quentin", "brussels", regulars=2))
    assert count(match, "brussels", "ottoman") == {"regulars": 2}
    few = table(*there, units("st_quentin", "ottoman", regulars=1), power="ottoman", cp=1)
    do(few, "ottoman", March("st_quentin", "brussels", regulars=1))
    assert count(few, "st_quentin", "ottoman") == {"regulars": 1}, "one does not outnumber one"
    assert few.state.sieges["brussels"].by == "france"


@shows("15/1")
def test_ships_in_a_besieged_port_move_and_units_inside_do_not() -> None:
    there = (units("naples", "hapsburg", squadrons=1), units("naples", "papacy", regulars=4), siege("naples", "papacy"))
    match = table(*there, war("papacy", "hapsburg"), power="hapsburg", cp=2)
    assert Sail("naples", "tyrrhenian_sea") in options(match, "hapsburg")
    assert refused(match, "hapsburg", March("naples", "messina", regulars=1)) == "not_there"


@shows("15.2/1")
def test_any_of_the_besieged_may_be_held_back_and_the_limit_does_not_hold() -> None:
    there = (
        units("besancon", "hapsburg", regulars=2),
        leader("ferdinand", "besancon"),
        units("besancon", "france", regulars=6),
    )
    inside = (*there, siege("besancon", "france"), QUIET, empty("metz", "dijon", "lyon", "paris"))
    draws = [dice("attack", *[1] * 6), dice("defense", *[1] * 7)]
    match = table(*inside, units("strasburg", "hapsburg", regulars=4), power="hapsburg", cp=2, draws=draws)
    match.state.leaders["ferdinand"].inside = True
    do(match, "hapsburg", March("strasburg", "besancon", regulars=4))
    calm(match, "france")
    assert match.decisions()[0].kind == "sally"
    assert refused(match, "hapsburg", Sally(regulars=4)) == "not_there"
    do(match, "hapsburg", Sally(regulars=1, leaders=("ferdinand",)))
    assert match.decisions()[0].kind != "sally", "four, one from inside and one die of Ferdinand"


@shows("15.2/5")
def test_leaders_of_a_relief_that_is_wiped_out_are_captured() -> None:
    there = (units("besancon", "france", regulars=4), siege("besancon", "france"), QUIET, empty("metz", "dijon"))
    draws = [dice("attack", 1, 1, 1), dice("defense", 5, 5, 5, 5, 1)]
    led = (units("strasburg", "hapsburg", regulars=1), leader("charles_v", "strasburg"))
    match = table(*there, *led, power="hapsburg", cp=2, draws=draws)
    do(match, "hapsburg", March("strasburg", "besancon", regulars=1, leaders=("charles_v",)))
    calm(match, "france")
    do(match, "hapsburg", StayInside())
    assert match.state.leaders["charles_v"].captor == "france"


@shows("15.3/2")
def test_former_besiegers_without_a_space_are_eliminated() -> None:
    there = (units("brussels", "france", regulars=2), siege("brussels", "france"), leader("francis_i", "brussels"))
    match = table(*there, controls("hapsburg", "st_quentin", "st_dizier"), frames=[siege_checked("brussels")])
    assert match.state.sieges, "two outnumber one"
    more = units("brussels", "hapsburg", regulars=1)
    match = table(
        *there[:1],
        more,
        *there[1:],
        controls("hapsburg", "st_quentin", "st_dizier"),
        frames=[siege_checked("brussels")],
    )
    assert not count(match, "brussels", "france")
    assert match.state.leaders["francis_i"].captor == "hapsburg"
