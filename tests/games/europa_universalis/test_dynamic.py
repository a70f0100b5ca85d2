"""Dynamic realms grow (R13.02, R16.11)."""

from __future__ import annotations

import pytest

from adjudicator import Match
from adjudicator.components import union
from adjudicator.games.europa_universalis.content import default
from adjudicator.games.europa_universalis.facts import AREA, LAND_OF, NONE, PROVINCE, REALM, areas_with
from adjudicator.games.europa_universalis.rules import dynamic as d
from adjudicator.games.europa_universalis.rules import operations as op
from adjudicator.games.europa_universalis.rules.calls import PlaceCasusBelli
from adjudicator.games.europa_universalis.rules.claims import TradeOpened
from adjudicator.games.europa_universalis.rules.events import symbols
from adjudicator.games.europa_universalis.rules.operations import AtProvince, Forgo, WithRealm
from adjudicator.games.europa_universalis.rules.realms import capital, provinces
from adjudicator.games.europa_universalis.rules.rebels import territory_free
from adjudicator.games.europa_universalis.rules.relations import is_dynamic
from adjudicator.games.europa_universalis.state import State
from tests.games.europa_universalis.cards import Arrange, answer, asked, card, play_on, played, refused, table
from tests.games.europa_universalis.diplomats import truce

PORTUGAL = REALM.index["portugal"]


def given(province: str, realm: str) -> Arrange:
    """Somebody else owns a province, which is his core, too."""
    return lambda state: state.owner.__setitem__(PROVINCE.index[province], REALM.index[realm])


def by_hand(*arrange: Arrange, age: int = 1) -> Match:
    def old(state: State) -> None:
        state.age = age

    return table(old, *arrange, frames=[d.expanding("france", ["portugal"])])


def test_portugal_is_dynamic_from_the_start_r13_02() -> None:
    state = table(frames=[]).state
    assert d.dynamic(state, "green", default()) == [PORTUGAL]
    assert d.dynamic(state, "blue", default()) == []
    assert {PROVINCE.ids[each] for each, realm in enumerate(state.dnpr) if realm == PORTUGAL} >= {"lisboa", "porto"}


def test_cores_of_players_are_never_taken_r16_11() -> None:
    """Galicia is a core of Castile; Granada's Gibraltar next to Portugal is a core of nobody who plays."""
    match = by_hand()
    offers = {each.province for each in match.options("france")}
    assert "gibraltar" in offers
    assert not offers & {"galicia", "sevilla", "badajoz", "cordoba"}
    assert refused(match, "france", AtProvince("galicia")).code == "not_this_province"
    assert "granada" not in offers, "a capital, and not the last province"


def test_a_core_token_of_a_player_bars_all_land_of_its_area_r16_11_r7_30() -> None:
    """Without one Granada's Gibraltar is a core of nobody who plays; cards place no token there either (R16.03)."""
    gibraltar = PROVINCE.index["gibraltar"]

    def token(state: State) -> None:
        state.led["england"].cores = 1 << PROVINCE.thing("gibraltar").area

    assert "gibraltar" not in {each.province for each in by_hand(token).options("france")}
    pack = {"events.naples_divided.effects": [{"op": "place_dynamic", "realm": "portugal", "provinces": ["gibraltar"]}]}
    for arrange, taken in (([], True), ([token], False)):
        match = table(*arrange, frames=[op.effects("france", "events.naples_divided.effects")], pack=pack)
        assert (match.state.dnpr[gibraltar] == PORTUGAL) == taken


def test_a_province_of_nobody_joins_the_realm_r16_11() -> None:
    match = by_hand()
    answer(match, ("france", AtProvince("gibraltar")))
    assert match.state.owner[PROVINCE.index["gibraltar"]] == PORTUGAL == match.state.dnpr[PROVINCE.index["gibraltar"]]


def test_a_capital_is_taken_only_as_the_last_province_and_nothing_is_left_r16_11() -> None:
    def last(state: State) -> None:
        state.allied["castile"] |= 1 << REALM.index["granada"]
        for each in PROVINCE:
            if each.owner == REALM.index["granada"] and each.id != "granada":
                state.owner[each.index] = REALM.index["castile"]

    match = table(last, frames=[d.expanding("france", ["portugal"])])
    answer(match, ("france", AtProvince("granada")))
    assert match.state.allied["castile"] >> REALM.index["granada"] & 1 == 0
    assert asked(match) == ("dynamic_cb", ("castile",))


@pytest.mark.parametrize("placed", [True, False])
def test_the_ally_of_who_lost_a_province_may_place_a_cb_token_r16_11(placed: bool) -> None:
    def allied(state: State) -> None:
        state.allied["castile"] |= 1 << REALM.index["granada"]

    match = by_hand(allied, truce("castile", "portugal"))
    answer(match, ("france", AtProvince("gibraltar")), ("castile", PlaceCasusBelli() if placed else Forgo()))
    assert match.state.cb["castile"] == (1 << PORTUGAL if placed else 0)
    assert match.state.truce[PORTUGAL] == 1 << REALM.index["castile"], "a token ends no truce"


def test_a_players_province_gets_the_token_underneath_and_unrest_r16_11() -> None:
    match = by_hand(given("gibraltar", "castile"))
    answer(match, ("france", AtProvince("gibraltar")))
    state, there = match.state, PROVINCE.index["gibraltar"]
    assert state.owner[there] == REALM.index["castile"]
    assert state.dnpr[there] == PORTUGAL
    assert state.unrest == 1 << there


def test_neither_occupied_provinces_nor_those_of_the_ally_r16_11() -> None:
    def occupied(state: State) -> None:
        state.occupier[PROVINCE.index["gibraltar"]] = REALM.index["castile"]

    assert "gibraltar" not in {each.province for each in by_hand(occupied).options("france")}
    match = by_hand(given("gibraltar", "england"))
    assert "gibraltar" not in {each.province for each in match.options("france")}, "England is Portugal's ally"


def test_overseas_from_age_ii_on_r16_11() -> None:
    distant = {each.id for each in PROVINCE if AREA.things[each.area].distant}
    assert not {each.province for each in by_hand().options("france")} & distant
    offers = {each.province for each in by_hand(age=2).options("france")} & distant
    assert offers == {each.id for each in PROVINCE if each.id in distant and AREA.things[each.area].number}


def test_a_dynamic_realm_overseas_opens_the_trade_of_its_continent_r12_20() -> None:
    match = by_hand(age=2)
    before = match.state.trade.unused
    distant = next(each for each in match.options("france") if AREA.things[PROVINCE.thing(each.province).area].distant)
    events = [told.public for told in match.apply("france", distant)]
    assert [each.region for each in events if isinstance(each, TradeOpened)] == ["america"]
    assert before
    assert match.state.trade.unused != before


def test_active_allies_do_not_grow_r16_11() -> None:
    def active(state: State) -> None:
        state.active = 1 << PORTUGAL

    assert len(d.expansion(table(frames=[]).state, "france", "green", default())) == 1
    assert d.expansion(table(active, frames=[]).state, "france", "green", default()) == []


def test_vassals_do_not_grow_r16_11_r11_90() -> None:
    def vassal(state: State) -> None:
        state.overlord[PORTUGAL] = REALM.index["castile"]

    assert d.expansion(table(vassal, frames=[]).state, "france", "green", default()) == []


def test_by_rule_the_nearest_and_poorest_neighbour_loses_r16_11() -> None:
    match = table(frames=[d.expanded(["portugal"])])
    taken = [PROVINCE.ids[each] for each, realm in enumerate(match.state.dnpr) if realm == PORTUGAL]
    before = [PROVINCE.ids[each] for each, realm in enumerate(table(frames=[]).state.dnpr) if realm == PORTUGAL]
    assert sorted(set(taken) - set(before)) == ["gharb"], "beside Ceuta, in an area where Portugal has a province"


def test_a_symbol_grows_one_realm_of_its_colour_the_takers_pick_16_5() -> None:
    match = table(frames=[d.expanding("france", ["portugal", "naples"])])
    assert asked(match) == ("realm_for", ("france",))
    answer(match, ("france", WithRealm("portugal")))
    assert asked(match) == ("province_for", ("france",))
    answer(match, ("france", AtProvince("gibraltar")))
    assert asked(match) == ("", ())


def test_by_sea_a_realm_grows_to_ports_alone_r1_02() -> None:
    state = table(frames=[]).state
    places = {PROVINCE.ids[bit] for bit in d.eligible(state, PORTUGAL)}
    assert not places & {"barcelona", "zaragoza", "navarra"}
    own = areas_with(provinces(state, PORTUGAL))
    land = own | union(LAND_OF, own)
    by_sea = [PROVINCE.thing(place) for place in places if not land >> PROVINCE.thing(place).area & 1]
    assert by_sea, "there are ports on its zones"
    assert all(place.port for place in by_sea)


def test_naples_is_divided_from_aragon() -> None:
    """The event of our pack: Naples is dynamic and independent, with a blue token."""
    match = table(frames=[op.effects("france", "events.naples_divided.effects")])
    naples = REALM.index["naples"]
    assert match.state.overlord[naples] == -1
    assert d.dynamic(match.state, "blue", default()) == [naples]


FERRARA = {"op": "place_dynamic", "realm": "ferrara", "provinces": ["parma", "ferrara"], "colour": "orange"}


@pytest.mark.parametrize("placed", [True, False])
def test_a_realm_that_a_pack_makes_dynamic_grows_by_its_colour_r13_02_r16_11(placed: bool) -> None:
    """The map has no tokens for Ferrara; the pack gives it orange ones, and a capital, when its event comes."""
    realm = REALM.index["ferrara"]
    grows = symbols("france", "guild_strike")
    placing = [op.effects("france", "events.guild_strike.effects")] if placed else []
    match = table(frames=[*placing, grows], pack=card("guild_strike", FERRARA, symbols=["dnpr_orange"]))
    assert is_dynamic(match.state, realm) == placed
    assert capital(match.state, realm) == PROVINCE.index["parma" if placed else "ferrara"]
    assert asked(match) == (("province_for", ("france",)) if placed else ("", ()))


@pytest.mark.parametrize("dynamic", [("portugal",), ("naples",), ()])
def test_a_territory_goes_to_a_realm_with_tokens_on_the_board_r14_30(dynamic: tuple[str, ...]) -> None:
    """Naples has a colour on the map, but is not dynamic at first; if none is, all that have a colour are offered."""
    canada, lisbon = PROVINCE.index["canada"], PROVINCE.index["lisboa"]

    def tokens(state: State) -> None:
        state.dnpr = [NONE] * len(PROVINCE)
        for realm in map(REALM.number, dynamic):
            state.dnpr[lisbon] = realm

    match = table(tokens, given("canada", "castile"), frames=[territory_free("castile", "canada")])
    if dynamic:
        assert REALM.ids[match.state.owner[canada]] == dynamic[0]
    else:
        assert {each.realm for each in match.options("france")} == {"naples", "portugal"}


def test_a_core_token_takes_the_token_of_a_capital_away_r7_30_r13_02() -> None:
    """Parma was the capital of a dynamic Ferrara; its own is that of the map again."""

    def tokens(state: State) -> None:
        state.dnpr[PROVINCE.index["parma"]] = REALM.index["ferrara"]
        state.capitals[REALM.index["ferrara"]] = PROVINCE.index["parma"]
        for each in PROVINCE:
            if each.area == PROVINCE.thing("parma").area:
                state.owner[each.index] = REALM.index["france"]

    core = {"op": "place_core", "areas": [AREA.ids[PROVINCE.thing("parma").area]]}
    match = played(core, arrange=tokens)
    play_on(match)
    assert match.state.led["france"].cores
    assert match.state.capitals[REALM.index["ferrara"]] == NONE
