"""Travel, and the powers of sites on the way (5.6, 2.8.5)."""

from __future__ import annotations

import pytest

from adjudicator.games.oath.facts import NONE, SLOT
from adjudicator.games.oath.rules.travel import Guide, Travel
from tests.games.oath.table import Arrange, asked, at, board, do, player, refused, site, table


@pytest.mark.parametrize(
    ("at_first", "to", "supply"),
    [
        ("cradle_1", "cradle_2", 1),
        ("cradle_1", "provinces_1", 2),
        ("cradle_1", "hinterland_1", 4),
        ("provinces_1", "provinces_2", 2),
        ("provinces_1", "cradle_1", 2),
        ("provinces_1", "hinterland_2", 2),
        ("hinterland_2", "hinterland_3", 3),
        ("hinterland_2", "provinces_1", 2),
        ("hinterland_2", "cradle_1", 4),
    ],
)
def test_a_journey_costs_supply_by_the_regions_5_6_1(at_first: str, to: str, supply: int) -> None:
    match = table(player("red", pawn=at_first))
    do(match, Travel(slot=to))
    assert board(match).supply == 7 - supply
    assert board(match).pawn == SLOT.number(to)


def test_one_goes_to_another_site_and_needs_the_supply_5_6_1() -> None:
    refused(table(), Travel(slot="provinces_1"), "same_site")
    refused(table(player("red", supply=1)), Travel(slot="cradle_1"), "no_supply")


def facedown(slot: str) -> Arrange:
    def arrange(state: object) -> None:
        here = state.sites[SLOT.number(slot)]  # type: ignore[attr-defined]
        state.site_deck = sorted([*state.site_deck, here.site])  # type: ignore[attr-defined]
        here.site = NONE

    return arrange


def test_a_facedown_site_is_turned_up_with_what_it_asks_for_5_6_2_2_8_2() -> None:
    match = table(facedown("hinterland_3"), draws=[{"draw": "site", "slot": "hinterland_3", "site": "drowned_city"}])
    do(match, Travel(slot="hinterland_3"))
    here = site(match, "hinterland_3")
    assert (len(here.relics), here.secrets, here.favor) == (2, 3, 0)


def test_coasts_are_one_supply_apart_2_8_5() -> None:
    match = table(player("red", pawn="hinterland_1"))
    do(match, Travel(slot="provinces_3"))
    assert board(match).supply == 6


def test_from_the_charming_valley_a_journey_costs_one_more_2_8_5() -> None:
    match = table(at("provinces_1", site="charming_valley"))
    do(match, Travel(slot="cradle_1"))
    assert board(match).supply == 4


def test_the_narrow_pass_stops_who_comes_from_another_region_2_8_5() -> None:
    match = table(at("hinterland_3", site="narrow_pass"))
    refused(match, Travel(slot="hinterland_2"), "narrow_pass")
    do(match, Travel(slot="hinterland_3"), Travel(slot="hinterland_2"))
    assert board(match).supply == 2


def test_coasts_ignore_the_narrow_pass_9_2() -> None:
    match = table(at("hinterland_3", site="narrow_pass"), player("red", pawn="provinces_3"))
    do(match, Travel(slot="hinterland_1"))
    assert board(match).supply == 6


def test_the_hidden_place_costs_a_turned_secret_2_8_5() -> None:
    match = table(at("hinterland_3", site="the_hidden_place"))
    do(match, Travel(slot="hinterland_3"))
    assert (board(match).secrets, board(match).turned) == (2, 1)
    refused(
        table(at("hinterland_3", site="the_hidden_place"), player("red", secrets=0)),
        Travel(slot="hinterland_3"),
        "no_secrets",
    )


@pytest.mark.parametrize(("both", "left"), [(True, 1), (False, 2)])
def test_from_the_buried_giant_a_secret_makes_it_free_7_4(both: bool, left: int) -> None:
    places = at("provinces_1", site="buried_giant"), at("hinterland_3", site="the_hidden_place")
    match = table(*places, options={"giant_hidden_two_secrets": both})
    do(match, Travel(slot="hinterland_3", giant=True))
    assert (board(match).supply, board(match).secrets) == (7, left)


def test_the_ruler_of_the_shrouded_wood_says_where_an_enemy_goes_2_8_5() -> None:
    match = table(at("provinces_1", site="shrouded_wood", ruler="blue"))
    do(match, Travel(slot="hinterland_2"))
    assert asked(match) == ("blue", "guided")
    assert board(match).supply == 5
    do(match, Guide("cradle_1"))
    assert board(match).pawn == SLOT.number("cradle_1")
    match = table(at("provinces_1", site="shrouded_wood"))
    do(match, Travel(slot="hinterland_2"))
    assert board(match).pawn == SLOT.number("hinterland_2"), "bandits choose nothing"


def test_decadent_makes_the_cradle_free_and_the_hinterland_dear_2_3_6_6_2() -> None:
    def empty(state: object) -> None:
        state.relic_deck = sorted([*state.relic_deck, *(each.card for each in state.reliquary[1])])  # type: ignore[attr-defined]
        state.reliquary[1] = []  # type: ignore[attr-defined]

    match = table(empty, turn="chancellor")
    do(match, Travel(slot="provinces_1"), Travel(slot="cradle_1"))
    assert board(match, "chancellor").supply == 5
    match = table(empty, turn="chancellor")
    do(match, Travel(slot="hinterland_1"))
    assert board(match, "chancellor").supply == 2
