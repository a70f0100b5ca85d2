"""Outlines in few signs: points from one to the next, and none that no eye would miss."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from math import dist, hypot

_NUMBER = r"-?\d+(?:\.\d+)?"
_POINT = re.compile(rf"([ML])({_NUMBER}) ({_NUMBER})|(Z)")
_POINTS = re.compile(rf"(?:[ML]{_NUMBER} {_NUMBER}|Z)*")
_FEW = 4
"""The fewest points of a path that is made coarser; one with fewer is a small mark, and stays as fine as it is."""
_MARK = 12
"""A line of no more points is thinned by nobody: it may be a star."""
_KEPT = 256
"""Outlines that are kept: the pages of all seats have the same ones, and those of the next turn most of them."""
COARSE = 1.0
"""The distance by which a coarse outline may differ from the fine one, in units of the board."""

Point = tuple[float, float]


def points(d: str) -> list[tuple[list[Point], bool]] | None:
    """Return the lines of a path and whether each is closed; None if it is more than straight lines between points."""
    if not _POINTS.fullmatch(d):
        return None
    lines: list[tuple[list[Point], bool]] = []
    for kind, x, y, closed in _POINT.findall(d):
        if kind == "M":
            lines.append(([], False))
        if closed:
            lines[-1] = (lines[-1][0], True)
        else:
            lines[-1][0].append((float(x), float(y)))
    return lines


def moved(d: str, x: float, y: float) -> str:
    """Return a path of straight lines, moved."""
    return _POINT.sub(lambda at: at[4] or f"{at[1]}{float(at[2]) + x:.1f} {float(at[3]) + y:.1f}", d)


@lru_cache(_KEPT)
def outline(d: str, *, coarse: bool) -> str:
    """Return the same lines with each point relative to the one before, to a tenth: that takes half the characters.

    A `coarse` one has whole units, and no points that lie next to the line between others.
    """
    lines = points(d)
    if not lines or sum(len(line) for line, _ in lines) < _FEW:
        return d
    told, here = "", (0, 0)
    for line, closed in lines:
        first, *others = (_tenths(point, coarse=coarse) for point in (_thinned(line) if coarse else line))
        told += f"m{_step(here, first).strip()}"
        here = first
        for point in others:
            if point != here:
                told += _step(here, point)
            here = point
        if closed:
            told, here = f"{told}Z", first
    return told


def _thinned(line: Sequence[Point]) -> list[Point]:
    """Return the line without points that lie close to it.

    After Douglas and Peucker, “Algorithms for the reduction of the number of points” (1973).
    """
    if len(line) <= _MARK:
        return list(line)
    kept, waiting = {0, len(line) - 1}, [(0, len(line) - 1)]
    while waiting:
        first, last = waiting.pop()
        far = [(_beside(line[at], line[first], line[last]), at) for at in range(first + 1, last)]
        away, at = max(far, default=(0.0, 0))
        if away > COARSE:
            kept.add(at)
            waiting += [(first, at), (at, last)]
    return [line[at] for at in sorted(kept)]


def _beside(point: Point, one: Point, other: Point) -> float:
    """Return how far a point is from the line through two others, or from the place where both are."""
    (x, y), (across, down) = one, (other[0] - one[0], other[1] - one[1])
    length = hypot(across, down)
    return abs(across * (y - point[1]) - down * (x - point[0])) / length if length else dist(point, one)


def _tenths(point: Point, *, coarse: bool) -> tuple[int, int]:
    x, y = (10 * round(each) if coarse else round(10 * each) for each in point)
    return x, y


def _step(here: tuple[int, int], there: tuple[int, int]) -> str:
    return "".join(map(_told, (there[0] - here[0], there[1] - here[1])))


def _told(tenths: int) -> str:
    """Return a number as it follows another one."""
    told = f"{tenths / 10:g}".replace("0.", ".", abs(tenths) < 10)
    return told if tenths < 0 else f" {told}"
