"""The parts of a view: what everybody may know, and what the player of one side knows beyond that.

Built from the state and never filtered out of it: what a part may not have is not copied. Of an opponent's hand,
face-down ministries, War tiles and pools the public part has only the number (rules 3.4, 3.5, 3.7, 4.1.6, 5.3.3,
5.6.1, 7.6; War tiles of a theatre lie open from 7.1.1 on). Piles have no order in the state, so none can be seen;
what is left in the stack of Investment tiles and among the Award tiles of the era follows from what lies open and is
therefore public.
"""

from collections.abc import Callable
from operator import attrgetter
from typing import Final

from msgspec import Struct

from adjudicator.components.views import copier, public_part

from .fact_types import BRITAIN, FRANCE, NONE, WAR_TILE
from .house_rules import HouseRules
from .state import ActionPoints, HeldMinistry, State, TheatreTiles, WarProgress, revealed

Pair = tuple[int, int]
Tiles = tuple[int, ...]


class PublicMinistries(Struct, frozen=True, array_like=True):
    """The Ministry cards of a side as everybody sees them.

    ``jacobite_slot``: M-4 is face down in the extra slot.
    """

    face_up: tuple[HeldMinistry, ...]
    face_down: int
    jacobite_slot: bool


class PublicTheatre(Struct, frozen=True, array_like=True):
    """Numbers of War tiles by side; ``open`` has the tiles themselves once the theatre is revealed (7.1.1).

    ``dominance``: side whose Atlantic Dominance tile lies here, or ``NONE``.
    """

    basic: Pair
    bonus: Pair
    dominance: int
    open: tuple[Tiles, Tiles] | None


class PublicView(Struct, frozen=True, array_like=True):
    """The part of a position that everybody may know.

    Fields mean what they mean in :class:`.state.State`; piles are numbers.
    """

    turn: int
    phase: str
    round: int
    theatre: int
    vp: int
    initiative: int
    first_player: int
    debt: Pair
    debt_limit: Pair
    treaty_points: Pair
    flags: tuple[int, int, int, int]
    squadrons: Pair
    navy_box: Pair
    unbuilt: Pair
    lost: Pair
    away: Pair
    damaged: int
    conflicts: int
    conflicts_plus: int
    huguenots: int
    huguenots_spent: int
    isolated: int
    held_at_start: Pair
    hands: Pair
    deck: int
    discard: Tiles
    played: Tiles
    removed_events: Tiles
    ministries: tuple[PublicMinistries, PublicMinistries]
    removed_ministries: Tiles
    townshend: int
    available: Tiles
    taken: tuple[Tiles, Tiles]
    stack: Tiles
    used: Tiles
    awards: Tiles
    awards_left: Tiles
    demand: Tiles
    advantages: Pair
    advantages_exhausted: int
    advantages_new: int
    advantages_used: int
    advantage_regions: int
    next_war: int
    theatres: tuple[PublicTheatre, ...]
    unassigned: Pair
    pool_basic: Pair
    pool_bonus: Pair
    basic_out: Pair
    drawn: Pair
    byng_theatre: int
    jacobite_victories: int
    jacobite_defeat: bool
    ap: ActionPoints | None
    result: int
    how: str
    jacobite_extra: bool
    war: WarProgress | None
    options: HouseRules = HouseRules()


class PrivateView(Struct, frozen=True, array_like=True):
    """The part that only the player of a side knows: own hand, own ministries, own War tiles wherever they are."""

    side: int
    hand: Tiles
    ministries: tuple[HeldMinistry, ...]
    basic: Tiles
    """By theatre: the own basic tile, or ``NONE``."""
    bonus: tuple[Tiles, ...]
    """By theatre: the own bonus tiles."""
    unassigned: Tiles
    drawn: Tiles
    pool_basic: Tiles
    pool_bonus: Tiles
    basic_out: Tiles


WAR_TILES: Final = ("unassigned", "drawn", "pool_basic", "pool_bonus", "basic_out")
"""Where War tiles of a side lie that are at no theatre."""
_war_tiles: Final = attrgetter(*WAR_TILES)
_copied: Final = copier(HeldMinistry)


def private_view(state: State, side: int) -> PrivateView:
    """Return what the player of a side knows beyond the public part."""
    return PrivateView(
        side,
        tuple(state.hands[side]),
        tuple(map(_copied, state.ministries[side])),
        tuple([theatre.basic[side] for theatre in state.theatres]),
        tuple([tuple(theatre.bonus[side]) for theatre in state.theatres]),
        *[tuple(tiles[side]) for tiles in _war_tiles(state)],
    )


def _public_ministries(cards: list[HeldMinistry]) -> PublicMinistries:
    face_up = tuple([_copied(card) for card in cards if card.revealed])
    extra = [card for card in cards if card.jacobite_slot and not card.revealed]
    return PublicMinistries(face_up, len(cards) - len(face_up) - len(extra), bool(extra))


def _public_theatre(tiles: TheatreTiles, dominance: int, *, face_up: bool) -> PublicTheatre:
    france, britain = tiles.bonus
    owner = FRANCE if dominance in france else BRITAIN if dominance in britain else NONE
    return PublicTheatre(
        (int(tiles.basic[0] != NONE), int(tiles.basic[1] != NONE)),
        (len(france) - (owner == FRANCE), len(britain) - (owner == BRITAIN)),
        owner,
        (_all(tiles, FRANCE), _all(tiles, BRITAIN)) if face_up else None,
    )


def _all(tiles: TheatreTiles, side: int) -> Tiles:
    basic = tiles.basic[side]
    return tuple(tiles.bonus[side]) if basic == NONE else (basic, *tiles.bonus[side])


def _theatres(state: State) -> tuple[PublicTheatre, ...]:
    dominance, open_to = WAR_TILE.index["atlantic_dominance"], revealed(state)
    return tuple(
        [_public_theatre(tiles, dominance, face_up=order < open_to) for order, tiles in enumerate(state.theatres)]
    )


public_view: Final[Callable[[State], PublicView]] = public_part(
    State, PublicView, ministries=lambda state: tuple(map(_public_ministries, state.ministries)), theatres=_theatres
)
"""The public part, the same for everybody."""
