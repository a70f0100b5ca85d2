"""The chapters of the words, all of them loaded: what they and the files declare in :mod:`.book` is complete."""

from .. import rules
from ..fact_types import DATA
from .book import ASKINGS, REFUSALS, REGISTERS, STORIES, TELLINGS

__all__ = ["ASKINGS", "REFUSALS", "REGISTERS", "STORIES", "TELLINGS"]

REGISTERS.load(
    __package__,
    *("advantages", "credit", "events", "event_choices", "refused_choices", "forts", "military", "ministries"),
    *("rounds", "shifts", "squadrons", "turn", "war", "war_choices", "conquest", "war_tiles"),
    rules=rules,
    said=DATA / "said",
)
