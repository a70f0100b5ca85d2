"""Alliances (R11.10, R11.60, R11.70) and the card new alliance."""

from __future__ import annotations

import pytest

from adjudicator import Action
from adjudicator.games.europa_universalis.content import default
from adjudicator.games.europa_universalis.facts import NONE, PROVINCE, REALM
from adjudicator.games.europa_universalis.rules.alliances import (
    Court,
    EndAlliance,
    ForgeAlliance,
    Replace,
    activate,
    courted,
    dismiss,
    end,
    lose_units,
    new_alliance,
    support,
)
from adjudicator.games.europa_universalis.rules.claims import barred
from adjudicator.games.europa_universalis.rules.influence import PutInfluence
from adjudicator.games.europa_universalis.rules.settlement import cede, subdue
from adjudicator.games.europa_universalis.slots import IDEA
from adjudicator.games.europa_universalis.state import Army, State, Units
from tests.games.europa_universalis.diplomats import (
    Arrange,
    acting,
    alliance,
    allied,
    area,
    asked,
    call,
    cubes,
    do,
    has,
    influence_at,
    realm,
    refused,
    table,
    war,
)


def test_an_alliance_costs_half_the_tax_and_brings_a_cube_r11_10() -> None:
    match = table(cubes("castile", aragon=2), frames=acting("castile"))
    do(match, ForgeAlliance("aragon"))
    assert alliance(match, "castile") == {"aragon"}
    assert match.state.led["castile"].power == [3, 0, 3]
    assert influence_at(match, "castile", "aragon") == [3]


def test_a_small_realm_costs_one_r11_10() -> None:
    match = table(cubes("castile", aquitaine=2, aragon=2), frames=acting("castile"))
    do(match, ForgeAlliance("navarra"))
    assert match.state.led["castile"].power == [3, 2, 3]


def test_no_cube_comes_to_a_full_capital_area_r11_10() -> None:
    match = table(cubes("castile", aragon=2), cubes("france", aragon=3), frames=acting("castile"))
    do(match, ForgeAlliance("aragon"))
    assert influence_at(match, "castile", "aragon") == [2]


@pytest.mark.parametrize(
    ("arrange", "action", "code"),
    [
        ([cubes("castile", aragon=1)], ForgeAlliance("aragon"), "too_little_influence"),
        ([], ForgeAlliance("france"), "not_an_npr"),
        ([], ForgeAlliance("naples"), "not_an_npr"),
        ([allied("castile", "aragon")], ForgeAlliance("aragon"), "allied_already"),
        ([war("castile", "granada")], ForgeAlliance("aragon"), "not_at_peace"),
        ([war("aragon", "granada")], ForgeAlliance("aragon"), "not_at_peace"),
        ([allied("france", "aragon", active=True)], ForgeAlliance("aragon"), "not_at_peace"),
        ([allied("castile", "genoa", "milan", "siena")], ForgeAlliance("aragon"), "too_many_alliances"),
        ([has("castile", power=(3, 2, 3))], ForgeAlliance("aragon"), "too_little_power"),
        ([has("castile", colonists=2)], ForgeAlliance("aztec"), "no_claim_on"),
    ],
)
def test_what_is_against_an_alliance_r11_10(arrange: list[Arrange], action: Action, code: str) -> None:
    refused(table(cubes("castile", aragon=2), *arrange, frames=acting("castile")), action, code)


def test_a_vassal_stays_one_while_all_land_of_its_overlord_is_occupied_r11_90_r10_01() -> None:
    """France occupies all of Aragon: Naples is no realm of its own for that, to be allied or attacked."""
    state = table(war("france", "aragon"), cubes("castile", naples=3)).state
    for number, owner in enumerate(state.owner):
        if owner == realm("aragon"):
            state.occupier[number] = realm("france")
    refusal = ForgeAlliance("naples").illegality(state, "castile", default())
    assert refusal is not None
    assert refusal.code == "not_an_npr"
    refusal = barred(state, "castile", realm("naples"))
    assert refusal is not None
    assert refusal.code == "a_vassal"


@pytest.mark.parametrize(("theirs", "own", "enough"), [(0, 1, False), (1, 2, True), (2, 2, False), (2, 3, True)])
def test_two_influence_and_more_than_its_ally_takes_it_over_r11_10(theirs: int, own: int, enough: bool) -> None:
    none = [cubes(seat, sicily=0, corsica_sardinia=0) for seat in ("castile", "france")]
    rival = [*none, allied("france", "aragon"), cubes("france", aragon=theirs)]
    match = table(*rival, cubes("castile", aragon=own), frames=acting("castile"))
    if not enough:
        refused(match, ForgeAlliance("aragon"), "too_little_influence")
        return
    do(match, ForgeAlliance("aragon"))
    assert ("aragon" in alliance(match, "castile"), "aragon" in alliance(match, "france")) == (True, False)


def test_the_cabinet_allows_a_fourth_alliance_r11_10() -> None:
    three = [allied("castile", "genoa", "milan", "siena"), has("castile", ideas=1 << IDEA.index["cabinet"])]
    match = table(*three, cubes("castile", aragon=2), frames=acting("castile"))
    do(match, ForgeAlliance("aragon"))
    assert len(alliance(match, "castile")) == 4


def test_an_active_ally_gives_half_the_tax_of_it_and_its_vassals_r11_30() -> None:
    state = table().state
    assert support(state, realm("genoa")) == 2
    assert support(state, realm("aragon")) == 5


def test_a_manpower_token_is_tax_of_an_ally_until_a_player_has_the_province_r13_10() -> None:
    """Praha has one; alone it gives half of three."""
    state = table().state
    bohemia, praha = realm("bohemia"), PROVINCE.index["praha"]
    state.owner[:] = [NONE if owner == bohemia and n != praha else owner for n, owner in enumerate(state.owner)]
    assert (PROVINCE.things[praha].tax, state.plus_manpower >> praha & 1) == (2, 1)
    assert support(state, bohemia) == 2
    match = table(frames=[call(lambda play: cede(play, 1 << praha, realm("austria")))])
    assert not match.state.plus_manpower >> praha & 1
    match = table(frames=[call(lambda play: subdue(play, "austria", bohemia, 0))])
    assert not match.state.plus_manpower >> praha & 1


def test_an_active_ally_that_is_lost_takes_its_units_and_fights_on_r11_50() -> None:
    """Four allied units of Genoa's two: those available go first, then those of an army."""
    arrange = [allied("austria", "genoa"), war("austria", "france")]

    def army(state: State) -> None:
        state.led["austria"].armies[0].allied = Units(infantry=1)

    frames = [
        call(lambda play: activate(play, "austria", realm("genoa"))),
        call(lambda play: lose_units(play, "austria", 1)),
        call(lambda play: end(play, "austria", realm("genoa"))),
    ]
    match = table(*arrange, army, frames=[*frames, *acting("austria")])
    own = match.state.led["austria"]
    assert (own.allied, own.armies[0].allied.all) == (0, 0)
    assert match.state.war[realm("france")] == REALM.mask_of(("austria", "genoa"))
    assert not match.state.active


def test_an_army_of_nothing_but_allied_units_goes_with_them_r11_60() -> None:
    def army(state: State) -> None:
        state.led["austria"].armies[2] = Army(area("tirol"), allied=Units(2))

    frames = [call(lambda play: lose_units(play, "austria", 2))]
    match = table(allied("austria", "genoa", active=True), army, frames=[*frames, *acting("austria")])
    assert match.state.led["austria"].armies[2].area == NONE


def test_at_peace_active_allies_are_dismissed_r10_09() -> None:
    def army(state: State) -> None:
        state.led["austria"].allied = 2
        state.led["austria"].armies[1] = Army(area("tirol"), allied=Units(2, 1))

    arrange = [allied("austria", "genoa", active=True), army]
    match = table(*arrange, frames=[call(lambda play: dismiss(play, "austria")), *acting("austria")])
    own = match.state.led["austria"]
    assert (own.allied, own.armies[1].all, match.state.active) == (0, 0, 0)
    assert alliance(match, "austria") == {"genoa"}


# cutting ties


def test_ties_cut_at_peace_cost_five_cubes_and_bring_a_truce_r11_60() -> None:
    match = table(allied("castile", "aragon"), cubes("castile", aragon=4, naples=3), frames=acting("castile"))
    refused(match, EndAlliance("genoa"), "no_such_ally")
    do(match, EndAlliance("aragon"))
    assert alliance(match, "castile") == set()
    assert match.state.truce[realm("castile")] == 1 << realm("aragon")
    assert influence_at(match, "castile", "aragon", "naples") == [0, 3]


def test_ties_with_an_ally_at_peace_are_cut_as_at_peace_by_who_is_at_war_r11_60() -> None:
    """Castile fights, but has not called Aragon."""
    arrange = [allied("castile", "aragon"), war("castile", "france"), cubes("castile", aragon=4)]
    match = table(*arrange, frames=acting("castile"))
    do(match, EndAlliance("aragon"))
    assert match.state.led["castile"].stability == 0
    assert match.state.truce[realm("castile")] == 1 << realm("aragon")


def test_ties_cut_at_war_cost_stability_and_all_influence_r11_60() -> None:
    arrange = [allied("castile", "aragon", active=True), war("castile", "france"), cubes("castile", aragon=4)]
    match = table(*arrange, has("castile", allied=5), frames=acting("castile"))
    do(match, EndAlliance("aragon"))
    own = match.state.led["castile"]
    assert (own.stability, own.allied, own.influence[area("aragon")]) == (-2, 5 - 5, 0)
    assert match.state.war[realm("aragon")] == 1 << realm("france")
    assert match.state.truce[realm("castile")] == 0


# the card


def test_new_alliance_replaces_two_cubes_and_gives_the_alliance_6_2() -> None:
    """France aims at Aragon, where Castile has two cubes."""
    arrange = [cubes("castile", aragon=2), cubes("france", aragon=0)]
    state = table(*arrange).state
    assert Court("aragon", "castile") in list(courted(state, "france", default()))
    match = table(*arrange, frames=[new_alliance("france", "aragon", "castile"), *acting("france")])
    assert influence_at(match, "france", "aragon") == [2]
    assert influence_at(match, "castile", "aragon") == [0]
    assert "aragon" in alliance(match, "france")


def test_new_alliance_asks_where_if_there_are_several_areas_r11_10() -> None:
    arrange = [cubes("castile", aragon=2, corsica_sardinia=1)]
    match = table(*arrange, frames=[new_alliance("france", "aragon", "castile"), *acting("france")])
    assert asked(match) == ("france", "replace_influence")
    refused(match, Replace("lombardy"), "nothing_to_replace")
    do(match, Replace("corsica_sardinia"))
    assert "aragon" in alliance(match, "france")


@pytest.mark.parametrize(
    ("more", "wins"),
    [
        ([], True),
        ([cubes("castile", aragon=5)], False),
        ([war("france", "england")], False),
        ([war("england", "aragon")], False),
    ],
)
def test_new_alliance_brings_one_to_who_has_most_at_peace_r11_10(more: list[Arrange], wins: bool) -> None:
    """Two cubes are replaced all the same."""
    arrange = [cubes("castile", aragon=2), cubes("france", aragon=0), *more]
    state = table(*arrange).state
    assert Court("aragon", "castile") in list(courted(state, "france", default()))
    assert Court("aragon", "burgundy") not in list(courted(state, "france", default()))
    match = table(*arrange, frames=[new_alliance("france", "aragon", "castile"), *acting("france")])
    assert influence_at(match, "france", "aragon") == [2]
    assert ("aragon" in alliance(match, "france")) == wins


def test_new_alliance_replaces_any_two_cubes_even_of_two_rivals_r11_10() -> None:
    """Castile has three cubes in Aragon, England one: both of one, or one each, but not England's alone."""
    arrange = [cubes("castile", aragon=3), cubes("england", aragon=1), cubes("france", aragon=1)]
    state = table(*arrange).state
    assert [each for each in courted(state, "france", default()) if each.realm == "aragon"] == [
        Court("aragon", "castile"),
        Court("aragon", "castile", "england"),
    ]
    both = new_alliance("france", "aragon", "castile", besides="england")
    match = table(*arrange, frames=[both, *acting("france")])
    assert [influence_at(match, seat, "aragon") for seat in ("france", "castile", "england")] == [[3], [2], [0]]
    assert "aragon" in alliance(match, "france")


def test_new_alliance_brings_two_cubes_where_the_rival_has_one_r11_10() -> None:
    arrange = [cubes("castile", aragon=1), cubes("france", aragon=0)]
    match = table(*arrange, frames=[new_alliance("france", "aragon", "castile"), *acting("france")])
    do(match, PutInfluence("aragon"))
    assert (influence_at(match, "france", "aragon"), influence_at(match, "castile", "aragon")) == ([2], [0])
    assert "aragon" in alliance(match, "france")
