"""Pieces come, go and are repressed (B1, E2.2, Glossary: repression, killing, pieces)."""

from bisect import insort
from collections.abc import Collection, Mapping
from typing import Any, Final, Literal, NamedTuple

from adjudicator import FIRST, Action, Asks, Frames, Play, Question, choice, derive, word
from adjudicator.components import Code, Kind

from .. import facts
from ..facts import BANK, BORDER, EMPIRE, ITEM, NONE, PIECE, PLACE, BankId, BorderId, ItemId, PieceId, PlaceId
from ..state import State
from .book import IN_EMPIRE, AtPlace, Moved, OfCard, OfEmpire, OfPiece, OnBorder, SeatEvent, step
from .table import bishop_on, in_supply, pawn, pawn_at, protected

PiecePlaced = derive(Moved, "piece_placed", rule="E2.2b")
BorderTaken = derive(Moved, "border_taken", rule="E2.2")
BishopPlaced = derive(Moved, "bishop_placed", rule="E2.2a")


class Fell(Moved, frozen=True):
    """A piece was repressed, killed or taken: a concession has an owner who loses it."""

    def hit(self) -> Collection[str]:
        return (
            (BANK.ids[PIECE.index[self.piece] - facts.FIRST_PAWN],)
            if PIECE.index[self.piece] >= facts.FIRST_PAWN
            else ()
        )


Repressed = derive(Fell, "repressed", rule="§47")
Killed = derive(Fell, "killed", "A piece is dead; without a spot an agent fell in battle.", rule="§67")
Taken = derive(Fell, "taken", "No such piece was left, so that one was taken from where it was.", rule="§68")


class BishopsFell(SeatEvent, frozen=True, tag="bishops_fell", rule="F1a"):
    """Two bishops met on an item: both are dead (Diet of Worms)."""

    card: ItemId
    piece: PieceId
    other: PieceId


class Spot(NamedTuple):
    """The place where a piece is or comes to: a `place`, a `border`, a `card` (bishops), or an `empire`, repressed."""

    kind: Literal["place", "border", "card", "empire"]
    number: int

    @property
    def named(self) -> dict[str, Any]:
        """As events name it."""
        return {self.kind: KINDS[self.kind].ids[self.number]}


KINDS: Final[Mapping[str, Kind[Any]]] = {"place": PLACE, "border": BORDER, "card": ITEM, "empire": EMPIRE}
COMES: Final = {"place": PiecePlaced, "border": BorderTaken, "card": BishopPlaced}


def spot_at(**ids: str | None) -> Spot:
    """Return the spot with this id: `spot_at(place="london")`; others may be None."""
    kind: Any = next(each for each, id in ids.items() if id is not None)
    return Spot(kind, KINDS[kind].number(ids[kind] or ""))


def spot_of(action: Action) -> Spot:
    """Return the spot that an action names."""
    kind: Any = next(each for each in KINDS if hasattr(action, each))
    return Spot(kind, KINDS[kind].number(getattr(action, kind)))


def is_free(state: State, spot: Spot) -> bool:
    """Return whether nothing stands on a place, a border or a card."""
    if spot.kind == "place":
        return state.places[spot.number] == NONE
    return bishop_on(state, spot.number) == NONE if spot.kind == "card" else not state.borders[spot.number]


def lift(state: State, piece: int, spot: Spot) -> None:
    """Remove a piece from its spot."""
    if spot.kind == "place":
        assert state.places[spot.number] == piece
        state.places[spot.number] = NONE
    elif spot.kind == "card":
        state.bishops[facts.religion_of(piece)].remove(spot.number)
    else:
        (state.borders if spot.kind == "border" else state.repressed)[spot.number].remove(piece)


def lay(state: State, piece: int, spot: Spot) -> None:
    """Place a piece on a spot."""
    if spot.kind == "place":
        assert state.places[spot.number] == NONE
        state.places[spot.number] = piece
    elif spot.kind == "card":
        insort(state.bishops[facts.religion_of(piece)], spot.number)
    else:
        insort((state.borders if spot.kind == "border" else state.repressed)[spot.number], piece)


def put(play: Play[State], seat: str, piece: int, spot: Spot, *, moved: bool = False) -> Frames:
    """Put a piece on a place, a border or a card, or, with `moved`, finish a move that is reported already.

    On a border it kills what is there, but no protected concession (E2.2c, F7a; Glossary: corsair d). Two bishops that
    meet both die (F1a); otherwise a bishop may kill a repressed piece (F1b).
    """
    state, number, ids = play.state, spot.number, PIECE.ids
    if spot.kind == "border":
        for each in list(state.borders[number]):
            if each < facts.FIRST_PAWN or not protected(state, each):
                kill(play, seat, each, spot)
    elif spot.kind == "card" and not is_free(state, spot):
        other = bishop_on(state, number)
        state.bishops[other].remove(number)
        play.emit(BishopsFell(seat, ITEM.ids[number], ids[piece], ids[facts.piece_of(facts.BISHOP, other)]))
        return []
    lay(state, piece, spot)
    if not moved:
        play.emit(COMES[spot.kind](seat, ids[piece], **spot.named))
    met = spot.kind == "card" and number < facts.FIRST_CARD and state.repressed[number]
    return [pacification(seat, ITEM.ids[number])] if met else []


def repress(play: Play[State], seat: str, piece: int, empire: int, spot: Spot, cost: int = 0) -> None:
    """Move a piece from the map to the square of an empire; florins go to China, or come from there."""
    lift(play.state, piece, spot)
    lay(play.state, piece, Spot("empire", empire))
    play.state.florins[seat] -= cost
    play.emit(Repressed(seat, PIECE.ids[piece], EMPIRE.ids[empire], **spot.named, cost=cost))


def kill(play: Play[State], seat: str, piece: int, spot: Spot | None) -> None:
    """Kill a piece; an agent without a spot has not come to the map yet, and returns to the supply."""
    if spot is not None:
        lift(play.state, piece, spot)
    play.emit(Killed(seat, PIECE.ids[piece], **({} if spot is None else spot.named)))


def kill_bishop(play: Play[State], seat: str, index: int) -> None:
    """Kill the bishop on an item, if there is one."""
    religion = bishop_on(play.state, index)
    if religion != NONE:
        kill(play, seat, facts.piece_of(facts.BISHOP, religion), Spot("card", index))


TakeRepressed = derive(OfEmpire, "take_repressed", "Take a piece that is repressed in an empire. Glossary: pieces.")
TakeFromPlace = derive(AtPlace, "take_from_place", "Take the piece that is needed from its place. Glossary: pieces.")
TakeFromBorder = derive(OnBorder, "take_from_border", "Take the piece that is needed from a border. Glossary: pieces.")
TakeFromCard = derive(OfCard, "take_from_card", "Take the bishop that is needed from a card. Glossary: pieces.")
not_to_be_taken = Code("§68", piece=PIECE)
"""The piece is not there, or repressed ones come first."""
TAKINGS: Final = (TakeRepressed, TakeFromPlace, TakeFromBorder, TakeFromCard)
OWN_TAKE: Final = Question(
    "take", "§68", *TAKINGS, otherwise=not_to_be_taken, default=FIRST, alone="logged", about={"piece": PieceId}
)
TAKE: Final = OWN_TAKE.interrupting("tax_take")
"""From where a missing piece is taken: for a piece of one's own turn, or for the levy of a taxed concession."""


def needed(state: State, seat: str, piece: int) -> Frames:
    """Return the frames that must precede a piece: one is taken from somewhere if none is left."""
    return [] if in_supply(state, piece) > 0 else [take(seat, PIECE.ids[piece])]


@step("§68")
def take(play: Play[State], seat: BankId, piece: PieceId) -> Asks:
    """Take a piece that is in play for the seat that needs one: repressed ones first, then any."""
    state, number = play.state, PIECE.index[piece]
    offers: list[Action] = [TakeRepressed(EMPIRE.ids[at]) for at, held in enumerate(state.repressed) if number in held]
    if not offers:
        offers += [TakeFromPlace(PLACE.ids[place]) for place, each in enumerate(state.places) if each == number]
        offers += [TakeFromBorder(BORDER.ids[border]) for border, on in enumerate(state.borders) if number in on]
        if facts.type_of(number) == facts.BISHOP:
            offers += [TakeFromCard(ITEM.ids[index]) for index in state.bishops[facts.religion_of(number)]]
    answer = yield (OWN_TAKE if seat == state.active else TAKE)(seat, offers, piece=piece)
    spot = spot_of(answer)
    lift(state, number, spot)
    play.emit(Taken(seat, piece, **spot.named))


ToEmpire = derive(OfEmpire, "to_empire", "The concession becomes a serf of this empire. Glossary: repression d.")
other_empire = Code("§47d", empire=EMPIRE, border=BORDER)
SERF: Final = choice("serf", "§47d", ToEmpire, otherwise=other_empire, about={"border": BorderId})
"""To which of the two empires at its border a repressed concession goes, where a card names both."""


@step("§47d")
def concession_repressed(play: Play[State], seat: BankId, border: BorderId, empires: int, cost: int) -> Asks:
    """Repress the concession on a border; if two empires are possible, the seat names one."""
    number = BORDER.index[border]
    possible = EMPIRE.ids_of(BORDER.things[number].empires & empires)
    answer = yield SERF(seat, map(ToEmpire, possible), border=border)
    repress(play, seat, pawn_at(play.state, number), EMPIRE.index[answer.empire], Spot("border", number), cost)


@step("E2.2")
def arrives(
    play: Play[State], seat: BankId, piece: PieceId, place: PlaceId | None, border: BorderId | None, card: ItemId | None
) -> Frames:
    """Put an agent on its spot, where a place or a border has been cleared for it."""
    return put(play, seat, PIECE.index[piece], spot_at(place=place, border=border, card=card))


def arrival(state: State, seat: str, piece: int, spot: Spot) -> Frames:
    """Return the frames that bring an agent to a spot; if no such piece is left, one is taken from elsewhere first."""
    ids = (KINDS[kind].ids[spot.number] if kind == spot.kind else None for kind in ("place", "border", "card"))
    return [*needed(state, seat, piece), arrives(seat, PIECE.ids[piece], *ids)]


def put_concession(state: State, seat: str, border: int, empires: int) -> Frames:
    """Return the frames that put a concession of the seat on a border; a piece there is repressed for a florin."""
    there = [concession_repressed(seat, BORDER.ids[border], empires, 1)] if state.borders[border] else []
    return [*there, *arrival(state, seat, pawn(seat), Spot("border", border))]


Pacify = derive(OfPiece, "pacify", "Kill a repressed piece. F1b.")
Spare = word("spare", "Kill nobody. F1b.")
not_on_square = Code("F1b", piece=PIECE)
PACIFICATION: Final = Question(
    "pacification", "F1b", Pacify, Spare, otherwise=not_on_square, default=Spare(), about=IN_EMPIRE
)


@step("F1b")
def pacification(play: Play[State], seat: BankId, card: ItemId) -> Asks:
    """Let the bishop kill one repressed piece there."""
    empire = ITEM.index[card]
    there = dict.fromkeys(play.state.repressed[empire])
    offers = [*(Pacify(PIECE.ids[each]) for each in there), Spare()]
    answer = yield PACIFICATION(seat, offers, empire=EMPIRE.ids[empire])
    if isinstance(answer, Pacify):
        kill(play, seat, PIECE.index[answer.piece], Spot("empire", empire))
