"""Sieges and occupation (R9.60-R9.62)."""

from __future__ import annotations

import pytest

from adjudicator.games.europa_universalis.facts import AREA, NONE, PROVINCE, REALM, ZONE
from adjudicator.games.europa_universalis.house_rules import HouseRules
from adjudicator.games.europa_universalis.rules.battles import BattleBegan
from adjudicator.games.europa_universalis.rules.realms import tax_income
from adjudicator.games.europa_universalis.rules.sieges import Besiege, siege_strength
from adjudicator.games.europa_universalis.state import State, Units
from tests.games.europa_universalis.field import (
    Arrange,
    alone,
    army,
    code,
    does,
    idea,
    occupied,
    of,
    possible,
    rolled,
    ships,
    table,
    told,
    war,
)


def rebels_hold(*provinces: str) -> Arrange:
    def arrange(state: State) -> None:
        state.rebel_towns |= PROVINCE.mask_of(provinces)
        state.unrest |= PROVINCE.mask_of(provinces)

    return arrange


@pytest.mark.example("ex_9_4_artillery_siege")
def test_one_artillery_takes_two_small_provinces_for_one_mil_r9_60() -> None:
    siege = Besiege("andalucia", ("granada", "gibraltar"), artillery=1)
    match = table(
        army("castile", "andalucia", artillery=1),
        war("castile", "granada"),
        frames=[does("sieges", "castile", siege)],
        active="castile",
    )
    state = match.state
    assert [state.occupier[PROVINCE.index[each]] for each in siege.provinces] == [REALM.index["castile"]] * 2
    assert state.unrest == PROVINCE.mask_of(siege.provinces)
    assert state.led["castile"].power[2] == 4


@pytest.mark.example("ex_9_4_artillery_siege")
@pytest.mark.parametrize(("provinces", "found"), [(("bordeaux",), ""), (("bordeaux", "armagnac"), "too_weak")])
def test_one_artillery_takes_one_large_province_and_no_more_r9_60(provinces: tuple[str, ...], found: str) -> None:
    besieging = [army("castile", "aquitaine", artillery=1), war("castile", "england", "france")]
    siege = Besiege("aquitaine", provinces, artillery=1)
    assert code(table(*besieging, frames=[]), "sieges", "castile", siege) == found
    if not found:
        match = table(*besieging, frames=[does("sieges", "castile", siege)], active="castile")
        assert match.state.occupier[PROVINCE.index["bordeaux"]] == REALM.index["castile"]
        assert match.state.led["castile"].power[2] == 4


def test_who_takes_roma_by_siege_loses_the_other_cardinals_r19_02() -> None:
    def cardinals(state: State) -> None:
        state.curia.cardinals = ["france", "castile", "france"]

    siege = Besiege("central_italy", ("roma",), artillery=1)
    match = table(
        army("france", "central_italy", artillery=1),
        war("france", "papal_states"),
        cardinals,
        frames=[does("sieges", "france", siege)],
    )
    assert match.state.occupier[PROVINCE.index["roma"]] == REALM.index["france"]
    assert match.state.curia.cardinals == ["castile"]


def test_cavalry_counts_half_and_two_infantry_cost_two_mil_r9_60() -> None:
    match = table(army("castile", "andalucia", infantry=1, cavalry=2), war("castile", "granada"), frames=[])
    state = match.state
    assert siege_strength(state, Units(1, 1)) == 1
    assert siege_strength(state, Units(0, 3, 1)) == 3
    state.rules = HouseRules(cavalry_siege="each_rounded_down")
    assert siege_strength(state, Units(1, 2)) == 1
    state.rules = HouseRules()
    assert code(match, "sieges", "castile", Besiege("andalucia", ("granada",), cavalry=1)) == "too_weak"
    assert code(match, "sieges", "castile", Besiege("andalucia", ("granada",), infantry=2)) == "too_few_besiegers"
    assert code(match, "sieges", "castile", Besiege("andalucia", ("granada", "granada"), 1, 2)) == "no_enemy_province"
    assert code(match, "sieges", "castile", Besiege("andalucia", ("sevilla",), 1)) == "no_enemy_province"
    assert code(match, "sieges", "castile", Besiege("andalucia", ("granada", "gibraltar"), 1, 2)) == ""
    state.led["castile"].power[2] = 2
    assert code(match, "sieges", "castile", Besiege("andalucia", ("granada", "gibraltar"), 1, 2)) == "too_little_power"
    assert {each.units.all for each in possible(match, "sieges", "castile") if isinstance(each, Besiege)} == {1}


def test_where_enemy_units_stand_nobody_besieges_r9_60() -> None:
    match = table(alone("france", "aquitaine"), alone("england", "aquitaine"), war("france", "england"), frames=[])
    assert code(match, "sieges", "france", Besiege("aquitaine", ("bordeaux",), 1)) == "defended"


def test_rebel_towns_go_with_their_unrest_r9_61() -> None:
    match = table(
        alone("castile", "leon", 2),
        rebels_hold("galicia", "badajoz"),
        frames=[does("sieges", "castile", Besiege("leon", ("galicia", "badajoz"), 2))],
        active="castile",
    )
    assert (match.state.rebel_towns, match.state.unrest) == (0, 0)


@pytest.mark.parametrize(
    ("arrange", "occupier"),
    [
        ([war("castile", "england")], "castile"),
        ([war("castile", "england"), rebels_hold("bordeaux")], "castile"),
        ([war("castile", "england", "france"), occupied("bordeaux", "france")], "castile"),
        ([war("castile", "france"), occupied("bordeaux", "france")], ""),
        ([rebels_hold("bordeaux")], ""),
    ],
)
def test_who_holds_a_province_after_a_siege_r9_61(arrange: list[Arrange], occupier: str) -> None:
    """Bordeaux is England's: an enemy keeps it with unrest, whoever held it; a neutral lawful owner gets it back."""
    siege = Besiege("aquitaine", ("bordeaux",), PROVINCE.thing("bordeaux").tax)
    match = table(
        alone("castile", "aquitaine", 2), *arrange, frames=[does("sieges", "castile", siege)], active="castile"
    )
    state, bordeaux = match.state, PROVINCE.index["bordeaux"]
    assert state.owner[bordeaux] == REALM.index["england"]
    assert state.occupier[bordeaux] == (REALM.index[occupier] if occupier else NONE)
    assert (state.rebel_towns, state.unrest) == (0, 1 << bordeaux if occupier else 0)
    income = tax_income(state, REALM.index["england"])
    assert income == tax_income(table(frames=[]).state, REALM.index["england"]) - (siege.infantry if occupier else 0)


def test_a_town_that_an_enemy_occupied_returns_with_the_unrest_below_r9_61_r14_01() -> None:
    def below(state: State) -> None:
        state.covered = PROVINCE.mask_of(["galicia"])

    match = table(
        alone("castile", "leon", 1),
        occupied("galicia", "england"),
        below,
        war("castile", "england"),
        frames=[does("sieges", "castile", Besiege("leon", ("galicia",), 1))],
        active="castile",
    )
    state = match.state
    assert state.occupier[PROVINCE.index["galicia"]] == NONE
    assert state.unrest == PROVINCE.mask_of(["galicia"])


def test_defensive_mentality_makes_sieges_harder_r9_60() -> None:
    match = table(
        alone("france", "aquitaine", 3), war("france", "england"), idea("england", "defensive_mentality"), frames=[]
    )
    assert code(match, "sieges", "france", Besiege("aquitaine", ("bordeaux",), 2)) == "too_weak"
    assert code(match, "sieges", "france", Besiege("aquitaine", ("bordeaux",), 3)) == ""


def test_islands_need_a_ship_r9_60() -> None:
    island = next(each for each in PROVINCE if each.island and each.owner != NONE)
    owner, area = REALM.ids[island.owner], AREA.ids[island.area]
    seat = "castile" if owner != "castile" else "france"
    match = table(alone(seat, area, 3), war(seat, owner), frames=[], active=seat)
    assert code(match, "sieges", seat, Besiege(area, (island.id,), island.tax)) == "no_ship_at_island"
    ships(seat, ZONE.ids_of(island.port)[0])(match.state)
    assert code(match, "sieges", seat, Besiege(area, (island.id,), island.tax)) == ""


def test_ships_leave_a_port_that_falls_r9_62() -> None:
    def fleet(state: State) -> None:
        state.led["england"].ships.docked["bordeaux"] = 2

    match = table(
        alone("france", "aquitaine", 2),
        fleet,
        war("france", "england"),
        frames=[does("sieges", "france", Besiege("aquitaine", ("bordeaux",), PROVINCE.thing("bordeaux").tax))],
    )
    own = match.state.led["england"].ships
    assert not own.docked
    assert own.light[ZONE.index["bay_of_biscay"]] == 2


@pytest.mark.parametrize(("enemy", "fights"), [(["france", "brittany"], True), (["france"], False)])
def test_ships_of_a_fallen_port_fight_an_enemy_that_nobody_plays_r9_62_r9_03(enemy: list[str], fights: bool) -> None:
    """The only zone before Bordeaux is before ports of Brittany, too."""

    def fleet(state: State) -> None:
        state.led["england"].ships.docked["bordeaux"] = 2

    match = table(
        alone("france", "aquitaine", 2),
        fleet,
        war("england", *enemy),
        frames=[does("sieges", "france", Besiege("aquitaine", ("bordeaux",), PROVINCE.thing("bordeaux").tax))],
    )
    began = [(each.attackers, each.realms) for each in of(told(match), BattleBegan)]
    assert began == ([(("england",), ("brittany",))] if fights else [])


def test_who_beats_ships_before_a_fallen_port_fights_an_enemy_that_nobody_plays_r9_62_r9_03() -> None:
    """Brittany is at war with England alone, whose ships meet one of France first."""

    def fleet(state: State) -> None:
        state.led["england"].ships.docked["bordeaux"] = 2
        state.led["france"].ships.light[ZONE.index["bay_of_biscay"]] = 1

    match = table(
        alone("france", "aquitaine", 2),
        fleet,
        war("england", "brittany"),
        war("england", "france"),
        frames=[does("sieges", "france", Besiege("aquitaine", ("bordeaux",), PROVINCE.thing("bordeaux").tax))],
        dice=[rolled("defenders", "artillery", 1, 1, 1), rolled("attackers", "artillery", 5, 5, 5)],
    )
    began = [(each.attackers, each.defenders, each.realms) for each in of(told(match), BattleBegan)]
    assert began == [(("france",), ("england",), ()), (("england",), (), ("brittany",))]
