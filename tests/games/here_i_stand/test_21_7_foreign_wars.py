"""Foreign wars (21.7)."""

from typing import Any

import pytest

from adjudicator import Action
from adjudicator.games.here_i_stand.facts import CARD
from adjudicator.games.here_i_stand.rules import table as rules
from adjudicator.games.here_i_stand.rules.building import RaiseAbroad, RaiseUnits
from adjudicator.games.here_i_stand.rules.dealing import ReturnTo
from adjudicator.games.here_i_stand.rules.hiring import HireNow
from adjudicator.games.here_i_stand.rules.impulses import EndImpulse, PlayEvent
from adjudicator.games.here_i_stand.rules.war.abroad import (
    FightForeignWar,
    GiveUp,
    KeepUnit,
    NoLeader,
    SendLeader,
    SendUnits,
)
from adjudicator.games.here_i_stand.rules.war.battle import NoCombat
from adjudicator.games.here_i_stand.state import ForeignWar
from adjudicator.kernel.match import Match
from tests.games.here_i_stand.statements import shows
from tests.games.here_i_stand.table import (
    Arrange,
    controls,
    count,
    dice,
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
    war,
)

EGYPT, IRELAND, PERSIA = "revolt_in_egypt", "revolt_in_ireland", "war_in_persia"


def opened(card: str, power: str = "papacy", *more: Arrange, **options: Any) -> Match:
    """A power has played the card of a foreign war."""
    match = table(hand(power, card), *more, power=power, options=options)
    do(match, power, PlayEvent(card))
    return match


@pytest.mark.parametrize(("card", "power"), [(EGYPT, "ottoman"), (IRELAND, "england"), (PERSIA, "ottoman")])
def test_fw_1_the_card_lies_open_beside_the_power_affected(card: str, power: str) -> None:
    match = opened(card)
    assert CARD.number(card) in match.state.table
    assert CARD.number(card) not in match.state.discard
    assert [war.card for war in rules.abroad(match.state, power)] == [CARD.number(card)]
    assert match.decisions()[0].waiting == (power,)


@shows("21.7/1")
def test_fw_2_exactly_so_many_units_from_anywhere() -> None:
    match = opened(EGYPT)
    assert refused(match, "ottoman", SendUnits("istanbul", "regular", 4)) == "too_many"
    do(
        match,
        "ottoman",
        SendUnits("edirne", "regular"),
        SendUnits("istanbul", "cavalry"),
        SendUnits("athens", "regular"),
    )
    war = match.state.foreign_wars[0]
    assert (war.regulars, war.cavalry) == (2, 1)
    assert match.decisions()[0].kind == "send_leader"


@shows("21.7/1")
def test_fw_3_not_from_besieged_spaces() -> None:
    match = opened(EGYPT, "papacy", units("edirne", "hapsburg", regulars=2), siege("edirne", "hapsburg"))
    assert refused(match, "ottoman", SendUnits("edirne", "regular")) == "not_there"


@shows("21.7/1")
def test_fw_4_one_leader_may_go() -> None:
    match = opened(EGYPT)
    do(match, "ottoman", SendUnits("istanbul", "regular", 3), SendLeader("ibrahim_pasha"))
    assert match.state.leaders["ibrahim_pasha"].abroad == CARD.number(EGYPT)
    assert match.state.leaders["suleiman"].at == "istanbul"


def test_fw_4_or_any_number_by_the_cards() -> None:
    match = opened(EGYPT, foreign_war_leaders="any")
    do(match, "ottoman", SendUnits("istanbul", "regular", 3), SendLeader("ibrahim_pasha"), SendLeader("suleiman"))
    assert sum(each.abroad >= 0 for each in match.state.leaders.values()) == 2


@shows("21.7/2")
@pytest.mark.parametrize(("card", "foreign"), [(EGYPT, 3), (IRELAND, 3), (PERSIA, 4)])
def test_fw_5_the_enemy_is_as_strong_as_printed(card: str, foreign: int) -> None:
    assert opened(card).state.foreign_wars[0].foreign == foreign


def egypt(own: int = 3, foreign: int = 3, **units: int) -> Arrange:
    """The revolt in Egypt is under way."""
    number = CARD.number(EGYPT)

    def arrange(state: Any) -> None:
        state.foreign_wars = [ForeignWar(number, foreign, **(units or {"regulars": own}))]
        state.deck = [each for each in state.deck if each != number]
        state.table = [number]

    return arrange


def fight(match: Match, *more: Action) -> Match:
    """The Ottoman fights in Egypt."""
    do(match, "ottoman", FightForeignWar(EGYPT), *more)
    return match


@shows("21.7/3")
def test_fw_6_an_attempt_costs_a_point() -> None:
    match = table(egypt(), draws=[dice("attack", 1, 1, 1), dice("defense", 1, 1, 1)], power="ottoman", cp=2)
    assert fight(match).state.impulse.cp == 1
    match = table(egypt(), cp=2)
    assert refused(match, "hapsburg", FightForeignWar(EGYPT)) == "no_such_action"


@shows("21.7/3")
def test_fw_7_a_field_battle_without_the_defenders_die() -> None:
    lead = leader("ibrahim_pasha", "", abroad=CARD.number(EGYPT))
    match = table(egypt(), lead, draws=[dice("attack", 6, 1, 1, 1), dice("defense", 6, 1, 1)], power="ottoman", cp=1)
    war = fight(match).state.foreign_wars[0]
    assert (war.regulars, war.foreign) == (2, 2)


@shows("21.7/3")
def test_fw_8_nobody_retreats() -> None:
    match = table(egypt(), draws=[dice("attack", 1, 1, 1), dice("defense", 6, 6, 1)], power="ottoman", cp=2)
    war = fight(match).state.foreign_wars[0]
    assert (war.regulars, war.foreign) == (1, 3)


@shows("21.7/5", "21.7/6")
def test_fw_9_a_war_without_enemies_is_won_and_all_go_home() -> None:
    lead = leader("ibrahim_pasha", "", abroad=CARD.number(EGYPT))
    won = [dice("attack", 6, 6, 6, 1), dice("defense", 6, 1, 1)]
    match = table(egypt(), lead, draws=won, power="ottoman", cp=2)
    fight(match)
    assert not match.state.foreign_wars
    assert count(match, "istanbul", "ottoman") == {"regulars": 9, "cavalry": 1, "squadrons": 1}
    assert match.state.leaders["ibrahim_pasha"].at == "istanbul"
    assert CARD.number(EGYPT) in match.state.discard
    match = table(
        egypt(),
        controls("hapsburg", "istanbul"),
        draws=[dice("attack", 6, 6, 6), dice("defense", 1, 1, 1)],
        power="ottoman",
        cp=2,
    )
    fight(match)
    assert {*options(match, "ottoman")} == {*map(ReturnTo, ("athens", "edirne", "salonika"))}
    do(match, "ottoman", ReturnTo("salonika"))
    assert count(match, "salonika", "ottoman")["regulars"] == 4


@shows("21.7/3")
def test_fw_10_one_attempt_an_impulse() -> None:
    draws = [dice("attack", 1, 1, 1), dice("defense", 1, 1, 1)]
    match = table(egypt(), hand("ottoman", "gout"), draws=draws, power="ottoman", cp=3)
    fight(match, NoCombat())
    assert refused(match, "ottoman", FightForeignWar(EGYPT)) == "fought_already"
    do(match, "ottoman", EndImpulse())
    assert not match.state.foreign_wars[0].fought


@shows("21.7/4")
def test_fw_11_below_strength_new_units_go_to_the_war() -> None:
    match = table(egypt(own=1), power="ottoman", cp=4)
    assert refused(match, "ottoman", RaiseUnits("regular", "istanbul")) == "war_first"
    do(match, "ottoman", RaiseAbroad("cavalry", EGYPT, 2), RaiseUnits("regular", "istanbul"))
    match = table(egypt(own=1), power="ottoman", cp=4, options={"foreign_war_refill": "may"})
    do(match, "ottoman", RaiseUnits("regular", "istanbul"))


@shows("21.7/4")
def test_fw_11_mercenaries_of_a_card_go_to_the_war_first() -> None:
    number = CARD.number(IRELAND)
    war = state_of(foreign_wars=[ForeignWar(number, 3, regulars=3)])
    match = table(war, hand("england", "landsknechts"), power="france")
    do(match, "england", HireNow("landsknechts", ("london",)))
    assert match.state.foreign_wars[0].mercenaries == 1
    assert count(match, "london", "england")["mercenaries"] == 1


@shows("21.7/4")
def test_fw_13_never_more_units_than_demanded() -> None:
    match = table(egypt(own=2), power="ottoman", cp=4)
    assert refused(match, "ottoman", RaiseAbroad("cavalry", EGYPT, 2)) == "war_full"


@shows("21.7/5")
def test_fw_14_own_units_stay_while_an_enemy_lives() -> None:
    match = table(egypt(), draws=[dice("attack", 6, 6, 1), dice("defense", 1, 1, 1)], power="ottoman", cp=1)
    fight(match)
    assert rules.strength(match.state.foreign_wars[0]) == 3


@shows("21.7/8")
def test_fw_15_a_war_won_is_a_point_and_an_open_one_costs_a_card() -> None:
    match = table(egypt(), draws=[dice("attack", 6, 6, 6), dice("defense", 1, 1, 1)], power="ottoman", cp=2)
    before = rules.dealt(match.state, "ottoman"), rules.points(match.state, "ottoman")
    fight(match)
    assert (rules.dealt(match.state, "ottoman"), rules.points(match.state, "ottoman")) == (before[0] + 1, before[1] + 1)


@shows("21.7/2")
@pytest.mark.parametrize("power", ["france", "hapsburg"])
def test_fw_16_france_or_the_hapsburgs_make_the_irish_four(power: str) -> None:
    space = {"france": "paris", "hapsburg": "vienna"}[power]
    match = opened(IRELAND, power)
    do(match, power, GiveUp(space, "regular"))
    assert match.state.foreign_wars[0].foreign == 4
    assert count(match, space, power)["regulars"] == 3
    match = opened(IRELAND, power)
    do(match, power, KeepUnit())
    assert match.state.foreign_wars[0].foreign == 3


def test_fw_17_the_enemy_counts_as_the_defender() -> None:
    match = table(egypt(), draws=[dice("attack", 6, 6, 6), dice("defense", 6, 6, 6)], power="ottoman", cp=2)
    war = fight(match).state.foreign_wars[0]
    assert (rules.strength(war), war.foreign) == (0, 1), "equal dice: the enemy keeps one"


def test_fw_17_a_leader_alone_stays_on_the_card() -> None:
    lead = leader("ibrahim_pasha", "", abroad=CARD.number(EGYPT))
    draws = [dice("attack", 1, 1), dice("defense", 6, 1, 1)]
    match = table(egypt(own=1), lead, draws=draws, power="ottoman", cp=2)
    fight(match)
    assert match.state.leaders["ibrahim_pasha"].abroad == CARD.number(EGYPT)
    do(match, "ottoman")
    match.state.foreign_wars[0].fought = False
    assert refused(match, "ottoman", FightForeignWar(EGYPT)) == "nobody_there"


def test_fw_17_too_few_units_all_go() -> None:
    match = opened(EGYPT, "papacy", empty("istanbul", "salonika", "athens"))
    do(match, "ottoman", SendUnits("edirne", "regular"))
    assert rules.strength(match.state.foreign_wars[0]) == 1


def test_a_leader_may_stay_at_home() -> None:
    match = opened(EGYPT)
    do(match, "ottoman", SendUnits("istanbul", "regular", 3))
    assert NoLeader() in options(match, "ottoman")
    do(match, "ottoman", NoLeader())


@shows("21.7/7")
def test_a_besieged_capital_receives_nobody() -> None:
    around = units("istanbul", "hapsburg", regulars=9), war("ottoman", "hapsburg"), siege("istanbul", "hapsburg")
    won = [dice("attack", 6, 6, 6), dice("defense", 1, 1, 1)]
    match = table(egypt(), *around, draws=won, power="ottoman", cp=2)
    fight(match)
    do(match, "ottoman", ReturnTo("edirne"))
    assert count(match, "edirne", "ottoman")["regulars"] == 4
