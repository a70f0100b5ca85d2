"""Marches and bridges of ships by the rulebook's examples (R9.25-R9.31)."""

from __future__ import annotations

import pytest

from adjudicator import Match
from adjudicator.games.europa_universalis.facts import AREA, NONE, PROVINCE, REALM, ZONE
from adjudicator.games.europa_universalis.house_rules import HouseRules
from adjudicator.games.europa_universalis.rules.access import (
    AwaitAttack,
    Ferry,
    GoTo,
    LetPass,
    RefusePassage,
    StepAhead,
    bridged,
    go_refused,
)
from adjudicator.games.europa_universalis.rules.battles import BattleBegan
from adjudicator.games.europa_universalis.rules.movement import (
    Halt,
    Hire,
    March,
    Marched,
    Regroup,
)
from adjudicator.games.europa_universalis.rules.sailing import Sail
from adjudicator.games.europa_universalis.state import State, Units
from tests.games.europa_universalis.field import (
    Arrange,
    allies,
    alone,
    army,
    code,
    does,
    holding,
    refused,
    ships,
    table,
    told,
    war,
)


def test_castile_goes_round_the_mountains_to_granada_r9_26() -> None:
    match = table(
        army("castile", "castile", infantry=3, cavalry=1),
        war("castile", "granada"),
        frames=[does("movement", "castile", March("castile", 1))],
        active="castile",
    )
    assert match.state.led["castile"].power[2] == 4
    direct = match.copy()
    over = [each for each in told(direct, ("castile", GoTo("andalucia"))) if isinstance(each, Marched)]
    assert [each.mil for each in over] == [1]
    events = told(match, ("castile", GoTo("leon")), ("castile", GoTo("andalucia")))
    assert [(each.start, each.area, each.mil) for each in events if isinstance(each, Marched)] == [
        ("castile", "leon", 0),
        ("leon", "andalucia", 0),
    ]
    assert [each.units for each in events if isinstance(each, BattleBegan)] == [2]


def test_a_bridge_of_ships_leads_past_the_mountains_r9_26_r9_29() -> None:
    def refusal(n: int, carried: int) -> str:
        arrange = (army("france", "languedoc", infantry=n), ships("france", "gulf_of_lion", carried))
        state = table(*arrange, war("france", "aragon"), frames=[]).state
        state.led["france"].power[2] = 0
        found = go_refused(state, "france", 1, AREA.index["languedoc"], GoTo("aragon"))
        return "" if found is None else found.code

    assert refusal(5, 0) == refusal(7, 2) == "too_little_power"
    assert refusal(5, 2) == refusal(3, 0) == ""


def test_a_march_ends_where_it_enters_neutral_land_for_ducats_r9_27() -> None:
    match = table(
        army("castile", "castile", infantry=2),
        war("castile", "england"),
        frames=[does("movement", "castile", March("castile", 1))],
        active="castile",
    )
    assert refused(match, "castile", GoTo("aragon")).code == "access_costs"
    assert refused(match, "castile", GoTo("seine")).code == "not_adjacent"
    match.apply("castile", GoTo("aragon", "ducats"))
    assert match.state.led["castile"].ducats == 12
    assert refused(match, "castile", GoTo("castile")).code == "not_adjacent"
    match.apply("castile", Halt())
    assert match.decisions() == []


def test_a_marriage_spares_the_influence_that_access_costs_r9_27_r11_02() -> None:
    """Castile is wed to Aragon: it goes there for its influence without a cube, and leaves one that it has."""

    def wed(state: State) -> None:
        state.allied["castile"], state.married["castile"] = 0, 1 << REALM.index["aragon"]

    def cubes(n: int) -> Arrange:
        return lambda state: state.led["castile"].influence.__setitem__(AREA.index["aragon"], n)

    for n in (0, 2):
        match = table(
            army("castile", "castile", infantry=2),
            war("castile", "england"),
            wed,
            cubes(n),
            frames=[does("movement", "castile", March("castile", 1))],
            active="castile",
        )
        match.apply("castile", GoTo("aragon", "influence"))
        own = match.state.led["castile"]
        assert (own.armies[0].area, own.influence[AREA.index["aragon"]]) == (AREA.index["aragon"], n)


def test_imperial_influence_pays_for_access_r9_27_r18_05() -> None:
    """Austria has no cube of its own in Bavaria; who is no emperor has none there at all."""

    def imperial(state: State) -> None:
        state.empire.imperial[AREA.index["bavaria_swabia"]] = 1
        for led in state.led.values():
            led.influence[AREA.index["bavaria_swabia"]] = 0
        for seat in state.led:
            state.allied[seat] = state.married[seat] = 0

    def march(seat: str, start: str) -> Match:
        return table(
            army(seat, start, infantry=2),
            war(seat, "england"),
            imperial,
            frames=[does("movement", seat, March(start, 1))],
            active=seat,
        )

    match = march("austria", "austria")
    match.apply("austria", GoTo("bavaria_swabia", "influence"))
    assert match.state.empire.imperial[AREA.index["bavaria_swabia"]] == 0
    assert (
        refused(march("venice", "austria"), "venice", GoTo("bavaria_swabia", "influence")).code
        == "no_influence_to_spend"
    )


def test_an_army_is_formed_of_infantry_that_stands_alone_r9_28() -> None:
    """It marches on in the same activation; before it has units it goes nowhere."""
    match = table(
        alone("castile", "castile", 3),
        war("castile", "granada"),
        frames=[does("movement", "castile", March("castile", 2))],
        active="castile",
    )
    assert refused(match, "castile", GoTo("leon")).code == "no_such_army"
    told(match, ("castile", Regroup(0, 2, "infantry", 2)), ("castile", GoTo("leon")), ("castile", Halt()))
    own = match.state.led["castile"]
    assert (own.armies[1].area, own.armies[1].regular) == (AREA.index["leon"], Units(2))
    assert own.alone[AREA.index["castile"]] == 1
    assert code(match, "movement", "castile", March("castile", 3)) == ""
    assert code(match, "movement", "castile", March("leon", 3)) == "no_such_army"


def test_at_peace_nobody_enters_neutral_land_r9_27() -> None:
    match = table(
        army("castile", "castile", infantry=2),
        frames=[does("movement", "castile", March("castile", 1))],
        active="castile",
    )
    assert refused(match, "castile", GoTo("aragon", "ducats")).code == "no_access_at_peace"


def test_own_claims_bar_neutral_land_r9_27() -> None:
    def claim(state: State) -> None:
        state.led["castile"].claims |= 1 << AREA.index["aragon"]

    match = table(
        army("castile", "castile", infantry=2),
        war("castile", "england"),
        claim,
        frames=[does("movement", "castile", March("castile", 1))],
        active="castile",
    )
    assert refused(match, "castile", GoTo("aragon", "ducats")).code == "own_claim_there"


@pytest.mark.parametrize("lets", [True, False])
def test_opponents_who_own_all_of_an_area_are_asked_r9_27(lets: bool) -> None:
    def all_castiles(state: State) -> None:
        for each in PROVINCE:
            if each.area == AREA.index["leon"]:
                state.owner[each.index] = REALM.index["castile"]

    match = table(
        army("france", "castile", infantry=2),
        war("france", "england"),
        all_castiles,
        frames=[does("movement", "france", March("castile", 1))],
    )
    assert refused(match, "france", GoTo("leon", "ducats")).code == "consent_needed"
    assert refused(match, "france", GoTo("leon", "ducats", "england")).code == "consent_of_whom"
    match.apply("france", GoTo("leon", "ducats", "castile"))
    assert match.decisions()[0].seats == ("castile",)
    match.apply("castile", LetPass() if lets else RefusePassage())
    assert match.state.led["france"].armies[0].area == AREA.index["leon" if lets else "castile"]
    assert match.state.led["france"].ducats == (12 if lets else 15)


def test_armies_split_merge_and_leave_infantry_behind_r9_28() -> None:
    match = table(
        army("france", "loire", infantry=3, cavalry=1),
        alone("france", "seine", 2),
        frames=[does("movement", "france", March("loire", 1))],
    )
    assert refused(match, "france", Regroup(1, 0, "cavalry")).code == "only_infantry_alone"
    assert refused(match, "france", Regroup(1, 2, "infantry", 4)).code == "not_those_units"
    assert refused(match, "france", Regroup(2, 3, "infantry")).code == "not_the_army"
    match.apply("france", Regroup(1, 0, "infantry", 1))
    match.apply("france", Regroup(1, 2, "cavalry", 1))
    match.apply("france", GoTo("seine"))
    match.apply("france", Regroup(0, 1, "infantry", 2))
    match.apply("france", Halt())
    own = match.state.led["france"]
    assert (own.alone[AREA.index["loire"]], own.alone[AREA.index["seine"]]) == (1, 0)
    assert (own.armies[0].regular, own.armies[1].regular) == (Units(4), Units(0, 1))
    assert own.armies[1].area == AREA.index["loire"]


def independent(state: State) -> None:
    state.overlord[REALM.index["naples"]] = NONE


@pytest.mark.example("ex_5_5_naval_bridge_france")
def test_france_builds_a_bridge_to_naples_r9_29() -> None:
    match = table(
        army("france", "languedoc", infantry=4, cavalry=1),
        alone("france", "lombardy"),
        ships("france", "gulf_of_lion", 3),
        ships("france", "western_mediterranean"),
        independent,
        allies("france", "naples"),
        war("france", "austria"),
        frames=[
            does("sailing", "france", Sail("central_mediterranean", light=("gulf_of_lion", "western_mediterranean")))
        ],
    )
    light = match.state.led["france"].ships.light
    assert refused(match, "france", Ferry("languedoc", "dalmatia", 1, "ducats")).code == "not_adjacent"
    assert refused(match, "france", Ferry("lombardy", "naples", 2)).code == "no_such_army", "none is formed to cross"
    assert (light[ZONE.index["gulf_of_lion"]], light[ZONE.index["central_mediterranean"]]) == (2, 2)
    assert match.state.led["france"].power[2] == 4
    match.apply("france", Ferry("languedoc", "naples", 1))
    assert match.state.led["france"].armies[0].area == AREA.index["naples"]
    assert not [each for each in match.options("france") if isinstance(each, Ferry)], "from one area to one other only"
    match.apply("france", Halt())
    assert match.decisions() == []


def test_a_bridge_carries_three_units_a_ship_r9_29() -> None:
    match = table(
        army("france", "languedoc", infantry=4),
        ships("france", "gulf_of_lion"),
        war("france", "austria"),
        frames=[does("movement", "france", March("languedoc", 1))],
    )
    assert refused(match, "france", GoTo("corsica_sardinia", "ducats")).code == "not_adjacent"
    match.apply("france", Regroup(1, 0, "infantry"))
    match.apply("france", GoTo("corsica_sardinia", "ducats"))
    assert match.state.led["france"].armies[0].area == AREA.index["corsica_sardinia"]


def test_allied_ships_carry_to_the_land_of_a_vassal_of_their_enemy_r9_29() -> None:
    """An enemy's vassals are enemies (R1.05), though the war tokens are their overlord's."""

    def subject(state: State) -> None:
        state.overlord[REALM.index["scotland"]] = REALM.index["england"]
        state.allied["france"] &= ~(1 << REALM.index["scotland"])

    def lands(*arrange: Arrange) -> bool:
        pieces = ships("castile", "doggerbank"), allies("france", "castile"), allies("castile", "france")
        state = table(*pieces, war("france", "england"), *arrange, frames=[]).state
        return bridged(state, "france", AREA.index["east_anglia"], AREA.index["scotland"], 1)

    assert lands(), "Scotland is nobody's enemy"
    assert not lands(subject), "Castile is at peace with England"
    assert lands(subject, war("castile", "england"))


def test_who_defends_the_empire_and_his_enemies_have_free_access_r18_20() -> None:
    def defending(state: State) -> None:
        state.empire.defending = True

    march = does("movement", "austria", March("austria", 1))
    match = table(
        army("austria", "austria", infantry=2), war("austria", "france"), defending, frames=[march], active="austria"
    )
    match.apply("austria", GoTo("bavaria_swabia"))
    assert match.state.led["austria"].ducats == 15


def test_overseas_land_is_entered_that_is_friendly_claimed_or_the_enemys_r9_31() -> None:
    def claim(seat: str) -> Arrange:
        return lambda state: setattr(state.led[seat], "claims", 1 << AREA.index["great_lakes"])

    def refusal(*arrange: Arrange) -> str:
        state = table(army("england", "canada", infantry=2), *arrange, frames=[], active="england").state
        found = go_refused(state, "england", 1, AREA.index["canada"], GoTo("great_lakes"))
        return "" if found is None else found.code

    def owned(state: State) -> None:
        state.owner[PROVINCE.index["great_lakes"]] = REALM.index["france"]

    assert refusal() == refusal(claim("france")) == "not_on_distant"
    assert refusal(owned) == "not_on_distant"
    assert refusal(claim("england")) == refusal(claim("france"), war("england", "france")) == ""
    assert refusal(owned, war("england", "france")) == ""


@pytest.mark.parametrize("lost_to", ["france", "rebels"])
def test_own_overseas_land_that_others_hold_is_entered_r9_31(lost_to: str) -> None:
    def lost(state: State) -> None:
        place = PROVINCE.index["great_lakes"]
        state.owner[place] = REALM.index["england"]
        if lost_to == "rebels":
            state.rebel_towns |= 1 << place
        else:
            state.occupier[place] = REALM.index[lost_to]

    arrange = (army("england", "canada", infantry=2), war("england", "france"), lost)
    state = table(*arrange, frames=[], active="england").state
    assert go_refused(state, "england", 1, AREA.index["canada"], GoTo("great_lakes")) is None


def test_overseas_a_march_ends_in_its_first_space_r9_31() -> None:
    match = table(
        army("england", "canada", infantry=2),
        lambda state: setattr(state.led["england"], "claims", AREA.mask_of(["great_lakes", "virginia"])),
        frames=[does("movement", "england", March("canada", 1))],
        active="england",
    )
    match.apply("england", GoTo("great_lakes"))
    assert match.state.led["england"].armies[0].area == AREA.index["great_lakes"]
    assert refused(match, "england", GoTo("virginia")).code == "not_adjacent"


def test_mercenaries_march_with_an_army_by_an_optional_rule_r20_03() -> None:
    def optional(state: State) -> None:
        state.rules = HouseRules(mercenaries_activate=True)

    march = does("movement", "france", March("loire", 1))
    match = table(army("france", "loire", infantry=1), optional, frames=[march])
    assert refused(match, "france", Hire("infantry", 4)).code == "too_many_hired"
    assert refused(match, "france", Hire("artillery")).code == "no_hiring"
    match.apply("france", Hire("infantry", 2))
    assert match.state.led["france"].armies[0].mercenary == Units(2)
    assert match.state.led["france"].ducats == 7
    match.apply("france", GoTo("seine"))
    assert refused(match, "france", Hire("infantry")).code == "no_hiring"
    plain = table(army("france", "loire", infantry=1), frames=[march])
    assert refused(plain, "france", Hire("infantry")).code == "no_hiring"


def test_an_army_leaves_before_the_attack_by_a_card_r8_01() -> None:
    match = table(
        army("england", "seine", infantry=3),
        army("france", "loire", infantry=2),
        holding("france", "mil_7"),
        war("england", "france"),
        frames=[does("movement", "england", March("seine", 1))],
        active="england",
    )
    match.apply("england", GoTo("loire"))
    assert match.decisions()[0].kind == "step_ahead"
    assert refused(match, "france", StepAhead("mil_8", 1, "languedoc")).code == "no_such_reaction"
    assert refused(match, "france", StepAhead("mil_7", 2, "languedoc")).code == "army_not_attacked"
    assert refused(match, "france", StepAhead("mil_7", 1, "aragon")).code == "not_adjacent"
    match.apply("france", StepAhead("mil_7", 1, "languedoc"))
    own = match.state.led["france"]
    assert (own.armies[0].area, own.power[2], own.hand) == (AREA.index["languedoc"], 4, [])
    assert (match.state.battles, match.decisions()) == ([], [])


def test_guns_do_not_step_ahead_r9_20() -> None:
    match = table(
        army("england", "seine", infantry=3),
        army("france", "loire", infantry=2, artillery=1),
        holding("france", "mil_7"),
        war("england", "france"),
        frames=[does("movement", "england", March("seine", 1))],
        active="england",
    )
    match.apply("england", GoTo("loire"))
    assert refused(match, "france", StepAhead("mil_7", 1, "languedoc")).code == "guns_too_slow"
    assert list(match.options("france")) == [AwaitAttack()]
    match.apply("france", AwaitAttack())
    assert match.state.battles


def test_an_army_goes_two_spaces_and_stops_in_a_hostile_area_r9_25() -> None:
    def activated(area: str) -> Match:
        return table(
            army("castile", area, infantry=2),
            army("castile", area, 2, infantry=1),
            army("france", "seine", infantry=1),
            war("castile", "france"),
            allies("castile", "aragon"),
            frames=[does("movement", "castile", March(area, 1))],
            active="castile",
        )

    match = activated("castile")
    match.apply("castile", GoTo("aragon"))
    match.apply("castile", GoTo("castile"))
    assert refused(match, "castile", GoTo("leon")).code == "not_adjacent"
    assert [AREA.ids[each.area] for each in match.state.led["castile"].armies[:2]] == ["castile", "castile"]
    match = activated("aragon")
    match.apply("castile", GoTo("aquitaine"))
    assert refused(match, "castile", GoTo("loire")).code == "not_adjacent"
    assert [AREA.ids[each.area] for each in match.state.led["castile"].armies[:2]] == ["aquitaine", "aragon"]
    assert match.state.led["castile"].power[2] == 4
