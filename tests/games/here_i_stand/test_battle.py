"""Field battles (14): dice, winners, casualties, captured leaders, retreats; combat cards (6)."""

from typing import Any

import pytest

from adjudicator.games.here_i_stand.rules import table as rules
from adjudicator.games.here_i_stand.rules.hiring import Hire, HireNow, NoHire
from adjudicator.games.here_i_stand.rules.war.battle import (
    NoCombat,
    NoJanissaries,
    PlayCombat,
    Sally,
    Shelter,
    StayInside,
    UseJanissaries,
)
from adjudicator.games.here_i_stand.rules.war.losses import Fell, Lose
from adjudicator.games.here_i_stand.rules.war.marching import March
from adjudicator.games.here_i_stand.rules.war.meeting import StandFast
from adjudicator.games.here_i_stand.rules.war.sides import side_of
from adjudicator.games.here_i_stand.rules.war.sieges import Destroyed, RetreatTo
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
    options,
    refused,
    siege,
    state_of,
    table,
    units,
    unrest,
    war,
)

PLAIN = (discarded("foul_weather", "gout"), empty("paris", "lyon", "besancon"), unrest("lyon", "paris", "orleans"))
"""Dijon, open, with St Dizier as the only refuge."""


def attack(*arrange: Arrange, own: int = 3, theirs: int = 2, rolls: tuple[Any, ...] = (), **facts: Any) -> Match:
    """The Hapsburgs march from Besancon into Dijon, which France holds."""
    draws = [dice("attack", *rolls[0]), dice("defense", *rolls[1])] if len(rolls) == 2 else list(rolls)
    more = units("besancon", "hapsburg", regulars=own), units("dijon", "france", regulars=theirs)
    match = table(*PLAIN, *more, unrest("st_dizier"), *arrange, draws=draws, cp=facts.pop("cp", 2))
    do(match, "hapsburg", March("besancon", "dijon", regulars=min(own, 4), **facts))
    return match


def test_more_hits_win_and_each_kills_a_unit() -> None:
    match = attack(rolls=((5, 6, 1), (5, 1, 1)))
    assert count(match, "dijon", "hapsburg") == {"regulars": 2}
    assert not count(match, "dijon", "france")


def test_ties_are_the_defenders() -> None:
    match = attack(rolls=((5, 1, 1), (5, 1, 1)))
    assert count(match, "besancon", "hapsburg") == {"regulars": 2}
    assert count(match, "dijon", "france") == {"regulars": 1}


def test_the_defender_has_a_die_more_and_leaders_add_theirs() -> None:
    match = attack(
        leader("charles_v", "besancon"),
        leader("francis_i", "dijon"),
        rolls=((1, 1, 1, 1, 1), (1, 1, 1, 1)),
        leaders=("charles_v",),
    )
    assert match.state.leaders["charles_v"].at == "besancon"


def test_who_is_wiped_out_loses_the_leaders() -> None:
    match = attack(leader("montmorency", "dijon"), rolls=((6, 6, 1), (1, 1, 1, 1)))
    assert match.state.leaders["montmorency"].captor == "hapsburg"


def test_if_both_are_wiped_out_more_dice_keep_a_unit() -> None:
    match = attack(own=2, theirs=2, rolls=((6, 6), (6, 6, 1)))
    assert count(match, "dijon", "france") == {"regulars": 1}
    assert not count(match, "besancon", "hapsburg")
    match = attack(own=4, theirs=2, rolls=((6, 6, 5, 5), (6, 6, 6)))
    assert count(match, "dijon", "hapsburg") == {"regulars": 1}
    match = attack(own=1, theirs=1, rolls=((6,), (6, 1)))
    assert count(match, "dijon", "france") == {"regulars": 1}


def test_equal_dice_keep_a_unit_of_the_defender() -> None:
    match = attack(own=3, theirs=2, rolls=((6, 6, 1), (6, 6, 6)))
    assert count(match, "dijon", "france") == {"regulars": 1}


def test_casualties_are_chosen_by_their_owner() -> None:
    match = attack(units("dijon", "france", mercenaries=2), rolls=((6, 1, 1), (6, 6, 1, 1, 1)))
    assert match.decisions()[0].kind == "losses"
    assert options(match, "france")[0] == Lose(mercenaries=1)
    assert refused(match, "france", Lose(regulars=2)) == "wrong_losses"
    assert refused(match, "france", Lose(cavalry=1)) == "not_so_many"
    do(match, "france", Lose(regulars=1))
    assert count(match, "dijon", "france") == {"regulars": 1, "mercenaries": 2}


def test_powers_that_defend_together_share_casualties_evenly() -> None:
    friends = (allies("france", "england"), war("england", "hapsburg"), units("dijon", "england", regulars=2))
    match = attack(*friends, own=4, theirs=3, rolls=((6, 6, 6, 1), (6, 6, 6, 6, 1, 1)))
    assert count(match, "dijon", "england") == {"regulars": 1}
    assert count(match, "dijon", "france") == {"regulars": 1}


# ---- retreats


def test_beaten_defenders_choose_a_refuge() -> None:
    match = attack(state_of(unrest=0), rolls=((6, 1, 1), (1, 1, 1)))
    do(match, "france", StandFast(), RetreatTo("lyon"))
    assert count(match, "lyon", "france") == {"regulars": 1}
    assert count(match, "dijon", "hapsburg") == {"regulars": 3}


def test_who_has_no_refuge_is_eliminated_and_leaders_captured() -> None:
    match = attack(leader("montmorency", "dijon"), rolls=((6, 1, 1), (1, 1, 1, 1)))
    assert not count(match, "dijon", "france")
    assert match.state.leaders["montmorency"].captor == "hapsburg"


def test_who_falls_and_who_is_eliminated_is_told_with_the_place() -> None:
    match = attack(hand("france", "tercios"), rolls=((6, 1, 1), (5, 1, 1, 1)), theirs=3)
    events = do(match, "france", NoHire(), NoCombat())
    told = [(each.owner, each.at, each.regulars) for each in events if isinstance(each, Fell)]
    assert sorted(told) == [("france", "dijon", 1), ("hapsburg", "dijon", 1)]


def test_a_power_that_takes_no_part_has_no_side() -> None:
    match = attack(hand("france", "tercios"))
    sides = {power: side_of(match.state, power) for power in ("hapsburg", "france", "papacy")}
    assert sides == {"hapsburg": "attack", "france": "defense", "papacy": None}


def test_who_drove_out_the_eliminated_is_told() -> None:
    match = attack(hand("france", "tercios"), rolls=((6, 1, 1), (1, 1, 1)))
    events = do(match, "france", NoHire(), NoCombat())
    assert [each for each in events if isinstance(each, Destroyed)] == [Destroyed("hapsburg", "dijon", "france", 1)]


def test_a_beaten_attacker_goes_only_to_its_origin() -> None:
    match = attack(units("st_dizier", "hapsburg"), unrest("besancon"), rolls=((1, 1, 1), (6, 1, 1)))
    assert not count(match, "besancon", "hapsburg"), "an origin in unrest is no refuge"


def test_units_that_lost_a_battle_move_no_more() -> None:
    match = attack(own=4, rolls=((1, 1, 1, 1), (6, 1, 1)))
    assert refused(match, "hapsburg", March("besancon", "geneva", regulars=3)) == "may_not_move"


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


# ---- relief of the besieged


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


def test_besieged_units_may_join_who_relieves_them() -> None:
    match = relief(dice("attack", 6, 6, 6, 1), dice("defense", 1, 1, 1, 1))
    do(match, "hapsburg", Sally())
    assert not match.state.sieges
    assert not count(match, "besancon", "france")
    assert count(match, "besancon", "hapsburg") == {"regulars": 4}


def test_after_equal_hits_four_may_go_inside() -> None:
    match = relief(dice("attack", 1, 1, 1, 1), dice("defense", 1, 1, 1, 1))
    do(match, "hapsburg", Sally(), Shelter(regulars=2))
    assert count(match, "besancon", "hapsburg") == {"regulars": 3}
    assert count(match, "strasburg", "hapsburg") == {"regulars": 1}
    assert not match.state.sieges, "three besiegers do not outnumber three"


def test_after_fewer_hits_only_those_who_began_inside_stay() -> None:
    match = relief(dice("attack", 1, 1, 1), dice("defense", 6, 1, 1, 1))
    do(match, "hapsburg", StayInside())
    assert count(match, "besancon", "hapsburg") == {"regulars": 1}
    assert count(match, "strasburg", "hapsburg") == {"regulars": 2}
    assert match.state.sieges["besancon"].by == "france"


# ---- cards


@pytest.mark.parametrize(("card", "more"), [("arquebusiers", 2), ("field_artillery", 2)])
def test_combat_cards_add_dice(card: str, more: int) -> None:
    match = attack(hand("hapsburg", card), rolls=((1,) * (3 + more), (1, 1, 1)))
    do(match, "hapsburg", NoHire(), PlayCombat(card))
    assert match.state.battle is None


def test_field_artillery_is_worth_more_to_france() -> None:
    match = attack(hand("france", "field_artillery"), rolls=((1, 1, 1), (1,) * 6))
    do(match, "france", NoHire(), PlayCombat("field_artillery"))
    assert match.state.battle is None


def test_the_attacker_plays_all_cards_first() -> None:
    match = attack(hand("hapsburg", "arquebusiers"), hand("france", "field_artillery"), rolls=((1,) * 3, (1,) * 6))
    do(match, "hapsburg", NoHire())
    do(match, "france", NoHire())
    assert match.decisions()[0].waiting == ("hapsburg",)
    do(match, "hapsburg", NoCombat())
    do(match, "france", PlayCombat("field_artillery"))


def test_combat_cards_are_asked_of_both_sides_only() -> None:
    match = attack(hand("papacy", "arquebusiers"), rolls=((1,) * 3, (1,) * 3))
    assert match.decisions()[0].kind == "spend"


def test_mercenaries_bribed_change_sides() -> None:
    match = attack(
        units("dijon", "france", mercenaries=3), hand("hapsburg", "mercenaries_bribed"), rolls=((1,) * 5, (1,) * 4)
    )
    do(match, "hapsburg", NoHire(), PlayCombat("mercenaries_bribed"))
    assert count(match, "dijon", "france") == {"regulars": 2, "mercenaries": 1}
    assert count(match, "besancon", "hapsburg") == {"regulars": 3, "mercenaries": 2}


def test_surprise_attack_kills_before_the_others_roll() -> None:
    match = attack(hand("hapsburg", "surprise_attack"), rolls=((6, 1, 1), (6, 6)))
    do(match, "hapsburg", NoHire(), PlayCombat("surprise_attack"))
    assert count(match, "dijon", "france") == {"regulars": 1}
    match = attack(hand("hapsburg", "surprise_attack"), rolls=(dice("attack", 6, 6, 1),))
    do(match, "hapsburg", NoHire(), PlayCombat("surprise_attack"))
    assert count(match, "dijon", "hapsburg") == {"regulars": 3}


def test_tercios_help_the_hapsburgs_or_hinder_them() -> None:
    match = attack(hand("hapsburg", "tercios"), rolls=((1, 1, 1, 4, 4, 1), (1, 1, 6)))
    do(match, "hapsburg", NoHire(), PlayCombat("tercios"))
    assert count(match, "dijon", "hapsburg") == {"regulars": 2}
    match = attack(hand("france", "tercios"), rolls=(dice("defense", 1, 1, 1),))
    do(match, "france", NoHire(), PlayCombat("tercios"))
    assert count(match, "dijon", "france") == {"regulars": 2}
    match = attack(hand("france", "tercios"), own=2, rolls=((1, 1), (1, 1, 1)))
    do(match, "france", NoHire())
    assert refused(match, "france", PlayCombat("tercios")) == "no_tercios"


def ottoman_battle(*rolls: dict[str, Any]) -> Match:
    """The Ottoman attacks the Hapsburgs in Szegedin, with the home card unplayed."""
    match = table(
        war("ottoman", "hapsburg"),
        hand("ottoman", "janissaries"),
        empty("belgrade", "buda"),
        controls("ottoman", "belgrade"),
        units("belgrade", "ottoman", regulars=2),
        units("szegedin", "hapsburg", regulars=2),
        draws=rolls,
        power="ottoman",
        cp=1,
    )
    do(match, "ottoman", March("belgrade", "szegedin", regulars=2))
    return match


def test_janissaries_add_five_dice_after_the_roll() -> None:
    match = ottoman_battle(dice("attack", 1, 1), dice("defense", 1, 1, 1), dice("attack", 6, 6, 1, 1, 1))
    do(match, "ottoman", UseJanissaries())
    assert count(match, "szegedin", "ottoman") == {"regulars": 2}
    assert not match.state.hands["ottoman"].home
    match = ottoman_battle(dice("attack", 1, 1), dice("defense", 1, 1, 1))
    do(match, "ottoman", NoJanissaries())
    assert count(match, "belgrade", "ottoman") == {"regulars": 2}


def test_hits_of_the_janissaries_are_added_to_those_before() -> None:
    match = ottoman_battle(dice("attack", 6, 1), dice("defense", 1, 1, 1), dice("attack", 6, 1, 1, 1, 1))
    do(match, "ottoman", UseJanissaries())
    assert not count(match, "szegedin", "hapsburg")
    assert count(match, "szegedin", "ottoman") == {"regulars": 2}


# ---- mercenaries (cards 33, 36)


def test_landsknechts_come_before_the_dice() -> None:
    match = attack(hand("hapsburg", "landsknechts"), rolls=((1,) * 7, (1,) * 3))
    do(match, "hapsburg", Hire("landsknechts", ("dijon",) * 4))
    assert count(match, "besancon", "hapsburg") == {"regulars": 3, "mercenaries": 4}


@pytest.mark.parametrize(
    ("power", "card", "number", "space"),
    [
        ("hapsburg", "landsknechts", 4, "vienna"),
        ("england", "landsknechts", 2, "london"),
        ("france", "swiss_mercenaries", 4, "paris"),
        ("papacy", "swiss_mercenaries", 2, "rome"),
    ],
)
def test_mercenaries_come_at_any_time(power: str, card: str, number: int, space: str) -> None:
    match = table(hand(power, card), hand("hapsburg", "gout", "ransom"), power="hapsburg")
    assert refused(match, power, HireNow(card, (space,) * 5)) in ("wrong_number", "bad_fields")
    assert refused(match, power, HireNow(card, ("tripoli",) * number)) == "no_units_there"
    do(match, power, HireNow(card, (space,) * number))
    assert count(match, space, power)["mercenaries"] == number
    assert match.decisions()[0].waiting == ("hapsburg",)


def test_the_ottoman_removes_mercenaries_or_lets_france_have_them() -> None:
    match = table(
        hand("ottoman", "landsknechts", "swiss_mercenaries"), units("vienna", "hapsburg", mercenaries=3), power="france"
    )
    do(match, "ottoman", HireNow("landsknechts", ("vienna",) * 2, ("hapsburg",) * 2))
    assert count(match, "vienna", "hapsburg") == {"regulars": 4, "mercenaries": 1}
    do(match, "ottoman", HireNow("swiss_mercenaries"))
    do(match, "france", Hire("swiss_mercenaries", ("paris", "paris", "lyon", "lyon")))
    assert count(match, "lyon", "france") == {"regulars": 1, "mercenaries": 2}


def test_no_mercenaries_for_the_besieged_nor_during_the_dice() -> None:
    match = table(
        hand("hapsburg", "landsknechts"),
        units("brussels", "france", regulars=2),
        siege("brussels", "france"),
        power="france",
    )
    assert refused(match, "hapsburg", HireNow("landsknechts", ("brussels",) * 4)) == "no_units_there"
    match = attack(
        units("dijon", "france", mercenaries=2), hand("england", "landsknechts"), rolls=((6, 1, 1), (6, 6, 1, 1, 1))
    )
    assert match.decisions()[0].kind == "losses"
    assert refused(match, "england", HireNow("landsknechts", ("london",) * 2)) == "battle_under_way"


def test_mercenaries_leave_who_is_removed_from_a_siege_behind() -> None:
    match = table(
        hand("ottoman", "landsknechts"),
        units("metz", "france", mercenaries=2),
        siege("metz", "france"),
        power="france",
    )
    do(match, "ottoman", HireNow("landsknechts", ("metz",), ("france",)))
    assert "metz" not in match.state.sieges
    assert rules.land_of(match.state, "france", "st_dizier") == 1
