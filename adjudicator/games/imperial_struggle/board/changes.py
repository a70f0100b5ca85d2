"""Whose deed it was that spaces and advantages changed, which a picture highlights."""

from adjudicator.kernel.events import Event
from adjudicator.pictures.maps.highlights import acting

from ..fact_types import SIDES
from ..rules.advantages import SquadronSentHome
from ..rules.control import AdvantageLost
from ..rules.events.playing import EventPlayed
from ..rules.war.special import IsolatedFlagsRemoved, UsaFlagsPlaced, UsaFortsRemoved


def actor(event: Event) -> str | None:
    """The side, where the event says so or the rules do."""
    match event:
        case SquadronSentHome():
            return SIDES[1 - SIDES.index(event.owner)]
        case UsaFlagsPlaced() | UsaFortsRemoved() | IsolatedFlagsRemoved():
            return "france"
        case AdvantageLost():  # the side that lost it did nothing
            return None
        case _:
            return acting(event) if event.about.touches or isinstance(event, EventPlayed) else None
