"""Bonus War tiles, converted points, conflict markers in words (5.6.1, 5.6.2)."""

from __future__ import annotations

from adjudicator.reports.option_groups import Shelf

from ..facts import FACTS
from ..rules import military as rules
from . import move
from .book import ASKINGS, TELLINGS, Counter
from .speech import Speech


@ASKINGS.shelf
def removal(action: rules.RemoveConflict, counter: Counter, to: Speech) -> Shelf:
    """Return the shelf of conflict markers, one of their own if there are many."""
    return ASKINGS.shelf_at("conflicts" if counter.crowded else "military", to)


@ASKINGS.shelf
def removal_by_price(action: rules.RemoveConflict, counter: Counter, to: Speech) -> Shelf:
    """Return the shelf of conflict markers of a price."""
    return move.shelf(action, to.gettext("Remove a conflict"), counter, to)


@ASKINGS.place
def removed(action: rules.RemoveConflict, counter: Counter, to: Speech) -> str:
    """Return the space of a conflict marker, and what is done where the heading does not say it."""
    if counter.crowded:
        return to.space(action.space)
    return to.gettext("remove the conflict marker: %(space)s", space=to.space(action.space))


@ASKINGS.place
def exchanged(action: rules.ConvertMilitary, counter: Counter, to: Speech) -> str:
    """Return the points that military points become."""
    return to.points(action.to, FACTS.costs.convert_military.gives)


@TELLINGS.place
def points_exchanged(event: rules.MilitaryConverted, to: Speech) -> str:
    """Return the points that military points became."""
    return to.points(event.to, event.points)
