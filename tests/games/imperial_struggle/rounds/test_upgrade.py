"""The military upgrade (5.3.3, optional rule 12.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import pytest

from adjudicator.games.imperial_struggle.fact_types import WAR_TILE
from adjudicator.games.imperial_struggle.rules.action_round import EndRound, Pass
from adjudicator.games.imperial_struggle.rules.shifts import ShiftPolitical
from adjudicator.games.imperial_struggle.rules.war_tiles import KeepBasicTile, MilitaryUpgrade

if TYPE_CHECKING:
    from conftest import Table

D2 = "inv_d2_m2"


def pile(table: Table) -> list[str]:
    """All basic tiles of Britain, wherever they are."""
    state = table.match.state
    found = [*state.pool_basic[1], *state.basic_out[1], *state.drawn[1], *(t.basic[1] for t in state.theatres)]
    return sorted(WAR_TILE.ids[tile] for tile in found)


@pytest.mark.parametrize("keep", ["placed", "drawn"])
@pytest.mark.parametrize("other", ["pool", "out_of_game"])
def test_either_tile_stays_and_the_other_goes_where_the_player_says_5_3_3(
    table: Table, keep: Literal["placed", "drawn"], other: Literal["pool", "out_of_game"]
) -> None:
    draws = [{"draw": "basic_tile", "side": "britain", "theater": 2, "tile": "basic_plus2"}]
    table.play("britain", D2, chance=draws)
    before, placed = pile(table), table.match.state.theatres[1].basic[1]
    drawn = WAR_TILE.index["basic_plus2"]
    told = table.do(MilitaryUpgrade(2))
    assert (told[0].public.drawn, told[0].private["britain"].drawn) == ("", "basic_plus2")
    assert table.decision == "keep_basic_tile"
    assert table.match.options("france") == []
    told = table.do(KeepBasicTile(keep, other))
    assert told[0].public.tile == ""
    stays, goes = (placed, drawn) if keep == "placed" else (drawn, placed)
    state = table.match.state
    assert state.theatres[1].basic[1] == stays
    assert goes in (state.pool_basic[1] if other == "pool" else state.basic_out[1])
    assert pile(table) == before
    assert table.decision == "use_tile"


def test_only_tiles_with_the_symbol_upgrade_and_only_once_5_3_3(table: Table) -> None:
    table.play("britain", "inv_d3_m2")
    refusal = table.refused(MilitaryUpgrade(1))
    assert (refusal.code, refusal.facts["tile"]) == ("no_upgrade", "inv_d3_m2")


def test_an_upgrade_is_used_once_5_3_3(table: Table) -> None:
    table.play("britain", D2).do(MilitaryUpgrade(1), KeepBasicTile("placed", "pool"))
    assert table.refused(MilitaryUpgrade(1)).code == "upgrade_used"
    assert not table.options("military_upgrade")


def test_an_upgrade_names_a_theatre_of_the_next_war_5_3_3(table: Table) -> None:
    table.play("britain", D2)
    assert table.refused(MilitaryUpgrade(5)).facts == {"theater": 5, "theaters": 4}
    assert table.refused(MilitaryUpgrade(1, 2)).code == "no_swap"


def test_four_basic_tiles_stay_in_the_game_5_3_3_r_70(table: Table) -> None:
    state = table.state
    state.basic_out[1], state.pool_basic[1] = state.pool_basic[1][:11], state.pool_basic[1][11:]
    table.play("britain", D2).do(MilitaryUpgrade(1), KeepBasicTile("placed", "out_of_game"))
    table.match.state.ap.upgrade = True
    assert table.refused(MilitaryUpgrade(1)).code == "no_basic_tile"


def test_a_tile_may_not_leave_if_fewer_than_four_remained_5_3_3(table: Table) -> None:
    state = table.state
    state.basic_out[1], state.pool_basic[1] = state.pool_basic[1][:11], state.pool_basic[1][11:]
    table.play("britain", D2).do(MilitaryUpgrade(1))
    state.basic_out[1].append(0)
    refusal = table.refused(KeepBasicTile("drawn", "out_of_game"))
    assert (refusal.code, refusal.facts) == ("too_few_basic_tiles", {"left": 4, "limit": 4})
    assert refusal.nearest == (KeepBasicTile("drawn", "pool"),)
    assert table.options() == [KeepBasicTile("drawn", "pool"), KeepBasicTile("placed", "pool")]


def test_an_upgrade_completes_the_major_action_5_3(table: Table) -> None:
    table.play("britain", "inv_d2_e2").do(ShiftPolitical("savoy", "flag"))
    table.do(MilitaryUpgrade(1), KeepBasicTile("placed", "pool"))
    assert table.refused(ShiftPolitical("sardinia", "flag", debt=2)).code == "major_over"


def test_an_upgrade_before_the_major_action_leaves_it_whole_5_3(table: Table) -> None:
    table.play("britain", D2).do(MilitaryUpgrade(1), KeepBasicTile("placed", "pool"), ShiftPolitical("savoy", "flag"))
    assert table.match.state.ap.major == [0, 0, 0]


def test_on_turn_6_the_symbol_is_a_treaty_point_r_57(table: Table) -> None:
    table.turn("6").play("france", D2)
    assert table.refused(MilitaryUpgrade(1)).code == "upgrade_turn_6"
    table.do(ShiftPolitical("spain_prestige_3", "flag", trp=1))
    assert table.match.state.treaty_points[0] == 0
    assert not table.match.state.ap.upgrade


def test_before_turn_6_the_symbol_is_no_treaty_point_5_3_3(table: Table) -> None:
    table.turn("5").play("france", D2)
    refusal = table.refused(ShiftPolitical("spain_prestige_3", "flag", trp=1))
    assert (refusal.code, refusal.facts["treaty_points"]) == ("not_enough_treaty_points", 0)
    table.do(EndRound())
    assert table.match.state.treaty_points[0] == 0


def test_on_turn_6_it_is_kept_when_nothing_needs_it_and_lost_by_passing_r_57(table: Table) -> None:
    table.turn("6").play("france", D2).do(EndRound())
    assert table.match.state.treaty_points[0] == 1


def test_on_turn_6_passing_gives_no_treaty_point_r_57(table: Table) -> None:
    table.turn("6").play("france", D2).do(Pass())
    assert table.match.state.treaty_points[0] == 0


def test_with_12_2_two_tiles_of_the_display_change_places(table: Table) -> None:
    table.rules(military_planning_12_2="swap_two_basic_tiles").play("britain", D2)
    before = [theatre.basic[1] for theatre in table.match.state.theatres]
    assert table.refused(MilitaryUpgrade(1)).code == "swap_needs_two"
    assert len(table.options("military_upgrade")) == 6
    table.do(MilitaryUpgrade(1, 4))
    after = [theatre.basic[1] for theatre in table.match.state.theatres]
    assert after == [before[3], before[1], before[2], before[0]]
    assert table.decision == "use_tile"
