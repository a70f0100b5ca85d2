"""Carry out the ops of event cards (5.2). Points are kept until they are spent with those of the tile (5.2 step 2)."""

from collections.abc import Callable, Collection, Mapping
from typing import Final

from adjudicator import Event, Frames
from adjudicator.components import bits

from ...components import CommodityId, EventNumber, FlagId, PlaceId, SideEvent, SpaceId, TypeId, WarId
from ...fact_events import EventOpName
from ...fact_types import ACTION_TYPES, COMMODITY, ECONOMIC, SIDES, SPACE
from ...state import held_clear, opponent, war_of
from ..advantages import SquadronSentHome
from ..book import event_part
from ..control import lift_squadron, opposing_flags, place_conflict, remove_flag, take_control
from ..debt import TreatyPointsChanged, force_debt, gain_treaty_points, lower_debt, score
from ..ministries.for_events import economic_points_gained
from ..points import gain_points
from ..purse import points_of
from ..scoring import score_demand
from ..shifts import shift
from ..squadrons import build_squadron
from . import advantages, tiles
from .conditions import Doing, owned
from .targets import CO_HONG, drawn_commodity


class EventWithoutEffect(SideEvent, frozen=True, tag="event_without_effect", rule="5.2"):
    """Part of an event could not be carried out: there was no target, or what it asks for did not hold (5.2 step 2).

    ``op``: which part, as in the card's facts.
    """

    card: EventNumber
    part: str
    op: str


class PointsGained(SideEvent, frozen=True, tag="points_gained", rule="3.4.5"):
    """An event gave action points (3.4.5); ``rule``: the condition on them, a key of the restrictions, or ""."""

    card: EventNumber
    type: TypeId
    points: int
    rule: str = ""


class DiscountGained(SideEvent, frozen=True, tag="discount_gained", rule="5.2"):
    """An event makes something cheaper for the rest of the round (Events 4 and 17)."""

    card: EventNumber
    amount: int


class EventShifted(SideEvent, frozen=True, tag="event_shifted", rule="5.2", touches=("space",)):
    """An event changed a flag (3.2.8); ``result``: flag, unflag, take_control, remove_own."""

    card: EventNumber
    space: SpaceId
    result: str

    def hit(self) -> Collection[str]:
        return self.against if self.result in ("unflag", "take_control") else ()


class FortDamaged(Event, frozen=True, tag="fort_damaged", rule="5.2", touches=("space",), hits=("owner",)):
    """A fort was damaged by an event; ``owner``: whose it is."""

    owner: FlagId
    space: SpaceId


class SquadronAway(Event, frozen=True, tag="squadron_away", rule="4.1.5", touches=("source",), hits=("owner",)):
    """A squadron is put on the turn track, until the reset of the next peace turn (4.1.5); ``source``: where it lay."""

    owner: FlagId
    source: PlaceId


class SquadronLost(Event, frozen=True, tag="squadron_lost", rule="5.2", touches=("source",), hits=("owner",)):
    """A squadron left the game; ``source``: where it lay."""

    owner: FlagId
    source: PlaceId


class SquadronGained(SideEvent, frozen=True, tag="squadron_gained", rule="5.2"):
    """A squadron was built for nothing and put into the navy box."""

    card: EventNumber


class ByngPlaced(Event, frozen=True, tag="byng_placed", rule="5.2"):
    """The Byng marker lies at a theatre (Event 18)."""

    theater: int
    war: WarId = ""


class DemandDrawnFor(SideEvent, frozen=True, tag="demand_drawn_for", rule="5.2"):
    """An event drew a commodity, which is going to replace one in demand (Event 21)."""

    card: EventNumber
    commodity: CommodityId


class DemandChanged(Event, frozen=True, tag="demand_changed", rule="4.1.4"):
    """A commodity came into demand; ``replaced``: the one that left for it, "" for none."""

    commodity: CommodityId
    replaced: CommodityId = ""


class DebtLimitLowered(SideEvent, frozen=True, tag="debt_limit_lowered", rule="6.3", hits=("side",)):
    """An event lowered a debt limit to ``limit``."""

    limit: int


Effect = Callable[[Doing], "Frames | bool | None"]
"""Carries an op out. ``False``: there was nothing to do. Frames follow before the next part."""


# points, debt, tracks --------------------------------------------------------------------------------


def _points(do: Doing) -> bool:
    if do.amount > 0:
        _gain(do, do.op.type, do.amount, do.op.only)
        return True
    return do.op.counted == "two_squadrons" and do.state.options.event_41_without_points and _opened(do)


def _gain(do: Doing, kind: int, n: int, rule: str = "") -> None:
    gain_points(do.state, kind, n, str(do.card), rule)
    do.play.emit(PointsGained(do.seat, do.card, ACTION_TYPES[kind], n, rule))
    if kind == ECONOMIC:
        economic_points_gained(do.play, do.side)


def _opened(do: Doing) -> bool:
    """Allow a Major Action without a point, for debt and treaty points alone (6.1, R-76)."""
    points_of(do.state).major_allowed |= 1 << do.op.type
    do.play.emit(PointsGained(do.seat, do.card, ACTION_TYPES[do.op.type], 0, do.op.only))
    return True


def _debt(do: Doing) -> bool:
    """Force debt (6.3b) or reduce it.

    If the card says so (Event 8), debt that does not exist gives economic points instead.
    """
    side = opponent(do.side) if do.op.opponent else do.side
    if do.op.n > 0:
        force_debt(do.play, side, do.op.n, do.why)
        return True
    lowered = lower_debt(do.play, side, -do.op.n, do.why)
    if do.op.shortfall and do.chosen:
        _gain(do, ECONOMIC, do.chosen)
        return True
    return lowered > 0


def _debt_limit(do: Doing) -> None:
    """Lower the opponent's debt limit (Event 15).

    At the limit the debt goes down with it, so that available debt is never below 0 (R-66).
    """
    other, state = opponent(do.side), do.state
    at_limit = state.debt[other] >= state.debt_limit[other]
    state.debt_limit[other] += do.op.n
    do.play.emit(DebtLimitLowered(SIDES[other], state.debt_limit[other]))
    if at_limit:
        lower_debt(do.play, other, -do.op.n, do.why)
        score(do.play, do.side, do.op.vp, do.why)


def _vp(do: Doing) -> bool:
    score(do.play, do.side, do.amount, do.why)
    return do.amount > 0


def _trp(do: Doing) -> None:
    gain_treaty_points(do.play, do.side, do.amount, do.why)


def _pay(do: Doing) -> None:
    """Pay with forced debt, or with a treaty point (Event 25, R-39)."""
    if do.chosen == "trp":
        do.state.treaty_points[do.side] -= 1
        do.play.emit(TreatyPointsChanged(do.seat, -1, do.why))
    else:
        force_debt(do.play, do.side, 1, do.why)


def _modifier(do: Doing) -> None:
    """Make something cheaper for the rest of the round (Events 4 and 17); the number of the card is the modifier."""
    points_of(do.state).modifiers.append(str(do.card))
    do.play.emit(DiscountGained(do.seat, do.card, do.op.n))


# the map, squadrons --------------------------------------------------------------------------------


def _place_conflict(do: Doing) -> None:
    for name in do.chosen:
        place_conflict(do.play, do.side, SPACE.index[name], plus=do.op.plus)


def _shift(do: Doing) -> None:
    for name in do.chosen:
        space = SPACE.index[name]
        result = "unflag" if opposing_flags(do.state, do.side) >> space & 1 else "flag"
        do.play.emit(EventShifted(do.seat, do.card, name, result))
        shift(do.play, do.side, space, result)


def _remove_flags(do: Doing) -> None:
    """Remove flags of the opponent, or own ones."""
    for name in do.chosen:
        do.play.emit(EventShifted(do.seat, do.card, name, do.op.op))
        remove_flag(do.play, SPACE.index[name])


def _take_control(do: Doing) -> None:
    for name in do.chosen:
        do.play.emit(EventShifted(do.seat, do.card, name, "take_control"))
        take_control(do.play, do.side, SPACE.index[name])


def _remove_scored_flags(do: Doing) -> bool:
    """Remove the flags that have just scored (Event 31).

    Flags under a conflict marker have not scored (3.8), and stay.
    """
    scored = do.op.targets & do.state.flags[do.side] & held_clear(do.state, do.side)
    for space in bits(scored):
        do.play.emit(EventShifted(do.seat, do.card, SPACE.ids[space], "remove_own"))
        remove_flag(do.play, space)
    return scored != 0


def _damage_fort(do: Doing) -> None:
    do.state.damaged |= 1 << SPACE.index[do.chosen]
    do.play.emit(FortDamaged(SIDES[owned(do.state, do.side, do.op)], do.chosen))


def _squadron(do: Doing) -> None:
    """Send a squadron home, out of the game, or to the turn track.

    From the track it returns at the reset of the next peace turn (4.1.5; Events 18 and 25).
    """
    owner, state = owned(do.state, do.side, do.op), do.state
    told, pile = {
        "squadron_home": (SquadronSentHome, state.navy_box),
        "squadron_away": (SquadronAway, state.away),
        "squadron_lost": (SquadronLost, state.lost),
    }[do.op.op]
    lift_squadron(state, owner, do.chosen)
    pile[owner] += 1
    do.play.emit(told(SIDES[owner], do.chosen))
    score(do.play, do.side, do.op.vp, do.why)


def _construct_squadron(do: Doing) -> bool:
    """Build for nothing; the bonus of Event 4 is for a squadron that is paid for."""
    if not do.state.unbuilt[do.side]:
        return False
    build_squadron(do.state, do.side)
    do.play.emit(SquadronGained(do.seat, do.card))
    return True


# demand --------------------------------------------------------------------------------------------


def _place_byng(do: Doing) -> None:
    do.state.byng_theatre = do.chosen
    do.play.emit(ByngPlaced(do.chosen, war_of(do.state)))


def _add_demand(do: Doing) -> None:
    do.state.demand = sorted([*do.state.demand, COMMODITY.index[do.chosen]])
    do.play.emit(DemandChanged(do.chosen))


def _replace_demand(do: Doing) -> Frames | None:
    """Draw a commodity that is not in demand (Event 21).

    Then one that is in demand makes room for it.
    """
    modifiers = points_of(do.state).modifiers
    drawn = drawn_commodity(do.state)
    if not drawn:
        others = [commodity.id for commodity in COMMODITY if commodity.index not in do.state.demand]
        drawn = do.play.pick("commodity", "commodity", others)
        modifiers.append(CO_HONG + drawn)
        do.play.emit(DemandDrawnFor(do.seat, do.card, drawn))
        return [event_part(do.side, do.card, do.part)]
    modifiers.remove(CO_HONG + drawn)
    left = [index for index in do.state.demand if index != COMMODITY.index[do.chosen]]
    do.state.demand = sorted([*left, COMMODITY.index[drawn]])
    do.play.emit(DemandChanged(drawn, do.chosen))
    return None


def _score_demand(do: Doing) -> None:
    """Score demand as in 4.1.12 (Event 11).

    Whoever leads gets it, also the opponent (R-56).
    """
    for commodity in do.op.commodities:
        score_demand(do.play, commodity)


EFFECTS: Final[Mapping[EventOpName, Effect]] = {
    "points": _points,
    "debt": _debt,
    "debt_limit": _debt_limit,
    "vp": _vp,
    "trp": _trp,
    "pay_debt_or_trp": _pay,
    "modifier": _modifier,
    "place_conflict": _place_conflict,
    "unflag": _remove_flags,
    "remove_own": _remove_flags,
    "shift": _shift,
    "take_control": _take_control,
    "remove_scored_flags": _remove_scored_flags,
    "damage_fort": _damage_fort,
    "squadron_home": _squadron,
    "squadron_away": _squadron,
    "squadron_lost": _squadron,
    "construct_squadron": _construct_squadron,
    "place_byng": _place_byng,
    "return_tile_unseen": tiles.return_tile_unseen,
    "return_own_tile": tiles.return_own_tile,
    "draw_tile": tiles.draw_tiles,
    "add_demand": _add_demand,
    "replace_demand": _replace_demand,
    "score_demand": _score_demand,
    "refresh_advantage": advantages.refresh,
    "exhaust_advantage": advantages.exhaust,
    "activate_advantage": advantages.activate,
}
"""What each op does."""
UNCHOSEN: Final = ("debt", "replace_demand")
"""Ops that do something also where nothing is chosen for them."""
