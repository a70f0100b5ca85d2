"""A position made of what a reader knows, so that the rules themselves work out what a card is worth to them now.

It is built from a view and never from the state, so nothing hidden can be in it: of the other side only what lies
open. What is hidden and counted by everybody is there by number: War tiles of the other side, but for basic ones
at theatres, and the event pile, each as :data:`BLANK`; hands and face-down cards of the other side are not there
at all.
"""

from __future__ import annotations

from copy import copy
from functools import lru_cache
from typing import Any, Final, NamedTuple

from .fact_types import NONE, SIDES, TURN
from .rules.ending import FinalScored, final_scores
from .rules.war.strength import strength
from .state import HeldMinistry, State, TheatreTiles
from .view import View
from .view_parts import WAR_TILES, PrivateView, PublicTheatre, PublicView

BLANK = 0
"""Stands for a tile or card whose face is hidden; what it is means nothing."""

_FINAL: Final = ("final_vp", "final_tiebreak_available_debt", "final_tiebreak_britain")
"""Ends of a match that follow the final scoring (4.1.14)."""


_SAME: Final = tuple(name for name in PublicView.__struct_fields__ if name in State.__struct_fields__)
"""What everybody knows under the name that it has in the position."""


class _This(NamedTuple):
    """A view that is the same as none but itself: to compare two costs as much as what is kept saves."""

    view: View

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _This) and self.view is other.view

    def __hash__(self) -> int:
        return id(self.view)


def known(view: View) -> State:
    """Return the position as the readers of the view know it; use it only to ask the rules about it.

    Fields may be assigned, but the values that they hold must not be changed.
    """
    return copy(_known(_This(view)))


@lru_cache(maxsize=4)
def _known(this: _This) -> State:
    view = this.view
    own = {part.side: part for part in view.private}
    public: dict[str, Any] = {name: _in_state(getattr(view.public, name)) for name in _SAME}
    hidden: dict[str, Any] = {
        "hands": [list(own[side].hand) if side in own else [] for side in range(len(SIDES))],
        "ministries": [_ministries(view, side, own.get(side)) for side in range(len(SIDES))],
        "theatres": [_theatre(tiles, order, own) for order, tiles in enumerate(view.public.theatres)],
        "deck": [BLANK] * view.public.deck,
        **{name: [_tiles(view, own.get(side), name, side) for side in range(len(SIDES))] for name in WAR_TILES},
    }
    return State(**{**public, **hidden})


def _tiles(view: View, own: PrivateView | None, name: str, side: int) -> list[int]:
    return [BLANK] * getattr(view.public, name)[side] if own is None else list(getattr(own, name))


def _in_state(value: object) -> object:
    """Return lists for tuples: a view keeps tuples where the position has lists."""
    return [_in_state(each) for each in value] if isinstance(value, tuple) else value


def bonus_strength(position: State, order: int, side: int) -> int:
    """Return what a side has at a theatre apart from its tiles (7.1.3), in the present position of the map."""
    asked = copy(position)
    asked.theatre = order
    return strength(asked, side).bonus


def final_scores_now(view: View) -> tuple[FinalScored, ...]:
    """Return the final scoring (11.0) in the present position, in the last turn until it is scored; else empty."""
    last = view.public.turn == len(TURN.things) - 1
    if not last or view.phase in ("final_scoring", "game_over"):
        return ()
    return tuple(final_scores(known(view)))


def final_scores_made(view: View) -> tuple[FinalScored, ...]:
    """Return the final scoring (11.0) of a match that it has ended: since then only the track has moved."""
    return tuple(final_scores(known(view))) if view.public.how in _FINAL else ()


def _ministries(view: View, side: int, own: PrivateView | None) -> list[HeldMinistry]:
    cards = view.public.ministries[side].face_up if own is None else own.ministries
    return [copy(card) for card in cards]


def _theatre(tiles: PublicTheatre, order: int, own: dict[int, PrivateView]) -> TheatreTiles:
    basic, bonus = [NONE, NONE], [[BLANK] * n for n in tiles.bonus]
    for side, part in own.items():
        basic[side], bonus[side] = part.basic[order], list(part.bonus[order])
    return TheatreTiles(basic, bonus)
