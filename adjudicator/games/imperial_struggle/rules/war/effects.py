"""Rule 7.1.2: the symbols of War tiles. Debt acts by itself, the others are their owner's choice."""

from collections.abc import Collection, Iterator

from adjudicator import Action, Answers, Asks, Choose, Frames, Play
from adjudicator.components import Code, Many, bits, mask_of

from ...components import SideEvent, SpaceId, WarTileId
from ...fact_types import BRITAIN, FRANCE, NONE, SIDES, SPACE, WAR_TILE
from ...facts import FACTS
from ...isolation import isolates
from ...state import State, TileEffect, opponent
from ..book import step
from ..control import opposing_flags, remove_flag
from ..debt import force_debt
from ..purchase import unknown_space
from .progress import progress, send_squadron_home, spaces_in, theatre_of, tiles_of
from .strength import theatre_strength

no_such_effect = Code("7.1.2", tile=WAR_TILE, tiles=Many(WAR_TILE))
no_effect_there = Code("7.1.2", tile=WAR_TILE, space=SPACE, targets=Many(SPACE))
effect_not_optional = Code("7.1.2", tile=WAR_TILE, targets=Many(SPACE))


class WarTileEffect(Action, frozen=True, tag="war_tile_effect"):
    """Use the symbol of an own War tile (7.1.2).

    ``space``: the fort that is damaged, the naval space whose squadron goes home, or the flag that is removed;
    left out: the symbol is not used.
    """

    tile: WarTileId
    space: SpaceId | None = None


class TileEffectUsed(SideEvent, frozen=True, tag="tile_effect_used", rule="7.1.2", touches=("space",)):
    """A symbol of a War tile took effect (7.1.2); ``effect``: damage, send_home, unflag."""

    tile: WarTileId
    effect: str
    space: SpaceId

    def hit(self) -> Collection[str]:
        return self.against


class TileEffectUnused(SideEvent, frozen=True, tag="tile_effect_unused", rule="7.1.2"):
    """A symbol of a War tile had no effect (7.1.2); ``targets``: whether there would have been a target."""

    tile: WarTileId
    targets: bool


def debts(play: Play[State], side: int) -> None:
    """Make the other side take 1 Debt at once for every debt symbol of a side (6.3b)."""
    tiles = WAR_TILE.things
    for tile in tiles_of(play.state, side):
        if tiles[tile].symbol == "debt":
            force_debt(play, opponent(side), 1, tiles[tile].id)


def effects_of(state: State, side: int) -> list[TileEffect]:
    """Return the symbols of a side at the theatre that leave a choice."""
    tiles = WAR_TILE.things
    return [
        TileEffect(side, tile) for tile in tiles_of(state, side) if tiles[tile].symbol in ("fort_or_squadron", "unflag")
    ]


def targets(state: State, effect: TileEffect) -> int:
    """Return where a symbol may act now.

    These are opposing undamaged forts and squadrons, or opposing flags, of the regions that are printed for the
    theatre (R-30).
    """
    here = spaces_in(theatre_of(state).regions)
    if WAR_TILE.things[effect.tile].symbol == "fort_or_squadron":
        other = opponent(effect.side)
        return (state.flags[other] & FACTS.fort & ~state.damaged | state.squadrons[other]) & here
    return _flags_to_remove(state, effect.side, here)


def _flags_to_remove(state: State, side: int, here: int) -> int:
    """Return opposing markets and political spaces without a conflict marker (R-29).

    Of the markets only those whose loss isolates no other market, if there are any (7.1.2.I).
    """
    flags = opposing_flags(state, side) & here & ~state.conflicts
    markets = flags & FACTS.market
    harmless = mask_of(space for space in bits(markets) if not isolates(state, space))
    return flags & FACTS.political | (harmless or markets)


def all_effects(state: State) -> list[TileEffect]:
    """Return the symbols of both sides at the theatre that leave a choice, in the order in which they act (7.1.2)."""
    first = first_to_act(state)
    return [effect for side in (first, opponent(first)) for effect in effects_of(state, side)]


def first_to_act(state: State) -> int:
    """Rule 7.1.2: the side closer to an automatic victory; at 15 whoever played first in the last peace turn."""
    middle = FACTS.scoring.initiative_vp
    if state.vp == middle:
        return state.first_player if state.first_player != NONE else state.initiative
    return FRANCE if state.vp > middle else BRITAIN


@step("7.1.2")
def tile_effects(play: Play[State]) -> Frames:
    """Ask for the next symbol; symbols without a target have no effect."""
    left, tiles = progress(play.state).effects_left, WAR_TILE.things
    for effect in list(left):
        if not targets(play.state, effect):
            left.remove(effect)
            play.emit(TileEffectUnused(SIDES[effect.side], tiles[effect.tile].id, targets=False))
    return [resolve_tile_effect(), tile_effects()] if left else [theatre_strength()]


class EffectAnswers(Answers[State]):
    """The own symbols, of which one acts next, and where; one may be left unused (R-69) unless an option forbids it.

    The side that goes first uses all its symbols before the other one (7.1.2), in an order of its own.
    """

    kind = "resolve_tile_effect"
    rule = "7.1.2"
    actions = (WarTileEffect,)
    interrupts = True

    def options(self, state: State, seat: str) -> Iterator[WarTileEffect]:
        tiles, spaces = WAR_TILE.things, SPACE.things
        for effect in own_effects(state, SIDES.index(seat)):
            tile = tiles[effect.tile].id
            for space in bits(targets(state, effect)):
                yield WarTileEffect(tile, spaces[space].id)
            if state.options.war_symbol_optional:
                yield WarTileEffect(tile)

    def check(self, state: State, seat: str, action: WarTileEffect) -> None:  # type: ignore[override]
        mine = {WAR_TILE.ids[effect.tile]: effect for effect in own_effects(state, SIDES.index(seat))}
        near = tuple(self.nearest(state, seat, action))
        if action.tile not in mine:
            raise no_such_effect(near, tile=action.tile, tiles=tuple(mine))
        open_to = targets(state, mine[action.tile])
        if action.space is None:
            if not state.options.war_symbol_optional:
                raise effect_not_optional(near, tile=action.tile, targets=SPACE.ids_of(open_to))
            return
        if action.space not in SPACE.index:
            raise unknown_space(near, space=action.space)
        if not open_to >> SPACE.index[action.space] & 1:
            raise no_effect_there(near, tile=action.tile, space=action.space, targets=SPACE.ids_of(open_to))

    def nearest(self, state: State, seat: str, action: WarTileEffect) -> Iterator[WarTileEffect]:  # type: ignore[override]
        found = [option for option in self.options(state, seat) if option.tile == action.tile]
        yield from (found or list(self.options(state, seat)))[:3]

    def default(self, state: State, seat: str) -> WarTileEffect:
        """Return the unused effect, or its first target if it must be used."""
        return next(
            option
            for option in self.options(state, seat)
            if option.space is None or not state.options.war_symbol_optional
        )

    def context(self, state: State, seat: str) -> dict[str, str | int]:
        """Return the theatre, and the symbol that comes first."""
        first = progress(state).effects_left[0]
        return {"theater": state.theatre, "tile": WAR_TILE.ids[first.tile]}


def own_effects(state: State, side: int) -> list[TileEffect]:
    """Return the symbols that a side may use now, each kind of tile once."""
    found: list[TileEffect] = []
    for effect in progress(state).effects_left:
        if effect.side == side and effect not in found:
            found.append(effect)
    return found


@step("7.1.2")
def resolve_tile_effect(play: Play[State]) -> Asks:
    """Let the owner use a symbol."""
    left = progress(play.state).effects_left
    side = left[0].side
    answer: WarTileEffect = yield Choose(SIDES[side], EffectAnswers(), automatic=True)
    state = play.state
    tile = WAR_TILE.index[answer.tile]
    progress(state).effects_left.remove(TileEffect(side, tile))
    if answer.space is None:
        play.emit(TileEffectUnused(SIDES[side], answer.tile, targets=True))
        return
    space = SPACE.index[answer.space]
    effect = _what_happens(state, side, tile, space)
    play.emit(TileEffectUsed(SIDES[side], answer.tile, effect, answer.space))
    if effect == "damage":
        state.damaged |= 1 << space
    elif effect == "send_home":
        send_squadron_home(state, opponent(side), space)
    else:
        remove_flag(play, space)


def _what_happens(state: State, side: int, tile: int, space: int) -> str:
    if WAR_TILE.things[tile].symbol == "unflag":
        return "unflag"
    return "send_home" if state.squadrons[opponent(side)] >> space & 1 else "damage"
