"""The theatres of the war display with the strength of both sides, as far as the readers of a view may know it."""

from collections.abc import Iterator, Sequence

from ..fact_types import BRITAIN, FRANCE, NONE, THEATRE
from ..facts import facts
from ..known import bonus_strength, bonus_total, known
from ..names import names
from ..state import State
from ..view import TheatreSlots, TileSlot, View
from .atlas import Language
from .position import SIDES, TILE_KINDS, ResultMark, StrengthMark, TheatreMark, WarTileMark

_FIGHTING = ("war_theater", "war_spoils")


def theatre_marks(view: View, language: Language) -> Iterator[TheatreMark]:
    """The coming or current war, theatre by theatre; nothing when no war lies ahead, or the game ended before it."""
    slots = view.theatres()
    if not slots or (view.result and not (view.public.war and view.public.war.resolved)):
        return
    position = known(view)
    for theatre in slots:
        tiles = (
            tuple(map(_tile, theatre.france)),
            (*map(_tile, theatre.britain), *((_byng(),) if theatre.byng else ())),
        )
        strengths = [_strength(position, theatre.order, side, tiles[side]) for side in (FRANCE, BRITAIN)]
        yield TheatreMark(
            id=theatre.id,
            name=names(language).name(THEATRE, theatre.id),
            france=tiles[FRANCE],
            britain=tiles[BRITAIN],
            now=view.phase in _FIGHTING and theatre.order == view.public.theatre,
            strength_france=strengths[FRANCE],
            strength_britain=strengths[BRITAIN],
            result=_result(view, theatre),
        )


def _tile(slot: TileSlot) -> WarTileMark:
    kind = next(kind for kind in TILE_KINDS if kind == slot.kind)
    if slot.tile is None:
        return WarTileMark(kind)
    return WarTileMark(kind, slot.tile.strength, slot.tile.symbol)


def _byng() -> WarTileMark:
    """The Byng marker (Event 18), which counts for Britain like a tile."""
    return WarTileMark("special", facts().war_tiles[facts().war_tile["byng"]].strength)


def _strength(position: State, order: int, side: int, tiles: Sequence[WarTileMark]) -> StrengthMark:
    """Open tiles and the map (7.1.3); a tile whose face is hidden may be any of its kind that there is."""
    sure = sum(tile.strength for tile in tiles if tile.strength is not None)
    sure += bonus_total(bonus_strength(position, order, side))
    hidden = [_faces(tile.kind) for tile in tiles if tile.strength is None]
    return StrengthMark(sure, len(hidden), sum(map(min, hidden)), sum(map(max, hidden)))


def _faces(kind: str) -> list[int]:
    """What tiles of a kind are worth; the same for both sides."""
    return [tile.strength for tile in facts().war_tiles if tile.kind == kind]


def _result(view: View, theatre: TheatreSlots) -> ResultMark | None:
    war = view.public.war
    done = next((each for each in war.resolved if each.theatre == theatre.order), None) if war else None
    if done is None:
        return None
    return ResultMark(None if done.winner == NONE else SIDES[done.winner], done.margin)
