"""The end of an age and of the game (R3.53-R3.55)."""

from __future__ import annotations

import pytest

from adjudicator.components import mask_of
from adjudicator.games.europa_universalis.content import default
from adjudicator.games.europa_universalis.facts import NONE, PROVINCE, REALM, RELIGION
from adjudicator.games.europa_universalis.rules.ages import (
    EndMarriage,
    KeepMarriages,
    ReplaceMilestone,
    ReplaceNothing,
    Scored,
    after_round,
    final_scoring,
    marriage_ends,
    replacement,
    score,
    won,
)
from adjudicator.games.europa_universalis.slots import IDEA, MILESTONE, MISSION
from adjudicator.games.europa_universalis.state import State
from tests.games.europa_universalis.table import Arrange, areas, asked, do, has, own, refusal, table


def realms(*ids: str) -> int:
    return sum(1 << REALM.index[id] for id in ids)


def married(seat: str, *ids: str) -> Arrange:
    def arrange(state: State) -> None:
        state.married[seat] = realms(*ids)
        for id in ids:
            if id in state.married:
                state.married[id] |= realms(seat)

    return arrange


@pytest.mark.example("ex_4_7_final_scoring_castile")
def test_final_scoring_of_castile_ex_4_7() -> None:
    """43, and for income 14, a marriage 1, an alliance 2, a core 1, occupied towns -2, stability -4, the curia 3, a
    mission 2. Barcelona of its vassal Aragon, which enemies hold, brings no income and costs nothing; the mission has
    no effects.
    """
    lost = ["galicia", "navarra"]
    small = [each.id for each in PROVINCE if each.tax == 1 and each.id not in (*lost, "barcelona")][:12]
    assert all(PROVINCE.thing(id).tax == 1 for id in lost)

    def arrange(state: State) -> None:
        state.rebel_towns = 1 << PROVINCE.index["galicia"]
        state.occupier[PROVINCE.index["navarra"]] = REALM.index["france"]
        state.overlord[REALM.index["aragon"]] = REALM.index["castile"]
        for each in PROVINCE.indexes:
            if state.owner[each] in (REALM.index["aragon"], REALM.index["naples"]):
                state.owner[each] = NONE
        for id in ("malta", "mesina", "palermo", "sardenya", "barcelona"):
            state.owner[PROVINCE.index[id]] = REALM.index["aragon"]
        state.occupier[PROVINCE.index["barcelona"]] = REALM.index["france"]
        state.led["castile"].cores = areas("andalucia")
        state.allied["castile"], state.allied["england"] = realms("portugal"), 0
        state.led["england"].religion = RELIGION.index["protestant"]

    match = table(
        own("castile", *small, *lost, only=True),
        arrange,
        married("castile", "portugal"),
        has("castile", prestige=43, stability=-2, missions=[MISSION.index["cas_la_reconquista"]]),
        frames=[final_scoring()],
    )
    assert match.result is not None
    assert match.result.scores["castile"] == match.state.led["castile"].prestige == 60
    assert not match.state.led["castile"].ideas >> IDEA.index["tercios_janissaries"] & 1
    match.state.led["castile"].prestige = 43
    found = score(match.state, "castile", default())
    assert (found.cores, found.marriages, found.alliances) == (1, 1, 2)
    assert (found.occupied, found.stability, found.interest) == (-2, -4, 0)
    assert found.income == 14
    assert found.curia == 3
    assert found.missions == 2  # its provinces are among those twelve
    assert found.total == 60


def test_the_game_ends_with_100_prestige_and_a_lead_of_20_r3_54() -> None:
    assert won(table(has("france", prestige=100), has("england", prestige=80)).state)
    assert not won(table(has("france", prestige=100), has("england", prestige=81)).state)
    assert not won(table(has("france", prestige=99)).state)


def test_the_end_of_an_age_comes_before_that_of_the_game_r3_54() -> None:
    """One prestige is missing, which a marriage brings that is gone before the game is scored."""

    def last(state: State) -> None:
        state.age, state.round = 0, 4
        state.married = dict.fromkeys(state.married, 0)

    near = [last, has("france", prestige=99), married("france", "scotland")]
    match = table(*near, frames=[after_round()])
    assert (match.state.age, match.result) == (1, None)
    events = do(match, EndMarriage("scotland"))
    assert match.result is not None
    assert [each.marriages for each in events if isinstance(each, Scored) and each.seat == "france"] == [0]


def placed(*, small: int, large: int, tokens: int) -> Arrange:
    """France has so many towns, and vassals (of Aragon) for so many tokens; nobody else has anything."""

    def arrange(state: State) -> None:
        state.owner[:] = [NONE] * len(PROVINCE)
        state.overlord[REALM.index["aragon"]] = REALM.index["france"]
        left = {
            1: [each.index for each in PROVINCE if each.tax == 1],
            2: [each.index for each in PROVINCE if each.tax == 2],
        }
        for realm, tax, n in (("france", 1, small), ("france", 2, large), ("aragon", 1, tokens)):
            for _ in range(n):
                state.owner[left[tax].pop(0)] = REALM.index[realm]

    return arrange


def covered(state: State) -> None:
    """England occupies a town, rebels another one and a vassal."""
    theirs = [each for each in PROVINCE.indexes if state.owner[each] == REALM.index["france"]]
    vassals = [each for each in PROVINCE.indexes if state.owner[each] == REALM.index["aragon"]]
    state.occupier[theirs[0]] = REALM.index["england"]
    state.rebel_towns = 1 << theirs[1] | 1 << vassals[0]


def conquered(state: State) -> None:
    """France occupies a province of England."""
    free = next(each.index for each in PROVINCE if each.tax == 1 and state.owner[each.index] == NONE)
    state.owner[free], state.occupier[free] = REALM.index["england"], REALM.index["france"]


@pytest.mark.parametrize(
    ("arrange", "over"),
    [
        ([placed(small=40, large=8, tokens=19)], True),
        ([placed(small=39, large=8, tokens=19)], False),
        ([placed(small=40, large=7, tokens=19)], False),
        ([placed(small=40, large=8, tokens=18)], False),
        ([placed(small=41, large=8, tokens=18)], True),
        ([placed(small=40, large=8, tokens=19), covered], True),
        ([placed(small=39, large=8, tokens=19), conquered], True),
    ],
)
def test_the_game_ends_when_somebody_has_all_towns_and_vassals_on_the_board_r3_54(
    arrange: list[Arrange], over: bool
) -> None:
    """Those under what others occupy lie there, too, and small towns that are lacking are vassal tokens."""
    assert won(table(*arrange, frames=[final_scoring()]).state) is over


def test_what_is_scored_at_the_end_is_prestige_r3_55() -> None:
    match = table(has("france", prestige=9), frames=[final_scoring()])
    assert {seat: match.state.led[seat].prestige for seat in match.state.order} == match.result.scores
    assert match.state.led["france"].prestige != 9


def test_ties_are_broken_by_power_then_ducats_r3_55() -> None:
    def even(state: State) -> None:
        for seat in state.order:
            state.led[seat].prestige = -score(state, seat, default()).total

    match = table(even, has("france", power=[5, 5, 6]), frames=[final_scoring()])
    assert match.result.winners == ("france",)
    match = table(even, has("castile", ducats=16), frames=[final_scoring()])
    assert match.result.winners == ("castile",)
    match = table(even, frames=[final_scoring()])
    assert set(match.result.winners) == set(match.state.order)


def test_without_events_of_a_next_age_the_game_is_over_r3_54() -> None:
    def spent(state: State) -> None:
        state.events.first, state.events.second = [], []

    match = table(spent, frames=[after_round()], options={"last_age": 1})
    assert match.result is not None
    assert match.state.rounds == 1
    assert table(spent, frames=[after_round()]).state.age == 2
    assert table(frames=[after_round()]).state.round == 2


def test_a_marriage_ends_or_costs_2_dip_r3_53() -> None:
    match = table(married("france", "scotland", "england"), frames=[marriage_ends("france")])
    assert refusal(match, EndMarriage("england")) == "npr_first"
    assert refusal(match, EndMarriage("portugal")) == "not_married"
    do(match, EndMarriage("scotland"))
    assert match.state.married["france"] == realms("england")
    match = table(married("france", "england"), has("france", power=[0, 2, 0]), frames=[marriage_ends("france")])
    do(match, KeepMarriages())
    assert match.state.married["england"] >> REALM.index["france"] & 1
    assert match.state.led["france"].power[1] == 0
    match = table(married("france", "england"), has("france", power=[5, 1, 5]), frames=[marriage_ends("france")])
    assert match.log[0].action == EndMarriage("england"), "the only answer of who cannot pay"
    assert not match.state.married["england"] >> REALM.index["france"] & 1


def test_a_marriage_with_a_vassal_is_none_with_an_npr_r3_53() -> None:
    def vassal(state: State) -> None:
        state.overlord[REALM.index["scotland"]] = REALM.index["france"]

    match = table(married("france", "scotland", "england"), vassal, frames=[marriage_ends("france")])
    do(match, EndMarriage("england"))
    assert match.state.married["france"] == realms("scotland")
    match = table(married("france", "scotland", "navarra"), vassal, frames=[marriage_ends("france")])
    assert refusal(match, EndMarriage("scotland")) == "npr_first"


def test_the_last_may_replace_a_card_by_one_of_its_deck_r3_53() -> None:
    new = 1 << IDEA.index["bureaucracy"]

    def arrange(state: State) -> None:
        state.goals.ideas |= new
        state.goals.idea_draw = [IDEA.index["deus_vult"], IDEA.index["cabinet"]]
        state.goals.milestone_draw = []

    match = table(arrange, frames=[replacement("france", new)])
    assert [each.op for each in match.options("france")] == ["replace_idea", "replace_nothing"]
    do(match, match.options("france")[0])
    assert match.state.goals.ideas >> IDEA.index["deus_vult"] & 1
    assert not match.state.goals.ideas & new
    match = table(arrange, frames=[replacement("france", new)])
    do(match, ReplaceNothing())
    assert match.state.goals.ideas & new


def test_the_last_may_replace_a_milestone_by_one_of_its_deck_r3_53() -> None:
    def arrange(state: State) -> None:
        state.goals.idea_draw = []
        state.goals.milestones = MILESTONE.mask_of(("growing_realm", "full_coffers"))
        state.goals.milestone_draw = [MILESTONE.index["spare_expansion_1"], MILESTONE.index["spare_politics_1"]]

    match = table(arrange, frames=[replacement("france", 0)])
    swap = ReplaceMilestone("growing_realm", "spare_expansion_1")
    assert match.options("france") == [swap, ReplaceNothing()]
    assert refusal(match, ReplaceMilestone("full_coffers", "spare_politics_1")) == "not_replaceable"
    do(match, swap)
    goals = match.state.goals
    assert MILESTONE.ids_of(goals.milestones) == ("full_coffers", "spare_expansion_1")
    assert {MILESTONE.ids[each] for each in goals.milestone_draw} == {"growing_realm", "spare_politics_1"}


def test_an_age_ends_and_another_begins_r3_53() -> None:
    """What is printed is all of age 1: so the one before it ends here. An idea that nobody has goes."""
    old = 1 << IDEA.index["absolute_monarchy"]

    def spent(state: State) -> None:
        state.events.first, state.events.second = [], []
        state.age, state.round = 0, 4
        state.led["england"].prestige = -1
        state.goals.idea_draw = []
        state.goals.ideas &= mask_of(IDEA.index[id] for id, each in default().ideas.items() if each.basic)
        state.goals.ideas |= old

    match = table(spent, married("france", "scotland"), frames=[after_round()], players=6)
    state = match.state
    assert (state.age, state.round, state.led["france"].prestige) == (1, 1, 1)
    assert state.goals.milestones.bit_count() == 4
    assert len(state.events.first) + len(state.events.second) == 28
    assert not state.goals.ideas & old
    new = {id for id in IDEA.ids_of(state.goals.ideas) if not default().ideas[id].basic}
    assert len(new) == 1
    assert new < {"bureaucracy", "deus_vult"}
    assert IDEA.index["absolute_monarchy"] in state.goals.idea_draw
    assert asked(match) == ("replacement", "england")
    do(match, ReplaceNothing())
    assert asked(match) == ("end_of_marriage", "france")
    do(match, EndMarriage("scotland"))
