"""What a board picture shows: everything one seat may see, and nothing that it may not.

Built from a seat's view. A hidden thing is not in here at all: the back of a war tile is a `WarTileMark` without
strength, the other side's hand is only a number.
"""

from typing import Literal

import msgspec

from adjudicator.pictures.maps.highlights import Change

Side = Literal["france", "britain"]
Owner = Literal["france", "britain", "usa", "spain"]
Symbol = Literal["none", "debt", "fort_or_squadron", "unflag"]

FinalKind = Literal["prestige", "debt", "commodity", "territory"]
TileKind = Literal["basic", "bonus", "special"]

SIDES: tuple[Side, Side] = ("france", "britain")
TILE_KINDS: tuple[TileKind, ...] = ("basic", "bonus", "special")


class SpaceMark(msgspec.Struct, frozen=True):
    """What lies on a space: a flag, a fort or a squadron of `owner`, and markers.

    `conflict` is 0, 1, or 2 for a marker with "+1" (3.8). `damaged` is for forts (5.6.4), `isolated` for markets
    (5.4.1). `huguenots` is 0, 1, or 2 for a marker that was used (M-9). Spaces without any of these may be left out of
    a position.
    """

    id: str
    owner: Owner | None = None
    damaged: bool = False
    conflict: int = 0
    isolated: bool = False
    huguenots: int = 0


class AdvantageMark(msgspec.Struct, frozen=True):
    """An advantage tile that somebody holds or that is exhausted (8.0)."""

    id: str
    owner: Side | None = None
    exhausted: bool = False


class AwardMark(msgspec.Struct, frozen=True):
    """The face-up award tile of a region: VP, treaty points, and the lead that is needed (4.1.12)."""

    region: str
    vp: int
    treaty_points: int
    margin: int


class WarTileMark(msgspec.Struct, frozen=True):
    """A war tile in the display; without `strength` it lies face down for this seat."""

    kind: TileKind
    strength: int | None = None
    symbol: Symbol = "none"


class StrengthMark(msgspec.Struct, frozen=True):
    """What a side has at a theatre, tiles and map (7.1.3): `sure`, and `hidden` tiles that add `least` to `most`."""

    sure: int = 0
    hidden: int = 0
    least: int = 0
    most: int = 0


class ResultMark(msgspec.Struct, frozen=True):
    """How a theatre ended (7.1.4); nobody wins a tie."""

    winner: Side | None
    margin: int


class TheatreMark(msgspec.Struct, frozen=True, kw_only=True):
    """A theatre of the coming or current war with the tiles of both sides (7.0); `now`: it is being fought."""

    id: str
    name: str
    france: tuple[WarTileMark, ...] = ()
    britain: tuple[WarTileMark, ...] = ()
    now: bool = False
    strength_france: StrengthMark = StrengthMark()
    strength_britain: StrengthMark = StrengthMark()
    result: ResultMark | None = None

    @property
    def lead(self) -> tuple[int, int]:
        """By how much France may win, at the least and at the most; below zero Britain wins."""
        one, other = self.strength_france, self.strength_britain
        lead = one.sure - other.sure
        return lead + one.least - other.most, lead + one.most - other.least


class FinalMark(msgspec.Struct, frozen=True):
    """A kind of thing of the final scoring (11.0): what each side counts, and the points for France as things lie,
    below zero for Britain.
    """

    kind: FinalKind
    france: int
    britain: int
    vp: int


class MinistryMark(msgspec.Struct, frozen=True):
    """A ministry card; no `name` means face down for this seat."""

    name: str | None = None
    face_up: bool = False
    exhausted: bool = False


class SideMark(msgspec.Struct, frozen=True, kw_only=True):
    """The holdings of a side. `taken` are investment tile ids, in order of the rounds; `hand` the names of its cards
    where the readers may know them.
    """

    debt: int = 0
    debt_limit: int = 6
    treaty_points: int = 0
    navy_box: int = 0
    unbuilt: int = 0
    away: int = 0
    hand_size: int = 0
    hand: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()
    ministries: tuple[MinistryMark, ...] = ()


class Position(msgspec.Struct, frozen=True, kw_only=True):
    """A whole board. `seats` are those whose picture it is: none for an observer.

    `turn` is `1` to `6` or the id of a war; `round` is 0 outside the action phase; `to_move` are the sides that are
    waited for. Ids are those of the fact files, names are already in the reader's language.
    `conflict_blocks_prestige` is the option of that name (R-03); `finals` are there in the last turn only; `how`
    the game ended is a word of `Result`, empty while it goes on.
    """

    seats: tuple[Side, ...]
    turn: str
    phase: str
    round: int = 0
    to_move: tuple[Side, ...] = ()
    vp: int
    initiative: Side
    france: SideMark
    britain: SideMark
    spaces: tuple[SpaceMark, ...] = ()
    advantages: tuple[AdvantageMark, ...] = ()
    awards: tuple[AwardMark, ...] = ()
    demand: tuple[str, ...] = ()
    investments: tuple[str, ...] = ()
    war: str | None = None
    theatres: tuple[TheatreMark, ...] = ()
    finals: tuple[FinalMark, ...] = ()
    changed: tuple[Change, ...] = ()
    jacobite_victories: int = 0
    jacobite_defeat: bool = False
    winner: Side | None = None
    how: str = ""
    conflict_blocks_prestige: bool = True

    @property
    def seat(self) -> Side | None:
        """The one seat whose picture it is."""
        return self.seats[0] if len(self.seats) == 1 else None

    @property
    def hand(self) -> tuple[str, ...]:
        """The seat's own cards, if it is one seat."""
        return self.side(self.seat).hand if self.seat else ()

    def side(self, side: Side) -> SideMark:
        """The holdings of one side."""
        return self.france if side == "france" else self.britain
