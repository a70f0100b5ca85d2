"""The chapters of the words, all of them loaded: what they declare in :mod:`.book` is complete."""

from typing import Final

from . import (
    advantages,
    credit,
    event_choices,
    events,
    forts,
    military,
    ministries,
    rounds,
    shifts,
    squadrons,
    turn,
    war,
    war_choices,
    war_tiles,
)
from .book import ASKINGS, ORDERS, REFUSALS, TELLINGS

__all__ = ["ASKINGS", "CHAPTERS", "ORDERS", "REFUSALS", "TELLINGS"]

CHAPTERS: Final = (
    turn,
    rounds,
    shifts,
    military,
    forts,
    squadrons,
    war_tiles,
    advantages,
    credit,
    ministries,
    events,
    event_choices,
    war,
    war_choices,
)
