"""The words of the game in one language, and the registers where they are gathered.

What templates can say stands in `data/said/`; what fills their places, and what they cannot say, in :mod:`.options` and
:mod:`.events`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar, Final

from msgspec import Struct

from adjudicator.language import Language
from adjudicator.reports.wording.event_text import EventTemplates
from adjudicator.reports.wording.phases import Phase, new_turn
from adjudicator.reports.wording.prompt_text import PromptTemplates
from adjudicator.reports.wording.refusing import Refusals
from adjudicator.reports.wording.speech import NamedSpeech
from adjudicator.reports.wording.story import Stories
from adjudicator.reports.wording.worded import Registers

from ..board.atlas import palette
from ..facts import BANK
from ..names import names
from ..state import State


class Counter(Struct, frozen=True):
    """The data that the words of a question look at: the position as a seat knows it, and the seat ("": observer)."""

    state: State
    seat: str = ""


class Speech(NamedSpeech):
    """A language with the words and names of the game."""

    __slots__ = ()
    units: ClassVar[frozenset[str]] = frozenset(("florins",))
    seats = BANK

    def tone(self, seat: str) -> int:
        return palette().banks[seat].tone

    def florins(self, n: int) -> str:
        """Return an amount such as `3 florins`."""
        return self.ngettext("%(n)s florin", "%(n)s florins", n)


@lru_cache(maxsize=8)
def speech(language: Language) -> Speech:
    """Return the words of a language."""
    return Speech(names.in_game(language), names)


TELLINGS: Final[EventTemplates[Speech]] = EventTemplates(
    lambda seat, to: to.party(seat), Phase[Speech]("turn", new_turn).unless()
)
ASKINGS: Final[PromptTemplates[Speech, Counter]] = PromptTemplates()
STORIES: Final[Stories[Speech]] = Stories(lambda seat, to: to.seat(seat))
REFUSALS: Final[Refusals[Speech]] = Refusals()
REGISTERS: Final = Registers(TELLINGS, ASKINGS, STORIES, REFUSALS)
tell, ask, refuse = TELLINGS.tell, ASKINGS.ask, REFUSALS.refuse
