"""The things of the game as they stand in ``data/``, one frozen struct a thing, and their kinds.

Squares of empires (B4) and cards are one kind, `ITEM`: what lies in tableaus, carries bishops and is a target. The
first ten items are the squares, so that the index of an empire is that of its square too. Pieces are one kind with an
index for type and religion; pawns bear the colour of their bank instead.
"""

from pathlib import Path
from typing import Annotated, Final, Literal

from msgspec import Struct

from adjudicator.components import Kind, Thing, mask_of
from adjudicator.components.load import DataFile, Mask, Written

NONE: Final = -1
"""No piece, no card, no empire … in every field that holds an index."""

DATA: Final = Path(__file__).parent / "data"
MAP: Final = DataFile(DATA / "map.yaml")
CARDS: Final = DataFile(DATA / "cards.yaml")

BANK: Final[Kind[Thing]] = Kind("bank", ("fugger", "medici", "coeur", "marchionni"))
RELIGION: Final[Kind[Thing]] = Kind("religion", ("catholic", "islamic", "reformist"))
RULE_OF: Final[Kind[Thing]] = Kind("state", ("medieval", "catholic", "islamic", "reformist"))
"""What an empire is: medieval, or a theocracy of the religion with the index before (B2b)."""
SIDE: Final[Kind[Thing]] = Kind("side", ("west", "east"))
SLOT: Final[Kind[Thing]] = Kind("slot", ("0", "1", "2", "3", "4", "5"))
PRESTIGE: Final[Kind[Thing]] = Kind("prestige", ("catholic", "islamic", "reformist", "law", "discovery", "patron"))
VICTORY: Final[Kind[Thing]] = Kind("victory", ("holy", "imperial", "globalization", "renaissance"))
FIGURE: Final[Kind[Thing]] = Kind(
    "figure", ("bishops", "tokens", "faith", "kings", "concessions", "discovery", "republics", "law")
)
"""What is counted for a victory, as tables call it (L3-L6)."""
MEASURE: Final[Kind[Thing]] = Kind("measure", ("faith", "kings", "concessions", "discovery", "republics", "law"))
"""The same as a sentence calls it."""
OPERATION: Final[Kind[Thing]] = Kind(
    "operation", ("inquisitor", "commerce", "behead", "tax", "repress", "vote", "corsair", "siege", "campaign")
)
ONE_SHOT: Final[Kind[Thing]] = Kind(
    "one_shot",
    ("trade_shift", "coronation", "conspiracy", "peasant_revolt", "crusade", "jihad", "reformation", "apostasy"),
)
ABILITY: Final[Kind[Thing]] = Kind("ability", CARDS.things("abilities", Thing))

WEST, EAST = SIDE.indexes
CATHOLIC, ISLAMIC, REFORMIST = RELIGION.indexes
MEDIEVAL: Final = 0
LAW, DISCOVERY, PATRON = PRESTIGE.indexes[3:]

TYPES: Final = ("rook", "knight", "pirate", "bishop")
TYPE: Final[Kind[Thing]] = Kind("type", (*TYPES, "pawn"))
"""Types of pieces (B1)."""
ROOK, KNIGHT, PIRATE, BISHOP, PAWN = TYPE.indexes
PIECE: Final[Kind[Thing]] = Kind(
    "piece",
    [*(f"{religion}_{type}" for type in TYPES for religion in RELIGION.ids), *(f"{bank}_pawn" for bank in BANK.ids)],
)
FIRST_PAWN: Final = 12
RULING: Final = PIECE.where("ruling class", lambda piece: piece.id.endswith(("rook", "knight")))
"""Knights and rooks (Glossary: ruling class)."""
SUPPLY: Final = (10, 7, 7, 10, 7, 7, 6, 4, 3, 5, 5, 5, 10, 10, 10, 10)
"""How many there are of each piece (B1)."""


def type_of(piece: int) -> int:
    """Return the type: rook, knight, pirate, bishop or pawn."""
    return piece // 3 if piece < FIRST_PAWN else PAWN


def religion_of(piece: int) -> int:
    """Return the religion whose colour a piece has, or NONE for a pawn."""
    return piece % 3 if piece < FIRST_PAWN else NONE


def piece_of(type: int, religion: int) -> int:
    """Return the rook, knight, pirate or bishop of a religion."""
    return type * 3 + religion


def pawn_of(bank: int) -> int:
    """Return the pawn of a bank."""
    return FIRST_PAWN + bank


class Empire(Thing, frozen=True):
    """One of the ten empires (B2). `adjacent` ones share a border or a corner (Glossary: adjacency)."""

    index: int
    side: Annotated[int, SIDE]
    start: Annotated[int, RULE_OF]
    adjacent: "Annotated[int, Mask(EMPIRE)]"


class Place(Thing, frozen=True):
    """Room for one rook or knight (B6a); Constantinople has three.

    `levy`: the piece that a levy brings, by the state of the empire; a place that is only in play under a condition
    (`extra`) has none in some states. `piece`: the piece there at the start (C4).
    """

    index: int
    empire: "Annotated[int, EMPIRE]"
    levy: tuple[Annotated[int, PIECE] | None, ...]
    city: str = ""
    capital: bool = False
    piece: Annotated[int, PIECE] = NONE
    extra: bool = False


class Border(Thing, frozen=True):
    """The gap between two empires (B2c); of a `sea` border pirates may be (Glossary: border)."""

    index: int
    empires: "Annotated[int, Mask(EMPIRE)]"
    sea: bool = False


class Route(Thing, frozen=True):
    """A trade route by the emporium where it begins, with empires and borders in the order of the voyage (B6b, G)."""

    index: int
    side: Annotated[int, SIDE]
    empires: "Annotated[tuple[int, ...], EMPIRE]"
    borders: "Annotated[tuple[int, ...], BORDER]"
    open: bool = False

    @property
    def place(self) -> int:
        """The emporium as a place."""
        return PLACE.index[self.id]


EMPIRE: Final = Kind("empire", MAP.things("empires", Empire))
PLACE: Final = Kind("place", MAP.things("places", Place))
BORDER: Final = Kind("border", MAP.things("borders", Border))
ROUTE: Final = Kind("emporium", MAP.things("routes", Route))
SEA: Final = BORDER.where("sea border", lambda border: border.sea)

PLACES_OF: Final = tuple(mask_of(each.index for each in PLACE if each.empire == number) for number in EMPIRE.indexes)
BORDERS_OF: Final = tuple(
    mask_of(each.index for each in BORDER if each.empires >> number & 1) for number in EMPIRE.indexes
)
REGIONS: Final = tuple(mask_of(each.index for each in EMPIRE if each.side == side) for side in SIDE.indexes)
"""The empires of the West and of the East, as masks."""
HOME: Final = tuple(
    map(BORDER.number, ("france_holy_roman_empire", "aragon_papal_states", "ottoman_mamluk", "england_portugal"))
)
"""The border on which each bank begins (C2)."""
VENICE: Final = PLACE.number("venice")
SECOND_VENICE: Final = PLACE.number("venice_2")
CONSTANTINOPLE: Final = tuple(each.index for each in PLACE if each.city == "constantinople")
OTTOMAN: Final = EMPIRE.number("ottoman")
MAMLUK: Final = EMPIRE.number("mamluk")


def _where(location: str | None) -> int:
    """Return the empires of a location, as a mask; a region has all of its empires."""
    if not location:
        return 0
    return REGIONS[SIDE.number(location)] if location in SIDE else 1 << EMPIRE.number(location)


Location = Annotated[int, Written(str, _where)]


class Operation(Struct, frozen=True):
    """An icon of a card (F): what it does, and with which religion, on which side, to which types of pieces."""

    op: Annotated[str, OPERATION]
    religion: Annotated[int, RELIGION] = NONE
    side: Annotated[int, SIDE] = NONE
    targets: tuple[Literal["rook", "knight", "pawn"], ...] = ()

    @property
    def types(self) -> tuple[int, ...]:
        """The types that it may repress."""
        return tuple({"rook": ROOK, "knight": KNIGHT, "pawn": PAWN}[target] for target in self.targets)


class OneShot(Struct, frozen=True):
    """The event that may happen when the card is played (H-K)."""

    kind: Annotated[str, ONE_SHOT]
    religions: Annotated[tuple[int, ...], RELIGION] = ()
    emporium: Annotated[int, ROUTE] = NONE


class Face(Struct, frozen=True):
    """One side of a square: its operations and its prestige."""

    operations: tuple[Operation, ...]
    prestige: Annotated[tuple[int, ...], PRESTIGE]


class Item(Thing, frozen=True):
    """A card or the square of an empire: what may lie in a tableau (B4, B5).

    `side`: the deck it belongs to, and where it lies. `location` is a mask of empires, empty for queens and comets;
    `slows`: the victories that cost two actions while it lies in a tableau. `beheads`: it may behead only what bears
    a bishop of these religions, in its region (Genocide and its like). Agents are pieces; a bare `pawn` is one of the
    bank that plays it, written as `FIRST_PAWN`. `later`: printed with an X; `promo`: not in the box.
    """

    index: int
    side: Annotated[int, SIDE]
    location: Location = 0
    kind: Literal["card", "queen", "comet", "square"] = "card"
    prestige: Annotated[tuple[int, ...], PRESTIGE] = ()
    operations: tuple[Operation, ...] = ()
    one_shot: OneShot | None = None
    agents: Annotated[
        tuple[int, ...],
        Written(tuple[str, ...], lambda ids: tuple(FIRST_PAWN if id == "pawn" else PIECE.number(id) for id in ids)),
    ] = ()
    abilities: Annotated[tuple[str, ...], ABILITY] = ()
    slows: Annotated[int, Mask(VICTORY)] = 0
    beheads: Annotated[int, Mask(RELIGION)] = 0
    suitors: Annotated[int, Mask(EMPIRE)] = 0
    later: bool = False
    promo: bool = False
    faces: tuple[Face, ...] = ()

    @property
    def shot(self) -> str:
        """The kind of its one-shot; "" for none."""
        return self.one_shot.kind if self.one_shot else ""

    @property
    def region(self) -> bool:
        """Whether its location is the whole East or West."""
        return self.location.bit_count() > 1


ITEM: Final = Kind("card", CARDS.things("cards", Item))
SQUARE: Final = ITEM.where("square", lambda item: item.kind == "square")
CARD: Final = ITEM.where("card of a deck", lambda item: item.kind != "square")
PLAYED: Final = ITEM.where("card that is played", lambda item: item.kind in ("card", "queen"))
COMET: Final = ITEM.where("comet", lambda item: item.kind == "comet")
QUEEN: Final = ITEM.where("queen", lambda item: item.kind == "queen")


def _launched(shot: str) -> Kind[Item]:
    return ITEM.where(f"card: {shot}", lambda item: item.shot == shot)


LAUNCHED: Final = {shot: _launched(shot) for shot in ONE_SHOT.ids}
"""The cards with each one-shot."""
FIRST_CARD: Final = len(EMPIRE)
"""Items below this index are squares."""

BankId = Annotated[str, BANK]
EmpireId = Annotated[str, EMPIRE]
PlaceId = Annotated[str, PLACE]
BorderId = Annotated[str, BORDER]
ItemId = Annotated[str, ITEM]
PieceId = Annotated[str, PIECE]
SideId = Annotated[str, SIDE]
OperationId = Annotated[str, OPERATION]
ReligionId = Annotated[str, RELIGION]
EmporiumId = Annotated[str, ROUTE]
VictoryId = Annotated[str, VICTORY]
