"""Field battles (14) and retreats (14.1)."""

from adjudicator.games.here_i_stand.rules.hiring import Hire, NoHire
from adjudicator.games.here_i_stand.rules.war.battle import (
    NoCombat,
    NoJanissaries,
    PlayCombat,
    Shelter,
    UseJanissaries,
)
from adjudicator.games.here_i_stand.rules.war.losses import Lose
from adjudicator.games.here_i_stand.rules.war.marching import March
from adjudicator.games.here_i_stand.rules.war.meeting import Intercept, StandFast
from adjudicator.games.here_i_stand.rules.war.sieges import RetreatTo
from tests.games.here_i_stand.battles import attack, ottoman_battle
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import (
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
    state_of,
    table,
    units,
    unrest,
)


@shows("14/5", "14/6")
def test_more_hits_win_and_each_kills_a_unit() -> None:
    match = attack(rolls=((5, 6, 1), (5, 1, 1)))
    assert count(match, "dijon", "hapsburg") == {"regulars": 2}
    assert not count(match, "dijon", "france")


@shows("14/5")
def test_ties_are_the_defenders() -> None:
    match = attack(rolls=((5, 1, 1), (5, 1, 1)))
    assert count(match, "besancon", "hapsburg") == {"regulars": 2}
    assert count(match, "dijon", "france") == {"regulars": 1}


@shows("14/3", "14/4")
def test_the_defender_has_a_die_more_and_leaders_add_theirs() -> None:
    match = attack(
        leader("charles_v", "besancon"),
        leader("francis_i", "dijon"),
        rolls=((1, 1, 1, 1, 1), (1, 1, 1, 1)),
        leaders=("charles_v",),
    )
    assert match.state.leaders["charles_v"].at == "besancon"


@shows("14/9")
def test_who_is_wiped_out_loses_the_leaders() -> None:
    match = attack(leader("montmorency", "dijon"), rolls=((6, 6, 1), (1, 1, 1, 1)))
    assert match.state.leaders["montmorency"].captor == "hapsburg"


@shows("14/7")
def test_if_both_are_wiped_out_more_dice_keep_a_unit() -> None:
    match = attack(own=2, theirs=2, rolls=((6, 6), (6, 6, 1)))
    assert count(match, "dijon", "france") == {"regulars": 1}
    assert not count(match, "besancon", "hapsburg")
    match = attack(own=4, theirs=2, rolls=((6, 6, 5, 5), (6, 6, 6)))
    assert count(match, "dijon", "hapsburg") == {"regulars": 1}
    match = attack(own=1, theirs=1, rolls=((6,), (6, 1)))
    assert count(match, "dijon", "france") == {"regulars": 1}


@shows("14/7")
def test_equal_dice_keep_a_unit_of_the_defender() -> None:
    match = attack(own=3, theirs=2, rolls=((6, 6, 1), (6, 6, 6)))
    assert count(match, "dijon", "france") == {"regulars": 1}


@shows("14/6")
def test_casualties_are_chosen_by_their_owner() -> None:
    match = attack(units("dijon", "france", mercenaries=2), rolls=((6, 1, 1), (6, 6, 1, 1, 1)))
    assert match.decisions()[0].kind == "losses"
    assert options(match, "france")[0] == Lose(mercenaries=1)
    assert refused(match, "france", Lose(regulars=2)) == "wrong_losses"
    assert refused(match, "france", Lose(cavalry=1)) == "not_so_many"
    do(match, "france", Lose(regulars=1))
    assert count(match, "dijon", "france") == {"regulars": 1, "mercenaries": 2}


@shows("14.1/2")
def test_beaten_defenders_choose_a_refuge() -> None:
    match = attack(state_of(unrest=0), rolls=((6, 1, 1), (1, 1, 1)))
    do(match, "france", StandFast(), RetreatTo("lyon"))
    assert count(match, "lyon", "france") == {"regulars": 1}
    assert count(match, "dijon", "hapsburg") == {"regulars": 3}


@shows("14.1/4")
def test_who_has_no_refuge_is_eliminated_and_leaders_captured() -> None:
    match = attack(leader("montmorency", "dijon"), rolls=((6, 1, 1), (1, 1, 1, 1)))
    assert not count(match, "dijon", "france")
    assert match.state.leaders["montmorency"].captor == "hapsburg"


@shows("14.1/3")
def test_a_beaten_attacker_goes_only_to_its_origin() -> None:
    match = attack(units("st_dizier", "hapsburg"), unrest("besancon"), rolls=((1, 1, 1), (6, 1, 1)))
    assert not count(match, "besancon", "hapsburg"), "an origin in unrest is no refuge"


@shows("13.1/6")
def test_units_that_lost_a_battle_move_no_more() -> None:
    match = attack(own=4, rolls=((1, 1, 1, 1), (6, 1, 1)))
    assert refused(match, "hapsburg", March("besancon", "geneva", regulars=3)) == "may_not_move"


@shows("14.1/1")
def test_four_beaten_defenders_go_into_the_fortification() -> None:
    match = table(
        units("besancon", "hapsburg", regulars=7),
        units("dijon", "france", regulars=8),
        leader("francis_i", "dijon"),
        leader("ferdinand", "besancon"),
        controls("england", "strasburg"),
        draws=[dice("attack", 6, 6, 6, 6, *[1] * 5), dice("defense", *[1] * 10)],
        power="france",
        cp=1,
    )
    do(match, "france", March("dijon", "besancon", regulars=8, leaders=("francis_i",)))
    assert refused(match, "hapsburg", Shelter(regulars=5)) == "no_room"
    assert refused(match, "hapsburg", Shelter(regulars=0, mercenaries=1)) == "not_there"
    assert refused(match, "hapsburg", Shelter(leaders=("charles_v",))) == "leader_not_there"
    do(match, "hapsburg", Shelter(regulars=4, leaders=("ferdinand",)))
    assert match.state.sieges["besancon"].by == "france"
    assert match.state.leaders["ferdinand"].inside


@shows("14/11")
def test_a_winner_that_does_not_outnumber_those_inside_breaks_off() -> None:
    match = table(
        units("besancon", "hapsburg", regulars=4),
        units("dijon", "france", regulars=4),
        controls("england", "strasburg"),
        draws=[dice("attack", 6, 6, 1, 1), dice("defense", 6, 1, 1, 1, 1, 1)],
        power="france",
        cp=1,
    )
    do(match, "france", March("dijon", "besancon", regulars=4))
    do(match, "hapsburg", Shelter(regulars=3))
    assert count(match, "dijon", "france") == {"regulars": 3}
    assert not match.state.sieges


@shows("14/1")
def test_the_attacker_plays_all_cards_first() -> None:
    match = attack(hand("hapsburg", "arquebusiers"), hand("france", "field_artillery"), rolls=((1,) * 3, (1,) * 6))
    do(match, "hapsburg", NoHire())
    do(match, "france", NoHire())
    assert match.decisions()[0].waiting == ("hapsburg",)
    do(match, "hapsburg", NoCombat())
    do(match, "france", PlayCombat("field_artillery"))


@shows("14/10")
def test_combat_cards_are_asked_of_both_sides_only() -> None:
    match = attack(hand("papacy", "arquebusiers"), rolls=((1,) * 3, (1,) * 3))
    assert match.decisions()[0].kind == "spend"


@shows("14/1")
def test_janissaries_add_five_dice_after_the_roll() -> None:
    match = ottoman_battle(dice("attack", 1, 1), dice("defense", 1, 1, 1), dice("attack", 6, 6, 1, 1, 1))
    do(match, "ottoman", UseJanissaries())
    assert count(match, "szegedin", "ottoman") == {"regulars": 2}
    assert not match.state.hands["ottoman"].home
    match = ottoman_battle(dice("attack", 1, 1), dice("defense", 1, 1, 1))
    do(match, "ottoman", NoJanissaries())
    assert count(match, "belgrade", "ottoman") == {"regulars": 2}


@shows("14/1")
def test_landsknechts_come_before_the_dice() -> None:
    match = attack(hand("hapsburg", "landsknechts"), rolls=((1,) * 7, (1,) * 3))
    do(match, "hapsburg", Hire("landsknechts", ("dijon",) * 4))
    assert count(match, "besancon", "hapsburg") == {"regulars": 3, "mercenaries": 4}


@shows("14/2")
def test_the_active_power_attacks_although_it_was_intercepted() -> None:
    draws = [dice("interception", 6, 6, power="hapsburg"), dice("attack", 1), dice("defense", 1, 1, 1)]
    there = (units("besancon", "hapsburg", regulars=1), empty("paris"), units("paris", "france", regulars=1))
    match = table(*there, draws=draws, power="france", cp=2)
    do(match, "france", March("paris", "dijon", regulars=1))
    do(match, "hapsburg", Intercept("besancon", regulars=2))
    assert count(match, "dijon", "hapsburg") == {"regulars": 2}, "ties are the interceptors'"
    assert count(match, "paris", "france") == {"regulars": 1}


@shows("14/8")
def test_a_defender_with_fewer_hits_retreats_with_its_last_unit() -> None:
    draws = [dice("attack", 5, 5, 5), dice("defense", 5, 5, 1)]
    there = (
        empty("paris", "lyon", "besancon"),
        units("besancon", "hapsburg", regulars=2),
        leader("ferdinand", "besancon"),
    )
    held = (units("dijon", "france", regulars=1), units("dijon", "france", regulars=1))
    match = table(*there, *held, discarded("foul_weather", "gout"), draws=draws, power="hapsburg", cp=2)
    do(match, "hapsburg", March("besancon", "dijon", regulars=2, leaders=("ferdinand",)))
    calm(match, "france")
    assert match.decisions()[0].waiting == ("france",), "it kept a unit, and has lost"
    do(match, "france", RetreatTo("lyon"))
    assert count(match, "lyon", "france") == {"regulars": 1}
    assert not count(match, "dijon", "france")
    assert match.state.leaders["ferdinand"].captor == "france", "their whole side is gone"


@shows("12.4/3", "14.1/2")
def test_beaten_units_do_not_retreat_into_unrest_or_independent_spaces() -> None:
    draws = [dice("attack", 5, 5, 5), dice("defense", 1, 1, 1, 1, 1)]
    there = (units("dijon", "france", regulars=4), empty("paris", "lyon", "besancon"), unrest("lyon"))
    match = table(
        *there, units("besancon", "hapsburg", regulars=3), discarded("foul_weather", "gout"), draws=draws, cp=2
    )
    do(match, "hapsburg", March("besancon", "dijon", regulars=3))
    calm(match, "france")
    assert {each.space for each in options(match, "france")} == {"paris", "orleans", "st_dizier"}
