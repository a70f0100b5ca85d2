"""What Advantage tiles do, in our own words, with the figures of the facts (8.2)."""

from __future__ import annotations

from ..fact_types import ACTION_TYPES, ADVANTAGE, NONE, Advantage
from ..facts import facts
from .places import places
from .speech import Speech


def advantage_text(tile: Advantage, to: Speech) -> str:
    """Its effect and what it costs: `remove an opposing flag for 1 diplomatic point: Austria, Spain`."""
    told = _deed(tile, to)
    if tile.pays != NONE:
        told = to.gettext("%(deed)s for %(points)s", deed=told, points=to.points(ACTION_TYPES[tile.pays], tile.points))
    if not tile.targets:
        return told
    return to.gettext("%(deed)s: %(places)s", deed=told, places=places(tile.targets, to))


def _deed(tile: Advantage, to: Speech) -> str:
    match tile.op:
        case "place_conflict":
            told = to.ngettext("%(n)s conflict marker", "%(n)s conflict markers", 1)
            return to.gettext("%(deed)s, not protected", deed=told) if tile.unprotected else told
        case "unflag_fixed":
            return to.gettext("remove %(flag)s", flag=to.gettext("an opposing flag"))
        case "unflag_discount":
            told = to.gettext("remove %(flag)s", flag=to.gettext("an opposing flag"))
            return to.gettext("%(deed)s, %(n)s cheaper", deed=told, n=tile.amount)
        case "reduce_debt":
            return to.gettext("debt %(change)s", change=to.signed(-tile.amount))
        case "squadron_to_navy_box":
            return to.gettext("%(squadron)s goes to its navy box", squadron=to.gettext("an opposing squadron"))
        case "construct_squadron":
            return to.gettext("a new squadron")


def all_advantages(to: Speech) -> tuple[str, ...]:
    """Each of the 22 tiles: its name, the spaces that bring it, what it does."""
    f = facts()
    return tuple(
        f"{to.name(ADVANTAGE, tile.id)} ({to.spaces(f.ids(tile.spaces))}): {advantage_text(tile, to)}."
        for tile in f.advantages
    )
