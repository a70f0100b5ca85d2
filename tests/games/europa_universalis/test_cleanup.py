"""Phase 5: what is refreshed and what leaves the board (R3.50-R3.52)."""

from __future__ import annotations

import pytest

from adjudicator.games.europa_universalis.facts import AREA, NONE, PROVINCE, REALM
from adjudicator.games.europa_universalis.rules.decks import CardsDiscarded
from adjudicator.games.europa_universalis.rules.drawing import DiscardCards
from adjudicator.games.europa_universalis.rules.operations_units import LoseIn
from adjudicator.games.europa_universalis.rules.realms import lawful, manpower, tax_income, vassals
from adjudicator.games.europa_universalis.rules.rounds import cleanup_phase
from adjudicator.games.europa_universalis.state import State, Units
from tests.games.europa_universalis.field import of
from tests.games.europa_universalis.table import Arrange, asked, do, hand, own, refusal, table

TERRITORIES = [each.index for each in AREA if each.number]


def cleaned(*arrange: Arrange, players: int = 4) -> State:
    return table(*arrange, frames=[cleanup_phase()], players=players).state


@pytest.mark.example("ex_4_4_refresh_castile")
@pytest.mark.parametrize(("exhausted", "left"), [(2, 0), (3, 0), (5, 2), (8, 4), (14, 8)])
def test_half_of_the_exhausted_recovers_ex_4_4_refresh(exhausted: int, left: int) -> None:
    def arrange(state: State) -> None:
        led, castile = state.led["castile"], REALM.index["castile"]
        for each in PROVINCE:
            state.owner[each.index] = castile
        led.exhausted, led.available = exhausted, manpower(state, castile) - exhausted - led.regular

    assert cleaned(arrange).led["castile"].exhausted == left


@pytest.mark.parametrize(
    ("small", "large", "tokens", "options", "men"),
    [
        (6, 0, 0, {}, 3),
        (7, 0, 0, {}, 4),
        (7, 0, 0, {"small_towns_manpower": "down"}, 3),
        (6, 2, 0, {}, 5),
        (0, 1, 5, {}, 1 + 2),
        (0, 1, 5, {"vassal_manpower": "one_per_two_tokens"}, 1 + 3),
        (36, 4, 0, {}, 20),
    ],
)
def test_manpower_is_half_of_the_income_of_each_track_r7_10(
    small: int, large: int, tokens: int, options: dict[str, str], men: int
) -> None:
    """Five vassal tokens bring 3 ducats; never more than 20 men. What is occupied brings neither."""

    def realms(state: State) -> None:
        state.owner[:] = [NONE] * len(PROVINCE)
        state.overlord[REALM.index["aragon"]] = REALM.index["france"]
        ones, twos = ([each.index for each in PROVINCE if each.tax == n] for n in (1, 2))
        for realm, places in (("france", ones[:small] + twos[:large]), ("aragon", ones[small : small + tokens])):
            for each in places:
                state.owner[each] = REALM.index[realm]

    state, france = table(realms, options=options).state, REALM.index["france"]
    assert manpower(state, france) == men
    assert tax_income(state, france) == small + 2 * large + -(-tokens // 2)
    state.rebel_towns = lawful(state, 1 << france | vassals(state, france))
    assert (manpower(state, france), tax_income(state, france)) == (0, 0)


def test_authority_adds_to_the_manpower_of_the_emperor_r7_10() -> None:
    state, austria = table().state, REALM.index["austria"]
    with_it = manpower(state, austria)
    state.empire.authority = 0
    assert with_it - manpower(state, austria) == 3


def test_manpower_follows_the_towns_r3_50() -> None:
    """What is too many leaves the board for good, where the seat chooses."""
    match = table(own("france", "orleans", only=True), frames=[cleanup_phase()])
    assert manpower(match.state, REALM.index["france"]) == 1
    assert asked(match) == ("lose_in", "france")
    assert LoseIn("aquitaine", army=2) in match.options("france")
    while asked(match)[0] == "lose_in":
        do(match, next(each for each in match.options("france") if each != LoseIn("aquitaine", army=2)))
    led = match.state.led["france"]
    assert (led.available, led.exhausted, match.state.led["france"].regular) == (0, 0, 1)
    assert led.armies[1].regular.infantry == 1


def test_an_active_ally_that_has_outgrown_its_alliance_takes_its_units_and_fights_on_r3_51() -> None:
    def allied(state: State) -> None:
        portugal, france = REALM.index["portugal"], REALM.index["france"]
        for each in PROVINCE:
            if AREA.ids[each.area] in ("leon", "castile", "andalucia"):
                state.owner[each.index] = portugal
        for other in state.order:
            state.allied[other] &= ~(1 << portugal)
        state.allied["england"] |= 1 << portugal
        state.active |= 1 << portugal
        state.led["england"].allied = 5
        state.war[france] |= 1 << REALM.index["england"]
        state.war[REALM.index["england"]] |= 1 << france

    state = cleaned(allied)
    assert not state.allied["england"] >> REALM.index["portugal"] & 1
    assert state.led["england"].allied == 0
    assert state.war[REALM.index["france"]] == REALM.mask_of(("england", "portugal"))


@pytest.mark.example("ex_4_5_colonists")
def test_colonists_come_for_colonial_claims_ex_4_5() -> None:
    claims = {"castile": 5, "england": 2, "france": 2, "austria": 0}

    def arrange(state: State) -> None:
        for seat, n in claims.items():
            state.led[seat].claims = sum(1 << each for each in TERRITORIES[:n])

    assert {seat: led.colonists for seat, led in cleaned(arrange).led.items()} == {**claims, "castile": 4}


def test_allied_units_go_home_and_merchants_stand_r3_50() -> None:
    def arrange(state: State) -> None:
        led = state.led["france"]
        led.armies[0].allied = Units(2, 1)
        led.standing = [False] * len(led.standing)

    led = cleaned(arrange).led["france"]
    assert led.allied == 3
    assert led.armies[0].allied.all == 0
    assert all(led.standing)


def test_the_board_is_cleared_r3_51() -> None:
    def arrange(state: State) -> None:
        state.plague = 1
        state.curia.committed = ["france"]
        state.empire.manpower, state.empire.defending = 3, True

    state = cleaned(arrange, players=3)
    assert (state.plague, state.curia.committed) == (0, [])
    assert (state.empire.manpower, state.empire.defending) == (0, False)

    def at_war(state: State) -> None:
        arrange(state)
        state.war[REALM.index["austria"]] = 1 << REALM.index["venice"]
        state.war[REALM.index["venice"]] = 1 << REALM.index["austria"]

    assert cleaned(at_war, players=3).empire.manpower == 3


def test_hands_are_cut_to_five_in_secret_r3_52() -> None:
    cards = tuple(f"adm_{n}" for n in range(1, 8))
    match = table(hand("france", *cards), hand("england", "mil_1"), frames=[cleanup_phase()], players=3)
    assert asked(match) == ("hand_limit", "france")
    assert match.decisions()[0].seats == ("france",)
    assert refusal(match, DiscardCards(("adm_1",))) == "not_so_many"
    assert refusal(match, DiscardCards(("adm_1", "mil_1"))) == "not_yours"
    told = do(match, DiscardCards(("adm_1", "adm_7")))
    assert of(told, CardsDiscarded) == [CardsDiscarded("france", ("adm_1", "adm_7"))]
    assert len(match.state.led["france"].hand) == 5
    assert match.decisions() == []


def test_what_was_done_in_the_round_is_forgotten_r3_51() -> None:
    def arrange(state: State) -> None:
        for place, seat in enumerate(state.order, 1):
            state.led[seat].status.passed = place
            state.led[seat].status.focused = True

    state = cleaned(arrange)
    assert state.first == "castile"
    assert not any(led.status.focused for led in state.led.values())


@pytest.mark.example("ex_4_5_dnpr_alliance_ends")
@pytest.mark.parametrize(("large", "small", "allied"), [(5, 0, False), (4, 1, True)])
def test_a_grown_dnpr_has_no_ally_ex_4_5_dnpr(large: int, small: int, allied: bool) -> None:
    """With an income of 10, not yet with 9."""
    sizes = ((2, large), (1, small))
    towns = [id for tax, n in sizes for id in [each.id for each in PROVINCE if each.tax == tax][:n]]

    def ally(state: State) -> None:
        state.allied["england"] &= ~(1 << REALM.index["portugal"])
        state.allied["castile"] |= 1 << REALM.index["portugal"]

    state = cleaned(own("portugal", *towns, only=True), ally)
    assert bool(state.allied["castile"] >> REALM.index["portugal"] & 1) is allied
    assert state.led["castile"].stability == 0


def test_a_realm_that_is_no_dnpr_yet_keeps_its_ally_r3_51_r13_02() -> None:
    """Naples has a colour on the map, but no tokens on the board."""
    towns = [each.id for each in PROVINCE if each.tax == 2][:6]

    def ally(state: State) -> None:
        state.allied["castile"] |= 1 << REALM.index["naples"]
        state.overlord[REALM.index["naples"]] = NONE

    state = cleaned(own("naples", *towns, only=True), ally)
    assert state.allied["castile"] >> REALM.index["naples"] & 1
