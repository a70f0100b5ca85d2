"""The words of the game in one language, and the registers where they are gathered.

What templates can say stands in `data/said/`; what fills their places in :mod:`.events`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final

from msgspec import Struct

from adjudicator.components.load import DataFile
from adjudicator.components.names import Naming
from adjudicator.kernel.actions import Action
from adjudicator.kernel.events import Event
from adjudicator.language import Language
from adjudicator.reports.wording.event_text import EventTemplates
from adjudicator.reports.wording.phases import Group, Phase
from adjudicator.reports.wording.prompt_text import PromptTemplates
from adjudicator.reports.wording.refusing import Refusals
from adjudicator.reports.wording.speech import NamedSpeech
from adjudicator.reports.wording.story import Stories
from adjudicator.reports.wording.worded import Registers

from ..board.atlas import sides
from ..content import Content
from ..facts import DATA, SEAT
from ..rules.book import TurnDeed
from ..state import State

FIELDS: Final = DataFile(DATA / "fields.yaml")
"""What fields of a position are called, by language."""


class Known(Struct, frozen=True):
    """The knowledge that words look at: the position as its reader knows it, and what is printed on the cards."""

    state: State
    content: Content


def played(seats: Iterable[str], *states: State) -> tuple[str, ...]:
    """Return those of some seats whose realms players lead in all of these positions (R13.30)."""
    return tuple(seat for seat in seats if all(seat in state.led for state in states))


class Speech(NamedSpeech):
    """A language with the words and names of the game, and what is printed on the cards that are played."""

    __slots__ = ("content",)
    units: ClassVar[frozenset[str]] = frozenset(("ducats", "gains", "influence", "prestige", "troops", "signed"))
    seats = SEAT

    def __init__(self, language: Language, naming: Naming, content: Content) -> None:
        super().__init__(language, naming)
        self.content = content

    def tone(self, seat: str) -> int:
        return sides()[seat].tone

    def word(self, id: str, of: str = "rules") -> str:
        """Return the word for `id` in a table of words of `data/said/`.

        Raises:
            KeyError: There is no such word.
        """
        return self.gettext(REGISTERS.words[of][id])

    def ducats(self, n: int) -> str:
        """Return an amount such as `3 ducats`."""
        return self.ngettext("%(n)s ducat", "%(n)s ducats", n)

    def paid(self, what: str, n: int) -> str:
        """Return what is paid, of a type of power or in ducats: `2 adm`."""
        return self.ducats(n) if what == "ducats" else f"{n} {self.word(what, 'short')}"

    def prestige(self, n: int) -> str:
        """Return an amount such as `3 prestige`."""
        return self.ngettext("%(n)s prestige", "%(n)s prestige", n)

    def influence(self, n: int) -> str:
        """Return a number of cubes such as `2 influence`."""
        return self.ngettext("%(n)s influence", "%(n)s influence", n)

    def gains(self, n: int) -> str:
        """Return a gain such as `+3 ducats`."""
        return self.ngettext("+%(n)s ducat", "+%(n)s ducats", n)

    def troops(self, n: int) -> str:
        """Return a number of units such as `3 units`."""
        return self.ngettext("%(n)s unit", "%(n)s units", n)

    def forces(self, kind: str, n: int) -> str:
        """Return a number of units or ships of a kind, such as `2 infantry`; units of no kind: `2 units`."""
        return {
            "unit": self.troops(n),
            "ship": self.ngettext("%(n)s ship", "%(n)s ships", n),
            "infantry": self.ngettext("%(n)s infantry", "%(n)s infantry", n),
            "cavalry": self.ngettext("%(n)s cavalry", "%(n)s cavalry", n),
            "artillery": self.ngettext("%(n)s artillery", "%(n)s artillery", n),
            "light": self.ngettext("%(n)s light ship", "%(n)s light ships", n),
            "heavy": self.ngettext("%(n)s heavy ship", "%(n)s heavy ships", n),
            "damaged": self.ngettext("%(n)s heavy ship damaged", "%(n)s heavy ships damaged", n),
            "galley": self.ngettext("%(n)s galley", "%(n)s galleys", n),
        }[kind]


def new_round(event: Event, to: Speech) -> Group:
    """Return the part of the news about a new round."""
    return Group("round", to.gettext("Round %(round)s", round=getattr(event, "round", "")))


_EVENTS: Final = Phase[Speech]("events", lambda event, to: Group("events"))
TELLINGS: Final[EventTemplates[Speech]] = EventTemplates(lambda seat, to: to.party(seat), _EVENTS.unless())


def costs(action: Action, counter: Known, to: Speech) -> tuple[str, str]:
    """Return "" and, as a remark, what a deed of the turn costs: `1 dip, 3 ducats`."""
    state = counter.state
    paid = action.fee(state, state.turn.active or state.first, counter.content) if isinstance(action, TurnDeed) else {}
    return "", ", ".join(to.paid(what, n) for what, n in paid.items() if n)


ASKINGS: Final[PromptTemplates[Speech, Known]] = PromptTemplates(costs)
STORIES: Final[Stories[Speech]] = Stories(lambda seat, to: to.seat(seat))
REFUSALS: Final[Refusals[Speech]] = Refusals()
REGISTERS: Final = Registers(TELLINGS, ASKINGS, STORIES, REFUSALS)
ask = ASKINGS.ask
tell = TELLINGS.tell
