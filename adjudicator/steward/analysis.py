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
from adjudicator.kernel.chance import Chance
from adjudicator.kernel.errors import Refusal
from adjudicator.kernel.log import Entry
from adjudicator.kernel.match import Match
from adjudicator.steward.prospects import Worth, prospects, worth_of

OTHERS = 8
"""Other draws that are tried for each entry that drew."""
MOMENTS = 5
"""The moments that are named."""


class Point(msgspec.Struct, frozen=True):
    """The prospects of all seats, as shares of one, behind an entry of the log; so many turns were over.

    `luck`: what the draws of it brought to each seat; `by`: who gave the answer.
    """

    n: int
    turns: int
    prospects: Mapping[str, float]
    luck: Mapping[str, float] = {}
    by: str = ""


class Moment(msgspec.Struct, frozen=True):
    """The entries `first` to `last` of the log, which changed the prospects of a seat from one share to another.

    `by`: who gave the answer that they began with.
    """

    first: int
    last: int
    seat: str
    before: float
    after: float
    by: str = ""


class Analysis(msgspec.Struct, frozen=True):
    """The points of a match in the order of play, the moments that decided it, and the luck of each seat."""

    points: Sequence[Point]
    moments: Sequence[Moment]
    luck: Mapping[str, float]


def analyse(match: Match, steps: Iterable[int]) -> Analysis:
    """Return the analysis of a match that stands at its beginning.

    `steps`: the log numbers to which it comes, one after the other: whoever asks for the next one moves the match on.
    """
    worth, seats = worth_of(match.game), match.header.seats
    points = [Point(match.position.n, match.game.turns_done(match.state), prospects(match, worth))]
    before, met = match.copy(), len(match.log)
    for n in steps:
        after = prospects(match, worth)
        made = match.log[met:]
        by = next((str(entry.by) for entry in made if entry.by != SYSTEM), "")
        luck = _luck(before, made, after, worth)
        points.append(Point(n, match.game.turns_done(match.state), after, luck, by))
        before, met = match.copy(), len(match.log)
    total = {seat: sum(point.luck.get(seat, 0.0) for point in points) for seat in seats}
    changes = [_change(last, point) for last, point in pairwise(points)]
    dearest = sorted(changes, key=lambda change: -abs(change.after - change.before))[:MOMENTS]
    return Analysis(points, sorted(dearest, key=lambda change: change.first), total)


def _change(last: Point, point: Point) -> Moment:
    """Return what one step changed most: for a seat that gained, where another has lost as much."""
    was, now = last.prospects, point.prospects
    seat = max(now, key=lambda each: (round(abs(now[each] - was[each]), 9), now[each] - was[each]))
    return Moment(last.n + 1, point.n, seat, was[seat], now[seat], point.by)


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
    seed = Random(f"{before.position.n} {number}").randbytes(16)
    other = before.twin(Match, Chance(seed, counter=before.chance.counter))
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
