"""Rule 7.3 and the wars of the optional rules: special awards, Spain (12.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from adjudicator.components.bits import bits
from adjudicator.games.imperial_struggle.fact_types import SIDES, SPACE
from adjudicator.games.imperial_struggle.rules.ministries.cards import JacobiteDefeat
from adjudicator.games.imperial_struggle.rules.war.conquest import (
    AnswerConquest,
    Conquer,
)
from adjudicator.games.imperial_struggle.rules.war.special import (
    DominanceWon,
    IsolatedFlagsRemoved,
    JacobiteVictory,
    PlaceUsaFlags,
    RemoveUsaForts,
    ShiftSpain,
    UsaFlagsPlaced,
)
from adjudicator.games.imperial_struggle.rules.war.spoils import SpoilsTaken

if TYPE_CHECKING:
    from conftest import Field, Fields

# special awards (7.3) ------------------------------------------------------------------------------


@pytest.mark.parametrize("side", SIDES)
def test_atlantic_dominance_adds_two_in_the_french_and_indian_war_7_3(whole: Fields, side: str) -> None:
    battle = whole("atlantic_dominance").margin(side, 2).fight()
    assert battle.events(DominanceWon) == [DominanceWon(side, 3)]
    assert any(taken.theater == 3 and taken.winner == side for taken in battle.events(SpoilsTaken))
    assert battle.asked == (side, "spend_spoils")
    assert battle.now.theatre == 3


def test_a_won_rebellion_of_the_spanish_succession_gives_a_marker_but_no_slot_7_3(field: Fields) -> None:
    battle = field("wss_jacobite_rebellion").margin("france", 3).fight()
    assert battle.events(JacobiteVictory) == [JacobiteVictory(1)]
    assert (battle.now.jacobite_victories, battle.now.jacobite_extra) == (1, False)
    assert field("wss_jacobite_rebellion").margin("france", 2).fight().now.jacobite_victories == 0
    assert field("wss_jacobite_rebellion").margin("britain", 5).fight().now.jacobite_victories == 0


def test_a_won_rebellion_of_the_austrian_succession_opens_the_slot_even_as_the_first_7_3(field: Fields) -> None:
    battle = field("was_jacobite_rebellion").margin("france", 1).fight()
    assert battle.events(JacobiteVictory) == [JacobiteVictory(1, slot=True)]
    assert (battle.now.jacobite_victories, battle.now.jacobite_extra) == (1, True)


@pytest.mark.parametrize("revealed", [True, False])
def test_the_defeat_takes_m_4_out_of_the_game_wherever_it_is_7_3(field: Fields, revealed: bool) -> None:
    battle = field("was_jacobite_rebellion").margin("britain", 2).ministry("france", 4, 14, revealed=revealed).fight()
    assert battle.now.jacobite_defeat
    assert [held.card for held in battle.now.ministries[0]] == [14]
    assert battle.now.removed_ministries == [4]
    assert battle.events(JacobiteDefeat) == [JacobiteDefeat(lay=True)]
    assert not field("was_jacobite_rebellion").margin("britain", 1).fight().now.jacobite_defeat


def usa(field: Fields, margin: int) -> Field:
    battle = field("american_revolution").margin("france", margin)
    return battle.flag("britain", "northern_colonies", "carolinas").flag("france", "quebec_and_montreal", "acadia")


def test_france_places_any_of_the_usa_flags_and_they_stay_7_3_10_0(field: Fields) -> None:
    battle = usa(field, 1).fight()
    assert battle.asked == ("france", "place_usa_flags")
    allowed = ("northern_colonies", "carolinas", "san_agustin")
    assert {option.spaces for option in battle.options("france")} >= {allowed, allowed[:1], ()}
    assert len(battle.options("france")) == 8
    assert battle.match.default("france") == PlaceUsaFlags(allowed)
    refused = battle.refused("france", PlaceUsaFlags(("quebec_and_montreal", "carolinas")))
    assert (refused.code, refused.nearest) == ("not_of_the_award", (PlaceUsaFlags(("carolinas",)),))
    assert battle.refused("france", PlaceUsaFlags(("carolinas", "carolinas"))).code == "named_twice"
    battle.do("france", PlaceUsaFlags(("san_agustin", "northern_colonies")))
    assert (battle.owner("northern_colonies"), battle.owner("san_agustin")) == ("usa", "usa")
    assert battle.owner("carolinas") == "britain"
    assert battle.asked == ("", "")


def test_canada_comes_with_a_margin_of_five_7_3(field: Fields) -> None:
    battle = usa(field, 5).fight()
    assert len(battle.options("france")) == 16
    assert battle.match.default("france") == PlaceUsaFlags(("northern_colonies", "carolinas", "san_agustin"))
    battle.do("france", PlaceUsaFlags(("quebec_and_montreal",)))
    assert battle.owner("quebec_and_montreal") == "usa"
    assert battle.events(UsaFlagsPlaced) == [UsaFlagsPlaced(("quebec_and_montreal",))]


def test_a_huguenot_marker_leaves_under_a_usa_flag_r_53(field: Fields) -> None:
    battle = usa(field, 5)
    battle.state.huguenots = SPACE.mask_of(["quebec_and_montreal"])
    battle.fight().do("france", PlaceUsaFlags(("quebec_and_montreal",)))
    assert battle.now.huguenots == 0


def test_forts_of_the_northern_colonies_may_lose_their_flags_whoever_holds_them_r_16(field: Fields) -> None:
    battle = usa(field, 5).flag("britain", "halifax").flag("france", "ohio_forks", "louisbourg").damage("halifax")
    battle.fight().do("france", PlaceUsaFlags())
    assert battle.asked == ("france", "remove_usa_forts")
    assert {option.spaces for option in battle.options("france")} == {
        ("halifax", "ohio_forks"),
        ("halifax",),
        ("ohio_forks",),
        (),
    }
    assert battle.match.default("france") == RemoveUsaForts(("halifax",))
    assert battle.refused("france", RemoveUsaForts(("louisbourg",))).code == "not_of_the_award"
    battle.do("france", RemoveUsaForts(("ohio_forks", "halifax")))
    assert (battle.owner("halifax"), battle.owner("ohio_forks"), battle.owner("louisbourg")) == ("", "", "france")
    assert battle.names(battle.now.damaged) == {"halifax"}


def test_markets_that_became_isolated_lose_their_flags_both_sides_once_at_the_end_r_34(field: Fields) -> None:
    battle = usa(field, 5).flag("britain", "massachusetts_bay", "georgia", "vellore", "albany")
    battle.flag("france", "allegheny", "ohio_forks", "cataraqui").fight()
    battle.do("france", PlaceUsaFlags(("northern_colonies", "carolinas", "quebec_and_montreal")))
    battle.do("france", RemoveUsaForts(("ohio_forks",)))
    assert battle.events(IsolatedFlagsRemoved) == [
        IsolatedFlagsRemoved(("massachusetts_bay", "allegheny", "cataraqui", "georgia"))
    ]
    assert battle.owner("albany") == "britain", "isolated before"
    assert battle.owner("vellore") == "britain", "not in these regions"
    assert battle.now.isolated == 0


def test_a_usa_flag_cannot_be_conquered_7_3(field: Fields) -> None:
    battle = field("antilles_war").margin("britain", 5).flag("usa", "san_agustin").flag("britain", "st_domingue")
    refused = battle.fight().refused("britain", Conquer("san_agustin"))
    assert (refused.code, refused.rule) == ("permanent_flag", "10.0")


def test_britain_takes_san_agustin_with_conquest_points_of_the_american_revolution_7_2_1(field: Fields) -> None:
    battle = field("american_revolution").margin("britain", 2).flag("britain", "carolinas").fight()
    battle.do("britain", Conquer("san_agustin"))
    assert battle.owner("san_agustin") == "britain"


# Spain (12.1) --------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", SIDES)
def test_the_other_side_shifts_in_spain_for_an_uncontrolled_spanish_territory_12_1(field: Fields, side: str) -> None:
    other = SIDES[1 - SIDES.index(side)]
    battle = field("wss_spain").rules(spanish_empire_12_1=True).flag(side, "spain_alliance_upper").margin(side, 3)
    battle.fight().do(side, Conquer("gibraltar"))
    assert battle.asked == (side, "spend_spoils"), "after the theatre, not before"
    battle.do(side, Conquer("asiento"))
    assert (battle.asked, battle.context) == ((other, "shift_spain"), {"n": 2})
    assert battle.match.default(other) == ShiftSpain()
    assert battle.refused(other, ShiftSpain("spain_alliance_upper")).code == "shift_half_said"
    assert battle.refused(other, ShiftSpain("spain_alliance_upper", "flag")).code == "no_shift_in_spain"
    battle.do(other, ShiftSpain("spain_alliance_upper", "unflag"), ShiftSpain("spain_prestige_2", "flag"))
    assert (battle.owner("spain_alliance_upper"), battle.owner("spain_prestige_2")) == ("", other)
    assert battle.asked == ("", "")


def test_no_shift_in_spain_for_a_territory_of_the_other_side_or_without_the_option_12_1(field: Fields) -> None:
    battle = field("wss_spain").rules(spanish_empire_12_1=True).flag("britain", "gibraltar").margin("france", 3)
    battle.fight().do("france", Conquer("gibraltar"))
    battle.do("britain", AnswerConquest("gibraltar"))
    assert battle.asked == ("", "")
    plain = field("wss_spain").margin("france", 3).fight()
    plain.do("france", Conquer("gibraltar"))
    assert plain.asked == ("", "")


def test_a_conquered_spanish_flag_leaves_the_game_12_1(field: Fields) -> None:
    battle = field("antilles_war").rules(spanish_empire_12_1=True).margin("france", 1).flag("spain", "havana").fight()
    battle.do("france", Conquer("havana"))
    assert battle.owner("havana") == "france"
    assert battle.now.flags[3] == 0
    assert list(bits(battle.now.flags[0])) == [SPACE.index["havana"]]
