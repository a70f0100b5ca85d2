"""Advantages that events activate, refresh or exhaust (Events 6, 17, 33, 34)."""

from adjudicator import Event

from ...components import AdvantageId, SideEvent
from ...fact_types import ADVANTAGE, SPACE
from ..advantages import activated_key
from ..control import place_conflict
from ..debt import lower_debt
from ..purse import points_of
from .conditions import Doing


class AdvantageRefreshed(Event, frozen=True, tag="advantage_refreshed", rule="5.2", touches=("advantage",)):
    """An Advantage may be used once more this turn (Event 17)."""

    advantage: AdvantageId


class AdvantageExhausted(Event, frozen=True, tag="advantage_exhausted", rule="5.2", touches=("advantage",)):
    """An Advantage was exhausted without effect (Event 34)."""

    advantage: AdvantageId


class AdvantageActivated(SideEvent, frozen=True, tag="advantage_activated", rule="5.2", touches=("advantage",)):
    """An event activated an Advantage without a marker on it; ``later``: it can be used later in this round."""

    advantage: AdvantageId
    later: bool = False


def activate(do: Doing) -> None:
    """Activate an advantage: its tile bears no marker afterwards, but counts for this round (R-25).

    One that makes a purchase cheaper or costs points is kept ready, because points can be spent only after the event
    (5.2 step 2).
    """
    state, activation = do.state, do.chosen
    tile = ADVANTAGE.thing(activation.advantage)
    later = tile.op not in ("place_conflict", "reduce_debt")
    if state.options.event_activation_counts:
        state.advantages_used += 1
        state.advantage_regions |= 1 << tile.region
    do.play.emit(AdvantageActivated(do.seat, tile.id, later))
    if later:
        points_of(state).modifiers.append(activated_key(tile))
    elif activation.conflict is not None:
        place_conflict(do.play, do.side, SPACE.index[activation.conflict])
    else:
        lower_debt(do.play, do.side, tile.amount, tile.id)


def refresh(do: Doing) -> None:
    """Take the markers from tiles (Event 17)."""
    for name in do.chosen:
        do.state.advantages_exhausted &= ~(1 << ADVANTAGE.index[name])
        do.play.emit(AdvantageRefreshed(name))


def exhaust(do: Doing) -> None:
    """Put markers on tiles, without their effect and without what others gain from it (Event 34, R-48)."""
    for name in do.chosen:
        do.state.advantages_exhausted |= 1 << ADVANTAGE.index[name]
        do.play.emit(AdvantageExhausted(name))
