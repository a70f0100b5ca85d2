"""Battles by the rulebook's examples (R9.03, R9.40-R9.50)."""

from __future__ import annotations

from typing import Any

from adjudicator.games.europa_universalis.rules.battle_dice import (
    DiceRolled,
    IdeaInBattle,
    UseInBattle,
)
from adjudicator.games.europa_universalis.rules.battles import (
    BattleBegan,
    BattleOver,
    Fight,
    battle_at,
    battles_of_war,
    the_battle,
)
from adjudicator.games.europa_universalis.rules.casualties import LoseUnit, UnitLost, shares
from adjudicator.games.europa_universalis.slots import CARD
from adjudicator.games.europa_universalis.state import Displayed, State, Units
from tests.games.europa_universalis.field import (
    allies,
    army,
    entered,
    idea,
    refused,
    rolled,
    ships,
    table,
    told,
    war,
)

INF, OUTLINED, CAV, MISS = 1, 3, 4, 6
"""Faces of an infantry die."""


def of(events: list[Any], kind: type) -> list[Any]:
    return [each for each in events if isinstance(each, kind)]


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
    events = told(match, ("castile", LoseUnit("infantry", 1)))
    began = of(events, BattleBegan)[0]
    assert (began.attackers, began.realms, began.units) == (("castile",), ("granada",), 2)
    assert [(each.side, each.hits) for each in of(events, DiceRolled)] == [("attackers", 3), ("defenders", 1)]
    assert of(events, BattleOver)[0].winner == "attackers"
    state = match.state
    assert state.led["castile"].armies[0].regular == Units(1, 1, 0)
    assert (state.led["castile"].exhausted, state.led["castile"].power) == (1, [5, 5, 6])


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
        reforms,
        frames=[battle_at("france", "seine", origin="loire")],
        dice=[rolled("attackers", "cavalry", 1, 2, 6)],
    )
    events = told(match)
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


def test_losses_go_round_from_the_largest_r9_45() -> None:
    assert shares({"england": 6, "castile": 4}, 3) == {"england": 2, "castile": 1}
    assert shares({"england": 6, "castile": 1}, 5) == {"england": 4, "castile": 1}
    assert shares({"england": 1}, 5) == {"england": 1}


def test_austria_and_venice_at_sea_and_on_land_r13_10() -> None:
    match = table(
        army("austria", "venetia", infantry=6),
        army("austria", "lombardy", 2, infantry=6),
        army("france", "lombardy", infantry=2),
        ships("austria", "adriatic_sea"),
        ships("france", "gulf_of_lion", 2),
        allies("austria", "genoa", active=True),
        allies("france", "venice"),
        war("austria", "venice", "france", fresh=True),
        frames=[battles_of_war("austria")],
        active="austria",
        players=5,
    )
    assert set(match.options("austria")) == {Fight(zone="adriatic_sea"), Fight(zone="gulf_of_lion")}
    began = []
    while match.decisions():
        which = match.decisions()[0]
        seat = which.waiting[0]
        answer = Fight("venetia") if which.kind == "next_battle" and which.seats == ("austria",) else None
        options = match.options(seat)
        events = match.apply(seat, answer if answer in options else options[0])
        began += of([each.public for each in events], BattleBegan)
    places = {each.zone or each.area: each for each in began}
    assert list(places)[2:] == ["venetia", "lombardy"]
    assert (places["adriatic_sea"].units, places["gulf_of_lion"].units) == (5, 3)
    assert places["venetia"].units == 5
    assert (places["lombardy"].units, places["lombardy"].help, places["lombardy"].defenders) == (1, 2, ("france",))
