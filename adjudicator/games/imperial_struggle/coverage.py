"""Play the game at random, and list what that should reach.

Cards, tiles, spoils, advantages and endings are each a point of coverage.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, Final

from adjudicator.kernel.coverage import ENDING
from adjudicator.kernel.events import Event
from adjudicator.kernel.steps import Frame, Frames
from adjudicator.kernel.trials import Happened, SimulationProfile

from .coverage_ministries import abilities_used, ability_points
from .crowded import crowded
from .fact_events import EVENT, PARTS, Part
from .fact_types import ADVANTAGE, SIDES, THEATRE, WAR, WAR_TILE, Spoils
from .facts import FACTS
from .rules.advantages import AdvantageUsed
from .rules.events.advantages import AdvantageActivated
from .rules.events.choosing import alternatives, event_part
from .rules.events.effects import EventWithoutEffect
from .rules.events.playing import EventPlayed
from .rules.ministries.cards import BONUS_RECEIVED
from .rules.war.effects import TileEffectUsed
from .rules.war.resolution import TheatreRevealed
from .rules.war.special import DominanceWon
from .rules.war.strength import TheatreResolved
from .rules.war_tiles import UpgradeDrawn
from .state import State

ENDINGS: Final = (
    *(f"auto_scoring_sweep, {side}" for side in SIDES),
    *(f"auto_war_sweep, {side}" for side in SIDES),
    "vp_0_or_less, britain",
    "vp_30_or_more, france",
    *(f"final_vp, {side}" for side in SIDES),
    *(f"final_tiebreak_available_debt, {side}" for side in SIDES),
    "final_tiebreak_britain, britain",
)
TILE_EFFECTS: Final = ("damage", "send_home", "unflag")
BYNG: Final = "war tile byng, revealed"


class StruggleTrials(SimulationProfile[State]):
    """Boards of every peace turn; every card, tile, row of spoils, advantage and ending."""

    def dense_start(
        self, rng: Random, seats: Sequence[str], options: Mapping[str, Any], content: Any
    ) -> tuple[State, Frames]:
        return crowded(rng, options)

    def coverage_points(self) -> tuple[str, ...]:
        return _points()

    def reached(self, happened: Happened[State]) -> Iterator[str]:
        yield from _event_parts(happened)
        yield from abilities_used(happened)
        for event in happened.events():
            yield from _told(event)
        yield from _placed(happened)


TRIALS: Final = StruggleTrials()


@cache
def _points() -> tuple[str, ...]:
    """Return all points, in the order of cards, tiles, theatres, endings."""
    points = (
        *_event_points(),
        *ability_points(),
        *(_advantage(tile.id, side) for tile in ADVANTAGE for side in SIDES),
        *_tile_points(),
        *_spoils_points(),
        *(f"{ENDING} {how}" for how in ENDINGS),
    )
    return tuple(dict.fromkeys(points))


def _told(event: Event) -> Iterator[str]:
    match event:
        case AdvantageUsed(side=side, advantage=advantage) | AdvantageActivated(side=side, advantage=advantage):
            yield _advantage(advantage, side)
        case TheatreRevealed():
            for side, tiles in zip(SIDES, (event.france, event.britain), strict=True):
                yield from (_tile(tile, side, "revealed") for tile in tiles)
            if event.byng:
                yield BYNG
        case TileEffectUsed(side=side, effect=effect):
            yield f"war tile effect {effect}, {side}"
        case UpgradeDrawn(side=side, drawn=drawn) if drawn:
            yield _tile(drawn, side, "placed")
        case DominanceWon(side=side):
            yield f"war tile atlantic_dominance, {side}, won"
        case TheatreResolved(id=theatre, winner=winner, margin=margin) if winner:
            if row := THEATRE.thing(theatre).row(SIDES.index(winner), margin):
                yield _row(theatre, winner, row)
        case _:
            pass


# events ----------------------------------------------------------------------------------------------


def _event_points() -> Iterator[str]:
    for event, versions in zip(EVENT.things, FACTS.event_versions, strict=True):
        for side, version in zip(SIDES, versions, strict=True):
            for part in PARTS:
                yield from (_op(event.number, side, part, op.option, op.op) for op in version.part(part))


def _op(card: int, side: str, part: Part, option: str, op: str) -> str:
    """Name one thing that a part of a card does; `option`: the alternative it belongs to."""
    told = f"{part} {option}: {op}" if option else f"{part}: {op}"
    return f"event card {card} {EVENT.ids[card - 1]}, {side}, {told}"


def _event_parts(happened: Happened[State]) -> Iterator[str]:
    """Yield the ops of the parts that were carried out, except those without effect."""
    chosen = alternatives(entry.action for entry in happened.entries)
    void = {(event.card, event.part, event.op) for event in happened.events() if isinstance(event, EventWithoutEffect)}
    for side, card, part in _parts_done(happened):
        option = chosen.get((card, part), "")
        for op in FACTS.event_versions[card - 1][side].part(part):
            if op.option == option and (card, part, op.op) not in void:
                yield _op(card, SIDES[side], part, op.option, op.op)


def _parts_done(happened: Happened[State]) -> Iterator[tuple[int, int, Part]]:
    """Yield the parts that were open and are not any more: side, card, part."""
    ap = happened.before.state.ap
    bonus = ap is not None and BONUS_RECEIVED in ap.modifiers
    begun: list[tuple[int, int, Part]] = _waiting(happened.before.frames)
    for event in happened.events():
        if isinstance(event, EventPlayed):
            begun += [(SIDES.index(event.side), event.card, part) for part in PARTS]
            bonus = event.bonus
    open_still = _waiting(happened.after.frames)
    for one in begun:
        if one not in open_still and (bonus or one[2] == "effect"):
            yield one


def _waiting(frames: Sequence[Frame]) -> list[tuple[int, int, Part]]:
    return [(frame[1], frame[2], frame[3]) for frame in frames if frame[0] == event_part.name]


# tiles, advantages, spoils -----------------------------------------------------------------------------


def _advantage(advantage: str, side: str) -> str:
    return f"advantage {advantage}, {side}"


def _tile_points() -> Iterator[str]:
    for tile in WAR_TILE:
        owners = SIDES if tile.kind == "basic" else SIDES[tile.side : tile.side + 1]
        if tile.kind != "special":
            yield from (_tile(tile.id, side, what) for side in owners for what in ("placed", "revealed"))
    yield BYNG
    yield from (f"war tile atlantic_dominance, {side}, won" for side in SIDES)
    yield from (f"war tile effect {effect}, {side}" for effect in TILE_EFFECTS for side in SIDES)


def _tile(tile: str, side: str, what: str) -> str:
    return f"war tile {tile}, {side}, {what}"


def _placed(happened: Happened[State]) -> Iterator[str]:
    """Yield the tiles that are at theatres now and were not before."""
    before, after = happened.before.state.theatres, happened.after.state.theatres
    if before == after and happened.before is not happened.after:
        return
    tiles = WAR_TILE.things
    for theatre in after:
        for side, (basic, bonus) in enumerate(zip(theatre.basic, theatre.bonus, strict=True)):
            for tile in (basic, *bonus):
                if tile >= 0:
                    yield _tile(tiles[tile].id, SIDES[side], "placed")


def _spoils_points() -> Iterator[str]:
    for war in WAR:
        for theatre in war.theatres:
            for side, rows in zip(SIDES, theatre.spoils, strict=True):
                yield from (_row(theatre.id, side, row) for row in rows)


def _row(theatre: str, side: str, row: Spoils) -> str:
    return f"spoils {theatre}, {side}, margin {row.margins}"
