"""Field battles (14): dice, winners, casualties, captured leaders, retreats; combat cards (6)."""

import pytest

from adjudicator.games.here_i_stand.rules import table as rules
from adjudicator.games.here_i_stand.rules.hiring import Hire, HireNow, NoHire
from adjudicator.games.here_i_stand.rules.war.battle import (
    NoCombat,
    PlayCombat,
    UseJanissaries,
)
from adjudicator.games.here_i_stand.rules.war.losses import Fell
from adjudicator.games.here_i_stand.rules.war.sides import side_of
from adjudicator.games.here_i_stand.rules.war.sieges import Destroyed
from tests.games.here_i_stand.battles import attack, ottoman_battle
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import (
    allies,
    count,
    dice,
    do,
    hand,
    refused,
    siege,
    table,
    units,
    war,
)


def test_powers_that_defend_together_share_casualties_evenly() -> None:
    friends = (allies("france", "england"), war("england", "hapsburg"), units("dijon", "england", regulars=2))
    match = attack(*friends, own=4, theirs=3, rolls=((6, 6, 6, 1), (6, 6, 6, 6, 1, 1)))
    assert count(match, "dijon", "england") == {"regulars": 1}
    assert count(match, "dijon", "france") == {"regulars": 1}


# ---- retreats


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


# ---- relief of the besieged


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


@shows("cards/8")
def test_mercenaries_bribed_change_sides() -> None:
    match = attack(
        units("dijon", "france", mercenaries=3), hand("hapsburg", "mercenaries_bribed"), rolls=((1,) * 5, (1,) * 4)
    )
    do(match, "hapsburg", NoHire(), PlayCombat("mercenaries_bribed"))
    assert count(match, "dijon", "france") == {"regulars": 2, "mercenaries": 1}
    assert count(match, "besancon", "hapsburg") == {"regulars": 3, "mercenaries": 2}


@shows("cards/10")
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


def test_hits_of_the_janissaries_are_added_to_those_before() -> None:
    match = ottoman_battle(dice("attack", 6, 1), dice("defense", 1, 1, 1), dice("attack", 6, 1, 1, 1, 1))
    do(match, "ottoman", UseJanissaries())
    assert not count(match, "szegedin", "hapsburg")
    assert count(match, "szegedin", "ottoman") == {"regulars": 2}


# ---- mercenaries (cards 33, 36)


@shows("cards/14")
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


@shows("cards/14")
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
