"""A view has what its seats may know, and nothing of what they may not (3.4, 3.5, 3.7, 4.1.6, 7.1.1, 7.6)."""

import json
from pathlib import Path
from random import Random

import msgspec
import pytest

from adjudicator.games.imperial_struggle import GAME
from adjudicator.games.imperial_struggle.fact_types import BRITAIN, COMMODITY, FRANCE, SIDES, SPACE, WAR_TILE
from adjudicator.games.imperial_struggle.known import known
from adjudicator.games.imperial_struggle.state import HeldMinistry, State, WarProgress, copy
from adjudicator.games.imperial_struggle.view import SpaceStatus, View, view

DOCUMENTS = sorted((Path(__file__).parent / "documents").glob("*.json"))
OBSERVER: frozenset[str] = frozenset()
BOTH = frozenset(SIDES)


def load_state(path: Path) -> State:
    return GAME.load(json.loads(path.read_text(encoding="utf-8")))[0]


@pytest.fixture
def state() -> State:
    """Turn 4, inside the last round of France: ministries, tiles at every theatre, markers."""
    return load_state(DOCUMENTS[1])


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
@pytest.mark.parametrize("side", [FRANCE, BRITAIN])
def test_states_that_a_seat_cannot_tell_apart_give_equal_views(path: Path, side: int) -> None:
    state = load_state(path)
    seats = frozenset({SIDES[side]})
    told = view(state, seats)
    twins = [GAME.resample_hidden(state, SIDES[side], Random(seed)) for seed in range(40)]
    assert sum(twin != state for twin in twins) > 30
    for twin in twins:
        assert view(twin, seats) == told
        assert msgspec.json.encode(view(twin, seats)) == msgspec.json.encode(told)
        assert view(twin, OBSERVER) == view(state, OBSERVER)


def test_the_views_of_both_sides_have_the_same_public_part(state: State) -> None:
    publics = [view(state, seats).public for seats in (OBSERVER, frozenset({"france"}), BOTH)]
    assert publics[0] == publics[1] == publics[2]


def test_a_view_does_not_change_with_the_state(state: State) -> None:
    told, again = view(state, BOTH), view(copy(state), BOTH)
    state.hands[FRANCE].clear()
    state.theatres[0].bonus[BRITAIN].clear()
    state.ministries[BRITAIN][0].revealed = True
    assert state.ap is not None
    state.ap.major[1] = 0
    state.ap.modifiers.clear()
    assert told == again


def test_an_unknown_seat_is_an_error(state: State) -> None:
    with pytest.raises(ValueError, match="observer"):
        view(state, frozenset({"observer"}))


# ---- cards


def test_hands_are_seen_by_their_owner_only_3_4(state: State) -> None:
    look = view(state, frozenset({"france"}))
    hand = look.hand("france")
    assert hand is not None
    assert [event.number for event in hand] == [1, 2, 3]
    assert look.hand("britain") is None
    assert look.hand_size("britain") == 3
    assert view(state, OBSERVER).hand("france") is None


def test_the_discard_pile_is_open_4_1_6(state: State) -> None:
    assert view(state, OBSERVER).public.discard == (7, 8, 9)


def test_face_down_ministries_are_blank_for_the_other_side_3_5(state: State) -> None:
    look = view(state, frozenset({"france"}))
    assert [slot.card for slot in look.ministries("britain")] == [None, None]
    (own,) = look.ministries("france")
    assert own.card is not None
    assert (own.card.id, own.revealed, own.exhausted) == ("choiseul", True, (1, 2))
    assert view(state, OBSERVER).ministries("france") == (own,)
    mine = [slot.card.id for slot in view(state, frozenset({"britain"})).ministries("britain") if slot.card]
    assert mine == ["pitt_the_elder", "merchant_banks"]


def test_a_card_in_the_extra_slot_is_known_to_be_m4_7_3(state: State) -> None:
    state.ministries[FRANCE] = [HeldMinistry(4, jacobite_slot=True), HeldMinistry(12)]
    told = view(state, OBSERVER).ministries("france")
    assert [slot.card.number if slot.card else None for slot in told] == [None, 4]


# ---- war tiles


def kinds(look: View, side: str) -> list[list[str | None]]:
    rows = [getattr(theatre, side) for theatre in look.theatres()]
    return [[slot.tile.id if slot.tile else None for slot in row] for row in rows]


def test_own_war_tiles_are_open_to_their_owner_only_7_6(state: State) -> None:
    look = view(state, frozenset({"britain"}))
    assert kinds(look, "france") == [[None] * 3] * 4
    own = [[theatre.basic[BRITAIN], *theatre.bonus[BRITAIN]] for theatre in state.theatres]
    assert kinds(look, "britain") == [[WAR_TILE.ids[tile] for tile in row] for row in own]
    assert [slot.kind for slot in look.theatres()[0].france] == ["basic", "bonus", "bonus"]


def test_revealed_theatres_are_open_to_all_7_1_1(state: State) -> None:
    state.turn, state.phase, state.round, state.theatre = 6, "war_spoils", 0, 2
    state.ap, state.war = None, WarProgress()
    rows = kinds(view(state, OBSERVER), "france")
    assert [None in row for row in rows] == [False, False, True, True]


def test_atlantic_dominance_and_byng_lie_open(state: State) -> None:
    state.theatres[2].bonus[FRANCE].append(WAR_TILE.index["atlantic_dominance"])
    state.byng_theatre = 3
    theatre = view(state, OBSERVER).theatres()[2]
    assert [slot.kind for slot in theatre.france] == ["basic", "bonus", "bonus", "special"]
    assert theatre.byng


def test_pools_and_drawn_tiles_are_numbers_for_others_5_3_3(state: State) -> None:
    tile = state.pool_basic[FRANCE].pop()
    state.drawn[FRANCE].append(tile)
    foreign = view(state, frozenset({"britain"}))
    assert foreign.drawn("france") is None
    assert (foreign.public.drawn, foreign.public.pool_basic[FRANCE]) == ((1, 0), len(state.pool_basic[FRANCE]))
    assert view(state, frozenset({"france"})).drawn("france") == (WAR_TILE.things[tile],)


# ---- what pictures and reports ask


def test_map_of_the_view(state: State) -> None:
    look = view(state, OBSERVER)
    assert (look.space("bavaria").owner, look.space("biscay").owner) == ("france", "france")
    assert look.space("caicos").conflict == 2
    assert look.space("albany").conflict == 1
    assert look.space("savoy").conflict == 0
    assert look.space("halifax").damaged
    assert SPACE.ids_of(look.public.squadrons[BRITAIN]) == ("balearic", "malabar_coast")
    assert look.space("caicos").owner == "britain"
    assert look.space("cabot_strait") == SpaceStatus("cabot_strait", None, 0, False, False, False, False)


def test_tracks_and_tiles_of_the_view(state: State) -> None:
    look = view(state, OBSERVER)
    assert (look.turn, look.era, look.phase, look.war, look.first_player) == ("4", "empire", "action", "7yw", "france")
    assert [COMMODITY.ids[index] for index in look.public.demand] == ["furs", "tobacco", "cotton"]
    award = look.award("europe")
    assert award is not None
    assert (award.vp, award.margin) == (3, 2)
    assert [len(look.taken(side)) for side in SIDES] == [4, 3]
    assert look.advantage_owner("algonquin_raids") == "france"
    assert look.advantage_owner("wheat") == "britain"
    assert not look.is_exhausted("wheat")


def test_what_is_known_of_a_view_is_worked_out_once_and_whoever_asks_may_ask_further(state: State) -> None:
    seen = view(state, frozenset({"france"}))
    first, second = known(seen), known(seen)
    assert second.flags is first.flags
    first.isolated = 1 << SPACE.index["savoy"]
    assert second.isolated == known(seen).isolated == state.isolated
    assert known(view(state, frozenset({"britain"}))).hands != first.hands
