"""Battles on land by the rulebook's examples (R9.40-R9.46)."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.games.europa_universalis.content import default
from adjudicator.games.europa_universalis.facts import PROVINCE, REALM, RELIGION
from adjudicator.games.europa_universalis.game import CONTENT
from adjudicator.games.europa_universalis.house_rules import HouseRules
from adjudicator.games.europa_universalis.rules.battle_dice import BaseDice, DiceRolled, IdeaInBattle, UseInBattle
from adjudicator.games.europa_universalis.rules.battles import BattleBegan, BattleOver, battle_at, the_battle
from adjudicator.games.europa_universalis.rules.casualties import KeepCommand, LoseUnit, UnitLost, Wounded, shares
from adjudicator.games.europa_universalis.rules.characters import AppointGeneral, MoveGeneral
from adjudicator.games.europa_universalis.slots import CARD, CHARACTER
from adjudicator.games.europa_universalis.state import Displayed, State, Units
from tests.games.europa_universalis.cards import table as with_cards
from tests.games.europa_universalis.cards import table as with_pack
from tests.games.europa_universalis.field import (
    CAV,
    INF,
    MISS,
    OUTLINED,
    SIX,
    army,
    entered,
    holding,
    idea,
    of,
    refused,
    rolled,
    table,
    told,
    war,
)


@pytest.mark.example("ex_9_6_battle_castile_granada")
def test_castile_beats_granada_as_in_the_box_r9_44() -> None:
    match = table(
        army("castile", "andalucia", infantry=2, cavalry=1, general="adm_16"),
        war("castile", "granada"),
        entered("andalucia"),
        frames=[battle_at("castile", "andalucia", origin="leon")],
        active="castile",
        dice=[
            rolled("attackers", "infantry", INF, INF, MISS),
            rolled("attackers", "cavalry", 1, 5),
            rolled("defenders", "infantry", INF, CAV, MISS),
        ],
    )
    events = told(match, ("castile", KeepCommand()), ("castile", LoseUnit("infantry", 1)))
    began = of(events, BattleBegan)[0]
    assert (began.attackers, began.realms, began.units) == (("castile",), ("granada",), 2)
    assert [(each.side, each.hits) for each in of(events, DiceRolled)] == [("attackers", 3), ("defenders", 1)]
    assert of(events, BattleOver)[0].side == "attackers"
    state = match.state
    assert state.led["castile"].armies[0].regular == Units(1, 1, 0)
    assert (state.led["castile"].exhausted, state.led["castile"].power) == (1, [5, 5, 6])


@pytest.mark.parametrize("colour", ["infantry", "cavalry"])
def test_muslims_choose_the_colour_of_their_dice_on_land_r9_43(colour: Any) -> None:
    match = table(
        army("castile", "andalucia", infantry=2),
        lambda state: setattr(state.led["castile"], "religion", RELIGION.index["muslim"]),
        war("castile", "granada"),
        entered("andalucia"),
        frames=[battle_at("castile", "andalucia", origin="leon")],
        active="castile",
        dice=[rolled("attackers", colour, MISS, MISS, MISS), rolled("defenders", "infantry", MISS, MISS, MISS)],
    )
    events = told(match, ("castile", KeepCommand()), ("castile", BaseDice(colour)))
    assert [(each.side, each.hits) for each in of(events, DiceRolled)] == [("attackers", 0), ("defenders", 0)]


@pytest.mark.example("ex_9_7_three_realm_battle")
def test_three_realms_as_in_the_box_r9_41_r9_42() -> None:
    def reforms(state: State) -> None:
        state.decks[2].draw.remove(CARD.index["mil_1"])
        state.led["france"].display = [Displayed(CARD.index["mil_1"], 3)]

    match = table(
        army("france", "seine", cavalry=3, general="adm_16"),
        army("england", "seine", infantry=6, general="adm_18"),
        army("castile", "seine", infantry=4),
        idea("france", "noble_knights"),
        idea("england", "military_drill"),
        idea("castile", "tercios_janissaries"),
        war("france", "england", "castile"),
        holding("france", "mil_20"),
        reforms,
        frames=[battle_at("france", "seine", origin="loire")],
        dice=[rolled("attackers", "cavalry", 1, 2, 6)],
    )
    assert refused(match, "france", MoveGeneral(1, 2)).code == "not_in_this_battle"
    events = told(match, ("france", KeepCommand()))
    assert the_battle(match.state).defenders.seats == ["england", "castile"]
    used = {(each.seat, each.idea) for each in of(events, IdeaInBattle)}
    assert used == {("england", "military_drill"), ("france", "noble_knights")}
    assert [each.seat for each in of(events, UnitLost)] == ["england", "castile"]
    too_many = UseInBattle("mil_1", "innovatory_tactics", cavalry=3, artillery=1)
    assert refused(match, "france", too_many).code == "wrong_dice"
    match.apply("france", UseInBattle("mil_1", "innovatory_tactics", cavalry=2, artillery=2))
    assert refused(match, "france", UseInBattle("mil_1", "innovatory_tactics", cavalry=2, artillery=2)).code == (
        "used_already"
    )
    assert the_battle(match.state).attackers.dice == Units(3, 3, 2)
    assert match.state.led["france"].display[0].charges == 2
    assert match.state.led["france"].power[2] == 4


def test_no_more_dice_are_taken_than_the_enemys_leader_gives_r9_41() -> None:
    """Whatever a pack says that an idea takes; his base dice stay."""
    pack = {"ideas.military_drill.bonus": [{"op": "fewer_leader_dice", "n": 5}]}
    match = with_cards(
        army("france", "seine", infantry=3),
        army("england", "seine", infantry=6, general="adm_18"),
        idea("france", "military_drill"),
        war("france", "england"),
        frames=[battle_at("france", "seine", origin="loire")],
        pack=pack,
    )
    events = told(match, ("france", KeepCommand()))
    assert [each.idea for each in of(events, IdeaInBattle)] == ["military_drill"] * 2
    assert the_battle(match.state).defenders.dice == Units(3)


@pytest.mark.parametrize(
    ("passed", "says"),
    [
        ([], "castile"),
        (["castile"], "england"),
        (["england"], "castile"),
        (["england", "castile"], "castile"),
        (["castile", "england"], "england"),
    ],
)
def test_of_equal_defenders_who_had_the_last_turn_names_the_main_one_r9_41(passed: list[str], says: str) -> None:
    """Of those who have passed, who passed last."""

    def status(state: State) -> None:
        state.order = ["france", "england", "castile", *(x for x in SIX if x not in ("france", "england", "castile"))]
        for place, seat in enumerate(passed, 1):
            state.led[seat].status.passed = place

    match = table(
        army("france", "seine", infantry=3),
        army("england", "seine", infantry=4),
        army("castile", "seine", infantry=4),
        war("france", "england", "castile"),
        status,
        frames=[battle_at("france", "seine", origin="loire")],
    )
    assert [(each.kind, each.seats) for each in match.decisions()] == [("main_defender", (says,))]


def test_losses_go_round_from_the_largest_r9_45() -> None:
    assert shares({"england": 6, "castile": 4}, 3) == {"england": 2, "castile": 1}
    assert shares({"england": 6, "castile": 1}, 5) == {"england": 4, "castile": 1}
    assert shares({"england": 1}, 5) == {"england": 1}


def test_the_defender_appoints_a_general_at_home_r9_41() -> None:
    match = table(
        army("france", "seine", infantry=2),
        army("england", "seine", infantry=2),
        holding("france", "adm_16", "mil_15"),
        holding("england", "adm_18"),
        war("england", "france"),
        frames=[battle_at("england", "seine", origin="brittany_normandy")],
        active="england",
    )
    match.apply("england", AppointGeneral("adm_18", 1))
    match.apply("france", AppointGeneral("adm_16", 1))
    battle = the_battle(match.state)
    assert battle.attackers.leader == CHARACTER.index["adm_18"]
    assert battle.defenders.leader == CHARACTER.index["adm_16"]
    assert (battle.attackers.dice, battle.defenders.dice) == (Units(5), Units(3, 2))
    assert match.state.led["france"].power[2] == 4


def test_a_defender_abroad_appoints_nobody_r9_41() -> None:
    match = table(
        army("france", "aquitaine", infantry=2),
        army("england", "aquitaine", infantry=2),
        holding("england", "adm_18", "mil_20"),
        war("england", "france"),
        lambda state: state.occupier.__setitem__(PROVINCE.index["bordeaux"], REALM.index["france"]),
        frames=[battle_at("france", "aquitaine")],
    )
    match.apply("france", KeepCommand())
    assert match.decisions()[0].kind == "battle_action"


@pytest.mark.parametrize(("card", "mil", "kind"), [("mil_1", 5, "battle_action"), ("mil_1", 0, ""), ("adm_1", 5, "")])
def test_only_who_may_hold_a_battle_action_is_asked_r9_42(card: str, mil: int, kind: str) -> None:
    """Backs and power are public: a military card that is none of them is asked about, too."""

    def poor(state: State) -> None:
        state.led["france"].power[2] = mil

    match = table(
        army("france", "seine", infantry=2),
        army("england", "seine", infantry=2),
        holding("france", card),
        war("england", "france"),
        poor,
        frames=[battle_at("england", "seine")],
    )
    while match.decisions() and match.decisions()[0].kind == "command":
        match.apply(match.decisions()[0].waiting[0], KeepCommand())
    assert [each.kind for each in match.decisions() if each.kind == "battle_action"] == [kind] * bool(kind)


@pytest.mark.parametrize("ill", [False, True])
def test_two_outlined_faces_wound_a_leader_who_lost_a_unit_r9_46(ill: bool) -> None:
    def sick(state: State) -> None:
        state.ill = 1 << CHARACTER.index["adm_18"] if ill else 0

    match = table(
        army("france", "seine", infantry=2),
        army("england", "seine", infantry=1, general="adm_18"),
        sick,
        war("england", "france"),
        frames=[battle_at("england", "seine")],
        active="england",
        dice=[
            rolled("attackers", "infantry", MISS, MISS, MISS, MISS, MISS),
            rolled("defenders", "infantry", OUTLINED, OUTLINED, MISS),
        ],
    )
    events = told(match, ("england", KeepCommand()), ("france", KeepCommand()))
    assert [each.character for each in of(events, Wounded)] == ["adm_18"]
    dead = match.state.led["england"].armies[0].general != CHARACTER.index["adm_18"]
    assert (dead, bool(match.state.ill)) == (ill, not ill)


def test_everybody_may_lend_battle_actions_to_realms_of_nobody_by_an_optional_rule_r20_03() -> None:
    def optional(state: State) -> None:
        state.rules = HouseRules(all_lend_battle_actions=True)

    match = table(
        army("castile", "andalucia", infantry=3),
        holding("england", "mil_15"),
        optional,
        war("castile", "granada"),
        entered("andalucia"),
        frames=[battle_at("castile", "andalucia")],
        active="castile",
    )
    match.apply("castile", KeepCommand())
    assert match.decisions()[0].seats == ("england",)
    match.apply("england", UseInBattle("mil_15", infantry=2))
    assert match.state.led["england"].power[2] == 4


def test_two_battle_actions_of_one_display_card_are_two_actions_r8_04() -> None:
    def reforms(state: State) -> None:
        state.decks[2].draw.remove(CARD.index["mil_1"])
        state.led["france"].display = [Displayed(CARD.index["mil_1"], 3)]

    acts = CONTENT.write(default())["titles"]["military_reforms"]["acts"]
    more_dice = {**acts[0], "id": "increase_manpower", "dice": [{"op": "extra_dice", "any": 1}]}
    match = with_pack(
        army("france", "seine", cavalry=3, general="adm_16"),
        army("england", "seine", infantry=6),
        war("france", "england"),
        holding("france", "mil_20"),
        reforms,
        frames=[battle_at("france", "seine", origin="loire")],
        pack={"titles.military_reforms.acts": [acts[0], more_dice]},
    )
    told(match, ("france", KeepCommand()))
    first = UseInBattle("mil_1", "innovatory_tactics", cavalry=2, artillery=2)
    match.apply("france", first)
    assert refused(match, "france", first).code == "used_already"
    match.apply("france", UseInBattle("mil_1", "increase_manpower", cavalry=1))
    assert refused(match, "france", UseInBattle("mil_1", "increase_manpower", cavalry=1)).code == "used_already"
    assert match.state.led["france"].display[0].charges == 1
