"""Taxes (F4): the owner of a concession pays or gives it up, and places a levy. Levies of fairs, too (G4)."""

from typing import Final

from adjudicator import FIRST, Action, Asking, Frames, Play, Question, word
from adjudicator.components import Code

from ..facts import BORDER, EMPIRE, PIECE, PLACE, BankId, BorderId, EmpireId, PieceId, PlaceId
from ..state import State
from .book import Done, step
from .consequences import consequences
from .pieces import Spot, lay, needed, repress
from .table import bank_of, levies, levy, pawn_at


class Taxed(Done, frozen=True, tag="taxed", rule="F4", touches=("border",)):
    """A concession was taxed, and its owner paid."""

    owner: BankId
    border: BorderId
    empire: EmpireId


class Levied(Done, frozen=True, tag="levied", rule="G4", touches=("place",)):
    piece: PieceId
    place: PlaceId


PayTax = word("pay_tax", "Pay a florin to China for the concession. F4.")
GiveUp = word("give_up", "Let the concession be repressed. F4.")
OWN_TAX: Final = Question(
    "own_tax", "F4", PayTax, GiveUp, default=PayTax(), about={"border": BorderId, "empire": EmpireId, "by": BankId}
)
TAX: Final = OWN_TAX.interrupting("tax")
"""Whether the owner of a taxed concession pays: in his own turn, or in that of somebody else."""


def tax(state: State, seat: str, border: int, empire: int) -> Frames:
    """The frames of a tax: the owner answers, and his levy comes."""
    owner = bank_of(pawn_at(state, border))
    ids = BORDER.ids[border], EMPIRE.ids[empire]
    return [taxed(seat, owner, *ids), consequences(seat), taken_levy(seat, owner, ids[1])]


@step("F4")
def taxed(play: Play[State], seat: BankId, owner: BankId, border: BorderId, empire: EmpireId) -> Asking:
    """The owner pays a florin to China, or his concession is repressed."""
    state = play.state
    answer: Action = GiveUp()
    if state.florins[owner]:
        ask = OWN_TAX if owner == seat else TAX
        answer = yield ask(owner, [PayTax(), GiveUp()], border=border, empire=empire, by=seat)
    if isinstance(answer, PayTax):
        state.florins[owner] -= 1
        play.emit(Taxed(seat, owner, border, empire))
    else:
        spot = Spot("border", BORDER.index[border])
        repress(play, owner, pawn_at(state, spot.number), EMPIRE.index[empire], spot)
    return None


# levies -----------------------------------------------------------------------------------------------------------


class Levy(Action, frozen=True, tag="levy"):
    """Place the levy. F4, G4."""

    place: PlaceId


no_levy_there = Code("G4", place=PLACE, empire=EMPIRE)
LEVY: Final = Question(
    "levy", "G4", Levy, otherwise=no_levy_there, default=FIRST, alone="silence", about={"empire": EmpireId}
)
TAX_LEVY: Final = LEVY.interrupting("tax_levy", "F4")
"""Where a levy comes, the piece as printed there; the second is that of a taxed concession, which its owner places."""


def levy_offers(state: State, empire: int) -> list[Action]:
    """The empty places where a levy can come."""
    return [Levy(PLACE.ids[place]) for place in levies(state, empire)]


@step("F4")
def taken_levy(play: Play[State], seat: BankId, owner: BankId, empire: EmpireId) -> Asking:
    """The owner of the taxed concession places a levy."""
    offers = levy_offers(play.state, EMPIRE.index[empire])
    if not offers:
        return None
    answer = yield (LEVY if owner == seat else TAX_LEVY)(owner, offers, empire=empire)
    return levied(play, owner, PLACE.index[answer.place])


def levied(play: Play[State], seat: str, place: int) -> Frames:
    """The frames that bring a levy."""
    piece = levy(play.state, place)
    assert piece is not None
    return [*needed(play.state, seat, piece), levy_comes(seat, PIECE.ids[piece], PLACE.ids[place])]


@step("G4")
def levy_comes(play: Play[State], seat: BankId, piece: PieceId, place: PlaceId) -> None:
    lay(play.state, PIECE.index[piece], Spot("place", PLACE.index[place]))
    play.emit(Levied(seat, piece, place))
