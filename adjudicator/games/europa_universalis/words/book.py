"""The words of the game in one language, and the registers where they are gathered.

What templates can say stands in `data/said/`; what fills their places in :mod:`.events`.
"""

from __future__ import annotations

from typing import ClassVar, Final

from msgspec import Struct

from adjudicator.kernel.events import Event
from adjudicator.language import msgid
from adjudicator.reports.asking import Askings
from adjudicator.reports.refusing import Refusals
from adjudicator.reports.speech import NamedSpeech
from adjudicator.reports.story import Stories
from adjudicator.reports.telling import Group, Phase, Tellings
from adjudicator.reports.worded import Registers

from ..content import Content
from ..facts import SEAT
from ..state import State

WORDS: Final = {
    "": msgid("nobody"),
    "died": msgid("died"),
    "replaced": msgid("replaced"),
    "dismissed": msgid("dismissed"),
    "infantry": msgid("infantry"),
    "cavalry": msgid("cavalry"),
    "artillery": msgid("artillery"),
    "light": msgid("light ship"),
    "heavy": msgid("heavy ship"),
    "damaged": msgid("damaged ship"),
    "galley": msgid("galley"),
    "galleys": msgid("galleys"),
    "fleet": msgid("ship of the fleet"),
    "protecting": msgid("light ship that protects trade"),
    "adm": msgid("administrative power"),
    "dip": msgid("diplomatic power"),
    "mil": msgid("military power"),
    "advisor": msgid("advisor"),
    "general": msgid("general"),
    "admiral": msgid("admiral"),
    "ruler": msgid("ruler"),
    "leader": msgid("leader"),
    "white": msgid("white peace"),
    "keep": msgid("present state"),
    "humiliation": msgid("humiliation"),
    "vassalization": msgid("vassalization"),
    "conversion": msgid("conversion"),
    "succession": msgid("succession"),
    "annexation": msgid("annexation"),
    "inf": msgid("infantry"),
    "inf_outlined": msgid("infantry, outlined"),
    "cav": msgid("cavalry"),
    "cav_outlined": msgid("cavalry, outlined"),
    "art": msgid("artillery"),
    "art_outlined": msgid("artillery, outlined"),
    "miss": msgid("miss"),
    "rebellion": msgid("rebellion"),
    "lose_2_ducats": msgid("2 ducats lost"),
    "lose_1_monarch_power": msgid("1 power lost"),
    "no_effect": msgid("no effect"),
    "exhaust_1_manpower": msgid("1 manpower exhausted"),
    "remove_1_unrest": msgid("1 unrest removed"),
}
"""What the rules say with a word of their own."""


class Known(Struct, frozen=True):
    """What words look at: the position as its reader knows it, and what is printed on the cards."""

    state: State
    content: Content


class Speech(NamedSpeech):
    """A language with the words and names of the game."""

    __slots__ = ()
    units: ClassVar[frozenset[str]] = frozenset(("ducats", "gains", "troops", "signed"))
    seats = SEAT

    def word(self, id: str) -> str:
        """What the rules say with a word of their own. Raises KeyError."""
        return self.gettext(WORDS[id])

    def ducats(self, n: int) -> str:
        """`3 ducats`."""
        return self.ngettext("%(n)s ducat", "%(n)s ducats", n)

    def gains(self, n: int) -> str:
        """`+3 ducats`."""
        return self.ngettext("+%(n)s ducat", "+%(n)s ducats", n)

    def troops(self, n: int) -> str:
        """`3 units`."""
        return self.ngettext("%(n)s unit", "%(n)s units", n)


def new_round(event: Event, to: Speech) -> Group:
    """The part of the news that a round begins."""
    return Group("round", to.gettext("Round %(round)s", round=getattr(event, "round", "")))


_EVENTS: Final = Phase[Speech]("events", lambda event, to: Group("events"))
TELLINGS: Final[Tellings[Speech]] = Tellings(lambda seat, to: to.party(seat), _EVENTS.unless())
ASKINGS: Final[Askings[Speech, Known]] = Askings()
STORIES: Final[Stories[Speech]] = Stories(lambda seat, to: to.seat(seat))
REFUSALS: Final[Refusals[Speech]] = Refusals()
REGISTERS: Final = Registers(TELLINGS, ASKINGS, STORIES, REFUSALS)
ask = ASKINGS.ask
tell = TELLINGS.tell
