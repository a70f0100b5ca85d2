"""The card subjugate (R11.80, R11.90)."""

from __future__ import annotations

import pytest

from adjudicator import Action, Match, Play
from adjudicator.games.europa_universalis.content import default
from adjudicator.games.europa_universalis.facts import NONE, PROVINCE
from adjudicator.games.europa_universalis.rules.alliances import WarBegan
from adjudicator.games.europa_universalis.rules.realms import base_tax_income, provinces, tokens_left
from adjudicator.games.europa_universalis.rules.relations import is_vassal
from adjudicator.games.europa_universalis.rules.settlement import transfer
from adjudicator.games.europa_universalis.rules.subjugation import (
    AllyFreed,
    Annex,
    ClaimFreed,
    Subjugate,
    Subjugated,
    aims,
    own_tax,
    price,
    refused,
    subjugate,
)
from adjudicator.games.europa_universalis.state import State
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
    influence_at,
    occupied,
    realm,
    table,
    war,
    wed,
    whole,
)


def card(*arrange: Arrange, seat: str = "castile") -> Match:
    return table(*arrange, frames=[subjugate(seat), *acting(seat)])


NAVARRA = [allied("castile", "navarra"), cubes("castile", aragon=4), cubes("france", aragon=0)]


def test_an_ally_becomes_a_vassal_for_influence_r11_80() -> None:
    """As much as its tax; the alliance ends, another's marriage, too."""
    match = card(*NAVARRA, wed("france", "navarra"), cubes("france", languedoc=0))
    state = match.state
    before = price(state, "castile", realm("navarra"))
    assert before == own_tax(state, realm("navarra")) + 1
    do(match, Subjugate("navarra"))
    assert state.overlord[realm("navarra")] == realm("castile")
    assert influence_at(match, "castile", "aragon") == [4 - before]
    assert alliance(match, "castile") == set()
    assert not match.state.married["france"] >> realm("navarra") & 1


def test_opponents_influence_costs_as_much_r11_80() -> None:
    match = card(*NAVARRA, cubes("france", aragon=1))
    do(match, Subjugate("navarra"))
    assert influence_at(match, "castile", "aragon") == [2]


def test_an_ally_with_a_tax_of_one_is_annexed_directly_r11_80() -> None:
    match = card(*NAVARRA)
    do(match, Annex("navarra"))
    assert match.state.owner[PROVINCE.index["navarra"]] == realm("castile")
    assert influence_at(match, "castile", "aragon") == [3]
    assert alliance(match, "castile") == set()


def test_a_vassal_is_annexed_with_its_marriages_r11_90() -> None:
    match = card(cubes("burgundy", flanders_wallonia=5), cubes("england", flanders_wallonia=0), seat="burgundy")
    assert Subjugate("flanders") not in match.options("burgundy")
    income = base_tax_income(match.state, realm("burgundy"))
    do(match, Annex("flanders"))
    assert base_tax_income(match.state, realm("burgundy")) > income
    assert match.state.overlord[realm("flanders")] == NONE
    assert not match.state.married["burgundy"] >> realm("flanders") & 1


def test_an_active_ally_that_becomes_a_vassal_begins_no_war_r11_80() -> None:
    """It takes its units back, and is no enemy of its own."""
    match = card(*NAVARRA, allied("castile", "navarra", active=True), war("castile", "france"))
    told = do(match, Subjugate("navarra"))
    assert Subjugated("castile", "navarra") in told
    assert not [each for each in told if isinstance(each, WarBegan)]
    assert not match.state.active >> realm("navarra") & 1


def test_a_vassal_of_a_realm_that_is_gone_is_free_for_good_r13_01() -> None:
    """Naples is no vassal of Aragon any more, not even when Aragon is there again."""

    def goes_and_returns(play: Play[State]) -> None:
        transfer(play, provinces(play.state, realm("aragon")), realm("castile"))
        transfer(play, 1 << PROVINCE.index["valencia"], realm("aragon"))

    match = table(frames=[call(goes_and_returns), *acting("castile")])
    assert match.state.owner[PROVINCE.index["valencia"]] == realm("aragon")
    assert not is_vassal(match.state, realm("naples"))


def test_what_an_enemy_occupies_stays_so_when_its_realm_is_annexed_r11_80() -> None:
    match = card(
        cubes("burgundy", flanders_wallonia=5),
        cubes("england", flanders_wallonia=0),
        war("burgundy", "france"),
        occupied("france", "brugge"),
        seat="burgundy",
    )
    do(match, Annex("flanders"))
    brugge = PROVINCE.index["brugge"]
    assert (match.state.owner[brugge], match.state.occupier[brugge]) == (realm("burgundy"), realm("france"))


def small(state: object) -> None:
    """Castile keeps Leon's provinces only."""


@pytest.mark.parametrize(
    ("arrange", "action", "code"),
    [
        ([], Subjugate("aragon"), "not_subject"),
        ([cubes("castile", aragon=0)], Subjugate("navarra"), "influence_too_small"),
        ([allied("castile", "papal_states")], Subjugate("papal_states"), "never_subject"),
        ([allied("castile", "aragon")], Subjugate("aragon"), "marriage_needed"),
        ([allied("castile", "aragon"), wed("castile", "navarra")], Subjugate("aragon"), "marriage_needed"),
        ([allied("castile", "bohemia"), whole("portugal", "castile", "leon")], Subjugate("bohemia"), "realm_too_large"),
        ([wed("castile", "navarra")], Subjugate("navarra", ("naples",)), "no_vassal_of"),
        ([allied("castile", "granada"), cubes("castile", andalucia=4)], Annex("granada"), "too_large_to_annex"),
    ],
)
def test_what_is_against_subjugation_r11_80(arrange: list[Arrange], action: Action, code: str) -> None:
    state = table(*NAVARRA, *arrange).state
    refusal = refused(state, "castile", action)  # type: ignore[arg-type]
    assert refusal is not None
    assert refusal.code == code
    assert action not in list(aims(state, "castile", default()))


def test_a_marriage_makes_no_subjugation_harder_r11_80() -> None:
    """Twice the tax of Navarra is less than its tax and all the influence that opponents have there."""
    others = [wed(seat, "navarra") for seat in ("france", "england", "burgundy")]
    rivalled = [*NAVARRA, *others, cubes("france", aragon=1), whole("portugal", "castile", "leon")]
    state = table(*rivalled, wed("castile", "navarra")).state
    navarra, castile = realm("navarra"), realm("castile")
    assert 2 * own_tax(state, navarra) <= base_tax_income(state, castile) <= price(state, "castile", navarra)
    assert refused(state, "castile", Annex("navarra")) is None


def test_more_manpower_counts_as_tax_r11_80() -> None:
    state = table().state
    assert own_tax(state, realm("bohemia")) == base_tax_income(state, realm("bohemia")) + 1


ARAGON = [
    allied("castile", "aragon"),
    wed("castile", "aragon"),
    cubes("castile", aragon=5, sicily=5, corsica_sardinia=5, naples=5),
    *(cubes(seat, aragon=0, naples=0, sicily=0, corsica_sardinia=0) for seat in ("france", "venice", "england")),
    whole("castile", "andalucia", "portugal"),
]


def test_vassals_of_an_ally_come_along_or_go_free_r11_80() -> None:
    match = card(*ARAGON)
    naples = own_tax(match.state, realm("naples"))
    assert naples > 0
    do(match, Subjugate("aragon"))
    while asked(match)[1] == "lose_influence":
        do(match, match.options("castile")[0])
    assert asked(match) == ("castile", "freed_vassal")
    do(match, AllyFreed())
    assert match.state.overlord[realm("naples")] == NONE
    assert alliance(match, "castile") == {"naples"}
    again = card(*ARAGON)
    do(again, Subjugate("aragon", ("naples",)))
    while asked(again)[1] == "lose_influence":
        do(again, again.options("castile")[0])
    assert again.state.overlord[realm("naples")] == realm("castile")
    assert asked(again)[1] == "diplomacy"


def test_no_cube_pays_for_an_ally_and_for_a_vassal_in_the_same_area_r11_80() -> None:
    """Naples holds Palermo, beside Aragon's Messina and Malta: what Aragon costs in Sicily does not pay for Naples."""
    palermo: Arrange = lambda state: state.owner.__setitem__(PROVINCE.index["palermo"], realm("naples"))  # noqa: E731
    state = table(*ARAGON, palermo).state
    both = Subjugate("aragon", ("naples",))
    assert refused(state, "castile", both) is None
    cost, tax = price(state, "castile", realm("aragon")), own_tax(state, realm("naples"))
    for id, n in {"naples": 0, "corsica_sardinia": 0, "sicily": 5, "aragon": 4}.items():
        state.led["castile"].influence[area(id)] = n
    assert tax <= 5 < cost + tax - 5
    assert refused(state, "castile", Subjugate("aragon")) is None
    refusal = refused(state, "castile", both)
    assert refusal is not None
    assert (refusal.code, refusal.facts["needs"]) == ("influence_too_small", cost + tax)


def test_vassals_that_come_along_need_tokens_too_r1_08_r11_80() -> None:
    """There are tokens for Aragon alone, or nearly for both: Castile has used the others."""
    state = table(*ARAGON).state
    aragon, naples, castile = (realm(each) for each in ("aragon", "naples", "castile"))
    both = Subjugate("aragon", ("naples",))
    assert refused(state, "castile", both) is None
    due = base_tax_income(state, aragon) + base_tax_income(state, naples)
    others = [n for n, owner in enumerate(state.owner) if owner not in (aragon, naples, castile)]
    state.overlord[realm("scotland")] = castile
    while tokens_left(state, castile) >= due:
        state.owner[others.pop()] = realm("scotland")
    assert tokens_left(state, castile) >= base_tax_income(state, aragon)
    refusal = refused(state, "castile", both)
    assert refusal is not None
    assert refusal.code == "no_vassal_tokens"


def test_a_claim_instead_of_an_alliance_r11_80() -> None:
    match = card(*ARAGON)
    do(match, Subjugate("aragon"))
    while asked(match)[1] == "lose_influence":
        do(match, match.options("castile")[0])
    do(match, ClaimFreed("naples"))
    assert match.state.led["castile"].claims >> area("naples") & 1
