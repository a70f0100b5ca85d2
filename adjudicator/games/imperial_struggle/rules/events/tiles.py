"""Bonus War tiles that events draw and send back (Events 7, 12, 14, 41)."""

from bisect import insort
from typing import Final

from adjudicator import Frames, Play

from ...components import EventNumber, SideEvent, SideIndex, WarId, WarTileId
from ...fact_types import SIDES, WAR_TILE
from ...facts import FACTS
from ...state import State, bonus_tiles, opponent, war_of
from ..book import step
from ..deal import draw_bonus_tile
from ..purse import points_of
from ..war_tiles import FAMINE_TILE, place_bonus_tile, theatre_named
from .conditions import Doing


class BonusTileDrawn(SideEvent, frozen=True, tag="bonus_tile_drawn", rule="5.2", own=("tile",)):
    """An event gave a side a Bonus War tile, to be laid with ``place_bonus_tile``; ``tile`` only for itself."""

    card: EventNumber
    tile: WarTileId = ""


class BonusTileReturned(SideEvent, frozen=True, tag="bonus_tile_returned", rule="5.2", own=("tile",)):
    """A Bonus War tile went back to the pool of its side; ``tile`` only for itself."""

    theater: int
    tile: WarTileId = ""
    war: WarId = ""


FAMINE: Final = 14


def return_tile_unseen(do: Doing) -> None:
    """Return a random tile of the opponent to its pool (Event 7, R-38).

    The player has named the theatre.
    """
    owner, theatre = opponent(do.side), do.chosen
    there = [WAR_TILE.things[tile] for tile in do.state.theatres[theatre - 1].bonus[owner]]
    lying = [tile.id for tile in there if tile.kind == "bonus"]
    tile = do.play.pick("returned_tile", "tile", lying, side=SIDES[owner], theater=theatre)
    _back_to_pool(do.play, owner, theatre, WAR_TILE.index[tile])


def return_own_tile(do: Doing) -> None:
    """Return the tile that its owner names to the pool (Event 12)."""
    index, owner = WAR_TILE.index[do.chosen], opponent(do.side)
    theatre = next(order for order, at in enumerate(do.state.theatres, 1) if index in at.bonus[owner])
    _back_to_pool(do.play, owner, theatre, index)


def _back_to_pool(play: Play[State], owner: int, theatre: int, tile: int) -> None:
    state = play.state
    state.theatres[theatre - 1].bonus[owner].remove(tile)
    insort(state.pool_bonus[owner], tile)
    play.emit(BonusTileReturned(SIDES[owner], theatre, WAR_TILE.ids[tile], war_of(state)))


def draw_tiles(do: Doing) -> Frames | bool:
    """Draw Bonus tiles that do not count among the two of the round (5.6.1).

    It is one for any theatre of the next war (Event 41), or one after the other for the Jacobite Rebellion (Event 14).
    """
    n, theatre = do.amount, do.op.theatre
    if not n or not _can_draw(do.state, do.side) or (theatre and not theatre_named(do.state, theatre)):
        return False
    if theatre:
        points_of(do.state).modifiers += [FAMINE_TILE] * n
        return [famine_tiles(do.side)]
    _draw(do.play, do.side, do.card)
    return [place_bonus_tile(do.side)]


@step("5.2")
def famine_tiles(play: Play[State], side: SideIndex) -> Frames:
    """Draw the next of the tiles of Event 14, as long as there is one to draw and room for it."""
    modifiers = points_of(play.state).modifiers
    if FAMINE_TILE not in modifiers:
        return ()
    if not _can_draw(play.state, side):
        while FAMINE_TILE in modifiers:
            modifiers.remove(FAMINE_TILE)
        return ()
    _draw(play, side, FAMINE)
    return [place_bonus_tile(side), famine_tiles(side)]


def _can_draw(state: State, side: int) -> bool:
    room = FACTS.limits.bonus_tiles_per_theatre * len(state.theatres)
    return bool(state.pool_bonus[side]) and bonus_tiles(state, side) < room


def _draw(play: Play[State], side: int, card: int) -> None:
    tile = draw_bonus_tile(play, side)
    play.state.drawn[side].append(tile)
    play.emit(BonusTileDrawn(SIDES[side], card, WAR_TILE.ids[tile]))
