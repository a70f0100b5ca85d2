"""Missions, milestones and power struggles (R17)."""

from __future__ import annotations

import pytest

from adjudicator.games.europa_universalis.content import default
from adjudicator.games.europa_universalis.facts import AREA, NONE, PROVINCE, REALM, ZONE
from adjudicator.games.europa_universalis.rules import goals
from adjudicator.games.europa_universalis.rules import operations as op
from adjudicator.games.europa_universalis.rules.acting import acting, action_phase
from adjudicator.games.europa_universalis.rules.drawing import ChooseMissions, choose_missions
from adjudicator.games.europa_universalis.rules.goals import CompleteMission, KeepMissions
from adjudicator.games.europa_universalis.rules.influence import PlaceInfluence, StopInfluence
from adjudicator.games.europa_universalis.rules.realms import base_tax_income
from adjudicator.games.europa_universalis.rules.rounds import peace_phase
from adjudicator.games.europa_universalis.slots import MILESTONE, MISSION, STRUGGLE
from adjudicator.games.europa_universalis.state import Army, State
from tests.games.europa_universalis.cards import Arrange, answer, asked, play_on, table
from tests.games.europa_universalis.table import has, power


def refusal(mission: str, *arrange: Arrange, seat: str = "france") -> str:
    state = table(*arrange, frames=[]).state
    found = CompleteMission(mission).illegality(state, seat, default())
    return "" if found is None else found.code


def holds(seat: str, *ids: str) -> Arrange:
    def arrange(state: State) -> None:
        state.led[seat].missions = [MISSION.index[each] for each in ids]

    return arrange


def owns(realm: str, *provinces: str) -> Arrange:
    def arrange(state: State) -> None:
        for each in provinces:
            state.owner[PROVINCE.index[each]] = REALM.index[realm]

    return arrange


def test_a_mission_is_held_unlocked_and_met_r17_01() -> None:
    assert refusal("fra_guyenne") == "not_held"
    assert refusal("fra_guyenne", holds("france", "fra_guyenne")) == "mission_not_met"
    assert refusal("fra_guyenne", holds("france", "fra_guyenne"), owns("france", "bordeaux")) == ""
    third = holds("france", "fra_across_the_alps")
    assert refusal("fra_across_the_alps", third, owns("france", "genova", "milano")) == "needs_another"


def test_missions_are_completed_before_new_ones_are_chosen_r17_01() -> None:
    """France meets one of its missions; whether it holds it nobody sees: it is asked all the same, and England, whose
    missions do not hold, is not.
    """
    for held, options in (("fra_guyenne", 2), ("fra_across_the_alps", 1)):
        match = table(holds("france", held), owns("france", "bordeaux"), frames=[goals.missions_met()])
        assert asked(match)[0] == "missions_met"
        assert "france" in asked(match)[1]
        assert "england" not in asked(match)[1]
        assert len(list(match.options("france"))) == options
    match = table(holds("france", "fra_guyenne"), owns("france", "bordeaux"), frames=[goals.missions_met()])
    for seat in asked(match)[1]:
        match.apply(seat, CompleteMission("fra_guyenne") if seat == "france" else KeepMissions())
    own = match.state.led["france"]
    assert own.completed == MISSION.mask_of(("fra_guyenne",))
    assert own.prestige > 0
    none = table(holds("france"), owns("france", "bordeaux"), frames=[goals.missions_met()])
    assert "france" not in asked(none)[1], "its hand is empty"


GUYENNE = [holds("france", "fra_guyenne"), owns("france", "bordeaux")]


def test_a_mission_is_completed_in_the_turn_of_another_r17_01() -> None:
    """England acts, and then France may complete what is met; England goes on with its turn."""
    match = table(*GUYENNE, power("england", dip=5), frames=[acting("england")], active="england")
    match.apply("england", PlaceInfluence("scotland"))
    match.apply("england", StopInfluence())
    assert asked(match)[0] == "missions_met"
    assert match.decisions()[0].interrupts
    assert "england" not in asked(match)[1], "it completes its missions in its turn"
    for seat in asked(match)[1]:
        match.apply(seat, CompleteMission("fra_guyenne") if seat == "france" else KeepMissions())
    assert match.state.led["france"].completed == MISSION.mask_of(("fra_guyenne",))
    assert asked(match) == ("turn", ("england",))


def test_who_keeps_a_mission_is_asked_again_only_when_it_is_met_anew_r17_01() -> None:
    match = table(*GUYENNE, frames=[goals.missions_met("england")] * 3)
    asked_of = asked(match)[1]
    assert "france" in asked_of
    for seat in asked_of:
        match.apply(seat, KeepMissions())
    assert not match.decisions(), "it was asked of the mission that is met still"
    lost = table(*GUYENNE, has("france", missions_met=MISSION.mask_of(("fra_guyenne",))), frames=[])
    lost.state.owner[PROVINCE.index["bordeaux"]] = REALM.index["england"]
    assert not goals.may_hold(lost.state, "france", default()) & MISSION.mask_of(("fra_guyenne",))


def test_who_completes_a_mission_is_asked_of_another_that_is_met_r17_01() -> None:
    match = table(*GUYENNE, frames=[goals.missions_met("england")])
    match.state.led["france"].missions = [MISSION.index["fra_breton_match"], MISSION.index["fra_guyenne"]]
    match.state.married["france"] |= 1 << REALM.index["brittany"]
    for seat in asked(match)[1]:
        match.apply(seat, CompleteMission("fra_guyenne") if seat == "france" else KeepMissions())
    assert asked(match) == ("missions_met", ("france",))
    match.apply("france", CompleteMission("fra_breton_match"))
    assert match.state.led["france"].completed == MISSION.mask_of(("fra_breton_match", "fra_guyenne"))


def test_missions_met_as_phase_2_begins_come_before_the_first_turn_r17_01() -> None:
    """New ones were taken in phase 1, in which none is completed."""
    asked_before = has("france", missions_met=MISSION.mask)
    match = table(
        *GUYENNE,
        asked_before,
        lambda state: setattr(state, "first", "england"),
        frames=[choose_missions(), action_phase()],
    )
    for seat in match.asked_seats:
        chosen = ChooseMissions(("fra_breton_match", "fra_guyenne"))
        match.apply(seat, chosen if seat == "france" else match.options(seat)[0])
    assert asked(match)[0] == "missions_met"
    assert "france" in asked(match)[1]
    match.apply("france", CompleteMission("fra_guyenne"))


def test_a_game_without_missions_r17_01() -> None:
    """Nobody is asked for missions, in phase 1 or later, and none is there for the final scoring."""
    match = table(frames=[choose_missions(), goals.missions_met()], options={"no_missions": True})
    assert asked(match) == ("", ())
    assert not any(own.missions or own.mission_deck for own in match.state.led.values())


def test_an_occupied_province_is_not_owned_r1_03() -> None:
    def occupied(state: State) -> None:
        state.occupier[PROVINCE.index["bordeaux"]] = REALM.index["england"]

    assert (
        refusal("fra_guyenne", holds("france", "fra_guyenne"), owns("france", "bordeaux"), occupied)
        == "mission_not_met"
    )


def test_a_mission_brings_prestige_and_its_effects_r17_01() -> None:
    match = table(holds("france", "fra_guyenne"), owns("france", "bordeaux"), frames=[])
    state = match.state
    frames = CompleteMission("fra_guyenne").apply(match._play, "france")
    own = state.led["france"]
    assert (own.prestige, own.missions, own.completed) == (3, [], 1 << MISSION.index["fra_guyenne"])
    assert frames == [op.effects("france", "missions.fra_guyenne.effects")]


def test_the_needs_of_our_missions_can_be_met() -> None:
    """Starting missions, each from a position made for it, and not from the set-up."""
    made: dict[str, tuple[Arrange, ...]] = {
        "eng_lord_of_ireland": (owns("england", "pale", "ulaidh", "laighin"),),
        "eng_quiet_border": (lambda state: state.married.update(england=1 << REALM.index["scotland"]),),
        "aus_friend_in_the_alps": (lambda state: state.allied.update(austria=1 << REALM.index["switzerland"]),),
        "fra_breton_match": (lambda state: state.married.update(france=1 << REALM.index["brittany"]),),
        "aus_guard_the_empire": (lambda state: setattr(state.empire, "authority", 4),),
        "ven_mainland": (owns("venice", "brescia", "cremona"),),
        "ven_lord_of_the_gulf": (
            lambda state: state.led["venice"].ships.protecting.__setitem__(ZONE.index["adriatic_sea"], 2),
        ),
    }
    for id, arrange in made.items():
        seat = default().missions[id].realm
        assert refusal(id, holds(seat, id), seat=seat) == "mission_not_met", id
        assert refusal(id, holds(seat, id), *arrange, seat=seat) == "", id


def reach(*arrange: Arrange, first: str = "france") -> State:
    def open_(state: State) -> None:
        state.goals.milestones = MILESTONE.mask_of(("web_of_pacts", "full_coffers"))

    match = table(open_, *arrange, frames=[goals.milestones_checked(first)])
    answer(match)
    return match.state


def traded(*seats: str) -> Arrange:
    def arrange(state: State) -> None:
        for seat in seats:
            state.led[seat].status.trade_income = 20

    return arrange


def test_the_first_three_get_prestige_and_everybody_the_reward_r17_02() -> None:
    state = reach(traded("france", "castile", "england", "venice"), first="england")
    assert state.goals.reached[MILESTONE.index["full_coffers"]] == ["england", "venice", "france", "castile"]
    got = {seat: (led.prestige, led.ducats) for seat, led in state.led.items() if led.ducats > 15}
    assert got == {"england": (5, 20), "venice": (3, 20), "france": (1, 20), "castile": (0, 20)}


def test_a_milestone_is_reached_once_r17_02() -> None:
    def before(state: State) -> None:
        state.goals.reached[MILESTONE.index["full_coffers"]] = ["france"]

    state = reach(traded("france", "castile"), before)
    assert (state.led["france"].prestige, state.led["castile"].prestige) == (0, 3)


def test_a_milestone_that_a_peace_has_reached_outlives_the_rebel_dice_r17_02() -> None:
    """With Navarra France has grown as much as the milestone asks; then Navarra rises, and is free."""

    def grown(state: State) -> None:
        owns("france", "navarra")(state)
        state.goals.milestones = MILESTONE.mask_of(("growing_realm",))
        state.led["france"].base = base_tax_income(state, REALM.index["france"]) - 4
        state.unrest = PROVINCE.mask_of(("navarra",))
        for led in state.led.values():
            led.armies, led.alone = [Army() for _ in led.armies], [0] * len(AREA)

    match = table(grown, frames=[peace_phase()], pack={"dice.rebel": ["rebellion"] * 6})
    play_on(match)
    assert match.state.owner[PROVINCE.index["navarra"]] == REALM.index["navarra"]
    assert match.state.goals.reached[MILESTONE.index["growing_realm"]] == ["france"]


def italian(state: State) -> None:
    state.goals.struggle = STRUGGLE.index["italian_wars"]


@pytest.mark.parametrize("option", ["basic_game", "no_power_struggles"])
def test_no_power_struggles_without_the_advanced_rule_r17_03(option: str) -> None:
    def laid_out(state: State) -> None:
        state.goals.struggle_draw = [STRUGGLE.index["italian_wars"]]

    for without in (True, False):
        match = table(laid_out, frames=[goals.struggle_drawn(), goals.activate()], options={option: without})
        assert (match.state.goals.struggle == NONE) is without


@pytest.mark.parametrize("seed", range(4))
def test_power_struggles_of_earlier_ages_come_first_r17_03(seed: int) -> None:
    """Each time one is activated the next lies open; those of one age come by lot."""
    ages = {"italian_wars": 2, "spare_struggle_1": 1, "spare_struggle_2": 4, "spare_struggle_3": 1}
    pack = {
        f"struggles.{id}": {"name": {"en": f"War {n}", "ru": f"Война {n}"}, "areas": ["lombardy"], "age": age}
        for n, (id, age) in enumerate(ages.items())
    }

    def laid_out(state: State) -> None:
        state.goals.struggle_draw = sorted(map(STRUGGLE.number, ages))

    frames = [goals.struggle_drawn(), *[goals.activate(), goals.struggle_scored()] * 4]
    drawn = answer(table(laid_out, frames=frames, pack=pack, seed=bytes([seed])))
    found = [each.struggle for each in drawn if isinstance(each, goals.StruggleUpcoming)]
    assert [ages[each] for each in found] == [1, 1, 2, 4]


def test_a_power_struggle_is_scored_r17_03() -> None:
    """Venice owns Brescia in Lombardy, and no other player a town or a vassal in the three areas; influence and claims
    do not count. France has a vassal in Naples, of whose tax half counts.
    """
    state = table(italian, frames=[]).state
    found = {seat: goals.score(state, default(), seat) for seat in state.order}
    assert found["venice"] == 1 + 1, "Brescia's tax, alone in Lombardy"
    assert found["england"] == 0
    state.overlord[REALM.index["naples"]] = REALM.index["france"]
    naples = AREA.index["naples"], REALM.index["naples"]
    there = [each for each in PROVINCE if (each.area, state.owner[each.index]) == naples]
    assert goals.score(state, default(), "france") == -(-sum(each.tax for each in there) // 2) + 1

    def milan(state: State) -> None:
        state.owner[PROVINCE.index["milano"]] = REALM.index["france"]
        state.allied["france"] |= 1 << REALM.index["papal_states"]

    state = table(italian, milan, frames=[]).state
    assert goals.score(state, default(), "france") == 2 + 2 + 1, "a large province, the capital, an alliance"


def test_who_is_at_war_and_controls_nothing_there_loses_r17_03() -> None:
    def war(state: State) -> None:
        state.war[REALM.index["england"]] = 1 << REALM.index["scotland"]

    assert goals.score(table(italian, war, frames=[]).state, default(), "england") == -1


def test_an_activated_struggle_is_scored_in_phase_4_and_gone_r17_03() -> None:
    def upcoming(state: State) -> None:
        state.goals.upcoming = STRUGGLE.index["italian_wars"]

    match = table(upcoming, frames=[goals.activate(), goals.struggle_scored()])
    assert match.state.goals.struggle == -1 == match.state.goals.upcoming
    assert match.state.led["venice"].prestige == 2
