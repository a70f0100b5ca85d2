"""Show what seats may know of a position together.

A view has one public part, the same for everybody, and one private part for each of the seats that look together;
an observer has none. Both are built in :mod:`.view_parts`; here are the questions that pictures and reports ask.

>>> from .setup import initial_state
>>> look = view(initial_state(), frozenset({"france"}))
>>> look.space("savoy").owner, look.space("bavaria").owner, look.hand_size("britain"), look.hand("britain") is None
(None, 'france', 0, True)
"""

from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet

from msgspec import Struct

from adjudicator.components.bits import bits

from .fact_events import EVENT, Event
from .fact_types import (
    ADVANTAGE,
    AWARD,
    BRITAIN,
    ERAS,
    FLAGS,
    FRANCE,
    INVESTMENT,
    MINISTRY,
    NONE,
    REGION,
    SIDES,
    SPACE,
    TURN,
    WAR,
    WAR_IDS,
    WAR_TILE,
    Award,
    Investment,
    Ministry,
    WarTile,
)
from .state import HeldMinistry, State
from .view_parts import PrivateView, PublicView, Tiles, private_view, public_view


class MinistrySlot(Struct, frozen=True):
    """A Ministry card as a seat sees it; ``card`` is ``None`` where it lies face down for this seat.

    ``exhausted``: numbers (1, 2) of the abilities with a marker.
    """

    card: Ministry | None
    revealed: bool
    exhausted: tuple[int, ...]
    jacobite_slot: bool


class TileSlot(Struct, frozen=True):
    """A War tile of a theatre as a seat sees it; ``tile`` is ``None`` where only its back shows.

    ``kind``: ``basic``, ``bonus`` or ``special``.
    """

    kind: str
    tile: WarTile | None


class TheatreSlots(Struct, frozen=True):
    """A theatre of the coming or current war.

    It has its id, its number from 1, the tiles of both sides, and whether Byng's marker is there.
    """

    id: str
    order: int
    france: tuple[TileSlot, ...]
    britain: tuple[TileSlot, ...]
    byng: bool


class SpaceStatus(Struct, frozen=True):
    """The pieces on a space. ``owner``: an id of a flag; ``conflict``: 0, 1, or 2 for the "+1" marker (3.8)."""

    id: str
    owner: str | None
    conflict: int
    damaged: bool
    isolated: bool
    huguenots: bool
    huguenots_spent: bool


class View(Struct, frozen=True):
    """The knowledge that the seats ``private`` speaks of may share; nobody's private part for an observer.

    The methods take and give ids of the data files; a side is ``"france"`` or ``"britain"``. An unknown id
    raises KeyError (ValueError for a side).
    """

    public: PublicView
    private: tuple[PrivateView, ...]

    # ---- the moment

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats whose view this is, France first."""
        return tuple(SIDES[part.side] for part in self.private)

    @property
    def seat(self) -> str | None:
        """The one seat whose view this is."""
        return self.seats[0] if len(self.private) == 1 else None

    @property
    def turn(self) -> str:
        """``1`` to ``6``, or the id of a war."""
        return TURN.ids[self.public.turn]

    @property
    def era(self) -> str:
        """Id of the era."""
        return ERAS[TURN.things[self.public.turn].era]

    @property
    def phase(self) -> str:
        """Id of the phase, as in the state document; ``set_up`` before the first deal."""
        return self.public.phase

    @property
    def initiative(self) -> str:
        """Side that holds the initiative (4.1.8)."""
        return SIDES[self.public.initiative]

    @property
    def first_player(self) -> str | None:
        """Side that plays first this turn, once it is chosen."""
        return None if self.public.first_player == NONE else SIDES[self.public.first_player]

    @property
    def result(self) -> str | None:
        """The winner of a finished game."""
        return None if self.public.result == NONE else SIDES[self.public.result]

    # ---- the map

    def space(self, id: str) -> SpaceStatus:
        """Return what is on a space; its owner by flag or squadron (3.2.7)."""
        p, bit = self.public, 1 << SPACE.index[id]
        return SpaceStatus(
            id=id,
            owner=_owner(p.flags, bit, FLAGS) or _owner(p.squadrons, bit, SIDES),
            conflict=bool(p.conflicts & bit) + bool(p.conflicts_plus & bit),
            damaged=bool(p.damaged & bit),
            isolated=bool(p.isolated & bit),
            huguenots=bool(p.huguenots & bit),
            huguenots_spent=bool(p.huguenots_spent & bit),
        )

    # ---- tiles

    def advantage_owner(self, advantage: str) -> str | None:
        """Return the side that holds an advantage tile, or None."""
        return _owner(self.public.advantages, 1 << ADVANTAGE.index[advantage], SIDES)

    def is_exhausted(self, advantage: str) -> bool:
        """Return whether an advantage was used this turn (8.2)."""
        return bool(self.public.advantages_exhausted >> ADVANTAGE.index[advantage] & 1)

    def is_new(self, advantage: str) -> bool:
        """Return whether an advantage was just gained and cannot be used yet (8.0)."""
        return bool(self.public.advantages_new >> ADVANTAGE.index[advantage] & 1)

    def award(self, region: str) -> Award | None:
        """Return the face-up award tile of a region (3.9)."""
        kind = self.public.awards[REGION.index[region]]
        return None if kind == NONE else AWARD.things[kind]

    @property
    def available(self) -> tuple[Investment, ...]:
        """Face-up Investment tiles, with repeats."""
        return tuple(INVESTMENT.things[i] for i in self.public.available)

    def taken(self, side: str) -> tuple[Investment, ...]:
        """Return tiles a side took this turn, round by round."""
        return tuple(INVESTMENT.things[i] for i in self.public.taken[SIDES.index(side)])

    # ---- cards

    def hand_size(self, side: str) -> int:
        """Return the number of Event cards a side holds."""
        return self.public.hands[SIDES.index(side)]

    def hand(self, side: str) -> tuple[Event, ...] | None:
        """Return the Event cards of a side in order of arrival; ``None`` if these seats may not see them."""
        part = self._part(SIDES.index(side))
        return None if part is None else tuple(EVENT.things[n - 1] for n in part.hand)

    def ministries(self, side: str) -> tuple[MinistrySlot, ...]:
        """Return the Ministry cards of a side; face-down ones of the other side are blank and come last."""
        index = SIDES.index(side)
        part = self._part(index)
        if part is not None:
            return tuple(_slot(card) for card in part.ministries)
        public = self.public.ministries[index]
        blank = MinistrySlot(card=None, revealed=False, exhausted=(), jacobite_slot=False)
        extra = (MinistrySlot(MINISTRY.things[3], revealed=False, exhausted=(), jacobite_slot=True),)
        return (
            *(_slot(card) for card in public.face_up),
            *([blank] * public.face_down),
            *(extra if public.jacobite_slot else ()),
        )

    # ---- war

    @property
    def war(self) -> str | None:
        """Id of the coming or current war; ``None`` on turn 6."""
        return None if self.public.next_war == NONE else WAR_IDS[self.public.next_war]

    def theatres(self) -> tuple[TheatreSlots, ...]:
        """Return the war display as these seats see it: own and revealed tiles open, the others by their backs."""
        if self.public.next_war == NONE:
            return ()
        war = WAR.things[self.public.next_war]
        return tuple(
            TheatreSlots(
                id=theatre.id,
                order=theatre.order,
                france=self._tiles(theatre.order, FRANCE),
                britain=self._tiles(theatre.order, BRITAIN),
                byng=self.public.byng_theatre == theatre.order,
            )
            for theatre in war.theatres[: len(self.public.theatres)]
        )

    def drawn(self, side: str) -> tuple[WarTile, ...] | None:
        """Return War tiles a side has drawn and not placed yet.

        Returns ``None`` if these seats may not see them.
        """
        part = self._part(SIDES.index(side))
        return None if part is None else tuple(WAR_TILE.things[i] for i in part.drawn)

    def _part(self, side: int) -> PrivateView | None:
        return next((part for part in self.private if part.side == side), None)

    def _tiles(self, order: int, side: int) -> tuple[TileSlot, ...]:
        tiles = WAR_TILE.things
        public = self.public.theatres[order - 1]
        part = self._part(side)
        if public.open is not None:
            known: Tiles = public.open[side]
        elif part is not None:
            basic = part.basic[order - 1]
            known = part.bonus[order - 1] if basic == NONE else (basic, *part.bonus[order - 1])
        else:
            special = WAR_TILE.index["atlantic_dominance"]
            back = [TileSlot("basic", None)] * public.basic[side]
            back += [TileSlot("bonus", None)] * public.bonus[side]
            if public.dominance == side:
                back.append(TileSlot("special", tiles[special]))
            return tuple(back)
        return tuple(TileSlot(tiles[i].kind, tiles[i]) for i in known)


def sight(state: State) -> Callable[[AbstractSet[str]], View]:
    """Return a function from seats to what they together may know of the present state; an empty set is an observer.

    The function raises ValueError for a seat that is neither ``france`` nor ``britain``.
    """
    public = public_view(state)

    def seen(seats: AbstractSet[str]) -> View:
        if unknown := sorted(seats - set(SIDES)):
            raise ValueError(f"no seat of this game: {', '.join(unknown)}")
        return View(public, tuple(private_view(state, side) for side in sorted(map(SIDES.index, seats))))

    return seen


def view(state: State, seats: AbstractSet[str]) -> View:
    """Return what these seats together may know of a state."""
    return sight(state)(seats)


def _owner(masks: Iterable[int], bit: int, names: Iterable[str]) -> str | None:
    for mask, name in zip(masks, names, strict=True):
        if mask & bit:
            return name
    return None


def _slot(card: HeldMinistry) -> MinistrySlot:
    return MinistrySlot(
        card=MINISTRY.things[card.card - 1],
        revealed=card.revealed,
        exhausted=tuple(i + 1 for i in bits(card.exhausted)),
        jacobite_slot=card.jacobite_slot,
    )
