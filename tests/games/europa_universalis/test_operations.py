"""What cards do: operations one after the other, for whom they are, with their questions (R16.02, R16.03)."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from adjudicator import MODERATOR, Nothing
from adjudicator.games.europa_universalis.content import default
from adjudicator.games.europa_universalis.effects import Choice, Effect
from adjudicator.games.europa_universalis.facts import AREA, NODE, NONE, PROVINCE, REALM, RELIGION, ZONE
from adjudicator.games.europa_universalis.rules import operations as op
from adjudicator.games.europa_universalis.rules.goals import Displace, Research
from adjudicator.games.europa_universalis.rules.influence import PutInfluence
from adjudicator.games.europa_universalis.rules.movement import March
from adjudicator.games.europa_universalis.rules.operations import (
    AtNode,
    AtProvince,
    Forgo,
    InArea,
    OfPower,
    TakeOption,
    WithRealm,
)
from adjudicator.games.europa_universalis.rules.operations_cards import GiveCard
from adjudicator.games.europa_universalis.rules.operations_units import LoseIn, PutUnit
from adjudicator.games.europa_universalis.rules.players import AcceptDeal, Deal
from adjudicator.games.europa_universalis.rules.purse import DucatsChanged
from adjudicator.games.europa_universalis.rules.realms import base_tax_income, capital, manpower, towns_of, worth
from adjudicator.games.europa_universalis.rules.relations import is_npr
from adjudicator.games.europa_universalis.rules.upkeep import income_phase
from adjudicator.games.europa_universalis.slots import CARD, IDEA
from adjudicator.games.europa_universalis.state import Fleet, State
from tests.games.europa_universalis.cards import answer, asked, play_on, refused, table

BY_HAND = {"cancel_covert"}
"""What no module carries out yet: the moderator is asked."""


def tags(forms: Any) -> set[str]:
    return {str(form.__struct_config__.tag) for form in forms}


def test_every_operation_is_carried_out_or_left_to_the_moderator() -> None:
    assert tags(get_args(Effect)) - tags(op.DOES) - {"choice"} == BY_HAND
    assert tags([Choice]) == {"choice"}


def card(event: str, *effects: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {f"events.{event}.effects": list(effects), **{f"events.{event}.{key}": value for key, value in more.items()}}


def played(*effects: dict[str, Any], arrange: Any = None, active: str = "france", players: int = 6) -> Any:
    pack = card("guild_strike", *effects)
    frames = op.card(default(), active, "events.guild_strike")
    return table(*([arrange] if arrange else []), frames=frames, active=active, pack=pack, players=players)


def test_an_operation_is_for_whom_it_says_clockwise_r16_02() -> None:
    match = played({"op": "gain_ducats", "n": 2, "who": "all"}, active="england")
    told = [each for each in answer(match) if isinstance(each, DucatsChanged)]
    assert [each.seat for each in told] == ["england", "burgundy", "venice", "austria", "france", "castile"]
    match = played({"op": "lose_prestige", "who": "england"}, {"op": "gain_prestige", "n": 3, "who": "others"})
    assert match.state.led["england"].prestige == 2
    assert match.state.led["france"].prestige == 0
    match = played({"op": "lose_stability", "who": "emperor"})
    assert [seat for seat, led in match.state.led.items() if led.stability] == ["austria"]


def test_nothing_is_done_for_a_realm_that_nobody_plays() -> None:
    match = played({"op": "gain_ducats", "who": "venice"}, {"op": "gain_ducats", "who": "emperor"}, players=3)
    assert answer(match) == []


def test_conditions_that_are_not_met_are_ignored_r16_02() -> None:
    need = {"is": "stable", "n": 1}

    def calm(state: State) -> None:
        state.led["castile"].stability = 1

    match = played({"op": "lose_ducats", "n": 3, "who": "all", "when": [need]}, arrange=calm)
    assert [seat for seat, led in match.state.led.items() if led.ducats == 12] == ["castile"]


PRICE = {"op": "choice", "options": [[{"op": "lose_ducats", "n": 6}], [{"op": "add_unrest", "n": 3}]]}


def test_one_of_two_options_r16_02() -> None:
    match = played(PRICE)
    assert asked(match) == ("card_option", ("france",))
    answer(match, ("france", TakeOption(1)))
    assert match.state.led["france"].ducats == 9
    assert asked(match) == ("", ())
    assert refused(played(PRICE), "france", TakeOption(3)).code == "no_such_option"


def test_what_cannot_be_paid_forces_the_other_option_r16_02() -> None:
    def poor(state: State) -> None:
        state.led["france"].ducats = 5

    match = played(PRICE, arrange=poor)
    assert asked(match) == ("province_for", ("france",)), "the first option is not open: unrest at once"
    two = {"op": "choice", "options": [[{"op": "lose_ducats", "n": 6}], [{"op": "gain_prestige"}], [PRICE]]}
    match = played(two, arrange=poor)
    refusal = refused(match, "france", TakeOption(1))
    assert (refusal.code, refusal.facts["cost"], refusal.facts["has"]) == ("too_few_ducats", 6, 5)


def test_who_can_pay_no_option_takes_any_r16_02() -> None:
    def broke(state: State) -> None:
        state.led["france"].ducats, state.led["france"].power = 0, [0, 0, 0]

    lost = {
        "op": "choice",
        "options": [[{"op": "lose_ducats", "n": 6}], [{"op": "lose_power", "power": "any", "n": 3}]],
    }
    match = played(lost, arrange=broke)
    assert set(match.options("france")) == {TakeOption(1), TakeOption(2)}
    answer(match, ("france", TakeOption(2)))
    assert asked(match) == ("", ())


def test_power_of_any_type_is_lost_one_by_one() -> None:
    match = played({"op": "lose_power", "power": "any", "n": 2})
    answer(match, ("france", OfPower("adm")), ("france", OfPower("mil")))
    assert match.state.led["france"].power == [2, 3, 2]


def test_ducats_for_units_and_half_the_income_r8_01() -> None:
    """War taxes: a ducat for each of eight regular units (§6.2); a tax reform: half of sixteen."""

    def army(state: State) -> None:
        state.led["france"].armies[0].regular.infantry = 7

    match = played({"op": "gain_ducats", "per": "regular_unit"}, arrange=army)
    assert match.state.led["france"].ducats == 15 + 7 + 1 + 1
    assert played({"op": "gain_ducats", "per": "tax", "half": True}).state.led["france"].ducats == 15 + 8


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

    match = played({"op": "place_rebels", "opponent": True, "where": "with_unrest"}, arrange=unruly)
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


def test_what_no_module_carries_out_is_done_by_hand() -> None:
    match = played({"op": "cancel_covert"}, {"op": "gain_ducats", "n": 2})
    assert asked(match) == ("manual", (MODERATOR,))
    answer(match, (MODERATOR, Nothing()))
    assert match.state.led["france"].ducats == 17


def test_a_march_of_a_card_costs_no_power() -> None:
    match = played({"op": "gain_action", "action": "move_army", "spaces": 4, "no_mountains": True})
    assert asked(match) == ("given_action", ("france",))
    answer(match, ("france", March("seine", 1)))
    assert asked(match) == ("marching", ("france",))
    assert match.state.led["france"].power == [3, 3, 3]
    match = played({"op": "gain_action", "action": "player_to_player"})
    assert asked(match) == ("diplomacy", ("france",))
    answer(match, ("france", Deal("castile", give=5)))
    assert asked(match) == ("deal", ("castile",))
    answer(match, ("castile", AcceptDeal()))
    assert match.state.led["castile"].ducats == 20


def test_words_of_a_card_are_shown_to_the_moderator() -> None:
    words = {"en": "Draw the gate.", "ru": "Нарисуйте ворота."}
    pack = card("guild_strike", {"op": "gain_ducats", "n": 2}, manual=words)
    match = table(frames=op.card(with_words(words), "france", "events.guild_strike"), pack=pack)
    assert match.decisions()[0].context["words"] == words
    answer(match, (MODERATOR, Nothing()))
    assert match.state.led["france"].ducats == 17


def with_words(words: dict[str, str]) -> Any:
    from msgspec.structs import replace

    content = default()
    event = replace(content.events["guild_strike"], manual=words)
    return replace(content, events={**content.events, "guild_strike": event})


@pytest.mark.parametrize("seed", range(3))
def test_every_card_of_the_pack_can_be_carried_out(seed: int) -> None:
    """Each list of operations that stands on a card, by each seat, answered with the first of what is offered."""
    content = default()
    lists = [f"events.{id}.effects" for id in content.events]
    lists += [f"missions.{id}.effects" for id in content.missions]
    lists += [f"milestones.{id}.reward" for id in content.milestones]
    lists += [f"titles.{id}.effects" for id in content.titles]
    lists += [f"titles.{id}.acts.{n}.effects" for id, each in content.titles.items() for n in range(len(each.acts))]
    lists += [f"ideas.{id}.instant" for id in content.ideas]
    for number, at in enumerate(lists):
        active = ("france", "castile", "england", "burgundy", "venice", "austria")[(number + seed) % 6]
        play_on(table(frames=[op.effects(active, at)], active=active, seed=bytes([seed])))


def shown(*ideas: str) -> Any:
    return lambda state: setattr(state.goals, "ideas", IDEA.mask_of(ideas))


def test_an_idea_for_less_and_its_instant_effects_r4_04() -> None:
    """Two less for a third merchant's idea that costs five dip power; who has none of it pays nothing."""
    match = played({"op": "research_idea", "discount": 2}, arrange=shown("free_trade", "cannons"))
    assert set(match.options("france")) == {Research("free_trade"), Research("cannons"), Forgo()}
    answer(match, ("france", Research("free_trade")))
    own = match.state.led["france"]
    assert own.power == [3, 0, 3]
    assert own.prestige == 2
    assert (len(own.merchants), own.standing) == (2, [True] * 3), "the third comes to a node when he trades"


def test_an_idea_that_is_not_on_display_comes_there_r8_06() -> None:
    match = played(
        {"op": "research_idea", "idea": "tercios_janissaries", "discount": 20}, arrange=shown("military_drill")
    )
    answer(match, ("france", Research("tercios_janissaries")))
    assert match.state.goals.ideas == IDEA.mask_of(["tercios_janissaries"]), "in place of the only one of its type"
    assert match.state.led["france"].ideas == IDEA.mask_of(["tercios_janissaries"])


def test_which_idea_makes_room_on_the_display_is_the_seats_choice_r8_06() -> None:
    def several(state: State) -> None:
        shown("military_drill", "noble_knights", "cannons", "cabinet")(state)
        state.led["venice"].ideas = IDEA.mask_of(["cannons"])

    match = played({"op": "research_idea", "idea": "tercios_janissaries", "discount": 20}, arrange=several)
    answer(match, ("france", Research("tercios_janissaries")))
    assert asked(match) == ("displaced", ("france",))
    assert set(match.options("france")) == {Displace("military_drill"), Displace("noble_knights")}
    assert refused(match, "france", Displace("cannons")).code == "stays_on_display"
    answer(match, ("france", Displace("noble_knights")))
    assert match.state.goals.ideas == IDEA.mask_of(["military_drill", "tercios_janissaries", "cannons", "cabinet"])
    assert IDEA.index["noble_knights"] in match.state.goals.idea_draw
    assert match.state.led["france"].ideas == IDEA.mask_of(["tercios_janissaries"])


def test_an_idea_that_an_opponent_has_r8_05() -> None:
    def studied(state: State) -> None:
        shown("cannons", "cabinet")(state)
        state.led["venice"].ideas = IDEA.mask_of(["cabinet"])

    match = played({"op": "research_idea", "discount": 3, "held": True}, arrange=studied)
    assert set(match.options("france")) == {Research("cabinet"), Forgo()}
    assert refused(match, "france", Research("cannons")).code == "cannot_have"


def test_who_has_three_merchants_gains_none_r12_09() -> None:
    def three(state: State) -> None:
        own = state.led["france"]
        own.merchants, own.standing = [0, 1], [True] * 3

    match = played({"op": "gain_merchant"}, arrange=three)
    assert len(match.state.led["france"].standing) == 3


def test_a_node_with_an_own_merchant_is_expanded() -> None:
    match = played({"op": "expand_node"})
    assert {each.node for each in match.options("france")} == {"champagne", "bordeaux"}
    answer(match, ("france", AtNode("bordeaux")))
    assert match.state.trade.expanded == NODE.mask_of(["bordeaux"])
    match = played({"op": "expand_node", "node": "adriatic", "who": "venice"})
    assert match.state.trade.expanded == NODE.mask_of(["adriatic"])


def test_cards_are_discarded_and_a_display_card_is_taken_from_the_discards() -> None:
    def hand(state: State) -> None:
        state.led["france"].hand = [CARD.index["adm_1"], CARD.index["adm_8"]]
        for card in state.led["france"].hand:
            state.decks[0].draw.remove(card)

    match = played({"op": "discard_cards", "n": 1}, {"op": "take_display"}, arrange=hand)
    answer(match, ("france", GiveCard("adm_1")))
    assert match.state.led["france"].hand == [CARD.index["adm_1"], CARD.index["adm_8"]], "it is the only display card"
    assert match.state.decks[0].discards == []


def test_a_realm_that_is_no_longer_catholic_loses_its_cardinals_r19_01() -> None:
    match = played({"op": "adopt_religion", "religion": "protestant"})
    assert match.state.led["france"].religion == RELIGION.index["protestant"]
    assert "france" not in match.state.curia.cardinals


def test_an_emperor_who_adopts_the_revolution_dissolves_the_empire_r18_27() -> None:
    state = played({"op": "adopt_religion", "religion": "revolutionary"}, active="austria").state
    assert (state.empire.emperor, state.empire.authority) == (NONE, 0)
    state = played({"op": "adopt_religion", "religion": "revolutionary"}).state
    assert state.empire.emperor == REALM.index["austria"]


def test_an_exploration_and_a_colony_may_be_left_alone_r16_03() -> None:
    match = played({"op": "gain_action", "action": "explore"})
    assert asked(match) == ("given_action", ("france",))
    answer(match, ("france", Forgo()))
    assert asked(match) == ("", ()) == asked(played({"op": "gain_action", "action": "colonize"}))


def test_an_event_declares_war_only_where_one_may_be_declared_r9_06() -> None:
    def passed(state: State) -> None:
        state.led["castile"].status.passed = 1

    war = {"op": "declare_war", "realm": "granada"}
    assert not any(played(war, arrange=passed, active="castile").state.war)
    match = played(war, active="castile")
    play_on(match)
    assert match.state.war[REALM.index["castile"]] >> REALM.index["granada"] & 1
    assert match.state.led["castile"].stability == 0


def test_a_war_of_an_event_brings_no_free_action_and_its_target_is_chosen_r9_06() -> None:
    match = played({"op": "declare_war", "which": "christian"}, active="castile")
    kind, seats = asked(match)
    assert (kind, seats) == ("realm_for", ("castile",))
    assert WithRealm("navarra") in match.options("castile")
    answer(match, ("castile", WithRealm("navarra")))
    seen = set()
    while asked(match) != ("", ()):
        kind, (seat, *_) = asked(match)
        seen.add(kind)
        answer(match, (seat, match.options(seat)[-1]))
    assert "given_action" not in seen
    assert match.state.war[REALM.index["castile"]] >> REALM.index["navarra"] & 1


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


@pytest.mark.parametrize(
    ("effect", "asked_last"),
    [
        ({"op": "gain_power", "power": "any", "n": 1}, ("power_for", "france")),
        ({"op": "lose_power", "power": "any", "n": 1, "who": "castile"}, ("power_for", "castile")),
        ({"op": "cancel_covert"}, ("manual", MODERATOR)),
        ({"op": "choice", "options": [[{"op": "cancel_covert"}], [{"op": "gain_ducats"}]]}, ("card_option", "france")),
    ],
)
def test_an_idea_may_ask_others_or_the_moderator_behind_the_income_of_all_r3_45(
    effect: dict[str, Any], asked_last: tuple[str, str]
) -> None:
    """While everybody goes through phase 4 at his own pace nobody else can be asked."""

    def held(state: State) -> None:
        state.led["france"].ideas |= IDEA.mask_of(["bureaucracy"])

    bonus = [{"op": "regular", "at": "phase_4", "effects": [effect]}]
    match = table(held, frames=[income_phase()], pack={"ideas.bureaucracy.bonus": bonus})
    seen = list[tuple[str, str]]()
    while match.decisions():
        decision = match.decisions()[0]
        seen.append((decision.kind, decision.waiting[0]))
        match.apply(decision.waiting[0], match.options(decision.waiting[0])[0])
    assert asked_last in seen


def test_an_idea_that_takes_stability_in_phase_4_asks_which_power_pays_behind_the_income_of_all_r6_01() -> None:
    def torn(state: State) -> None:
        state.led["france"].ideas |= IDEA.mask_of(["bureaucracy"])
        state.led["france"].stability, state.led["france"].power = -3, [3, 3, 3]

    bonus = [{"op": "regular", "at": "phase_4", "effects": [{"op": "lose_stability", "n": 6}]}]
    match = table(torn, frames=[income_phase()], pack={"ideas.bureaucracy.bonus": bonus})
    kinds = list[str]()
    while match.decisions():
        decision = match.decisions()[0]
        kinds.append(decision.kind)
        match.apply(decision.waiting[0], match.options(decision.waiting[0])[0])
    assert kinds[-2:] == ["power_for_stability"] * 2, "of twelve adm no more than ten are there"
