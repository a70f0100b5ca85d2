"""Diplomacy between players (R4.02)."""

from __future__ import annotations

import pytest

from adjudicator import Action
from adjudicator.games.europa_universalis.facts import NONE, PROVINCE
from adjudicator.games.europa_universalis.game import GAME
from adjudicator.games.europa_universalis.rules.players import AcceptDeal, Deal, RefuseDeal
from tests.games.europa_universalis.diplomats import (
    Arrange,
    acting,
    alliance,
    allied,
    area,
    asked,
    do,
    has,
    occupied,
    realm,
    refused,
    table,
    war,
)

CLAIM = has("france", claims=1 << area("castile"))


def test_an_alliance_and_a_marriage_for_one_dip_each_r4_02() -> None:
    match = table(frames=acting("france", "castile"))
    do(match, Deal("castile", alliance=True, marriage=True))
    assert asked(match) == ("castile", "deal")
    do(match, AcceptDeal())
    state = match.state
    assert "castile" in alliance(match, "france")
    assert "france" in alliance(match, "castile")
    assert state.married["france"] >> realm("castile") & 1
    assert state.married["castile"] >> realm("france") & 1
    assert state.led["france"].power == [3, 1, 3]
    assert state.led["castile"].power == [3, 3, 3]


@pytest.mark.parametrize(("give", "power", "ducats"), [(11, 1, (4, 26)), (-15, 1, (30, 0)), (10, 2, (5, 25))])
def test_money_costs_a_dip_for_each_ten_r4_02(give: int, power: int, ducats: tuple[int, int]) -> None:
    match = table(frames=acting("france", "castile"))
    do(match, Deal("castile", give=give), AcceptDeal())
    led = match.state.led
    assert (led["france"].ducats, led["castile"].ducats) == ducats
    assert led["france"].power[1] == power


def test_treaties_are_offered_before_money() -> None:
    """Lists for mails name the first few."""
    deals = [each for each in table().options("france") if isinstance(each, Deal)]
    assert deals[:2] == [Deal("castile", alliance=True), Deal("england", alliance=True)]
    moved = [each.give for each in deals if not each.price]
    assert moved == sorted(moved, key=(0, 10, -10).index)


def test_provinces_are_bought_where_the_buyer_has_a_claim_r4_02() -> None:
    """Burgos is a core: Castile loses twice its tax in prestige."""
    match = table(CLAIM, frames=acting("france", "castile"))
    do(match, Deal("castile", bought=("burgos",), price=9), AcceptDeal())
    state = match.state
    assert state.owner[PROVINCE.index["burgos"]] == realm("france")
    assert (state.led["france"].ducats, state.led["castile"].ducats) == (6, 24)
    assert (state.led["france"].power[0], state.led["castile"].power[0]) == (2, 2)
    assert state.led["castile"].prestige == -2 * PROVINCE.thing("burgos").tax


def test_provinces_are_sold_r4_02() -> None:
    match = table(CLAIM, frames=acting("castile", "france"))
    do(match, Deal("france", sold=("burgos",), price=9), AcceptDeal())
    assert match.state.owner[PROVINCE.index["burgos"]] == realm("france")
    assert match.state.led["castile"].ducats == 24


def test_two_players_may_refuse_a_seat_in_one_turn_r4_02() -> None:
    """England, then Castile: the position says both, and is possible."""
    match = table(frames=acting("france"))
    do(match, Deal("england", alliance=True), RefuseDeal(), Deal("castile", alliance=True), RefuseDeal())
    assert set(match.state.turn.declined) == {"castile", "england"}
    assert GAME.invariants(match.state) == []


def test_a_deal_that_is_refused_changes_nothing_and_is_not_made_again_r4_02() -> None:
    match = table(frames=acting("france", "france"))
    do(match, Deal("castile", alliance=True), RefuseDeal())
    assert match.state.led["france"].power == [3, 3, 3]
    refused(match, Deal("castile", alliance=True), "refused_this_turn")


@pytest.mark.parametrize(
    ("arrange", "action", "code"),
    [
        ([], Deal("france", alliance=True), "no_player"),
        ([], Deal("castile"), "empty_deal"),
        ([CLAIM], Deal("castile", give=5, bought=("burgos",), price=3), "money_and_provinces"),
        ([war("castile", "granada")], Deal("castile", alliance=True), "only_money_at_war"),
        ([allied("france", "castile")], Deal("castile", alliance=True), "allied_with"),
        ([allied("castile", "genoa", "milan", "siena")], Deal("castile", alliance=True), "alliances_full"),
        ([has("castile", ruler=NONE)], Deal("castile", marriage=True), "nobody_rules"),
        ([], Deal("castile", give=16), "too_few_ducats"),
        ([], Deal("castile", give=-16), "too_few_ducats"),
        ([has("france", power=(3, 1, 3))], Deal("castile", give=15), "too_little_power"),
        ([CLAIM], Deal("castile", bought=("lyon",), price=3), "not_his_province"),
        ([], Deal("castile", bought=("burgos",), price=3), "buyer_needs_claim"),
        ([CLAIM, occupied("granada", "burgos")], Deal("castile", bought=("burgos",), price=3), "occupied_province"),
        ([CLAIM], Deal("castile", bought=("burgos",), price=2), "price_out_of_bounds"),
        ([], Deal("castile", alliance=True, price=40), "price_out_of_bounds"),
        ([], Deal("castile", give=5, price=-3), "price_out_of_bounds"),
        ([CLAIM], Deal("castile", bought=("burgos",), price=16), "price_out_of_bounds"),
        ([CLAIM, has("castile", power=(0, 3, 3))], Deal("castile", bought=("burgos",), price=3), "too_little_power"),
        ([CLAIM, has("france", ducats=3)], Deal("castile", bought=("burgos",), price=4), "too_few_ducats"),
    ],
)
def test_what_is_against_a_deal_r4_02(arrange: list[Arrange], action: Action, code: str) -> None:
    refused(table(*arrange, frames=acting("france")), action, code)


def test_money_moves_in_a_war_r4_02() -> None:
    match = table(war("castile", "granada"), frames=acting("france", "castile"))
    do(match, Deal("castile", give=10), AcceptDeal())
    assert match.state.led["castile"].ducats == 25
