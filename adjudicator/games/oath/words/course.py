"""Tell how the game goes and ended: what each player rules and holds as a curve; a turn that is over; who has won."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from adjudicator.kernel.result import Result
from adjudicator.language import msgid
from adjudicator.reports.charts.curves import curves
from adjudicator.reports.model import Picture, Score, Section
from adjudicator.reports.wording.endings import ending_text
from adjudicator.reports.wording.game import Course

from ..board.atlas import palette
from ..facts import NONE
from ..rules import table
from ..state import State
from .book import Speech
from .figures import victories

_HIGH: Final = 10
"""The least height of the chart."""
_WON: Final = {
    "usurper": msgid("%(seat)s wins as the usurper."),
    "visionary": msgid("%(seat)s wins as a visionary."),
    "stable_regime": msgid("%(seat)s wins: the regime is stable."),
    "successor": msgid("%(seat)s wins as the successor of the Chancellor."),
    "long_war": msgid("%(seat)s wins the long war."),
}


def moment(now: Any) -> float:
    """Return the number of completed rounds, and the fraction of the present one."""
    return float(round(now.turns / max(1, len(now.order)), 3))


def score(state: State) -> Score:
    """Return for each player the sites ruled, relics and banners."""
    points = {each: len(table.ruled(state, each)) + table.held(state, each) for each in state.order}
    return Score(at=moment(state), points=points)


def chart(scores: Sequence[Score], to: Speech) -> Picture:
    """Return the chart of the scores, in their order."""
    title = to.gettext("Sites ruled, relics and banners")
    now = scores[-1].points
    alt = f"{title}: " + ", ".join(f"{to.seat(seat)} {n}" for seat, n in now.items()) + "."
    colours = {seat: each.fill for seat, each in palette().seats.items()}
    high = max(_HIGH, *(n for each in scores for n in each.points.values()))
    return curves(
        scores, title=title, colours=colours, high=high, step=2, names={each: to.seat(each) for each in now}, alt=alt
    )


def turned(began: State, ended: State, course: Course, to: Speech) -> tuple[str, Iterable[Section]]:
    """Return the title and the ways to victory of a turn, or of a round, that is over; none once somebody has won."""
    title = to.gettext("round %(n)s is over", n=began.round) if course.whole else to.gettext("a turn is over")
    return title, [] if ended.next_oath != NONE else [Section(table=victories(ended, began, to))]


def ending(result: Result, to: Speech) -> str:
    """Return who has won, and how."""
    if result.how not in _WON:
        return ending_text(result, {}, to)
    return won(result.how, result.winners, to)


def won(how: str, winners: Iterable[str], to: Speech) -> str:
    """Return who has won in one of the ways of the book (3)."""
    return to.gettext(_WON[how], seat=to.listing(map(to.seat, winners)))
