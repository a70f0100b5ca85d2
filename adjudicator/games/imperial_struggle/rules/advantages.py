"""Chapter 8: Advantage tiles, all 22. What one does follows from its ``op``; who may use it from 8.1 and 8.2."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from adjudicator import Event, Play, Refusal
from adjudicator.components import Code, Many, bits

from ..components import PLACE, AdvantageId, FlagId, SideId, SpaceId
from ..fact_types import ADVANTAGE, DIPLOMATIC, ECONOMIC, MILITARY, REGION, SIDES, SPACE, Advantage, AdvantageOp
from ..facts import facts
from ..state import State, held, opponent, playable
from .control import all_protected, can_bear_conflict, opposing_flags, place_conflict, reach, remove_flag, send_home
from .debt import lower_debt
from .economic import unconnected
from .ministries.advantages import reward_for_advantage
from .ministries.huguenots import huguenots_refusal
from .payment import Paid, Payment
from .points import Purses, event_window_closes, points_of
from .quotes import CONFLICT, FREE, MINOR, REMOVES, Quote, fixed_quote, plain, refused, shift_quote
from .refusals import unknown_space
from .shifts import Marks, SpaceShifted
from .squadrons import SquadronBuilt, build_squadron, no_squadron_left, squadron_quote

unknown_advantage = Code("8.0", advantage=ADVANTAGE)
nothing_to_pay = Code("8.2", advantage=ADVANTAGE)
"""Payment given for an advantage that is free."""
advantage_not_held = Code("8.1", advantage=ADVANTAGE, missing=Many(SPACE))
"""Missing: its spaces that the side does not hold."""
advantage_new = Code("8.2", advantage=ADVANTAGE)
advantage_exhausted = Code("8.2", advantage=ADVANTAGE)
advantage_conflict = Code("8.1", advantage=ADVANTAGE, conflicts=Many(SPACE))
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


class SquadronSentHome(Event, frozen=True, tag="squadron_sent_home", rule="5.2", touches=("space",)):
    """A squadron of ``owner`` went to its navy box (8.2, Naval Bastion)."""

    owner: FlagId
    space: SpaceId


class AdvantageUsed(Event, frozen=True, tag="advantage_used", by="side", touches=("advantage",)):
    """A side used an Advantage tile (8.2); its effect follows. ``paid``: what it cost, if it does."""

    side: SideId
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


def usable(state: State, side: int) -> int:
    """The advantages that a side may use now, as a mask (8.1, 8.2): held since before this round, not exhausted,
    no conflict marker on their spaces, at most two a round and one in a region.
    """
    f = facts()
    mask = state.advantages[side] & ~(state.advantages_new | state.advantages_exhausted)
    if state.advantages_used >= f.limits.advantages_per_round:
        mask = 0
    for region in bits(state.advantage_regions):
        mask &= ~f.advantages_by_region[region]
    mask |= state.advantages[side] & activated(state)
    return sum(1 << index for index in bits(mask) if not f.advantage_spaces[index] & state.conflicts)


ACTIVE: Final = "active_"


def activated_key(tile: Advantage) -> str:
    """The modifier of a round that says that an Event has activated a tile (Events 6 and 33)."""
    return ACTIVE + tile.id


def activated(state: State) -> int:
    """The advantages that an Event of this round has activated and that were not used for it yet (R-25)."""
    if state.ap is None or not state.ap.modifiers:
        return 0
    mask = 0
    for modifier in state.ap.modifiers:
        if modifier.startswith(ACTIVE):
            mask |= 1 << facts().advantage[modifier.removeprefix(ACTIVE)]
    return mask


def targets(state: State, side: int, tile: Advantage) -> int:
    """The spaces on which an advantage may work now (8.2), for the ops that have a target."""
    match tile.op:
        case "place_conflict":
            mask = tile.targets & can_bear_conflict(state)
            return mask & ~all_protected(state) if tile.unprotected else mask
        case "unflag_fixed" | "unflag_discount":
            markets = facts().market
            mask = tile.targets & opposing_flags(state, side) & playable(state)
            return mask & (~markets | reach(state, side)) if mask & markets else mask
        case "squadron_to_navy_box":
            return state.squadrons[opponent(side)]
        case _:
            return 0


def quote(state: State, side: int, action: UseAdvantage) -> Quote:
    """The price of using an advantage, or the refusal."""
    f = facts()
    index = f.advantage.get(action.advantage)
    if index is None:
        return refused(unknown_advantage(advantage=action.advantage))
    why = _not_usable(state, side, f.advantages[index])
    if why is not None:
        return refused(why)
    tile = f.advantages[index]
    wanted = ARGUMENT[tile.op]
    given = {name for name in ("conflict", "space", "squadron") if getattr(action, name) is not None}
    if given != ({wanted} if wanted else set()):
        return refused(advantage_argument(advantage=tile.id, wanted=wanted))
    if not wanted:
        if tile.op == "construct_squadron":
            return no_squadron_left(state, side) or squadron_quote(state, tile.points, "8.2")
        return FREE
    name: str = getattr(action, wanted)
    space = f.space.get(name)
    if space is None:
        return refused(unknown_space(space=name))
    if not targets(state, side, tile) >> space & 1:
        return refused(_not_a_target(state, side, tile, space))
    why = huguenots_refusal(state, side, action.huguenots, space)
    if why is not None:
        return refused(why)
    return _quote(state, side, tile, space, action)


def _quote(state: State, side: int, tile: Advantage, space: int, action: UseAdvantage) -> Quote:
    """The price for a legal target, with what the action turns up and flips."""
    if tile.op == "squadron_to_navy_box":
        return plain(MILITARY, tile.points, "8.2", space=space, needs_major=True)
    if tile.op not in ("unflag_discount", "unflag_fixed"):
        return FREE
    kind = ECONOMIC if facts().market >> space & 1 else DIPLOMATIC
    asked = Marks(state, side, kind, action.reveal, action.huguenots)
    marks, less = asked.of(space, "unflag"), asked.less(space, "unflag")
    if tile.op == "unflag_discount":
        return shift_quote(space, marks, tile.amount, less)
    return fixed_quote(space, _fixed_marks(state, marks), tile.points, less)


def _fixed_marks(state: State, marks: int) -> int:
    """What raises a fixed price; with the house rule it stays as it is (R-23)."""
    return marks & (REMOVES | CONFLICT | MINOR) if state.options.fixed_price_is_final else marks


# offers --------------------------------------------------------------------------------------------


def offers(state: State, side: int, purses: Purses) -> Iterator[UseAdvantage]:
    """Everything that the advantages can do now, with the normal payment."""
    mask = usable(state, side)
    for index in bits(mask):
        yield from _offers_of(state, side, facts().advantages[index], purses)


def _offers_of(state: State, side: int, tile: Advantage, purses: Purses) -> Iterator[UseAdvantage]:
    if not ARGUMENT[tile.op]:
        offer = _paid_offer(purses, UseAdvantage(tile.id), quote(state, side, UseAdvantage(tile.id)))
        if offer is not None:
            yield offer
        return
    for space in bits(targets(state, side, tile)):
        action = _aimed(tile.index, space)
        offer = _paid_offer(purses, action, _quote(state, side, tile, space, action))
        if offer is not None:
            yield offer


@cache
def _aimed(index: int, target: int) -> UseAdvantage:
    """The action without payment, by indexes of the tile and of the space."""
    tile, space = facts().advantages[index], facts().spaces[target].id
    match ARGUMENT[tile.op]:
        case "conflict":
            return UseAdvantage(tile.id, conflict=space)
        case "squadron":
            return UseAdvantage(tile.id, squadron=space)
        case _:
            return UseAdvantage(tile.id, space=space)


def _paid_offer(purses: Purses, action: UseAdvantage, price: Quote) -> UseAdvantage | None:
    if price.refusal is not None or price is FREE:
        return None if price.refusal is not None else action
    usual = purses.of(price.type).usual(price)
    if usual is None:
        return None
    return UseAdvantage(
        action.advantage,
        space=action.space,
        squadron=action.squadron,
        kind=usual.kind,
        debt=usual.debt,
        trp=usual.trp,
        free_debt=usual.free_debt,
    )


# refusals ------------------------------------------------------------------------------------------


def _not_usable(state: State, side: int, tile: Advantage) -> Refusal | None:
    f = facts()
    bit, name = 1 << tile.index, tile.id
    if not state.advantages[side] & bit:
        missing = f.ids(tile.spaces & ~held(state, side))
        return advantage_not_held(advantage=name, missing=missing)
    if tile.spaces & state.conflicts:
        return advantage_conflict(advantage=name, conflicts=f.ids(tile.spaces & state.conflicts))
    if activated(state) & bit:
        return None
    if state.advantages_exhausted & bit:
        return advantage_exhausted(advantage=name)
    if state.advantages_new & bit:
        return advantage_new(advantage=name)
    limit = f.limits.advantages_per_round
    if state.advantages_used >= limit:
        return advantage_limit(used=state.advantages_used, limit=limit)
    if state.advantage_regions >> tile.region & 1:
        return advantage_region(advantage=name, region=f.regions[tile.region])
    return None


def _not_a_target(state: State, side: int, tile: Advantage, space: int) -> Refusal:
    f = facts()
    bit, name = 1 << space, f.spaces[space].id
    if tile.op == "squadron_to_navy_box":
        there = f.ids(state.squadrons[opponent(side)])
        return no_opposing_squadron(space=name, spaces=there)
    if not tile.targets & playable(state) & bit:
        allowed = f.ids(tile.targets & playable(state))
        return not_a_target(advantage=tile.id, space=name, targets=allowed)
    if tile.op == "place_conflict":
        if state.conflicts & bit:
            return conflict_there(space=name)
        return protected_target(advantage=tile.id, space=name)
    if not opposing_flags(state, side) & bit:
        return no_opposing_flag(space=name)
    return unconnected(state, side, space)


def check_free(action: UseAdvantage) -> None:
    """Refuse a payment for an advantage that costs nothing. Raises Refusal."""
    if action.kind or action.debt or action.trp or action.free_debt or action.restricted or action.huguenots:
        near = UseAdvantage(action.advantage, action.conflict, action.space, action.squadron)
        raise nothing_to_pay((near,), advantage=action.advantage)


# use -----------------------------------------------------------------------------------------------


def use(play: Play[State], side: int, action: UseAdvantage, price: Quote, paid: Paid | None) -> None:
    """Exhaust the tile and apply its effect (8.2); its price is paid already."""
    state, tile = play.state, facts().advantages[facts().advantage[action.advantage]]
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
            place_conflict(play, side, facts().space[action.conflict])
        case "reduce_debt":
            lower_debt(play, side, tile.amount, tile.id)
        case "squadron_to_navy_box":
            send_home(state, opponent(side), price.space)
            play.emit(SquadronSentHome(SIDES[opponent(side)], facts().spaces[price.space].id))
        case "construct_squadron":
            assert paid is not None
            build_squadron(state, side)
            play.emit(SquadronBuilt(SIDES[side], paid, tile.id))
        case "unflag_fixed" | "unflag_discount":
            assert paid is not None
            name = facts().spaces[price.space].id
            play.emit(SpaceShifted(SIDES[side], name, "unflag", paid, tile.id))
            remove_flag(play, price.space)
