"""Avoiding battle (13.3)."""

from adjudicator.games.here_i_stand.rules.war.marching import March
from adjudicator.games.here_i_stand.rules.war.meeting import (
    AvoidBattle,
    StandFast,
)
from adjudicator.games.here_i_stand.rules.war.sieges import RetreatTo
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import (
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
    unrest,
)

IN_DIJON = units("dijon", "france", regulars=3)


ALONE = empty("paris", "lyon")


BESANCON = units("besancon", "hapsburg", regulars=3)


@shows("13.3/3")
def test_units_avoid_battle_with_nine() -> None:
    match = table(IN_DIJON, ALONE, draws=[dice("avoid_battle", 5, 4, power="france")], cp=2)
    do(match, "hapsburg", March("besancon", "dijon", regulars=1))
    do(match, "france", AvoidBattle("lyon", regulars=3))
    assert count(match, "lyon", "france") == {"regulars": 3}
    assert count(match, "dijon", "hapsburg") == {"regulars": 1}


@shows("13.3/3")
def test_who_fails_to_avoid_battle_fights() -> None:
    rolls = [dice("avoid_battle", 4, 4, power="france"), dice("attack", 1), dice("defense", 5, 1, 1, 1)]
    match = table(IN_DIJON, ALONE, draws=rolls, cp=2)
    do(match, "hapsburg", March("besancon", "dijon", regulars=1))
    do(match, "france", AvoidBattle("lyon", regulars=3))
    assert count(match, "dijon", "france") == {"regulars": 3}
    assert "besancon" not in match.state.forces


@shows("13.3/5")
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


@shows("13.3/5")
def test_not_to_where_the_enemy_came_from() -> None:
    match = table(IN_DIJON, ALONE, controls("france", "besancon"), cp=2)
    do(match, "hapsburg", March("besancon", "dijon", regulars=1))
    assert refused(match, "france", AvoidBattle("besancon", regulars=3)) == "no_refuge"


@shows("13.3/1")
def test_a_part_may_avoid_battle() -> None:
    rolls = [dice("avoid_battle", 6, 4, power="france"), dice("attack", 1), dice("defense", 1, 1)]
    match = table(IN_DIJON, ALONE, draws=rolls, cp=2)
    do(match, "hapsburg", March("besancon", "dijon", regulars=1))
    do(match, "france", AvoidBattle("lyon", regulars=2))
    assert count(match, "lyon", "france") == {"regulars": 2}
    assert count(match, "dijon", "france") == {"regulars": 1}


@shows("13.3/4")
def test_who_lost_a_battle_in_this_impulse_gets_away_for_sure() -> None:
    rolls = [dice("attack", 5, 5, 1, 1), dice("defense", 1, 1, 1, 1)]
    match = table(IN_DIJON, ALONE, BESANCON, draws=rolls, cp=2)
    do(match, "hapsburg", March("besancon", "dijon", regulars=4))
    do(match, "france", StandFast(), RetreatTo("orleans"))
    assert count(match, "orleans", "france") == {"regulars": 1}
    do(match, "hapsburg", March("dijon", "orleans", regulars=4))
    do(match, "france", AvoidBattle("tours", regulars=1))
    assert count(match, "tours", "france") == {"regulars": 1}


@shows("13.3/1", "13.3/2")
def test_a_large_army_may_leave_four_behind() -> None:
    match = table(
        units("dijon", "france", regulars=7),
        empty("paris", "lyon"),
        units("besancon", "hapsburg", regulars=3),
        leader("francis_i", "dijon"),
        draws=[dice("avoid_battle", 6, 6, power="france")],
        cp=1,
    )
    do(match, "hapsburg", March("besancon", "dijon", regulars=4))
    assert AvoidBattle("lyon", regulars=3, leaders=("francis_i",)) in options(match, "france")
    do(match, "france", AvoidBattle("lyon", regulars=7, leaders=("francis_i",)))
    assert match.state.leaders["francis_i"].at == "lyon"


@shows("13.3/1")
def test_even_a_leader_without_units_may_be_the_part_that_goes() -> None:
    there = (ALONE, units("dijon", "france", regulars=3), leader("francis_i", "dijon"), controls("france", "lyon"))
    draws = [dice("avoid_battle", 4, 4, power="france"), dice("attack", 1), dice("defense", 1, 1, 1, 1)]
    match = table(*there, draws=draws, power="hapsburg", cp=2)
    do(match, "hapsburg", March("besancon", "dijon", regulars=1))
    do(match, "france", AvoidBattle("lyon", leaders=("francis_i",)))
    assert match.state.leaders["francis_i"].at == "lyon"
    assert count(match, "dijon", "france") == {"regulars": 3}


@shows("13.3/6")
def test_a_leader_alone_does_not_avoid_battle() -> None:
    match = table(ALONE, leader("francis_i", "dijon"), power="hapsburg", cp=2)
    do(match, "hapsburg", March("besancon", "dijon", regulars=1))
    assert match.state.leaders["francis_i"].captor == "hapsburg"


@shows("12.4/3", "13.3/5")
def test_a_space_in_unrest_is_no_refuge() -> None:
    there = (ALONE, units("dijon", "france", regulars=3), unrest("lyon"))
    match = table(*there, power="hapsburg", cp=2)
    do(match, "hapsburg", March("besancon", "dijon", regulars=1))
    assert refused(match, "france", AvoidBattle("lyon", regulars=3)) == "no_refuge"
