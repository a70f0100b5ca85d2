"""What many ask about the same thing is worked out once for all of them."""

from __future__ import annotations

import msgspec

from adjudicator.components.remembered import REMEMBERED, Remembered


class Sight(msgspec.Struct):
    """A view."""

    figure: int


def test_each_of_the_last_few_views_is_looked_at_once() -> None:
    asked = list[int]()

    def look(view: msgspec.Struct) -> list[int]:
        assert isinstance(view, Sight)
        asked.append(view.figure)
        return [view.figure]

    looks, views = Remembered(look), [Sight(n) for n in range(REMEMBERED + 1)]
    for view in (views[0], views[0], views[1], views[0]):
        assert looks(view) == [view.figure]
    assert asked == [0, 1]
    assert looks(Sight(0)) == [0]
    assert asked == [0, 1, 0]  # equal, but not the same: it may have come from another match
    for view in (*views, views[0]):
        looks(view)
    assert asked[-1] == 0
