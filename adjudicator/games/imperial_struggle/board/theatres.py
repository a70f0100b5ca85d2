"""The theatres of the war display with the strength of both sides, as far as the readers of a view may know it."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from ..fact_types import WAR_TILE
from ..known import bonus_strength, known
from ..state import ResolvedTheatre, State
from ..view import TheatreSlots, TileSlot, View

_FIGHTING = ("war_theater", "war_spoils")


class StrengthMark(Struct, frozen=True):
    """The strength of a side at a theatre, from tiles and map (7.1.3): `sure`; `hidden` tiles add `least` to `most`."""

    sure: int = 0
    hidden: int = 0
    least: int = 0
    most: int = 0


class TheatreMark(Struct, frozen=True, kw_only=True):
    """A theatre of the coming or current war with tiles and strengths by side (7.0).

    `now`: it is being fought. `result`: how it ended (7.1.4).
    """

    id: str
    tiles: tuple[tuple[TileSlot, ...], ...] = ((), ())
    strengths: tuple[StrengthMark, ...] = (StrengthMark(), StrengthMark())
    now: bool = False
    result: ResolvedTheatre | None = None

    @property
    def lead(self) -> tuple[int, int]:
        """By how much France may win, at the least and at the most; below zero Britain wins."""
        one, other = self.strengths
        lead = one.sure - other.sure
        return lead + one.least - other.most, lead + one.most - other.least


def theatre_marks(view: View) -> Iterator[TheatreMark]:
    """Yield the coming or current war, theatre by theatre; nothing if no war is coming, or the game ended before it."""
    slots, position = view.theatres(), known(view)
    resolved = position.war.resolved if position.war else []
    if view.result and not resolved:
        return
    for theatre in slots:
        tiles = (theatre.france, (*theatre.britain, *_byng(theatre)))
        yield TheatreMark(
            id=theatre.id,
            tiles=tiles,
            strengths=tuple(_strength(position, theatre.order, side, there) for side, there in enumerate(tiles)),
            now=view.phase in _FIGHTING and theatre.order == view.public.theatre,
            result=next((each for each in resolved if each.theatre == theatre.order), None),
        )


def _byng(theatre: TheatreSlots) -> Iterator[TileSlot]:
    """Yield the Byng marker (Event 18), which counts for Britain like a tile."""
    if theatre.byng:
        yield TileSlot("special", WAR_TILE.thing("byng"))


def _strength(position: State, order: int, side: int, tiles: Sequence[TileSlot]) -> StrengthMark:
    """Open tiles and the map (7.1.3); a tile whose face is hidden may be any of its kind that there is."""
    sure = sum(slot.tile.strength for slot in tiles if slot.tile)
    sure += bonus_strength(position, order, side)
    hidden = [_faces(slot.kind) for slot in tiles if slot.tile is None]
    return StrengthMark(sure, len(hidden), sum(map(min, hidden)), sum(map(max, hidden)))


def _faces(kind: str) -> list[int]:
    """Return the values of tiles of a kind; they are the same for both sides."""
    return [tile.strength for tile in WAR_TILE if tile.kind == kind]
