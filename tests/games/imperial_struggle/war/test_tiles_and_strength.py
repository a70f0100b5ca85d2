"""Rules 7.1.1 to 7.1.4: tiles, their symbols, bonus strength, who wins a theatre."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from adjudicator.components.bits import bits
from adjudicator.games.imperial_struggle.fact_types import REGION, SIDES, SPACE, THEATRE, WAR
from adjudicator.games.imperial_struggle.facts import FACTS
from adjudicator.games.imperial_struggle.rules.debt import ForcedDebt, VictoryPoints
from adjudicator.games.imperial_struggle.rules.war.effects import TileEffectUnused, TileEffectUsed, WarTileEffect
from adjudicator.games.imperial_struggle.rules.war.resolution import TheatreRevealed
from adjudicator.games.imperial_struggle.rules.war.strength import KeywordShown, Strength

if TYPE_CHECKING:
    from conftest import Fields

THEATRES = THEATRE.ids
LEADERS = ["france", "britain"]


def test_there_are_15_theatres_in_four_wars_7_0() -> None:
    assert [len(war.theatres) for war in WAR] == [4, 4, 4, 3]


def test_jane_and_owen_in_queen_annes_war_7_1_4(field: Fields) -> None:
    """The rulebook's example: France 0 and a squadron sent home, Britain +2 and Prize Hunting, one conflict marker."""
    battle = field("queen_annes_war").tiles("france", "basic_fort_or_squadron").tiles("britain", "basic_plus2")
    battle.tiles("britain", "bonus+1/debt").squadron("britain", "gulf_of_maine")
    battle.flag("britain", "massachusetts_bay").conflict("massachusetts_bay").fight()
    assert battle.events(ForcedDebt) == [
        ForcedDebt("france", 1, 0, "bonus_wss_br_huguenot_rebels"),
    ]
    assert battle.asked == ("france", "resolve_tile_effect")
    battle.do("france", WarTileEffect("basic_fort_or_squadron", "gulf_of_maine"))
    assert battle.now.navy_box == [0, 1]
    assert battle.result.france == Strength(army=0, conflicts=1)
    assert battle.result.britain == Strength(army=3)
    assert (battle.result.winner, battle.result.margin) == ("britain", 2)
    assert battle.now.vp == 14


@pytest.mark.parametrize("theatre", THEATRES)
def test_an_empty_theatre_is_a_tie_that_nobody_wins_7_1_4(field: Fields, theatre: str) -> None:
    battle = field(theatre).fight()
    assert (battle.result.winner, battle.result.margin, battle.now.vp) == ("", 0, 15)
    assert battle.asked == ("", "")
    assert battle.events(VictoryPoints) == []


def test_tiles_of_the_theatre_are_open_to_everybody_and_later_ones_are_not_7_1_1(field: Fields) -> None:
    battle = field("wss_central_europe").tiles("france", "basic_unflag", "bonus+3")
    battle.flag("britain", "savoy")
    battle.state.theatres[1].basic = [0, 0]
    battle.fight()
    assert battle.events(TheatreRevealed) == [
        TheatreRevealed(1, "wss_central_europe", ("basic_unflag", "bonus_wss_fr_vendome"), (), "france")
    ]
    first, second = battle.match.view("britain").theatres()[:2]
    assert [slot.tile.id for slot in first.france] == ["basic_unflag", "bonus_wss_fr_vendome"]
    assert [slot.tile for slot in second.france] == [None]


# symbols (7.1.2) -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("vp", "first"), [(16, "france"), (14, "britain"), (15, "britain")])
def test_the_side_closer_to_winning_uses_its_symbols_first_7_1_2(field: Fields, vp: int, first: str) -> None:
    battle = field("queen_annes_war").tiles("france", "basic_unflag").tiles("britain", "basic_unflag")
    battle.flag("france", "algonquin").flag("britain", "massachusetts_bay")
    battle.state.vp, battle.state.first_player = vp, 1
    battle.fight()
    assert battle.asked == (first, "resolve_tile_effect")
    battle.do(first, WarTileEffect("basic_unflag"))
    assert battle.asked == ("britain" if first == "france" else "france", "resolve_tile_effect")


@pytest.mark.parametrize("side", SIDES)
def test_debt_symbols_act_at_once_and_score_beyond_the_limit_7_1_2_6_3(field: Fields, side: str) -> None:
    battle = field("wss_spain").tiles(side, "basic_debt", "bonus+1/debt", "bonus+1/debt")
    other = 1 - SIDES.index(side)
    battle.state.debt[other] = 4
    battle.fight()
    assert battle.now.debt[other] == 6
    beyond, spoils = 1, 1
    assert battle.now.vp == 15 + (beyond + spoils) * (1 if side == "france" else -1)


@pytest.mark.parametrize(("vp", "first"), [(16, "britain"), (14, "france")])
def test_debt_symbols_act_in_the_same_order_7_1_2(field: Fields, vp: int, first: str) -> None:
    """The symbol of the side closer to winning is the first that the other one pays for."""
    battle = field("wss_spain").tiles("france", "basic_debt").tiles("britain", "basic_debt")
    battle.state.vp = vp
    assert [debt.side for debt in battle.fight().events(ForcedDebt)] == [
        first,
        "britain" if first == "france" else "france",
    ]


def test_all_symbols_of_the_first_side_come_before_the_others_r_69(field: Fields) -> None:
    battle = field("queen_annes_war").tiles("france", "basic_unflag", "bonus+1/fort_or_squadron")
    battle.tiles("britain", "basic_unflag", "bonus+1/fort_or_squadron")
    battle.flag("britain", "massachusetts_bay", "halifax").flag("france", "algonquin", "louisbourg")
    battle.state.vp = 16
    battle.fight()
    assert battle.context["tile"] == "basic_unflag"
    tiles = {option.tile for option in battle.options("france")}
    assert tiles == {"basic_unflag", "bonus_wss_fr_crack_troops"}, "its own symbols in an order of its own"
    battle.do("france", WarTileEffect("bonus_wss_fr_crack_troops", "halifax"))
    assert battle.asked == ("france", "resolve_tile_effect")
    battle.do("france", WarTileEffect("basic_unflag"))
    assert battle.asked == ("britain", "resolve_tile_effect")


@pytest.mark.parametrize("side", SIDES)
def test_a_fort_is_damaged_or_a_squadron_goes_home_7_1_2(field: Fields, side: str) -> None:
    other = SIDES[1 - SIDES.index(side)]
    battle = field("queen_annes_war").tiles(side, "basic_fort_or_squadron")
    battle.flag(other, "halifax", "louisbourg").damage("louisbourg").squadron(other, "gulf_of_maine", "biscay")
    battle.flag(side, "ohio_forks").fight()
    tile = "basic_fort_or_squadron"
    assert {option.space for option in battle.options(side)} == {"halifax", "gulf_of_maine", None}
    battle.do(side, WarTileEffect(tile, "halifax"))
    assert battle.events(TileEffectUsed) == [TileEffectUsed(side, tile, "damage", "halifax")]
    assert battle.names(battle.now.damaged) == {"halifax", "louisbourg"}
    strengths = battle.result.france if other == "france" else battle.result.britain
    assert (strengths.forts, strengths.squadrons) == (0, 1)


@pytest.mark.parametrize("side", SIDES)
def test_a_flag_is_removed_but_not_under_a_conflict_marker_r_29(field: Fields, side: str) -> None:
    other = SIDES[1 - SIDES.index(side)]
    battle = field("wss_central_europe").tiles(side, "basic_unflag")
    battle.flag(other, "savoy", "bavaria", "algonquin").conflict("bavaria").fight()
    assert [option.space for option in battle.options(side)] == ["savoy", None]
    refused = battle.refused(side, WarTileEffect("basic_unflag", "bavaria"))
    assert (refused.code, refused.rule) == ("no_effect_there", "7.1.2")
    battle.do(side, WarTileEffect("basic_unflag", "savoy"))
    assert battle.owner("savoy") == ""


def test_a_market_whose_loss_isolates_no_other_must_be_taken_if_there_is_one_7_1_2(field: Fields) -> None:
    chain = _chain_of_markets()
    anchor, near, far = (SPACE.ids[space] for space in chain)
    region = REGION.ids[FACTS.region_of[chain[0]]]
    theatre = {"north_america": "queen_annes_war", "india": "first_carnatic_war", "caribbean": "antilles_war"}[region]
    battle = field(theatre).tiles("france", "basic_unflag").flag("britain", anchor, near, far).fight()
    assert {option.space for option in battle.options("france")} == {far, None}
    alone = field(theatre).tiles("france", "basic_unflag").flag("britain", anchor, near).fight()
    assert {option.space for option in alone.options("france")} == {near, None}


def test_markets_that_are_isolated_already_do_not_count_7_1_2(field: Fields) -> None:
    """Hudson Valley supplies Albany; Georges Bank is cut off whatever is taken."""
    battle = field("queen_annes_war").tiles("france", "basic_unflag")
    battle.flag("britain", "northern_colonies", "hudson_valley", "albany", "georges_bank").fight()
    takes = {option.space for option in battle.options("france")}
    assert takes == {"albany", "georges_bank", None}


def _chain_of_markets() -> tuple[int, int, int]:
    """A territory, a market connected to it, and one that has no other supply than that market."""
    for anchor in bits(FACTS.territory & ~FACTS.by_region[0]):
        for near in bits(FACTS.connects[anchor] & FACTS.market):
            for far in bits(FACTS.connects[near] & FACTS.market & ~FACTS.connects[anchor]):
                return anchor, near, far
    raise AssertionError("no chain")


def test_if_every_market_would_isolate_another_any_may_be_taken_7_1_2(field: Fields) -> None:
    anchor, near, far = (SPACE.ids[space] for space in _chain_of_markets())
    region = REGION.ids[FACTS.region_of[SPACE.index[anchor]]]
    theatre = {"north_america": "queen_annes_war", "india": "first_carnatic_war", "caribbean": "antilles_war"}[region]
    battle = field(theatre).tiles("france", "basic_unflag").flag("britain", anchor, near, far).conflict(far).fight()
    assert {option.space for option in battle.options("france")} == {near, None}, "the harmless one bears a marker"


def test_a_symbol_without_a_target_has_no_effect_and_nobody_is_asked_7_1_2(field: Fields) -> None:
    battle = field("wss_central_europe").tiles("france", "basic_fort_or_squadron", "bonus+1/fort_or_squadron").fight()
    assert battle.asked != ("france", "resolve_tile_effect")
    assert [event.targets for event in battle.events(TileEffectUnused)] == [False, False]


def test_regions_are_those_printed_for_the_theatre_r_30(field: Fields) -> None:
    battle = field("french_and_indian_war").tiles("france", "basic_fort_or_squadron")
    battle.squadron("britain", "antilles_channel", "gulf_of_maine", "biscay").fight()
    assert {option.space for option in battle.options("france")} == {"antilles_channel", "gulf_of_maine", None}
    dominance = field("atlantic_dominance").tiles("france", "basic_fort_or_squadron")
    dominance.squadron("britain", "antilles_channel", "biscay").fight()
    assert {option.space for option in dominance.options("france")} == {"biscay", None}


def test_a_symbol_may_be_left_unused_unless_an_option_says_otherwise_r_69(field: Fields) -> None:
    free = field("wss_central_europe").tiles("france", "basic_unflag").flag("britain", "savoy", "bavaria").fight()
    assert free.match.default("france") == WarTileEffect("basic_unflag")
    free.do("france", WarTileEffect("basic_unflag"))
    assert free.events(TileEffectUnused) == [TileEffectUnused("france", "basic_unflag", targets=True)]
    bound = field("wss_central_europe").tiles("france", "basic_unflag").flag("britain", "savoy", "bavaria")
    bound.rules(war_symbol_optional=False).fight()
    assert bound.refused("france", WarTileEffect("basic_unflag")).code == "effect_not_optional"
    assert [option.space for option in bound.options("france")] == ["bavaria", "savoy"]
    assert bound.match.default("france") == WarTileEffect("basic_unflag", "bavaria")


def test_only_own_open_symbols_can_be_used_7_1_2(field: Fields) -> None:
    battle = field("wss_central_europe").tiles("france", "basic_unflag").flag("britain", "savoy").fight()
    refused = battle.refused("france", WarTileEffect("basic_fort_or_squadron", "savoy"))
    assert (refused.code, refused.facts["tiles"]) == ("no_such_effect", ("basic_unflag",))
    assert battle.refused("france", WarTileEffect("basic_unflag", "nowhere")).code == "unknown_space"


def test_a_spanish_flag_may_be_removed_by_either_side_r_72(field: Fields) -> None:
    for side in SIDES:
        battle = field("antilles_war").rules(spanish_empire_12_1=True).tiles(side, "basic_unflag")
        battle.flag("spain", "havana").fight()
        battle.do(side, WarTileEffect("basic_unflag", "havana"))
        assert battle.owner("havana") == ""


# bonus strength (7.1.3) ----------------------------------------------------------------------------


@pytest.mark.parametrize("theatre", THEATRES)
@pytest.mark.parametrize("side", SIDES)
def test_every_listed_alliance_gives_one_and_others_none_7_1_3(field: Fields, theatre: str, side: str) -> None:
    listed = THEATRE.thing(theatre).alliances
    battle = field(theatre)
    battle.state.flags[SIDES.index(side)] = FACTS.political & FACTS.available[2]
    strengths = battle.fight().result
    mine, other = (strengths.france, strengths.britain) if side == "france" else (strengths.britain, strengths.france)
    assert (mine.alliances, other.alliances) == (listed.bit_count(), 0)


def test_an_alliance_under_a_conflict_marker_gives_nothing_3_8(field: Fields) -> None:
    battle = field("wss_spain").flag("france", "sardinia", "spain_alliance_upper").conflict("sardinia").fight()
    assert battle.result.france == Strength(army=0, alliances=1)


@pytest.mark.parametrize(
    ("theatre", "side", "card", "keyword"),
    [
        ("wss_spain", "france", 1, "governance"),
        ("wss_spain", "britain", 5, "governance"),
        ("wss_jacobite_rebellion", "france", 3, "style"),
        ("wss_jacobite_rebellion", "britain", 6, "style"),
        ("was_jacobite_rebellion", "france", 13, "style"),
        ("was_jacobite_rebellion", "britain", 16, "style"),
    ],
)
def test_a_keyword_counts_when_its_card_lies_face_up_7_1_3_r_05(
    field: Fields, theatre: str, side: str, card: int, keyword: str
) -> None:
    assert keyword in THEATRE.thing(theatre).keywords
    up = field(theatre).ministry(side, card).fight().result
    assert (up.france if side == "france" else up.britain).keywords == 1
    down = field(theatre).ministry(side, card, revealed=False).fight()
    assert (down.result.france.keywords, down.result.britain.keywords) == (0, 0)
    assert not down.now.ministries[SIDES.index(side)][0].revealed
    strict = field(theatre).ministry(side, card, revealed=False).rules(ministry_reveal="strict_ru").fight()
    assert strict.events(KeywordShown) == [KeywordShown(side, f"m{card}", keyword)]
    assert (strict.result.france if side == "france" else strict.result.britain).keywords == 1


@pytest.mark.parametrize("theatre", THEATRES)
@pytest.mark.parametrize("side", SIDES)
def test_conflict_markers_count_for_the_opponent_of_the_flag_r_06(field: Fields, theatre: str, side: str) -> None:
    rules = THEATRE.thing(theatre)
    listed = sum(FACTS.by_region[region] for region in bits(rules.conflict_regions))
    battle = field(theatre)
    battle.state.flags[1 - SIDES.index(side)] = battle.state.conflicts = (
        FACTS.market | FACTS.political
    ) & FACTS.available[2]
    battle.state.conflicts |= FACTS.usa_spaces
    strengths = battle.fight().result
    mine = strengths.france if side == "france" else strengths.britain
    assert mine.conflicts == (listed & (FACTS.market | FACTS.political) & FACTS.available[2]).bit_count()
    (counted,) = {done.counted_conflicts for done in battle.now.war.resolved}
    assert counted.bit_count() == mine.conflicts


def test_only_markers_on_listed_alliances_count_with_an_option_r_06(field: Fields) -> None:
    battle = field("was_jacobite_rebellion").rules(conflict_strength="alliances_only")
    battle.flag("britain", "ireland_alliance", "savoy").conflict("ireland_alliance", "savoy").fight()
    assert battle.result.france == Strength(army=0, conflicts=1)


def test_a_marker_on_an_empty_or_a_spanish_space_gives_nothing_r_31_r_72(field: Fields) -> None:
    battle = field("antilles_war").rules(spanish_empire_12_1=True).flag("spain", "havana")
    battle.conflict("havana", "santiago").fight()
    assert battle.result.france.total == battle.result.britain.total == 0


@pytest.mark.parametrize("theatre", THEATRES)
@pytest.mark.parametrize("side", SIDES)
def test_undamaged_forts_and_squadrons_of_the_listed_regions_count_7_1_3(
    field: Fields, theatre: str, side: str
) -> None:
    rules, index = THEATRE.thing(theatre), SIDES.index(side)
    forts = sum(FACTS.by_region[region] for region in bits(rules.fort_regions)) & FACTS.fort
    seas = sum(FACTS.by_region[region] for region in bits(rules.squadron_regions)) & FACTS.naval
    battle = field(theatre)
    battle.state.flags[index], battle.state.squadrons[index] = FACTS.fort, FACTS.naval
    damaged = 1 << bits(forts)[0] if forts else 0
    battle.state.damaged = damaged
    strengths = battle.fight().result
    mine = strengths.france if side == "france" else strengths.britain
    assert (mine.forts, mine.squadrons) == ((forts & ~damaged).bit_count(), seas.bit_count())


def test_byng_gives_britain_two_where_he_lies_r_54(field: Fields) -> None:
    battle = field("wss_spain")
    battle.state.byng_theatre = 2
    battle.fight()
    assert (battle.result.france, battle.result.britain) == (Strength(army=0), Strength(army=2))
    assert battle.events(TheatreRevealed)[0].byng
