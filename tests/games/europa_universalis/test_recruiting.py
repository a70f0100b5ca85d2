"""Recruiting by the rulebook's example, and what is against it (R9.12, R9.20)."""

from __future__ import annotations

import pytest

from adjudicator.games.europa_universalis.content import default
from adjudicator.games.europa_universalis.facts import AREA, NONE, PROVINCE, REALM, ZONE
from adjudicator.games.europa_universalis.rules.battles import BattleBegan
from adjudicator.games.europa_universalis.rules.recruiting import (
    Build,
    Raise,
    Recruit,
    Recruited,
    UnitsRaised,
    within_capacity,
)
from adjudicator.games.europa_universalis.state import State, Units
from tests.games.europa_universalis.field import (
    Arrange,
    allies,
    alone,
    army,
    does,
    idea,
    refused,
    ships,
    table,
    told,
    war,
)


def rich(seat: str, *, available: int = 7, allied: int = 0, ducats: int = 40) -> Arrange:
    def arrange(state: State) -> None:
        led = state.led[seat]
        led.available, led.allied, led.ducats = available, allied, ducats

    return arrange


@pytest.mark.example("ex_5_5_recruit_england")
def test_england_recruits_in_ireland_and_northumbria_as_in_the_example_r9_12_r9_20() -> None:
    match = table(
        army("england", "northumbria", infantry=1),
        rich("england", allied=4),
        allies("england", "brittany", active=True),
        idea("england", "cannons"),
        war("england", "desmond"),
        frames=[does("recruiting", "england", Recruit())],
        active="england",
        players=5,
    )
    assert match.state.led["england"].power[2] == 4
    assert [within_capacity(match.state, "england", AREA.index["northumbria"], n) for n in (11, 12)] == [True, False]
    assert refused(match, "england", Raise("ireland", "infantry", 4)).code == "beyond_capacity"
    match.apply("england", Raise("ireland", "infantry", 2, 2))
    match.apply("england", Raise("ireland", "artillery", 1, 2))
    assert match.state.led["england"].ducats == 30
    state = match.state
    assert within_capacity(state, "england", AREA.index["northumbria"], 8)
    assert not within_capacity(state, "england", AREA.index["northumbria"], 9)
    events = told(
        match,
        ("england", Raise("northumbria", "infantry", 2, 1)),
        ("england", Raise("northumbria", "cavalry", 1, 1)),
        ("england", Raise("northumbria", "artillery", 1, 1)),
        ("england", Raise("northumbria", "infantry", 4, 1, "allied")),
        ("england", Recruited()),
    )
    raised = [each for each in events if isinstance(each, UnitsRaised)]
    assert sum(each.ducats for each in raised if each.area == "northumbria") == 15
    assert match.state.led["england"].armies[0].regular == Units(3, 1, 1)
    assert match.state.led["england"].armies[0].allied == Units(4)
    assert (match.state.led["england"].available, match.state.led["england"].ducats) == (0, 15)
    assert isinstance([each for each in events if isinstance(each, UnitsRaised | BattleBegan)][-1], BattleBegan)
    assert [each.units for each in events if isinstance(each, BattleBegan)] == [1]


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (Raise("seine", "infantry", 1), "no_own_area"),
        (Raise("east_anglia", "artillery", 1, 1), "needs_cannons"),
        (Raise("east_anglia", "cavalry", 1), "only_in_armies"),
        (Raise("east_anglia", "infantry", 1, 1), "army_elsewhere"),
        (Raise("east_anglia", "infantry", 4, 2, "mercenary"), "too_many_mercenaries"),
        (Raise("east_anglia", "infantry", 9), "too_little_manpower"),
        (Raise("east_anglia", "artillery", 1, 2, "allied"), "no_allied_artillery"),
        (Raise("east_anglia", "infantry", 1, 2, "allied"), "too_little_manpower"),
        (Raise("east_anglia", "cavalry", 3, 2, "mercenary"), "too_few_ducats"),
        (Build("paris"), "not_your_port"),
        (Build("london", "heavy"), "fleet_only"),
        (Build("london", zone="adriatic_sea"), "zone_not_beside"),
        (Build("london", protect=True), "no_berth"),
        (Build("london", "galley", "english_channel", fleet=True), "no_galleys_there"),
    ],
)
def test_what_may_not_be_recruited_r9_20(action: Raise | Build, code: str) -> None:
    match = table(
        army("england", "northumbria", infantry=1),
        rich("england", ducats=20),
        frames=[does("recruiting", "england", Recruit())],
        active="england",
    )
    if code == "needs_cannons":
        action = Raise("east_anglia", "artillery", 1, 2)
    assert refused(match, "england", action).code == code


def test_allied_units_are_raised_in_own_areas_or_in_those_of_the_ally_r9_20() -> None:
    """Not in an area where the seat has vassals alone; in the ally's areas up to the capacity of the ally."""

    def vassal(state: State) -> None:
        state.overlord[REALM.index["navarra"]] = REALM.index["france"]
        state.owner[PROVINCE.index["barcelona"]] = REALM.index["navarra"]
        for each in PROVINCE:
            if each.area == AREA.index["aragon"] and each.id != "barcelona":
                state.owner[each.index] = NONE

    match = table(
        rich("france", allied=9),
        vassal,
        allies("france", "brittany", active=True),
        frames=[does("recruiting", "france", Recruit())],
    )
    assert refused(match, "france", Raise("aragon", "infantry", 1, 1, "allied")).code == "no_own_area"
    assert Raise("aragon", "infantry", 1).illegality(match.state, "france", default()) is None
    brittany = next(each for each in PROVINCE if each.owner == REALM.index["brittany"])
    theirs = sum(each.tax for each in PROVINCE if match.state.owner[each.index] == brittany.owner)
    home = AREA.ids[brittany.area]
    assert not any(
        match.state.owner[each.index] == REALM.index["france"] for each in PROVINCE if each.area == brittany.area
    )
    assert refused(match, "france", Raise(home, "infantry", theirs + 1, 1, "allied")).code == "beyond_capacity"
    assert Raise(home, "infantry", theirs, 1, "allied").illegality(match.state, "france", default()) is None


def test_only_allied_units_are_raised_by_the_capacity_of_an_ally_r9_20_r9_12() -> None:
    """Castile has one small province in Aragon's land: one regular unit, and allied ones by what Aragon has there."""

    def mine(state: State) -> None:
        for each in PROVINCE:
            if state.owner[each.index] == REALM.index["castile"]:
                state.owner[each.index] = NONE
        state.owner[PROVINCE.index["valencia"]] = REALM.index["castile"]

    match = table(
        rich("castile", allied=9),
        mine,
        allies("castile", "aragon", active=True),
        frames=[does("recruiting", "castile", Recruit())],
        active="castile",
    )
    own = PROVINCE.thing("valencia").tax
    area = AREA.index["aragon"]
    theirs = sum(
        each.tax for each in PROVINCE if match.state.owner[each.index] == REALM.index["aragon"] and each.area == area
    )
    assert PROVINCE.thing("valencia").area == area
    assert theirs
    assert refused(match, "castile", Raise("aragon", "infantry", own + 1)).code == "beyond_capacity"
    told(match, ("castile", Raise("aragon", "infantry", own)))
    assert refused(match, "castile", Raise("aragon", "infantry", 1)).code == "beyond_capacity"
    assert within_capacity(match.state, "castile", area, theirs, "allied")
    told(match, ("castile", Raise("aragon", "infantry", theirs, 1, "allied")))
    assert match.state.turn.raised[area] == own
    assert match.state.turn.raised_allied[area] == theirs


def test_mercenaries_run_out_r1_08() -> None:
    """Twenty there are for everybody; one is left."""

    def hired(state: State) -> None:
        state.led["france"].armies[2].mercenary = Units(19)
        state.led["france"].armies[2].area = AREA.index["seine"]

    match = table(
        army("england", "northumbria", infantry=1),
        rich("england"),
        hired,
        frames=[does("recruiting", "england", Recruit())],
        active="england",
    )
    assert refused(match, "england", Raise("northumbria", "infantry", 2, 1, "mercenary")).code == "too_many_mercenaries"
    match.apply("england", Raise("northumbria", "infantry", 1, 1, "mercenary"))


@pytest.mark.parametrize("ships_", [1, 2])
def test_a_large_town_builds_two_ships_a_turn_r1_01_r9_12(ships_: int) -> None:
    port = next(each for each in PROVINCE if each.port and each.tax == 1 and each.owner == REALM.index["england"])

    def grown(state: State) -> None:
        state.grown = (ships_ - 1) << port.index

    match = table(rich("england"), grown, frames=[does("recruiting", "england", Recruit())], active="england")
    for _ in range(ships_):
        match.apply("england", Build(port.id))
    assert refused(match, "england", Build(port.id)).code == "port_used"


def test_a_port_builds_one_ship_a_turn_a_large_one_two_r9_12() -> None:
    match = table(
        alone("england", "east_anglia"),
        rich("england"),
        frames=[does("recruiting", "england", Recruit())],
        active="england",
    )
    assert PROVINCE.thing("london").large_port
    match.apply("england", Build("london", zone="english_channel", protect=True))
    match.apply("england", Build("london", "heavy", fleet=True))
    assert refused(match, "england", Build("london")).code == "port_used"
    own = match.state.led["england"]
    assert (own.ships.protecting[ZONE.index["english_channel"]], own.fleet.heavy) == (1, 1)
    assert own.fleet.port == PROVINCE.index["london"]
    assert own.ducats == 40 - 4 - 10
    assert refused(match, "england", Build("lancashire", "heavy", fleet=True)).code == "fleet_elsewhere"


def test_no_ship_is_built_into_a_hostile_zone_r9_11() -> None:
    match = table(
        rich("england"),
        ships("france", "english_channel"),
        war("england", "france"),
        frames=[does("recruiting", "england", Recruit())],
        active="england",
    )
    assert refused(match, "england", Build("london", zone="english_channel")).code == "zone_hostile"
