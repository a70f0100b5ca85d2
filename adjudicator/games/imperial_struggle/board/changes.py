"""Events → what a picture highlights: the spaces and advantages that changed, and whose deed it was."""

from collections.abc import Iterable

from adjudicator.kernel.events import Event
from adjudicator.pictures.maps import highlights

from ..rules.advantages import SquadronSentHome
from ..rules.control import AdvantageLost
from ..rules.events.playing import EventPlayed
from ..rules.war.special import IsolatedFlagsRemoved, UsaFlagsPlaced, UsaFortsRemoved
from .atlas import atlas
from .position import SIDES


def changes_of(events: Iterable[Event]) -> tuple[highlights.Change, ...]:
    """What changed on the map by these events; only public fields are looked at."""
    return highlights.changes_of(events, atlas().places, _actor)


def _actor(event: Event) -> str | None:
    match event:
        case SquadronSentHome():
            return SIDES[1 - SIDES.index(event.owner)]
        case UsaFlagsPlaced() | UsaFortsRemoved() | IsolatedFlagsRemoved():
            return "france"
        case AdvantageLost():  # the side that lost it did nothing
            return None
        case _:
            return highlights.acting(event) if event.about.touches or isinstance(event, EventPlayed) else None
