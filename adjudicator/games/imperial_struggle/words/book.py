"""Gather the words of the game: what templates can say stands in `data/said/`, the chapters of `words/` add the rest.

They fill places of its templates (`TELLINGS.place`), make shelves (`ASKINGS.shelf`), join sentences, and say in a
call of `tell`, `ask`, `offer`, `refuse` what no template can say.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.components.names import Case
from adjudicator.kernel.actions import Action
from adjudicator.kernel.errors import Refusal
from adjudicator.kernel.events import Event
from adjudicator.reports.wording.event_text import EventTemplates, EventText
from adjudicator.reports.wording.phases import Group, Phase
from adjudicator.reports.wording.prompt_text import PromptTemplates
from adjudicator.reports.wording.refusing import Refusals
from adjudicator.reports.wording.story import Stories
from adjudicator.reports.wording.worded import Registers

from ..fact_types import ACTION_TYPES, NONE, SPACE
from ..facts import PHASE
from ..rules.payment import Paid, Payment
from ..rules.prices import FREE, Quote
from ..rules.purchases import EARLY, quote
from ..rules.purse import purse
from ..state import State, war_of
from .speech import WORDS, Speech


class Counter(Struct, frozen=True):
    """The data that the words of a question look at: the position as the seat knows it, and the seat's side.

    `certain`: the tile is taken, so the way of paying is known. `crowded`: so many conflict markers may be removed that
    they have a shelf of their own.
    """

    state: State
    side: int
    certain: bool = True
    crowded: bool = False

    @property
    def war(self) -> str:
        """The war that is fought or comes next."""
        return war_of(self.state)


def price_of(action: Payment, counter: Counter) -> Quote | None:
    """Return what an action asks for.

    None if it is refused, or may depend on a tile that is not chosen yet (5.1).
    """
    if type(action) in EARLY and not counter.certain:
        return None
    try:
        return quote(counter.state, counter.side, action)
    except Refusal:
        return None


def cost(action: Action, counter: Counter, to: Speech) -> tuple[str, str]:
    """Return the price of a purchase as the rules ask it now, and a remark about it."""
    if not isinstance(action, Payment):
        return "", ""
    price = price_of(action, counter)
    if price is None:
        return "", to.gettext("not possible any more") if counter.certain else ""
    if price is FREE:
        return "", ""
    if not counter.certain:
        return to.price(price.cost), ""
    usual = purse(counter.state, counter.side, price.type).usual(price)
    if usual is None:
        return to.price(price.cost), to.gettext("too dear now")
    return to.price(price.cost, usual.debt, usual.trp), ""


def _note(event: Event, to: Speech) -> str:
    """Return how something bought was paid, empty if it was not."""
    paid = getattr(event, "paid", None)
    return to.paid(paid) if isinstance(paid, Paid) else ""


def of_phase(key: str, rule: str = "", id: str = "") -> Phase[Speech]:
    """Return a part of the news that has the name of a phase (`data/names.*.yaml`)."""
    return Phase(key, lambda event, to: Group(key, to.heading(PHASE, id or key), rule))


def _round(event: Event, to: Speech) -> Group:
    side: str = getattr(event, "side", "")
    heading = to.gettext("Action round: %(side)s", side=to.seat(side)) if side else to.heading(PHASE, "action")
    return Group("round", heading, side=side)


ROUND_NEWS: Final = Phase("round", _round)
"""An action round of which the news does not tell the beginning."""
WAR_LAYOUT: Final = of_phase("war_layout", "7.6")
THEATRE_NEWS: Final = of_phase("theatre", "7.2", "war_spoils")
"""A theatre of which the news does not tell the beginning."""
UNDER_WAY: Final = ("round", "theatre")
"""Parts of the news to which whatever happens on the map belongs."""


in_round: Final = ROUND_NEWS.unless(*UNDER_WAY)
"""What happens in action rounds, and in theatres too."""
in_theatre: Final = THEATRE_NEWS.unless(*UNDER_WAY)
"""What happens in wars, and through them in action rounds."""
anywhere: Final = ROUND_NEWS.unless()
"""What belongs to whatever is going on."""

TELLINGS: Final[EventTemplates[Speech]] = EventTemplates(lambda side, to: to.party(side), in_round, _note)
tell, join, last_pass = TELLINGS.tell, TELLINGS.join, TELLINGS.last_pass


@TELLINGS.place
def theatre(event: Any, to: Speech) -> str:
    """Return the theatre of an event that knows its war."""
    return to.theatre(event.war, event.theater)


@TELLINGS.place
def shown_tile(event: Any, to: Speech) -> str:
    """Return the war tile of an event with its strength and symbol."""
    return to.war_tile(event.tile)


def by_means_of(used: Event, name: str, by: str, effect: EventText, to: Speech) -> EventText:
    """Describe what something that was used did, told as its use: `by` precedes what it cost."""
    use = TELLINGS.said(used, to)
    cost = effect.note if effect.note not in ("", name) else use.note
    return replace(effect, who=use.who, rule=use.rule, note=", ".join(filter(None, [by, cost])))


ASKINGS: Final[PromptTemplates[Speech, Counter]] = PromptTemplates(cost)


def points_of(kind: int, to: Speech) -> str:
    """Return the heading of costs in points of a type; "" for none."""
    return "" if kind == NONE else ASKINGS.shelf_at(ACTION_TYPES[kind], to).cost_title


ask, offer = ASKINGS.ask, ASKINGS.offer

STORIES: Final[Stories[Speech]] = Stories(lambda side, to: to.seat(side))
verb = STORIES.verb


def place(field: str, case: Case | Literal[""] = "") -> Callable[[Any, Speech], str]:
    """Name the space in this field of the event, with its short name, in Russian in a case."""
    return lambda event, to: to.at(SPACE, getattr(event, field), case)


REFUSALS: Final[Refusals[Speech]] = Refusals()
refuse = REFUSALS.refuse
REGISTERS: Final = Registers(
    TELLINGS,
    ASKINGS,
    STORIES,
    REFUSALS,
    words=WORDS,
    parts={"theatre": in_theatre, "anywhere": anywhere, "war_layout": WAR_LAYOUT},
)
