"""A sentence about something that happened, before it becomes a line of news or of an answer."""

from __future__ import annotations

from msgspec import Struct


class Said(Struct, frozen=True, kw_only=True):
    """One event in words.

    `who` is the side that did it, "" where the sentence needs none. `note` is what it cost or gave, `rule` the
    section of the rulebook. `private`: it tells what only the side of the event may know. `scores`: victory points,
    which name their side wherever they stand.
    """

    text: str
    who: str = ""
    note: str = ""
    rule: str = ""
    important: bool = False
    private: bool = False
    scores: bool = False

    @property
    def line(self) -> str:
        """Text and note in one: `Savoy: French flag (2 diplomatic points)`."""
        return f"{self.text} ({self.note})" if self.note else self.text
