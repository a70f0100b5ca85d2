"""What a declaration of war begins, and actions of war that cost nothing (R9.02, R16.03)."""

from __future__ import annotations

import pytest

from adjudicator.games.europa_universalis.facts import PROVINCE, REALM
from adjudicator.games.europa_universalis.rules.access import GoTo
from adjudicator.games.europa_universalis.rules.battles import BattleBegan
from adjudicator.games.europa_universalis.rules.declaration import DeclareWar, given
from adjudicator.games.europa_universalis.rules.movement import Halt, March
from adjudicator.games.europa_universalis.rules.operations import Forgo
from adjudicator.games.europa_universalis.rules.recruiting import Raise, Recruit, Recruited
from adjudicator.games.europa_universalis.rules.sailing import Sail
from adjudicator.games.europa_universalis.rules.sieges import Besiege
from tests.games.europa_universalis.field import alone, army, does, refused, ships, table, told, war


@pytest.mark.example("ex_5_5_declare_war_castile")
def test_castile_goes_to_war_and_marches_for_nothing_as_in_the_example_r9_02() -> None:
    match = table(
        army("castile", "castile", infantry=3),
        frames=[does("declaration", "castile", DeclareWar(("granada",)))],
        active="castile",
    )
    own = match.state.led["castile"]
    assert (own.power[2], own.stability) == (4, 0)
    assert match.decisions()[0].kind == "given_action"
    march = [("castile", each) for each in (March("castile", 1), GoTo("leon"), GoTo("andalucia"))]
    began = [each for each in told(match, *march) if isinstance(each, BattleBegan)]
    assert [(each.realms, each.units) for each in began] == [(("granada",), 2)]
    assert own.power[2] - match.state.turn.won == 4


def test_a_war_with_battles_gives_no_action_r9_02() -> None:
    match = table(
        army("castile", "andalucia", infantry=8),
        frames=[does("declaration", "castile", DeclareWar(("granada",)))],
        active="castile",
    )
    assert match.decisions()[0].kind == "command"


def test_recruiting_after_a_declaration_costs_ducats_alone_r9_02() -> None:
    match = table(frames=[does("declaration", "castile", DeclareWar(("granada",)))], active="castile")
    match.apply("castile", Recruit())
    match.apply("castile", Raise("castile"))
    match.apply("castile", Recruited())
    own = match.state.led["castile"]
    assert (own.power[2], own.ducats) == (4, 13)


def test_a_card_gives_a_siege_with_more_strength_r16_03() -> None:
    match = table(
        alone("castile", "andalucia", 2), war("castile", "granada"), frames=[given("castile", "siege", strength=1)]
    )
    assert refused(match, "castile", March("andalucia")).code == "not_given"
    match.apply("castile", Besiege("andalucia", ("granada", "gibraltar"), 1))
    taken = [match.state.occupier[PROVINCE.index[each]] for each in ("granada", "gibraltar")]
    assert taken == [REALM.index["castile"]] * 2
    assert match.state.led["castile"].power[2] == 5


def test_a_forced_march_goes_further_and_over_mountains_but_not_with_guns_r16_03() -> None:
    match = table(
        army("castile", "castile", infantry=6),
        army("castile", "castile", 2, artillery=1),
        war("castile", "granada"),
        frames=[given("castile", "move_army", spaces=4, no_mountains=True, light=True)],
        active="castile",
    )
    assert refused(match, "castile", March("castile", 2)).code == "too_much_artillery"
    match.apply("castile", March("castile", 1))
    match.apply("castile", GoTo("andalucia"))
    assert match.state.led["castile"].power[2] >= 5


def test_several_actions_are_given_one_after_the_other_r16_03() -> None:
    match = table(
        army("france", "loire", infantry=1),
        ships("france", "bay_of_biscay"),
        frames=[given("france", "naval_activation", n=2), given("france", "land_activation", n=3)],
    )
    match.apply("france", Sail("english_channel", light=("bay_of_biscay",)))
    assert match.decisions()[0].kind == "given_action"
    match.apply("france", Forgo())
    for _ in range(2):
        match.apply("france", March("loire", 1))
        match.apply("france", Halt())
    match.apply("france", Forgo())
    assert match.decisions() == []
    assert match.state.led["france"].power[2] == 5
