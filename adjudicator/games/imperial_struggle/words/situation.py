"""Say who plays before the reader plays again, beside the choice of an action round."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.reports.upcoming import upcoming

from ..fact_types import SIDES
from ..facts import FACTS
from ..view import View
from .outlook import acts_again
from .speech import Speech
from .standing import on_turn


def situation(view: View, seat: str, to: Speech) -> Iterator[str]:
    """Yield who takes the next action rounds of the turn, or that it is scored."""
    if view.phase != "action" or not view.public.round:
        return
    active = on_turn(view)
    other = SIDES[1 - SIDES.index(active)]
    turns = [other] if acts_again(view, SIDES.index(other)) else []
    turns += [active] if view.public.round < FACTS.limits.rounds else []
    if not turns:
        turns_over = to.gettext("the turn is scored")
        yield to.gettext("Then: %(what)s", what=turns_over)
        return
    yield upcoming(active, turns, seat, to)
