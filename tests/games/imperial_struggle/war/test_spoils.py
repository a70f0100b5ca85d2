"""Rules 7.2 and 7.3: every row of the spoils, conquest, refusals, squadrons given up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from adjudicator.games.imperial_struggle.fact_types import ADVANTAGE, SIDES, SPACE, THEATRE, Spoils
from adjudicator.games.imperial_struggle.rules.control import AdvantageGained
from adjudicator.games.imperial_struggle.rules.ministries.cards import JacobiteDefeat
from adjudicator.games.imperial_struggle.rules.war.conquest import (
    AnswerConquest,
    Conquer,
    ConquestRefused,
    EndSpoils,
    SpaceConquered,
    SpoilsLost,
    SpoilsUnflag,
)
from adjudicator.games.imperial_struggle.rules.war.special import (
    DominanceWon,
    JacobiteVictory,
)
from adjudicator.games.imperial_struggle.rules.war.spoils import GiveUpSquadron, SpoilsTaken, SquadronGivenUp

if TYPE_CHECKING:
    from conftest import Fields

ROWS = [
    pytest.param(theatre.id, side, row, id=f"{theatre.id}-{name}-{row.min}")
    for theatre in THEATRE
    for side, name in enumerate(SIDES)
    for row in theatre.spoils[side]
]


@pytest.mark.parametrize(("theatre", "side", "row"), ROWS)
def test_every_row_of_the_spoils_for_each_side_7_2(field: Fields, theatre: str, side: int, row: Spoils) -> None:
    for margin in (row.min, row.max or row.min + 1):
        battle = field(theatre).margin(SIDES[side], margin).fight()
        assert (battle.result.winner, battle.result.margin) == (SIDES[side], margin)
        assert battle.now.vp == 15 + row.vp * (1 if side == 0 else -1)
        assert battle.now.treaty_points == [row.trp, 0] if side else [0, row.trp]
        (told,) = battle.events(SpoilsTaken)
        assert (told.vp, told.trp, told.cp) == (row.vp, row.trp, row.cp)
        assert told.unflag == (row.unflag.type if row.unflag else "")
        assert (told.usa, told.canada) == (row.usa, row.canada)
        assert told.squadrons == row.squadrons_to_unbuilt + row.squadrons_removed
        assert battle.result.max_spoils == (margin >= THEATRE.thing(theatre).max_spoils_margin[side])
        assert bool(battle.events(DominanceWon)) == row.atlantic_dominance
        assert bool(battle.events(JacobiteVictory)) == (row.jacobite_victory and side == 0)
        assert bool(battle.events(JacobiteDefeat)) == row.jacobite_defeat


def test_a_margin_of_one_wins_atlantic_dominance_but_gives_nothing_7_2(field: Fields) -> None:
    battle = field("atlantic_dominance").squadron("france", "biscay").fight()
    assert (battle.result.winner, battle.result.margin) == ("france", 1)
    assert battle.events(SpoilsTaken) == []
    assert battle.asked == ("", "")


def test_owen_takes_acadia_and_clears_ile_aux_noix_7_2_1(field: Fields) -> None:
    """The rulebook's example: French & Indian War won by 2, one conquest point and a market unflagged."""
    battle = field("french_and_indian_war").margin("britain", 2)
    battle.flag("britain", "louisbourg").flag("france", "acadia", "ile_aux_noix")
    battle.damage("louisbourg").fight()
    assert battle.asked == ("britain", "spend_spoils")
    assert battle.now.treaty_points == [1, 0]
    battle.do("britain", Conquer("acadia"))
    assert battle.asked == ("france", "answer_conquest")
    battle.do("france", AnswerConquest("acadia"))
    battle.do("britain", SpoilsUnflag("ile_aux_noix"))
    assert battle.asked == ("", "")
    assert (battle.owner("acadia"), battle.owner("ile_aux_noix")) == ("britain", "")


def test_jane_keeps_pondicherry_in_the_third_carnatic_war_7_2_2_r_02(field: Fields) -> None:
    """The example of 7.2.2 on the display of the second printing: margin 3 gives one point and a market unflagged."""
    battle = field("third_carnatic_war").margin("britain", 2).flag("britain", "vandavasi")
    battle.flag("france", "pondicherry", "karaikal").fight()
    assert battle.result.margin == 3
    assert battle.context == {"theater": 2, "n": 1, "unflag": 1}
    battle.do("britain", Conquer("pondicherry"))
    assert battle.context == {"space": "pondicherry", "vp": 3}
    before = battle.now.vp
    battle.do("france", AnswerConquest("pondicherry", refuse=True))
    assert battle.now.vp == before - 3
    assert battle.owner("pondicherry") == "france"
    assert battle.events(ConquestRefused) == [ConquestRefused("france", "pondicherry", 3, 1)]
    assert battle.context == {"theater": 2, "n": 0, "unflag": 1}
    battle.do("britain", SpoilsUnflag("karaikal"))
    assert battle.asked == ("", "")


def test_points_of_the_spanish_theatre_reach_europe_and_two_territories_beyond_7_2_1(field: Fields) -> None:
    """The rulebook's example: Gibraltar, Minorca, San Agustin, Asiento; no fort, for there is none in Europe."""
    battle = field("wss_spain").margin("britain", 2).flag("britain", "carolinas").fight()
    takes = {option.space for option in battle.options("britain") if isinstance(option, Conquer)}
    assert takes == {"gibraltar", "minorca", "san_agustin", "asiento"}


# conquest (7.2.1) ----------------------------------------------------------------------------------


@pytest.mark.parametrize("side", SIDES)
def test_forts_markets_and_territories_of_the_theatre_are_taken_at_once_7_2_1_1(field: Fields, side: str) -> None:
    other = SIDES[1 - SIDES.index(side)]
    battle = field("first_carnatic_war").margin(side, 4).flag(other, "vellore", "arcot").damage("arcot")
    battle.flag(side, "calcutta").fight()
    battle.do(side, Conquer("vellore", cp=1), Conquer("arcot"))
    assert (battle.owner("vellore"), battle.owner("arcot")) == (side, side)
    assert [event.owner for event in battle.events(SpaceConquered)] == [other, other]
    assert battle.names(battle.now.damaged) == {"arcot"}, "damage stays"


def test_empty_spaces_may_be_taken_and_an_option_repairs_the_fort_r_73(field: Fields) -> None:
    battle = field("first_carnatic_war").margin("france", 3).rules(cp_repairs_fort=True).damage("arcot").fight()
    battle.do("france", Conquer("arcot"), Conquer("vellore"))
    assert battle.now.damaged == 0
    assert (battle.owner("arcot"), battle.owner("vellore")) == ("france", "france")
    assert battle.asked == ("", "")


@pytest.mark.parametrize(
    ("space", "code", "rule"),
    [
        ("nowhere", "unknown_space", "3.2"),
        ("mysore", "not_conquerable", "7.2.1"),
        ("quebec_and_montreal", "outside_theater", "7.2.1"),
        ("vellore", "already_yours", "3.2.8"),
        ("madras", "no_conquest_line", "7.2.1.2"),
        ("hooghly_river", "no_squadron_for_conquest", "7.2.1.1"),
    ],
)
def test_what_cannot_be_conquered_7_2_1(field: Fields, space: str, code: str, rule: str) -> None:
    battle = field("first_carnatic_war").margin("france", 1).flag("france", "vellore").flag("britain", "madras").fight()
    refused = battle.refused("france", Conquer(space))
    assert (refused.code, refused.rule) == (code, rule)
    assert refused.nearest


def test_the_price_may_be_named_and_must_be_right_7_2_1(field: Fields) -> None:
    battle = field("first_carnatic_war").margin("france", 1).fight()
    refused = battle.refused("france", Conquer("vellore", cp=2))
    assert (refused.code, refused.facts["cost"]) == ("wrong_cp", 1)


def test_a_huguenot_marker_costs_one_more_and_leaves_with_the_french_m_9(field: Fields) -> None:
    battle = field("french_and_indian_war").margin("britain", 3).flag("france", "quebec_and_montreal")
    battle.flag("britain", "ohio_forks")
    battle.state.huguenots = battle.state.huguenots_spent = SPACE.mask_of(["quebec_and_montreal"])
    battle.fight()
    assert battle.result.margin == 4
    battle.do("britain", Conquer("quebec_and_montreal", cp=2))
    battle.do("france", AnswerConquest("quebec_and_montreal"))
    assert (battle.now.huguenots, battle.now.huguenots_spent) == (0, 0)
    assert battle.asked == ("", "")
    dear = field("third_carnatic_war").margin("britain", 1).flag("france", "chandernagore")
    dear.squadron("britain", "hooghly_river")
    dear.state.huguenots = SPACE.mask_of(["chandernagore"])
    assert dear.fight().refused("britain", Conquer("chandernagore")).code == "not_enough_cp"


def test_a_territory_needs_a_conquest_line_if_it_has_any_7_2_1_2(field: Fields) -> None:
    battle = field("french_and_indian_war").margin("france", 3).flag("britain", "jamaica", "northern_colonies")
    battle.fight()
    takes = {option.space for option in battle.options("france") if isinstance(option, Conquer)}
    assert {"gibraltar", "minorca", "hudson_bay", "asiento"} <= takes, "no line leads there"
    assert not {"jamaica", "northern_colonies", "quebec_and_montreal"} & takes
    closer = field("french_and_indian_war").margin("france", 3).flag("britain", "jamaica", "northern_colonies")
    closer.squadron("france", "cuba_passage").flag("france", "champlain_valley").fight()
    takes = {option.space for option in closer.options("france") if isinstance(option, Conquer)}
    assert {"jamaica", "northern_colonies", "quebec_and_montreal"} <= takes


def test_additional_territories_of_the_display_may_be_taken_r_10(field: Fields) -> None:
    for theatre in THEATRE:
        side = "britain" if theatre.id == "american_revolution" else "france"
        if not theatre.additional_territories:
            continue
        battle = field(theatre.id).margin(side, 5)
        battle.flag(side, "louisbourg", "st_domingue").fight()
        takes = {option.space for option in battle.options(side) if isinstance(option, Conquer)}
        assert battle.names(theatre.additional_territories) <= takes


def test_forts_need_a_line_too_with_12_3(field: Fields) -> None:
    for rules, expected in (({}, True), ({"tougher_forts_12_3": True}, False)):
        battle = field("queen_annes_war").margin("france", 3).rules(**rules).flag("britain", "halifax")
        battle.damage("halifax").fight()
        takes = {option.space for option in battle.options("france") if isinstance(option, Conquer)}
        assert ("halifax" in takes) == expected
    linked = field("queen_annes_war").margin("france", 3).rules(tougher_forts_12_3=True).flag("britain", "halifax")
    linked.flag("france", "louisbourg").damage("louisbourg", "halifax").fight()
    linked.do("france", Conquer("halifax"))
    assert linked.owner("halifax") == "france"
    refused = field("queen_annes_war").margin("france", 3).rules(tougher_forts_12_3=True).flag("britain", "halifax")
    assert refused.damage("halifax").fight().refused("france", Conquer("halifax")).code == "no_conquest_line"


def test_a_naval_space_takes_a_squadron_from_the_navy_box_or_the_theatre_r_33(field: Fields) -> None:
    battle = field("wss_spain").margin("france", 2).squadron("france", "biscay", "gulf_of_maine", home=1)
    battle.squadron("britain", "balearic").fight()
    naval = [option for option in battle.options("france") if option.op == "conquer" and option.space == "balearic"]
    assert naval == [Conquer("balearic", "navy_box"), Conquer("balearic", "biscay")]
    assert battle.refused("france", Conquer("balearic")).code == "squadron_needed"
    assert battle.refused("france", Conquer("balearic", "gulf_of_maine")).code == "squadron_not_free"
    assert battle.refused("france", Conquer("gibraltar", "biscay")).code == "no_squadron_needed"
    battle.do("france", Conquer("balearic", "biscay"))
    assert (battle.owner("balearic"), battle.owner("biscay")) == ("france", "")
    assert battle.now.navy_box == [1, 1], "the British one is at home"


def test_a_squadron_takes_a_naval_space_only_once_a_war_7_2_1_1(field: Fields) -> None:
    battle = field("first_carnatic_war").margin("france", 3).squadron("france", home=1).fight()
    battle.do("france", Conquer("hooghly_river"))
    assert battle.refused("france", Conquer("malabar_coast", "hooghly_river")).code == "no_squadron_for_conquest"
    war = battle.now.war
    assert battle.names(war.squadrons_used[0]) == {"hooghly_river"}


def test_a_used_squadron_stays_used_when_it_is_sent_home_7_2_1_1(field: Fields) -> None:
    battle = field("wss_spain").margin("britain", 3).squadron("france", "biscay").squadron("britain", home=1)
    battle.war.squadrons_used[0] = SPACE.mask_of(["biscay"])
    battle.fight().do("britain", Conquer("biscay"))
    assert battle.now.war.used_at_home == [1, 0]
    again = field("queen_annes_war").margin("france", 3).squadron("france", home=1)
    again.war.used_at_home[0] = 1
    assert again.fight().refused("france", Conquer("gulf_of_maine")).code == "no_squadron_for_conquest"


def test_a_conflict_marker_leaves_a_conquered_market_3_8_2(field: Fields) -> None:
    battle = field("first_carnatic_war").margin("france", 1).flag("france", "vellore").conflict("kurpa").fight()
    battle.do("france", Conquer("kurpa"))
    assert battle.now.conflicts == 0


def test_advantages_follow_conquests_8_1(field: Fields) -> None:
    textiles = ADVANTAGE.thing("textiles")
    spaces = list(SPACE.ids_of(textiles.spaces))
    battle = field("first_carnatic_war").margin("france", 1)
    battle.flag("france", *spaces[1:]).flag("britain", spaces[0]).fight()
    battle.do("france", Conquer(spaces[0]))
    assert [event.advantage for event in battle.events(AdvantageGained)] == ["textiles"]


def test_what_is_left_is_lost_and_silence_leaves_it_7_2(field: Fields) -> None:
    battle = field("first_carnatic_war").margin("france", 4).flag("britain", "vellore").fight()
    assert battle.match.default("france") == EndSpoils()
    battle.do("france", EndSpoils())
    assert battle.events(SpoilsLost) == [SpoilsLost("france", 2, 1)]
    assert battle.asked == ("", "")


# flags removed by the spoils -----------------------------------------------------------------------


@pytest.mark.parametrize("side", SIDES)
def test_the_spoils_remove_a_flag_of_their_kind_and_region_7_2(field: Fields, side: str) -> None:
    other = SIDES[1 - SIDES.index(side)]
    battle = field("was_jacobite_rebellion").flag(other, "savoy", "algonquin", "vellore").margin(side, 3).fight()
    assert [option for option in battle.options(side) if option.op == "spoils_unflag"] == [SpoilsUnflag("savoy")]
    assert battle.refused(side, SpoilsUnflag("algonquin")).code == "not_for_unflag"
    assert battle.refused(side, SpoilsUnflag("nowhere")).code == "unknown_space"
    battle.do(side, SpoilsUnflag("savoy"))
    assert battle.owner("savoy") == ""
    assert battle.asked == ("", "")


def test_where_the_spoils_name_markets_alliances_of_the_region_are_safe_7_2(field: Fields) -> None:
    battle = field("king_georges_war").margin("france", 3).flag("britain", "albany", "algonquin").fight()
    assert [option for option in battle.options("france") if option.op == "spoils_unflag"] == [SpoilsUnflag("albany")]
    refused = battle.refused("france", SpoilsUnflag("algonquin"))
    assert (refused.code, refused.facts["type"]) == ("not_for_unflag", "market")


def test_no_flag_to_remove_where_the_row_has_none_7_2(field: Fields) -> None:
    battle = field("king_georges_war").margin("france", 1).flag("britain", "albany").fight()
    assert battle.refused("france", SpoilsUnflag("albany")).code == "no_unflag_left"


def test_a_flag_under_a_conflict_marker_may_be_removed_by_spoils_r_29(field: Fields) -> None:
    battle = field("king_georges_war").margin("france", 2).flag("britain", "albany").conflict("albany").fight()
    battle.do("france", SpoilsUnflag("albany"))
    assert (battle.owner("albany"), battle.now.conflicts) == ("", 0)


# refusals (7.2.2) ----------------------------------------------------------------------------------


@pytest.mark.parametrize("side", SIDES)
def test_two_refusals_a_war_cost_three_and_five_and_the_third_is_not_offered_7_2_2(field: Fields, side: str) -> None:
    other, index = SIDES[1 - SIDES.index(side)], SIDES.index(side)
    battle = field("french_and_indian_war").margin(side, 5).flag(other, "gibraltar", "minorca", "hudson_bay").fight()
    start = battle.now.vp
    sign = 1 if index == 0 else -1
    for space, paid in (("gibraltar", 3), ("minorca", 8)):
        battle.do(side, Conquer(space))
        assert battle.asked == (other, "answer_conquest")
        battle.do(other, AnswerConquest(space, refuse=True))
        assert battle.now.vp == start + sign * paid
        assert battle.owner(space) == other
    assert battle.refused(side, Conquer("gibraltar")).code == "territory_immune"
    battle.do(side, Conquer("hudson_bay"))
    assert battle.owner("hudson_bay") == side
    assert battle.now.war.refusals[1 - index] == 2


def test_silence_gives_the_territory_up_7_2_2(field: Fields) -> None:
    battle = field("wss_spain").margin("france", 2).flag("britain", "gibraltar").fight()
    battle.do("france", Conquer("gibraltar"))
    assert battle.match.default("britain") == AnswerConquest("gibraltar")
    assert battle.refused("britain", AnswerConquest("minorca")).code == "not_that_territory"


def test_empty_territories_and_other_spaces_cannot_be_refused_r_32(field: Fields) -> None:
    battle = field("french_and_indian_war").margin("france", 6).flag("britain", "albany", "halifax").fight()
    battle.do("france", Conquer("gibraltar"), Conquer("albany"), Conquer("halifax"))
    assert battle.asked == ("", "")


# squadrons given up --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("theatre", "margin", "count", "to"),
    [
        ("atlantic_dominance", 2, 0, "unbuilt"),
        ("atlantic_dominance", 4, 1, "unbuilt"),
        ("atlantic_dominance", 5, 2, "unbuilt"),
        ("antilles_war", 1, 1, "out_of_game"),
        ("antilles_war", 2, 2, "out_of_game"),
        ("antilles_war", 5, 2, "out_of_game"),
    ],
)
@pytest.mark.parametrize("side", SIDES)
def test_the_loser_gives_up_squadrons_7_2(
    field: Fields, theatre: str, margin: int, count: int, to: str, side: str
) -> None:
    other = SIDES[1 - SIDES.index(side)]
    battle = field(theatre).margin(side, margin).squadron(other, "malabar_coast", "hooghly_river", home=1).fight()
    if theatre == "antilles_war":
        battle.do(side, EndSpoils())
    lost, unbuilt = 1 - SIDES.index(side), battle.now.unbuilt[1 - SIDES.index(side)]
    sources = ["malabar_coast", "navy_box"][:count]
    for left, source in enumerate(sources):
        assert battle.asked == (other, "give_up_squadron")
        assert battle.context == {"theater": battle.theatre.order, "n": count - left}
        assert battle.refused(other, GiveUpSquadron("biscay")).code == "no_squadron_to_give_up"
        battle.do(other, GiveUpSquadron(source))
    assert battle.asked == ("", "")
    assert battle.events(SquadronGivenUp) == [SquadronGivenUp(other, source, to) for source in sources]
    assert battle.now.lost[lost] == (count if to == "out_of_game" else 0)
    assert battle.now.unbuilt[lost] == unbuilt + (count if to == "unbuilt" else 0)


def test_nobody_is_asked_for_squadrons_that_are_not_there_7_2(field: Fields) -> None:
    battle = field("atlantic_dominance").margin("france", 5).fight()
    assert battle.asked == ("", "")
    single = field("atlantic_dominance").margin("france", 5).squadron("britain", home=1).fight()
    assert single.events(SquadronGivenUp) == [SquadronGivenUp("britain", "navy_box", "unbuilt")]
    assert [entry.how for entry in single.match.log] == ["only"]
