"""Sieges and assaults (15), inactive minor powers and independents (22.1), the defeat of Hungary (22.5)."""

from typing import Any

import pytest

from adjudicator.games.here_i_stand.facts import MINOR
from adjudicator.games.here_i_stand.rules import table as rules
from adjudicator.games.here_i_stand.rules.hiring import NoHire
from adjudicator.games.here_i_stand.rules.war.assaults import Assault
from adjudicator.games.here_i_stand.rules.war.battle import PlayCombat
from adjudicator.games.here_i_stand.rules.war.marching import March
from adjudicator.games.here_i_stand.rules.war.sieges import RetreatTo
from adjudicator.kernel.match import Match
from tests.games.here_i_stand.table import (
    Arrange,
    allies,
    controls,
    count,
    dice,
    discarded,
    do,
    empty,
    hand,
    leader,
    protestant,
    refused,
    siege,
    state_of,
    table,
    units,
    war,
)

QUIET = discarded("foul_weather", "gout")
METZ = (QUIET, units("metz", "france", regulars=4), siege("metz", "france"))


def test_sl_12_an_electorate_that_protestants_take_brings_its_regulars() -> None:
    league = state_of(league=True), war("protestant", "hapsburg"), protestant("trier", "mainz")
    match = table(
        QUIET,
        *league,
        controls("protestant", "mainz"),
        units("trier", "protestant", regulars=2),
        siege("trier", "protestant"),
        draws=[dice("attack", 6, 1), dice("defense", 1)],
        power="protestant",
        cp=1,
    )
    do(match, "protestant", Assault("trier"))
    assert rules.controller(match.state, "trier") == "protestant"
    assert count(match, "trier", "protestant") == {"regulars": 3}


# ---- cards


def test_siege_mining_adds_three_dice_of_the_attacker() -> None:
    match = table(
        *METZ,
        hand("france", "siege_mining"),
        draws=[dice("attack", *[1] * 5), dice("defense", 1, 1)],
        power="france",
        cp=1,
    )
    do(match, "france", Assault("metz"), NoHire(), PlayCombat("siege_mining"))
    assert match.state.battle is None


def test_restless_mercenaries_leave_the_formation() -> None:
    match = table(
        QUIET,
        units("brussels", "france", regulars=1, mercenaries=3),
        siege("brussels", "france"),
        hand("hapsburg", "mercenaries_grow_restless"),
        power="france",
        cp=1,
    )
    do(match, "france", Assault("brussels"))
    do(match, "hapsburg", PlayCombat("mercenaries_grow_restless"))
    do(match, "france", RetreatTo("st_dizier"))
    assert not match.state.sieges, "one does not outnumber one"


# ---- inactive minor powers (22.1)


def test_mp_1_there_are_four_minor_powers() -> None:
    assert {*MINOR.ids} == {"genoa", "hungary_bohemia", "scotland", "venice"}


def test_mp_2_all_begin_inactive_and_are_active_or_not() -> None:
    acting = {each: rules.major_of(table().state, each) for each in MINOR.ids}
    assert {*acting.values()} == {""}
    state = table(allies("france", "genoa")).state
    assert {each: rules.major_of(state, each) for each in MINOR.ids} == acting | {"genoa": "france"}


def test_mp_3_a_war_does_not_activate_a_minor_power() -> None:
    match = table(war("france", "genoa"), power="france")
    assert not match.state.minors


def test_mp_4_inactive_units_never_leave_their_space() -> None:
    match = table(war("ottoman", "hungary_bohemia"), power="ottoman", cp=2)
    assert refused(match, "ottoman", March("buda", "mohacs", allied=1)) == "not_there"


def test_mp_5_they_neither_intercept_nor_avoid_battle() -> None:
    rolls = [dice("attack", 1, 1, 1, 1), dice("defense", *[1] * 6)]
    match = table(units("mohacs", "ottoman", regulars=4), draws=rolls, power="ottoman", cp=2)
    do(match, "ottoman", March("mohacs", "buda", regulars=4))
    assert match.decisions()[0].kind == "spend", "nobody was asked"


def test_mp_6_four_units_always_stand_a_siege() -> None:
    match = table(units("mohacs", "ottoman", regulars=4), power="ottoman", cp=2)
    do(match, "ottoman", March("mohacs", "belgrade", regulars=4))
    assert match.state.sieges["belgrade"].by == "ottoman"


def test_mp_7_five_units_fight_outside() -> None:
    rolls = [dice("attack", 6, 1, 1, 1), dice("defense", *[1] * 6)]
    match = table(units("mohacs", "ottoman", regulars=4), draws=rolls, power="ottoman", cp=2)
    told = do(match, "ottoman", March("mohacs", "buda", regulars=4))
    assert any(type(each).__name__ == "BattleWon" for each in told)


def test_mp_8_losers_keep_four_inside_and_the_rest_dies() -> None:
    match = table(
        units("mohacs", "ottoman", regulars=10),
        units("buda", "hungary_bohemia", regulars=3),
        leader("suleiman", "mohacs"),
        draws=[dice("attack", 6, *[1] * 11), dice("defense", *[1] * 9)],
        power="ottoman",
        cp=2,
    )
    do(match, "ottoman", March("mohacs", "buda", regulars=10, leaders=("suleiman",)))
    assert count(match, "buda", "hungary_bohemia") == {"regulars": 4}
    assert match.state.sieges["buda"].by == "ottoman"


@pytest.mark.parametrize("space", ["metz", "florence"])
def test_mp_10_independent_keys_are_attacked_without_a_war(space: str) -> None:
    near = {"metz": "st_dizier", "florence": "siena"}[space]
    match = table(units(near, "france", regulars=3), power="france", cp=1)
    do(match, "france", March(near, space, regulars=3))
    assert match.state.sieges[space].by == "france"


def test_the_knights_defend_like_independents() -> None:
    match = table(
        QUIET,
        units("rhodes", "ottoman", regulars=3),
        units("aegean_sea", "ottoman", squadrons=1),
        siege("rhodes", "ottoman"),
        draws=[dice("attack", 6, 1), dice("defense", 1, 1)],
        power="ottoman",
        cp=1,
    )
    do(match, "ottoman", Assault("rhodes"))
    assert rules.controller(match.state, "rhodes") == "ottoman"
    assert not count(match, "rhodes", "knights")
    assert match.state.knights == ""


# ---- the defeat of Hungary (22.5)


def hungary(*more: Arrange) -> Match:
    """The Ottoman assaults Belgrade."""
    draws: list[dict[str, Any]] = [dice("attack", 6, 1), dice("defense", 1, 1)]
    return table(
        QUIET,
        units("belgrade", "ottoman", regulars=4),
        siege("belgrade", "ottoman"),
        *more,
        draws=draws,
        power="ottoman",
        cp=1,
    )


def test_hungary_holds_with_more_than_four_regulars() -> None:
    match = hungary()
    do(match, "ottoman", Assault("belgrade"))
    assert rules.controller(match.state, "belgrade") == "ottoman"
    assert not match.state.hungary_lost


def test_unaligned_hungary_falls_with_a_key_and_four_regulars() -> None:
    match = hungary(units("buda", "hungary_bohemia", regulars=-3), units("agram", "ottoman", regulars=1))
    do(match, "ottoman", Assault("belgrade"))
    assert match.state.hungary_lost
    assert match.state.minors == {"hungary_bohemia": "hapsburg"}
    assert rules.at_war(match.state, "ottoman", "hapsburg")
    assert match.state.powers["ottoman"].war_winner == 2
    assert rules.controller(match.state, "agram") == "ottoman"


def test_an_ally_of_the_hapsburgs_falls_with_two_keys() -> None:
    ally = (allies("hapsburg", "hungary_bohemia"), war("ottoman", "hapsburg"), war("ottoman", "hungary_bohemia", False))
    match = hungary(*ally, units("buda", "hungary_bohemia", regulars=-3))
    do(match, "ottoman", Assault("belgrade"))
    assert not match.state.hungary_lost
    match = hungary(*ally, empty("buda"), controls("ottoman", "buda"))
    do(match, "ottoman", Assault("belgrade"))
    assert match.state.hungary_lost


# ---- displacement (9.1)
