"""Ships: voyages, ports, fleets, pirates (R9.25, R9.28, R9.30, R9.51)."""

from __future__ import annotations

from functools import partial

import msgspec
import pytest

from adjudicator.games.europa_universalis.facts import AREA, NODE, NONE, PORTS_OF, PROVINCE, REALM, ZONE
from adjudicator.games.europa_universalis.rules.battles import BattleBegan
from adjudicator.games.europa_universalis.rules.ports import repair
from adjudicator.games.europa_universalis.rules.relations import hostile_zone
from adjudicator.games.europa_universalis.rules.sailing import Sail, Sailed
from adjudicator.games.europa_universalis.rules.undocking import Undock
from adjudicator.games.europa_universalis.rules.units import berths
from adjudicator.games.europa_universalis.state import State
from tests.games.europa_universalis.field import (
    Arrange,
    against,
    code,
    does,
    of,
    possible,
    rolled,
    ships,
    table,
    told,
    war,
)


def test_voyages_reach_two_spaces_and_protect_trade_r9_25() -> None:
    match = table(ships("france", "bay_of_biscay", 2), frames=[], active="france")
    far = Sail("norwegian_sea", light=("bay_of_biscay",))
    assert code(match, "sailing", "france", far) == "too_far"
    slots = Sail("english_channel", light=("bay_of_biscay", "bay_of_biscay"), protect=3)
    assert code(match, "sailing", "france", slots) == "no_slot_left"
    many = Sail("english_channel", light=("bay_of_biscay",) * 3)
    assert code(match, "sailing", "france", many) == "ships_not_there"
    assert code(match, "sailing", "france", Sail("english_channel")) == "no_ships"
    assert against(match, "sailing", "france", Sail("english_channel", light=("bay_of_biscay",), protect=1)) is None
    assert getattr(
        against(match, "sailing", "france", Sail("caribbean_sea", light=("bay_of_biscay",))), "code", ""
    ) == ("must_explore")
    for action in possible(match, "sailing", "france"):
        assert against(match, "sailing", "france", action) is None


@pytest.mark.parametrize("seats", [["france", "england"], ["france", "castile"]])
def test_ships_pass_no_hostile_zone_and_fight_in_one_r9_25(seats: list[str]) -> None:
    """A ship of England, at war with France or not, is in the only zone between."""
    hostile = "england" in seats
    there = [ships("france", "bay_of_biscay", 2), ships("england", "english_channel"), war(*seats)]
    match = table(*there, frames=[])
    through = Sail("north_sea", light=("bay_of_biscay",))
    assert code(match, "sailing", "france", through) == ("too_far" if hostile else "")
    assert code(match, "sailing", "france", Sail(light=("bay_of_biscay",))) == "one_destination"
    out = Sail("english_channel", light=("bay_of_biscay",) * 2)
    assert bool(of(told(table(*there, frames=[does("sailing", "france", out)])), BattleBegan)) == hostile
    match = table(*there, docked("france", "rennes", 1), frames=[])
    undocked = Undock(("rennes",), ("english_channel",))
    assert code(match, "undocking", "france", undocked) == ("hostile_there" if hostile else "")


def test_a_zone_is_not_hostile_that_holds_a_ship_at_war_with_an_active_ally_r1_05_r11_70() -> None:
    def called(state: State) -> None:
        ally = REALM.index["brittany"]
        for other in state.order:
            state.allied[other] &= ~(1 << ally)
        state.allied["france"] |= 1 << ally
        state.active |= 1 << ally

    biscay = ZONE.index["bay_of_biscay"]
    without = table(war("castile", "france"), called, frames=[], active="castile").state
    assert hostile_zone(without, REALM.index["castile"], biscay)
    there = table(
        war("castile", "france"), called, ships("castile", "bay_of_biscay"), frames=[], active="castile"
    ).state
    assert not hostile_zone(there, REALM.index["castile"], biscay)


def test_a_port_of_a_players_vassal_makes_no_zone_hostile_r1_05_r11_90() -> None:
    def vassal(state: State) -> None:
        state.overlord[REALM.index["portugal"]] = REALM.index["castile"]

    atlantic = ZONE.index["central_atlantic"]
    free = table(war("france", "portugal"), frames=[], active="france").state
    assert hostile_zone(free, REALM.index["france"], atlantic)
    state = table(war("france", "castile"), vassal, frames=[], active="france").state
    assert not hostile_zone(state, REALM.index["france"], atlantic)


def test_ports_take_two_ships_and_let_them_out_r9_30() -> None:
    port = next(
        each for each in PROVINCE if each.id == "bordeaux" or (each.port and each.area == AREA.index["aquitaine"])
    )

    def berth(state: State) -> None:
        state.owner[port.index] = REALM.index["france"]
        state.led["france"].ships.docked[port.id] = 1

    zone = ZONE.ids_of(port.port)[0]
    match = table(berth, ships("france", zone, 4), frames=[does("undocking", "france", Undock((port.id,), (zone,)))])
    assert match.state.led["france"].ships.light[ZONE.index[zone]] == 5
    full = Sail(port=port.id, light=(zone,) * 5)
    assert code(match, "sailing", "france", full) == "no_room_in_port"
    assert against(match, "sailing", "france", Sail(port=port.id, light=(zone,) * 2)) is None


def test_ships_that_leave_a_port_protect_trade_where_slots_are_free_r9_25() -> None:
    """Two light ships leave one port; the zone has room for one more that protects trade."""
    zone = ZONE.thing("bay_of_biscay")
    port = next(each for each in PROVINCE if each.port >> zone.index & 1)

    def berth(state: State) -> None:
        state.owner[port.index] = REALM.index["france"]
        state.led["france"].ships.docked[port.id] = 2
        for led in state.led.values():
            led.ships.protecting[zone.index] = 0
        state.led["castile"].ships.protecting[zone.index] = zone.slots - 1

    def out(n: int) -> Undock:
        return Undock((port.id,) * 2, (zone.id,) * 2, protect=(zone.id,) * n)

    match = table(berth, frames=[does("undocking", "france", out(1))])
    own = match.state.led["france"].ships
    assert (own.light[zone.index], own.protecting[zone.index]) == (1, 1)
    match = table(berth, frames=[])
    assert code(match, "undocking", "france", out(2)) == "no_slot_left"
    assert code(match, "undocking", "france", Undock(protect=(zone.id,), fleet=zone.id)) != ""


def test_a_large_town_makes_a_large_port_r1_01_r9_30() -> None:
    """Four ships lie there, or six of one fleet, as in the port of a large province."""
    port = next(each for each in PROVINCE if each.port and each.tax == 1 and not each.large_port)
    state = table(frames=[]).state
    assert berths(state, "france", port.index, fleet=False) == 2
    state.grown |= 1 << port.index
    assert [berths(state, "france", port.index, fleet=fleet) for fleet in (False, True)] == [4, 6]


def test_ships_hunt_pirates_next_to_their_zone_r9_51() -> None:
    def pirates(state: State) -> None:
        state.trade.pirates[NODE.index["genoa"]] = 1

    hunt = Sail("gulf_of_lion", light=("western_mediterranean",) * 2, hunt="genoa")
    match = table(
        pirates,
        ships("france", "western_mediterranean", 2),
        frames=[does("sailing", "france", hunt)],
        dice=[rolled("attackers", "artillery", 1, 1, 1), rolled("defenders", "artillery", 5, 5, 5)],
    )
    assert match.state.trade.pirates[NODE.index["genoa"]] == 0
    assert match.state.led["france"].power[2] == 5
    nowhere = Sail("gulf_of_lion", light=("western_mediterranean",), hunt="genoa")
    assert code(match, "sailing", "france", nowhere) != ""


def test_ships_that_leave_ports_hunt_pirates_from_one_zone_r9_51() -> None:
    """Two of three come to one zone next to the pirates, one to another zone."""

    def pirates(state: State) -> None:
        state.trade.pirates[NODE.index["genoa"]] = 1

    there = (pirates, docked("france", "montpellier", 2), docked("france", "valencia", 1))
    out = Undock(("valencia", *["montpellier"] * 2), ("western_mediterranean", *["gulf_of_lion"] * 2), hunt="genoa")
    dice = [rolled("attackers", "artillery", 1, 1, 1), rolled("defenders", "artillery", 5, 5, 5)]
    match = table(*there, frames=[does("undocking", "france", out)], dice=dice)
    assert match.state.trade.pirates[NODE.index["genoa"]] == 0
    assert [(each.zone, each.node) for each in of(told(match), BattleBegan)] == [("gulf_of_lion", "genoa")]
    assert of(told(match), Sailed) == [Sailed("france", 1, zone) for zone in out.zones]
    match = table(*there, frames=[])
    alone = Undock(("montpellier",), ("gulf_of_lion",), hunt="genoa")
    assert alone in possible(match, "undocking", "france")
    assert code(match, "undocking", "france", alone) == ""
    assert code(match, "undocking", "france", msgspec.structs.replace(alone, hunt="sevilla")) == "no_pirates"


def test_ships_beside_pirates_attack_without_sailing_r9_51() -> None:
    def pirates(state: State) -> None:
        state.trade.pirates[NODE.index["genoa"]] = 1

    there = (pirates, ships("france", "gulf_of_lion", 3))
    match = table(
        *there,
        frames=[does("sailing", "france", Sail("gulf_of_lion", hunt="genoa"))],
        dice=[rolled("attackers", "artillery", 1, 1, 1), rolled("defenders", "artillery", 5, 5, 5)],
    )
    assert match.state.trade.pirates[NODE.index["genoa"]] == 0
    assert match.state.led["france"].ships.light[ZONE.index["gulf_of_lion"]] == 3
    assert code(match, "sailing", "france", Sail("gulf_of_lion", hunt="genoa")) == "no_pirates"
    assert code(table(*there, frames=[]), "sailing", "france", Sail("gulf_of_lion")) == "no_ships"


def test_galleys_do_not_leave_their_seas_r9_28() -> None:
    def fleet(state: State) -> None:
        own = state.led["venice"].fleet
        own.zone, own.galleys, own.heavy = ZONE.index["western_mediterranean"], 2, 1

    match = table(fleet, frames=[does("sailing", "venice", Sail("central_atlantic", fleet=True))], active="venice")
    own = match.state.led["venice"].fleet
    assert (own.zone, own.galleys, own.heavy) == (ZONE.index["central_atlantic"], 0, 1)


@pytest.mark.parametrize(("port", "left"), [("sevilla", 0), ("gibraltar", 1)])
def test_galleys_are_gone_on_the_way_to_a_port_over_the_open_sea_r9_28(port: str, left: int) -> None:
    """Sevilla lies behind the Atlantic; Gibraltar has a coast on the galleys' own sea."""

    def fleet(state: State) -> None:
        own = state.led["castile"].fleet
        own.zone, own.galleys, own.heavy = ZONE.index["western_mediterranean"], 1, 1
        state.owner[PROVINCE.index[port]] = REALM.index["castile"]

    sail = Sail(port=port, fleet=True)
    assert code(table(fleet, frames=[], active="castile"), "sailing", "castile", sail) == ""
    match = table(fleet, frames=[does("sailing", "castile", sail)], active="castile")
    own = match.state.led["castile"].fleet
    assert (own.port, own.galleys, own.heavy) == (PROVINCE.index[port], left, 1)
    (sailed,) = told(match)
    assert sailed.galleys == 1 - left


def test_galleys_are_gone_over_the_open_sea_between_two_of_their_own_r9_28() -> None:
    """From Sevilla, which lies on the Atlantic, into the Mediterranean."""
    match = table(
        docked("castile", "sevilla", galleys=2, light=0),
        lambda state: setattr(state.led["castile"].fleet, "heavy", 1),
        frames=[does("sailing", "castile", Sail("western_mediterranean", fleet=True))],
        active="castile",
    )
    fleet = match.state.led["castile"].fleet
    assert (fleet.zone, fleet.galleys, fleet.heavy) == (ZONE.index["western_mediterranean"], 0, 1)


def test_where_two_ways_lead_to_a_port_galleys_go_theirs_r9_28() -> None:
    """Gibraltar and Tangiers both lie on the Atlantic and on the Mediterranean."""
    match = table(
        docked("castile", "gibraltar", galleys=1),
        lambda state: state.owner.__setitem__(PROVINCE.index["tangiers"], REALM.index["castile"]),
        frames=[does("sailing", "castile", Sail(port="tangiers", fleet=True))],
        active="castile",
    )
    fleet = match.state.led["castile"].fleet
    assert (fleet.port, fleet.galleys) == (PROVINCE.index["tangiers"], 1)


def test_a_fleet_takes_light_ships_along_and_leaves_some_r9_28() -> None:
    def fleet(state: State) -> None:
        own = state.led["france"].fleet
        own.zone, own.heavy = ZONE.index["bay_of_biscay"], 1

    sail = Sail("english_channel", fleet=True, board=2, leave=1, protect=1)
    match = table(fleet, ships("france", "bay_of_biscay", 2), frames=[does("sailing", "france", sail)])
    own = match.state.led["france"]
    assert (own.fleet.light, own.fleet.heavy) == (1, 1)
    assert own.ships.protecting[ZONE.index["english_channel"]] == 1
    assert sum(own.ships.light) == 0
    assert code(match, "sailing", "france", Sail("bay_of_biscay", fleet=True, leave=3)) == "ships_not_there"


def test_light_ships_join_the_fleet_or_form_it_where_they_come_r9_28() -> None:
    """Two come from another zone to one that is there; all three are the fleet then, with its admiral's dice."""
    zone = ZONE.index["english_channel"]
    sail = Sail("english_channel", light=("bay_of_biscay",) * 2, gather=3)
    there = [ships("france", "bay_of_biscay", 2), ships("france", "english_channel", 1)]
    match = table(*there, frames=[does("sailing", "france", sail)])
    own = match.state.led["france"]
    assert (own.fleet.zone, own.fleet.light, sum(own.ships.light)) == (zone, 3, 0)
    match = table(*there, frames=[])
    assert (
        code(match, "sailing", "france", Sail("english_channel", light=("bay_of_biscay",), gather=3))
        == "ships_not_there"
    )

    def elsewhere(state: State) -> None:
        state.led["france"].fleet.zone, state.led["france"].fleet.light = ZONE.index["gulf_of_lion"], 1

    assert code(table(*there, elsewhere, frames=[]), "sailing", "france", sail) == "ships_not_there"


def test_six_light_ships_lie_in_a_large_port_as_a_fleet_r9_28_r9_30() -> None:
    port = next(each for each in PROVINCE if each.large_port and each.port)
    zone = ZONE.ids_of(port.port)[0]

    def home(state: State) -> None:
        state.owner[port.index] = REALM.index["france"]

    match = table(home, ships("france", zone, 6), frames=[])
    assert code(match, "sailing", "france", Sail(port=port.id, light=(zone,) * 6)) == "no_room_in_port"
    assert code(match, "sailing", "france", Sail(port=port.id, light=(zone,) * 6, gather=5)) == "no_room_in_port"
    sail = Sail(port=port.id, light=(zone,) * 6, gather=6)
    match = table(home, ships("france", zone, 6), frames=[does("sailing", "france", sail)])
    fleet = match.state.led["france"].fleet
    assert (fleet.port, fleet.light, match.state.led["france"].ships.docked) == (port.index, 6, {})


def test_damaged_ships_are_whole_after_a_turn_in_port_r9_30() -> None:
    match = table(frames=[])
    own = match.state.led["france"].fleet
    own.port, own.damaged = PROVINCE.index["bordeaux"], 2
    repair(match.state)
    assert (own.heavy, own.damaged) == (2, 0)


def docked(seat: str, port: str, n: int = 0, **fleet: int) -> Arrange:
    """Light ships are in a port, and perhaps the fleet."""

    def arrange(state: State) -> None:
        own = state.led[seat]
        if n:
            own.ships.docked[port] = n
        if fleet:
            own.fleet.zone, own.fleet.port = NONE, PROVINCE.index[port]
            for ship, many in fleet.items():
                setattr(own.fleet, ship, many)

    return arrange


@pytest.mark.parametrize(
    ("port", "arrange", "fleet", "room"),
    [
        ("essex", [], False, 2),
        ("essex", [docked("england", "essex", 1)], True, 1),
        ("london", [], False, 4),
        ("london", [], True, 6),
        ("london", [docked("england", "london", light=4)], True, 2),
        ("london", [docked("england", "london", light=4)], False, 0),
        ("london", [docked("england", "london", 1)], True, 3),
        ("london", [docked("france", "london", 1)], True, 3),
        ("london", [docked("france", "london", heavy=3)], False, 1),
    ],
)
def test_a_port_has_room_for_two_a_large_one_for_four_or_six_of_one_fleet_r9_30(
    port: str, arrange: list[Arrange], fleet: bool, room: int
) -> None:
    assert berths(table(*arrange, frames=[]).state, "england", PROVINCE.index[port], fleet=fleet) == room


def test_galleys_that_leave_a_port_for_the_open_sea_are_gone_r9_28() -> None:
    zone = next(each for each in ZONE if PORTS_OF[each.index] >> PROVINCE.index["sevilla"] & 1 and not each.galleys)
    match = table(
        docked("castile", "sevilla", light=1, galleys=2),
        frames=[does("undocking", "castile", Undock(fleet=zone.id))],
        active="castile",
    )
    fleet = match.state.led["castile"].fleet
    assert (fleet.zone, fleet.light, fleet.galleys) == (zone.index, 1, 0)
    (sailed,) = told(match)
    assert (sailed.ships, sailed.galleys) == (3, 2)


def test_a_fleet_leaves_a_port_with_light_ships_or_without_some_r9_28_r9_25() -> None:
    """Wales lies on two zones: the fleet goes to one, a light ship that leaves it in the port to the other."""
    one, two = docked("england", "wales", 1, heavy=1), docked("england", "wales", light=1, heavy=1)

    def left(port: Arrange, out: Undock) -> tuple[int, int, int, dict[str, int]]:
        own = table(port, frames=[does("undocking", "england", out)], active="england").state.led["england"]
        assert own.fleet.zone == ZONE.index["eastern_atlantic"]
        outside = own.ships.at(own.fleet.zone), own.ships.at(ZONE.index["northeastern_atlantic"])
        return own.fleet.light, *outside, own.ships.docked

    fleet = partial(Undock, fleet="eastern_atlantic")
    assert left(one, fleet(board=1)) == (1, 0, 0, {})
    assert left(one, fleet(("wales",), ("eastern_atlantic",), gather=1)) == (1, 0, 0, {})
    assert left(two, fleet(stay=1)) == (0, 0, 0, {"wales": 1})
    assert left(two, fleet(("wales",), ("northeastern_atlantic",), stay=1)) == (0, 0, 1, {})
    assert left(two, fleet(leave=1, protect=("eastern_atlantic",))) == (0, 1, 0, {})


@pytest.mark.parametrize(
    ("out", "found"),
    [
        ({"board": 2}, "ships_not_there"),
        ({"stay": 6}, "ships_not_there"),
        ({"leave": 6}, "ships_not_there"),
        ({"stay": 4, "leave": 2}, "ships_not_there"),
        ({"gather": 1}, "ships_not_there"),
        ({"stay": -1}, "no_ships"),
        ({"stay": 5}, "no_room_in_port"),
        ({"stay": 4}, ""),
    ],
)
def test_what_a_fleet_cannot_take_along_or_leave_r9_28_r9_30(out: dict[str, int], found: str) -> None:
    """London has room for six ships of one fleet, for four others."""
    match = table(docked("england", "london", light=5, heavy=1), frames=[], active="england")
    assert code(match, "undocking", "england", Undock(fleet="english_channel", **out)) == found
    alone = Undock(("london",), ("english_channel",), **out)
    assert code(match, "undocking", "england", alone) == ("no_ships" if found == "no_ships" else "ships_not_there")


def test_light_ships_of_a_fleet_stay_where_it_was_r9_28() -> None:
    def fleet(state: State) -> None:
        own = state.led["france"].fleet
        own.zone, own.heavy, own.light = ZONE.index["bay_of_biscay"], 2, 2

    sail = Sail("english_channel", fleet=True, stay=2)
    match = table(fleet, frames=[does("sailing", "france", sail)])
    own = match.state.led["france"]
    assert (own.fleet.zone, own.fleet.light) == (ZONE.index["english_channel"], 0)
    assert own.ships.light[ZONE.index["bay_of_biscay"]] == 2
    match = table(fleet, frames=[])
    assert code(match, "sailing", "france", Sail("english_channel", fleet=True, stay=3)) == "ships_not_there"
