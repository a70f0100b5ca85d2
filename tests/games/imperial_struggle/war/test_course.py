"""Rules 7.0 and 7.4 to 7.6: the course of a war, its victory check, the reset, the lay-out of the next one; 12.2."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from adjudicator import DocumentError, Match
from adjudicator.games.imperial_struggle.fact_types import NONE, SIDES, TURN, WAR, WAR_IDS, WAR_TILE
from adjudicator.games.imperial_struggle.facts import FACTS
from adjudicator.games.imperial_struggle.invariants import violations
from adjudicator.games.imperial_struggle.rules.deal import WarTilesLaid
from adjudicator.games.imperial_struggle.rules.war.conquest import EndSpoils
from adjudicator.games.imperial_struggle.rules.war.layout import (
    AssignBasicTiles,
    Assigned,
    BasicTilesAssigned,
    BonusTilesCarried,
    WarEnded,
)
from adjudicator.games.imperial_struggle.rules.war.resolution import VictoryChecked, WarBegan, war_victory_check
from adjudicator.games.imperial_struggle.rules.war.resolution import war as war_turn
from adjudicator.games.imperial_struggle.rules.war.strength import TheatreResolved
from adjudicator.games.imperial_struggle.state import ResolvedTheatre

if TYPE_CHECKING:
    from conftest import Field, Fields

FIRST = {"wss": "wss_central_europe", "was": "was_central_europe", "7yw": "atlantic_dominance"}
FIRST["awi"] = "american_revolution"


def war(whole: Fields, name: str) -> Field:
    """A war at its beginning: a basic tile everywhere."""
    field = whole(FIRST[name])
    for theatre in field.state.theatres:
        for side in (0, 1):
            theatre.basic[side] = field.state.pool_basic[side].pop(0)
    return field


@pytest.mark.parametrize("name", WAR_IDS)
def test_theatres_are_resolved_in_order_then_the_tiles_are_taken_back_7_1_7_5(whole: Fields, name: str) -> None:
    field = war(whole, name).start([war_turn()])
    assert field.events(WarBegan) == [WarBegan(name)]
    theatres = WAR.things[WAR_IDS.index(name)].theatres
    assert [event.id for event in field.events(TheatreResolved)] == [theatre.id for theatre in theatres]
    assert field.events(WarEnded) == [WarEnded(name)]
    state = field.now
    assert TURN.things[state.turn].peace == {"wss": 2, "was": 4, "7yw": 5, "awi": 6}[name]
    assert (state.theatre, state.war, state.byng_theatre) == (0, None, 0)
    assert violations(state) == []


@pytest.mark.parametrize(("name", "count"), [("wss", 4), ("was", 4), ("7yw", 3)])
def test_a_basic_tile_is_drawn_for_each_theatre_of_the_next_war_7_6(whole: Fields, name: str, count: int) -> None:
    field = war(whole, name).start([war_turn()])
    layout = next(entry for entry in field.match.log if entry.action.op == "war_layout")
    draws = [(draw.keys["side"], draw.keys["theater"]) for draw in layout.chance if draw.name == "basic_tile"]
    assert draws == [(side, theatre) for side in SIDES for theatre in range(1, count + 1)]
    assert len(field.now.theatres) == count
    assert all(tile != NONE for theatre in field.now.theatres for tile in theatre.basic)
    war_index = field.now.next_war
    assert [tuple(pool) for pool in field.now.pool_bonus] == list(FACTS.bonus_sets[war_index])
    laid = [told for told in field.match.opening if isinstance(told.public, WarTilesLaid)]
    assert [told.public.tiles for told in laid] == [(), ()]
    assert [len(told.private[told.public.side].tiles) for told in laid] == [count, count]


def test_nothing_is_laid_out_after_the_american_war_7_6(whole: Fields) -> None:
    field = war(whole, "awi").start([war_turn()])
    assert (field.now.next_war, field.now.theatres, field.now.pool_bonus) == (NONE, [], [[], []])
    assert not [entry for entry in field.match.log if entry.action.op == "war_layout"]


def test_only_markers_that_gave_strength_leave_the_map_7_5_r_31(whole: Fields) -> None:
    field = war(whole, "awi").flag("britain", "albany", "savoy", "vellore").flag("france", "havana")
    field.conflict("albany", "savoy", "havana", "kurpa").start([war_turn()]).silent()
    assert field.events(WarEnded) == [WarEnded("awi", ("albany", "havana"))]
    assert field.names(field.now.conflicts) == {"savoy", "kurpa"}


def test_byng_and_the_bonus_tiles_leave_the_game_after_their_war_3_7_7_5(whole: Fields) -> None:
    field = war(whole, "was")
    field.state.byng_theatre = 3
    field.state.theatres[1].bonus[0].append(field.state.pool_bonus[0].pop(0))
    field.start([war_turn()]).silent()
    assert field.now.byng_theatre == 0
    assert not any(theatre.bonus[side] for theatre in field.now.theatres for side in (0, 1))
    assert len(field.now.pool_bonus[0] + field.now.unassigned[0]) == len(FACTS.bonus_sets[field.now.next_war][0])


def test_damage_stays_after_a_war_7_5(whole: Fields) -> None:
    field = war(whole, "wss").flag("france", "louisbourg").damage("louisbourg").start([war_turn()])
    assert field.names(field.now.damaged) == {"louisbourg"}


@pytest.mark.parametrize(("laid", "carried"), [(0, 0), (1, 1), (3, 3), (4, 3)])
def test_bonus_tiles_of_the_austrian_war_are_carried_over_three_at_most_7_6(
    whole: Fields, laid: int, carried: int
) -> None:
    field = war(whole, "was")
    for place in range(laid):
        field.state.theatres[place].bonus[1].append(field.state.pool_bonus[1].pop(0))
    field.start([war_turn()]).silent()
    assert [len(tiles) for tiles in field.now.unassigned] == [0, carried]
    told = [event for event in field.match.opening if isinstance(event.public, BonusTilesCarried)]
    assert [(event.public.side, event.public.count, event.public.tiles) for event in told] == (
        [("britain", carried, ())] if carried else []
    )
    assert all(len(event.private["britain"].tiles) == carried for event in told)
    assert set(field.now.unassigned[1]) <= set(FACTS.bonus_sets[2][1])
    assert violations(field.now) == []


@pytest.mark.parametrize("name", ["wss", "7yw", "awi"])
def test_no_other_war_carries_tiles_over_7_6(whole: Fields, name: str) -> None:
    field = war(whole, name)
    field.state.theatres[2].bonus[0].append(field.state.pool_bonus[0].pop())
    field.start([war_turn()]).silent()
    assert field.now.unassigned == [[], []]


# victory (7.4) -------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", SIDES)
def test_every_theatre_with_maximum_spoils_wins_at_once_7_4_2_5(whole: Fields, side: str) -> None:
    field = war(whole, "wss")
    index = SIDES.index(side)
    field.war.resolved = [ResolvedTheatre(n, index, 5, True) for n in range(1, 5)]
    field.state.vp = 0 if side == "france" else 30
    field.start([war_victory_check()])
    assert (field.match.result.winners, field.match.result.how) == ((side,), "auto_war_sweep")
    assert field.events(VictoryChecked) == [VictoryChecked(field.state.vp, side, "wss")]


@pytest.mark.parametrize(
    "spoiled", [ResolvedTheatre(4, 0, 3), ResolvedTheatre(4, 1, 5, True), ResolvedTheatre(4, NONE, 0)]
)
def test_one_theatre_less_is_no_sweep_7_4(whole: Fields, spoiled: ResolvedTheatre) -> None:
    field = war(whole, "wss")
    field.war.resolved = [ResolvedTheatre(n, 0, 5, True) for n in range(1, 4)] + [spoiled]
    assert field.start([war_victory_check()]).match.result is None


@pytest.mark.parametrize(
    ("vp", "winner", "how"),
    [(0, "britain", "vp_0_or_less"), (30, "france", "vp_30_or_more"), (1, "", ""), (29, "", "")],
)
def test_the_ends_of_the_track_win_after_the_war_not_in_it_7_4(whole: Fields, vp: int, winner: str, how: str) -> None:
    field = war(whole, "wss")
    field.state.vp = vp
    field.start([war_turn()])
    assert len(field.events(TheatreResolved)) == 4
    result = field.match.result
    assert (result.winners, result.how) == ((winner,), how) if winner else result is None


# assigning tiles (12.2) ----------------------------------------------------------------------------


@pytest.mark.parametrize("option", [True, "assign_basic_tiles"])
def test_basic_tiles_may_be_assigned_freely_and_secretly_12_2(whole: Fields, option: bool | str) -> None:
    field = war(whole, "wss").rules(military_planning_12_2=option).start([war_turn()])
    (decision,) = field.match.decisions()
    assert (decision.kind, decision.secret, decision.waiting) == ("assign_basic_tiles", True, SIDES)
    tiles = WAR_TILE.things
    drawn = [tiles[theatre.basic[0]].id for theatre in field.now.theatres]
    assert field.match.default("france") == AssignBasicTiles(Assigned(*drawn))
    document = field.match.document()["state"]
    assert (document["phase"], document["turn"], document["war"]["next"]) == ("war_layout", "wss", "was")
    field.do("france", AssignBasicTiles(Assigned(*reversed(drawn))))
    refused = field.refused("britain", AssignBasicTiles(Assigned(*["basic_plus2"] * 4)))
    assert refused.code == "not_the_tiles_drawn"
    field.do("britain", field.match.default("britain"))
    assert [tiles[theatre.basic[0]].id for theatre in field.now.theatres] == drawn[::-1]
    told = [event for event in field.match.opening if isinstance(event.public, BasicTilesAssigned)]
    assert [event.public.tiles for event in told] == [(), ()]
    assert told[0].private["france"].tiles == tuple(drawn[::-1])


def test_three_tiles_are_assigned_for_the_american_war_12_2(whole: Fields) -> None:
    field = war(whole, "7yw").rules(military_planning_12_2=True).start([war_turn()])
    tiles = [WAR_TILE.ids[theatre.basic[1]] for theatre in field.now.theatres]
    assert len(tiles) == 3
    field.do("britain", {"op": "assign_basic_tiles", "tiles": dict(zip("123", tiles, strict=True))})
    field.do("france", field.match.default("france"))
    assert TURN.things[field.now.turn].peace == 5


@pytest.mark.parametrize("option", [False, "swap_two_basic_tiles"])
def test_nobody_assigns_without_that_half_of_the_option_12_2(whole: Fields, option: bool | str) -> None:
    field = war(whole, "wss").rules(military_planning_12_2=option).start([war_turn()])
    assert field.match.decisions()[0].kind != "assign_basic_tiles"


# documents -----------------------------------------------------------------------------------------


def test_a_document_says_whether_the_slot_of_its_own_is_open_7_3(whole: Fields) -> None:
    field = whole("was_central_europe").margin("france", 3)
    field.state.jacobite_victories = 1
    field.fight()
    for extra in (False, True):
        field.state.jacobite_extra = extra
        document = field.match.document()
        assert document["state"]["jacobite"] == {"victories": 1, "defeat": False, "extra_slot": extra}
        assert Match.from_document(document, seed=b"again").state.jacobite_extra is extra


@pytest.mark.parametrize(("leader", "sign"), [("france", 1), ("britain", -1)])
def test_a_document_may_stand_far_beyond_the_end_of_the_track_in_a_war_7_4(
    whole: Fields, leader: str, sign: int
) -> None:
    """14 ahead before the war; then spoils of 9, two refusals of 3 and 5, six debt symbols against a full opponent."""
    field = whole("was_central_europe").margin("france", 3).fight()
    document, most = field.match.document(), 15 + sign * (14 + 9 + 3 + 5 + 6)
    document["state"]["vp"] = most
    assert Match.from_document(document, seed=b"again").state.vp == most
    document["state"]["vp"] += sign
    with pytest.raises(DocumentError, match=r"vp.*impossible here"):
        Match.from_document(document, seed=b"again")


def test_a_war_stops_for_its_spoils_and_goes_on_7_2(whole: Fields) -> None:
    field = whole("was_central_europe").margin("france", 3).fight()
    assert field.asked == ("france", "spend_spoils")
    field.do("france", EndSpoils())
    assert [event.theater for event in field.events(TheatreResolved)] == [1, 2, 3, 4]
