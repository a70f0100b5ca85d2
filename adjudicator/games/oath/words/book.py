"""The words of the game in one language, and the registers where they are gathered.

What templates can say stands in `data/said/`; what fills their places, and what they cannot say, in :mod:`.options` and
:mod:`.events`.
"""

from __future__ import annotations

from collections.abc import Iterable
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

from .. import texts
from ..board.atlas import palette
from ..facts import CARD, NONE, PLAYER, RUIN, SITE, SLOT
from ..names import names
from ..state import State


class Counter(Struct, frozen=True):
    """The data that the words of a question look at: the position as a seat knows it, and the seat ("": observer)."""

    state: State
    seat: str = ""


class Speech(NamedSpeech):
    """A language with the words and names of the game."""

    __slots__ = ()
    units: ClassVar[frozenset[str]] = frozenset(("favor", "secrets", "supply", "warbands", "dice"))
    seats = PLAYER

    def tone(self, seat: str) -> int:
        return palette().seats[seat].tone

    def favor(self, n: int) -> str:
        """Return an amount of favor."""
        return self.ngettext("%(n)s favor", "%(n)s favor", n)

    def secrets(self, n: int) -> str:
        """Return an amount of secrets, such as `2 secrets`."""
        return self.ngettext("%(n)s secret", "%(n)s secrets", n)

    def supply(self, n: int) -> str:
        """Return an amount of supply."""
        return self.ngettext("%(n)s supply", "%(n)s supply", n)

    def warbands(self, n: int) -> str:
        """Return a number of warbands, such as `3 warbands`."""
        return self.ngettext("%(n)s warband", "%(n)s warbands", n)

    def dice(self, n: int) -> str:
        """Return a number of dice, such as `3 dice`."""
        return self.ngettext("%(n)s die", "%(n)s dice", n)

    def amounts(self, *, supply: int = 0, favor: int = 0, secrets: int = 0, warbands: int = 0) -> str:
        """Return what there is of these, such as `2 supply, 1 favor`; "" for nothing."""
        told = ((supply, self.supply), (favor, self.favor), (secrets, self.secrets), (warbands, self.warbands))
        return ", ".join(say(n) for n, say in told if n)

    def taken(self, *, supply: int = 0, favor: int = 0, secrets: int = 0, warbands: int = 0) -> str:
        """Return amounts as what somebody gets or gives up, such as `2 supply, 1 favor`: Russian has another case."""
        say = self.language
        told = (
            (supply, say.npgettext("accusative", "%(n)s supply", "%(n)s supply", supply)),
            (favor, say.npgettext("accusative", "%(n)s favor", "%(n)s favor", favor)),
            (secrets, say.npgettext("accusative", "%(n)s secret", "%(n)s secrets", secrets)),
            (warbands, say.npgettext("accusative", "%(n)s warband", "%(n)s warbands", warbands)),
        )
        return ", ".join(amount for n, amount in told if n)

    def card(self, state: State, card: int) -> str:
        """Return the name of a card, that of the side which lies up."""
        kind = RUIN if state.ruined >> card & 1 else CARD
        return self.thing(kind, CARD.ids[card])

    def cards(self, state: State, cards: Iterable[int]) -> str:
        """Return the names of cards in a row."""
        return ", ".join(self.card(state, card) for card in cards)

    def effect(self, state: State, card: int) -> str:
        """Return what a card does, on the side that lies up."""
        kind = RUIN if state.ruined >> card & 1 else CARD
        return texts.effect(kind, CARD.ids[card], self.language.code)

    def face(self, state: State, card: int) -> str:
        """Return all that is printed on a card, on the side that lies up."""
        return texts.card_face(card, bool(state.ruined >> card & 1), self.language.code)

    def site(self, state: State, slot: int, case: str = "") -> str:
        """Return the name of the site in a slot, that of the space while the site lies face down."""
        site = state.sites[slot].site
        kind, number = (SLOT, slot) if site == NONE else (SITE, site)
        return self.inflected(kind, number, case) if case else self.thing(kind, number)

    def site_at(self, state: State, slot: int) -> str:
        """Return the same with the short name of the space: `Mine K12`."""
        return f"{self.site(state, slot)} {self.short(SLOT, slot)}"


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
