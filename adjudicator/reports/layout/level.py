"""Set the parts of a compact page in two columns that are about equally high, where there is room for two."""

from collections.abc import Callable, Sequence

from adjudicator.reports.layout.layout_metrics import beside
from adjudicator.reports.layout.section_order import Band, Part, bands
from adjudicator.reports.layout.words import Words
from adjudicator.reports.model import Report

_EVEN = 0.35
"""How high the lower column is at least, in parts of the higher one; else one column takes the whole width."""
_ASKED = (Part.MOVE, Part.LINKS, Part.FORM)
"""Parts that stand in one column."""


def level(report: Report, words: Words, links: float) -> list[Band]:
    """Return the bands of a page; parts keep their order, which is that of a phone.

    `links` is the height of the options in a column. They stand below what is asked where the page is no higher for it,
    else below both columns, where twice as many stand side by side.
    """
    found = bands(report, words.hints())
    if not found or not found[0][1]:
        return found
    head, high = beside(report, words, links)

    def heights(band: Band, above: float) -> tuple[float, float]:
        return above + sum(map(high, band[0])), sum(map(high, band[1]))

    first, *others = (
        _split((*left, *right), above, heights) if right else (left, right)
        for (left, right), above in zip(found, (head, *[0.0] * len(found)), strict=False)
    )
    if Part.LINKS in found[min(1, len(found) - 1)][0]:
        joined = _split((*first[0], *first[1], *found[1][0]), head, heights)
        if max(heights(joined, head)) <= max(heights(first, head)) + links / 2:
            return [joined, *others[1:]]
    return [first, *others]


def _split(parts: Sequence[Part], above: float, heights: Callable[[Band, float], tuple[float, float]]) -> Band:
    """Return parts in two columns, the higher of which is as low as can be; in one if the other was nearly empty."""
    cuts = [at for at in range(1, len(parts)) if parts[at] not in _ASKED[1:]]
    best = min(((tuple(parts[:at]), tuple(parts[at:])) for at in cuts), key=lambda band: max(heights(band, above)))
    lower, higher = sorted(heights(best, above))
    return best if lower >= _EVEN * higher else (tuple(parts), ())
