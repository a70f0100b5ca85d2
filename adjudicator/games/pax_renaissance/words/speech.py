"""The words of the game in one language: names of things, with their cases and short names, and amounts."""

from __future__ import annotations

from functools import lru_cache

from adjudicator.language import Language
from adjudicator.reports.model import Party
from adjudicator.reports.speech import NamedSpeech

from ..catalogue import in_game
from ..facts import BANK
from ..names import names


class Speech(NamedSpeech):
    """A language with the words and names of the game."""

    __slots__ = ()

    def bank(self, seat: str, case: str = "") -> str:
        """A bank, in Russian in a case."""
        return self.inflected(BANK, seat, case) if case else self.thing(BANK, seat)

    def party(self, seat: str) -> Party:
        """A bank as an actor."""
        return self.actor(BANK, seat)

    def florins(self, n: int) -> str:
        """`3 florins`."""
        return self.ngettext("%(n)s florin", "%(n)s florins", n)

    def actions(self, n: int) -> str:
        """`2 actions`."""
        return self.ngettext("%(n)s action", "%(n)s actions", n)


@lru_cache(maxsize=8)
def speech(language: Language) -> Speech:
    """The words of a language."""
    return Speech(in_game(language), names)
