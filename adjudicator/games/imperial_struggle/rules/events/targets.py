"""List the targets on which each op of an event may work now (5.2 step 2, 3.2.8, 3.8)."""

from collections.abc import Iterator

from msgspec import Struct

from adjudicator.components import bits, mask_of

from ...components import AdvantageId, SpaceId
from ...fact_events import EventOp
from ...fact_types import ADVANTAGE, COMMODITY, SPACE, USA, WAR, WAR_TILE
from ...facts import FACTS
from ...isolation import isolates
from ...state import State, available_debt, opponent, playable
from .. import advantages
from ..control import all_protected, can_bear_conflict, empty_spaces, opposing_flags, squadron_places
from .conditions import owned


class Activation(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An Advantage that an Event activates, with its target (Events 6 and 33).

    ``conflict``: space of the marker to place. Advantages that make a purchase cheaper or cost points have no target
    here: they are used later in the round, like any other purchase.
    """

    advantage: AdvantageId
    conflict: SpaceId | None = None


Value = str | int | bool | Activation
"""What may be given for an argument of ``choose_for_event``."""


def candidates(state: State, side: int, op: EventOp) -> tuple[Value, ...]:
    """Return what may be chosen for an op, in a fixed order; empty if there is no target or nothing to choose."""
    match op.op:
        case "place_conflict" | "unflag" | "shift" | "remove_own" | "take_control" | "damage_fort":
            return SPACE.ids_of(spaces_for(state, side, op))
        case "squadron_home":
            return SPACE.ids_of(state.squadrons[owned(state, side, op)])
        case "squadron_away" | "squadron_lost":
            return squadron_places(state, owned(state, side, op))
        case "return_tile_unseen" | "return_own_tile":
            return tuple(_tiles(state, opponent(side), by_theatre=op.op == "return_tile_unseen"))
        case "refresh_advantage":
            return tuple(ADVANTAGE.ids[i] for i in bits(state.advantages_exhausted & op.tiles))
        case "exhaust_advantage":
            return tuple(ADVANTAGE.ids[i] for i in bits(~state.advantages_exhausted & op.tiles))
        case "activate_advantage":
            return tuple(_activations(state, side, op))
        case "place_byng":
            return _byng_theatres(state)
        case "add_demand":
            return tuple(COMMODITY.ids[c] for c in op.commodities if c not in state.demand)
        case "replace_demand":
            return tuple(COMMODITY.ids[c] for c in state.demand) if drawn_commodity(state) else ()
        case "score_demand":
            return (False, True)
        case "pay_debt_or_trp":
            return _payments(state, side)
        case "debt" if op.shortfall:
            short = max(0, -op.n - state.debt[side])
            return tuple(range(short + 1)) if short else ()
        case _:
            return ()


def spaces_for(state: State, side: int, op: EventOp) -> int:
    """Return the spaces on which an op that changes spaces may work now."""
    targets = op.targets
    if op.northern_colonies and state.options.usa_sub_region == "northern_colonies":
        targets |= FACTS.usa_spaces
    targets &= playable(state)
    match op.op:
        case "place_conflict":
            spaces = targets & can_bear_conflict(state)
            if op.owner:
                spaces &= state.flags[owned(state, side, op)]
            return spaces & ~all_protected(state) if op.unprotected else spaces
        case "unflag":
            spaces = targets & (state.flags[owned(state, side, op)] if op.owner else opposing_flags(state, side))
            if not op.isolates_nothing:
                return spaces
            # markets whose flag can go without isolating another one (Event 4), as the map lies now
            return mask_of(space for space in bits(spaces) if not isolates(state, space))
        case "shift":
            return targets & (opposing_flags(state, side) | empty_spaces(state))
        case "remove_own":
            return targets & state.flags[side]
        case "take_control":
            return targets & ~(state.flags[side] | state.flags[USA])
        case _:
            return targets & state.flags[owned(state, side, op)] & ~state.damaged


def _tiles(state: State, owner: int, *, by_theatre: bool) -> Iterator[Value]:
    """Yield Bonus War tiles of a side at theatres, or the theatres' numbers."""
    tiles = WAR_TILE.things
    for order, theatre in enumerate(state.theatres, 1):
        lying = [tiles[tile].id for tile in theatre.bonus[owner] if tiles[tile].kind == "bonus"]
        if by_theatre and lying:
            yield order
        elif not by_theatre:
            yield from lying


def _activations(state: State, side: int, op: EventOp) -> Iterator[Activation]:
    """Yield activations of advantages held (Events 6, 33; R-25).

    Exhausted ones are included. Those that place a marker at once come with its target.
    """
    mask = state.advantages[side] & op.tiles
    if not op.just_gained:
        mask &= ~state.advantages_new
    if state.options.event_activation_counts:
        if state.advantages_used >= FACTS.limits.advantages_per_round:
            return
        for region in bits(state.advantage_regions):
            mask &= ~FACTS.advantages_by_region[region]
    for index in bits(mask):
        tile = ADVANTAGE.things[index]
        if tile.spaces & state.conflicts:
            continue
        if tile.op == "place_conflict":
            for space in bits(advantages.targets(state, side, tile)):
                yield Activation(tile.id, SPACE.ids[space])
        else:
            yield Activation(tile.id)


def _byng_theatres(state: State) -> tuple[int, ...]:
    """Return theatres of the next war that list squadrons (Event 18).

    There are none on turn 6 (R-58).
    """
    if not state.theatres:
        return ()
    theatres = WAR.things[state.next_war].theatres
    return tuple(theatre.order for theatre in theatres if theatre.squadron_regions)


def _payments(state: State, side: int) -> tuple[str, ...]:
    """Return how to pay: debt, or a treaty point if any (Event 25, R-39).

    At the debt limit only the treaty point is left.
    """
    if not state.treaty_points[side]:
        return ("debt",)
    return ("debt", "trp") if available_debt(state, side) else ("trp",)


CO_HONG = "21_"
"""Begins the modifier of a round that keeps the commodity drawn for Event 21 until one is replaced by it."""


def drawn_commodity(state: State) -> str:
    """Return the commodity that was drawn for Event 21 and has not replaced another yet, or ""."""
    if state.ap is None:
        return ""
    return next((key.removeprefix(CO_HONG) for key in state.ap.modifiers if key.startswith(CO_HONG)), "")


def chooser(state: State, side: int, card: int) -> int:
    """Return who makes the choices of a card that a side plays."""
    return opponent(side) if FACTS.event_versions[card - 1][side].chooser_is_opponent else side
