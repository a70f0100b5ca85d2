"""Where the words of the game are gathered: each chapter of `words/` declares here how the things of the chapter of
`rules/` that has its name are said.

offer(Lay, "%(card)s", HAND)                             what it is called among the options
ask(TurnAnswers, _title, _heading)                       what is asked
tell(Laid, "lays %(card)s")                              what is told of it
verb(Laid, "laid %(things)s", …)                         how a story tells it
refuse(too_dear, _too_dear)                              why it is refused

Questions and refusals that need no more than a template have it in `data/said.yaml`.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Any, Final

from msgspec import Struct

from adjudicator.components.kinds import Kind, references
from adjudicator.kernel.events import Event
from adjudicator.reports.asking import Askings, Shelf
from adjudicator.reports.refusing import Refusals
from adjudicator.reports.story import Stories
from adjudicator.reports.telling import Group, Phase, Tellings
from adjudicator.reports.worded import Registers

from ..state import State
from .speech import Speech


class Counter(Struct, frozen=True):
    """What the words of a question look at: the position as the seat knows it, and the seat ("": an observer)."""

    state: State
    seat: str = ""


class Rank(IntEnum):
    """In which order the shelves of options stand."""

    VICTORY = 0
    OPERATIONS = 1
    MARKET = 2
    HAND = 3
    FAIR = 4
    SALE = 5
    ABILITY = 6
    CHOICE = 7
    END = 8


ANSWER: Final = Shelf((Rank.CHOICE,))
PRICED: Final = Shelf((Rank.CHOICE,), "", "florins")
"""The answers of a question; those that may cost something."""
OR: Final = Shelf((Rank.END,), "Or")
"""What declines or ends."""


def _turn(event: Event, to: Speech) -> Group:
    seat: str = getattr(event, event.about.by) if event.about.by else ""
    return Group("turn", to.gettext("Turn: %(seat)s", seat=to.bank(seat)) if seat else "", side=seat)


new_turn: Final = _turn
"""The part of the news that the beginning of a turn begins."""
in_turn: Final = Phase[Speech]("turn", _turn).unless()
"""What happens in a turn, whichever it is."""

TELLINGS: Final[Tellings[Speech]] = Tellings(lambda seat, to: to.party(seat), in_turn)
ASKINGS: Final[Askings[Speech, Counter]] = Askings()
STORIES: Final[Stories[Speech]] = Stories(lambda seat, to: to.bank(seat))
REFUSALS: Final[Refusals[Speech]] = Refusals()
REGISTERS: Final = Registers(TELLINGS, ASKINGS, STORIES, REFUSALS)
tell, join, verb = TELLINGS.tell, TELLINGS.join, STORIES.verb
ask, offer, refuse = ASKINGS.ask, ASKINGS.offer, REFUSALS.refuse


def thing(field: str, case: str = "") -> Callable[[Any, Speech], str]:
    """The things of a verb: what this field of the event names, with its short name, in Russian in a case."""

    def told(event: Any, to: Speech) -> str:
        return to.at(kind_of(type(event), field), getattr(event, field), case)

    return told


def kind_of(struct: type[Struct], field: str) -> Kind[Any]:
    """Of which kind the things are that a field names."""
    return references(struct)[field].kind


def chip_of(field: str) -> Callable[[Any, Counter, Speech], tuple[str, str]]:
    """The short name and the name on the link of an option: what this field of the action names."""

    def told(action: Any, counter: Counter, to: Speech) -> tuple[str, str]:
        kind, id = kind_of(type(action), field), getattr(action, field)
        return to.short(kind, id), to.chip(kind, id)

    return told
