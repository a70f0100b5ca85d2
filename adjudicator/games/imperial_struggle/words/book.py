"""Where the words of the game are gathered: each chapter of `words/` declares here how its things are said.

order(SeizeFort, name("space", "fort"), …)      how a player writes it
offer(SeizeFort, "seize fort: %(space)s", …)    what it is called among the options
ask("keep_basic_tile", …)                       what is asked
tell(FortSeized, "%(space)s: fort seized")      what is told of it
refuse(no_seize_link, "…")                      why it is refused
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from adjudicator.kernel.events import Event
from adjudicator.reports.telling import Group, Phase, Tellings

from ..facts import PHASE
from ..rules.payment import Paid
from ..state import State
from .speech import Speech


class Counter(Struct, frozen=True):
    """What the words of a question look at: the position as the seat knows it, its side, the war whose theatres are
    meant.

    `certain`: the tile is taken, so the way of paying is known.
    """

    state: State
    side: int
    war: str
    certain: bool = True


def _note(event: Event, to: Speech) -> str:
    """Behind what was bought stands how it was paid."""
    paid = getattr(event, "paid", None)
    return to.paid(paid) if isinstance(paid, Paid) else ""


def of_phase(key: str, rule: str = "", id: str = "") -> Phase[Speech]:
    """A part of the news that has the name of a phase (`data/names.*.yaml`)."""
    return Phase(key, lambda event, to: Group(key, to.name(PHASE, id or key), rule))


def _round(event: Event, to: Speech) -> Group:
    side: str = getattr(event, "side", "")
    heading = to.gettext("Action round: %(side)s", side=to.side(side)) if side else to.name(PHASE, "action")
    return Group("round", heading, side=side)


ROUND: Final = Phase("round", _round)
"""An action round of which the news does not tell the beginning."""
THEATRE: Final = of_phase("theatre", "7.2", "war_spoils")
"""A theatre of which the news does not tell the beginning."""
UNDER_WAY: Final = ("round", "theatre")
"""Parts of the news to which whatever happens on the map belongs."""


def in_round(event: Event, going: str) -> Phase[Speech] | None:
    """What happens in action rounds, and in theatres too."""
    return None if going in UNDER_WAY else ROUND


def in_theatre(event: Event, going: str) -> Phase[Speech] | None:
    """What happens in wars, and through them in action rounds."""
    return None if going in UNDER_WAY else THEATRE


def anywhere(event: Event, going: str) -> Phase[Speech] | None:
    """What belongs to whatever is going on."""
    return None if going else ROUND


TELLINGS: Final[Tellings[Speech]] = Tellings(lambda side, to: to.party(side), in_round, _note)
tell, place, begin, close = TELLINGS.tell, TELLINGS.place, TELLINGS.begin, TELLINGS.close
rename, hush, join, last_pass = TELLINGS.rename, TELLINGS.hush, TELLINGS.join, TELLINGS.last_pass
