"""What cards do: operations one after the other, for whom they are, with their questions (R16.02, R16.03)."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from adjudicator import MODERATOR, Nothing
from adjudicator.games.europa_universalis.content import default
from adjudicator.games.europa_universalis.effects import Choice, Effect
from adjudicator.games.europa_universalis.facts import NODE, NONE, REALM, RELIGION
from adjudicator.games.europa_universalis.rules import operations as op
from adjudicator.games.europa_universalis.rules.goals import Displace, Research
from adjudicator.games.europa_universalis.rules.movement import March
from adjudicator.games.europa_universalis.rules.operations import (
    AtNode,
    Forgo,
    OfPower,
    TakeOption,
    WithRealm,
)
from adjudicator.games.europa_universalis.rules.operations_cards import GiveCard
from adjudicator.games.europa_universalis.rules.players import AcceptDeal, Deal
from adjudicator.games.europa_universalis.rules.purse import DucatsChanged
from adjudicator.games.europa_universalis.rules.upkeep import income_phase
from adjudicator.games.europa_universalis.slots import CARD, IDEA
from adjudicator.games.europa_universalis.state import State
from tests.games.europa_universalis.cards import answer, asked, card, play_on, played, refused, table
from tests.games.europa_universalis.diplomats import truce

BY_HAND = {"cancel_covert"}
"""What no module carries out yet: the moderator is asked."""


def tags(forms: Any) -> set[str]:
    return {str(form.__struct_config__.tag) for form in forms}


def test_every_operation_is_carried_out_or_left_to_the_moderator() -> None:
    assert tags(get_args(Effect)) - tags(op.DOES) - {"choice"} == BY_HAND
    assert tags([Choice]) == {"choice"}


def test_an_operation_is_for_whom_it_says_clockwise_r16_02() -> None:
    match = played({"op": "gain_ducats", "n": 2, "who": "all"}, active="england")
    told = [each for each in answer(match) if isinstance(each, DucatsChanged)]
    order = ("england", "burgundy", "venice", "austria", "france", "castile")
    assert told == [DucatsChanged(seat, 2) for seat in order]
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


def test_power_of_any_type_is_gained_or_lost_one_by_one_r3_45() -> None:
    for does, after in (("lose_power", [2, 3, 2]), ("gain_power", [4, 3, 4])):
        match = played({"op": does, "power": "any", "n": 2})
        answer(match, ("france", OfPower("adm")), ("france", OfPower("mil")))
        assert (match.state.led["france"].power, asked(match)) == (after, ("", ()))


def test_ducats_for_units_and_half_the_income_r8_01() -> None:
    """War taxes: a ducat for each of eight regular units (§6.2); a tax reform: half of sixteen."""

    def army(state: State) -> None:
        state.led["france"].armies[0].regular.infantry = 7

    match = played({"op": "gain_ducats", "per": "regular_unit"}, arrange=army)
    assert match.state.led["france"].ducats == 15 + 7 + 1 + 1
    assert played({"op": "gain_ducats", "per": "tax", "half": True}).state.led["france"].ducats == 15 + 8


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


@pytest.mark.parametrize(("before", "gained"), [(1, 1), (2, 1), (3, 0)])
def test_two_who_have_an_idea_gain_prestige_by_it_three_do_not_r4_04(before: int, gained: int) -> None:
    """Who researches it gains two, whoever has it."""
    having = ("castile", "england", "venice")[:before]

    def known(state: State) -> None:
        shown("cannons")(state)
        for each in having:
            state.led[each].ideas = IDEA.mask_of(["cannons"])

    match = played({"op": "research_idea", "idea": "cannons", "discount": 20}, arrange=known)
    answer(match, ("france", Research("cannons")))
    prestige = {seat: own.prestige for seat, own in match.state.led.items() if own.prestige}
    assert prestige == {"france": 2, **(dict.fromkeys(having, gained) if gained else {})}


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
        for held in state.led["france"].hand:
            state.decks[0].draw.remove(held)

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


@pytest.mark.parametrize(
    ("official", "religion", "basic", "adopted"),
    [
        ("catholic", "protestant", False, False),
        ("catholic", "counter_reformed", False, True),
        ("protestant", "protestant", False, True),
        ("", "protestant", False, False),
        ("catholic", "protestant", True, True),
    ],
)
def test_by_a_card_an_emperor_adopts_the_religion_of_the_empire_alone_r18_27(
    official: str, religion: str, basic: bool, adopted: bool
) -> None:
    def arrange(state: State) -> None:
        state.empire.official = RELIGION.index[official] if official else NONE

    pack = card("guild_strike", {"op": "adopt_religion", "religion": religion})
    frames = op.card(default(), "austria", "events.guild_strike")
    match = table(arrange, frames=frames, active="austria", pack=pack, options={"basic_game": basic})
    assert match.state.led["austria"].religion == RELIGION.index[religion if adopted else "catholic"]


def test_an_emperor_cannot_choose_a_religion_that_is_barred_r18_27_r16_02() -> None:
    choice = {
        "op": "choice",
        "options": [[{"op": "adopt_religion", "religion": "protestant"}], [{"op": "gain_prestige"}]],
    }
    assert played(choice, active="austria").state.led["austria"].prestige == 1
    assert asked(played(choice))[0]


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


def test_a_token_of_an_event_ends_no_truce_r16_03_r14_30() -> None:
    match = played({"op": "place_cb", "realm": "castile"}, arrange=truce("france", "castile"))
    answer(match, ("france", WithRealm("castile")))
    assert match.state.cb["france"] == 1 << REALM.index["castile"]
    assert match.state.truce[REALM.index["france"]] == 1 << REALM.index["castile"]
