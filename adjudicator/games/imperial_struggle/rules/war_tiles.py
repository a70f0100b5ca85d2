"""War tiles in a peace turn: the military upgrade (5.3.3), laying a Bonus tile (5.6.1, 7.6)."""

from bisect import insort
from collections.abc import Iterator
from itertools import combinations, starmap
from typing import Any, Final, Literal, Self

from msgspec import Struct

from adjudicator import Action, Answers, Asks, Choose, Frames, Play, Refusal, RuleAction
from adjudicator.components import Code, Many

from ..components import SideEvent, SideIndex, WarId, WarTileId
from ..fact_types import INVESTMENT, NONE, SIDES, WAR, WAR_TILE
from ..facts import FACTS
from ..state import State, bonus_at, has_room, peace_turn, war_of
from .book import step
from .deal import draw_basic_tile
from .points import end_major, event_window_closes
from .purse import points_of, tile_of

no_upgrade = Code("5.3.3", tile=INVESTMENT)
"""The tile has no symbol."""
upgrade_used = Code("5.3.3")
upgrade_turn_6 = Code("5.3.3")
no_such_theater = Code("7.6", theater=int, theaters=int)
"""Theaters: how many the next war has."""
no_basic_tile = Code("5.3.3")
too_few_basic_tiles = Code("5.3.3", left=int, limit=int)
swap_needs_two = Code("12.2", theater=int)
no_swap = Code("12.2")
"""With_theater without the optional rule."""
not_that_tile = Code("5.6.1", tile=WAR_TILE, drawn=WAR_TILE)
theater_full = Code("5.6.1", theater=int, limit=int)
theater_bound = Code("5.2", theater=int, bound=int)
"""The tile of an event belongs to the theatre `bound`."""
no_need_to_move = Code("5.6.1", theater=int)
tile_not_there = Code("5.6.1", tile=WAR_TILE, theater=int, tiles=Many(WAR_TILE))
no_room_to_move = Code("5.6.1", theater=int, limit=int)


class MilitaryUpgrade(RuleAction[State], frozen=True, tag="military_upgrade"):
    """Name the own Basic War tile of a theatre and draw another (5.3.3).

    ``with_theater``: only with optional rule 12.2, the theatre whose basic tile changes places with it.
    """

    theater: int
    with_theater: int | None = None

    @classmethod
    def legal(cls, state: State, seat: str, asked: Any = None) -> Iterator[Self]:
        """Yield the legal upgrades: a theatre, or with rule 12.2 a pair of theatres."""
        if not points_of(state).upgrade or _no_upgrade(state, SIDES.index(seat)) is not None:
            return
        numbers = range(1, len(state.theatres) + 1)
        if state.options.swap_two_basic_tiles:
            yield from starmap(cls, combinations(numbers, 2))
        else:
            yield from map(cls, numbers)

    def illegality(self, state: State, seat: str, asked: Any) -> Refusal | None:
        why = _no_upgrade(state, SIDES.index(seat))
        if why is not None:
            return why
        count = len(state.theatres)
        for theatre in (self.theater, self.with_theater):
            if theatre is not None and not 1 <= theatre <= count:
                return no_such_theater(tuple(self.legal(state, seat))[:3], theater=theatre, theaters=count)
        if state.options.swap_two_basic_tiles:
            return swap_needs_two(theater=self.theater) if self.with_theater in (None, self.theater) else None
        return None if self.with_theater is None else no_swap((MilitaryUpgrade(self.theater),))

    def apply(self, play: Play[State], seat: str) -> Frames:
        """Draw another basic tile for the theatre, or swap two (12.2). A Major Action under way is completed (5.3)."""
        state, side = play.state, SIDES.index(seat)
        event_window_closes(play, side)
        end_major(play, side)
        points_of(state).upgrade = False
        here = state.theatres[self.theater - 1].basic
        if self.with_theater is not None:
            there = state.theatres[self.with_theater - 1].basic
            here[side], there[side] = there[side], here[side]
            play.emit(UpgradeSwapped(seat, self.theater, self.with_theater, war=war_of(state)))
            return ()
        drawn = draw_basic_tile(play, side, self.theater)
        state.drawn[side].append(drawn)
        placed = WAR_TILE.ids[here[side]]
        play.emit(UpgradeDrawn(seat, self.theater, placed, WAR_TILE.ids[drawn], war_of(state)))
        return [keep_basic_tile(side, self.theater)]


class KeepBasicTile(Action, frozen=True, tag="keep_basic_tile"):
    """Choose which of the two tiles of an upgrade lies at the theatre, and where the other one goes (5.3.3)."""

    keep: Literal["placed", "drawn"]
    other: Literal["pool", "out_of_game"]


class Move(Struct, frozen=True):
    """An own Bonus War tile that makes room: which one, and the theatre it goes to (5.6.1)."""

    tile: WarTileId
    theater: int


class PlaceBonusTile(Action, frozen=True, tag="place_bonus_tile"):
    """Lay a Bonus War tile at a theatre (5.6.1, 7.6); ``move``: one of the two that lie there makes room."""

    tile: WarTileId
    theater: int
    move: Move | None = None


class BonusTilePlaced(SideEvent, frozen=True, tag="bonus_tile_placed", rule="5.6.1", own=("tile", "moved")):
    """A Bonus War tile was laid (5.6.1, 7.6). ``moved_to``: theatre to which another one made room, or 0.

    The tiles themselves only for their side. ``war``: whose theatres are meant.
    """

    theater: int
    moved_to: int = 0
    tile: WarTileId = ""
    moved: WarTileId = ""
    war: WarId = ""


class UpgradeDrawn(SideEvent, frozen=True, tag="upgrade_drawn", rule="5.3.3", own=("placed", "drawn")):
    """A military upgrade: another Basic War tile was drawn for a theatre (5.3.3); tiles only for the side."""

    theater: int
    placed: WarTileId = ""
    drawn: WarTileId = ""
    war: WarId = ""


class UpgradeKept(SideEvent, frozen=True, tag="upgrade_kept", rule="5.3.3", own=("tile",)):
    """The tile that lies at the theatre after the upgrade, and where the other one went (5.3.3).

    ``kept``: placed or drawn; ``other``: pool or out_of_game. The tile that went only for the side.
    """

    theater: int
    kept: str
    other: str
    tile: WarTileId = ""
    war: WarId = ""


class UpgradeSwapped(SideEvent, frozen=True, tag="upgrade_swapped", rule="12.2"):
    """A military upgrade: two own Basic tiles changed places (optional rule 12.2)."""

    theater: int
    with_theater: int
    war: WarId = ""


# the military upgrade (5.3.3) ----------------------------------------------------------------------


def _no_upgrade(state: State, side: int) -> Refusal | None:
    if peace_turn(state) == 6:
        return upgrade_turn_6()
    if not points_of(state).upgrade:
        tile = tile_of(state, side)
        return upgrade_used() if tile.upgrade else no_upgrade(tile=tile.id)
    if not state.pool_basic[side] and not state.options.swap_two_basic_tiles:
        return no_basic_tile()
    return None


class KeepAnswers(Answers[State]):
    """The two tiles of a theatre, of which one stays, and the places where the other one may go."""

    kind = "keep_basic_tile"
    rule = "5.3.3"
    actions = (KeepBasicTile,)

    def __init__(self, theatre: int) -> None:
        self.theatre = theatre

    def context(self, state: State, seat: str) -> dict[str, Any]:
        return {"theater": self.theatre}

    def options(self, state: State, seat: str) -> Iterator[KeepBasicTile]:
        others = ("pool", "out_of_game") if _may_remove(state, SIDES.index(seat)) else ("pool",)
        for keep in ("drawn", "placed"):
            for other in others:
                yield KeepBasicTile(keep, other)  # type: ignore[arg-type]

    def check(self, state: State, seat: str, action: KeepBasicTile) -> None:  # type: ignore[override]
        side = SIDES.index(seat)
        if action.other == "out_of_game" and not _may_remove(state, side):
            near = (KeepBasicTile(action.keep, "pool"),)
            left, limit = _basic_left(state, side), FACTS.limits.basic_tiles_kept
            raise too_few_basic_tiles(near, left=left, limit=limit)

    def default(self, state: State, seat: str) -> KeepBasicTile:
        """Return everything stays as it was."""
        return KeepBasicTile("placed", "pool")


def _basic_left(state: State, side: int) -> int:
    """Count the Basic tiles that have not left the game."""
    return len(FACTS.basic_set) - len(state.basic_out[side])


def _may_remove(state: State, side: int) -> bool:
    """Return whether a tile may be removed (5.3.3, R-70).

    Four basic tiles must stay in the game.
    """
    return _basic_left(state, side) > FACTS.limits.basic_tiles_kept


@step("5.3.3")
def keep_basic_tile(play: Play[State], side: SideIndex, theatre: int) -> Asks:
    """Let the side look at the tile drawn and say which one stays at the theatre."""
    answer: KeepBasicTile = yield Choose(SIDES[side], KeepAnswers(theatre))
    state = play.state
    basic, drawn = state.theatres[theatre - 1].basic, state.drawn[side].pop()
    other = drawn
    if answer.keep == "drawn":
        other, basic[side] = basic[side], drawn
    insort(state.pool_basic[side] if answer.other == "pool" else state.basic_out[side], other)
    gone = WAR_TILE.ids[other]
    play.emit(UpgradeKept(SIDES[side], theatre, answer.keep, answer.other, gone, war_of(state)))


# laying a Bonus tile (5.6.1, 7.6) ------------------------------------------------------------------


class PlaceAnswers(Answers[State]):
    """The places for a Bonus tile: two to a theatre; one of two may make room by going elsewhere."""

    kind = "place_bonus_tile"
    rule = "5.6.1"
    actions = (PlaceBonusTile,)

    def options(self, state: State, seat: str) -> Iterator[PlaceBonusTile]:
        side = SIDES.index(seat)
        for tile in waiting_tiles(state, side):
            yield from _places(state, side, WAR_TILE.ids[tile])

    def check(self, state: State, seat: str, action: PlaceBonusTile) -> None:  # type: ignore[override]
        side = SIDES.index(seat)
        waiting = [WAR_TILE.ids[tile] for tile in waiting_tiles(state, side)]
        limit, count = FACTS.limits.bonus_tiles_per_theatre, len(state.theatres)
        near = tuple(self.nearest(state, seat, action))
        if action.tile not in waiting:
            raise not_that_tile(near, tile=action.tile, drawn=waiting[0])
        for n in (action.theater, action.move.theater if action.move else action.theater):
            if not 1 <= n <= count:
                raise no_such_theater(near, theater=n, theaters=count)
        bound = bound_theatre(state)
        if bound and action.theater != bound and (action.move or has_room(state.theatres[bound - 1], side)):
            raise theater_bound(near, theater=action.theater, bound=bound)
        theatre = state.theatres[action.theater - 1]
        if action.move is None:
            if not has_room(theatre, side):
                raise theater_full(near, theater=action.theater, limit=limit)
            return
        if has_room(theatre, side):
            raise no_need_to_move((PlaceBonusTile(action.tile, action.theater),), theater=action.theater)
        lying = [WAR_TILE.ids[tile] for tile in bonus_at(theatre, side)]
        if action.move.tile not in lying:
            raise tile_not_there(near, tile=action.move.tile, theater=action.theater, tiles=lying)
        if not has_room(state.theatres[action.move.theater - 1], side):
            raise no_room_to_move(near, theater=action.move.theater, limit=limit)

    def default(self, state: State, seat: str) -> PlaceBonusTile:
        """Return the first theatre with room."""
        return next(self.options(state, seat))


def _places(state: State, side: int, tile: str) -> Iterator[PlaceBonusTile]:
    """Yield where a tile may be laid."""
    tiles = WAR_TILE.things
    room = [n for n, theatre in enumerate(state.theatres, 1) if has_room(theatre, side)]
    bound = bound_theatre(state)
    if bound in room:
        yield PlaceBonusTile(tile, bound)
        return
    for n in room:
        yield PlaceBonusTile(tile, n)
    for n, theatre in enumerate(state.theatres, 1):
        if n not in room and bound in (0, n):
            for moved in bonus_at(theatre, side):
                for to in room:
                    yield PlaceBonusTile(tile, n, Move(tiles[moved].id, to))


FAMINE_TILE: Final = "14"
"""Among the modifiers of a round, as often as tiles of Event 14 are still to be laid: they belong to one theatre."""
REBELLION: Final = "jacobite_rebellion"


def bound_theatre(state: State) -> int:
    """Return the theatre where the waiting tile must be laid, or 0 (Event 14).

    If two tiles are there already, one of the three goes elsewhere: one that is there is moved, or the new one is laid
    at another theatre (5.6.1).
    """
    if state.ap is None or FAMINE_TILE not in state.ap.modifiers:
        return 0
    return theatre_named(state, REBELLION)


def theatre_named(state: State, ending: str) -> int:
    """Return the number of the theatre of the next war whose id ends like this, 0 if it has none."""
    if state.next_war == NONE:
        return 0
    theatres = WAR.things[state.next_war].theatres
    return next((theatre.order for theatre in theatres if theatre.id.endswith(ending)), 0)


def waiting_tiles(state: State, side: int) -> list[int]:
    """Return the Bonus tiles of which one is laid now: the one drawn this round, or any of those carried over (7.6)."""
    return state.drawn[side][:1] or state.unassigned[side]


@step("5.6.1")
def place_bonus_tile(play: Play[State], side: SideIndex) -> Asks:
    """Let the side look at its Bonus tile and lay it at a theatre of the next war.

    A tile of Event 14 is laid where it must without a question: everybody sees whether there is room.
    """
    bound = bound_theatre(play.state)
    automatic = bool(bound) and has_room(play.state.theatres[bound - 1], side)
    answer: PlaceBonusTile = yield Choose(SIDES[side], PlaceAnswers(), automatic)
    state = play.state
    (state.drawn[side] or state.unassigned[side]).remove(WAR_TILE.index[answer.tile])
    lying, moved_to, moved = [theatre.bonus[side] for theatre in state.theatres], 0, ""
    if answer.move is not None:
        moved_to, moved = answer.move.theater, answer.move.tile
        lying[answer.theater - 1].remove(WAR_TILE.index[moved])
        insort(lying[moved_to - 1], WAR_TILE.index[moved])
    insort(lying[answer.theater - 1], WAR_TILE.index[answer.tile])
    if bound_theatre(state):
        points_of(state).modifiers.remove(FAMINE_TILE)
    play.emit(BonusTilePlaced(SIDES[side], answer.theater, moved_to, answer.tile, moved, war_of(state)))
