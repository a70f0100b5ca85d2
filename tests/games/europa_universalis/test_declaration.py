"""Declaring war (R9.01-9.06, R3.30) and its causes."""

from __future__ import annotations

import pytest

from adjudicator import Action
from adjudicator.games.europa_universalis.content import default
from adjudicator.games.europa_universalis.facts import NONE, PROVINCE, REALM, RELIGION
from adjudicator.games.europa_universalis.rules.calls import AcceptCall, CallAlly, NoCall
from adjudicator.games.europa_universalis.rules.claims import causes
from adjudicator.games.europa_universalis.rules.declaration import Commit, DeclareWar, causes_end, war_declared
from adjudicator.games.europa_universalis.rules.operations import NOTHING
from adjudicator.games.europa_universalis.slots import IDEA
from adjudicator.games.europa_universalis.state import State
from tests.games.europa_universalis.diplomats import (
    OF_WAR,
    Arrange,
    acting,
    alliance,
    allied,
    area,
    asked,
    cubes,
    do,
    has,
    influence_at,
    occupied,
    realm,
    refused,
    table,
    truce,
    war,
    wed,
)


def passes(seat: str) -> Arrange:
    def arrange(state: State) -> None:
        state.led[seat].status.passed = 1

    return arrange


@pytest.mark.example("ex_5_5_declare_war_castile")
def test_castile_declares_war_on_granada_ex_5_5() -> None:
    """A claim is a cause: no stability is lost; one mil power is paid."""
    match = table(frames=acting("castile"))
    do(match, DeclareWar(("granada",)))
    own = match.state.led["castile"]
    assert (own.power, own.stability) == ([3, 3, 2], 0)
    assert match.state.war[realm("castile")] == 1 << realm("granada")
    assert asked(match)[1] in OF_WAR


@pytest.mark.parametrize(
    ("arrange", "action", "code"),
    [
        ([], DeclareWar(()), "no_targets"),
        ([], DeclareWar(("granada", "granada")), "no_targets"),
        ([], DeclareWar(("castile",)), "not_a_target"),
        ([], DeclareWar(("naples",)), "a_vassal"),
        ([], DeclareWar(("aztec",)), "undiscovered"),
        ([war("castile", "granada")], DeclareWar(("granada",)), "at_war_already"),
        (
            [war("castile", "france"), allied("france", "aragon", active=True)],
            DeclareWar(("aragon",)),
            "at_war_already",
        ),
        ([allied("castile", "aragon")], DeclareWar(("aragon",)), "is_an_ally"),
        ([truce("castile", "granada")], DeclareWar(("granada",)), "in_truce"),
        ([passes("france")], DeclareWar(("france",)), "has_passed"),
        ([passes("england")], DeclareWar(("portugal",)), "ally_of_protected"),
        ([truce("castile", "england")], DeclareWar(("portugal",)), "ally_of_protected"),
        ([passes("austria")], DeclareWar(("bavaria",)), "emperor_protected"),
        ([truce("castile", "austria")], DeclareWar(("bavaria",)), "emperor_protected"),
        ([allied("castile", "austria")], DeclareWar(("bavaria",)), "emperor_protected"),
        ([has("castile", ruler=NONE)], DeclareWar(("granada",)), "nobody_declares"),
        ([has("castile", power=(3, 3, 0))], DeclareWar(("granada",)), "too_little_power"),
    ],
)
def test_on_whom_no_war_is_declared_r9_01(arrange: list[Arrange], action: Action, code: str) -> None:
    refused(table(*arrange, frames=acting("castile")), action, code)


def test_a_member_at_war_with_the_emperor_is_not_protected_r9_01() -> None:
    match = table(passes("austria"), war("austria", "bavaria"), frames=acting("castile"))
    do(match, DeclareWar(("bavaria",)))
    assert match.state.war[realm("castile")] == 1 << realm("bavaria")


def test_a_disputed_succession_opens_the_way_to_an_ally_without_a_ruler_r9_05() -> None:
    arrange = [allied("castile", "aragon"), wed("castile", "aragon", disputed=True), has("castile", ruler=NONE)]
    match = table(*arrange, frames=acting("castile"))
    do(match, DeclareWar(("aragon",)))
    assert alliance(match, "castile") == set()
    assert match.state.led["castile"].stability == 0


@pytest.mark.parametrize(
    ("arrange", "lost"),
    [
        ([], -2),
        ([wed("castile", "aragon")], -3),
        ([has("castile", claims=1 << area("aragon")), wed("castile", "aragon")], -1),
    ],
)
def test_stability_pays_for_a_war_without_a_cause_and_with_a_marriage_r9_02(arrange: list[Arrange], lost: int) -> None:
    match = table(*arrange, frames=acting("castile"))
    do(match, DeclareWar(("aragon",)))
    assert match.state.led["castile"].stability == lost


def test_several_targets_each_cost_stability_r9_02() -> None:
    match = table(frames=acting("castile"))
    do(match, DeclareWar(("navarra", "granada")))
    assert match.state.led["castile"].stability == -2
    assert match.state.led["castile"].power[2] == 2


def test_the_aggressor_loses_his_influence_with_the_targets_and_players_gain_mil_r9_02() -> None:
    match = table(cubes("castile", aragon=3, portugal=1), frames=acting("castile"))
    do(match, DeclareWar(("aragon", "france")))
    while asked(match)[1] not in {*OF_WAR, "diplomacy"}:
        do(match, NoCall())
    assert influence_at(match, "castile", "aragon", "portugal") == [0, 1]
    assert match.state.led["france"].power == [3, 3, 4]


# causes (R9.04)


def excommunicated(state: State) -> None:
    state.curia.excommunicated = realm("aragon")


def crusade(state: State) -> None:
    state.curia.crusade = area("andalucia")


@pytest.mark.parametrize(
    ("seat", "target", "arrange", "cause"),
    [
        ("castile", "granada", [], "claim"),
        ("castile", "granada", [has("castile", claims=0, cores=1 << area("andalucia"))], "claim"),
        ("france", "aragon", [has("france", claims=1 << area("naples"))], "claim"),
        ("castile", "aragon", [lambda state: state.cb.update(castile=1 << realm("aragon"))], "token"),
        ("castile", "aragon", [wed("france", "aragon", disputed=True)], "disputed"),
        ("castile", "france", [wed("austria", "aragon", disputed=True), war("aragon", "france")], "disputed"),
        ("castile", "aragon", [excommunicated], "excommunication"),
        ("castile", "granada", [has("castile", claims=0, ideas=1 << IDEA.index["deus_vult"])], "holy_war"),
        ("castile", "granada", [has("castile", claims=0), crusade], "crusade"),
        ("austria", "venice", [], "liberation"),
        ("austria", "burgundy", [], "liberation"),
    ],
)
def test_causes_of_war_r9_04(seat: str, target: str, arrange: list[Arrange], cause: str) -> None:
    assert causes(table(*arrange).state, default(), seat, realm(target)) == (cause,)


@pytest.mark.parametrize(
    ("seat", "target", "arrange"),
    [
        ("castile", "france", [wed("austria", "aragon", disputed=True)]),
        (
            "castile",
            "france",
            [has("castile", ideas=1 << IDEA.index["deus_vult"]), has("france", religion=RELIGION.index["protestant"])],
        ),
        ("castile", "morocco", [crusade]),
        ("castile", "aragon", [excommunicated, has("castile", religion=RELIGION.index["protestant"])]),
        ("austria", "bavaria", []),
        ("austria", "castile", []),
        ("france", "venice", []),
    ],
)
def test_no_causes_r9_04(seat: str, target: str, arrange: list[Arrange]) -> None:
    assert causes(table(*arrange).state, default(), seat, realm(target)) == ()


def test_a_claim_is_no_cause_against_who_owns_nothing_there_now_r9_04_r1_03() -> None:
    """England occupies what Granada has in Andalucia, one province after the other; it does not own it either."""
    state = table().state
    there = [each.index for each in PROVINCE if state.owner[each.index] == realm("granada")]
    found = []
    for each in there:
        found.append(causes(state, default(), "castile", realm("granada")))
        state.occupier[each] = realm("england")
    assert found == [("claim",)] * len(there)
    assert causes(state, default(), "castile", realm("granada")) == ()
    assert causes(state, default(), "castile", realm("england")) == ()


def test_who_occupies_land_of_the_empire_may_be_driven_out_r9_04() -> None:
    state = table(occupied("castile", "munchen")).state
    assert causes(state, default(), "austria", realm("castile")) == ("liberation",)


def test_a_crusader_is_committed_by_his_war_r9_04() -> None:
    match = table(crusade, has("castile", claims=0, cores=0), frames=acting("castile"))
    assert causes(match.state, default(), "castile", realm("granada")) == ("crusade",)
    do(match, DeclareWar(("granada",)))
    assert match.state.curia.committed == ["castile"]


@pytest.mark.parametrize(("answer", "committed"), [(Commit(), ["castile"]), (NOTHING, [])])
def test_who_has_another_cause_may_leave_the_crusade_aside_r9_04(answer: Action, committed: list[str]) -> None:
    match = table(crusade, has("castile", claims=1 << area("andalucia")), frames=acting("castile"))
    do(match, DeclareWar(("granada",)))
    assert asked(match) == ("castile", "commitment")
    do(match, answer)
    assert match.state.curia.committed == committed


def test_a_war_of_an_event_commits_nobody_r9_06() -> None:
    match = table(crusade, frames=[war_declared("castile", 1 << realm("granada"), True), *acting("france")])
    assert match.state.curia.committed == []
    match = table(crusade, frames=[war_declared("castile", 1 << realm("granada")), *acting("france")])
    assert match.state.curia.committed == ["castile"], "who calls the crusade and declares war at once is"


# the empire resents (R18.25)


def test_the_emperor_pays_for_a_war_on_a_member_without_a_cause_r18_25() -> None:
    match = table(cubes("austria", bavaria_swabia=2, rhineland=2), wed("austria"), frames=acting("austria"))
    match.state.married["austria"] = 0
    do(match, DeclareWar(("mainz",)))
    state = match.state
    assert (state.empire.authority, state.led["austria"].stability) == (2, -2)
    assert asked(match) == ("austria", "lose_influence")


def castile_is_emperor(state: State) -> None:
    state.empire.emperor = realm("castile")


def test_a_subject_gives_the_emperor_a_token_r18_25() -> None:
    match = table(castile_is_emperor, frames=acting("austria"))
    match.state.married["austria"] = 0
    do(match, DeclareWar(("mainz",)))
    assert match.state.cb["castile"] == 1 << realm("austria")
    assert match.state.led["austria"].stability == -2


def test_an_outsider_with_a_claim_gives_none_r18_25() -> None:
    """Liege lies in the empire; Burgundy has a claim, and its capital outside."""
    match = table(frames=[war_declared("burgundy", 1 << realm("liege")), *acting("france")])
    assert asked(match) == ("austria", "defensive_call")
    assert match.state.cb["austria"] == 0
    assert match.state.led["burgundy"].stability == 0


def test_a_war_of_an_event_costs_nothing_r9_06() -> None:
    match = table(frames=[war_declared("castile", 1 << realm("aragon"), event=True), *acting("france")])
    assert match.state.led["castile"].stability == 0
    assert match.state.war[realm("aragon")] == 1 << realm("castile")


def test_tokens_and_truces_end_r3_30() -> None:
    def tokens(state: State) -> None:
        state.cb["castile"] = REALM.mask_of(("aragon", "granada"))

    match = table(
        tokens, war("castile", "granada"), truce("france", "aragon"), frames=[causes_end(), *acting("france")]
    )
    assert match.state.led["castile"].prestige == -2
    assert (match.state.cb["castile"], match.state.truce[realm("france")]) == (0, 0)


def test_a_token_against_an_enemys_active_ally_is_used_r3_30_r11_70() -> None:
    def token(state: State) -> None:
        state.cb["castile"] = REALM.mask_of(("aragon",))

    fought = (token, war("castile", "france"), allied("france", "aragon", active=True))
    match = table(*fought, frames=[causes_end(), *acting("france")])
    assert match.state.led["castile"].prestige == 0


# the box of 9.1


@pytest.mark.example("ex_9_1_dow_austria_venice_calls")
def test_austria_declares_war_on_venice_with_genoa_against_france_9_1() -> None:
    """Five players: nobody plays Venice, France is its ally, Genoa that of Austria."""
    five = ("france", "castile", "england", "burgundy", "austria")
    arrange = [
        allied("austria", "genoa"),
        allied("france", "venice"),
        cubes("austria", lombardy=2, dalmatia=1),
        has("austria", claims=1 << area("venetia")),
    ]
    match = table(*arrange, seats=five, frames=[*acting("austria")])
    do(match, DeclareWar(("venice",)), CallAlly("genoa"))
    assert asked(match) == ("france", "defensive_call")
    assert influence_at(match, "austria", "lombardy") == [0]
    assert match.state.led["austria"].allied == 2
    do(match, AcceptCall())
    assert asked(match) == ("france", "defensive_calls")
    do(match, NoCall())
    state = match.state
    assert (state.led["france"].allied, state.led["france"].power[2]) == (0, 4)
    assert influence_at(match, "austria", "lombardy", "dalmatia") == [0, 0]
    assert state.led["austria"].stability == 0
    assert state.war[realm("austria")] == REALM.mask_of(("venice", "france"))
    assert state.active == 1 << realm("genoa")
    assert asked(match)[1] in OF_WAR
