"""A position made of what a reader knows, so that the rules themselves work out what a card is worth to him now.

It is built from a view and never from the state, so nothing hidden can be in it: of the other side only what lies
open. Bonus War tiles whose faces are hidden are there by number, as the blank tile :data:`BLANK`; face-down cards of
the other side are not there at all.
"""

from __future__ import annotations

from copy import copy

from .fact_types import NONE, SIDES
from .rules.war.strength import strength
from .state import HeldMinistry, State, TheatreTiles
from .view import View
from .view_parts import OpenMinistry, PrivateView, PublicTheatre
from .war_events import Strength

BLANK = 0
"""Index of the War tile that stands for one whose face is hidden; its strength means nothing."""


def known(view: View) -> State:
    """The position as the readers of the view know it; only to ask the rules about it."""
    p = view.public
    own = {part.side: part for part in view.private}
    return State(
        turn=p.turn,
        phase=p.phase,  # type: ignore[arg-type]
        round=p.round,
        theatre=p.theatre,
        vp=p.vp,
        initiative=p.initiative,
        first_player=p.first_player,
        debt=list(p.debt),
        debt_limit=list(p.debt_limit),
        treaty_points=list(p.treaty_points),
        flags=list(p.flags),
        squadrons=list(p.squadrons),
        navy_box=list(p.navy_box),
        unbuilt=list(p.unbuilt),
        lost=list(p.lost),
        away=list(p.away),
        damaged=p.damaged,
        conflicts=p.conflicts,
        conflicts_plus=p.conflicts_plus,
        huguenots=p.huguenots,
        huguenots_spent=p.huguenots_spent,
        isolated=p.isolated,
        held_at_start=list(p.held_at_start),
        hands=[list(own[side].hand) if side in own else [] for side in range(len(SIDES))],
        deck=[],
        discard=list(p.discard),
        played=list(p.played),
        removed_events=list(p.removed_events),
        ministries=[_ministries(view, side, own.get(side)) for side in range(len(SIDES))],
        removed_ministries=list(p.removed_ministries),
        townshend=p.townshend,
        available=list(p.available),
        taken=[list(taken) for taken in p.taken],
        stack=list(p.stack),
        used=list(p.used),
        awards=list(p.awards),
        awards_left=list(p.awards_left),
        demand=list(p.demand),
        advantages=list(p.advantages),
        advantages_exhausted=p.advantages_exhausted,
        advantages_new=p.advantages_new,
        advantages_used=p.advantages_used,
        advantage_regions=p.advantage_regions,
        next_war=p.next_war,
        theatres=[_theatre(tiles, order, own) for order, tiles in enumerate(p.theatres)],
        unassigned=[[], []],
        pool_basic=[[], []],
        pool_bonus=[[], []],
        basic_out=[[], []],
        drawn=[[], []],
        byng_theatre=p.byng_theatre,
        jacobite_victories=p.jacobite_victories,
        jacobite_defeat=p.jacobite_defeat,
        ap=p.ap,
        war=p.war,
        options=p.options,
    )


def bonus_strength(position: State, order: int, side: int) -> Strength:
    """What a side has at a theatre besides its tiles (7.1.3), as the map lies now; `army` means nothing."""
    asked = copy(position)
    asked.theatre = order
    return strength(asked, side)


def bonus_total(found: Strength) -> int:
    """Strength without the tiles."""
    return found.total - found.army


def _ministries(view: View, side: int, own: PrivateView | None) -> list[HeldMinistry]:
    cards = view.public.ministries[side].face_up if own is None else own.ministries
    return [_held(card) for card in cards]


def _held(card: OpenMinistry) -> HeldMinistry:
    return HeldMinistry(card.card, card.revealed, card.exhausted, card.used_debt, card.jacobite_slot)


def _theatre(tiles: PublicTheatre, order: int, own: dict[int, PrivateView]) -> TheatreTiles:
    basic, bonus = [NONE, NONE], [[BLANK] * n for n in tiles.bonus]
    for side, part in own.items():
        basic[side], bonus[side] = part.basic[order], list(part.bonus[order])
    return TheatreTiles(basic, bonus)
