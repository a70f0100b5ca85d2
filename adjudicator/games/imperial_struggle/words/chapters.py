"""The chapters of the words, all of them loaded: what they declare in :mod:`.book` is complete."""

from importlib import import_module
from typing import Final

from .book import ASKINGS, REFUSALS, REGISTERS, STORIES, TELLINGS

__all__ = ["ASKINGS", "CHAPTERS", "REFUSALS", "REGISTERS", "STORIES", "TELLINGS"]

CHAPTERS: Final = (
    *("advantages", "credit", "events", "event_choices", "refused_choices", "forts", "military", "ministries"),
    *("rounds", "shifts", "squadrons", "turn", "war", "war_choices", "conquest", "war_tiles"),
)

for _chapter in CHAPTERS:
    import_module(f"{__package__}.{_chapter}")
