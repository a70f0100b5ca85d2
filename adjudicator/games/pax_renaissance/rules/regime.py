"""Regime change: whose an empire becomes, and what comes with it (Glossary: regime change)."""

from collections.abc import Iterator
from typing import Annotated, Final, Literal

from adjudicator import Action, Asking, Frames, Play, Question, Refusal, word
from adjudicator.components import Code
from adjudicator.components.bits import bits

from .. import facts
from ..state import State
from .book import Done, step
from .pieces import Spot, kill_bishop, lay, lift, put_concession, spot_of
from .squares import discard_queens, out_of_row, to_throne
from .table import empty_places, free_borders, is_king, pirate_at, vassals

RuleId = Annotated[str, facts.RULE_OF]
How = Literal["one_shot", "coronation", "vote", "campaign"]


class RegimeChanged(Done, frozen=True, tag="regime_changed", rule="§56", touches=("empire",)):
    """An empire has come to a tableau, or was turned over in it; `loser`: whose it was."""

    empire: facts.EmpireId
    how: str
    loser: facts.BankId | None = None
    republic: bool = False
    suzerain: facts.EmpireId | None = None


class Freed(Done, frozen=True, tag="freed", rule="§56b", touches=("place", "border")):
    piece: facts.PieceId
    empire: facts.EmpireId
    place: facts.PlaceId | None = None
    border: facts.BorderId | None = None


class StateChanged(Done, frozen=True, tag="state_changed", rule="K2a", touches=("empire",)):
    empire: facts.EmpireId
    state: RuleId


def become(play: Play[State], seat: str, empire: int, ruled: int) -> None:
    """An empire becomes a theocracy or medieval."""
    if play.state.ruled[empire] != ruled:
        play.state.ruled[empire] = ruled
        play.emit(StateChanged(seat, facts.EMPIRE.ids[empire], facts.RULE_OF.ids[ruled]))


def change(play: Play[State], seat: str, empire: int, how: How, by: int = facts.NONE) -> None:
    """The square moves (Glossary: regime change, F9f-j, I1a); `by`: the king whose campaign won."""
    state = play.state
    loser, own = state.holder[empire], state.holder[empire] == seat
    crowned = how == "coronation"
    gentle = crowned and own and not state.rules.coronation_frees_vassals
    if loser and not gentle:
        if not (crowned and own):
            discard_queens(play, seat, empire, loser)
        kill_bishop(play, seat, empire)
        for vassal in vassals(state, empire):
            to_throne(play, seat, vassal)
    if not gentle:
        out_of_row(state, empire)
        state.holder[empire], state.suzerain[empire] = seat, facts.NONE
        turned = own and how in ("one_shot", "vote") and is_king(state, empire)
        state.republics = state.republics | 1 << empire if turned else state.republics & ~(1 << empire)
        if how == "campaign":
            over = state.suzerain[by]
            state.suzerain[empire] = by if over == facts.NONE else over
        else:
            state.rows[seat][facts.EMPIRE.things[empire].side].append(empire)
    over = state.suzerain[empire]
    play.emit(
        RegimeChanged(
            seat,
            facts.EMPIRE.ids[empire],
            how,
            loser or None,
            bool(state.republics >> empire & 1),
            None if over == facts.NONE else facts.EMPIRE.ids[over],
        )
    )


def regime_change(state: State, seat: str, empire: int, how: How, by: int = facts.NONE) -> Frames:
    """The frames of a regime change: the square moves, a concession, emancipation, after a vote golden liberty."""
    id = facts.EMPIRE.ids[empire]
    rest = [reward(seat, id), emancipation(seat, 1 << empire)]
    if state.rules.regime_order == "emancipation_first":
        rest.reverse()
    if how == "vote":
        rest.append(golden_liberty(seat, id))
    return [regime(seat, id, how, None if by == facts.NONE else facts.EMPIRE.ids[by]), *rest]


@step("§56")
def regime(
    play: Play[State], seat: facts.BankId, empire: facts.EmpireId, how: How, by: facts.EmpireId | None = None
) -> None:
    change(play, seat, facts.EMPIRE.index[empire], how, facts.NONE if by is None else facts.EMPIRE.index[by])


# a concession --------------------------------------------------------------------------------------------------------


class Concede(Action, frozen=True, tag="concede"):
    """Put a concession on a border of the empire; one that is there is repressed for a florin. Glossary: regime
    change a.
    """

    border: facts.BorderId


Forgo = word("forgo", "Put no concession. Glossary: regime change a.")
no_border_of = Code("§56a", border=facts.BORDER, empire=facts.EMPIRE)
pirate_there = Code("E2.2d", border=facts.BORDER)
too_poor = Code("§47a", florins=int, cost=int)


def border_refused(state: State, seat: str, border: int, near: list[Action]) -> Refusal | None:
    """Why no pawn of the seat can come to a border: a pirate, or no florin for who is there (E2.2d)."""
    if pirate_at(state, border) != facts.NONE:
        return pirate_there(near, border=facts.BORDER.ids[border])
    if state.borders[border] and state.florins[seat] < 1:
        return too_poor(near, florins=state.florins[seat], cost=1)
    return None


REWARD: Final = Question(
    "reward", "§56a", Concede, Forgo, default=Forgo(), alone="silence", about={"empire": facts.EmpireId}
)


@step("§56a")
def reward(play: Play[State], seat: facts.BankId, empire: facts.EmpireId) -> Asking:
    """The new ruler may put a concession on a border of the empire."""
    state, found = play.state, facts.EMPIRE.thing(empire)

    def why(action: Action) -> Refusal | None:
        if not isinstance(action, Concede):
            return None
        border = facts.BORDER.number(action.border)
        if not facts.BORDERS_OF[found.index] >> border & 1:
            return no_border_of(border=action.border, empire=empire)
        return border_refused(state, seat, border, [Forgo()])

    offers = [*map(Concede, facts.BORDER.ids_of(facts.BORDERS_OF[found.index])), Forgo()]
    answer = yield REWARD(seat, offers, why, empire=empire)
    if isinstance(answer, Forgo):
        return None
    return put_concession(state, seat, facts.BORDER.index[answer.border], 1 << found.index)


# emancipation --------------------------------------------------------------------------------------------------------


class Free(Action, frozen=True, tag="free"):
    """Emancipate a rook or a knight to an empty place. Glossary: regime change b."""

    piece: facts.PieceId
    place: facts.PlaceId


class FreeSerf(Action, frozen=True, tag="free_serf"):
    """Emancipate a serf to a free border, as a concession. Glossary: regime change b."""

    piece: facts.PieceId
    border: facts.BorderId


Enough = word("enough", "Emancipate nobody, or nobody else. Glossary: regime change b.")
not_repressed = Code("§56b", piece=facts.PIECE)
not_empty = Code("§56b", place=facts.PLACE)
not_free = Code("§56b", border=facts.BORDER)


EMANCIPATION: Final = Question(
    "emancipation",
    "§56b",
    Free,
    FreeSerf,
    Enough,
    default=Enough(),
    alone="silence",
    about={"empires": tuple[facts.EmpireId, ...]},
)


def freed(state: State, empires: int) -> Iterator[Action]:
    """Which repressed pieces of these empires may be emancipated, and to where."""
    for empire in bits(empires):
        for piece in dict.fromkeys(state.repressed[empire]):
            id = facts.PIECE.ids[piece]
            if piece < facts.FIRST_PAWN:
                yield from (Free(id, facts.PLACE.ids[place]) for place in empty_places(state, empire))
            else:
                yield from (FreeSerf(id, facts.BORDER.ids[border]) for border in free_borders(state, empire))


@step("§56b")
def emancipation(play: Play[State], seat: facts.BankId, empires: int) -> Asking:
    """Repressed pieces may go to empty places and free borders of their empire, one after the other."""
    state = play.state

    def why(action: Action) -> Refusal | None:
        if action in offers or not isinstance(action, Free | FreeSerf):
            return None
        if not any(facts.PIECE.number(action.piece) in state.repressed[each] for each in bits(empires)):
            return not_repressed(piece=action.piece)
        return not_empty(place=action.place) if isinstance(action, Free) else not_free(border=action.border)

    offers = [*freed(state, empires), Enough()]
    answer = yield EMANCIPATION(seat, offers, why, empires=list(facts.EMPIRE.ids_of(empires)))
    if isinstance(answer, Enough):
        return None
    piece, spot = facts.PIECE.index[answer.piece], spot_of(answer)
    there = (
        1 << facts.PLACE.thing(answer.place).empire
        if isinstance(answer, Free)
        else facts.BORDER.thing(answer.border).empires
    )
    held = next(each for each in bits(empires & there) if piece in state.repressed[each])
    free(play, seat, piece, held, spot)
    return [emancipation(seat, empires)]


def free(play: Play[State], seat: str, piece: int, empire: int, spot: Spot) -> None:
    """A repressed piece comes to an empty place or to a free border of its empire."""
    lift(play.state, piece, Spot("empire", empire))
    lay(play.state, piece, spot)
    play.emit(Freed(seat, facts.PIECE.ids[piece], facts.EMPIRE.ids[empire], **spot.named))


# golden liberty ---------------------------------------------------------------------------------------------------


class Liberty(Action, frozen=True, tag="liberty"):
    """Golden liberty: the theocracy becomes medieval; with a house rule, anything. F6d."""

    becomes: RuleId = "medieval"


KeepFaith = word("keep_faith", "The theocracy stays. F6d.")
only_medieval = Code("F6d", state=facts.RULE_OF)


GOLDEN_LIBERTY: Final = Question(
    "golden_liberty", "F6d", Liberty, KeepFaith, default=KeepFaith(), about={"empire": facts.EmpireId}
)


@step("F6d")
def golden_liberty(play: Play[State], seat: facts.BankId, empire: facts.EmpireId) -> Asking:
    """After a vote in a theocracy its map card may be taken away."""
    number = facts.EMPIRE.index[empire]
    if play.state.ruled[number] == facts.MEDIEVAL:
        return None
    strict = play.state.rules.golden_liberty == "medieval_only"
    offers = [Liberty(id) for id in facts.RULE_OF.ids if id != facts.RULE_OF.ids[play.state.ruled[number]]]
    offers = [each for each in offers if each == Liberty() or not strict]

    def why(action: Action) -> Refusal | None:
        if not isinstance(action, Liberty) or action in offers:
            return None
        return only_medieval([*offers, KeepFaith()], state=action.becomes)

    answer = yield GOLDEN_LIBERTY(seat, [*offers, KeepFaith()], why, empire=empire)
    if isinstance(answer, Liberty):
        become(play, seat, number, facts.RULE_OF.index[answer.becomes])
    return None
