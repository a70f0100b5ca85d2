"""Rules 5.6.1 and 5.6.2: Bonus War tiles, military points turned into others, conflict markers removed."""

from collections.abc import Iterator
from functools import cache
from typing import Literal

from adjudicator import Frames, Play, Refusal
from adjudicator.components import Code, bits

from ..components import SideEvent, TypeId, WarTileId
from ..fact_types import ACTION_TYPE, ACTION_TYPES, MILITARY, NONE, SIDES, SPACE, WAR_TILE
from ..facts import FACTS
from ..state import State, bonus_tiles, peace_turn
from .book import place_bonus_tile
from .control import all_protected, clear_conflict
from .deal import draw_bonus_tile
from .payment import BoughtInSpace, Paid, Payment, SpacePayment
from .prices import Quote, Term, changed, plain
from .purchase import Purchase, SpacePurchase, Target, Variant
from .purse import points_of

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


class RemoveConflict(SpacePayment, frozen=True, tag="remove_conflict"):
    """Remove a conflict marker (5.6.2)."""


class BonusTileBought(SideEvent, frozen=True, tag="bonus_tile_bought", rule="5.6.1", own=("tile",)):
    """A side drew a Bonus War tile for military points (5.6.1); ``tile`` only for itself."""

    paid: Paid
    tile: WarTileId = ""


class MilitaryConverted(SideEvent, frozen=True, tag="military_converted", rule="5.6.1"):
    """Military points became points of another type, as of a Major Action (5.6.1, turn 6)."""

    to: TypeId
    points: int
    paid: Paid


class ConflictRemoved(BoughtInSpace, frozen=True, tag="conflict_removed", rule="5.6.2"):
    """A conflict marker was removed with military points (5.6.2)."""


class BuyBonusTiles(Purchase[BuyBonusWarTile]):
    """Rule 5.6.1: draw a Bonus War tile, look at it, lay it."""

    takes, type = BuyBonusWarTile, MILITARY

    def quote(self, state: State, side: int, action: BuyBonusWarTile) -> Quote:
        limits, bought = FACTS.limits, points_of(state).bonus_tiles_bought
        if state.next_war == NONE:
            raise no_next_war()
        if bought >= limits.bonus_tiles_per_round:
            raise bonus_tiles_bought(bought=bought, limit=limits.bonus_tiles_per_round)
        if bonus_tiles(state, side) >= limits.bonus_tiles_per_theatre * len(state.theatres):
            raise theaters_full(limit=limits.bonus_tiles_per_theatre)
        if not state.pool_bonus[side]:
            raise no_bonus_tile()
        return plain(MILITARY, FACTS.costs.bonus_tile, "5.6.1", op="buy_bonus_war_tile")

    def buy(self, play: Play[State], side: int, action: BuyBonusWarTile, quote: Quote, paid: Paid) -> Frames:
        points_of(play.state).bonus_tiles_bought += 1
        tile = draw_bonus_tile(play, side)
        play.state.drawn[side].append(tile)
        play.emit(BonusTileBought(SIDES[side], paid, WAR_TILE.ids[tile]))
        return [place_bonus_tile(side)]


class ConvertMilitaryPoints(Purchase[ConvertMilitary]):
    """Convert military points on turn 6 (rule 5.6.1).

    Two of them give a point of another type, as of a Major Action; one type a round.
    """

    takes, type = ConvertMilitary, MILITARY

    def targets(self, state: State, side: int, variant: Variant) -> Iterator[Target]:
        if peace_turn(state) == 6:
            for to in ACTION_TYPES[:MILITARY]:
                if points_of(state).converted_to in (NONE, ACTION_TYPES.index(to)):
                    yield (to,), self.quote(state, side, ConvertMilitary(to))

    def quote(self, state: State, side: int, action: ConvertMilitary) -> Quote:
        if peace_turn(state) != 6:
            raise only_on_turn_6(turn=peace_turn(state))
        before = points_of(state).converted_to
        if before not in (NONE, ACTION_TYPES.index(action.to)):
            raise converted_other(to=action.to, converted_to=ACTION_TYPES[before])
        return plain(MILITARY, FACTS.costs.convert_military.military, "5.6.1")

    def buy(self, play: Play[State], side: int, action: ConvertMilitary, quote: Quote, paid: Paid) -> None:
        ap, to, gives = points_of(play.state), ACTION_TYPES.index(action.to), FACTS.costs.convert_military.gives
        ap.converted_to = to
        ap.major[to] += gives
        ap.major_allowed |= 1 << to
        play.emit(MilitaryConverted(SIDES[side], action.to, gives, paid))


class RemoveConflicts(SpacePurchase[RemoveConflict]):
    """Rule 5.6.2: cheaper where the space is protected for whoever controls it (R-61)."""

    takes, type = RemoveConflict, MILITARY

    def mark(self, position: State, side: int, action: RemoveConflict) -> None:
        position.conflicts &= ~(1 << SPACE.index[action.space])

    def open_to(self, state: State, side: int) -> int:
        return state.conflicts

    def why_not(self, state: State, side: int, space: int) -> Refusal:
        return no_conflict(space=SPACE.ids[space])

    def price(self, state: State, space: int) -> Quote:
        return _removal(space, all_protected(state) >> space & 1, state.conflicts_plus >> space & 1)

    def targets(self, state: State, side: int, variant: Variant) -> Iterator[Target]:
        spaces, protected, plus = SPACE.things, all_protected(state), state.conflicts_plus
        for space in bits(state.conflicts):
            yield (spaces[space].id,), _removal(space, protected >> space & 1, plus >> space & 1)

    def buy(self, play: Play[State], side: int, action: RemoveConflict, quote: Quote, paid: Paid) -> None:
        clear_conflict(play.state, quote.space)
        play.emit(ConflictRemoved(SIDES[side], action.space, paid))


@cache
def _removal(space: int, protected: int, plus: int) -> Quote:
    costs = FACTS.costs.remove_conflict
    price = plain(MILITARY, costs.standard, "5.6.2", space=space)
    if protected:
        price = changed(price, Term("protected", "5.6.2", costs.protected - costs.standard))
    return changed(price, Term("plus_one", "3.8.1", costs.plus_one_marker)) if plus else price


USES = (BuyBonusTiles(), ConvertMilitaryPoints(), RemoveConflicts())
