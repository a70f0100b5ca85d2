"""The map gives the figures of the rulebook's worked examples."""

from __future__ import annotations

import pytest

from adjudicator.components.bits import bits
from adjudicator.games.europa_universalis.content import default
from adjudicator.games.europa_universalis.facts import AREA, NEXT_TO, PORTS_OF, PROVINCE, REALM, ZONE
from adjudicator.games.europa_universalis.house_rules import HouseRules
from adjudicator.games.europa_universalis.rules.realms import (
    authority_cap,
    base_tax_income,
    in_empire,
    military_capacity,
    provinces,
    tax,
)
from adjudicator.games.europa_universalis.scenario import COUNTS
from adjudicator.games.europa_universalis.setup import initial_state
from adjudicator.games.europa_universalis.state import FORM

SIX = ("england", "france", "castile", "austria", "burgundy", "venice")


def area(*ids: str) -> int:
    return sum(1 << AREA.index[id] for id in ids)


START = initial_state(SIX, HouseRules(), default())


def served(realm: str, where: str, *, hostile: tuple[str, ...] = (), zones: tuple[str, ...] = (), used: int = 0) -> int:
    shut = sum(1 << ZONE.index[id] for id in zones)
    return military_capacity(
        START, REALM.index[realm], AREA.index[where], hostile=area(*hostile), hostile_zones=shut, used=used
    )


@pytest.mark.parametrize(
    ("realm", "where", "capacity"),
    [
        ("england", "northumbria", 11),
        ("england", "ireland", 3),
        ("desmond", "ireland", 1),
        ("genoa", "lombardy", 3),
        ("granada", "andalucia", 2),
    ],
)
def test_military_capacity_of_the_examples_r9_10(realm: str, where: str, capacity: int) -> None:
    assert tax(START, served(realm, where)) == capacity


def test_a_province_serves_once_a_turn_r9_12() -> None:
    """England recruits in Ireland, then in Northumbria: eight are left there (example of 5.5)."""
    assert tax(START, served("england", "northumbria", used=served("england", "ireland"))) == 8


def test_provinces_beside_hostile_units_serve_only_at_home_r9_10() -> None:
    """Venice in Venetia with an enemy army in Lombardy, and in Lombardy afterwards (box of 9.1)."""
    at_home = served("venice", "venetia", hostile=("lombardy",))
    assert (tax(START, at_home), tax(START, served("venice", "lombardy", used=at_home))) == (5, 1)


def test_a_hostile_zone_joins_nothing_r9_10() -> None:
    """Genoa in Lombardy without the Gulf of Lion: Corsica does not count (box of 9.1)."""
    assert tax(START, served("genoa", "lombardy", zones=("gulf_of_lion",))) == 2


@pytest.mark.parametrize(("realm", "zone", "capacity"), [("venice", "adriatic_sea", 5), ("genoa", "gulf_of_lion", 3)])
def test_naval_capacity_of_the_examples_r9_11(realm: str, zone: str, capacity: int) -> None:
    own = provinces(START, REALM.index[realm])
    assert sum(PROVINCE.things[each].ports for each in bits(PORTS_OF[ZONE.index[zone]] & own)) == capacity


def test_castile_begins_with_a_base_tax_of_twelve_4_4() -> None:
    assert base_tax_income(initial_state(SIX, HouseRules(), default()), REALM.index["castile"]) == 12


@pytest.mark.parametrize(
    ("one", "other", "near"),
    [
        ("central_italy", "lombardy", True),
        ("corsica_sardinia", "lombardy", True),
        ("corsica_sardinia", "languedoc", True),
        ("naples", "lombardy", False),
        ("naples", "languedoc", False),
        ("dalmatia", "lombardy", False),
    ],
)
def test_what_france_reaches_with_influence_5_4(one: str, other: str, near: bool) -> None:
    assert bool(NEXT_TO[AREA.index[one]] >> AREA.index[other] & 1) is near
    assert bool(NEXT_TO[AREA.index[other]] >> AREA.index[one] & 1) is near


def test_mountains_between_castile_and_andalucia_can_be_gone_round_5_5() -> None:
    castile, leon = AREA.thing("castile"), AREA.thing("leon")
    assert castile.mountains == area("andalucia")
    assert not leon.mountains & area("castile", "andalucia")


def test_two_zones_from_lancashire_to_america_5_1() -> None:
    """A port is a space of its own: out of it, and over the ocean."""
    northeast, northwest = ZONE.index["northeastern_atlantic"], ZONE.index["northwestern_atlantic"]
    assert PROVINCE.thing("lancashire").port == 1 << northeast
    assert ZONE.things[northeast].adjacent >> northwest & 1


def test_territories_with_number_two_5_1() -> None:
    found = {each.id for each in AREA if each.number == 2}
    assert found == {"florida", "mississippi", "new_granada", "guyana", "canada", "great_lakes"}


def test_borders_go_both_ways() -> None:
    for each in AREA:
        for other in AREA:
            assert each.land >> other.index & 1 == other.land >> each.index & 1
            assert each.mountains >> other.index & 1 == other.mountains >> each.index & 1
    for zone in ZONE:
        for beside in ZONE:
            assert zone.adjacent >> beside.index & 1 == beside.adjacent >> zone.index & 1


def test_every_capital_lies_in_its_realm() -> None:
    for realm in REALM:
        assert PROVINCE.things[realm.capital].owner == realm.index, realm.id


def test_burgundy_and_venice_are_outside_the_empire_and_hold_land_in_it_18_3() -> None:
    state = initial_state(SIX, HouseRules(), default())
    for id in ("burgundy", "venice"):
        realm = REALM.index[id]
        assert not in_empire(state, realm)
        assert any(each.hre and state.owner[each.index] == realm for each in PROVINCE)
    assert in_empire(state, REALM.index["austria"])
    assert authority_cap(state) == 6


def test_everybody_begins_with_the_same_r2_02() -> None:
    for own in initial_state(SIX, HouseRules(), default()).led.values():
        assert (own.stability, own.prestige, own.ducats, own.power) == (0, 0, 15, [3, 3, 3])


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_set_up_keeps_to_manpower_and_survives_its_document_r2_03(players: int) -> None:
    seats = [id for id in SIX if id in COUNTS[players].realms]
    state = initial_state(seats, HouseRules(), default())
    assert all(led.available >= 0 for led in state.led.values())
    assert FORM.read(FORM.write(state)) == state
    assert all(count <= 5 for led in state.led.values() for count in led.influence)
