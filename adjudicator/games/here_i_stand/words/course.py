"""Tell how the game goes and ended: victory points as a curve; a turn that is over; who has won."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from adjudicator.kernel.result import Result
from adjudicator.language import msgid
from adjudicator.reports.charts.curves import curves
from adjudicator.reports.model import Picture, Score, Section
from adjudicator.reports.wording.endings import ending_text
from adjudicator.reports.wording.game import Course

from ..board.atlas import sides
from ..facts import POWER
from ..rules import table, victory
from ..state import State
from .book import Speech
from .figures import victories

_WON: Final = {
    "religious": msgid("%(seat)s: victory, the new faith has won Europe."),
    "military": msgid("%(seat)s: victory by keys."),
    "standard": msgid("%(seat)s: victory by points."),
    "domination": msgid("%(seat)s: victory by a lead of 5 points."),
    "time_limit": msgid("%(seat)s: victory by most points at the end of the last turn."),
}


def moment(now: Any) -> float:
    """Return the number of the turn."""
    return float(now.turn)


def score(state: State) -> Score:
    """Return the victory points of each power."""
    return Score(at=moment(state), points={each: table.points(state, each) for each in POWER.ids})


def chart(scores: Sequence[Score], to: Speech) -> Picture:
    """Return the chart of the points, in their order."""
    title, now = to.gettext("Victory points"), scores[-1].points
    alt = f"{title}: " + ", ".join(f"{to.seat(seat)} {n}" for seat, n in now.items()) + "."
    high = max(victory.STANDARD, *(n for each in scores for n in each.points.values()))
    names = {each: to.seat(each) for each in now}
    colours = {each: sides()[each].fill for each in now}
    return curves(scores, title=title, colours=colours, high=high, step=5, names=names, alt=alt)


def turned(began: State, ended: State, course: Course, to: Speech) -> tuple[str, Iterable[Section]]:
    """Return the title and the ways to victory of an impulse, or of a turn, that is over."""
    title = to.gettext("turn %(n)s is over", n=began.turn) if course.whole else to.gettext("an impulse is over")
    return title, [Section(table=victories(ended, began, to))]


def ending(result: Result, to: Speech) -> str:
    """Return who has won, and how."""
    if result.how not in _WON:
        return ending_text(result, {}, to)
    return to.gettext(_WON[result.how], seat=to.listing(map(to.seat, result.winners)))
