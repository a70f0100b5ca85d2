"""What a peace brings and takes: its terms, who rules after it, what is kept, sold, freed and claimed (R10.06)."""

from __future__ import annotations

import pytest

from adjudicator.games.europa_universalis.content import default
from adjudicator.games.europa_universalis.facts import AREA, NONE, PROVINCE, RELIGION
from adjudicator.games.europa_universalis.rules.characters import Appointed
from adjudicator.games.europa_universalis.rules.peace import (
    Enforce,
    FightOn,
)
from adjudicator.games.europa_universalis.rules.religion import give_faith
from adjudicator.games.europa_universalis.rules.terms import (
    Enthrone,
    KeepClaims,
    LeaveRuler,
    NoAlliance,
    PlaceNoClaim,
    TakeAlliance,
    new_ruler,
    refused_term,
)
from adjudicator.games.europa_universalis.rules.treaties import KeepState
from adjudicator.games.europa_universalis.slots import CARD, IDEA, of_card
from adjudicator.games.europa_universalis.state import State
from tests.games.europa_universalis.diplomats import (
    Arrange,
    acting,
    alliance,
    allied,
    area,
    asked,
    cubes,
    do,
    has,
    occupied,
    owned,
    realm,
    refused,
    table,
    war,
    wed,
    whole,
)
from tests.games.europa_universalis.peacemakers import armies, at_peace, owner, prestige, resolving, subject

# victory and what it allows (R10.02, R10.07)


def test_vassalization_r10_06() -> None:
    """The capital and a province in another area; unrest where nothing was occupied."""
    arrange = [
        war("castile", "aragon"),
        armies("castile", castile=9),
        wed("france", "aragon"),
        allied("france", "aragon"),
    ]
    match = resolving(*arrange, occupied("castile", "valencia"))
    refused(match, Enforce("aragon", "vassalization"), "second_area_not_held")
    match.state.occupier[PROVINCE.index["palermo"]] = realm("castile")
    do(match, Enforce("aragon", "vassalization"))
    state = match.state
    assert state.overlord[realm("aragon")] == realm("castile")
    assert (owner(match, "valencia"), state.occupier[PROVINCE.index["valencia"]]) == ("aragon", NONE)
    assert "aragon" not in alliance(match, "france")
    assert not state.married["france"] >> realm("aragon") & 1
    assert asked(match) == ("castile", "gain_influence")
    restless = {PROVINCE.things[each].area for each in range(len(PROVINCE)) if state.unrest >> each & 1}
    assert area("aragon") not in restless
    assert not state.war[realm("castile")]
    assert not state.truce[realm("castile")]


def test_the_papal_states_are_never_vassals_r11_80() -> None:
    match = resolving(war("castile", "papal_states"), occupied("castile", "roma"), armies("castile", castile=9))
    refused(match, Enforce("papal_states", "vassalization"), "never_a_vassal")


def test_humiliation_r10_06() -> None:
    """Twice the tax that goes back, ten at most; nothing for active allies."""
    arrange = [
        war("castile", "france"),
        armies("castile", seine=9),
        armies("france"),
        allied("france", "scotland", active=True),
    ]
    match = resolving(*arrange, occupied("castile", "lyon"))
    refused(match, Enforce("france", "humiliation"), "capital_not_held")
    match.state.occupier[PROVINCE.index["paris"]] = realm("castile")
    match.state.occupier[PROVINCE.index["lothian"]] = realm("castile")
    do(match, Enforce("france", "humiliation"))
    state = match.state
    gained = prestige(match, "castile")[0]
    assert gained == -prestige(match, "france")[0]
    assert gained >= 4
    assert NONE == state.occupier[PROVINCE.index["paris"]] == state.occupier[PROVINCE.index["lothian"]]
    assert at_peace(match, "castile", "france")


def test_an_absolute_monarchy_gains_stability_for_a_peace_that_it_enforces_on_a_player_r4_04() -> None:
    monarchy = lambda state: setattr(state.led["castile"], "ideas", 1 << IDEA.index["absolute_monarchy"])  # noqa: E731
    arrange = [war("castile", "france"), armies("castile", seine=9), armies("france"), occupied("castile", "paris")]
    for ideas, gained in ((monarchy, 1), (lambda state: None, 0)):
        match = resolving(*arrange, ideas)
        do(match, Enforce("france", "humiliation"))
        assert match.state.led["castile"].stability == gained


def test_ships_leave_a_port_that_is_friendly_no_longer_r9_30() -> None:
    """Castile has ships in a port of Portugal, its ally; the alliance is over when the round's peace is made."""

    def docked(state: State) -> None:
        state.led["castile"].ships.docked["lisboa"] = 2

    assert resolving(docked, allied("castile", "portugal")).state.led["castile"].ships.docked["lisboa"]
    left = resolving(docked).state.led["castile"].ships
    assert not left.docked
    assert sum(left.light) >= 2


def test_forced_conversion_of_a_player_r10_06() -> None:
    arrange = [
        war("castile", "france"),
        has("castile", religion=RELIGION.index["protestant"]),
        armies("castile", seine=9),
    ]
    match = resolving(
        *arrange, armies("france"), whole("france", "seine"), occupied("castile", "paris"), cubes("france", burgundy=0)
    )
    refused(match, Enforce("france", "conversion"), "capital_area_not_held")
    for each in PROVINCE:
        if each.area == area("seine"):
            match.state.occupier[each.index] = realm("castile")
    do(match, Enforce("france", "conversion"))
    assert prestige(match, "castile", "france") == [3, -5]
    assert match.state.led["france"].religion == RELIGION.index["protestant"] == match.state.religion[area("seine")]
    assert asked(match) == ("france", "lose_influence")
    assert "france" not in match.state.curia.cardinals


def test_a_forced_faith_takes_the_place_of_the_revolution_r10_06_r15_03() -> None:
    """Nothing lies beneath the faith of the victor."""

    def revolution(state: State) -> None:
        give_faith(state, area("seine"), RELIGION.index["revolutionary"])

    match = resolving(
        war("castile", "france"),
        has("france", religion=RELIGION.index["revolutionary"]),
        armies("castile", seine=9),
        armies("france"),
        whole("france", "seine"),
        occupied("castile", *[each.id for each in PROVINCE if each.area == area("seine")]),
        revolution,
    )
    do(match, Enforce("france", "conversion"))
    assert RELIGION.ids[match.state.religion[area("seine")]] == "catholic"
    assert match.state.beneath[area("seine")] == NONE


def test_provinces_of_vassals_of_the_victor_count_for_a_forced_conversion_r10_06() -> None:
    """Navarre, a vassal of Castile, holds the rest of the capital area of France."""
    seine = [each.id for each in PROVINCE if AREA.ids[each.area] == "seine"]
    rest = [each for each in seine if each != "paris"]
    for arrange, code in (([], "capital_area_not_held"), ([subject("castile", "navarra")], "")):
        match = resolving(
            war("castile", "france"),
            has("castile", religion=RELIGION.index["protestant"]),
            armies("castile", seine=9),
            armies("france"),
            whole("france", "seine"),
            occupied("castile", "paris"),
            owned("navarra", *rest),
            *arrange,
        )
        found = refused_term(match.state, "castile", realm("france"), "conversion", "partial")
        assert (found.code if found else "") == code


def test_forced_conversion_needs_another_faith_r10_06() -> None:
    match = resolving(
        war("castile", "ulm"),
        armies("castile", castile=9),
        whole("ulm", "bavaria_swabia"),
        occupied("castile", *[each.id for each in PROVINCE if each.area == area("bavaria_swabia") and each.id != "x"]),
    )
    refused(match, Enforce("ulm", "conversion"), "same_faith")


def test_the_succession_of_a_realm_is_secured_r10_06() -> None:
    """Three for each other marriage; the tax of the loser, at most five; four influence and an alliance, which brings
    no more. England's war ends white, for one prestige.
    """
    arrange = [
        war("castile", "aragon"),
        war("england", "aragon"),
        occupied("castile", "valencia"),
        occupied("england", "barcelona"),
    ]
    marriages = [wed("castile", "aragon", disputed=True), wed("france", "aragon", disputed=True)]
    match = resolving(*arrange, *marriages, armies("castile", aragon=9))
    while asked(match)[0] != "castile":
        do(match, FightOn())
    do(match, Enforce("aragon", "succession"))
    assert prestige(match, "castile", "france", "england") == [3 + 5, -3, -1]
    assert match.state.married["castile"] >> realm("aragon") & 1
    assert not match.state.married["france"] >> realm("aragon") & 1
    assert match.state.war[realm("aragon")] == 0
    assert match.state.occupier[PROVINCE.index["barcelona"]] == NONE
    assert asked(match) == ("castile", "gain_influence")
    while asked(match)[1] == "gain_influence":
        do(match, match.options("castile")[0])
    placed = match.copy().state.led["castile"].influence
    do(match, TakeAlliance("aragon"))
    assert "aragon" in alliance(match, "castile")
    assert asked(match)[1] != "gain_influence"
    assert match.state.led["castile"].influence == placed


def test_the_succession_of_a_player_gives_him_a_ruler_r10_06() -> None:
    found = default().characters
    leader = next(id for id in CARD.ids if id.startswith("mil") and id in found and found[id].kind == "leader")

    def discarded(state: State) -> None:
        state.decks[2].draw.remove(CARD.index[leader])
        state.decks[2].discards.append(CARD.index[leader])

    arrange = [war("castile", "france"), occupied("castile", "paris"), wed("england", "france", disputed=True)]
    match = resolving(*arrange, armies("castile", seine=9), armies("france"), discarded)
    do(match, Enforce("france", "succession"))
    assert asked(match) == ("castile", "peace_ruler")
    assert LeaveRuler() in match.options("castile")
    do(match, Enthrone(leader), NoAlliance())
    assert match.state.led["france"].ruler > 0
    assert CARD.index[leader] not in match.state.decks[2].discards
    assert prestige(match, "castile", "england") == [3, -3]


@pytest.mark.parametrize(("allies", "may"), [(("savoy", "provence"), True), (("savoy", "provence", "lorraine"), False)])
def test_a_loser_without_a_token_makes_no_alliance_r10_06_r1_08(allies: tuple[str, ...], may: bool) -> None:
    arrange = [war("castile", "france"), occupied("castile", "paris"), wed("england", "france", disputed=True)]
    match = resolving(*arrange, armies("castile", seine=9), armies("france"), only_allied("france", *allies))
    do(match, Enforce("france", "succession"))
    assert (asked(match) == ("castile", "peace_alliance")) is may


def only_allied(seat: str, *realms: str) -> Arrange:
    return lambda state: state.allied.__setitem__(seat, sum(1 << realm(each) for each in realms))


@pytest.mark.parametrize("reigns", [True, False])
def test_a_ruler_enthroned_where_none_reigned_brings_no_election_r18_30(reigns: bool) -> None:
    """Castile ends the interregnum of the emperor, or replaces his ruler."""
    leader, ruler = [id for id, each in default().characters.items() if id.startswith("mil") and each.kind == "leader"][
        :2
    ]

    def emperor(state: State) -> None:
        state.empire.emperor, state.empire.authority = realm("france"), 4
        deck, own = state.decks[2], state.led["france"]
        for id in (leader, ruler):
            deck.draw.remove(CARD.index[id])
        deck.discards.append(CARD.index[leader])
        own.ruler = of_card(CARD.index[ruler]) if reigns else NONE

    match = table(emperor, frames=[new_ruler("castile", "france"), *acting("castile")])
    do(match, Enthrone(leader))
    assert (asked(match)[1] == "area_tie") == reigns


def test_a_ruler_whom_the_victor_replaces_leads_no_army_any_more_and_is_well_again_r10_06() -> None:
    """His card goes to the discards, and everybody learns who rules now."""
    found = default().characters
    leader, old = [id for id in CARD.ids if id.startswith("mil") and id in found and found[id].kind == "leader"][:2]

    def ruled(state: State) -> None:
        for id in (leader, old):
            state.decks[2].draw.remove(CARD.index[id])
        state.decks[2].discards.append(CARD.index[leader])
        state.led["france"].ruler = state.led["france"].armies[0].general = of_card(CARD.index[old])
        state.ill |= 1 << of_card(CARD.index[old])

    arrange = [war("castile", "france"), occupied("castile", "paris"), wed("england", "france", disputed=True)]
    match = resolving(*arrange, armies("castile", seine=9), armies("france", seine=1), ruled)
    events = do(match, Enforce("france", "succession"), Enthrone(leader))
    france = match.state.led["france"]
    assert (france.ruler, france.armies[0].general) == (of_card(CARD.index[leader]), NONE)
    assert not match.state.ill >> of_card(CARD.index[old]) & 1
    assert CARD.index[old] in match.state.decks[2].discards
    assert Appointed("france", leader, "ruler") in events


# the present state


FRENCH = [war("castile", "france"), armies("castile", seine=9), armies("france", castile=1)]


def test_who_occupies_keeps_and_capitals_go_back_for_ransom_r10_06() -> None:
    arrange = [*FRENCH, occupied("castile", "paris", "lyon"), occupied("france", "galicia")]
    match = resolving(*arrange)
    do(match, KeepState("france"))
    while asked(match)[1] == "claims_on_lost":
        do(match, PlaceNoClaim())
    assert [owner(match, id) for id in ("paris", "lyon", "galicia")] == ["france", "castile", "france"]
    assert [match.state.led[seat].ducats for seat in ("castile", "france")] == [25, 5]
    assert at_peace(match, "castile", "france")
    assert match.state.unrest >> PROVINCE.index["lyon"] & 0 == 0


def test_a_loser_pays_at_most_twice_its_income_with_what_goes_back_and_without_what_is_kept_r10_06() -> None:
    """10 for Paris and 6 for Lyon, but France has an income of 5: theirs, that of Berry, and not that of Champagne."""
    rest = [each.id for each in PROVINCE if each.owner == realm("france")]
    rest = [id for id in rest if id not in ("paris", "lyon", "champagne", "berry")]
    match = resolving(*FRENCH, owned("burgundy", *rest), occupied("castile", "paris", "lyon", "champagne"))
    do(match, KeepState("france", returned=("lyon",)))
    assert [owner(match, id) for id in ("paris", "lyon", "champagne")] == ["france", "france", "castile"]
    assert [match.state.led[seat].ducats for seat in ("castile", "france")] == [15 + 2 * 5, 15 - 2 * 5]


def test_the_victor_sells_frees_and_exchanges_r10_06() -> None:
    arrange = [*FRENCH, owned("france", "provence"), occupied("castile", "lyon", "provence", "bordeaux")]
    match = resolving(*arrange, occupied("france", "galicia"))
    assert asked(match)[1] == "peace"
    refused(match, KeepState("france", returned=("galicia",)), "not_occupied_by")
    refused(match, KeepState("france", returned=("lyon",), freed=("lyon",)), "named_twice")
    refused(match, KeepState("france", freed=("lyon",)), "is_a_core")
    refused(match, KeepState("france", exchanged=("galicia",)), "uneven_exchange")


def test_a_province_that_is_freed_brings_prestige_and_an_alliance_r10_06() -> None:
    arrange = [*FRENCH, owned("france", "granada"), occupied("castile", "granada", "lyon")]
    match = resolving(*arrange)
    do(match, KeepState("france", freed=("granada",), returned=("lyon",)))
    assert owner(match, "granada") == "granada"
    assert prestige(match, "castile")[0] == PROVINCE.thing("granada").tax
    assert match.state.led["castile"].ducats == 15 + 3 * PROVINCE.thing("lyon").tax
    seen = set()
    while asked(match)[1] != "diplomacy":
        seen.add(asked(match)[1])
        do(match, match.options(asked(match)[0])[0])
    assert "peace_alliance" in seen
    assert "granada" in alliance(match, "castile")


def test_a_province_that_is_freed_for_a_player_brings_no_alliance_r10_06() -> None:
    """London and Cordoba are England's and Castile's own; who plays is no realm that a peace gives for an ally."""
    cores = ("london", "cordoba")
    match = resolving(*FRENCH, owned("france", *cores), occupied("castile", *cores))
    do(match, KeepState("france", freed=cores))
    assert [owner(match, each) for each in cores] == ["england", "castile"]
    while asked(match)[1] != "diplomacy":
        assert asked(match)[1] != "peace_alliance"
        do(match, match.options(asked(match)[0])[0])


def test_losers_may_claim_what_they_lost_r10_06() -> None:
    match = resolving(*FRENCH, occupied("castile", "lyon"))
    do(match, KeepState("france"))
    assert asked(match) == ("france", "claims_on_lost")
    do(match, match.options("france")[0])
    assert match.state.led["france"].claims >> PROVINCE.thing("lyon").area & 1


def test_only_who_lost_own_or_vassal_provinces_may_claim_r10_06() -> None:
    """What an active ally of France lost is no loss of France; what its vassal lost is one."""
    ally, vassal = allied("france", "granada", active=True), subject("france", "granada")
    for arrange, may in ((ally, False), (vassal, True)):
        match = resolving(*FRENCH, arrange, occupied("castile", "gibraltar", "lyon"))
        do(match, KeepState("france", returned=("lyon",)))
        while asked(match)[1] == "claims_for_calm":
            do(match, KeepClaims())
        assert (asked(match) == ("france", "claims_on_lost")) == may


# surrender
