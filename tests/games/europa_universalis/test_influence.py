"""Influence (R11.01-11.03)."""

from __future__ import annotations

import pytest

from adjudicator import Action
from adjudicator.games.europa_universalis.facts import AREA, NONE
from adjudicator.games.europa_universalis.rules.influence import (
    AddInfluence,
    GiveInfluence,
    PlaceInfluence,
    PutInfluence,
    ReturnInfluence,
    StopInfluence,
    clear_closed,
    closed,
    influence_comes,
    influence_leaves,
    lose_influence,
    reach,
)
from adjudicator.games.europa_universalis.rules.relations import influence_in, influence_on
from adjudicator.games.europa_universalis.state import State
from tests.games.europa_universalis.diplomats import (
    Arrange,
    acting,
    area,
    asked,
    call,
    cubes,
    do,
    has,
    influence_at,
    occupied,
    owned,
    realm,
    refused,
    table,
    war,
    wed,
    whole,
)

LOMBARDY = [cubes("austria", lombardy=1), cubes("venice", lombardy=1), cubes("france", lombardy=1)]


@pytest.mark.example("ex_5_4_influence_france")
def test_france_places_four_cubes_in_italy_ex_5_4_influence() -> None:
    match = table(*LOMBARDY, frames=acting("france", "castile"))
    do(match, PlaceInfluence("lombardy"), AddInfluence("lombardy"))
    do(match, AddInfluence("central_italy", "ducats"), AddInfluence("corsica_sardinia", "ducats"))
    own = match.state.led["france"]
    assert influence_at(match, "france", "lombardy", "central_italy", "corsica_sardinia") == [3, 1, 1]
    assert (own.power, own.ducats) == ([3, 1, 3], 15 - 6)
    refused(match, AddInfluence("lombardy"), "area_full")
    for id in ("naples", "dalmatia"):
        refused(match, AddInfluence(id), "out_of_reach")
    do(match, StopInfluence())
    assert asked(match) == ("castile", "diplomacy")


def test_reach_is_that_of_the_beginning_of_the_turn_r11_01() -> None:
    """Central Italy is next to Naples; but it was not there when the turn began."""
    match = table(cubes("france", lombardy=1), frames=acting("france"))
    do(match, PlaceInfluence("central_italy"))
    refused(match, AddInfluence("naples"), "out_of_reach")


@pytest.mark.parametrize(
    ("arrange", "action", "code"),
    [
        ([], PlaceInfluence("seine"), "no_influence_there"),
        ([], PlaceInfluence("canada"), "no_influence_there"),
        ([], PlaceInfluence("bohemia"), "out_of_reach"),
        ([cubes("austria", lombardy=4), cubes("france", lombardy=1)], PlaceInfluence("lombardy"), "area_full"),
        ([has("france", power=(3, 0, 3))], PlaceInfluence("lombardy"), "too_little_power"),
    ],
)
def test_where_no_influence_can_be_placed_r11_01(arrange: list[Arrange], action: Action, code: str) -> None:
    refused(table(whole("france", "seine"), *arrange, frames=acting("france")), action, code)


def test_two_cubes_in_an_area_and_turn_r11_01() -> None:
    alone = [cubes(each, lombardy=0) for each in ("austria", "venice")]
    match = table(*alone, cubes("france", lombardy=1), frames=acting("france"))
    do(match, PlaceInfluence("lombardy"), AddInfluence("lombardy"))
    refused(match, AddInfluence("lombardy"), "enough_in_turn")


def test_cubes_after_the_first_may_be_paid_in_ducats_only_as_far_as_they_last_r11_01() -> None:
    match = table(has("france", power=(3, 2, 3), ducats=2), frames=acting("france"))
    do(match, PlaceInfluence("lombardy"))
    refused(match, AddInfluence("lombardy", "ducats"), "too_few_ducats")
    match = table(has("france", power=(3, 1, 3), ducats=3), frames=acting("france"))
    do(match, PlaceInfluence("lombardy"))
    refused(match, AddInfluence("lombardy"), "too_little_power")


def test_nobody_is_asked_for_cubes_that_cannot_be_paid_r11_01() -> None:
    match = table(has("france", power=(3, 1, 3), ducats=2), frames=acting("france"))
    do(match, PlaceInfluence("lombardy"))
    assert match.decisions()[0].kind != "more_influence"


def test_over_the_sea_towns_and_influence_reach_from_ports_r11_01_r1_02() -> None:
    """Toulouse has no port, and Languedoc has: a town there does not look over the sea, a cube in Languedoc does."""
    near, far = area("aragon"), area("corsica_sardinia")

    def alone(state: State) -> None:
        for each in state.led.values():
            each.influence = [0] * len(AREA)
        state.married["france"] = state.allied["france"] = 0

    def towns(*ids: str) -> Arrange:
        def arrange(state: State) -> None:
            state.owner[:] = [NONE if each == realm("france") else each for each in state.owner]
            owned("france", *ids)(state)

        return arrange

    match = table(alone, towns("toulouse"))
    assert reach(match.state, "france") >> near & 1
    assert not reach(match.state, "france") >> far & 1
    match.state.led["france"].influence[area("languedoc")] = 1
    assert reach(match.state, "france") >> far & 1
    match = table(alone, towns("toulouse", "montpellier"))
    assert reach(match.state, "france") >> far & 1


def test_a_marriage_and_an_alliance_reach_from_the_capital_r11_01() -> None:
    match = table(wed("england", "bohemia"))
    assert reach(match.state, "england") & AREA.mask_of(("bohemia", "saxony", "brandenburg", "portugal")) == (
        AREA.mask_of(("bohemia", "saxony", "brandenburg", "portugal"))
    )


def test_the_emperor_reaches_from_imperial_influence_r18_05() -> None:
    """Of all cubes only an imperial one lies in the north of the empire."""

    def imperial(state: State) -> None:
        for led in state.led.values():
            led.influence = [0] * len(AREA)
        state.empire.imperial[:] = [0] * len(AREA)
        state.empire.imperial[area("brandenburg")] = 1

    state = table(imperial).state
    assert reach(state, "austria") >> area("brandenburg") & 1
    assert not reach(state, "castile") >> area("brandenburg") & 1


def test_a_marriage_counts_as_influence_and_spares_a_cube_r11_02() -> None:
    match = table(wed("england", "bohemia"), cubes("england", bohemia=2))
    state, bohemia = match.state, area("bohemia")
    assert influence_in(state, "england", bohemia) == 3
    assert len(lose_influence(state, "england", 1 << bohemia, 1)) == 0
    assert lose_influence(state, "england", 1 << bohemia, 2) == [influence_leaves("england", 1 << bohemia, 1)]


def test_a_marriage_takes_no_room_of_the_five_cubes_and_is_never_removed_r11_02() -> None:
    arrange = [wed("england", "bohemia"), cubes("england", bohemia=1), cubes("austria", bohemia=3)]
    match = table(*arrange, frames=acting("england"))
    do(match, PlaceInfluence("bohemia"), StopInfluence())
    assert influence_in(match.state, "england", area("bohemia")) == 3
    refused(match, PlaceInfluence("bohemia"), "area_full")
    gone = table(*arrange, frames=[influence_leaves("england", 1 << area("bohemia"), 5), *acting("france")])
    assert influence_at(gone, "england", "bohemia") == [0]
    assert influence_in(gone.state, "england", area("bohemia")) == 1


@pytest.mark.parametrize(("where", "found"), [("capital_area", [1, 0]), ("every_area", [1, 1])])
def test_where_a_marriage_counts_as_influence_is_an_option_r11_02(where: str, found: list[int]) -> None:
    """Aragon has its capital in Aragon, and provinces in Sicily."""
    arrange = [wed("france", "aragon"), cubes("france", aragon=0, sicily=0)]
    state = table(*arrange, options={"marriage_influence": where}).state
    assert [influence_in(state, "france", area(each)) for each in ("aragon", "sicily")] == found


def test_imperial_influence_counts_for_the_emperor_r18_05() -> None:
    match = table(cubes("austria", rhineland=1))
    assert influence_in(match.state, "austria", area("rhineland")) == 2
    assert influence_in(match.state, "france", area("rhineland")) == 0


def test_colonists_are_influence_on_distant_continents_r11_03() -> None:
    match = table(has("castile", colonists=3))
    assert influence_on(match.state, "castile", realm("aztec")) == 3


def test_who_must_remove_cubes_chooses_where_r11_02() -> None:
    there = AREA.mask_of(("lombardy", "naples"))
    match = table(
        cubes("france", lombardy=2, naples=2), frames=[influence_leaves("france", there, 2), *acting("france")]
    )
    assert asked(match) == ("france", "lose_influence")
    refused(match, GiveInfluence("seine"), "no_own_influence")
    do(match, GiveInfluence("naples"), GiveInfluence("naples"))
    assert influence_at(match, "france", "lombardy", "naples") == [2, 0]


def test_who_has_too_few_cubes_loses_all_without_a_question_r11_02() -> None:
    there = AREA.mask_of(("lombardy", "naples"))
    match = table(
        cubes("france", lombardy=1, naples=1), frames=[influence_leaves("france", there, 5), *acting("france")]
    )
    assert influence_at(match, "france", "lombardy", "naples") == [0, 0]


def test_gained_influence_displaces_others_in_a_full_area_r11_02() -> None:
    full = [cubes("france", lombardy=0), cubes("austria", lombardy=3), cubes("venice", lombardy=2)]
    match = table(*full, frames=[influence_comes("france", AREA.mask_of(("lombardy",)), 2), *acting("france")])
    refused(match, PutInfluence("lombardy"), "not_displaced")
    do(match, PutInfluence("lombardy", "austria"), PutInfluence("lombardy", "venice"))
    assert [match.state.led[each].influence[area("lombardy")] for each in ("france", "austria", "venice")] == [2, 2, 1]


def test_a_marriage_neither_fills_an_area_nor_leaves_it_r11_02() -> None:
    """Four cubes and two marriages in Bohemia: there is room for a fifth cube; the sixth displaces a cube alone."""
    bohemia = area("bohemia")
    there = [wed("england", "bohemia"), wed("castile", "bohemia"), cubes("england", bohemia=0)]
    others = [cubes("austria", bohemia=4), cubes("castile", bohemia=0)]
    match = table(*there, *others, frames=[influence_comes("england", 1 << bohemia, 2), *acting("france")])
    do(match, PutInfluence("bohemia"))
    assert [*match.options("england")][:-1] == [PutInfluence("bohemia", "austria")]
    do(match, PutInfluence("bohemia", "austria"))
    match = table(*there, *others, frames=[influence_leaves("castile", 1 << bohemia, 5), *acting("france")])
    assert influence_in(match.state, "castile", bohemia) == 1


def test_gained_influence_may_be_forgone_r11_02() -> None:
    match = table(frames=[influence_comes("france", AREA.mask_of(("lombardy",)), 2), *acting("france")])
    do(match, StopInfluence())
    assert asked(match) == ("france", "diplomacy")


def test_towns_on_occupied_provinces_reach_r11_01() -> None:
    """France occupies Granada: it has a town there, and in Castile's land next to it."""
    assert not reach(table().state, "france") >> area("andalucia") & 1
    match = table(war("france", "granada"), occupied("france", "granada"), frames=acting("france"))
    do(match, PlaceInfluence("andalucia"))
    assert influence_at(match, "france", "andalucia") == [1]


@pytest.mark.parametrize(("occupier", "place"), [("castile", "toulouse"), ("castile", "granada")])
def test_what_is_occupied_is_its_lawful_owners_for_influence_r11_01(occupier: str, place: str) -> None:
    """Nothing lies where players own all, whoever occupies some of it; what nobody plays keeps an area open."""
    match = table(whole("france", "languedoc"), occupied(occupier, place))
    assert (closed(match.state, area("languedoc")), closed(match.state, area("andalucia"))) == (True, False)


def test_cubes_leave_an_area_that_players_own_r11_01() -> None:
    arrange = [whole("france", "languedoc"), cubes("castile", languedoc=2, lombardy=1)]
    match = table(*arrange, frames=[call(clear_closed), *acting("castile")])
    assert influence_at(match, "castile", "languedoc", "lombardy") == [0, 1]


def test_cubes_are_taken_back_by_cutting_ties_r5_06() -> None:
    match = table(cubes("france", lombardy=2), frames=acting("france"))
    refused(match, ReturnInfluence("lombardy", 3), "no_own_influence")
    do(match, ReturnInfluence("lombardy", 2))
    assert influence_at(match, "france", "lombardy") == [0]
