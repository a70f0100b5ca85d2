"""The bars in the box of the score: what each round of the turn under way would have been scored at."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.reports.model import Bar, Score

from ..board.course import ACTIONS
from ..fact_types import FRANCE, NONE, SIDES
from ..facts import FACTS
from ..view import View
from .speech import Speech

PART = ACTIONS / (len(SIDES) * FACTS.limits.rounds)
"""The share of a turn that a round takes."""
ROUNDS = len(SIDES) * FACTS.limits.rounds
"""The number of action rounds of both sides in a turn."""


def bars(scores: Sequence[Score], view: View, to: Speech) -> tuple[Bar, ...]:
    """Return a bar for the start of the turn and for each round.

    Their labels are `start`, `B1`, `F1` …; bars of rounds to come are empty.
    """
    first = view.public.first_player
    if view.phase != "action" or first == NONE:
        return ()
    gained = {_round(score): score.foreseen["vp"] - score.points["vp"] for score in scores if score.foreseen}
    labels = [to.gettext("start"), *(_label(number, first, to) for number in range(ROUNDS))]
    return tuple(_bar(label, gained.get(number), to) for number, label in enumerate(labels))


def _round(score: Score) -> int:
    """Return how many rounds of the turn were over, or the last of them was begun."""
    return round((score.at - int(score.at)) / PART)


def _label(number: int, first: int, to: Speech) -> str:
    side = first if number % len(SIDES) == 0 else 1 - first
    return f"{to.seat(SIDES[side])[:1]}{number // len(SIDES) + 1}"


def _bar(label: str, vp: int | None, to: Speech) -> Bar:
    """Return a bar of as many points as France would gain, below zero Britain."""
    if not vp:
        return Bar(label=label, value=vp)
    side = FRANCE if vp > 0 else 1 - FRANCE
    return Bar(label=label, value=abs(vp), letter=to.seat(SIDES[side])[:1], tone=side + 1)
