"""Tokens and cubes of which there are not enough (R1.08)."""

from __future__ import annotations

from adjudicator.games.europa_universalis.facts import AREA, NODE, PROVINCE, REALM, ZONE
from adjudicator.games.europa_universalis.rules.claims import ReturnClaim
from adjudicator.games.europa_universalis.rules.influence import ReturnInfluence
from adjudicator.games.europa_universalis.rules.purse import GivePower
from adjudicator.games.europa_universalis.rules.realms import tokens_left
from adjudicator.games.europa_universalis.rules.subjugation import Annex, Subjugate, refused
from adjudicator.games.europa_universalis.rules.supplies import (
    CUBES,
    ReturnCardinal,
    ReturnCharge,
    ReturnColonist,
    ReturnCore,
    ReturnShip,
    TakePirates,
    TakeRebels,
    cubes_used,
    supplies,
)
from adjudicator.games.europa_universalis.rules.units import BLACK_UNITS, all_ships, black_units_left, bound_units
from adjudicator.games.europa_universalis.slots import CARD
from adjudicator.games.europa_universalis.state import Displayed, State
from tests.games.europa_universalis.table import Arrange, areas, asked, do, has, power, refusal, table

EIGHT = ("loire", "seine", "languedoc", "burgundy", "lombardy", "castile", "leon", "aragon")


def claiming(n: int) -> Arrange:
    return has("france", claims=areas(*EIGHT[:n]))


def test_a_seventh_claim_is_a_token_from_elsewhere_r1_08() -> None:
    match = table(claiming(8), frames=[supplies()])
    assert asked(match) == ("supply", "france")
    assert refusal(match, ReturnInfluence("lombardy")) == "nothing_to_take"
    do(match, ReturnClaim("loire"), ReturnClaim("aragon"))
    assert match.decisions() == []
    assert match.state.led["france"].claims == areas(*EIGHT[1:7])


def test_a_third_core_token_is_one_from_elsewhere_r1_08() -> None:
    match = table(has("france", cores=areas("loire", "seine", "burgundy")), frames=[supplies()])
    do(match, ReturnCore("seine"))
    assert match.decisions() == []
    assert match.state.led["france"].cores == areas("loire", "burgundy")


def cubes(state: State) -> None:
    """France has 30 cubes of power and two of influence, nothing else."""
    state.curia.cardinals = []
    own = state.led["france"]
    own.power, own.influence = [10, 10, 10], [0] * len(AREA)
    own.influence[AREA.index["lombardy"]] = 2


def test_there_are_thirty_cubes_r1_08() -> None:
    """Of power or of influence, as the seat likes; nothing is asked where they suffice."""
    match = table(cubes, frames=[supplies()])
    do(match, GivePower("adm"), ReturnInfluence("lombardy"))
    assert match.decisions() == []
    assert match.state.led["france"].power == [9, 10, 10]
    assert table(cubes, power("france", adm=10, dip=9, mil=9), frames=[supplies()]).decisions() == []


def test_colonists_cardinals_and_charges_are_cubes_r1_08() -> None:
    """Any of them comes back; a display card without charges is discarded, the cardinal that is named leaves."""
    central = CARD.ids[0]

    def more(state: State) -> None:
        cubes(state)
        own, card = state.led["france"], CARD.index[central]
        own.influence, own.colonists = [0] * len(AREA), 1
        state.decks[CARD.things[card].deck].draw.remove(card)
        own.display = [Displayed(card, 1)]
        state.curia.cardinals = ["france", "castile", "france"]

    match = table(more, frames=[supplies()])
    assert refusal(match, ReturnCardinal(2)) == "nothing_to_take"
    assert refusal(match, ReturnInfluence("lombardy")) == "nothing_to_take"
    do(match, ReturnColonist(), ReturnCharge(central), ReturnCardinal(1), ReturnCardinal(2))
    assert match.decisions() == []
    own = match.state.led["france"]
    assert (own.power, own.colonists, own.display) == ([10, 10, 10], 0, [])
    assert match.state.curia.cardinals == ["castile"]


def test_covered_slots_of_the_vassal_track_are_cubes_in_use_r1_08() -> None:
    def vassal(state: State) -> None:
        state.overlord[REALM.index["brittany"]] = REALM.index["france"]

    def lost(state: State) -> None:
        vassal(state)
        state.occupier[PROVINCE.index["nantes"]] = REALM.index["england"]

    before, after = (table(each, frames=[supplies()]).state for each in (vassal, lost))
    assert before.owner[PROVINCE.index["nantes"]] == REALM.index["brittany"]
    assert cubes_used(after, "france") - cubes_used(before, "france") == PROVINCE.thing("nantes").tax


def test_where_covered_slots_hold_more_cubes_than_there_are_nothing_is_asked_r1_08() -> None:
    """None of them may be taken back."""

    def overrun(state: State) -> None:
        cubes(state)
        own = state.led["france"]
        own.power, own.influence, own.colonists = [0, 0, 0], [0] * len(AREA), 0
        for each in PROVINCE:
            if each.owner not in (REALM.index["england"], -1):
                state.owner[each.index], state.occupier[each.index] = REALM.index["france"], REALM.index["england"]

    match = table(overrun, frames=[supplies()])
    assert cubes_used(match.state, "france") > CUBES
    assert match.decisions() == []


def test_the_roma_cardinal_and_the_national_focus_are_cubes_that_stay_r1_08() -> None:
    def bound(state: State) -> None:
        cubes(state)
        own = state.led["france"]
        own.power, own.influence = [10, 10, 9], [0] * len(AREA)
        own.status.focused = True
        state.allied["france"] |= 1 << REALM.index["papal_states"]

    match = table(bound, frames=[supplies()])
    assert cubes_used(match.state, "france") == 29 + 2
    for place in (0, 1):
        assert refusal(match, ReturnCardinal(place)) == "nothing_to_take"
    do(match, GivePower("dip"))
    assert match.decisions() == []


def test_a_sixteenth_ship_is_one_from_elsewhere_r1_08() -> None:
    def ships(state: State) -> None:
        own = state.led["france"]
        own.ships.light[ZONE.index["bay_of_biscay"]] = 16 - all_ships(state, "france")

    match = table(ships, frames=[supplies()])
    assert refusal(match, ReturnShip("heavy", "bay_of_biscay", fleet=True)) == "nothing_to_take"
    do(match, ReturnShip("light", "bay_of_biscay"))
    assert match.decisions() == []
    assert all_ships(match.state, "france") == 15


def rebels(state: State) -> None:
    """24 rebels, and two allied units of Austria."""
    state.rebels[AREA.index["leon"]], state.rebels[AREA.index["seine"]] = 20, 4
    state.led["austria"].allied = 2


def test_black_units_are_rebels_that_the_seat_on_move_takes_from_elsewhere_r1_08() -> None:
    """25 of them are there; those of allies stay."""
    match = table(rebels, frames=[supplies()])
    match.state.turn.active = "france"
    assert asked(match)[0] == "supply"
    do(match, TakeRebels("seine"))
    assert match.decisions() == []
    assert (match.state.rebels[AREA.index["seine"]], match.state.led["austria"].allied) == (3, 2)


def test_no_more_allied_units_come_than_black_ones_are_free_r1_08() -> None:
    def bound(state: State) -> None:
        state.led["austria"].allied = BLACK_UNITS - 1
        state.rebels[AREA.index["leon"]] = 1

    state = table(bound).state
    assert (bound_units(state), black_units_left(state)) == (24, 1)
    state.empire.manpower = 8
    assert black_units_left(state) == 0


def test_an_eleventh_ship_of_pirates_is_one_from_elsewhere_r1_08() -> None:
    def pirates(state: State) -> None:
        state.trade.pirates[0], state.trade.pirates[1] = 9, 2

    match = table(pirates, frames=[supplies()])
    do(match, TakePirates(NODE.ids[0]))
    assert (match.decisions(), sum(match.state.trade.pirates)) == ([], 10)


def test_vassal_tokens_that_others_cover_lie_on_the_board_r1_08() -> None:
    """Aragon is a vassal of France, and England occupies a part of it, rebels another."""
    state = table().state
    france, aragon, england = (REALM.index[each] for each in ("france", "aragon", "england"))
    state.overlord[aragon] = france
    before = tokens_left(state, france)
    one, other, *_ = (n for n, owner in enumerate(state.owner) if owner == aragon)
    state.occupier[one] = england
    state.rebel_towns |= 1 << other
    assert tokens_left(state, france) == before


def test_without_vassal_tokens_nobody_becomes_a_vassal_r1_08() -> None:
    """All tokens of France lie on Aragon, which is larger than they suffice for; to annex needs none."""
    state = table().state
    france, aragon, navarra = (REALM.index[each] for each in ("france", "aragon", "navarra"))
    state.overlord[aragon] = france
    state.allied["france"] |= 1 << navarra
    before = tokens_left(state, france)
    assert before == 19 - sum(PROVINCE.things[n].tax for n, owner in enumerate(state.owner) if owner == aragon)
    for each in PROVINCE.indexes:
        if state.owner[each] not in (france, navarra):
            state.owner[each] = aragon
    state.led["france"].influence[AREA.index["aragon"]] = 5
    found = refused(state, "france", Subjugate("navarra"))
    assert found is not None
    assert found.code == "no_vassal_tokens"
    assert refused(state, "france", Annex("navarra")) is None
