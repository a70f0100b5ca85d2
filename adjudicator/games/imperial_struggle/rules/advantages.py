"""Chapter 8: Advantage tiles, all 22. What one does follows from its ``op``; who may use it from 8.1 and 8.2."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, partial
from typing import Final

from adjudicator import Event, Play, Refusal
from adjudicator.components import Code, Many, bits

from ..components import PLACE, AdvantageId, FlagId, SideEvent, SpaceId
from ..fact_types import (
    ADVANTAGE,
    DIPLOMATIC,
    ECONOMIC,
    EUROPE,
    MILITARY,
    NONE,
    REGION,
    SIDES,
    SPACE,
    Advantage,
    AdvantageOp,
)
from ..facts import FACTS
from ..state import State, held, opponent, playable
from .control import all_protected, can_bear_conflict, opposing_flags, place_conflict, reach, remove_flag, send_home
from .debt import lower_debt
from .ministries.cards import check_reveal
from .ministries.huguenots import check_huguenots
from .ministries.wallet import POMPADOUR, reward_for_advantage, turn_up_for
from .payment import Paid, Payment
from .points import event_window_closes
from .prices import CONFLICT, FREE, MINOR, REMOVES, Quote, fixed_quote, plain, shift_quote
from .purchase import Use, space_named
from .purse import Purses, points_of
from .shifts import Marks, SpaceShifted, unconnected
from .squadrons import SquadronBuilt, build_squadron, check_squadron_left, squadron_quote

unknown_advantage = Code("8.0", advantage=ADVANTAGE)
nothing_to_pay = Code("8.2", advantage=ADVANTAGE)
"""Payment given for an advantage that is free."""
advantage_not_held = Code("8.1", advantage=ADVANTAGE, missing=Many(SPACE))
"""Missing: its spaces that the side does not hold."""
advantage_new = Code("8.2", advantage=ADVANTAGE)
advantage_exhausted = Code("8.2", advantage=ADVANTAGE)
advantage_conflict = Code("8.1", advantage=ADVANTAGE, conflicts=Many(SPACE))
tile_first = Code("8.2", advantage=ADVANTAGE)
advantage_limit = Code("8.2", used=int, limit=int)
advantage_region = Code("8.2", advantage=ADVANTAGE, region=REGION)
advantage_argument = Code("8.2", advantage=ADVANTAGE, wanted=str)
"""Wanted: conflict, space, squadron or ""."""
not_a_target = Code("8.2", advantage=ADVANTAGE, space=SPACE, targets=Many(SPACE))
protected_target = Code("8.2", advantage=ADVANTAGE, space=SPACE)
conflict_there = Code("3.8", space=SPACE)
no_opposing_flag = Code("8.2", space=SPACE)
no_opposing_squadron = Code("8.2", space=PLACE, spaces=Many(PLACE))


class UseAdvantage(Payment, frozen=True, tag="use_advantage"):
    """Use an Advantage tile (8.2).

    ``conflict``: space of the marker to place. ``space``: what is unflagged. ``squadron``: space of the
    opposing squadron sent home.
    """

    advantage: AdvantageId
    conflict: SpaceId | None = None
    space: SpaceId | None = None
    squadron: SpaceId | None = None


class SquadronSentHome(Event, frozen=True, tag="squadron_sent_home", rule="5.2", touches=("space",), hits=("owner",)):
    """A squadron of ``owner`` went to its navy box (8.2, Naval Bastion)."""

    owner: FlagId
    space: SpaceId


class AdvantageUsed(SideEvent, frozen=True, tag="advantage_used", rule="8.2", touches=("advantage",)):
    """A side used an Advantage tile (8.2); its effect follows. ``paid``: what it cost, if it does."""

    advantage: AdvantageId
    paid: Paid | None = None


ARGUMENT: Final[Mapping[AdvantageOp, str]] = {
    "place_conflict": "conflict",
    "unflag_fixed": "space",
    "unflag_discount": "space",
    "reduce_debt": "",
    "squadron_to_navy_box": "squadron",
    "construct_squadron": "",
}
"""The argument that names the target of an advantage, "" where there is none."""
FREE_OPS: Final = ("place_conflict", "reduce_debt")


def usable(state: State, side: int) -> int:
    """Return the advantages that a side may use now, as a mask (8.1, 8.2).

    They are held since before this round and not exhausted, with no conflict marker on their spaces; at most two a
    round and one in a region may be used.
    """
    mask = state.advantages[side] & ~(state.advantages_new | state.advantages_exhausted)
    if state.advantages_used >= FACTS.limits.advantages_per_round:
        mask = 0
    for region in bits(state.advantage_regions):
        mask &= ~FACTS.advantages_by_region[region]
    mask |= state.advantages[side] & activated(state)
    for index in bits(mask):
        if FACTS.advantage_spaces[index] & state.conflicts:
            mask ^= 1 << index
    return mask


ACTIVE: Final = "active_"


def activated_key(tile: Advantage) -> str:
    """Return the modifier of a round that says that an Event has activated a tile (Events 6 and 33)."""
    return ACTIVE + tile.id


def activated(state: State) -> int:
    """Return the advantages that an Event of this round has activated and that were not used for it yet (R-25)."""
    if state.ap is None or not state.ap.modifiers:
        return 0
    mask = 0
    for modifier in state.ap.modifiers:
        if modifier.startswith(ACTIVE):
            mask |= 1 << ADVANTAGE.index[modifier.removeprefix(ACTIVE)]
    return mask


def targets(state: State, side: int, tile: Advantage) -> int:
    """Return the spaces on which an advantage may work now (8.2), for the ops that have a target."""
    match tile.op:
        case "place_conflict":
            mask = tile.targets & can_bear_conflict(state)
            return mask & ~all_protected(state) if tile.unprotected else mask
        case "unflag_fixed" | "unflag_discount":
            markets = FACTS.market
            mask = tile.targets & opposing_flags(state, side) & playable(state)
            return mask & (~markets | reach(state, side)) if mask & markets else mask
        case "squadron_to_navy_box":
            return state.squadrons[opponent(side)]
        case _:
            return 0


class Advantages(Use[UseAdvantage]):
    """Using the tiles (8.2); with a house rule those that are free also before the Investment tile is taken (R-22)."""

    takes, early = UseAdvantage, True

    def offers(self, state: State, side: int, purses: Purses) -> Iterator[UseAdvantage]:
        for index in bits(usable(state, side)):
            tile = ADVANTAGE.things[index]
            spaces = bits(targets(state, side, tile)) if ARGUMENT[tile.op] else (NONE,)
            if tile.op in FREE_OPS:
                yield from map(partial(_aimed, index), spaces)
                continue
            for space in spaces:
                action = _aimed(index, space)
                try:
                    price = _price(state, side, tile, space, action)
                except Refusal:
                    continue
                yield from self.offered(action, price, purses)

    def quote(self, state: State, side: int, action: UseAdvantage) -> Quote:
        index = ADVANTAGE.index.get(action.advantage)
        if index is None:
            raise unknown_advantage(advantage=action.advantage)
        tile, space = ADVANTAGE.things[index], NONE
        _check_usable(state, side, tile)
        wanted = ARGUMENT[tile.op]
        given = {name for name in ("conflict", "space", "squadron") if getattr(action, name) is not None}
        if given != ({wanted} if wanted else set()):
            raise advantage_argument(advantage=tile.id, wanted=wanted)
        if wanted:
            space = space_named(getattr(action, wanted))
            if not targets(state, side, tile) >> space & 1:
                raise _not_a_target(state, side, tile, space)
            check_huguenots(state, side, action.huguenots, space)
        return _price(state, side, tile, space, action)

    def nothing_to_pay(self, action: UseAdvantage, unpaid: UseAdvantage) -> Refusal:
        return nothing_to_pay((unpaid,), advantage=action.advantage)

    def rewarded(self, action: UseAdvantage, card: int) -> bool:
        return card == POMPADOUR and ADVANTAGE.thing(action.advantage).region == EUROPE

    def early_offers(self, state: State, side: int) -> Iterable[UseAdvantage]:
        return super().early_offers(state, side) if state.options.advantage_before_tile else ()

    def check_early(self, state: State, side: int, action: UseAdvantage) -> None:
        if not state.options.advantage_before_tile or self.quote(state, side, action) is not FREE:
            raise tile_first(advantage=action.advantage)
        self.check_free(action)
        check_reveal(state, side, action.reveal)
        self.check_turned_up(state, side, action, FREE, None)

    def use_early(self, play: Play[State], side: int, action: UseAdvantage) -> None:
        turn_up_for(play, side, action)
        self.carry_out(play, side, action, FREE, None)

    def carry_out(self, play: Play[State], side: int, action: UseAdvantage, quote: Quote, paid: Paid | None) -> None:
        """Exhaust the tile and apply its effect (8.2); its price is paid already."""
        state, tile = play.state, ADVANTAGE.thing(action.advantage)
        event_window_closes(play, side)
        by_event = bool(activated(state) >> tile.index & 1)
        play.emit(AdvantageUsed(SIDES[side], tile.id, paid))
        if by_event:
            points_of(state).modifiers.remove(activated_key(tile))
        else:
            state.advantages_exhausted |= 1 << tile.index
            state.advantages_used += 1
            state.advantage_regions |= 1 << tile.region
            reward_for_advantage(play, side, tile)
        match tile.op:
            case "place_conflict":
                assert action.conflict is not None
                place_conflict(play, side, SPACE.index[action.conflict])
            case "reduce_debt":
                lower_debt(play, side, tile.amount, tile.id)
            case "squadron_to_navy_box":
                send_home(state, opponent(side), quote.space)
                play.emit(SquadronSentHome(SIDES[opponent(side)], SPACE.ids[quote.space]))
            case "construct_squadron":
                assert paid is not None
                build_squadron(state, side)
                play.emit(SquadronBuilt(SIDES[side], paid, tile.id))
            case "unflag_fixed" | "unflag_discount":
                assert paid is not None
                name = SPACE.ids[quote.space]
                play.emit(SpaceShifted(SIDES[side], name, "unflag", paid, tile.id))
                remove_flag(play, quote.space)


USES = (Advantages(),)


def _price(state: State, side: int, tile: Advantage, space: int, action: UseAdvantage) -> Quote:
    """Return the price for a legal target, with what the action turns up and flips. Raises Refusal."""
    match tile.op:
        case "construct_squadron":
            check_squadron_left(state, side)
            return squadron_quote(state, tile.points, "8.2")
        case "squadron_to_navy_box":
            return plain(MILITARY, tile.points, "8.2", space=space, needs_major=True)
    if tile.op in FREE_OPS:
        return FREE
    kind = ECONOMIC if FACTS.market >> space & 1 else DIPLOMATIC
    asked = Marks(state, side, kind, action.reveal, action.huguenots)
    marks, less = asked.of(space, "unflag"), asked.less(space, "unflag")
    if tile.op == "unflag_discount":
        return shift_quote(space, marks, tile.amount, less)
    # What raises a fixed price: nothing, with the house rule.
    raises = marks & (REMOVES | CONFLICT | MINOR) if state.options.fixed_price_is_final else marks
    return fixed_quote(space, raises, tile.points, less)


@cache
def _aimed(index: int, target: int) -> UseAdvantage:
    """Return the action without payment, by indexes of the tile and of the space."""
    tile = ADVANTAGE.things[index]
    wanted = ARGUMENT[tile.op]
    return UseAdvantage(tile.id, **({wanted: SPACE.ids[target]} if wanted else {}))  # type: ignore[arg-type]


def _check_usable(state: State, side: int, tile: Advantage) -> None:
    """Refuse what :func:`usable` leaves out. Raises Refusal."""
    bit, name = 1 << tile.index, tile.id
    if not state.advantages[side] & bit:
        raise advantage_not_held(advantage=name, missing=SPACE.ids_of(tile.spaces & ~held(state, side)))
    if tile.spaces & state.conflicts:
        raise advantage_conflict(advantage=name, conflicts=SPACE.ids_of(tile.spaces & state.conflicts))
    if activated(state) & bit:
        return
    if state.advantages_exhausted & bit:
        raise advantage_exhausted(advantage=name)
    if state.advantages_new & bit:
        raise advantage_new(advantage=name)
    limit = FACTS.limits.advantages_per_round
    if state.advantages_used >= limit:
        raise advantage_limit(used=state.advantages_used, limit=limit)
    if state.advantage_regions >> tile.region & 1:
        raise advantage_region(advantage=name, region=REGION.ids[tile.region])


def _not_a_target(state: State, side: int, tile: Advantage, space: int) -> Refusal:
    bit, name = 1 << space, SPACE.ids[space]
    if tile.op == "squadron_to_navy_box":
        there = SPACE.ids_of(state.squadrons[opponent(side)])
        return no_opposing_squadron(space=name, spaces=there)
    if not tile.targets & playable(state) & bit:
        allowed = SPACE.ids_of(tile.targets & playable(state))
        return not_a_target(advantage=tile.id, space=name, targets=allowed)
    if tile.op == "place_conflict":
        if state.conflicts & bit:
            return conflict_there(space=name)
        return protected_target(advantage=tile.id, space=name)
    if not opposing_flags(state, side) & bit:
        return no_opposing_flag(space=name)
    return unconnected(state, side, space)
