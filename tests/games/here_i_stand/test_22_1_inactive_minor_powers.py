"""Inactive minor powers (22.1)."""

from adjudicator.games.here_i_stand.facts import MINOR
from adjudicator.games.here_i_stand.rules import table as rules
from adjudicator.games.here_i_stand.rules.war.marching import March
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import allies, count, dice, do, leader, refused, table, units, war


def test_mp_1_there_are_four_minor_powers() -> None:
    assert {*MINOR.ids} == {"genoa", "hungary_bohemia", "scotland", "venice"}


def test_mp_2_all_begin_inactive_and_are_active_or_not() -> None:
    acting = {each: rules.major_of(table().state, each) for each in MINOR.ids}
    assert {*acting.values()} == {""}
    state = table(allies("france", "genoa")).state
    assert {each: rules.major_of(state, each) for each in MINOR.ids} == acting | {"genoa": "france"}


@shows("22.1/2")
def test_mp_3_a_war_does_not_activate_a_minor_power() -> None:
    match = table(war("france", "genoa"), power="france")
    assert not match.state.minors


@shows("22.1/1")
def test_mp_4_inactive_units_never_leave_their_space() -> None:
    match = table(war("ottoman", "hungary_bohemia"), power="ottoman", cp=2)
    assert refused(match, "ottoman", March("buda", "mohacs", allied=1)) == "not_there"


@shows("22.1/1")
def test_mp_5_they_neither_intercept_nor_avoid_battle() -> None:
    rolls = [dice("attack", 1, 1, 1, 1), dice("defense", *[1] * 6)]
    match = table(units("mohacs", "ottoman", regulars=4), draws=rolls, power="ottoman", cp=2)
    do(match, "ottoman", March("mohacs", "buda", regulars=4))
    assert match.decisions()[0].kind == "spend", "nobody was asked"


@shows("22.1/1")
def test_mp_6_four_units_always_stand_a_siege() -> None:
    match = table(units("mohacs", "ottoman", regulars=4), power="ottoman", cp=2)
    do(match, "ottoman", March("mohacs", "belgrade", regulars=4))
    assert match.state.sieges["belgrade"].by == "ottoman"


@shows("22.1/1")
def test_mp_7_five_units_fight_outside() -> None:
    rolls = [dice("attack", 6, 1, 1, 1), dice("defense", *[1] * 6)]
    match = table(units("mohacs", "ottoman", regulars=4), draws=rolls, power="ottoman", cp=2)
    told = do(match, "ottoman", March("mohacs", "buda", regulars=4))
    assert any(type(each).__name__ == "BattleWon" for each in told)


@shows("22.1/1")
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
