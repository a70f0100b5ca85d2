"""Rules 5.6.1 and 5.6.2: Bonus War tiles, military points turned into others, conflict markers removed."""

from collections.abc import Iterator
from typing import Literal

from adjudicator import Event, Frames, Play
from adjudicator.components import Code, bits

from ..components import SideId, SpaceId, TypeId, WarTileId
from ..fact_types import ACTION_TYPE, ACTION_TYPES, MILITARY, NONE, SIDES, SPACE
from ..facts import facts
from ..state import State, bonus_tiles, peace_turn
from .book import place_bonus_tile
from .control import all_protected, clear_conflict
from .payment import Paid, Payment
from .points import points_of
from .purchase import Purchase, Target
from .quotes import Quote, Term, plain, refused
from .refusals import unknown_space

no_next_war = Code("5.6.1")
bonus_tiles_bought = Code("5.6.1", bought=int, limit=int)
theaters_full = Code("5.6.1", limit=int)
no_bonus_tile = Code("5.6.1")
only_on_turn_6 = Code("5.6.1", turn=int)
converted_other = Code("5.6.1", to=ACTION_TYPE, converted_to=ACTION_TYPE)
no_conflict = Code("5.6.2", space=SPACE)


class BuyBonusWarTile(Payment, frozen=True, tag="buy_bonus_war_tile"):
    """Draw a Bonus War tile, to be laid with ``place_bonus_tile`` (5.6.1)."""


class ConvertMilitary(Payment, frozen=True, tag="convert_military"):
    """On turn 6: military points for a point of another type (5.6.1)."""

    to: Literal["economic", "diplomatic"]


class RemoveConflict(Payment, frozen=True, tag="remove_conflict"):
    """Remove a conflict marker (5.6.2)."""

    space: SpaceId


class BonusTileBought(Event, frozen=True, tag="bonus_tile_bought", by="side", rule="5.6.1", own="tile"):
    """A side drew a Bonus War tile for military points (5.6.1); ``tile`` only for itself."""

    side: SideId
    paid: Paid
    tile: WarTileId = ""


class MilitaryConverted(Event, frozen=True, tag="military_converted", by="side", rule="5.6.1"):
    """Military points became points of another type, as of a Major Action (5.6.1, turn 6)."""

    side: SideId
    to: TypeId
    points: int
    paid: Paid


class ConflictRemoved(Event, frozen=True, tag="conflict_removed", by="side", rule="5.6.2", touches=("space",)):
    """A conflict marker was removed with military points (5.6.2)."""

    side: SideId
    space: SpaceId
    paid: Paid


class BuyBonusTiles(Purchase[BuyBonusWarTile]):
    """Rule 5.6.1: draw a Bonus War tile, look at it, lay it."""

    takes = BuyBonusWarTile
    type = MILITARY

    def targets(self, state: State, side: int) -> Iterator[Target]:
        quote = self.quote(state, side, BuyBonusWarTile())
        if quote.refusal is None:
            yield (), quote

    def quote(self, state: State, side: int, action: BuyBonusWarTile) -> Quote:
        limits, ap = facts().limits, points_of(state)
        if state.next_war == NONE:
            return refused(no_next_war())
        if ap.bonus_tiles_bought >= limits.bonus_tiles_per_round:
            bought = ap.bonus_tiles_bought
            return refused(bonus_tiles_bought(bought=bought, limit=limits.bonus_tiles_per_round))
        if bonus_tiles(state, side) >= limits.bonus_tiles_per_theatre * len(state.theatres):
            return refused(theaters_full(limit=limits.bonus_tiles_per_theatre))
        if not state.pool_bonus[side]:
            return refused(no_bonus_tile())
        return plain(MILITARY, facts().costs.bonus_tile, "5.6.1", op="buy_bonus_war_tile")

    def carry_out(self, play: Play[State], side: int, action: BuyBonusWarTile, quote: Quote, paid: Paid) -> Frames:
        state, f, seat = play.state, facts(), SIDES[side]
        points_of(state).bonus_tiles_bought += 1
        pool = state.pool_bonus[side]
        tile = play.pick("bonus_tile", "tile", [f.war_tiles[index].id for index in pool], side=seat)
        pool.remove(f.war_tile[tile])
        state.drawn[side].append(f.war_tile[tile])
        play.emit(BonusTileBought(seat, paid), {seat: BonusTileBought(seat, paid, tile)})
        return [place_bonus_tile(side)]


class ConvertMilitaryPoints(Purchase[ConvertMilitary]):
    """Rule 5.6.1, turn 6: two military points for a point of another type, as of a Major Action; one type a
    round.
    """

    takes = ConvertMilitary
    type = MILITARY

    def targets(self, state: State, side: int) -> Iterator[Target]:
        if peace_turn(state) == 6:
            for to in ACTION_TYPES[:MILITARY]:
                quote = self.quote(state, side, ConvertMilitary(to))
                if quote.refusal is None:
                    yield (to,), quote

    def quote(self, state: State, side: int, action: ConvertMilitary) -> Quote:
        if peace_turn(state) != 6:
            return refused(only_on_turn_6(turn=peace_turn(state)))
        before = points_of(state).converted_to
        if before not in (NONE, ACTION_TYPES.index(action.to)):
            return refused(converted_other(to=action.to, converted_to=ACTION_TYPES[before]))
        return plain(MILITARY, facts().costs.convert_military.military, "5.6.1")

    def carry_out(self, play: Play[State], side: int, action: ConvertMilitary, quote: Quote, paid: Paid) -> Frames:
        ap, to, gives = points_of(play.state), ACTION_TYPES.index(action.to), facts().costs.convert_military.gives
        ap.converted_to = to
        ap.major[to] += gives
        ap.major_allowed |= 1 << to
        play.emit(MilitaryConverted(SIDES[side], action.to, gives, paid))
        return ()


class RemoveConflicts(Purchase[RemoveConflict]):
    """Rule 5.6.2: cheaper where the space is protected for whoever controls it (R-61)."""

    takes = RemoveConflict
    type = MILITARY

    def targets(self, state: State, side: int) -> Iterator[Target]:
        guarded = all_protected(state)
        for space in bits(state.conflicts):
            yield (facts().spaces[space].id,), _conflict_quote(state, space, guarded)

    def quote(self, state: State, side: int, action: RemoveConflict) -> Quote:
        index = facts().space.get(action.space)
        if index is None:
            return refused(unknown_space(space=action.space))
        if not state.conflicts >> index & 1:
            return refused(no_conflict(space=action.space))
        return _conflict_quote(state, index, all_protected(state))

    def carry_out(self, play: Play[State], side: int, action: RemoveConflict, quote: Quote, paid: Paid) -> Frames:
        clear_conflict(play.state, quote.space)
        play.emit(ConflictRemoved(SIDES[side], action.space, paid))
        return ()


def _conflict_quote(state: State, space: int, guarded: int) -> Quote:
    costs = facts().costs.remove_conflict
    base = Term("base", "5.6.2", costs.standard)
    terms: tuple[Term, ...] = (base,)
    if guarded >> space & 1:
        terms = (base, Term("protected", "5.6.2", costs.protected - costs.standard))
    if state.conflicts_plus >> space & 1:
        terms = (*terms, Term("plus_one", "3.8.1", costs.plus_one_marker))
    return Quote(MILITARY, sum(term.amount for term in terms), terms, space=space)
