"""Battle plans with figures: what they add to the pools and take from them, and that their conditions hold (5.5.3)."""

from __future__ import annotations

from typing import Any, Final

import pytest

from adjudicator.games.oath.facts import CARD
from adjudicator.games.oath.rules.battle import UsePlan
from adjudicator.games.oath.rules.campaign import Attack
from tests.games.oath.table import Arrange, advisers, at, banner, dice, finish, player, refused, table

HERE: Final = "provinces_1"
PLANS: Final = {
    each.id: each for each in CARD if "battle_plan" in each.powers and (each.dice.attack or each.dice.defense)
}
SIDES: Final = [
    (card, side) for card, each in PLANS.items() for side in ("attacker", "defender") if each.side in (side, "either")
]


def of_user(side: str) -> str:
    return "red" if side == "attacker" else "blue"


def of_enemy(side: str) -> str:
    return "blue" if side == "attacker" else "red"


def met(card: str, side: str) -> list[Arrange]:
    """What the condition of a plan needs."""
    return {
        "disgraced_captain": [at(HERE, "toll_roads")],
        "fire_talkers": [banner("darkest_secret", of_user(side))],
        "cracked_sage": [advisers(of_enemy(side), "tutor")],
        "rival_khan": [advisers(of_enemy(side), "elders")],
        "encirclement": [player(of_user(side), warbands=9)],
        "rangers": [at(each, ruler="blue") for each in ("cradle_2", "hinterland_1", "hinterland_2")],
    }.get(card, [])


def unmet(card: str, side: str) -> list[Arrange]:
    """What keeps the condition of a plan from being met."""
    return {
        "disgraced_captain": [at("provinces_3", "toll_roads")],
        "fire_talkers": [banner("darkest_secret", of_enemy(side))],
        "cracked_sage": [advisers(of_user(side), "tutor")],
        "rival_khan": [advisers(of_user(side), "elders")],
        "encirclement": [player(of_enemy(side), warbands=9)],
        "village_constable": [banner("peoples_favor", of_enemy(side))],
        "the_great_levy": [banner("peoples_favor", of_enemy(side))],
    }.get(card, [])


def fought(card: str, side: str, *arrange: Arrange, sites: tuple[str, ...] = (HERE,)) -> tuple[int, int]:
    """The dice rolled when red attacks blue, who rules the site and is there, and one of them uses this plan alone."""
    slot = HERE if side == "defender" else "hinterland_3"
    held = at(slot, card, ruler=of_user(side)) if PLANS[card].place == "site" else advisers(of_user(side), card)
    match = table(at(HERE, ruler="blue"), player("blue", pawn=HERE), held, *arrange)
    attack = Attack(player="blue", sites=sites, plans=(card,) if side == "attacker" else ())
    answers: dict[str, Any] = {} if side == "attacker" else {"defense_plans": UsePlan(card)}
    events = finish(match, attack, **answers)
    return dice(events)


@pytest.mark.parametrize(("card", "side"), SIDES)
def test_the_figures_of_a_plan_change_the_pools_where_its_condition_is_met(card: str, side: str) -> None:
    figures = PLANS[card].dice
    sites = (HERE, "cradle_2", "hinterland_1", "hinterland_2") if card == "rangers" else (HERE,)
    attack = figures.attack if side == "attacker" else -figures.attack
    before = 9 if card == "encirclement" and side == "attacker" else 5
    assert fought(card, side, *met(card, side), sites=sites) == (before + attack, len(sites) + figures.defense)


@pytest.mark.parametrize(("card", "side"), [each for each in SIDES if unmet(*each)])
def test_a_plan_whose_condition_is_not_met_changes_nothing(card: str, side: str) -> None:
    before = 9 if card == "encirclement" and side == "defender" else 5
    assert fought(card, side, *unmet(card, side)) == (before, 1)


def test_a_plan_of_the_other_side_and_one_used_twice_are_refused() -> None:
    match = table(at(HERE, ruler="blue"), advisers("red", "bear_traps", "longbows"))
    refused(match, Attack(player="blue", sites=(HERE,), plans=("bear_traps",)), "plan_side")
    refused(match, Attack(player="blue", sites=(HERE,), plans=("longbows", "longbows")), "plan_twice")
    refused(match, Attack(player="blue", sites=(HERE,), plans=("mercenaries",)), "plan_not_ruled")


def test_a_plan_of_the_pawns_site_that_is_not_ruled_is_refused_7_5_1() -> None:
    match = table(at(HERE, "longbows", ruler="blue"))
    refused(match, Attack(player="blue", sites=(HERE,), plans=("longbows",)), "plan_not_ruled")


def test_attack_dice_that_are_not_there_become_defense_dice_5_5_3() -> None:
    assert fought("horse_archers", "defender", player("red", warbands=1)) == (0, 1 + 2)
