"""Battles at sea: captured ships, losses, admirals, retreat (R9.45-R9.48)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from adjudicator import Match
from adjudicator.games.europa_universalis.facts import COASTS_OF, NODE, PROVINCE, ZONE
from adjudicator.games.europa_universalis.rules.battles import BattleOver, battle_at
from adjudicator.games.europa_universalis.rules.casualties import (
    KeepCommand,
    LeavePrize,
    LoseShip,
    PrizeAlone,
    PrizeToFleet,
    ShipLost,
    Wounded,
)
from adjudicator.games.europa_universalis.rules.retreats import Retreat, StandFast
from adjudicator.games.europa_universalis.rules.sailing import Sail
from adjudicator.games.europa_universalis.rules.units import all_ships, berths, friendly_ports
from adjudicator.games.europa_universalis.slots import CHARACTER
from adjudicator.games.europa_universalis.state import State
from tests.games.europa_universalis.field import Arrange, does, of, rolled, ships, table, told, war

HIT, BARE_OUTLINE, NO_HIT = 1, 4, 6
"""Faces of an artillery die."""


def fleet(seat: str, zone: str, *, admiral: str = "", **kinds: int) -> Arrange:
    """The fleet is in a zone."""

    def arrange(state: State) -> None:
        own = state.led[seat].fleet
        own.zone = ZONE.index[zone]
        for kind, n in kinds.items():
            setattr(own, kind, n)
        if admiral:
            own.admiral = CHARACTER.index[admiral]

    return arrange


def at_sea(*arrange: Arrange, zone: str = "bay_of_biscay", english: Sequence[int], french: Sequence[int]) -> Match:
    """England attacks France; nobody appoints an admiral."""
    match = table(
        *arrange,
        war("england", "france"),
        frames=[battle_at("england", None, zone)],
        active="england",
        dice=[rolled("attackers", "artillery", *english), rolled("defenders", "artillery", *french)],
    )
    while match.decisions() and match.decisions()[0].kind == "command":
        match.apply(match.decisions()[0].waiting[0], KeepCommand())
    return match


def test_ships_take_what_the_enemy_lost_r9_47() -> None:
    match = table(
        ships("france", "bay_of_biscay", 3),
        ships("england", "bay_of_biscay", 1),
        war("england", "france"),
        frames=[battle_at("france", None, "bay_of_biscay")],
        dice=[rolled("attackers", "artillery", 1, 4, 5), rolled("defenders", "artillery", 5, 5, 5)],
    )
    zone = ZONE.index["bay_of_biscay"]
    led = match.state.led
    match.apply("france", PrizeAlone())
    assert (led["france"].ships.light[zone], led["england"].ships.light[zone]) == (4, 0)


@pytest.mark.parametrize(("place", "asked"), [("bay_of_biscay", True), ("", True), ("gulf_of_lion", False)])
def test_a_captured_light_ship_may_join_the_fleet_or_form_it_r9_47(place: str, asked: bool) -> None:
    """The fleet is there, is nowhere yet, or is elsewhere."""

    def fleet(state: State) -> None:
        if place:
            state.led["france"].fleet.zone, state.led["france"].fleet.heavy = ZONE.index[place], 1

    zone = ZONE.index["bay_of_biscay"]
    match = table(
        ships("france", "bay_of_biscay", 3),
        ships("england", "bay_of_biscay", 1),
        fleet,
        war("england", "france"),
        frames=[battle_at("france", None, "bay_of_biscay")],
        dice=[
            rolled("attackers", "artillery", 1, 4, 5),
            rolled("defenders", "artillery", 5, 5, 5),
        ],
    )
    if match.decisions() and match.decisions()[0].kind == "command":
        match.apply("france", KeepCommand())
    own = match.state.led["france"]
    if asked:
        match.apply("france", PrizeToFleet())
        assert (own.fleet.zone, own.fleet.light, own.ships.light[zone]) == (zone, 1, 3)
    else:
        assert set(match.options("france")) == {PrizeAlone(), LeavePrize()}
        match.apply("france", PrizeAlone())
        assert (own.fleet.light, own.ships.light[zone]) == (0, 4)
    assert match.decisions() == []


@pytest.mark.parametrize(("ship", "taken"), [("heavy", True), ("galleys", True), ("heavy", False), ("light", False)])
def test_the_victor_may_take_a_captured_ship_or_leave_it_r9_47(ship: str, taken: bool) -> None:
    """A heavy ship is damaged; like a galley it joins the fleet, here one that it forms."""
    match = table(
        ships("france", "bay_of_biscay", 3),
        fleet("england", "bay_of_biscay", **{"damaged" if ship == "heavy" else ship: 1}),
        war("england", "france"),
        frames=[battle_at("france", None, "bay_of_biscay")],
        dice=[
            rolled("attackers", "artillery", HIT, BARE_OUTLINE, NO_HIT),
            rolled("defenders", "artillery", NO_HIT, NO_HIT, NO_HIT),
        ],
    )
    own = match.state.led["france"]
    kind, before = "damaged" if ship == "heavy" else ship, all_ships(match.state, "france")
    match.apply("france", PrizeToFleet() if taken else LeavePrize())
    assert getattr(own.fleet, kind) == own.fleet.all == int(taken)
    assert all_ships(match.state, "france") - before == int(taken)
    assert match.decisions() == []


def test_who_retreats_at_sea_loses_a_ship_of_his_choice_even_a_whole_heavy_one_r9_48_r9_45() -> None:
    match = at_sea(
        fleet("france", "bay_of_biscay", heavy=2, light=1),
        ships("england", "bay_of_biscay", 9),
        english=[NO_HIT] * 3,
        french=[NO_HIT] * 3,
    )
    own = match.state.led["france"].fleet
    match.apply("england", StandFast())
    ports = {each.port for each in match.options("france") if isinstance(each, Retreat) and each.port}
    assert ports == {
        PROVINCE.ids[each]
        for each in friendly_ports(match.state, "france", own.zone)
        if berths(match.state, "france", each, fleet=True) >= 2
    }
    match.apply("france", Retreat(port="saintonge"))
    assert set(match.options("france")) == {LoseShip("light"), LoseShip("heavy")}
    match.apply("france", LoseShip("heavy"))
    assert (own.port, own.heavy, own.damaged, own.light) == (PROVINCE.index["saintonge"], 1, 0, 1)


@pytest.mark.parametrize("whole", [True, False])
def test_an_admiral_is_wounded_only_if_a_ship_was_lost_not_if_one_was_damaged_r9_46(whole: bool) -> None:
    """One hit damages a heavy ship that is whole; a damaged one is lost."""
    match = table(
        fleet("france", "bay_of_biscay", admiral="adm_18", heavy=int(whole), damaged=int(not whole)),
        ships("england", "bay_of_biscay"),
        war("england", "france"),
        frames=[battle_at("england", None, "bay_of_biscay")],
        active="england",
        dice=[
            rolled("attackers", "artillery", HIT, BARE_OUTLINE, BARE_OUTLINE),
            rolled("defenders", "infantry", NO_HIT, NO_HIT),
            rolled("defenders", "artillery", NO_HIT, NO_HIT, NO_HIT),
        ],
    )
    assert [each.damaged for each in of(told(match), ShipLost) if each.seat == "france"] == [whole]
    assert bool(of(told(match), Wounded)) == (not whole)


@pytest.mark.parametrize("claimed", [False, True])
def test_ships_do_not_retreat_into_a_distant_zone_that_they_may_not_enter_r9_48_r9_31(claimed: bool) -> None:
    def claim(state: State) -> None:
        state.led["france"].claims |= COASTS_OF[ZONE.index["caribbean_sea"]] if claimed else 0

    match = at_sea(
        ships("france", "eastern_atlantic", 4),
        ships("england", "eastern_atlantic", 4),
        claim,
        zone="eastern_atlantic",
        english=[NO_HIT] * 3,
        french=[NO_HIT] * 3,
    )
    match.apply("england", StandFast())
    assert (Retreat(zone="caribbean_sea") in match.options("france")) == claimed


def test_the_owner_chooses_which_of_whole_and_damaged_heavy_ships_takes_a_hit_r9_45() -> None:
    def hit(which: LoseShip) -> tuple[int, int]:
        match = at_sea(
            fleet("france", "bay_of_biscay", heavy=1, damaged=1),
            ships("england", "bay_of_biscay", 9),
            english=[HIT, NO_HIT, NO_HIT],
            french=[NO_HIT] * 3,
        )
        assert set(match.options("france")) == {LoseShip("heavy"), LoseShip("heavy", whole=True)}
        match.apply("france", which)
        own = match.state.led["france"].fleet
        return own.heavy, own.damaged

    assert hit(LoseShip("heavy")) == (1, 0)
    assert hit(LoseShip("heavy", whole=True)) == (0, 2)


def test_ships_of_pirates_are_captured_too_r9_47_r9_51() -> None:
    def pirates(state: State) -> None:
        state.trade.pirates[NODE.index["genoa"]] = 1

    match = table(
        pirates,
        ships("france", "gulf_of_lion", 3),
        frames=[does("sailing", "france", Sail("gulf_of_lion", hunt="genoa"))],
        dice=[
            rolled("attackers", "artillery", HIT, BARE_OUTLINE, NO_HIT),
            rolled("defenders", "artillery", NO_HIT, NO_HIT, NO_HIT),
        ],
    )
    (over,) = of(told(match, ("france", PrizeAlone())), BattleOver)
    assert over.node == "genoa"
    assert match.state.led["france"].ships.light[ZONE.index["gulf_of_lion"]] == 4
    assert match.state.trade.pirates[NODE.index["genoa"]] == 0
