"""Rebels, rebel dice and invasions, by the rulebook's examples (R3.32, R3.38, R13.20, R14)."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator import Action
from adjudicator.games.europa_universalis.facts import AREA, NONE, PROVINCE, REALM
from adjudicator.games.europa_universalis.house_rules import HouseRules
from adjudicator.games.europa_universalis.rules.ages import towns_occupied
from adjudicator.games.europa_universalis.rules.battles import BattleBegan, BattleOver
from adjudicator.games.europa_universalis.rules.purse import GivePower
from adjudicator.games.europa_universalis.rules.realms import towns_of
from adjudicator.games.europa_universalis.rules.rebels import (
    AttackTown,
    Invaded,
    Liberated,
    RebelsMoved,
    RebelTown,
    Suppress,
    cores,
    invasions,
    rebels_act,
    rebels_fight,
    targets,
)
from adjudicator.games.europa_universalis.rules.unrest import (
    CalmIn,
    ExhaustUnit,
    RebelDice,
    RiseIn,
    rebel_dice,
)
from adjudicator.games.europa_universalis.state import State
from tests.games.europa_universalis.diplomats import truce
from tests.games.europa_universalis.field import (
    Arrange,
    against,
    alone,
    army,
    code,
    does,
    occupied,
    possible,
    rolled,
    table,
    told,
    war,
)

FACES = ("rebellion", "lose_2_ducats", "lose_1_monarch_power", "no_effect", "exhaust_1_manpower", "remove_1_unrest")


def unrest(*provinces: str) -> Arrange:
    def arrange(state: State) -> None:
        state.unrest |= PROVINCE.mask_of(provinces)

    return arrange


def rebels(area: str, n: int) -> Arrange:
    return lambda state: state.rebels.__setitem__(AREA.index[area], n)


def owns(realm: str, *provinces: str) -> Arrange:
    def arrange(state: State) -> None:
        for each in provinces:
            state.owner[PROVINCE.index[each]] = REALM.index[realm]

    return arrange


def dice(seat: str, area: str, *faces: str) -> dict[str, Any]:
    return {"draw": "rebels", "seat": seat, "area": area, "dice": [FACES.index(each) + 1 for each in faces]}


def of(events: list[Any], kind: type) -> list[Any]:
    return [each for each in events if isinstance(each, kind)]


@pytest.mark.example("ex_4_3_rebels_siege_leon")
def test_two_rebels_take_two_towns_in_leon_ex_4_3() -> None:
    match = table(
        rebels("leon", 2),
        unrest("galicia", "badajoz"),
        frames=[rebels_act(), rebels_act(), rebels_act(), towns_occupied()],
        phase=3,
    )
    assert match.state.led["castile"].prestige == -2, "step E of the example"
    assert [each.province for each in of(told(match), RebelTown)] == ["badajoz", "galicia"]
    assert match.state.rebel_towns == PROVINCE.mask_of(["galicia", "badajoz"])
    assert match.state.rebels[AREA.index["leon"]] == 0
    small, large = towns_of(table(frames=[]).state, REALM.index["castile"])
    assert towns_of(match.state, REALM.index["castile"]) == (small - 2, large), "two slots are covered"


def test_large_towns_are_taken_first_if_there_are_rebels_enough_r14_20() -> None:
    match = table(rebels("leon", 2), unrest("galicia", "salamanca"), frames=[rebels_act()], phase=3)
    assert match.state.rebel_towns == PROVINCE.mask_of(["salamanca"])
    match = table(rebels("leon", 1), unrest("galicia", "salamanca"), frames=[rebels_act()], phase=3)
    assert match.state.rebel_towns == PROVINCE.mask_of(["galicia"])


def test_all_but_one_rebel_go_where_there_is_most_unrest_and_fight_r3_32() -> None:
    match = table(
        rebels("leon", 4),
        unrest("cordoba", "sevilla"),
        army("castile", "andalucia", infantry=2),
        frames=[rebels_act()],
        phase=3,
        dice=[rolled("attackers", "infantry", 6, 6, 6), rolled("defenders", "infantry", 1, 1, 1)],
    )
    began = of(told(match), BattleBegan)[0]
    assert (began.attackers, began.defenders, began.area) == ((), ("castile",), "andalucia")
    assert of(told(match), RebelsMoved) == [RebelsMoved("leon", 3, "andalucia")]
    assert began.rebels == 3
    assert match.state.rebels[AREA.index["leon"]] == 1


def test_rebels_do_not_go_where_they_are_outnumbered_r3_32() -> None:
    match = table(
        rebels("leon", 2),
        unrest("cordoba"),
        army("castile", "andalucia", infantry=2),
        frames=[rebels_act()],
        phase=3,
    )
    assert match.state.rebels[AREA.index["leon"]] == 1
    assert match.state.rebels[AREA.index["andalucia"]] == 0


@pytest.mark.example("ex_4_3_religious_dissent_andalucia")
def test_dissent_in_andalucia_costs_a_power_of_castiles_choice_r3_38() -> None:
    def towns(state: State) -> None:
        state.rebel_towns = PROVINCE.mask_of(["galicia", "badajoz"])

    match = table(
        unrest("cordoba"), towns, frames=[rebel_dice()], phase=3, dice=[dice("castile", "andalucia", FACES[2])]
    )
    match.apply("castile", GivePower("dip"))
    assert match.state.led["castile"].power == [5, 4, 5]
    assert [(each.seat, each.area, each.faces) for each in of(told(match), RebelDice)] == [
        ("castile", "andalucia", ("lose_1_monarch_power",))
    ]


def test_rebel_dice_take_ducats_manpower_and_unrest_r14_10() -> None:
    match = table(
        unrest("galicia", "badajoz", "salamanca"),
        alone("castile", "castile"),
        frames=[rebel_dice()],
        phase=3,
        dice=[dice("castile", "leon", "lose_2_ducats", "exhaust_1_manpower", "remove_1_unrest")],
    )
    match.apply("castile", ExhaustUnit())
    match.apply("castile", CalmIn("salamanca"))
    own = match.state.led["castile"]
    assert (own.ducats, own.available, own.exhausted) == (13, 9, 1)
    assert match.state.unrest == PROVINCE.mask_of(["galicia", "badajoz"])


def test_who_has_no_power_and_no_manpower_pays_ducats_r14_10() -> None:
    def poor(state: State) -> None:
        state.led["castile"].power = [0, 0, 0]
        state.led["castile"].available = 0

    match = table(
        unrest("galicia", "badajoz"),
        poor,
        frames=[rebel_dice()],
        phase=3,
        dice=[dice("castile", "leon", "lose_1_monarch_power", "exhaust_1_manpower")],
    )
    assert match.state.led["castile"].ducats == 11


def test_a_rebellion_without_units_takes_a_core_r14_11() -> None:
    match = table(
        unrest("galicia", "badajoz"),
        frames=[rebel_dice()],
        phase=3,
        dice=[dice("castile", "leon", "rebellion", "no_effect")],
    )
    match.apply("castile", RiseIn("galicia"))
    assert match.state.rebel_towns == PROVINCE.mask_of(["galicia"])
    assert match.state.unrest == PROVINCE.mask_of(["badajoz"])


def test_a_rebellion_beside_units_is_a_battle_r14_11_r14_50() -> None:
    match = table(
        unrest("galicia", "badajoz"),
        alone("castile", "leon", 3),
        frames=[rebel_dice()],
        phase=3,
        dice=[
            dice("castile", "leon", "rebellion", "rebellion"),
            rolled("attackers", "infantry", 6, 6, 6),
            rolled("defenders", "infantry", 1, 1, 6),
        ],
    )
    over = of(told(match), BattleOver)
    assert [each.side for each in over] == ["defenders"]
    assert match.state.led["castile"].power == [5, 5, 5]


def test_what_is_no_core_goes_free_and_leaves_a_casus_belli_r14_30() -> None:
    match = table(
        owns("castile", "granada"),
        unrest("granada"),
        frames=[rebel_dice()],
        phase=3,
        dice=[dice("castile", "andalucia", "rebellion")],
    )
    state = match.state
    assert cores(state, PROVINCE.index["granada"]) == 1 << REALM.index["granada"]
    assert state.owner[PROVINCE.index["granada"]] == REALM.index["granada"]
    assert state.cb["castile"] >> REALM.index["granada"] & 1
    assert state.unrest == 0


def test_a_token_for_a_province_lost_to_rebels_ends_a_truce_r14_30() -> None:
    """Castile has a truce with Granada, whose land goes free, and one with Aragon, which is not concerned."""
    match = table(
        owns("castile", "granada"),
        unrest("granada"),
        truce("castile", "granada", "aragon"),
        frames=[rebel_dice()],
        phase=3,
        dice=[dice("castile", "andalucia", "rebellion")],
    )
    assert match.state.cb["castile"] == 1 << REALM.index["granada"]
    assert match.state.truce[REALM.index["castile"]] == 1 << REALM.index["aragon"]
    assert match.state.truce[REALM.index["granada"]] == 0


def test_a_vassal_that_goes_free_has_no_unrest_and_no_rebel_town_r14_01_r14_30() -> None:
    """Holland is free with its capital; beside that lie a rebel town, unrest, and a town of an enemy of Burgundy, whose
    war is not Holland's.
    """

    def towns(state: State) -> None:
        state.rebel_towns = PROVINCE.mask_of(["antwerpen"])

    match = table(
        owns("holland", "antwerpen", "breda", "gent"),
        towns,
        war("france", "burgundy"),
        occupied("gent", "france"),
        unrest("amsterdam", "zeeland", "breda", "gent"),
        frames=[rebel_dice()],
        phase=3,
        dice=[
            dice("france", "flanders_wallonia", "no_effect"),
            dice("burgundy", "netherlands", "rebellion", "no_effect", "no_effect"),
        ],
    )
    match.apply("burgundy", RiseIn("amsterdam"))
    state = match.state
    assert state.overlord[REALM.index["holland"]] == NONE
    assert (state.rebel_towns, state.unrest, state.occupier[PROVINCE.index["gent"]]) == (0, 0, NONE)


def test_an_occupied_province_returns_to_its_owner_r14_30() -> None:
    match = table(
        occupied("galicia", "england"),
        unrest("galicia"),
        frames=[rebel_dice()],
        phase=3,
        dice=[dice("england", "leon", "rebellion")],
    )
    assert match.state.occupier[PROVINCE.index["galicia"]] == NONE
    assert [each.realm for each in of(told(match), Liberated)] == ["castile"]


def test_unrest_below_the_town_of_an_occupier_is_rolled_for_when_his_dice_have_freed_the_province_r14_10() -> None:
    def below(state: State) -> None:
        state.first, state.covered = "england", PROVINCE.mask_of(["galicia"])

    match = table(
        occupied("galicia", "england"),
        unrest("galicia"),
        below,
        frames=[rebel_dice()],
        phase=3,
        dice=[dice("england", "leon", "rebellion"), dice("castile", "leon", "lose_2_ducats")],
    )
    assert [each.seat for each in of(told(match), RebelDice)] == ["england", "castile"]
    assert match.state.unrest == PROVINCE.mask_of(["galicia"])


def test_who_has_roma_back_from_an_occupier_by_rebels_loses_the_other_cardinals_r14_30_r19_02() -> None:
    def cardinals(state: State) -> None:
        state.curia.cardinals = ["france", "castile"]

    match = table(
        owns("france", "roma"),
        occupied("roma", "england"),
        unrest("roma"),
        cardinals,
        frames=[rebel_dice()],
        phase=3,
        dice=[dice("england", "central_italy", "rebellion")],
    )
    assert match.state.occupier[PROVINCE.index["roma"]] == NONE
    assert match.state.curia.cardinals == ["castile"]


def test_the_poorest_chooses_among_several_players_r14_20() -> None:
    match = table(
        owns("france", "galicia"), rebels("leon", 1), unrest("galicia", "badajoz"), frames=[rebels_act()], phase=3
    )
    assert match.decisions()[0].seats == ("france",)
    match.apply("france", AttackTown("badajoz"))
    assert match.state.rebel_towns == PROVINCE.mask_of(["badajoz"])


def test_unrest_is_suppressed_for_mil_r14_40() -> None:
    match = table(
        unrest("galicia", "badajoz"),
        frames=[does("rebels", "castile", Suppress(("galicia", "badajoz")))],
        active="castile",
    )
    assert (match.state.unrest, match.state.led["castile"].power[2]) == (0, 3)


@pytest.mark.parametrize(
    ("arrange", "action", "refusal"),
    [
        (unrest("galicia"), Suppress(("badajoz",)), "nothing_to_suppress"),
        (unrest("bordeaux"), Suppress(("bordeaux",)), "nothing_to_suppress"),
        (unrest("galicia"), Suppress(()), "no_province_named"),
        (occupied("galicia", "castile"), Suppress(("galicia",)), "occupied_there"),
        (rebels("leon", 1), Suppress(("galicia",)), "enemies_there"),
        (unrest("galicia"), Suppress(("galicia",) * 2), "nothing_to_suppress"),
        (unrest("galicia"), Suppress(("galicia",)), ""),
    ],
)
def test_what_may_not_be_suppressed_r14_40(arrange: Arrange, action: Action, refusal: str) -> None:
    match = table(arrange, frames=[])
    if refusal == "enemies_there":
        unrest("galicia")(match.state)
    assert code(match, "rebels", "castile", action) == refusal
    assert all(against(match, "rebels", "castile", each) is None for each in possible(match, "rebels", "castile"))


def test_granada_invades_castile_when_nobody_stands_in_its_way_r13_20() -> None:
    match = table(war("castile", "granada"), frames=[invasions()], phase=3)
    invaded = of(told(match), Invaded)[0]
    assert (invaded.realm, invaded.area, invaded.units) == ("granada", "andalucia", 1)
    assert invaded.unrest == ("cordoba", "sevilla")
    assert match.state.rebels[AREA.index["andalucia"]] == 1


def test_nobody_invades_with_enemies_at_home_or_as_an_active_ally_r13_20() -> None:
    granada = REALM.index["granada"]
    match = table(war("castile", "granada"), army("castile", "andalucia", infantry=1), frames=[])
    assert targets(match.state, granada) == []
    match = table(war("castile", "granada"), frames=[])
    assert AREA.index["andalucia"] in targets(match.state, granada)
    match.state.active |= 1 << granada
    assert targets(match.state, granada) == []
    match = table(frames=[])
    assert targets(match.state, granada) == []


def test_units_of_players_at_peace_with_it_bar_an_invasion_r13_20() -> None:
    match = table(war("castile", "granada"), army("france", "andalucia", infantry=1), frames=[])
    assert AREA.index["andalucia"] not in targets(match.state, REALM.index["granada"])


def test_over_the_sea_an_invasion_begins_at_a_port_r1_02_r13_20() -> None:
    """Lombardy has a port, Genoa; Savoy invades Barcelona from there alone."""
    match = table(war("castile", "savoy"), owns("castile", "barcelona"), frames=[])
    assert AREA.index["aragon"] not in targets(match.state, REALM.index["savoy"])
    match = table(war("castile", "savoy"), owns("castile", "barcelona"), owns("savoy", "genova"), frames=[])
    assert AREA.index["aragon"] in targets(match.state, REALM.index["savoy"])


@pytest.mark.parametrize("option", ["basic_game", "no_invasions"])
def test_no_invasions_without_the_advanced_rule_r13_20(option: str) -> None:
    def without(state: State) -> None:
        state.rules = HouseRules(**{option: True})

    match = table(without, war("castile", "granada"), frames=[invasions()], phase=3)
    assert of(told(match), Invaded) == []


def test_rebels_never_retreat_r14_50() -> None:
    match = table(
        rebels("leon", 2),
        army("castile", "leon", infantry=6),
        frames=[rebels_fight("leon")],
        phase=3,
        dice=[
            rolled("attackers", "infantry", 6, 6, 6),
            rolled("defenders", "infantry", 1, 6, 6),
            rolled("attackers", "infantry", 6, 6, 6),
            rolled("defenders", "infantry", 1, 6, 6),
        ],
    )
    while match.decisions():
        seat = match.decisions()[0].waiting[0]
        match.apply(seat, match.options(seat)[0])
    assert match.state.rebels[AREA.index["leon"]] == 0
    assert match.state.led["castile"].armies[0].all == 6
