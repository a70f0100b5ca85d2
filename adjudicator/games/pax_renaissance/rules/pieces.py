"""Pieces come, go and are repressed (B1, Glossary: repression, killing, pieces)."""

from bisect import insort
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, Literal, NamedTuple

from adjudicator import FIRST, Action, Asking, Frames, Play, Question
from adjudicator.components import Code, Kind

from .. import facts
from ..facts import BORDER, EMPIRE, ITEM, NONE, PIECE, PLACE, BankId, BorderId, EmpireId, ItemId, PieceId, PlaceId
from ..state import State
from .book import Done, step
from .table import bishop_on, in_supply, pawn, pawn_at


class PiecePlaced(Done, frozen=True, tag="piece_placed", rule="E2.2b", touches=("place",)):
    piece: PieceId
    place: PlaceId


class BorderTaken(Done, frozen=True, tag="border_taken", rule="E2.2", touches=("border",)):
    piece: PieceId
    border: BorderId


class BishopPlaced(Done, frozen=True, tag="bishop_placed", rule="E2.2a"):
    piece: PieceId
    card: ItemId


class BishopsFell(Done, frozen=True, tag="bishops_fell", rule="F1a"):
    """Two bishops met on an item: both are dead (Diet of Worms)."""

    card: ItemId
    piece: PieceId
    other: PieceId


class Moved(Done, frozen=True, touches=("place", "border")):
    """A piece between a place or a border and an empire."""

    piece: PieceId
    empire: EmpireId
    place: PlaceId | None = None
    border: BorderId | None = None


class Repressed(Moved, frozen=True, tag="repressed", rule="§47"):
    """A piece was repressed; `cost`: florins that it cost, negative what it brought."""

    cost: int = 0


class Gone(Done, frozen=True, touches=("place", "border")):
    """A piece has left where it was: a place, a border, a card (a bishop) or the square of an empire."""

    piece: PieceId
    place: PlaceId | None = None
    border: BorderId | None = None
    card: ItemId | None = None
    empire: EmpireId | None = None


class Killed(Gone, frozen=True, tag="killed", rule="§67"):
    """A piece is dead; without a spot an agent fell in battle."""


class Taken(Gone, frozen=True, tag="taken", rule="§68"):
    """No such piece was left, so that one was taken from where it was."""


class Spot(NamedTuple):
    """Where a piece is or comes to: a `place`, a `border`, a `card` (bishops), or an `empire`, repressed."""

    kind: Literal["place", "border", "card", "empire"]
    number: int

    @property
    def named(self) -> dict[str, Any]:
        """As events name it."""
        return {self.kind: KINDS[self.kind].ids[self.number]}


KINDS: Final[Mapping[str, Kind[Any]]] = {"place": PLACE, "border": BORDER, "card": ITEM, "empire": EMPIRE}
COMES: Final[Mapping[str, Callable[..., Done]]] = {"place": PiecePlaced, "border": BorderTaken, "card": BishopPlaced}


def spot_of(action: Action) -> Spot:
    """The spot that an action names."""
    kind: Any = next(each for each in KINDS if hasattr(action, each))
    return Spot(kind, KINDS[kind].number(getattr(action, kind)))


def is_free(state: State, spot: Spot) -> bool:
    """Whether nothing stands on a place, a border or a card."""
    if spot.kind == "place":
        return state.places[spot.number] == NONE
    return bishop_on(state, spot.number) == NONE if spot.kind == "card" else not state.borders[spot.number]


def lift(state: State, piece: int, spot: Spot) -> None:
    """A piece leaves its spot."""
    if spot.kind == "place":
        assert state.places[spot.number] == piece
        state.places[spot.number] = NONE
    elif spot.kind == "card":
        state.bishops[facts.religion_of(piece)].remove(spot.number)
    else:
        (state.borders if spot.kind == "border" else state.repressed)[spot.number].remove(piece)


def lay(state: State, piece: int, spot: Spot) -> None:
    """A piece comes to a spot."""
    if spot.kind == "place":
        assert state.places[spot.number] == NONE
        state.places[spot.number] = piece
    elif spot.kind == "card":
        insort(state.bishops[facts.religion_of(piece)], spot.number)
    else:
        insort((state.borders if spot.kind == "border" else state.repressed)[spot.number], piece)


def put(play: Play[State], seat: str, piece: int, spot: Spot, *, moved: bool = False) -> None:
    """A piece comes to a place, a border or a card, or has `moved` there, which is told already."""
    lay(play.state, piece, spot)
    if not moved:
        play.emit(COMES[spot.kind](seat, PIECE.ids[piece], **spot.named))


def repress(play: Play[State], seat: str, piece: int, empire: int, spot: Spot, cost: int = 0) -> None:
    """A piece leaves the map for the square of an empire; florins go to China, or come from there."""
    lift(play.state, piece, spot)
    lay(play.state, piece, Spot("empire", empire))
    play.state.florins[seat] -= cost
    play.emit(Repressed(seat, PIECE.ids[piece], EMPIRE.ids[empire], **spot.named, cost=cost))


def kill(play: Play[State], seat: str, piece: int, spot: Spot | None) -> None:
    """A piece dies; an agent without a spot has not come to the map yet, and returns to the supply."""
    if spot is not None:
        lift(play.state, piece, spot)
    play.emit(Killed(seat, PIECE.ids[piece], **({} if spot is None else spot.named)))


def kill_bishop(play: Play[State], seat: str, index: int) -> None:
    """The bishop on an item dies, if there is one."""
    religion = bishop_on(play.state, index)
    if religion != NONE:
        kill(play, seat, facts.piece_of(facts.BISHOP, religion), Spot("card", index))


# where no such piece is left ------------------------------------------------------------------------------------------


class TakeRepressed(Action, frozen=True, tag="take_repressed"):
    """Take the piece that is needed from those repressed in an empire. Glossary: pieces."""

    empire: EmpireId


class TakeFromPlace(Action, frozen=True, tag="take_from_place"):
    """Take the piece that is needed from its place. Glossary: pieces."""

    place: PlaceId


class TakeFromBorder(Action, frozen=True, tag="take_from_border"):
    """Take the piece that is needed from a border. Glossary: pieces."""

    border: BorderId


class TakeFromCard(Action, frozen=True, tag="take_from_card"):
    """Take the bishop that is needed from a card. Glossary: pieces."""

    card: ItemId


not_to_be_taken = Code("§68", piece=PIECE)
"""The piece is not there, or repressed ones come first."""
TAKE: Final = Question(
    "take",
    "§68",
    *(TakeRepressed, TakeFromPlace, TakeFromBorder, TakeFromCard),
    otherwise=not_to_be_taken,
    default=FIRST,
    alone="logged",
    about={"piece": PieceId},
)


def sources(state: State, piece: int) -> Iterator[Action]:
    """From where a piece is taken of which none is left: repressed ones first, then any."""
    if held := [EMPIRE.ids[empire] for empire, found in enumerate(state.repressed) if piece in found]:
        yield from map(TakeRepressed, held)
        return
    yield from (TakeFromPlace(PLACE.ids[place]) for place, each in enumerate(state.places) if each == piece)
    yield from (TakeFromBorder(BORDER.ids[border]) for border, on in enumerate(state.borders) if piece in on)
    if facts.type_of(piece) == facts.BISHOP:
        yield from (TakeFromCard(ITEM.ids[index]) for index in state.bishops[facts.religion_of(piece)])


def needed(state: State, seat: str, piece: int) -> Frames:
    """What has to come before a piece is put: it is taken from somewhere if none is left."""
    return [] if in_supply(state, piece) > 0 else [take(seat, PIECE.ids[piece])]


@step("§68")
def take(play: Play[State], seat: BankId, piece: PieceId) -> Asking:
    """Whoever needs a piece takes one that is in play."""
    answer = yield TAKE(seat, sources(play.state, PIECE.index[piece]), piece=piece)
    spot = spot_of(answer)
    lift(play.state, PIECE.index[piece], spot)
    play.emit(Taken(seat, piece, **spot.named))
    return None


# a concession that makes room ---------------------------------------------------------------------------------------


class ToEmpire(Action, frozen=True, tag="to_empire"):
    """The concession becomes a serf of this empire. Glossary: repression d."""

    empire: EmpireId


other_empire = Code("§47d", empire=EMPIRE, border=BORDER)
SERF: Final = Question(
    "serf", "§47d", ToEmpire, otherwise=other_empire, default=FIRST, alone="silence", about={"border": BorderId}
)
"""To which of the two empires at its border a repressed concession goes, where a card names both."""


@step("§47d")
def concession_repressed(play: Play[State], seat: BankId, border: BorderId, empires: int, cost: int) -> Asking:
    """The concession on a border is repressed; where two empires are possible, the seat names the one."""
    number = BORDER.index[border]
    possible = EMPIRE.ids_of(BORDER.things[number].empires & empires)
    answer = yield SERF(seat, map(ToEmpire, possible), border=border)
    repress(play, seat, pawn_at(play.state, number), EMPIRE.index[answer.empire], Spot("border", number), cost)
    return None


@step("E2.2d")
def concession_put(play: Play[State], seat: BankId, border: BorderId) -> None:
    """A pawn of the seat comes to a border that is free now."""
    put(play, seat, pawn(seat), Spot("border", BORDER.index[border]))


def put_concession(state: State, seat: str, border: int, empires: int) -> Frames:
    """The frames that put a concession of the seat on a border; whoever is there is repressed for a florin."""
    id = BORDER.ids[border]
    there = [concession_repressed(seat, id, empires, 1)] if state.borders[border] else []
    return [*there, *needed(state, seat, pawn(seat)), concession_put(seat, id)]
