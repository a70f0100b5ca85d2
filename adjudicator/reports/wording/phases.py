"""Parts of the news: what opens one, and what stands in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from msgspec import Struct

from adjudicator.kernel.events import Event
from adjudicator.reports.model import NewsLine
from adjudicator.reports.wording.speech import Speech

S = TypeVar("S", bound=Speech)


class Group(Struct):
    """A part of the news under one heading while it is gathered; `side`: whose it is, and need not be named again.

    `lasts`: what is told later belongs to it too, mail after mail, until something closes it. `chapter`: see
    `NewsGroup`. `of`: which of several alike it is (a round), 0 where that is not known.
    """

    key: str
    heading: str = ""
    rule: str = ""
    side: str = ""
    chapter: str = ""
    of: int = 0
    lines: list[NewsLine] = []


def new_turn(event: Event, to: Speech) -> Group:
    """Return the part of the news that the turn of a seat begins."""
    seat: str = getattr(event, event.about.by) if event.about.by else ""
    return Group("turn", to.gettext("Turn: %(seat)s", seat=to.party(seat).name) if seat else "", side=seat)


class Phase(Struct, Generic[S], frozen=True):
    """A part of the news that opens with the first event that belongs to it."""

    key: str
    opened: Callable[[Any, S], Group]

    def unless(self, *going: str) -> Callable[[Any, str], Phase[S] | None]:
        """Return a rule: this phase, unless another one is going on.

        The other one must be among `going`; without names, it may be any.
        """
        return lambda event, now: None if (now in going if going else now) else self


Where = Phase[S] | Callable[[Any, str], "Phase[S] | None"]
"""The phase of an event. A function gets the phase that is going on ("" for none yet); None: that phase goes on."""
