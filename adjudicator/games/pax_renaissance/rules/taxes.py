"""Taxes (F4): the owner of a concession pays or gives it up, and places a levy. Levies of fairs, too (G4)."""

from collections.abc import Iterator

from adjudicator import Action, Asking, Choose, Event, Frames, Judged, Play, Refusal
from adjudicator.components import Code

from ..facts import BORDER, EMPIRE, PIECE, PLACE, BankId, BorderId, EmpireId, PieceId, PlaceId
from ..state import State
from .book import step
from .consequences import consequences
from .pieces import needed, pay, repress
from .table import bank_of, levies, levy, pawn_at


class Taxed(Event, frozen=True, tag="taxed", rule="F4", by="seat", touches=("border",)):
    """A concession was taxed, and its owner paid."""

    seat: BankId
    owner: BankId
    border: BorderId
    empire: EmpireId


class Levied(Event, frozen=True, tag="levied", rule="G4", by="seat", touches=("place",)):
    """A levy has come to a place."""

    seat: BankId
    piece: PieceId
    place: PlaceId


class PayTax(Action, frozen=True, tag="pay_tax"):
    """Pay a florin to China for the concession. F4."""


class GiveUp(Action, frozen=True, tag="give_up"):
    """Let the concession be repressed. F4."""


class OwnTaxAnswers(Judged[State]):
    """Whether the owner of a taxed concession pays."""

    kind, rule, actions = "own_tax", "F4", (PayTax, GiveUp)

    def __init__(self, border: int, empire: int, by: str) -> None:
        self.border, self.empire, self.by = border, empire, by

    def refused(self, state: State, seat: str, action: Action) -> Refusal | None:
        return None

    def context(self, state: State, seat: str) -> dict[str, str]:
        return {"border": BORDER.ids[self.border], "empire": EMPIRE.ids[self.empire], "by": self.by}

    def default(self, state: State, seat: str) -> Action:
        return PayTax()


class TaxAnswers(OwnTaxAnswers):
    """The same, in the turn of somebody else."""

    kind = "tax"
    interrupts = True


def tax(state: State, seat: str, border: int, empire: int) -> Frames:
    """The frames of a tax: the owner answers, and his levy comes."""
    owner = bank_of(pawn_at(state, border))
    ids = BORDER.ids[border], EMPIRE.ids[empire]
    return [taxed(seat, owner, *ids), consequences(seat), taken_levy(seat, owner, ids[1])]


@step("F4")
def taxed(play: Play[State], seat: BankId, owner: BankId, border: BorderId, empire: EmpireId) -> Asking:
    """The owner pays a florin to China, or his concession is repressed."""
    state, number, at = play.state, BORDER.index[border], EMPIRE.index[empire]
    if state.florins[owner]:
        answers = (OwnTaxAnswers if owner == seat else TaxAnswers)(number, at, seat)
        answer: Action = yield Choose(owner, answers)
    else:
        answer = GiveUp()
    if isinstance(answer, PayTax):
        pay(state, owner, 1)
        play.emit(Taxed(seat, owner, border, empire))
    else:
        repress(play, owner, pawn_at(state, number), at, border=number)
    return None


# levies
# ----------------------------------------------------------------------------------------------------------------


class Levy(Action, frozen=True, tag="levy"):
    """Place the levy. F4, G4."""

    place: PlaceId


no_levy_there = Code("G4", place=PLACE, empire=EMPIRE)


class LevyAnswers(Judged[State]):
    """Where a levy comes: an empty place, the piece as printed there."""

    kind, rule, actions = "levy", "G4", (Levy,)

    def __init__(self, empire: int) -> None:
        self.empire = empire

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        return (Levy(PLACE.ids[place]) for place in levies(state, self.empire))

    def refused(self, state: State, seat: str, action: Action) -> Refusal | None:
        assert isinstance(action, Levy)
        if PLACE.number(action.place) in levies(state, self.empire):
            return None
        near = list(self.candidates(state, seat))[:3]
        return no_levy_there(near, place=action.place, empire=EMPIRE.ids[self.empire])

    def context(self, state: State, seat: str) -> dict[str, str]:
        return {"empire": EMPIRE.ids[self.empire]}

    def default(self, state: State, seat: str) -> Action:
        return next(self.candidates(state, seat))


class TaxLevyAnswers(LevyAnswers):
    """The levy of a taxed concession, which its owner places."""

    kind, rule = "tax_levy", "F4"
    interrupts = True


@step("F4")
def taken_levy(play: Play[State], seat: BankId, owner: BankId, empire: EmpireId) -> Asking:
    """The owner of the taxed concession places a levy."""
    number = EMPIRE.index[empire]
    found = levies(play.state, number)
    if not found:
        return None
    if len(found) == 1:
        return levied(play, owner, found[0])
    answer = yield Choose(owner, (LevyAnswers if owner == seat else TaxLevyAnswers)(number))
    return levied(play, owner, PLACE.index[answer.place])


def levied(play: Play[State], seat: str, place: int) -> Frames:
    """The frames that bring a levy."""
    piece = levy(play.state, place)
    assert piece is not None
    return [*needed(play.state, seat, piece), levy_comes(seat, PIECE.ids[piece], PLACE.ids[place])]


@step("G4")
def levy_comes(play: Play[State], seat: BankId, piece: PieceId, place: PlaceId) -> None:
    """The levy is there."""
    play.state.places[PLACE.index[place]] = PIECE.index[piece]
    play.emit(Levied(seat, piece, place))
