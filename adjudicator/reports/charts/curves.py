"""Draw how the score of every seat went, as curves over rounds, each with its name; the first one has a dot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.pictures.chart import PAPER, WIDTH, Chart, Curve, chart_png
from adjudicator.pictures.colours import readable
from adjudicator.reports.model import Picture, Score

_LEAST_CONTRAST = 3.0
"""The least contrast of a line to the paper (WCAG 2.2)."""
_LEAST, _NAMED = 4, 8  # the fewest rounds that get room, and the most that are named


def curves(  # noqa: PLR0913 - what a chart says
    scores: Sequence[Score],
    *,
    title: str,
    colours: Mapping[str, str],
    high: int,
    step: int,
    names: Mapping[str, str],
    alt: str,
    down: bool = False,
) -> Picture:
    """Return the picture of scores in the order of play.

    It goes from 0 or the least to `high` with a line every `step`; `title` says what they are, `names` are those of the
    seats, `alt` says it all in words. `down`: show how many points a seat is short of `high`. `colours` are those of
    the board; one that is too light for the paper gets darker.
    """
    now = scores[-1]
    best = leaders(now)
    rounds = max(_LEAST, int(now.at) + 1)
    every = max(1, rounds // _NAMED)
    least = min(0, *(points for score in scores for points in score.points.values()))
    drawn = Chart(
        stages=tuple(str(n + 1) if n % every == 0 else "" for n in range(rounds)),
        now=min(int(now.at), rounds - 1),
        low=int(least // step * step),
        high=high,
        title=title,
        whole=high if down else None,
        step=step,
        curves=tuple(
            Curve(
                points=tuple((score.at, float(score.points[seat])) for score in scores),
                colour=readable(colours[seat], PAPER, _LEAST_CONTRAST),
                dotted=seat in best,
                name=f"{high - now.points[seat] if down else now.points[seat]} {names[seat]}",
            )
            for seat in now.points
        ),
    )
    return Picture(cid="chart", alt=alt, width=WIDTH, png=chart_png(drawn))


def leaders(score: Score) -> list[str]:
    """Return the seats that have most."""
    most = max(score.points.values())
    return [seat for seat, points in score.points.items() if points == most]
