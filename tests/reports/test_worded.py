"""Reports whose words stand in registers: what all parts of a mail have in common is worked out once."""

from __future__ import annotations

import msgspec

from adjudicator.reports.worded import LOOKED_AT, ViewCache


class Sight(msgspec.Struct):
    """A view."""

    figure: int


def test_each_of_the_last_few_views_is_looked_at_once() -> None:
    asked = list[int]()

    def look(view: msgspec.Struct) -> list[int]:
        assert isinstance(view, Sight)
        asked.append(view.figure)
        return [view.figure]

    looks, views = ViewCache(look), [Sight(n) for n in range(LOOKED_AT + 1)]
    for view in (views[0], views[0], views[1], views[0]):
        assert looks(view) == [view.figure]
    assert asked == [0, 1]
    assert looks(Sight(0)) == [0]
    assert asked == [0, 1, 0]  # equal, but not the same: it may have come from another match
    for view in (*views, views[0]):
        looks(view)
    assert asked[-1] == 0
