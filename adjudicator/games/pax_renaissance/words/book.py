"""The words of the game in one language, and the registers where they are gathered.

What templates can say stands in `data/said/`; what fills their places, and what they cannot say, in :mod:`.options` and
:mod:`.events`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar, Final

from msgspec import Struct

from adjudicator.kernel.events import Event
from adjudicator.language import Language
from adjudicator.reports.asking import Askings
from adjudicator.reports.model import Party
from adjudicator.reports.refusing import Refusals
from adjudicator.reports.speech import NamedSpeech
from adjudicator.reports.story import Stories
from adjudicator.reports.telling import Group, Phase, Tellings
from adjudicator.reports.worded import Registers

from ..catalogue import in_game
from ..facts import BANK
from ..names import names
from ..state import State


class Counter(Struct, frozen=True):
    """What the words of a question look at: the position as the seat knows it, and the seat ("": an observer)."""

    state: State
    seat: str = ""


class Speech(NamedSpeech):
    """A language with the words and names of the game."""

    __slots__ = ()
    units: ClassVar[frozenset[str]] = frozenset(("florins",))

    def bank(self, seat: str, case: str = "") -> str:
        """A bank, in Russian in a case."""
        return self.inflected(BANK, seat, case) if case else self.thing(BANK, seat)

    def party(self, seat: str) -> Party:
        return self.actor(BANK, seat)

    def florins(self, n: int) -> str:
        """`3 florins`."""
        return self.ngettext("%(n)s florin", "%(n)s florins", n)


@lru_cache(maxsize=8)
def speech(language: Language) -> Speech:
    """The words of a language."""
    return Speech(in_game(language), names)


def new_turn(event: Event, to: Speech) -> Group:
    """The part of the news that a turn begins."""
    seat: str = getattr(event, event.about.by) if event.about.by else ""
    return Group("turn", to.gettext("Turn: %(seat)s", seat=to.bank(seat)) if seat else "", side=seat)


TELLINGS: Final[Tellings[Speech]] = Tellings(lambda seat, to: to.party(seat), Phase[Speech]("turn", new_turn).unless())
ASKINGS: Final[Askings[Speech, Counter]] = Askings()
STORIES: Final[Stories[Speech]] = Stories(lambda seat, to: to.bank(seat))
REFUSALS: Final[Refusals[Speech]] = Refusals()
REGISTERS: Final = Registers(TELLINGS, ASKINGS, STORIES, REFUSALS)
tell, ask, refuse = TELLINGS.tell, ASKINGS.ask, REFUSALS.refuse
