"""Rules 7.5 and 7.6: the tiles are taken back, the next war is laid out; Basic tiles assigned (12.2)."""

from collections.abc import Iterator
from itertools import permutations

from msgspec import Struct, field

from adjudicator import Action, Answers, Asks, Event, Frames, Play, Refusal, Together
from adjudicator.components import Code, Many, bits

from ...components import SideEvent, SideId, SpaceIds, WarId, WarTileIds
from ...fact_types import NONE, SIDES, SPACE, TURN, WAR_IDS, WAR_TILE
from ...facts import FACTS
from ...setup import empty_theatres
from ...state import State, WarProgress, bonus_tiles
from ..book import next_turn, step
from ..control import clear_conflict
from ..deal import draw_bonus_tile, lay_basic_tiles, tell_laid
from .progress import progress

not_the_tiles_drawn = Code("12.2", given=Many(WAR_TILE), drawn=Many(WAR_TILE))


class Assigned(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A Basic tile for every theatre; a war of three theatres has no fourth."""

    first: SideId = field(name="1")
    second: str = field(name="2")
    third: str = field(name="3")
    fourth: str = field(name="4", default="")

    @property
    def each(self) -> tuple[str, ...]:
        """The tiles in the order of the theatres."""
        tiles = (self.first, self.second, self.third, self.fourth)
        return tiles if self.fourth else tiles[:3]


class AssignBasicTiles(Action, frozen=True, tag="assign_basic_tiles"):
    """Say which of the Basic tiles drawn lies at which theatre (12.2). Secret."""

    tiles: Assigned


class WarEnded(Event, frozen=True, tag="war_ended", rule="7.5", touches=("conflicts",)):
    """War tiles are taken back (7.5); ``conflicts``: the markers that gave strength and leave."""

    war: WarId
    conflicts: SpaceIds = ()


class BasicTilesAssigned(SideEvent, frozen=True, tag="basic_tiles_assigned", rule="12.2", own=("tiles",)):
    """A side has said which Basic tile lies where (12.2); ``tiles`` by theatre only for itself."""

    tiles: WarTileIds = ()


class BonusTilesCarried(SideEvent, frozen=True, tag="bonus_tiles_carried", rule="7.6", own=("tiles",)):
    """A side drew Bonus tiles of the next war for those it had (7.6); ``tiles`` only for itself."""

    count: int
    tiles: WarTileIds = ()


@step("7.5")
def war_reset(play: Play[State]) -> Frames:
    """Clear the war.

    Basic tiles go back to their pools, Bonus tiles of this war leave the game (3.7), and conflict markers that gave
    strength leave the map (R-31).
    """
    state = play.state
    fought, counted = TURN.things[state.turn].war, 0
    for done in progress(state).resolved:
        counted |= done.counted_conflicts & state.conflicts
    for space in bits(counted):
        clear_conflict(state, space)
    play.emit(WarEnded(WAR_IDS[fought], SPACE.ids_of(counted)))
    carried = [_carried_over(state, side, fought) for side in range(len(SIDES))]
    for side, pool in enumerate(state.pool_basic):
        pool += [theatre.basic[side] for theatre in state.theatres if theatre.basic[side] != NONE]
        pool.sort()
    state.next_war = TURN.things[state.turn + 1].next_war
    state.theatres, state.byng_theatre, state.theatre = empty_theatres(state.next_war), 0, 0
    coming = FACTS.bonus_sets[state.next_war] if state.next_war != NONE else ((), ())
    state.pool_bonus = [list(tiles) for tiles in coming]
    state.war = WarProgress()
    return [war_layout(carried)]


def _carried_over(state: State, side: int, fought: int) -> int:
    """Return how many Bonus tiles of the Seven Years' War a side gets for those it had in the war before (7.6)."""
    rules = FACTS.war_rules
    return min(bonus_tiles(state, side), rules.carry_over) if fought == rules.carry_over_war else 0


@step("7.6")
def war_layout(play: Play[State], carried: list[int]) -> Frames:
    """Lay a Basic tile at random for each side and theatre of the next war, and the tiles carried over.

    After the last war there are none.
    """
    state = play.state
    if state.next_war == NONE:
        return [next_turn()]
    play.line("war_layout", war=WAR_IDS[state.next_war])
    lay_basic_tiles(play)
    for side, count in enumerate(carried):
        _carry_over(play, side, count)
    for side in range(len(SIDES)):
        tell_laid(play, side)
    state.phase = "war_layout"
    return [assign_basic_tiles(), next_turn()] if state.options.assign_basic_tiles else [next_turn()]


def _carry_over(play: Play[State], side: int, count: int) -> None:
    """Draw the tiles; they are placed before the side's first tile of the coming turn is taken (R-55)."""
    unassigned = play.state.unassigned
    for _ in range(count):
        unassigned[side] = sorted([*unassigned[side], draw_bonus_tile(play, side)])
    if count:
        tiles = tuple(WAR_TILE.ids[tile] for tile in unassigned[side])
        play.emit(BonusTilesCarried(SIDES[side], count, tiles))


class AssignAnswers(Answers[State]):
    """The Basic tiles drawn, in any order (12.2)."""

    kind = "assign_basic_tiles"
    rule = "12.2"
    actions = (AssignBasicTiles,)
    secret = True

    def options(self, state: State, seat: str) -> Iterator[AssignBasicTiles]:
        for tiles in dict.fromkeys(permutations(_drawn(state, SIDES.index(seat)))):
            yield AssignBasicTiles(Assigned(*tiles))

    def check(self, state: State, seat: str, action: AssignBasicTiles) -> None:  # type: ignore[override]
        drawn = _drawn(state, SIDES.index(seat))
        if sorted(action.tiles.each) != sorted(drawn):
            raise self._wrong(action.tiles.each, drawn)

    def _wrong(self, given: tuple[str, ...], drawn: tuple[str, ...]) -> Refusal:
        """Return the refusal, with the nearest assignment.

        There, tiles that were named correctly stay where they were named.
        """
        rest = list(drawn)
        kept = [tile if tile in rest and rest.remove(tile) is None else "" for tile in given[: len(drawn)]]  # type: ignore[func-returns-value]
        kept += [""] * (len(drawn) - len(kept))
        near = AssignBasicTiles(Assigned(*(tile or rest.pop(0) for tile in kept)))
        return not_the_tiles_drawn((near,), given=given, drawn=drawn)

    def default(self, state: State, seat: str) -> AssignBasicTiles:
        """Return the tiles as they were drawn."""
        return AssignBasicTiles(Assigned(*_drawn(state, SIDES.index(seat))))


def _drawn(state: State, side: int) -> tuple[str, ...]:
    tiles = WAR_TILE.things
    return tuple(tiles[theatre.basic[side]].id for theatre in state.theatres)


@step("12.2")
def assign_basic_tiles(play: Play[State]) -> Asks:
    """Ask both sides, secretly, where their Basic tiles are laid."""
    answers: dict[str, AssignBasicTiles] = yield Together(SIDES, AssignAnswers())
    tile = WAR_TILE.index
    for side, seat in enumerate(SIDES):
        laid = answers[seat].tiles.each
        for theatre, name in zip(play.state.theatres, laid, strict=True):
            theatre.basic[side] = tile[name]
        play.emit(BasicTilesAssigned(seat, laid))
