"""Travel, and the powers of sites on the way (5.6, 2.8.5)."""

from __future__ import annotations

import pytest

from adjudicator.games.oath.facts import CARD, NONE, SITE, SLOT
from adjudicator.games.oath.rules.book import Fee
from adjudicator.games.oath.rules.powers import TargetPlayer, TargetSite, UsePower
from adjudicator.games.oath.rules.travel import GoTo, Guide, Travel
from adjudicator.games.oath.state import State
from tests.games.oath.table import (
    Arrange,
    advisers,
    asked,
    at,
    board,
    discards,
    do,
    emptied,
    player,
    refused,
    relics,
    site,
    table,
)


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


def test_a_site_that_was_looked_at_is_the_one_that_is_turned_up_5_6_2() -> None:
    def known(state: State) -> None:
        here = state.sites[SLOT.number("hinterland_3")]
        here.under, here.under_seen_by = SITE.number("plains"), 1
        state.site_deck = [each for each in state.site_deck if each != here.under]

    match = table(facedown("hinterland_3"), known)
    do(match, Travel(slot="hinterland_3"))
    here = site(match, "hinterland_3")
    assert (SITE.ids[here.site], here.under, here.under_seen_by) == ("plains", NONE, 0)


@pytest.mark.parametrize(("below", "lie"), [((), 0), (("map",), 1), (("whistle", "map", "grand_mask"), 2)])
def test_a_site_has_the_relics_that_are_left_5_6_2(below: tuple[str, ...], lie: int) -> None:
    def few(state: State) -> None:
        cards = [CARD.number(each) for each in below]
        rest = [each for each in (*state.relic_top, *state.relic_deck) if each not in cards]
        state.box = sorted([*state.box, *rest, *(each.card for space in state.reliquary for each in space)])
        state.box = [each for each in state.box if each not in cards]
        state.relic_top, state.relic_deck, state.relic_below = [], [], cards
        state.reliquary = [[], [], [], []]

    draws = [{"draw": "site", "slot": "hinterland_3", "site": "drowned_city"}]
    match = table(facedown("hinterland_3"), few, draws=draws)
    do(match, Travel(slot="hinterland_3"))
    assert [CARD.ids[each.card] for each in site(match, "hinterland_3").relics] == [*below][:lie]
    assert [CARD.ids[each] for each in match.state.relic_below] == [*below][lie:]


def test_only_at_the_buried_giant_a_secret_makes_it_free_7_4() -> None:
    refused(table(), Travel(slot="cradle_1", giant=True), "no_giant")
    match = table(at("provinces_1", site="buried_giant"))
    journeys = [each for each in match.options("red") if isinstance(each, Travel)]
    assert [each.giant for each in journeys] == [False, True] * 7
    assert {each.slot for each in journeys} == {each for each in SLOT.ids if each != "provinces_1"}
    assert Travel(slot="hinterland_3", giant=True).fee(match.state, "red") == Fee(0, 0, 1)
    assert Travel(slot="hinterland_3").fee(match.state, "red") == Fee(2, 0, 0)


def test_the_buried_giant_passes_the_narrow_pass_7_4_2_8_5() -> None:
    match = table(at("provinces_1", site="buried_giant"), at("hinterland_3", site="narrow_pass"))
    refused(match, Travel(slot="hinterland_2"), "narrow_pass")
    do(match, Travel(slot="hinterland_2", giant=True))
    assert (board(match).supply, board(match).secrets, board(match).turned) == (7, 2, 1)


def test_from_the_shrouded_wood_a_journey_costs_two_and_passes_sites_2_8_5() -> None:
    wood = at("cradle_1", site="shrouded_wood"), player("red", pawn="cradle_1")
    match = table(*wood, at("hinterland_3", site="the_hidden_place"), at("provinces_1", site="narrow_pass"))
    for slot in ("hinterland_3", "provinces_2", "cradle_2"):
        assert Travel(slot=slot).fee(match.state, "red") == Fee(2, 0, 0)
    do(match, Travel(slot="provinces_2"))


def test_only_between_coasts_a_journey_costs_one_2_8_5() -> None:
    match = table(player("red", pawn="provinces_3"))
    fees = {slot: Travel(slot=slot).fee(match.state, "red").supply for slot in ("hinterland_1", "hinterland_2")}
    assert fees == {"hinterland_1": 1, "hinterland_2": 2}
    assert Travel(slot="provinces_3").fee(table(player("red", pawn="cradle_1")).state, "red").supply == 2


def test_decadent_is_for_the_chancellor_who_comes_from_elsewhere_6_6_2() -> None:
    match = table(emptied("decadent"), turn="chancellor")
    fees = {slot: Travel(slot=slot).fee(match.state, "chancellor").supply for slot in SLOT.ids[1:]}
    assert fees == {
        "cradle_2": 1,
        **{f"provinces_{n}": 2 for n in (1, 2, 3)},
        **{f"hinterland_{n}": 5 for n in (1, 2, 3)},
    }
    assert Travel(slot="cradle_1").fee(match.state, "red").supply == 2
    assert Travel(slot="hinterland_1").fee(match.state, "red").supply == 2


def test_the_way_station_is_offered_to_whoever_does_not_rule_it_7_1_4() -> None:
    for ruler, offered in (("blue", ["hinterland_2"]), ("", ["hinterland_2"]), ("red", [])):
        match = table(at("hinterland_2", "way_station", ruler=ruler))
        stations = [each.slot for each in match.options("red") if isinstance(each, Travel) and each.station]
        assert stations == offered


def test_who_goes_with_a_card_turns_up_a_facedown_site_5_6_2() -> None:
    draws = [{"draw": "site", "slot": "hinterland_3", "site": "plains"}]
    match = table(
        advisers("red", "palanquin"), player("blue", pawn="provinces_1"), facedown("hinterland_3"), draws=draws
    )
    do(match, UsePower("palanquin"), TargetPlayer("blue"), TargetSite("hinterland_3"))
    assert SITE.ids[site(match, "hinterland_3").site] == "plains"
    assert [board(match, each).pawn for each in ("red", "blue")] == [SLOT.number("hinterland_3")] * 2


def test_who_travels_by_a_card_out_of_the_shrouded_wood_is_guided_too_7_6_2() -> None:
    match = table(
        relics("red", "brass_horse"),
        at("provinces_1", site="shrouded_wood", ruler="blue"),
        discards("provinces", "elders"),
    )
    do(match, UsePower("brass_horse"))
    assert asked(match) == ("red", "must_travel")
    do(match, GoTo("cradle_1"))
    assert asked(match) == ("blue", "guided")
    assert [*match.options("blue")] == [Guide(each) for each in SLOT.ids if each != "provinces_1"]
    do(match, Guide("hinterland_1"))
    assert (board(match).pawn, board(match).supply) == (SLOT.number("hinterland_1"), 7)
