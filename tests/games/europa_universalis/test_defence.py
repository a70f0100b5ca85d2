"""Who defends: realms that nobody plays and the empire, and when battles of a declaration begin (R9.03, R9.50, R13.10,
R18.20, R18.28).
"""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator import Match
from adjudicator.games.europa_universalis.facts import AREA, NONE, PROVINCE, REALM
from adjudicator.games.europa_universalis.rules.access import GoTo
from adjudicator.games.europa_universalis.rules.acting import turn
from adjudicator.games.europa_universalis.rules.battles import (
    BattleBegan,
    BattleOver,
    Fight,
    battle_at,
    battles_of_war,
    due,
    the_battle,
)
from adjudicator.games.europa_universalis.rules.casualties import KeepCommand, UnitLost
from adjudicator.games.europa_universalis.rules.movement import March
from adjudicator.games.europa_universalis.rules.npr_defence import serving, units_of
from adjudicator.games.europa_universalis.slots import CARD, CHARACTER
from adjudicator.games.europa_universalis.state import State, Units
from adjudicator.kernel.steps import Frame
from tests.games.europa_universalis.field import (
    INF,
    MISS,
    OUTLINED,
    Arrange,
    allies,
    army,
    entered,
    holding,
    of,
    rolled,
    ships,
    table,
    told,
    war,
)


def empire(state: State) -> None:
    state.empire.defending, state.empire.manpower = True, 4


def _fought_out(match: Match) -> list[Any]:
    """The events up to the end of all battles; everybody answers with the first option."""
    events = told(match)
    while match.decisions():
        seat = match.decisions()[0].waiting[0]
        events += told(match, (seat, match.options(seat)[0]))[len(match.opening) :]
    return events


@pytest.mark.parametrize(
    ("arrange", "begins"),
    [
        ([war("castile", "granada", fresh=True)], True),
        ([war("castile", "granada")], False),
        ([war("castile", "granada"), entered("andalucia")], True),
    ],
)
def test_who_stood_there_as_an_enemy_before_the_turn_begins_no_battle_r9_03(arrange: list[Any], begins: Any) -> None:
    state = table(army("castile", "andalucia", infantry=2), *arrange, frames=[], active="castile").state
    assert bool(due(state, "castile")[1] >> AREA.index["andalucia"] & 1) == begins


def test_a_place_is_fought_for_until_no_hostile_units_are_left_there_r9_03() -> None:
    """France loses to England; Castile, at war with England too, goes on. Austria is at war with nobody."""
    lost = [rolled("attackers", "infantry", MISS, MISS, MISS), rolled("defenders", "infantry", INF, MISS, MISS)]
    won = [rolled("attackers", "infantry", INF, INF, MISS), rolled("defenders", "infantry", MISS, MISS, MISS)]
    match = table(
        army("france", "seine", infantry=1),
        army("england", "seine", infantry=2),
        army("castile", "seine", infantry=2),
        army("austria", "seine", infantry=1),
        war("england", "france", "castile", fresh=True),
        frames=[battles_of_war("france")],
        dice=[*lost, *won],
    )
    events = _fought_out(match)
    began = [(each.attackers, each.defenders) for each in of(events, BattleBegan)]
    assert began == [(("france",), ("england",)), (("castile",), ("england",))]
    assert [each.seats for each in of(events, BattleOver)] == [("england",), ("castile",)]


@pytest.mark.parametrize("frame", [battles_of_war("france"), battle_at("france", "andalucia", origin="castile")])
def test_who_wins_fights_an_enemy_of_his_alone_that_nobody_plays_r9_03_r13_10(frame: Frame) -> None:
    """Castile beats France in Andalucia, where Granada, at war with Castile alone, defends behind that, and once."""
    lost = [rolled("attackers", "infantry", MISS, MISS, MISS), rolled("defenders", "infantry", INF, MISS, MISS)]
    won = [rolled("attackers", "infantry", INF, INF, MISS), rolled("defenders", "infantry", MISS, MISS, MISS)]
    match = table(
        army("france", "andalucia", infantry=1),
        army("castile", "andalucia", infantry=4),
        war("castile", "france", "granada", fresh=True),
        frames=[frame],
        dice=[*lost, *won],
    )
    began = of(_fought_out(match), BattleBegan)
    assert [(each.attackers, each.defenders, each.realms) for each in began] == [
        (("france",), ("castile",), ()),
        (("castile",), (), ("granada",)),
    ]


@pytest.mark.example("ex_9_1_dow_austria_venice_naval")
@pytest.mark.example("ex_9_1_dow_austria_venice_land")
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


def test_an_active_ally_defends_with_half_and_a_token_adds_a_unit_r13_10() -> None:
    match = table(war("france", "bohemia"), frames=[])
    state, bohemia, area = match.state, REALM.index["bohemia"], AREA.index["bohemia"]
    places = serving(state, bohemia, area, 0)
    assert places & state.plus_manpower
    plain = sum(PROVINCE.things[each].tax for each in range(len(PROVINCE)) if places >> each & 1)
    assert units_of(state, bohemia, places) == plain + 1
    state.active |= 1 << bohemia
    assert units_of(state, bohemia, places) == -(-(plain + 1) // 2)


def test_three_units_of_nobody_have_a_leader_of_the_military_deck_r9_50_r8_02() -> None:
    """Its discards but five are shuffled when it is empty; without a card nobody leads."""

    def spent(kept: int) -> Arrange:
        def arrange(state: State) -> None:
            deck = state.decks[2]
            deck.draw, deck.discards = [], deck.draw[:kept]
            state.rebels[AREA.index["andalucia"]] = 3

        return arrange

    for kept, piles in ((0, (0, 0)), (7, (1, 6))):
        match = table(
            army("castile", "andalucia", infantry=3),
            spent(kept),
            frames=[battle_at("castile", "andalucia")],
            active="castile",
        )
        match.apply("castile", KeepCommand())
        deck = match.state.decks[2]
        assert (len(deck.draw), len(deck.discards)) == piles


def test_imperial_units_fight_beside_the_emperor_and_come_back_r18_20() -> None:
    match = table(
        army("austria", "austria", infantry=1),
        army("france", "austria", infantry=3),
        empire,
        war("austria", "france"),
        frames=[battle_at("france", "austria")],
        dice=[
            rolled("attackers", "infantry", INF, INF, MISS),
            rolled("defenders", "infantry", INF, INF, OUTLINED),
        ],
    )
    events = told(match, ("france", KeepCommand()), ("austria", KeepCommand()))
    assert [each.imperial for each in of(events, BattleBegan)] == [4]
    assert [each.category for each in of(events, UnitLost) if each.seat == "austria"] == ["regular", "imperial"]
    assert match.state.empire.manpower == 3
    assert of(events, BattleOver)[0].side == "defenders"


def test_no_imperial_units_against_members_that_nobody_plays_r18_20() -> None:
    match = table(
        army("austria", "bavaria_swabia", infantry=5),
        empire,
        war("austria", "bavaria"),
        entered("bavaria_swabia"),
        frames=[battle_at("austria", "bavaria_swabia")],
        active="austria",
    )
    assert (match.state.empire.manpower, the_battle(match.state).attackers.imperial) == (4, 0)


def test_the_empire_of_an_emperor_whom_nobody_plays_defends_with_authority_r18_28() -> None:
    match = table(
        army("france", "bavaria_swabia", infantry=5),
        war("france", "bavaria"),
        entered("bavaria_swabia"),
        frames=[battle_at("france", "bavaria_swabia")],
        players=3,
    )
    own = table(war("france", "bavaria"), frames=[], players=3)
    bavaria, area = REALM.index["bavaria"], AREA.index["bavaria_swabia"]
    capacity = units_of(own.state, bavaria, serving(own.state, bavaria, area, 0))
    assert the_battle(match.state).defenders.units == capacity + 9


def test_outside_units_that_stood_in_the_empire_before_the_turn_weaken_it_wherever_they_are_now_r18_28() -> None:
    """France marches out of Rhineland: an area that held outside units before this turn."""
    match = table(
        army("france", "rhineland", infantry=5),
        war("france", "bavaria"),
        frames=[turn("france")],
        players=3,
    )
    bavaria, area = REALM.index["bavaria"], AREA.index["bavaria_swabia"]
    capacity = units_of(match.state, bavaria, serving(match.state, bavaria, area, 0))
    told(match, ("france", March("rhineland", 1)), ("france", GoTo("bavaria_swabia")))
    assert the_battle(match.state).defenders.units == capacity + 9 - 2


@pytest.mark.parametrize(("authority", "units"), [(3, 9), (0, None)])
def test_an_empire_of_nobody_whose_defenders_have_served_has_authority_alone_r18_28(
    authority: int, units: int | None
) -> None:
    def arrange(state: State) -> None:
        state.turn.served, state.empire.authority = PROVINCE.mask, authority

    match = table(
        army("france", "bavaria_swabia", infantry=5),
        war("france", "bavaria"),
        entered("bavaria_swabia"),
        arrange,
        frames=[battle_at("france", "bavaria_swabia")],
        players=3,
    )
    begun = match.state.battles
    assert [(each.defenders.units, REALM.ids_of(each.defenders.realms)) for each in begun] == (
        [] if units is None else [(units, ("bavaria",))]
    )


@pytest.mark.parametrize(
    ("rebels", "card", "dice"),
    [(3, "mil_13", Units(3, 3, 0)), (3, "mil_1", Units(3)), (2, "", Units(3)), (1, "", Units(3))],
)
def test_of_three_defenders_of_nobody_a_leader_who_is_drawn_gives_his_dice_r9_50(
    rebels: int, card: str, dice: Units
) -> None:
    """Card 13 has a leader with three dice of cavalry, card 1 an advisor; both go to the discards."""
    match = table(
        army("castile", "leon", infantry=3),
        holding("castile", "mil_12"),
        lambda state: state.rebels.__setitem__(AREA.index["leon"], rebels),
        frames=[battle_at("castile", "leon")],
        active="castile",
        dice=[{"draw": "leader", "card": card}] if card else [],
    )
    match.apply("castile", KeepCommand())
    assert match.decisions()[0].kind == "battle_action"
    foes, discards = the_battle(match.state).defenders, match.state.decks[2].discards
    assert (foes.dice, discards) == (dice, [CARD.index[card]] if card else [])
    assert foes.leader == (CHARACTER.index[card] if dice.cavalry else NONE)
