"""Ministry cards at the end of a turn and in scoring: M-2, M-3, M-7, M-12, M-14, M-18 (4.1.11, 4.1.12)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from adjudicator import Match, Refusal
from adjudicator.games.imperial_struggle.fact_types import ADVANTAGE, AWARD, COMMODITY, SPACE, TURN
from adjudicator.games.imperial_struggle.facts import FACTS
from adjudicator.games.imperial_struggle.house_rules import house_rules
from adjudicator.games.imperial_struggle.rules.ministries.end_of_turn import EndPowers, remaining_powers
from adjudicator.games.imperial_struggle.rules.ministries.use import RevealMinistry, UseMinistry
from adjudicator.games.imperial_struggle.rules.scoring import MinistryScored, scoring
from adjudicator.games.imperial_struggle.setup import initial_state
from adjudicator.games.imperial_struggle.state import HeldMinistry, State, full_advantages

At = Callable[..., Match]


def position(turn: str = "1", **options: Any) -> State:
    """An empty map before phase 11; every award asks for a lead of one and gives 1 VP."""
    state = initial_state()
    state.turn, state.first_player = TURN.index[turn], 0
    state.next_war = TURN.things[state.turn].next_war
    state.flags, state.advantages = [0, 0, 0, 0], [0, 0]
    state.awards, state.demand = [AWARD.index["award_1"]] * 4, []
    state.options = house_rules(options)
    return state


def flag(state: State, side: int, *spaces: str) -> None:
    state.flags[side] |= SPACE.mask_of(spaces)
    state.advantages = [full_advantages(mask) for mask in state.flags[:2]]


def cards(state: State, side: int, *numbers: int, up: bool = True) -> None:
    state.ministries[side] = [HeldMinistry(number, revealed=up) for number in numbers]


def scored(match: Match) -> list[MinistryScored]:
    return [told.public for told in match.opening if isinstance(told.public, MinistryScored)]


# 4.1.11 --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("scotland", "left"), [(None, 2), ("scotland_alliance", 1)])
def test_m2_lowers_french_debt_by_one_with_scotland_by_two_4_1_11(at: At, scotland: str | None, left: int) -> None:
    state = position()
    cards(state, 0, 2)
    state.debt = [3, 3]
    if scotland:
        flag(state, 0, scotland)
    match = at(state, [remaining_powers()])
    assert match.state.debt == [left, 3]
    assert match.decisions() == []


def test_m2_face_down_does_nothing_and_asks_nobody_4_1_11_r_05(at: At) -> None:
    state = position()
    cards(state, 0, 2, 3, up=False)
    state.debt = [3, 3]
    match = at(state, [remaining_powers()])
    assert (match.state.debt, match.decisions()) == ([3, 3], [])


def test_m2_scotland_with_a_conflict_marker_does_not_help_3_8(at: At) -> None:
    state = position()
    cards(state, 0, 2)
    state.debt = [3, 0]
    flag(state, 0, "scotland_alliance")
    state.conflicts = SPACE.mask_of(["scotland_alliance"])
    assert at(state, [remaining_powers()]).state.debt[0] == 2


def strict(*french: int, british: tuple[int, ...] = ()) -> State:
    state = position(ministry_reveal="strict_ru")
    cards(state, 0, *french, up=False)
    cards(state, 1, *british, up=False)
    state.debt = [3, 3]
    return state


def test_with_strict_ru_cards_are_turned_up_at_the_end_of_the_turn_r_05(at: At) -> None:
    match = at(strict(2, 3), [remaining_powers()])
    assert match.decisions()[0].kind == "use_power"
    assert match.options("france") == [UseMinistry("m2"), UseMinistry("m3"), EndPowers()]
    match.apply("france", UseMinistry("m3"))
    assert match.options("france") == [UseMinistry("m2"), EndPowers()]
    match.apply("france", UseMinistry("m2"))
    assert (match.state.debt[0], match.decisions()) == (2, [])


def test_with_strict_ru_whoever_has_a_face_down_card_is_asked_whatever_it_is_r_05(at: At) -> None:
    for french in ((1, 4), (2, 3), (9, 4)):
        match = at(strict(*french, british=(5, 8)), [remaining_powers()])
        assert match.decisions()[0].seats == ("france",)
        assert match.options("britain") == []
        match.apply("france", EndPowers())
        assert match.decisions()[0].seats == ("britain",)
        match.apply("britain", match.default("britain"))
        assert match.decisions() == []


def test_with_strict_ru_the_first_player_is_asked_first_4_1_11(at: At) -> None:
    state = strict(2, british=(7,))
    state.first_player = 1
    match = at(state, [remaining_powers()])
    assert match.decisions()[0].seats == ("britain",)


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (UseMinistry("m1"), "no_power"),
        (UseMinistry("m2", 2), "no_power"),
        (UseMinistry("m7"), "ministry_not_held"),
        (RevealMinistry("m2"), "no_voluntary_reveal"),
    ],
)
def test_what_cannot_be_used_at_the_end_of_a_turn_4_1_11(at: At, action: Any, code: str) -> None:
    match = at(strict(1, 2), [remaining_powers()])
    with pytest.raises(Refusal) as refused:
        match.apply("france", action)
    assert refused.value.code == code
    for near in refused.value.nearest:
        match.check("france", near)


# 4.1.12 --------------------------------------------------------------------------------------------


def test_m3_adds_a_point_to_the_award_of_europe_if_france_wins_it_4_1_12(at: At) -> None:
    state = position()
    cards(state, 0, 3)
    flag(state, 0, "savoy")
    match = at(state, [scoring()])
    assert scored(match) == [MinistryScored("france", "m3", 1)]
    assert match.state.vp == 15 + 1 + 1


@pytest.mark.parametrize("up", [True, False])
def test_m3_gives_nothing_for_a_british_award_or_face_down_r_05(at: At, up: bool) -> None:
    state = position()
    cards(state, 0, 3, up=up)
    flag(state, 1 if up else 0, "savoy")
    match = at(state, [scoring()])
    assert scored(match) == []


ADVANTAGE_SPACES = {
    "fur_trade": "hudson_bay",
    "fruit": "san_agustin",
    "rum": "puerto_rico",
    "silk": "west_bengal",
    "textiles": "tiruchirappalli",
}


@pytest.mark.parametrize(("held", "vp"), [(1, 1), (3, 3), (5, 3)])
def test_m7_scores_unused_advantages_of_the_company_three_at_most_4_1_12(at: At, held: int, vp: int) -> None:
    state = position()
    cards(state, 1, 7)
    flag(state, 1, *list(ADVANTAGE_SPACES.values())[:held])
    match = at(state, [scoring()])
    assert scored(match) == [MinistryScored("britain", "m7", vp)]


def test_m7_does_not_score_exhausted_ones_r_49_or_those_under_a_conflict_marker_3_8(at: At) -> None:
    state = position()
    cards(state, 1, 7)
    flag(state, 1, *ADVANTAGE_SPACES.values())
    state.advantages_exhausted = 1 << ADVANTAGE.index["fruit"] | 1 << ADVANTAGE.index["rum"]
    state.conflicts = SPACE.mask_of(["west_bengal"])
    assert scored(at(state, [scoring()])) == [MinistryScored("britain", "m7", 2)]


def test_m12_gives_treaty_points_for_india_cotton_and_spice_won_by_france_4_1_12(at: At) -> None:
    state = position("3")
    cards(state, 0, 12)
    state.demand = sorted(COMMODITY.index[name] for name in ("cotton", "spice", "furs"))
    cotton = SPACE.ids_of(FACTS.by_commodity[COMMODITY.index["cotton"]])
    spice = SPACE.ids_of(FACTS.by_commodity[COMMODITY.index["spice"]])
    flag(state, 0, *cotton, spice[0])
    flag(state, 1, *SPACE.ids_of(FACTS.by_commodity[COMMODITY.index["furs"]]))
    match = at(state, [scoring()])
    assert MinistryScored("france", "m12", 0, 3) in scored(match)


def test_m12_gives_nothing_for_what_britain_wins_or_is_not_in_demand_4_1_12(at: At) -> None:
    state = position("3")
    cards(state, 0, 12)
    state.demand = [COMMODITY.index["cotton"]]
    flag(state, 1, *SPACE.ids_of(FACTS.by_commodity[COMMODITY.index["cotton"]]))
    flag(state, 0, *SPACE.ids_of(FACTS.by_commodity[COMMODITY.index["spice"]])[:1])
    assert scored(at(state, [scoring()])) == []


def voltaire(**options: Any) -> State:
    state = position("3", **options)
    cards(state, 0, 14)
    flag(state, 0, "ireland_prestige", "scotland_prestige", "austria_prestige_upper", "austria_prestige_lower")
    return state


def test_m14_gives_a_treaty_point_for_each_country_with_french_prestige_r_40(at: At) -> None:
    assert scored(at(voltaire(), [scoring()])) == [MinistryScored("france", "m14", 0, 3)]
    fewer = voltaire()
    fewer.conflicts = SPACE.mask_of(["ireland_prestige"])
    assert scored(at(fewer, [scoring()])) == [MinistryScored("france", "m14", 0, 2)]


def test_m14_gives_three_at_most_r_40(at: At) -> None:
    state = voltaire()
    flag(state, 0, "dutch_republic_prestige", "spain_prestige_2", "sweden")
    assert scored(at(state, [scoring()])) == [MinistryScored("france", "m14", 0, 3)]


@pytest.mark.parametrize(("needs", "trp"), [(True, 0), (False, 3)])
def test_m14_needs_a_winner_of_europe_unless_an_option_says_otherwise_r_40(at: At, needs: bool, trp: int) -> None:
    state = voltaire(voltaire_needs_winner=needs)
    flag(state, 1, "savoy", "sardinia", "denmark_norway", "russia")
    assert sum(event.trp for event in scored(at(state, [scoring()]))) == trp


@pytest.mark.parametrize(("winner", "vp", "told"), [(1, 15 - 2, 1), (0, 15, 1)])
def test_m18_adds_to_a_british_award_of_europe_and_takes_from_a_french_one_4_1_12(
    at: At, winner: int, vp: int, told: int
) -> None:
    state = position("3")
    cards(state, 1, 18)
    flag(state, winner, "savoy")
    match = at(state, [scoring()])
    assert scored(match) == [MinistryScored("britain", "m18", told)]
    assert match.state.vp == vp


def test_m18_does_not_take_more_than_the_award_gives_4_1_12(at: At) -> None:
    state = position("3")
    cards(state, 1, 18)
    state.awards = [AWARD.index["award_0_trp"]] * 4
    flag(state, 0, "savoy", "sardinia")
    assert scored(at(state, [scoring()])) == []
