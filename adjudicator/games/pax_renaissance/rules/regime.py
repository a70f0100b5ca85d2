"""Regime change: whose an empire becomes, and what comes with it (Glossary: regime change)."""

from itertools import chain
from typing import Annotated, Any, Final, Literal

from adjudicator import Action, Asking, Asks, Frames, Play, Question, Refusal, derive, word
from adjudicator.components import Code, bits

from .. import facts
from ..facts import BORDER, BORDERS_OF, EMPIRE, NONE, PIECE, PLACE, RULE_OF, BankId, BorderId, EmpireId, PieceId
from ..state import State
from .book import IN_EMPIRE, Moved, OnBorder, SeatEvent, step
from .pieces import Spot, is_free, kill_bishop, lay, lift, put_concession, spot_of
from .squares import discard_queens, out_of, to_throne
from .table import empty_places, free_borders, is_king, pirate_at, top_of, vassals

RuleId = Annotated[str, RULE_OF]
How = Literal["one_shot", "coronation", "vote", "campaign"]


class RegimeChanged(SeatEvent, frozen=True, tag="regime_changed", rule="§56", touches=("empire",), hits=("loser",)):
    """An empire has come to a tableau, or was turned over in it; `loser`: whose it was."""

    empire: EmpireId
    how: str
    loser: BankId | None = None
    republic: bool = False
    suzerain: EmpireId | None = None


Freed = derive(Moved, "freed", "A repressed piece was emancipated.", rule="§56b")


class StateChanged(SeatEvent, frozen=True, tag="state_changed", rule="K2a", touches=("empire",)):
    empire: EmpireId
    state: RuleId


def become(play: Play[State], seat: str, empire: int, ruled: int) -> None:
    """Make an empire a theocracy or medieval."""
    if play.state.ruled[empire] != ruled:
        play.state.ruled[empire] = ruled
        play.emit(StateChanged(seat, EMPIRE.ids[empire], RULE_OF.ids[ruled]))


@step("§56")
def regime(play: Play[State], seat: BankId, empire: EmpireId, how: How, by: EmpireId | None = None) -> None:
    """Move the square (Glossary: regime change, F9f-j, I1a); `by`: the king whose campaign won."""
    state, number = play.state, EMPIRE.index[empire]
    loser, own = state.holder[number], state.holder[number] == seat
    crowned = how == "coronation"
    gentle = crowned and own and not state.rules.coronation_frees_vassals
    if loser and not gentle:
        if not (crowned and own):
            discard_queens(play, seat, number, loser)
        kill_bishop(play, seat, number)
        for vassal in vassals(state, number):
            to_throne(play, seat, vassal)
    if not gentle:
        out_of(number, chain(*state.rows.values()))
        turned = own and how in ("one_shot", "vote") and is_king(state, number)
        state.republics = state.republics | 1 << number if turned else state.republics & ~(1 << number)
        state.holder[number], state.suzerain[number] = seat, NONE if by is None else top_of(state, EMPIRE.index[by])
        if by is None:
            state.rows[seat][EMPIRE.things[number].side].append(number)
    republic, over = bool(state.republics >> number & 1), state.suzerain[number]
    suzerain = None if over == NONE else EMPIRE.ids[over]
    play.emit(RegimeChanged(seat, empire, how, loser or None, republic, suzerain))


def regime_change(state: State, seat: str, empire: int, how: How, by: str | None = None) -> Frames:
    """Return the frames of a regime change.

    The square moves, then come a concession, emancipation and, after a vote, golden liberty.
    """
    id = EMPIRE.ids[empire]
    rest = [reward(seat, id), emancipation(seat, 1 << empire)]
    if state.rules.regime_order == "emancipation_first":
        rest.reverse()
    if how == "vote":
        rest.append(golden_liberty(seat, id))
    return [regime(seat, id, how, by), *rest]


Concede = derive(OnBorder, "concede", "Put a concession on a border of the empire. Glossary: regime change a.")
Forgo = word("forgo", "Put no concession. Glossary: regime change a.")
no_border_of = Code("§56a", border=BORDER, empire=EMPIRE)
pirate_there = Code("E2.2d", border=BORDER)
too_poor = Code("§47a", florins=int, cost=int)


def room_refused(state: State, seat: str, spot: Spot, near: list[Action] | None = None) -> Refusal | None:
    """Return why no room is made there for the seat's piece: a pirate, or no florin for who is there (E2.2b, E2.2d)."""
    if spot.kind == "border" and pirate_at(state, spot.number) != NONE:
        return pirate_there(near or [], border=spot.number)
    poor = not is_free(state, spot) and state.florins[seat] < 1
    return too_poor(near or [], florins=state.florins[seat], cost=1) if poor else None


REWARD: Final = Question("reward", "§56a", Concede, Forgo, default=Forgo(), alone="silence", about=IN_EMPIRE)


@step("§56a")
def reward(play: Play[State], seat: BankId, empire: EmpireId) -> Asking:
    """Let the new ruler put a concession on a border of the empire."""
    state, number = play.state, EMPIRE.index[empire]

    def why(action: Action) -> Refusal | None:
        if isinstance(action, Forgo):
            return None
        spot = spot_of(action)
        here = BORDERS_OF[number] >> spot.number & 1
        return room_refused(state, seat, spot, [Forgo()]) if here else no_border_of(border=spot.number, empire=empire)

    offers = [*map(Concede, BORDER.ids_of(BORDERS_OF[number])), Forgo()]
    answer = yield REWARD(seat, offers, why, empire=empire)
    if isinstance(answer, Forgo):
        return None
    return put_concession(state, seat, BORDER.index[answer.border], 1 << number)


class Free(Action, frozen=True, tag="free"):
    """Emancipate a rook or a knight to an empty place. Glossary: regime change b."""

    piece: PieceId
    place: facts.PlaceId


class FreeSerf(Action, frozen=True, tag="free_serf"):
    """Emancipate a serf to a free border, as a concession. Glossary: regime change b."""

    piece: PieceId
    border: BorderId


Enough = word("enough", "Emancipate nobody, or nobody else. Glossary: regime change b.")
not_repressed = Code("§56b", piece=PIECE)
not_empty = Code("§56b", place=PLACE)
not_free = Code("§56b", border=BORDER)
EMANCIPATION: Final = Question(
    "emancipation",
    "§56b",
    Free,
    FreeSerf,
    Enough,
    default=Enough(),
    alone="silence",
    about={"empires": tuple[EmpireId, ...]},
)


@step("§56b")
def emancipation(play: Play[State], seat: BankId, empires: int) -> Asking:
    """Offer repressed pieces empty places and free borders of their empire.

    They move one after the other.
    """
    state = play.state

    def why(action: Any) -> Refusal | None:
        if action in offers:
            return None
        if not any(PIECE.number(action.piece) in state.repressed[bit] for bit in bits(empires)):
            return not_repressed(piece=action.piece)
        return not_empty(place=action.place) if isinstance(action, Free) else not_free(border=action.border)

    offers: list[Action] = []
    for empire in bits(empires):
        rooms = [PLACE.ids[place] for place in empty_places(state, empire)]
        borders = [BORDER.ids[border] for border in free_borders(state, empire)]
        for piece in dict.fromkeys(state.repressed[empire]):
            serf, id = piece >= facts.FIRST_PAWN, PIECE.ids[piece]
            offers += [FreeSerf(id, border) for border in borders] if serf else [Free(id, room) for room in rooms]
    offers.append(Enough())
    answer = yield EMANCIPATION(seat, offers, why, empires=list(EMPIRE.ids_of(empires)))
    if isinstance(answer, Enough):
        return None
    piece, spot = PIECE.index[answer.piece], spot_of(answer)
    there = 1 << PLACE.thing(answer.place).empire if isinstance(answer, Free) else BORDER.thing(answer.border).empires
    held = next(bit for bit in bits(empires & there) if piece in state.repressed[bit])
    free(play, seat, piece, held, spot)
    return [emancipation(seat, empires)]


def free(play: Play[State], seat: str, piece: int, empire: int, spot: Spot) -> None:
    """Move a repressed piece to an empty place or to a free border of its empire."""
    lift(play.state, piece, Spot("empire", empire))
    lay(play.state, piece, spot)
    play.emit(Freed(seat, PIECE.ids[piece], EMPIRE.ids[empire], **spot.named))


class Liberty(Action, frozen=True, tag="liberty"):
    """Golden liberty: the theocracy becomes medieval; with a house rule, anything. F6d."""

    becomes: RuleId = "medieval"


KeepFaith = word("keep_faith", "The theocracy stays. F6d.")
only_medieval = Code("F6d", state=RULE_OF)
GOLDEN_LIBERTY: Final = Question("golden_liberty", "F6d", Liberty, KeepFaith, default=KeepFaith(), about=IN_EMPIRE)


@step("F6d")
def golden_liberty(play: Play[State], seat: BankId, empire: EmpireId) -> Asks:
    """Ask whether the map card of a theocracy changes after a vote."""
    number = EMPIRE.index[empire]
    if play.state.ruled[number] == facts.MEDIEVAL:
        return
    strict = play.state.rules.golden_liberty == "medieval_only"
    found = [Liberty(id) for id in RULE_OF.ids if id != RULE_OF.ids[play.state.ruled[number]]]
    offers = [*(each for each in found if each == Liberty() or not strict), KeepFaith()]

    def why(action: Any) -> Refusal | None:
        return None if action in offers else only_medieval(offers, state=action.becomes)

    answer = yield GOLDEN_LIBERTY(seat, offers, why, empire=empire)
    if isinstance(answer, Liberty):
        become(play, seat, number, RULE_OF.index[answer.becomes])
