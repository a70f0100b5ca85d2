"""Tell how the game goes and ended: the index of each bank as a curve; a turn that is over; who has won, and why."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from adjudicator.kernel.result import Result
from adjudicator.language import msgid
from adjudicator.reports.charts.curves import curves
from adjudicator.reports.charts.races import nearest
from adjudicator.reports.model import Picture, Score, Section
from adjudicator.reports.wording.endings import ending_text
from adjudicator.reports.wording.game import Course

from ..board.atlas import palette
from ..facts import VICTORY
from ..nearness import ways
from ..state import State
from .book import Speech
from .figures import RACE

MOST: Final = 8
"""Steps from a victory beyond which the index is the same."""
_WHY: Final = {
    "patron": msgid("The market could not be filled any more: most Patron prestige decides, then most florins."),
    "last_bank": msgid("All other banks are bankrupt."),
}


def moment(now: Any) -> float:
    """Return the number of completed rounds, and the fraction of the present one.

    A state and a view give the same result.
    """
    return float(round(now.turns / len(now.florins), 3))


def score(state: State) -> Score:
    """Return for each bank the steps that it has made to its nearest victory, of at most `MOST`."""
    now = ways(state)
    found = {seat: nearest(now, seat) for seat in state.seats}
    points = {seat: 0 if way is None else max(0, MOST - way.missing) for seat, way in found.items()}
    return Score(at=moment(state), points=points)


def chart(scores: Sequence[Score], to: Speech) -> Picture:
    """Return the chart of the scores, in their order."""
    steps = ", ".join(f"{to.seat(seat)} {MOST - n}" for seat, n in scores[-1].points.items())
    alt = to.gettext("Steps to the nearest victory: %(steps)s.", steps=steps)
    names = {seat: to.seat(seat) for seat in scores[-1].points}
    title = to.gettext("Steps to the nearest victory")
    colours = {bank: each.fill for bank, each in palette().banks.items()}
    return curves(scores, title=title, colours=colours, high=MOST, step=2, names=names, alt=alt, down=True)


def turned(began: State, ended: State, course: Course, to: Speech) -> tuple[str, Iterable[Section]]:
    """Return the title and the ways to victory of a turn, or of a round, that is over."""
    title = to.gettext("round %(n)s is over", n=ended.rounds) if course.whole else to.gettext("a turn is over")
    return title, [Section(table=RACE.table(ways(ended), ways(began), to))]


def ending(result: Result, to: Speech) -> str:
    """Return who has won, and how."""
    if result.how not in VICTORY:
        return ending_text(result, _WHY, to)
    won = to.listing(map(to.seat, result.winners))
    return to.gettext("%(seat)s wins: %(victory)s.", seat=won, victory=to.thing(VICTORY, result.how))
