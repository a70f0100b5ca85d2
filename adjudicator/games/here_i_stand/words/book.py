"""The words of the game in one language, and the registers where they are gathered.

What templates can say stands in `data/said/`; what fills their places, and what they cannot say, in :mod:`.options` and
:mod:`.events`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, ClassVar, Final

from msgspec import Struct

from adjudicator.language import Language
from adjudicator.reports.wording.event_text import EventTemplates
from adjudicator.reports.wording.phases import Group, Phase
from adjudicator.reports.wording.prompt_text import PromptTemplates
from adjudicator.reports.wording.refusing import Refusals
from adjudicator.reports.wording.speech import NamedSpeech
from adjudicator.reports.wording.story import Stories
from adjudicator.reports.wording.worded import Registers

from .. import texts
from ..board.atlas import sides
from ..facts import CARD, LEADER, LOCATION, POWER
from ..names import names
from ..state import State


class Counter(Struct, frozen=True):
    """The data that the words of a question look at: the position as a seat knows it, and the seat ("": observer).

    `context`: the public facts of the question, where one is asked.
    """

    state: State
    seat: str = ""
    context: Mapping[str, Any] = {}


class Speech(NamedSpeech):
    """A language with the words and names of the game."""

    __slots__ = ()
    units_of: ClassVar[tuple[str, ...]] = ("regulars", "mercenaries", "cavalry", "allied", "squadrons", "corsairs")
    units: ClassVar[frozenset[str]] = frozenset(("dice", "hits", "land", "regulars", "mercenaries", "cavalry"))
    seats = POWER

    def tone(self, seat: str) -> int:
        return sides()[seat].tone

    def dice(self, n: int) -> str:
        """Return a number of dice, such as `3 dice`."""
        return self.ngettext("%(n)s die", "%(n)s dice", n)

    def hits(self, n: int) -> str:
        """Return a number of hits."""
        return self.ngettext("%(n)s hit", "%(n)s hits", n)

    def land(self, n: int) -> str:
        """Return a number of units."""
        return self.ngettext("%(n)s unit", "%(n)s units", n)

    def regulars(self, n: int) -> str:
        """Return a number of regulars."""
        return self.ngettext("%(n)s regular", "%(n)s regulars", n)

    def mercenaries(self, n: int) -> str:
        """Return a number of mercenaries."""
        return self.ngettext("%(n)s mercenary", "%(n)s mercenaries", n)

    def cavalry(self, n: int) -> str:
        """Return a number of cavalry."""
        return self.ngettext("%(n)s cavalry", "%(n)s cavalry", n)

    def allied(self, n: int) -> str:
        """Return a number of units of minor allies."""
        return self.ngettext("%(n)s allied unit", "%(n)s allied units", n)

    def squadrons(self, n: int) -> str:
        """Return a number of squadrons."""
        return self.ngettext("%(n)s squadron", "%(n)s squadrons", n)

    def corsairs(self, n: int) -> str:
        """Return a number of corsairs."""
        return self.ngettext("%(n)s corsair", "%(n)s corsairs", n)

    def points(self, n: int) -> str:
        """Return a number of command points."""
        return self.gettext("%(n)s CP", n=n)

    def troops(self, found: Any) -> str:
        """Return the units of anything that has figures of them: `3 regulars, 1 cavalry`."""
        figures = ((getattr(found, unit, 0), getattr(self, unit)) for unit in self.units_of)
        return ", ".join(say(n) for n, say in figures if n)

    def company(self, found: Any) -> str:
        """Return units and leaders that go together."""
        leaders = self.things(LEADER, getattr(found, "leaders", ()))
        return ", ".join(filter(None, (self.troops(found), leaders)))

    def rolled(self, faces: Iterable[int]) -> str:
        """Return what dice show, in a row."""
        return " ".join(map(str, faces)) or "–"

    def leader(self, leader: str) -> str:
        """Return the name of a leader."""
        return self.thing(LEADER, leader)

    def place(self, at: str) -> str:
        """Return the name of a space or a sea zone with its short name."""
        return self.at(LOCATION, at)

    def card(self, card: str) -> str:
        """Return a card, with the name that is printed on it in brackets where ours is another."""
        ours, printed = self.thing(CARD, card), names("en").name(CARD, card)
        return ours if ours == printed else f"{ours} ({printed})"

    def text_of(self, card: str) -> str:
        """Return what a card does as an event."""
        return texts.printed(card, self.language.code)


@lru_cache(maxsize=8)
def speech(language: Language) -> Speech:
    """Return the words of a language."""
    return Speech(names.in_game(language), names)


def _actor(seat: str, to: Speech) -> str:
    """Return who acts in a story; in Russian before a colon, for names of powers are of any number."""
    return f"{to.seat(seat)}:" if to.language.code == "ru" else to.seat(seat)


def _apart(event: Any, to: Speech) -> Group:
    """Return the part of the news for what happens outside impulses."""
    return Group("turn")


TELLINGS: Final[EventTemplates[Speech]] = EventTemplates(
    lambda seat, to: to.party(seat), Phase[Speech]("turn", _apart).unless()
)
ASKINGS: Final[PromptTemplates[Speech, Counter]] = PromptTemplates()
STORIES: Final[Stories[Speech]] = Stories(_actor)
REFUSALS: Final[Refusals[Speech]] = Refusals()
REGISTERS: Final = Registers(TELLINGS, ASKINGS, STORIES, REFUSALS)
tell, ask, refuse = TELLINGS.tell, ASKINGS.ask, REFUSALS.refuse
