"""Peace with active allies and with realms that have vassals (R10.04, R10.06)."""

from __future__ import annotations

from adjudicator import Match
from adjudicator.games.europa_universalis.facts import NONE, PROVINCE, REALM
from adjudicator.games.europa_universalis.rules.peace import Enforce, FightOn
from adjudicator.games.europa_universalis.rules.realms import tax_income
from adjudicator.games.europa_universalis.rules.terms import KeepClaims, NoAlliance
from adjudicator.games.europa_universalis.rules.treaties import KeepState
from tests.games.europa_universalis.diplomats import (
    alliance,
    allied,
    asked,
    do,
    has,
    occupied,
    realm,
    refused,
    war,
    wed,
)
from tests.games.europa_universalis.peacemakers import armies, resolving, subject


def quiet(match: Match, seat: str) -> None:
    """Whatever else is asked of a seat by the peace is answered with the first option."""
    while asked(match) != ("france", "diplomacy"):
        do(match, match.options(asked(match)[0])[0])


DEFENDED = [
    war("castile", "granada", "france"),
    allied("france", "granada", active=True),
    armies("castile", castile=9),
    armies("france"),
]
"""Castile has attacked Granada, which France has made an active ally."""


def test_the_war_of_an_active_ally_ends_with_that_of_its_patron_r10_04() -> None:
    match = resolving(*DEFENDED)
    state = match.state
    assert not state.war[realm("castile")]
    assert not state.war[realm("granada")]
    assert state.truce[realm("castile")] == 1 << realm("france"), "no truce with an active ally"
    assert match.state.led["castile"].prestige == -1, "one peace, not two"


def test_no_peace_is_made_with_an_active_ally_alone_r10_04() -> None:
    match = resolving(*DEFENDED, occupied("castile", "granada"))
    assert asked(match) == ("castile", "peace")
    refused(match, Enforce("granada", "white"), "patron_settles")
    refused(match, KeepState("granada"), "patron_settles")
    do(match, KeepState("france"))
    assert not match.state.war[realm("granada")] | match.state.war[realm("castile")]


def test_a_partial_victory_over_a_patron_makes_its_active_ally_a_vassal_r10_04() -> None:
    """Nothing of France's changes hands, and the peace with it costs nobody prestige."""
    match = resolving(*DEFENDED, occupied("castile", "lyon"))
    refused(match, Enforce("france", "vassalization"), "not_for_players")
    match.state.occupier[PROVINCE.index["granada"]] = realm("castile")
    do(match, Enforce("france", "vassalization"))
    quiet(match, "castile")
    state = match.state
    assert state.overlord[realm("granada")] == realm("castile")
    assert state.occupier[PROVINCE.index["lyon"]] == NONE
    assert REALM.ids[state.owner[PROVINCE.index["lyon"]]] == "france"
    assert [state.led[each].prestige for each in ("castile", "france")] == [0, 0]
    assert "granada" not in alliance(match, "france")
    assert state.truce[realm("castile")] == 1 << realm("france")


def test_the_succession_of_an_active_ally_is_secured_by_itself_r10_06() -> None:
    """Its patron fights on, without its alliance."""
    disputed = [wed("castile", "granada", disputed=True), wed("england", "granada", disputed=True)]
    match = resolving(*DEFENDED, *disputed, occupied("castile", "granada", "lyon"))
    assert Enforce("granada", "succession") in match.options("castile")
    do(match, Enforce("granada", "succession"))
    while asked(match)[1] == "gain_influence":
        do(match, match.options("castile")[0])
    do(match, NoAlliance(), FightOn())
    state = match.state
    assert state.war[realm("castile")] == 1 << realm("france")
    assert not state.war[realm("granada")]
    assert "granada" not in alliance(match, "france")
    assert not state.married["england"] >> realm("granada") & 1


def test_the_succession_of_an_active_ally_frees_it_from_all_occupants_r10_06() -> None:
    """England fights its patron and has no war of its own with it; Aragon, which nobody plays, has one."""
    arrange = [
        war("england", "france"),
        war("aragon", "granada"),
        wed("castile", "granada", disputed=True),
        occupied("castile", "granada"),
        occupied("england", "gibraltar", "lyon"),
    ]
    match = resolving(*DEFENDED, *arrange)
    do(match, Enforce("granada", "succession"))
    state = match.state
    assert [state.occupier[PROVINCE.index[each]] for each in ("granada", "gibraltar")] == [NONE] * 2
    assert state.occupier[PROVINCE.index["lyon"]] == realm("england")
    assert not state.war[realm("granada")]
    assert state.war[realm("england")] == 1 << realm("france")
    assert state.truce[realm("granada")] >> realm("aragon") & 1
    assert state.led["england"].prestige == 0


def test_who_keeps_land_of_an_active_ally_that_is_beaten_takes_it_from_its_patron_r10_04() -> None:
    """The capital goes back, Gibraltar stays; France has neither the alliance nor the units any more."""
    beaten = [occupied("castile", "granada", "gibraltar"), occupied("france", "galicia"), has("france", allied=2)]
    match = resolving(*DEFENDED, *beaten)
    assert asked(match) == ("castile", "victor")
    do(match, KeepState("granada"))
    while asked(match)[1] == "claims_for_calm":
        do(match, KeepClaims())
    state = match.state
    assert REALM.ids[state.owner[PROVINCE.index["gibraltar"]]] == "castile"
    assert "granada" not in alliance(match, "france")
    assert state.led["france"].allied == 1


def test_the_vassals_of_a_realm_that_becomes_a_vassal_have_the_same_overlord_r10_01() -> None:
    """Naples is a vassal of Aragon; a province of it counts as one of Aragon in another area."""
    match = resolving(war("castile", "aragon"), armies("castile", castile=9), occupied("castile", "valencia", "napoli"))
    do(match, Enforce("aragon", "vassalization"))
    quiet(match, "castile")
    overlord = match.state.overlord
    assert [overlord[realm(each)] for each in ("aragon", "naples")] == [realm("castile")] * 2
    assert match.state.occupier[PROVINCE.index["napoli"]] == NONE


def test_a_loser_without_ducats_takes_a_loan_for_the_ransom_r10_06() -> None:
    poor = has("france", ducats=1, interest=0)
    match = resolving(
        war("castile", "france"), armies("castile", seine=9), armies("france"), occupied("castile", "paris"), poor
    )
    do(match, KeepState("france"))
    france = match.state.led["france"]
    assert (france.ducats, france.interest) == (1, 2)
    assert match.state.led["castile"].ducats == 25


def test_an_active_ally_pays_for_its_own_capital_at_most_twice_its_income_r10_06() -> None:
    """Granada's tax income is 2 once it has its capital back; France, which makes the peace, pays nothing."""
    match = resolving(*DEFENDED, occupied("castile", "granada"))
    do(match, KeepState("france"))
    state = match.state
    assert tax_income(state, realm("granada")) == 2
    assert [state.led[each].ducats for each in ("castile", "france")] == [15 + 2 * 2, 15]


def test_the_capital_of_a_vassal_is_no_capital_in_a_peace_r10_01() -> None:
    """The victor keeps it, and no ransom is paid."""
    arrange = [war("castile", "france"), armies("castile", castile=9), armies("france"), subject("france", "granada")]
    match = resolving(*arrange, occupied("castile", "granada"))
    do(match, KeepState("france"))
    quiet(match, "castile")
    state = match.state
    assert REALM.ids[state.owner[PROVINCE.index["granada"]]] == "castile"
    assert [state.led[each].ducats for each in ("castile", "france")] == [15, 15]


def test_a_vassal_is_freed_for_its_provinces_are_no_cores_of_the_loser_r10_06() -> None:
    """As one realm, with its capital; one province of it alone cannot go free."""
    arrange = [war("castile", "france"), armies("castile", castile=9), armies("france"), subject("france", "granada")]
    match = resolving(*arrange, occupied("castile", "granada", "gibraltar", "lyon"))
    refused(match, KeepState("france", freed=("lyon",)), "is_a_core")
    refused(match, KeepState("france", freed=("gibraltar",)), "half_a_vassal")
    do(match, KeepState("france", freed=("granada", "gibraltar"), returned=("lyon",)))
    quiet(match, "castile")
    state = match.state
    assert state.overlord[realm("granada")] == NONE
    assert {REALM.ids[state.owner[PROVINCE.index[each]]] for each in ("granada", "gibraltar")} == {"granada"}
    assert state.led["castile"].prestige == 2


def test_a_vassal_of_a_realm_that_nobody_plays_is_freed_r10_06() -> None:
    """Naples, a vassal of Aragon; England, who fights Aragon, has nothing to do there any more."""
    arrange = [war("castile", "aragon"), war("england", "aragon"), armies("castile", castile=9)]
    match = resolving(*arrange, occupied("castile", "napoli"), occupied("england", "salerno", "palermo"))
    do(match, KeepState("aragon", freed=("napoli",)))
    while asked(match)[0] == "castile":
        do(match, match.options("castile")[0])
    state = match.state
    assert state.overlord[realm("naples")] == NONE
    assert REALM.ids[state.owner[PROVINCE.index["napoli"]]] == "naples"
    assert [state.occupier[PROVINCE.index[each]] for each in ("salerno", "palermo")] == [NONE, realm("england")]
    assert state.led["castile"].prestige == PROVINCE.thing("napoli").tax
