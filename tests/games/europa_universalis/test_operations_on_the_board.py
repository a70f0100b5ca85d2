"""What cards do on the board and between realms: influence, claims, unrest, pacts, units, towns (R16.03)."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.games.europa_universalis.facts import AREA, NONE, POWER, PROVINCE, REALM, RELIGION, ZONE
from adjudicator.games.europa_universalis.rules.calls import CallAlly, NoCall
from adjudicator.games.europa_universalis.rules.influence import PutInfluence
from adjudicator.games.europa_universalis.rules.operations import (
    AtProvince,
    Forgo,
    InArea,
    WithRealm,
)
from adjudicator.games.europa_universalis.rules.operations_units import LoseIn, PutUnit
from adjudicator.games.europa_universalis.rules.players import AcceptDeal, RefuseDeal
from adjudicator.games.europa_universalis.rules.realms import base_tax_income, capital, manpower, towns_of, worth
from adjudicator.games.europa_universalis.rules.relations import is_npr, make_war
from adjudicator.games.europa_universalis.rules.units import mercenaries_left
from adjudicator.games.europa_universalis.slots import IDEA
from adjudicator.games.europa_universalis.state import Fleet, State
from tests.games.europa_universalis.cards import answer, asked, played, refused, table
from tests.games.europa_universalis.field import Arrange, allies, war


def test_influence_displaces_where_an_area_is_full_r11_02() -> None:
    def full(state: State) -> None:
        state.led["venice"].influence[AREA.index["naples"]] = 5

    match = played({"op": "place_influence", "n": 2, "areas": ["naples"]}, arrange=full)
    answer(match, ("france", PutInfluence("naples", "venice")), ("france", PutInfluence("naples", "venice")))
    area = AREA.index["naples"]
    assert match.state.led["france"].influence[area] == 2
    assert match.state.led["venice"].influence[area] == 3


def test_claims_named_come_at_once_and_others_are_chosen() -> None:
    match = played({"op": "place_claim", "areas": ["naples"], "who": "venice"})
    assert match.state.led["venice"].claims >> AREA.index["naples"] & 1
    match = played({"op": "place_claim", "where": "beside_realm"})
    assert asked(match) == ("area_for", ("france",))
    assert refused(match, "france", InArea("scotland")).code == "not_this_area"
    answer(match, ("france", InArea("lombardy")))
    assert match.state.led["france"].claims >> AREA.index["lombardy"] & 1
    match = played({"op": "place_claim", "where": "beside_realm"})
    answer(match, ("france", Forgo()))
    assert match.state.led["france"].claims == table(frames=[]).state.led["france"].claims


def test_unrest_comes_to_towns_of_the_losers_choice_r16_02() -> None:
    match = played({"op": "add_unrest", "n": 2, "who": "england"})
    assert asked(match) == ("province_for", ("england",))
    assert refused(match, "england", AtProvince("paris")).code == "not_this_province"
    answer(match, ("england", AtProvince("london")))
    assert refused(match, "england", AtProvince("london")).code == "not_this_province"
    answer(match, ("england", AtProvince("york")))
    assert match.state.unrest == PROVINCE.mask_of(("london", "york"))


def test_unrest_comes_to_all_where_there_are_no_more() -> None:
    match = played({"op": "add_unrest", "n": 2, "areas": ["lombardy"], "who": "venice"})
    assert match.state.unrest == PROVINCE.mask_of(("brescia",))
    assert asked(match) == ("", ())


def test_rebels_come_where_an_opponent_has_unrest_r8_05() -> None:
    def unruly(state: State) -> None:
        state.unrest = PROVINCE.mask_of(("york", "paris"))

    match = played({"op": "place_rebels", "opponent": True}, arrange=unruly)
    assert match.state.rebels[AREA.index["northumbria"]] == 1
    assert sum(match.state.rebels) == 1


def test_a_core_only_in_an_area_that_is_owned_whole_r7_30() -> None:
    def conquered(state: State) -> None:
        for each in PROVINCE:
            if AREA.ids[each.area] == "ireland":
                state.owner[each.index] = REALM.index["england"]

    match = played({"op": "place_core", "areas": ["ireland"], "where": "fully_owned"}, active="england")
    assert asked(match) == ("", ())
    assert not match.state.led["england"].cores
    match = played({"op": "place_core", "areas": ["ireland"]}, active="england", arrange=conquered)
    answer(match, ("england", InArea("ireland")))
    assert match.state.led["england"].cores == AREA.mask_of(("ireland",))


def test_a_core_token_comes_in_place_of_another_players_r7_30() -> None:
    """Also where the provinces are printed as one's own cores: under the other's token they are not."""

    def taken(state: State) -> None:
        state.led["france"].cores = AREA.mask_of(("east_anglia",))

    home = {"op": "place_core", "areas": ["east_anglia"]}
    assert asked(played(home, active="england")) == ("", ())
    match = played(home, active="england", arrange=taken)
    answer(match, ("england", InArea("east_anglia")))
    assert match.state.led["england"].cores == AREA.mask_of(("east_anglia",))
    assert not match.state.led["france"].cores


def test_a_marriage_with_a_fitting_partner_r16_03() -> None:
    match = played({"op": "gain_marriage", "realm": "granada"})
    assert asked(match) == ("", ()), "a muslim realm marries no christian"
    match = played({"op": "gain_marriage", "which": "christian"})
    answer(match, ("france", WithRealm("savoy")))
    assert match.state.married["france"] == 1 << REALM.index["savoy"]


def test_a_token_that_is_missing_comes_from_elsewhere_r16_03() -> None:
    def three(state: State) -> None:
        state.married["france"] = REALM.mask_of(("savoy", "provence", "lorraine"))

    match = played({"op": "gain_marriage", "realm": "aragon"}, arrange=three)
    answer(match, ("france", WithRealm("aragon")), ("france", WithRealm("lorraine")))
    assert match.state.married["france"] == REALM.mask_of(("savoy", "provence", "aragon"))


def tied(state: State, what: str, one: str, other: str) -> tuple[bool, bool]:
    """Whether each of two players has the other's token of alliance, or of marriage."""
    tokens = getattr(state, what)
    return bool(tokens[one] >> REALM.index[other] & 1), bool(tokens[other] >> REALM.index[one] & 1)


TIES = [("gain_alliance", "alliance_offered", "allied"), ("gain_marriage", "marriage_offered", "married")]


@pytest.mark.parametrize(("op", "kind", "tokens"), TIES)
def test_a_player_is_asked_for_a_tie_and_both_have_a_token_r16_03(op: str, kind: str, tokens: str) -> None:
    match = played({"op": op, "realm": "england"})
    answer(match, ("france", WithRealm("england")))
    assert asked(match) == (kind, ("england",))
    assert match.decisions()[0].interrupts
    answer(match, ("england", AcceptDeal()))
    assert tied(match.state, tokens, "france", "england") == (True, True)


@pytest.mark.parametrize(("op", "kind", "tokens"), TIES)
def test_a_player_may_refuse_a_tie_of_an_event_and_another_is_chosen_r16_03(op: str, kind: str, tokens: str) -> None:
    match = played({"op": op, "which": "christian"})
    answer(match, ("france", WithRealm("england")), ("england", RefuseDeal()))
    assert tied(match.state, tokens, "france", "england") == (False, False)
    offers = match.options("france")
    assert WithRealm("england") not in offers
    assert WithRealm("castile") in offers
    only = played({"op": op, "realm": "england"})
    answer(only, ("france", WithRealm("england")), ("england", RefuseDeal()))
    assert asked(only) == ("", ())


def test_a_player_who_has_no_token_left_for_a_tie_moves_one_r16_03() -> None:
    def three(state: State) -> None:
        state.married["england"] = REALM.mask_of(("savoy", "provence", "lorraine"))

    match = played({"op": "gain_marriage", "realm": "england"}, arrange=three)
    answer(match, ("france", WithRealm("england")), ("england", AcceptDeal()), ("england", WithRealm("savoy")))
    assert tied(match.state, "married", "france", "england") == (True, True)
    assert not match.state.married["england"] >> REALM.index["savoy"] & 1


def test_no_alliance_with_a_player_at_war_and_none_with_oneself_r16_03() -> None:
    def war(state: State) -> None:
        make_war(state, REALM.index["england"], REALM.index["scotland"])

    assert asked(played({"op": "gain_alliance", "realm": "england"}, arrange=war)) == ("", ())
    assert asked(played({"op": "gain_alliance", "realm": "france"})) == ("", ())


def test_an_alliance_needs_as_much_influence_as_the_ally_has_r16_03() -> None:
    """Scotland is France's ally with two cubes; Castile has none there."""
    effect = {"op": "gain_alliance", "realm": "scotland"}
    assert asked(played(effect, active="castile")) == ("", ())

    def courted(state: State) -> None:
        state.led["castile"].influence[AREA.index["scotland"]] = 2

    match = played(effect, active="castile", arrange=courted)
    answer(match, ("castile", WithRealm("scotland")))
    assert match.state.allied["castile"] >> REALM.index["scotland"] & 1
    assert not match.state.allied["france"] >> REALM.index["scotland"] & 1


def test_a_token_from_elsewhere_makes_no_partner_fitting_r16_03() -> None:
    """With three marriages a muslim realm is no partner either; nor is there an alliance for who has three active
    allies.
    """

    def three(state: State) -> None:
        state.married["france"] = REALM.mask_of(("savoy", "provence", "lorraine"))

    assert asked(played({"op": "gain_marriage", "realm": "granada"}, arrange=three)) == ("", ())

    def active(state: State) -> None:
        state.allied["france"] = state.active = REALM.mask_of(("savoy", "provence", "lorraine"))

    assert asked(played({"op": "gain_alliance", "realm": "aragon"}, arrange=active)) == ("", ())


def test_casus_belli_against_a_vassal_lies_on_its_overlord_r9_04_r11_90() -> None:
    """Flanders is Burgundy's; Burgundy itself has no cause against it."""
    match = played({"op": "place_cb", "realm": "flanders"})
    answer(match, ("france", WithRealm("burgundy")))
    assert match.state.cb["france"] == REALM.mask_of(("burgundy",))
    assert asked(played({"op": "place_cb", "realm": "flanders"}, active="burgundy")) == ("", ())


def test_the_vassals_of_a_realm_that_an_event_makes_a_vassal_are_free_r16_03_r11_80() -> None:
    """Naples was Aragon's."""
    state = played({"op": "place_vassal", "realm": "aragon"}).state
    assert state.overlord[REALM.index["aragon"]] == REALM.index["france"]
    assert is_npr(state, REALM.index["naples"])


def test_an_event_makes_nobody_a_vassal_who_cannot_be_one_or_without_tokens_r16_03_r11_80_r1_08() -> None:
    def all_used(state: State) -> None:
        for number, owner in enumerate(state.owner):
            if owner not in (REALM.index["france"], REALM.index["aragon"]):
                state.owner[number] = REALM.index["navarra"]
        state.overlord[REALM.index["navarra"]] = REALM.index["france"]

    for realm, arrange in (("papal_states", None), ("aragon", all_used)):
        state = played({"op": "place_vassal", "realm": realm}, arrange=arrange).state
        assert state.overlord[REALM.index[realm]] == NONE
    austria = played({"op": "place_vassal", "realm": "austria"}, players=3).state
    assert austria.empire.emperor == REALM.index["austria"]
    assert austria.overlord[REALM.index["austria"]] == NONE


def test_an_alliance_that_a_card_ends_may_not_be_kept_r16_03() -> None:
    """Of all alliances, one of the seat's choice; a realm that is no ally of its is not meant."""
    match = played({"op": "end_alliance", "who": "castile"}, arrange=allies("castile", "aragon", "navarra"))
    assert set(match.options("castile")) == {WithRealm("aragon"), WithRealm("navarra")}
    answer(match, ("castile", WithRealm("navarra")))
    assert match.state.allied["castile"] == 1 << REALM.index["aragon"]
    assert asked(match) == ("", ())
    named = played({"op": "end_alliance", "realm": "aragon"}, arrange=allies("castile", "aragon"))
    assert (named.state.allied["castile"], asked(named)) == (1 << REALM.index["aragon"], ("", ()))


def test_disputed_succession_turns_the_marriages() -> None:
    match = played({"op": "dispute_succession", "which": "married"})
    assert {each.realm for each in match.options("france")} >= {"portugal", "bavaria", "flanders"}
    answer(match, ("france", WithRealm("bavaria")))
    assert match.state.disputed["austria"] == 1 << REALM.index["bavaria"]


def test_units_come_where_no_battle_starts_r16_03() -> None:
    def invaded(state: State) -> None:
        for area in ("loire", "languedoc", "aquitaine", "burgundy", "rhineland", "brittany_normandy"):
            state.rebels[AREA.index[area]] = 1

    match = played({"op": "gain_units", "n": 2, "kind": "cavalry"}, arrange=invaded)
    assert {each.area for each in match.options("france")} == {"seine"}, "cavalry in armies, and away from rebels"
    before = match.state.led["france"].available
    answer(match, ("france", PutUnit("seine", 1)), ("france", PutUnit("seine", 1)))
    own = match.state.led["france"]
    assert own.armies[0].regular.cavalry == 3
    assert own.available == before - 2


@pytest.mark.parametrize(("op", "left"), [("gain_units", 1), ("gain_units", 0), ("gain_mercenaries", 0)])
def test_no_more_units_come_than_there_are_r16_03_r1_08(op: str, left: int) -> None:
    """Regular ones are taken from those available; of mercenaries there are twenty."""

    def few(state: State) -> None:
        state.led["france"].available = left
        state.led["venice"].armies[0].area = AREA.index["venetia"]
        state.led["venice"].armies[0].mercenary.infantry += mercenaries_left(state)

    match = played({"op": op, "n": 2}, arrange=few)
    before = match.state.led["france"].regular
    if left:
        answer(match, ("france", PutUnit("seine")))
    assert asked(match) == ("", ())
    own = match.state.led["france"]
    assert (own.regular, own.available, own.armies[0].mercenary.all) == (before + left, 0, 0)


def test_units_without_a_place_where_no_battle_starts_are_not_gained_r16_03() -> None:
    def rebels_everywhere(state: State) -> None:
        state.rebels = [1] * len(AREA)

    match = played({"op": "gain_units", "n": 2}, {"op": "gain_mercenaries", "n": 1}, arrange=rebels_everywhere)
    assert asked(match) == ("", ())


def without_ships(*docked: str) -> Any:
    """France has two ports, Saintonge on the open sea and Montpellier; two ships in those named are all it has."""

    def arrange(state: State) -> None:
        own = state.led["france"]
        own.ships.light, own.ships.protecting, own.ships.docked = [0] * len(ZONE), [0] * len(ZONE), {}
        own.ships.docked, own.fleet = dict.fromkeys(docked, 2), Fleet()

    return arrange


def test_light_ships_come_where_a_port_has_room_r16_03() -> None:
    match = played({"op": "gain_ships", "n": 9}, arrange=without_ships("saintonge"))
    assert asked(match) == ("", ())
    assert match.state.led["france"].ships.docked == {"saintonge": 2, "montpellier": 2}


@pytest.mark.parametrize(
    ("kind", "docked", "port"),
    [
        ("galley", (), "montpellier"),
        ("galley", ("montpellier",), None),
        ("heavy", ("montpellier",), "saintonge"),
        ("heavy", ("montpellier", "saintonge"), None),
    ],
)
def test_a_fleet_begins_in_a_port_with_room_where_its_ships_sail_r16_03(
    kind: str, docked: tuple[str, ...], port: str | None
) -> None:
    """It takes two of three ships there."""
    fleet = played({"op": "gain_ships", "kind": kind, "n": 3}, arrange=without_ships(*docked)).state.led["france"].fleet
    assert (PROVINCE.id_or_none(fleet.port), fleet.all) == (port, 2 if port else 0)


@pytest.mark.parametrize(("zone", "came"), [("bay_of_biscay", 0), ("gulf_of_lion", 3)])
def test_galleys_join_a_fleet_in_their_seas_alone_r16_03(zone: str, came: int) -> None:
    def at_sea(state: State) -> None:
        without_ships()(state)
        state.led["france"].fleet = Fleet(ZONE.index[zone], heavy=1)

    match = played({"op": "gain_ships", "kind": "galley", "n": 3}, arrange=at_sea)
    assert match.state.led["france"].fleet.galleys == came


def test_lost_units_are_exhausted_r9_45() -> None:
    match = played({"op": "lose_units", "n": 2})
    answer(match, ("france", LoseIn("seine", "cavalry", "regular", 1)), ("france", LoseIn("aquitaine", army=2)))
    own = match.state.led["france"]
    assert own.exhausted == 2
    assert own.armies[1].area == -1
    assert own.armies[0].regular.cavalry == 0


def test_a_cardinal_pushes_the_last_one_out_r19_01() -> None:
    before = table(frames=[]).state.curia.cardinals
    match = played({"op": "gain_cardinal", "n": 2})
    assert match.state.curia.cardinals == ["france", "france", *before][:7]


def test_authority_stops_at_its_cap_r18_01() -> None:
    match = played({"op": "gain_authority", "n": 5})
    assert match.state.empire.authority == 6
    assert played({"op": "lose_authority", "n": 5}).state.empire.authority == 0


@pytest.mark.parametrize(("province", "placed"), [("gibraltar", True), ("london", False), ("gent", False)])
def test_a_town_comes_only_where_no_other_player_has_a_token_r16_03(province: str, placed: bool) -> None:
    """Gibraltar is Granada's; London is England's, Gent a vassal's of Burgundy."""
    match = played({"op": "place_town", "province": province}, active="castile")
    assert (match.state.owner[PROVINCE.index[province]] == REALM.index["castile"]) == placed


def owned_by(state: State, realm: str) -> list[int]:
    return [each for each, owner in enumerate(state.owner) if owner == REALM.index[realm]]


def test_a_large_town_takes_the_place_of_a_small_one_r16_03() -> None:
    """Lyon's neighbour Bourbon is large from now on: two ducats, one manpower more; with another owner it is small."""
    match = played({"op": "develop_town"})
    before, men = base_tax_income(match.state, REALM.index["france"]), manpower(match.state, REALM.index["france"])
    assert asked(match) == ("province_for", ("france",))
    assert AtProvince("paris") not in match.options("france")
    answer(match, ("france", AtProvince("bourbon")))
    state = match.state
    bourbon = PROVINCE.index["bourbon"]
    assert (worth(state, bourbon), base_tax_income(state, REALM.index["france"])) == (2, before + 1)
    assert manpower(state, REALM.index["france"]) >= men
    match = played({"op": "develop_town"}, {"op": "place_town", "who": "england", "province": "bourbon"})
    answer(match, ("france", AtProvince("bourbon")))
    assert worth(match.state, bourbon) == 2, "another player's province cannot be taken so"


def test_a_ninth_large_town_is_two_small_ones_and_none_is_developed_r7_11() -> None:
    def rich(state: State) -> None:
        for each in PROVINCE:
            if each.tax == 2:
                state.owner[each.index] = REALM.index["france"]

    match = played({"op": "develop_town"}, arrange=rich)
    small, large = towns_of(match.state, REALM.index["france"])
    held = [PROVINCE.things[each].tax for each in owned_by(match.state, "france")]
    assert (small, large) == (held.count(1) + 2 * (held.count(2) - 8), 8)
    assert asked(match) == ("", ())


def test_a_large_town_that_an_enemy_covers_is_none_to_develop_another_with_r7_11() -> None:
    """France has eight large provinces; England occupies one of them, and has put a town of its own on it."""

    def eight(state: State) -> None:
        large = [each.index for each in PROVINCE if each.tax == 2]
        for number in large:
            if state.owner[number] == REALM.index["france"]:
                state.owner[number] = REALM.index["aragon"]
        for number in large[:8]:
            state.owner[number] = REALM.index["france"]
        state.occupier[large[0]] = REALM.index["england"]

    match = played({"op": "develop_town"}, arrange=eight)
    assert towns_of(match.state, REALM.index["france"])[1] == 7
    assert asked(match) == ("", ())


def test_a_realm_without_its_natural_capital_has_another_r13_01() -> None:
    """Aragon has lost Valencia: its capital is the first large one of its provinces by the alphabet."""
    match = played({"op": "gain_ducats"})
    state = match.state
    assert PROVINCE.ids[capital(state, REALM.index["aragon"])] == "valencia"
    state.owner[PROVINCE.index["valencia"]] = REALM.index["france"]
    assert PROVINCE.ids[capital(state, REALM.index["aragon"])] == "baleares"
    state.grown |= 1 << PROVINCE.index["mesina"]
    assert PROVINCE.ids[capital(state, REALM.index["aragon"])] == "mesina"


def test_a_token_of_a_faith_comes_to_land_of_others_r15_01() -> None:
    match = played({"op": "place_faith", "religion": "protestant", "areas": ["saxony"]})
    assert asked(match) == ("", ())
    assert match.state.religion[AREA.index["saxony"]] == RELIGION.index["protestant"]
    match = played({"op": "place_faith", "religion": "protestant", "areas": ["saxony", "westphalia", "seine"], "n": 2})
    assert refused(match, "france", InArea("rhineland")).code == "not_this_area"
    answer(match, ("france", InArea("seine")))
    assert refused(match, "france", InArea("seine")).code == "not_this_area"
    answer(match, ("france", InArea("westphalia")))
    found = [AREA.ids[n] for n, each in enumerate(match.state.religion) if each == RELIGION.index["protestant"]]
    assert sorted(found) == ["seine", "westphalia"]


def test_an_area_leaves_the_empire_by_an_event_for_no_authority_r18_26() -> None:
    """Its own people bring it back only when its land has changed hands."""

    def imperial(state: State) -> None:
        state.empire.imperial[AREA.index["switzerland"]] = 1

    match = played({"op": "leave_empire", "areas": ["switzerland", "seine"]}, arrange=imperial)
    empire, area = match.state.empire, AREA.index["switzerland"]
    assert (empire.left, empire.imperial[area], empire.authority) == (1 << area, 0, 3)
    match = played(
        {"op": "leave_empire", "areas": ["switzerland"]},
        {"op": "place_town", "province": "toulouse"},
        {"op": "place_vassal", "realm": "savoy"},
        active="austria",
    )
    assert match.state.empire.left == 0
    assert match.state.empire.authority == 4
    match = played({"op": "leave_empire", "areas": ["switzerland"]}, {"op": "place_town", "province": "toulouse"})
    assert match.state.empire.left == 1 << area


def test_an_event_brings_an_idea_in_a_new_row_r8_06() -> None:
    def laid(state: State) -> None:
        state.goals.ideas = IDEA.mask_of(("cabinet",))
        state.goals.idea_draw = [IDEA.index["absolute_monarchy"]]

    kind = POWER.ids[IDEA.thing("absolute_monarchy").power]
    others = [each for each in POWER.ids if each != kind]
    match = played(*({"op": "add_idea", "power": each} for each in (kind, kind, *others)), arrange=laid)
    assert match.state.goals.ideas == IDEA.mask_of(("cabinet", "absolute_monarchy"))
    assert match.state.goals.idea_draw == []


def test_a_war_by_an_event_is_an_outside_one_for_the_emperor_r9_06_r18_03() -> None:
    """Also if the empire does not defend itself."""

    def weak(state: State) -> None:
        state.empire.authority = 0

    match = played({"op": "declare_war", "by": "brittany", "realm": "austria"}, arrange=weak)
    while match.decisions():
        (seat,) = match.decisions()[0].seats
        answer(match, (seat, match.default(seat)))
    assert match.state.empire.emperor == REALM.index["austria"]
    assert match.state.empire.aggressors == 1 << REALM.index["brittany"]


def test_a_realm_of_nobody_declares_war_by_an_event_r9_06() -> None:
    """The player attacked gains power and calls allies."""

    def harboured(state: State) -> None:
        own = state.led["castile"]
        own.ships.light, own.ships.protecting = [0] * len(ZONE), [0] * len(ZONE)
        allies("castile", "aragon")(state)

    match = played({"op": "declare_war", "who": "castile", "by": "granada"}, arrange=harboured)
    assert asked(match) == ("defensive_calls", ("castile",))
    answer(match, ("castile", NoCall()))
    assert asked(match) == ("", ())
    assert match.state.war[REALM.index["granada"]] == 1 << REALM.index["castile"]
    assert match.state.led["castile"].power[2] == played().state.led["castile"].power[2] + 1
    match = played({"op": "declare_war", "by": "granada", "realm": "castile"}, arrange=harboured)
    assert asked(match) == ("defensive_calls", ("castile",))
    answer(match, ("castile", CallAlly("aragon")))
    assert match.state.active >> REALM.index["aragon"] & 1
    assert match.state.war[REALM.index["granada"]] >> REALM.index["castile"] & 1


def _truce(state: State) -> None:
    state.truce[REALM.index["granada"]] = 1 << REALM.index["castile"]
    state.truce[REALM.index["castile"]] = 1 << REALM.index["granada"]


def _passed(state: State) -> None:
    state.led["castile"].status.passed = 1


@pytest.mark.parametrize("arrange", [_truce, allies("castile", "granada"), _passed, war("granada", "castile")])
def test_a_realm_of_nobody_may_not_declare_every_war_r9_06(arrange: Arrange) -> None:
    match = played({"op": "declare_war", "who": "castile", "by": "granada"}, arrange=arrange)
    begun = table(frames=[])
    arrange(begun.state)
    assert match.state.war == begun.state.war


def test_no_war_of_realms_of_nobody_begins_by_an_event_r9_06() -> None:
    for by, on in (("granada", "aragon"), ("france", "castile"), ("granada", "nobody")):
        said = {"op": "declare_war", "by": by} | ({"realm": on} if on != "nobody" else {"who": "emperor"})
        match = played(said, active="england", players=3)
        assert not any(match.state.war)
