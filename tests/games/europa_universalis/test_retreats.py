"""Retreat from battles on land (R9.48)."""

from __future__ import annotations

import pytest

from adjudicator import Match
from adjudicator.games.europa_universalis.facts import AREA, PROVINCE, REALM
from adjudicator.games.europa_universalis.rules.access import LetPass, RefusePassage
from adjudicator.games.europa_universalis.rules.battle_dice import DiceRolled
from adjudicator.games.europa_universalis.rules.battles import SIDES, BattleBegan, BattleOver, battle_at, the_battle
from adjudicator.games.europa_universalis.rules.casualties import KeepCommand
from adjudicator.games.europa_universalis.rules.retreats import Retreat, StandFast
from adjudicator.games.europa_universalis.state import State
from tests.games.europa_universalis.field import (
    INF,
    MISS,
    Arrange,
    allies,
    alone,
    army,
    entered,
    of,
    rolled,
    table,
    told,
    war,
)


def test_nobodys_units_retreat_when_weaker_but_not_from_their_capital_r9_48() -> None:
    def weak(seat: str, area: str) -> Match:
        return table(
            army(seat, area, infantry=6),
            war(seat, "venice"),
            entered(area),
            frames=[battle_at(seat, area)],
            active=seat,
            players=5,
            dice=[
                rolled("attackers", "infantry", INF, INF, MISS),
                rolled("defenders", "infantry", MISS, MISS, MISS),
            ],
        )

    away = weak("austria", "dalmatia")
    assert away.decisions()[0].kind == "command"
    away.apply("austria", KeepCommand())
    assert (away.state.battles, away.decisions()) == ([], [])
    at_home = weak("austria", "venetia")
    rolls = of([each.public for each in at_home.apply("austria", KeepCommand())], DiceRolled)
    assert len(rolls) > len(SIDES)


def test_nobodys_units_stay_where_their_side_is_no_weaker_r9_48() -> None:
    """Castile's unit beside the five of Venice: as many as the six of Austria."""
    match = table(
        army("austria", "dalmatia", infantry=6),
        army("castile", "dalmatia", infantry=1),
        war("austria", "venice", "castile"),
        entered("dalmatia"),
        frames=[battle_at("austria", "dalmatia")],
        active="austria",
        players=5,
        dice=[rolled(side, "infantry", MISS, MISS, MISS) for side in SIDES * 2],
    )
    stood = 0
    while stood < 2:
        decision = match.decisions()[0]
        assert the_battle(match.state).defenders.units == 5, decision
        stood += decision.kind == "retreat" and decision.waiting == ("castile",)
        match.apply(decision.waiting[0], StandFast() if decision.kind == "retreat" else KeepCommand())


def test_an_attacker_goes_back_for_one_more_unit_r9_48() -> None:
    match = table(
        army("france", "aquitaine", infantry=3),
        army("england", "aquitaine", infantry=4),
        war("england", "france"),
        frames=[battle_at("france", "aquitaine", origin="loire")],
        dice=[
            rolled("attackers", "infantry", MISS, MISS, MISS),
            rolled("defenders", "infantry", INF, MISS, MISS),
        ],
    )
    match.apply("france", KeepCommand())
    match.apply("england", KeepCommand())
    assert match.decisions()[0].kind == "retreat"
    match.apply("france", Retreat("loire"))
    own = match.state.led["france"]
    assert (own.armies[0].area, own.armies[0].all, own.exhausted) == (AREA.index["loire"], 1, 2)
    assert match.state.led["england"].power[2] == 5


def test_a_defender_pays_for_access_where_he_retreats_to_r9_48_r9_27() -> None:
    """Beside Castile lies Aragon, which is neutral to it: an influence there, or three ducats; with a claim it is
    closed.
    """

    def neutral(state: State) -> None:
        state.led["castile"].influence[AREA.index["aragon"]] = 1
        state.allied["castile"] = state.married["castile"] = 0

    def claim(state: State) -> None:
        state.led["castile"].claims |= 1 << AREA.index["aragon"]

    def fought(*more: Arrange) -> Match:
        match = table(
            army("france", "castile", infantry=4),
            army("castile", "castile", infantry=3),
            war("castile", "france"),
            neutral,
            *more,
            frames=[battle_at("france", "castile")],
            dice=[rolled(side, "infantry", MISS, MISS, MISS) for side in ("attackers", "defenders")],
        )
        for seat in ("france", "castile"):
            match.apply(seat, KeepCommand())
        return match

    ways = {(each.area, each.pay) for each in fought().options("castile") if isinstance(each, Retreat)}
    assert {("aragon", "influence"), ("aragon", "ducats"), ("leon", "")} <= ways
    match = fought()
    match.apply("castile", Retreat("aragon", pay="ducats"))
    own = match.state.led["castile"]
    assert (own.armies[0].area, own.armies[0].all, own.ducats) == (AREA.index["aragon"], 2, 12)
    assert "aragon" not in {each.area for each in fought(claim).options("castile") if isinstance(each, Retreat)}


@pytest.mark.parametrize("lets", [True, False])
def test_a_defender_asks_an_opponent_who_owns_all_of_the_area_where_he_retreats_to_r9_48_r9_27(lets: bool) -> None:
    """All of Leon is England's, with whom nobody is at war; he loses a unit and pays only if he may go."""
    there = [each.id for each in PROVINCE if each.area == AREA.index["leon"]]

    def foreign(state: State) -> None:
        state.allied["castile"] = state.married["castile"] = 0
        for each in there:
            state.owner[PROVINCE.index[each]] = REALM.index["england"]

    match = table(
        army("france", "castile", infantry=4),
        army("castile", "castile", infantry=3),
        war("castile", "france"),
        foreign,
        frames=[battle_at("france", "castile")],
        dice=[rolled(side, "infantry", MISS, MISS, MISS) for side in ("attackers", "defenders")] * 2,
    )
    for seat in ("france", "castile"):
        match.apply(seat, KeepCommand())
    match.apply("castile", Retreat("leon", pay="ducats", consent="england"))
    assert match.decisions()[0].kind == "consent"
    match.apply("england", LetPass() if lets else RefusePassage())
    own = match.state.led["castile"]
    if lets:
        assert (own.armies[0].area, own.armies[0].all, own.ducats) == (AREA.index["leon"], 2, 12)
    else:
        assert (own.armies[0].area, own.armies[0].all, own.ducats) == (AREA.index["castile"], 3, 15)
        assert match.decisions()[0].kind == "retreat"


@pytest.mark.parametrize(
    ("more", "fights"),
    [
        ([war("castile", "granada")], True),
        ([], False),
        ([war("castile", "granada"), alone("castile", "andalucia")], False),
        ([war("castile", "granada"), war("england", "granada"), alone("england", "andalucia")], False),
    ],
)
def test_who_retreats_to_an_enemy_that_nobody_plays_fights_there_r9_03_r13_10(
    more: list[Arrange], fights: bool
) -> None:
    """All Castilians go to Andalucia, where Granada has two provinces: the first battle is over then. Where an enemy of
    Granada stood before, it does not defend.
    """
    match = table(
        army("france", "leon", infantry=4),
        army("castile", "leon", infantry=4),
        war("castile", "france"),
        *more,
        frames=[battle_at("france", "leon", origin="castile")],
        dice=[rolled(side, "infantry", MISS, MISS, MISS) for side in ("attackers", "defenders")],
    )
    for seat, action in (("france", KeepCommand()), ("castile", KeepCommand()), ("france", StandFast())):
        match.apply(seat, action)
    events = [each.public for each in match.apply("castile", Retreat("andalucia"))]
    if match.decisions():
        events += [each.public for each in match.apply("castile", KeepCommand())]
    began = [(each.attackers, each.realms, each.units) for each in of(events, BattleBegan)]
    assert began == ([(("castile",), ("granada",), 2)] if fights else [])
    kinds = [type(each) for each in events if isinstance(each, BattleBegan | BattleOver)]
    assert kinds[:2] == ([BattleOver, BattleBegan] if fights else [BattleOver])


def test_who_beats_an_empire_of_nobody_where_he_has_retreated_fights_it_once_r9_03_r18_28() -> None:
    """Its authority defends Bavaria, whose capacity is used up; behind the battle it does so no more."""

    def used_up(state: State) -> None:
        state.turn.served, state.empire.authority = PROVINCE.mask, 1

    match = table(
        army("france", "saxony", infantry=4),
        army("castile", "saxony", infantry=6),
        war("castile", "france", "bavaria"),
        used_up,
        frames=[battle_at("france", "saxony", origin="brandenburg")],
        players=3,
        dice=[rolled(side, "infantry", MISS, MISS, MISS) for side in ("attackers", "defenders")]
        + [rolled("attackers", "infantry", INF, INF, INF), rolled("defenders", "infantry", MISS, MISS, MISS)],
    )
    began = []
    while match.decisions():
        seat = match.decisions()[0].waiting[0]
        flight = Retreat("bavaria_swabia")
        action = flight if flight in match.options(seat) else match.options(seat)[0]
        began += of([each.public for each in match.apply(seat, action)], BattleBegan)
    assert [(each.attackers, each.realms, each.units) for each in began] == [(("castile",), ("bavaria",), 3)]


def test_units_of_an_active_ally_that_win_without_the_attacker_are_gone_behind_the_battle_r13_10() -> None:
    """Milan fights at home for France, which goes back; no rebels come of its units."""
    match = table(
        army("france", "lombardy", infantry=3),
        army("austria", "lombardy", infantry=1),
        allies("france", "milan", active=True),
        war("france", "austria", fresh=True),
        entered("lombardy"),
        frames=[battle_at("france", "lombardy", origin="languedoc")],
        dice=[rolled(side, "infantry", MISS, MISS, MISS) for side in ("attackers", "defenders")]
        + [rolled("attackers", "infantry", INF, MISS, MISS), rolled("defenders", "infantry", MISS, MISS, MISS)],
    )
    events = told(match)
    while match.decisions():
        seat = match.decisions()[0].waiting[0]
        back = Retreat("languedoc")
        action = back if back in match.options(seat) else match.options(seat)[0]
        events += [each.public for each in match.apply(seat, action)]
    assert [(each.side, each.realms, each.rebels) for each in of(events, BattleOver)] == [("attackers", ("milan",), 0)]
    assert not any(match.state.rebels)


def test_attackers_go_back_to_where_a_defender_has_retreated_and_fight_there_r9_48_r9_03() -> None:
    """Castile leaves the battle for the area from which France has come; England fights on, and France goes back."""
    match = table(
        army("france", "leon", infantry=6),
        army("england", "leon", infantry=4),
        army("castile", "leon", infantry=3),
        war("france", "england", "castile"),
        frames=[battle_at("france", "leon", origin="castile")],
        dice=[rolled(side, "infantry", MISS, MISS, MISS) for side in ("attackers", "defenders")] * 2,
    )
    ways: dict[str, Retreat | StandFast] = {"castile": Retreat("castile"), "england": StandFast()}
    began = []
    while not began:
        asked = match.decisions()[0]
        seat = asked.waiting[0]
        back = Retreat("castile") if the_battle(match.state).round == 2 else StandFast()
        action = ways.get(seat, back) if asked.kind == "retreat" else KeepCommand()
        began = of([each.public for each in match.apply(seat, action)], BattleBegan)
    assert (began[0].area, began[0].attackers, began[0].defenders) == ("castile", ("france",), ("castile",))
