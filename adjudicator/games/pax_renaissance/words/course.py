"""How the game went: the index of each bank over the turns, as a curve; a round that is over, told to everybody."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from adjudicator.pictures.chart import Chart, Curve, chart_png
from adjudicator.reports.model import Score

from ..facts import BANK
from ..nearness import nearest
from ..state import State
from .book import Speech

MOST: Final = 8
"""Steps from a victory beyond which the index is the same."""
COLOURS: Final = ("#15649e", "#b07d00", "#7a3f96", "#3c7a3a")
"""The banks on the chart, in their order."""


def moment(state: State) -> float:
    """Rounds that are over, and how far the present one is."""
    return round(state.turns / len(state.florins), 3)


def score(state: State) -> Score:
    """For each bank the steps that it has behind it to its nearest victory, of at most `MOST`."""
    found = {seat: nearest(state, seat) for seat in state.seats}
    points = {seat: 0 if way is None else max(0, MOST - way.missing) for seat, way in found.items()}
    return Score(at=moment(state), points=points)


def chart(scores: Sequence[Score], to: Speech) -> tuple[bytes, str]:
    """The picture of the scores in their order, and its text. Raises ValueError without a score."""
    if not scores:
        raise ValueError("no score to draw")
    now = scores[-1]
    best = max(now.points, key=lambda seat: now.points[seat])
    rounds = max(4, int(now.at) + 1)
    step = max(1, rounds // 8)
    told = ", ".join(f"{to.bank(seat)} {MOST - n}" for seat, n in now.points.items())
    drawn = Chart(
        stages=tuple(str(n + 1) if n % step == 0 else "" for n in range(rounds)),
        now=min(int(now.at), rounds - 1),
        low=0,
        high=MOST,
        step=2,
        curves=tuple(
            Curve(
                points=tuple((each.at, float(each.points[seat])) for each in scores),
                colour=COLOURS[BANK.index[seat]],
                dotted=seat == best,
            )
            for seat in sorted(now.points, key=lambda seat: seat != best)
        ),
        told=(
            str(now.points[best]),
            to.listing(to.bank(each) for each, n in now.points.items() if n == now.points[best]),
        ),
        told_colour=COLOURS[BANK.index[best]],
    )
    return chart_png(drawn), to.gettext("Steps to the nearest victory: %(steps)s.", steps=told)
