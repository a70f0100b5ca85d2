"""Pieces come, go and are repressed (B1, Glossary: repression, killing, pieces)."""

from collections.abc import Iterator
from typing import Final

from adjudicator import FIRST, Action, Asking, Frames, Play, Question
from adjudicator.components import Code

from .. import facts
from ..state import State
from .book import Done, step
from .table import bishop_on, in_supply, pawn, pawn_at


class PiecePlaced(Done, frozen=True, tag="piece_placed", rule="E2.2b", touches=("place",)):
    """A rook or a knight has come to a place."""

    piece: facts.PieceId
    place: facts.PlaceId


class BorderTaken(Done, frozen=True, tag="border_taken", rule="E2.2", touches=("border",)):
    """A concession or a pirate has come to a border."""

    piece: facts.PieceId
    border: facts.BorderId


class BishopPlaced(Done, frozen=True, tag="bishop_placed", rule="E2.2a"):
    """A bishop has come to an item."""

    piece: facts.PieceId
    card: facts.ItemId


class BishopsFell(Done, frozen=True, tag="bishops_fell", rule="F1a"):
    """Two bishops met on an item: both are dead (Diet of Worms)."""

    card: facts.ItemId
    piece: facts.PieceId
    other: facts.PieceId


class Repressed(Done, frozen=True, tag="repressed", rule="§47", touches=("place", "border")):
    """A piece was repressed; `cost`: florins that it cost, negative what it brought."""

    piece: facts.PieceId
    empire: facts.EmpireId
    place: facts.PlaceId | None = None
    border: facts.BorderId | None = None
    cost: int = 0


class Killed(Done, frozen=True, tag="killed", rule="§67", touches=("place", "border")):
    """A piece is dead: on the map, on an item (a bishop) or repressed on a square; else an agent fell in battle."""

    piece: facts.PieceId
    place: facts.PlaceId | None = None
    border: facts.BorderId | None = None
    card: facts.ItemId | None = None
    empire: facts.EmpireId | None = None


class Taken(Done, frozen=True, tag="taken", rule="§68", touches=("place", "border")):
    """No such piece was left, so that one was taken from where it was."""

    piece: facts.PieceId
    place: facts.PlaceId | None = None
    border: facts.BorderId | None = None
    card: facts.ItemId | None = None
    empire: facts.EmpireId | None = None


def pay(state: State, seat: str, florins: int) -> None:
    """Florins go to China (Glossary: China)."""
    state.florins[seat] -= florins


def put_at(play: Play[State], seat: str, piece: int, place: int) -> None:
    """A rook or knight comes to an empty place."""
    assert play.state.places[place] == facts.NONE
    play.state.places[place] = piece
    play.emit(PiecePlaced(seat, facts.PIECE.ids[piece], facts.PLACE.ids[place]))


def put_on(play: Play[State], seat: str, piece: int, border: int, *, moved: bool = False) -> None:
    """A pawn or a pirate comes to a border, or has `moved` there, which is told already."""
    play.state.borders[border] = sorted([*play.state.borders[border], piece])
    if not moved:
        play.emit(BorderTaken(seat, facts.PIECE.ids[piece], facts.BORDER.ids[border]))


def repress(  # noqa: PLR0913 - what comes with a piece or a battle
    play: Play[State],
    seat: str,
    piece: int,
    empire: int,
    *,
    place: int = facts.NONE,
    border: int = facts.NONE,
    cost: int = 0,
) -> None:
    """A piece leaves the map for the square of an empire."""
    state = play.state
    _leave(state, piece, place, border)
    state.repressed[empire] = sorted([*state.repressed[empire], piece])
    pay(state, seat, cost)
    play.emit(
        Repressed(
            seat,
            facts.PIECE.ids[piece],
            facts.EMPIRE.ids[empire],
            None if place == facts.NONE else facts.PLACE.ids[place],
            None if border == facts.NONE else facts.BORDER.ids[border],
            cost,
        )
    )


def _leave(state: State, piece: int, place: int = facts.NONE, border: int = facts.NONE) -> None:
    if place != facts.NONE:
        assert state.places[place] == piece
        state.places[place] = facts.NONE
    if border != facts.NONE:
        state.borders[border].remove(piece)


def kill(play: Play[State], seat: str, piece: int, *, place: int = facts.NONE, border: int = facts.NONE) -> None:
    """A piece on the map dies."""
    _leave(play.state, piece, place, border)
    play.emit(
        Killed(
            seat,
            facts.PIECE.ids[piece],
            place=None if place == facts.NONE else facts.PLACE.ids[place],
            border=None if border == facts.NONE else facts.BORDER.ids[border],
        )
    )


def kill_repressed(play: Play[State], seat: str, piece: int, empire: int) -> None:
    """A repressed piece dies."""
    play.state.repressed[empire].remove(piece)
    play.emit(Killed(seat, facts.PIECE.ids[piece], empire=facts.EMPIRE.ids[empire]))


def kill_bishop(play: Play[State], seat: str, index: int) -> None:
    """The bishop on an item dies, if there is one."""
    religion = bishop_on(play.state, index)
    if religion != facts.NONE:
        play.state.bishops[religion].remove(index)
        play.emit(Killed(seat, facts.PIECE.ids[facts.BISHOP * 3 + religion], card=facts.ITEM.ids[index]))


# where no such piece is left ------------------------------------------------------------------------------------------


class TakeRepressed(Action, frozen=True, tag="take_repressed"):
    """Take the piece that is needed from those repressed in an empire. Glossary: pieces."""

    empire: facts.EmpireId


class TakeFromPlace(Action, frozen=True, tag="take_from_place"):
    """Take the piece that is needed from its place. Glossary: pieces."""

    place: facts.PlaceId


class TakeFromBorder(Action, frozen=True, tag="take_from_border"):
    """Take the piece that is needed from a border. Glossary: pieces."""

    border: facts.BorderId


class TakeFromCard(Action, frozen=True, tag="take_from_card"):
    """Take the bishop that is needed from a card. Glossary: pieces."""

    card: facts.ItemId


not_to_be_taken = Code("§68", piece=facts.PIECE)
"""The piece is not there, or repressed ones come first."""


TAKE: Final = Question(
    "take",
    "§68",
    *(TakeRepressed, TakeFromPlace, TakeFromBorder, TakeFromCard),
    otherwise=not_to_be_taken,
    default=FIRST,
    alone="logged",
    about={"piece": facts.PieceId},
)


def sources(state: State, piece: int) -> Iterator[Action]:
    """From where a piece is taken of which none is left: repressed ones first, then any."""
    if any(piece in found for found in state.repressed):
        yield from (
            TakeRepressed(facts.EMPIRE.ids[empire]) for empire, found in enumerate(state.repressed) if piece in found
        )
        return
    yield from (TakeFromPlace(facts.PLACE.ids[place]) for place, each in enumerate(state.places) if each == piece)
    yield from (TakeFromBorder(facts.BORDER.ids[border]) for border, on in enumerate(state.borders) if piece in on)
    if facts.type_of(piece) == facts.BISHOP:
        yield from (TakeFromCard(facts.ITEM.ids[index]) for index in state.bishops[facts.religion_of(piece)])


def needed(state: State, seat: str, piece: int) -> Frames:
    """What has to come before a piece is put: it is taken from somewhere if none is left."""
    return [] if in_supply(state, piece) > 0 else [take(seat, facts.PIECE.ids[piece])]


@step("§68")
def take(play: Play[State], seat: facts.BankId, piece: facts.PieceId) -> Asking:
    """Whoever needs a piece takes one that is in play."""
    state, index = play.state, facts.PIECE.index[piece]
    answer = yield TAKE(seat, sources(state, index), piece=piece)
    if isinstance(answer, TakeRepressed):
        state.repressed[facts.EMPIRE.index[answer.empire]].remove(index)
        play.emit(Taken(seat, piece, empire=answer.empire))
    elif isinstance(answer, TakeFromPlace):
        state.places[facts.PLACE.index[answer.place]] = facts.NONE
        play.emit(Taken(seat, piece, place=answer.place))
    elif isinstance(answer, TakeFromBorder):
        state.borders[facts.BORDER.index[answer.border]].remove(index)
        play.emit(Taken(seat, piece, border=answer.border))
    else:
        state.bishops[facts.religion_of(index)].remove(facts.ITEM.index[answer.card])
        play.emit(Taken(seat, piece, card=answer.card))
    return None


# a concession that makes room ---------------------------------------------------------------------------------------


class ToEmpire(Action, frozen=True, tag="to_empire"):
    """The concession becomes a serf of this empire. Glossary: repression d."""

    empire: facts.EmpireId


other_empire = Code("§47d", empire=facts.EMPIRE, border=facts.BORDER)


SERF: Final = Question(
    "serf", "§47d", ToEmpire, otherwise=other_empire, default=FIRST, alone="silence", about={"border": facts.BorderId}
)
"""To which of the two empires at its border a repressed concession goes, where a card names both."""


@step("§47d")
def concession_repressed(
    play: Play[State], seat: facts.BankId, border: facts.BorderId, empires: int, cost: int
) -> Asking:
    """The concession on a border is repressed; where two empires are possible, the seat names the one."""
    number = facts.BORDER.index[border]
    possible = facts.EMPIRE.ids_of(facts.BORDER.things[number].empires & empires)
    answer = yield SERF(seat, map(ToEmpire, possible), border=border)
    repress(play, seat, pawn_at(play.state, number), facts.EMPIRE.index[answer.empire], border=number, cost=cost)
    return None


@step("E2.2d")
def concession_put(play: Play[State], seat: facts.BankId, border: facts.BorderId) -> None:
    """A pawn of the seat comes to a border that is free now."""
    put_on(play, seat, pawn(seat), facts.BORDER.index[border])


def put_concession(state: State, seat: str, border: int, empires: int) -> Frames:
    """The frames that put a concession of the seat on a border; whoever is there is repressed for a florin."""
    id = facts.BORDER.ids[border]
    there = [concession_repressed(seat, id, empires, 1)] if state.borders[border] else []
    return [*there, *needed(state, seat, pawn(seat)), concession_put(seat, id)]
