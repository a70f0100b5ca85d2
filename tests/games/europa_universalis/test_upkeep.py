"""Income, upkeep, corruption, power, loans and bankruptcy (R3.40-R3.46, R7.20)."""

from __future__ import annotations

import pytest

from adjudicator import Action
from adjudicator.games.europa_universalis.content import default
from adjudicator.games.europa_universalis.facts import AREA, NONE, PROVINCE, REALM, ZONE
from adjudicator.games.europa_universalis.rules.characters import Dismiss
from adjudicator.games.europa_universalis.rules.disbanding import Disband, Recall
from adjudicator.games.europa_universalis.rules.operations import OfPower
from adjudicator.games.europa_universalis.rules.purse import MOST_LOANS, TakeLoan
from adjudicator.games.europa_universalis.rules.upkeep import (
    Finish,
    GainPower,
    GiveUp,
    LosePower,
    PayAdm,
    accounts,
    corruption,
    income,
    may_save,
    power,
    power_gains,
    prestige,
    saving,
)
from adjudicator.games.europa_universalis.slots import CARD, CHARACTER, IDEA
from adjudicator.games.europa_universalis.state import State, Units
from tests.games.europa_universalis.table import Arrange, asked, do, has, own, refusal, table
from tests.games.europa_universalis.table import power as pools


def advised(seat: str, *cards: str) -> Arrange:
    def arrange(state: State) -> None:
        for id in cards:
            card = CARD.thing(id)
            state.decks[card.deck].draw.remove(card.index)
            state.led[seat].advisors[card.deck] = card.index

    return arrange


def cardinals(*seats: str) -> Arrange:
    def arrange(state: State) -> None:
        state.curia.cardinals = list(seats)

    return arrange


def no_ships(state: State) -> None:
    ships = state.led["castile"].ships
    ships.protecting, ships.light = [0] * len(ships.light), [0] * len(ships.light)


SMALL = [each.id for each in PROVINCE if each.tax == 1][:6]
LARGE = [each.id for each in PROVINCE if each.tax == 2][:3]


@pytest.mark.example("ex_4_4_income_castile")
def test_income_and_costs_of_castile_ex_4_4() -> None:
    """Six small and three large towns, two units, advisors for 4 and 2, positive stability: 14 less 8."""
    match = table(
        own("castile", *SMALL, *LARGE, only=True),
        no_ships,
        advised("castile", "adm_12", "dip_6"),
        has("castile", stability=1),
        cardinals("france"),
    )
    found = accounts(match.state, "castile", default())
    assert found.towns + found.stability == 14
    assert (found.advisors, found.units, found.net) == (-6, -2, 6)


def test_everything_counts_r3_42() -> None:
    def arrange(state: State) -> None:
        state.led["austria"].armies[1].mercenary = Units(2)
        state.led["austria"].armies[1].area = AREA.index["austria"]
        state.plague = 1 << AREA.index["austria"]
        state.led["austria"].ideas = 1 << IDEA.index["bureaucracy"]

    found = accounts(table(arrange, has("austria", stability=-2, interest=2)).state, "austria", default())
    assert (found.stability, found.authority, found.ideas) == (-2, 3, 2)
    assert (found.units, found.ships, found.interest) == (-(2 + 4), -1, -2)
    assert found.plague == -2  # Wien and two more towns bring four


def test_plague_takes_half_of_what_all_areas_with_it_bring_r3_42() -> None:
    """Three ducats from two areas are one and a half from each: three are lost, not four."""

    def plague(state: State) -> None:
        state.plague = 1 << AREA.index["seine"] | 1 << AREA.index["aquitaine"]
        areas = {AREA.index["seine"]: 3, AREA.index["aquitaine"]: 3}
        for each in PROVINCE:
            if each.area in areas:
                left = areas[each.area]
                state.owner[each.index] = REALM.index["france"] if each.tax <= left else -1
                areas[each.area] = left - each.tax * (each.tax <= left)
        assert not any(areas.values())

    found = accounts(table(plague).state, "france", default())
    assert found.plague == -3


def test_upkeep_must_be_covered_r3_41() -> None:
    match = table(
        own("france", only=True),
        has("france", ducats=1, stability=-1),
        advised("france", "mil_1"),
        frames=[saving("france")],
    )
    lacking = -accounts(match.state, "france", default()).net - 1
    assert lacking > 0
    assert refusal(match, Finish()) == "not_covered"
    before = match.state.led["france"].available
    do(match, Disband("infantry", army=1))
    assert match.state.led["france"].available == before + 1
    assert refusal(match, Disband("infantry", army=3)) == "no_such_unit"
    do(match, TakeLoan())
    assert match.state.led["france"].interest == 1
    assert refusal(match, Finish()) == "not_covered"
    do(match, Disband("infantry", army=1), Dismiss("mil_1"), Finish())
    assert match.state.led["france"].ducats >= 0


def nothing_to_save(state: State) -> None:
    led = state.led["france"]
    led.available += led.regular
    led.alone = [0] * len(led.alone)
    for each in led.armies:
        each.area, each.regular, each.mercenary, each.allied = -1, Units(), Units(), Units()
    led.ships.light = [0] * len(led.ships.light)
    led.ships.protecting = [0] * len(led.ships.protecting)


def test_a_loan_may_be_taken_where_nothing_can_be_saved_r3_40() -> None:
    match = table(nothing_to_save, has("france", ducats=5), frames=[saving("france")])
    assert not may_save(match.state, "france")
    assert [type(each) for each in match.options("france")] == [Finish, TakeLoan]
    do(match, TakeLoan(), Finish())
    assert match.state.led["france"].interest == 1

    in_debt = has("france", interest=MOST_LOANS)
    assert table(nothing_to_save, in_debt, frames=[saving("france")]).decisions() == [], "no loan is left to take"


def alone(state: State) -> None:
    state.led["france"].available -= 1
    state.led["france"].alone[AREA.index["seine"]] = 1


def hired(state: State) -> None:
    state.led["france"].armies[0].area, state.led["france"].armies[0].mercenary = AREA.index["seine"], Units(1)


def at_sea(state: State) -> None:
    state.led["france"].ships.light[ZONE.index["english_channel"]] = 1


@pytest.mark.parametrize(
    ("arrange", "saved"),
    [
        (advised("france", "mil_1"), Dismiss("mil_1")),
        (alone, Disband("infantry", area="seine")),
        (hired, Disband("infantry", army=1, mercenary=True)),
        (at_sea, Recall("english_channel", "saintonge")),
    ],
)
def test_each_kind_of_upkeep_may_be_saved_without_the_others_r3_41(arrange: Arrange, saved: Action) -> None:
    match = table(nothing_to_save, arrange, has("france", interest=MOST_LOANS), frames=[saving("france")])
    assert saved in match.options("france")


def test_ships_return_to_a_friendly_port_in_range_r3_41() -> None:
    match = table(frames=[saving("england")])
    assert refusal(match, Recall("english_channel", "sevilla")) == "not_friendly"
    assert refusal(match, Recall("adriatic_sea", "london")) == "no_ship_there"
    do(match, Recall("english_channel", "london"))
    ships = match.state.led["england"].ships
    assert ships.docked["london"] == 1
    assert sum(ships.protecting) == 2


def test_ships_return_over_no_distant_zone_r3_41_r9_25() -> None:
    def across(state: State) -> None:
        state.owner[PROVINCE.index["canada"]] = REALM.index["england"]
        state.led["england"].ships.light[ZONE.index["northeastern_atlantic"]] = 1

    match = table(across, frames=[saving("england")])
    assert refusal(match, Recall("northeastern_atlantic", "canada")) == "out_of_range"


def test_galleys_that_are_recalled_over_the_open_sea_are_gone_r3_41_r9_28() -> None:
    """Sevilla lies behind the Atlantic."""

    def fleet(state: State) -> None:
        away = state.led["castile"].fleet
        away.zone, away.port, away.galleys, away.heavy = ZONE.index["western_mediterranean"], NONE, 1, 1

    match = table(fleet, own("castile", "sevilla"), frames=[saving("castile")])
    do(match, Recall("western_mediterranean", "sevilla", fleet=True))
    at_home = match.state.led["castile"].fleet
    assert (at_home.port, at_home.galleys, at_home.heavy) == (PROVINCE.index["sevilla"], 0, 1)


def test_an_advisor_who_is_fired_costs_nothing_and_brings_nothing_r3_43() -> None:
    match = table(advised("france", "adm_12"), frames=[saving("france")])
    assert power_gains(match.state, "france", default())[0] == 2 + 3
    do(match, Dismiss("adm_12"))
    assert accounts(match.state, "france", default()).advisors == 0
    assert power_gains(match.state, "france", default())[0] == 2


@pytest.mark.parametrize(("ducats", "due"), [(49, 0), (50, 1), (59, 1), (60, 2), (75, 3)])
def test_corruption_r3_44(ducats: int, due: int) -> None:
    match = table(has("france", ducats=ducats), pools("france", adm=1), frames=[corruption("france")])
    if not due:
        assert match.decisions() == []
        return
    do(match, PayAdm(1))
    assert (match.state.led["france"].power[0], match.state.led["france"].interest) == (0, due - 1)


def test_ducats_may_be_given_up_first_r3_44() -> None:
    match = table(has("france", ducats=63), pools("france", adm=0), frames=[corruption("france")])
    assert refusal(match, PayAdm(1)) == "too_much_adm"
    do(match, GiveUp(14))
    assert match.decisions() == []
    assert match.state.led["france"].ducats == 49


def test_the_papal_controller_pays_less_and_gains_dip_r19_03() -> None:
    match = table(advised("castile", "adm_12", "dip_1"), cardinals("castile"))
    assert accounts(match.state, "castile", default()).advisors == -(4 + 1 - 2)
    assert power_gains(match.state, "castile", default())[1] == 2 + 1 + 1


@pytest.mark.example("ex_4_4_monarch_power_castile")
def test_power_of_a_ruler_and_two_advisors_of_castile_r3_45() -> None:
    """A ruler of 1, 2 and 1, advisors for two and for four ducats: one of a type, four of both others."""

    def ruler(state: State) -> None:
        state.led["castile"].ruler = CHARACTER.index["england"]

    match = table(ruler, advised("castile", "dip_6", "mil_10"), cardinals(), frames=[power("castile")])
    assert accounts(match.state, "castile", default()).advisors == -(2 + 4)
    assert power_gains(match.state, "castile", default()) == [1, 4, 4]
    assert match.state.led["castile"].power == [5 + 1, 5 + 4, 5 + 4]


def test_an_interregnum_has_skill_1_r7_03() -> None:
    assert power_gains(table(has("france", ruler=-1)).state, "france", default()) == [1, 1, 1]


def test_the_emperor_gains_by_authority_r18_04() -> None:
    for authority, more in ((1, [0, 0, 0]), (3, [0, 1, 0]), (5, [0, 1, 1]), (6, [0, 2, 1])):

        def arrange(state: State, authority: int = authority) -> None:
            state.empire.authority = authority

        gains = power_gains(table(arrange).state, "austria", default())
        assert gains == [2 + more[0], 3 + more[1], 1 + more[2]]


def test_stability_gives_and_takes_power_r3_45() -> None:
    match = table(has("france", stability=3), frames=[power("france")])
    assert asked(match) == ("any_power", "france")
    do(match, GainPower(("adm", "mil")))
    assert match.state.led["france"].power == [5 + 2 + 1, 5 + 1, 5 + 3 + 1]
    match = table(has("france", stability=-3), frames=[power("france")])
    do(match, LosePower("dip"))
    assert match.state.led["france"].power == [7, 5, 8]


@pytest.mark.example("ex_4_5_authority_4_no_prestige")
def test_absolute_monarchy_with_positive_stability_ex_4_5() -> None:
    """Two power of any types, and prestige; nothing without positive stability."""

    def idea(state: State) -> None:
        state.led["france"].ideas = 1 << IDEA.index["absolute_monarchy"]

    match = table(idea, has("france", stability=1), frames=[power("france")])
    while match.decisions():
        do(match, OfPower("dip"))
    assert (match.state.led["france"].power[1], match.state.led["france"].prestige) == (5 + 1 + 2, 1)
    match = table(idea, frames=[power("france")])
    assert (match.decisions(), match.state.led["france"].prestige) == ([], 0)


@pytest.mark.example("ex_4_5_authority_4_no_prestige")
@pytest.mark.parametrize(("authority", "gained"), [(4, 0), (6, 1)])
def test_prestige_of_authority_ex_4_5(authority: int, gained: int) -> None:
    def arrange(state: State) -> None:
        state.empire.authority = authority

    assert table(arrange, frames=[prestige()]).state.led["austria"].prestige == gained


@pytest.mark.parametrize(("order", "power_left"), [("stability_first", [2, 2, 2]), ("halving_first", [0, 2, 2])])
def test_bankruptcy_r7_20(order: str, power_left: list[int]) -> None:
    match = table(
        own("france", only=True),
        has("france", ducats=2, interest=5, stability=-2),
        advised("france", "adm_1"),
        pools("france", adm=6 if order == "stability_first" else 3),
        frames=[income("france")],
        options={"bankruptcy_order": order},
    )
    own_ = match.state.led["france"]
    assert (own_.ducats, own_.interest, own_.stability, own_.prestige) == (0, 2, -3, -5)
    assert own_.advisors == [-1, -1, -1]
