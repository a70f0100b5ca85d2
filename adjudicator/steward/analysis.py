"""The analysis of a match that is over: everybody's prospects, the moments that decided it, and luck.

How it works. A match is played again, entry by entry, and the worth of its game tells the prospects of all seats after
each. A *moment* is an entry that changed much for anybody. Where something was drawn, the same answer is carried out
with other draws from the position before: *luck* is what came, less the mean of what could have come.

What must hold: it reads everything that was hidden, so nothing of it may be told before the match is over. It changes
nothing, and says the same whenever it is repeated.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from random import Random

import msgspec

from adjudicator.kernel.actions import SYSTEM, Action
from adjudicator.kernel.errors import Refusal
from adjudicator.kernel.log import Entry
from adjudicator.kernel.match import Match
from adjudicator.steward.cheap_play import fresh
from adjudicator.steward.prospects import Worth, prospects, worth_of

OTHERS = 8
"""Other draws that are tried for each entry that drew."""
MOMENTS = 5
"""The moments that are named."""


class Point(msgspec.Struct, frozen=True):
    """The prospects of all seats, as shares of one, behind an entry of the log; `luck`: its part that was drawn."""

    n: int
    prospects: Mapping[str, float]
    by: str = ""
    luck: Mapping[str, float] = {}


class Analysis(msgspec.Struct, frozen=True):
    """The points of a match in the order of play, those that decided it, and each seat's luck in all its draws."""

    points: Sequence[Point]
    moments: Sequence[Point]
    luck: Mapping[str, float]


def analyse(match: Match, steps: Iterable[int]) -> Analysis:
    """Return the analysis of a match that stands at its beginning.

    `steps`: the log numbers to which it comes, one after the other: whoever asks for the next one moves the match on.
    """
    worth = worth_of(match.game)
    points = [Point(match.position.n, prospects(match, worth))]
    before = match.copy()
    for n in steps:
        entries = [entry for entry in match.log if before.position.n < entry.n <= n]
        after = prospects(match, worth)
        luck = _luck(before, entries, after, worth)
        acting = next((str(entry.by) for entry in entries if entry.by != SYSTEM), "")
        points.append(Point(n, after, acting, luck))
        before = match.copy()
    weight = {
        point.n: max((abs(point.prospects[seat] - last.prospects[seat]) for seat in point.prospects), default=0.0)
        for last, point in pairwise(points)
    }
    dearest = sorted(points[1:], key=lambda point: -weight[point.n])[:MOMENTS]
    seats = match.header.seats
    total = {seat: sum(point.luck.get(seat, 0.0) for point in points) for seat in seats}
    return Analysis(points, sorted(dearest, key=lambda point: point.n), total)


def _luck(
    before: Match, entries: Sequence[Entry], after: Mapping[str, float], worth: Worth | None
) -> Mapping[str, float]:
    """Return what the draws of some entries brought to each seat, against the mean of other draws."""
    if not any(entry.chance for entry in entries):
        return {}
    others = [other for number in range(OTHERS) if (other := _otherwise(before, entries, number)) is not None]
    if not others:
        return {}
    means = [prospects(other, worth) for other in others]
    return {seat: after[seat] - sum(each[seat] for each in means) / len(means) for seat in after}


def _otherwise(before: Match, entries: Sequence[Entry], number: int) -> Match | None:
    """Return where the same answers lead with other draws; None where they were not given by anybody."""
    other = fresh(before, Random(f"{before.position.n} {number}"))
    other.given = ()
    given = 0
    for entry in entries:
        if not isinstance(entry.action, Action):
            continue  # of the system
        try:
            other.apply(entry.by, entry.action)
        except Refusal:
            break  # with these draws it is not asked
        given += 1
    return other if given else None
