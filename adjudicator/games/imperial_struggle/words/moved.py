"""List what moved since the reader's last mail: the view of then beside that of now."""

from msgspec import Struct

from adjudicator.reports.view_diff import by_key

from ..fact_types import ADVANTAGE, SIDES, SPACE
from ..view import View


class Moved(Struct, frozen=True):
    """Changes of the figures: the victory track (up for France), debt, treaty points, bonus war tiles by side.

    `spaces`: spaces and advantages that are otherwise.
    """

    vp: int = 0
    debt: dict[str, int] = {}
    treaty_points: dict[str, int] = {}
    bonus_tiles: dict[str, int] = {}
    spaces: frozenset[str] = frozenset()


def moved(before: View | None, now: View) -> Moved:
    """Return what has changed; nothing if there is no earlier view."""
    if before is None:
        return Moved()
    was, is_ = before.public, now.public
    return Moved(
        vp=is_.vp - was.vp,
        debt=by_key(_by_side(was.debt), _by_side(is_.debt)),
        treaty_points=by_key(_by_side(was.treaty_points), _by_side(is_.treaty_points)),
        bonus_tiles=by_key(_laid(before) if was.next_war == is_.next_war else {}, _laid(now)),
        spaces=frozenset(_spaces(before, now) | _advantages(before, now)),
    )


def _by_side(pair: tuple[int, int]) -> dict[str, int]:
    return dict(zip(SIDES, pair, strict=True))


def _laid(view: View) -> dict[str, int]:
    """Return the number of bonus war tiles laid for the next war (5.6.1)."""
    return {side: sum(theatre.bonus[i] for theatre in view.public.theatres) for i, side in enumerate(SIDES)}


def _spaces(before: View, now: View) -> set[str]:
    return {space.id for space in SPACE if before.space(space.id) != now.space(space.id)}


def _advantages(before: View, now: View) -> set[str]:
    ids = (advantage.id for advantage in ADVANTAGE)
    return {
        id
        for id in ids
        if (before.advantage_owner(id), before.is_exhausted(id)) != (now.advantage_owner(id), now.is_exhausted(id))
    }
