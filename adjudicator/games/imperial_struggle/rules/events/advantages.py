"""Advantages that events activate, refresh or exhaust (Events 6, 17, 33, 34)."""

from adjudicator import Event, Play

from ...components import AdvantageId, SideId
from ...fact_types import SIDES
from ...facts import facts
from ...state import State
from ..advantages import activated_key
from ..control import place_conflict
from ..debt import lower_debt
from ..points import points_of
from .choices import Activation


class AdvantageRefreshed(Event, frozen=True, tag="advantage_refreshed", rule="5.2", touches=("advantage",)):
    """An Advantage may be used once more this turn (Event 17)."""

    advantage: AdvantageId


class AdvantageExhausted(Event, frozen=True, tag="advantage_exhausted", rule="5.2", touches=("advantage",)):
    """An Advantage was exhausted without effect (Event 34)."""

    advantage: AdvantageId


class AdvantageActivated(Event, frozen=True, tag="advantage_activated", by="side", touches=("advantage",)):
    """An event activated an Advantage without a marker on it; ``later``: it can be used later in this round."""

    side: SideId
    advantage: AdvantageId
    later: bool = False


def activate(play: Play[State], side: int, activation: Activation) -> bool:
    """The tile bears no marker afterwards, but counts for this round (R-25). One that makes a purchase cheaper or costs
    points is kept ready, because points can be spent only after the event (5.2 step 2).
    """
    state, f = play.state, facts()
    tile = f.advantages[f.advantage[activation.advantage]]
    later = tile.op not in ("place_conflict", "reduce_debt")
    if state.options.event_activation_counts:
        state.advantages_used += 1
        state.advantage_regions |= 1 << tile.region
    play.emit(AdvantageActivated(SIDES[side], tile.id, later))
    if later:
        points_of(state).modifiers.append(activated_key(tile))
    elif activation.conflict is not None:
        place_conflict(play, side, f.space[activation.conflict])
    else:
        lower_debt(play, side, tile.amount, tile.id)
    return True


def refresh(play: Play[State], chosen: tuple[str, ...]) -> bool:
    """Take the markers from tiles (Event 17)."""
    for name in chosen:
        play.state.advantages_exhausted &= ~(1 << facts().advantage[name])
        play.emit(AdvantageRefreshed(name))
    return bool(chosen)


def exhaust(play: Play[State], chosen: tuple[str, ...]) -> bool:
    """Put markers on tiles, without their effect and without what others gain from it (Event 34, R-48)."""
    for name in chosen:
        play.state.advantages_exhausted |= 1 << facts().advantage[name]
        play.emit(AdvantageExhausted(name))
    return bool(chosen)
