"""The symbols on the edge of events (R16.10), by a player and by rule."""

from __future__ import annotations

from typing import get_args

import pytest

from adjudicator import Action, Match
from adjudicator.games.europa_universalis.content import default
from adjudicator.games.europa_universalis.facts import AREA, NODE, PROVINCE, REALM, ZONE
from adjudicator.games.europa_universalis.phrases import PHRASES
from adjudicator.games.europa_universalis.rules import events as s
from adjudicator.games.europa_universalis.rules.events import (
    AtNode,
    LoseCardinal,
    SinkShip,
    SpareColonist,
    SpareTown,
)
from adjudicator.games.europa_universalis.rules.operations import AtProvince, InArea
from adjudicator.games.europa_universalis.rules.unrest import RebelDice
from adjudicator.games.europa_universalis.slots import STRUGGLE
from adjudicator.games.europa_universalis.state import Fleet, State
from tests.games.europa_universalis.cards import Arrange, answer, asked, play_on, refused, table


def symbol(name: str, *arrange: Arrange, seat: str = "france", seed: bytes = b"symbols") -> Match:
    """The symbol is played by a seat, or by rule."""
    frames = s.symbol_of(table(*arrange, frames=[]).state, seat, name, default())
    return table(*arrange, frames=frames, active=seat or "france", seed=seed)


def unrest(*provinces: str) -> Arrange:
    return lambda state: setattr(state, "unrest", PROVINCE.mask_of(provinces))


def test_everybody_rolls_for_unrest_the_active_seat_one_die() -> None:
    match = symbol("unrest_rebellion", unrest("paris", "orleans", "toulouse", "london", "york"))
    offers = set(match.options("france"))
    assert InArea("east_anglia") not in offers
    assert len(offers) > 1
    told = [each for each in answer(match, ("france", InArea("seine"))) if isinstance(each, RebelDice)]
    assert next((each.seat, each.area, len(each.faces)) for each in told) == ("france", "seine", 1)
    play_on(match)


def test_by_rule_everybody_rolls_for_all() -> None:
    match = symbol("unrest_rebellion", unrest("paris", "orleans", "london"), seat="")
    rolled = [each.faces for each in answer(match) if isinstance(each, RebelDice)]
    assert sum(map(len, rolled)) == 3


def distant(state: State) -> None:
    """France has a town in Canada, and everybody two colonists."""
    for led in state.led.values():
        led.colonists = 2
    place = next(each.index for each in PROVINCE if AREA.ids[each.area] == "canada")
    state.owner[place] = REALM.index["france"]


@pytest.mark.parametrize(("spared", "colonists", "unruly"), [(SpareColonist(), 2, True), (SpareTown(), 1, False)])
def test_natives_rise_and_the_active_seat_ignores_one_effect(spared: Action, colonists: int, unruly: bool) -> None:
    match = symbol("native_uprising", distant)
    answer(match, ("france", spared))
    play_on(match)
    assert [led.colonists for led in match.state.led.values()] == [colonists, 1, 1, 1, 1, 1]
    assert bool(match.state.unrest) == unruly


def test_natives_rise_in_towns_and_not_among_vassals_r16_10() -> None:
    def aztecs(state: State) -> None:
        state.overlord[REALM.index["aztec"]] = REALM.index["castile"]

    match = symbol("native_uprising", aztecs)
    assert asked(match) == ("", ())
    assert not match.state.unrest


def test_ships_far_from_friendly_ports_are_lost_one_of_each_opponent() -> None:
    def overseas(state: State) -> None:
        for seat in ("france", "castile", "england"):
            state.led[seat].ships.light[ZONE.index["caribbean_sea"]] = 1
        state.led["castile"].ships.light[ZONE.index["northwestern_atlantic"]] = 1

    match = symbol("lost_at_sea", overseas)
    assert refused(match, "france", SinkShip("castile", "bay_of_biscay")).code == "no_ship_to_sink"
    answer(match, ("france", SinkShip("castile", "northwestern_atlantic")))
    left = {seat for seat, led in match.state.led.items() if led.ships.light[ZONE.index["caribbean_sea"]]}
    assert left == {"france", "castile"}, "the only one of England is lost"


def aztec_ally(state: State) -> None:
    state.allied["castile"] |= 1 << REALM.index["aztec"]


def aztec_vassal(state: State) -> None:
    state.overlord[REALM.index["aztec"]] = REALM.index["castile"]


def aztec_enemy(state: State) -> None:
    state.occupier[PROVINCE.index["mexico"]] = REALM.index["castile"]


@pytest.mark.parametrize(("arrange", "shelters"), [(aztec_ally, False), (aztec_vassal, True), (aztec_enemy, True)])
def test_a_port_without_a_town_or_a_vassal_is_inactive_and_shelters_no_ship_r16_10_r1_09(
    arrange: Arrange, shelters: bool
) -> None:
    """The port of the Aztecs, which are allied to Castile, its vassal, or partly occupied."""

    def overseas(state: State) -> None:
        state.owner[PROVINCE.index["mexico"]] = REALM.index["aztec"]
        state.led["castile"].ships.light[ZONE.index["caribbean_sea"]] = 1

    match = symbol("lost_at_sea", overseas, arrange, seat="")
    assert bool(match.state.led["castile"].ships.light[ZONE.index["caribbean_sea"]]) == shelters


def test_by_rule_each_loses_a_ship_of_its_choice() -> None:
    def overseas(state: State) -> None:
        own = state.led["castile"].ships
        own.light[ZONE.index["caribbean_sea"]] = own.light[ZONE.index["northwestern_atlantic"]] = 1

    match = symbol("lost_at_sea", overseas, seat="")
    assert asked(match) == ("lost_at_sea", ("castile",))
    answer(match, ("castile", SinkShip("castile", "caribbean_sea")))
    assert match.state.led["castile"].ships.light[ZONE.index["northwestern_atlantic"]] == 1


@pytest.mark.parametrize("kind", get_args(s.ShipAtSea))
def test_each_ship_that_may_be_lost_at_sea_has_its_words_and_is_lost_r16_10(kind: s.ShipAtSea) -> None:
    def overseas(state: State) -> None:
        own, zone = state.led["castile"], ZONE.index["caribbean_sea"]
        own.ships.light[zone] = own.ships.protecting[zone] = 1
        own.fleet = Fleet(zone, light=1, heavy=1, damaged=1, galleys=1)

    match, lost = symbol("lost_at_sea", overseas, seat=""), SinkShip("castile", "caribbean_sea", kind)
    for code in ("en", "ru"):
        assert PHRASES.parse(PHRASES.say(lost, code), code) == lost
    before = afloat(match)
    assert before[kind] == 1
    told = answer(match, ("castile", lost))
    assert s.ShipSank("castile", "caribbean_sea", kind) in told
    assert afloat(match) == before | {kind: 0}


def afloat(match: Match) -> dict[str, int]:
    """Castile's ships in the Caribbean, by kind."""
    own, zone = match.state.led["castile"], ZONE.index["caribbean_sea"]
    fleet, alone = own.fleet, {"light": own.ships.light[zone], "protecting": own.ships.protecting[zone]}
    kinds = {"fleet": fleet.light, "heavy": fleet.heavy, "damaged": fleet.damaged, "galleys": fleet.galleys}
    return alone | kinds


def test_pirates_come_where_merchants_are() -> None:
    match = symbol("pirates")
    nodes = {NODE.ids[each] for led in match.state.led.values() for each in led.merchants if NODE.things[each].zones}
    assert {each.node for each in match.options("france")} == nodes
    assert refused(match, "france", AtNode("wien")).code == "not_a_node_for_pirates"
    answer(match, ("france", AtNode("genoa")))
    assert match.state.trade.pirates[NODE.index["genoa"]] == 1


def test_by_rule_pirates_come_where_most_merchants_are_expanded_first() -> None:
    def expanded(state: State) -> None:
        state.trade.expanded = NODE.mask_of(["genoa"])

    match = symbol("pirates", expanded, seat="")
    most = max(s.merchants_at(match.state, each.index) for each in NODE if each.zones)
    assert s.merchants_at(match.state, NODE.index["genoa"]) == most
    assert match.state.trade.pirates[NODE.index["genoa"]] == 1


def test_by_rule_the_lot_chooses_among_the_best_nodes_for_pirates_r16_10() -> None:
    def two_each(state: State) -> None:
        for led, node in zip(state.led.values(), ("genoa", "genoa", "sevilla", "sevilla", "bordeaux"), strict=False):
            led.merchants = [NODE.index[node]]

    found = {symbol("pirates", two_each, seat="", seed=bytes([n])).state.trade.pirates.index(1) for n in range(9)}
    assert found == {NODE.index["genoa"], NODE.index["sevilla"]}


def curia(*seats: str) -> Arrange:
    return lambda state: setattr(state.curia, "cardinals", list(seats))


def test_a_cardinal_dies_and_the_others_move_up() -> None:
    match = symbol("cardinal_dies", curia("castile", "austria", "france"))
    assert refused(match, "france", LoseCardinal(4)).code == "no_such_cardinal"
    answer(match, ("france", LoseCardinal(1)))
    assert match.state.curia.cardinals == ["austria", "france"]


def test_by_rule_the_rightmost_of_whoever_has_most_dies() -> None:
    match = symbol("cardinal_dies", curia("castile", "austria", "castile", "france"), seat="")
    assert match.state.curia.cardinals == ["castile", "austria", "france"]
    match = symbol("cardinal_dies", curia("castile", "austria", "france"), seat="")
    assert match.state.curia.cardinals == ["castile", "austria"]


def test_who_is_silent_loses_no_cardinal_of_their_own() -> None:
    match = symbol("cardinal_dies", curia("france", "castile"))
    assert match.default("france") == LoseCardinal(2)
    assert {*match.options("france")} == {LoseCardinal(1), LoseCardinal(2)}


def test_by_rule_the_cardinal_of_roma_counts_for_whoever_has_most() -> None:
    def roma(state: State) -> None:
        state.owner[PROVINCE.index["roma"]] = REALM.index["france"]

    match = symbol("cardinal_dies", curia("france", "castile"), roma, seat="")
    assert match.state.curia.cardinals == ["castile"]


def test_attrition_takes_one_unit_of_four_of_others_at_war() -> None:
    def war(state: State) -> None:
        for seat in ("france", "england"):
            state.war[REALM.index[seat]] = 1 << REALM.index["granada"]
            state.led[seat].armies[0].regular.infantry = 8

    match = symbol("attrition", war)
    assert asked(match) == ("", ()), "two infantry units of one army: no choice"
    assert match.state.led["england"].armies[0].regular.infantry == 6
    assert match.state.led["france"].armies[0].regular.infantry == 8
    assert match.state.led["england"].exhausted == 2


def vassals(state: State) -> None:
    """Burgundy has no influence in the Netherlands any more, and its marriages there have ended."""
    state.led["burgundy"].influence[AREA.index["netherlands"]] = 0
    state.led["burgundy"].influence[AREA.index["flanders_wallonia"]] = 5
    state.married["burgundy"] = 0


@pytest.mark.parametrize(("seat", "rebels"), [("france", True), ("burgundy", False)])
def test_vassals_without_influence_are_disloyal(seat: str, rebels: bool) -> None:
    match = symbol("disloyal_vassals", vassals, seat=seat)
    play_on(match)
    there = AREA.index["netherlands"]
    burgundy = {each.index for each in REALM if each.overlord == REALM.index["burgundy"]}
    places = [each.id for each in PROVINCE if each.area == there and each.owner in burgundy]
    assert places
    assert match.state.unrest == PROVINCE.mask_of(places)
    assert bool(match.state.rebels[there]) == rebels


def test_the_most_vassal_tokens_lie_where_a_large_province_is() -> None:
    """Three provinces of vassals in the Netherlands, three in Lombardy, where two tokens lie on Milan."""

    def milan(state: State) -> None:
        vassals(state)
        state.overlord[REALM.index["milan"]] = REALM.index["burgundy"]
        state.led["burgundy"].influence[AREA.index["lombardy"]] = 0

    match = symbol("disloyal_vassals", milan)
    play_on(match)
    assert match.state.unrest == PROVINCE.mask_of(("milano", "parma", "cremona"))
    assert match.state.rebels[AREA.index["lombardy"]] == 4


def test_a_dynamic_realm_of_the_colour_grows() -> None:
    match = symbol("dnpr_green")
    assert asked(match) == ("province_for", ("france",))
    assert AtProvince("gibraltar") in set(match.options("france"))
    assert asked(symbol("dnpr_pink")) == ("", ())
    assert asked(symbol("dnpr_green", seat="")) == ("", ())


def test_faiths_the_revolution_and_a_power_struggle() -> None:
    assert asked(symbol("spread_of_religious_ideas")) == ("area_for", ("france",))
    assert asked(symbol("spread_of_the_revolution")) == ("area_for", ("france",))

    def upcoming(state: State) -> None:
        state.goals.upcoming = STRUGGLE.index["italian_wars"]

    assert symbol("activate_power_struggle", upcoming, seat="").state.goals.struggle == STRUGGLE.index["italian_wars"]
