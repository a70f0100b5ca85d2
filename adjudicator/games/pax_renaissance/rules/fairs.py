"""Taxes (F4) and fairs (E5, G), which bring levies: the owner of a taxed concession pays or gives it up."""

from typing import Any, Final

from adjudicator import Action, Asking, Asks, Event, Frames, Play, Question, Refusal, choice, derive, word
from adjudicator.components import Code

from .. import facts
from ..facts import BORDER, EMPIRE, ITEM, NONE, PIECE, PLACE, ROUTE, SIDE, BankId, BorderId, EmpireId, ItemId, PieceId
from ..state import State
from .book import IN_EMPIRE, AtPlace, Moved, SeatEvent, SideDeed, step
from .pieces import Spot, lay, needed, repress
from .squares import consequences
from .table import bank_of, factor, has, levies, levy, open_route, pawn_at


class Taxed(SeatEvent, frozen=True, tag="taxed", rule="F4", touches=("border",), hits=("owner",)):
    """A concession was taxed, and its owner paid."""

    owner: BankId
    border: BorderId
    empire: EmpireId


Levied = derive(Moved, "levied", rule="G4")
PayTax = word("pay_tax", "Pay a florin to China for the concession. F4.")
GiveUp = word("give_up", "Let the concession be repressed. F4.")
OWN_TAX: Final = Question(
    "own_tax", "F4", PayTax, GiveUp, default=PayTax(), about={"border": BorderId, "empire": EmpireId, "by": BankId}
)
TAX: Final = OWN_TAX.interrupting("tax")
"""Whether the owner of a taxed concession pays: in their own turn, or in that of somebody else."""


@step("F4")
def taxed(play: Play[State], seat: BankId, owner: BankId, border: BorderId, empire: EmpireId) -> Asks:
    """Let the owner pay a florin to China, else repress the concession; a correction may have removed it."""
    state = play.state
    if pawn_at(state, BORDER.index[border]) == NONE:
        return
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


Levy = derive(AtPlace, "levy", "Place the levy. F4, G4.")
no_levy_there = Code("G4", place=PLACE, empire=EMPIRE)
LEVY: Final = choice("levy", "G4", Levy, otherwise=no_levy_there, about=IN_EMPIRE)
TAX_LEVY: Final = LEVY.interrupting("tax_levy", "F4")
"""Where a levy comes, the piece as printed there; the second is that of a taxed concession, which its owner places."""


@step("F4, G4")
def taken_levy(play: Play[State], seat: BankId, owner: BankId, empire: EmpireId) -> Asking:
    """Let the owner of a concession that the seat has taxed place a levy; on a voyage the seat itself does."""
    state = play.state
    offers = [Levy(PLACE.ids[place]) for place in levies(state, EMPIRE.index[empire])]
    if not offers:
        return None
    answer = yield (LEVY if owner == seat else TAX_LEVY)(owner, offers, empire=empire)
    piece = levy(state, PLACE.index[answer.place])
    assert piece is not None
    return [*needed(state, owner, piece), levy_comes(owner, PIECE.ids[piece], answer.place)]


@step("G4")
def levy_comes(play: Play[State], seat: BankId, piece: PieceId, place: facts.PlaceId) -> None:
    lay(play.state, PIECE.index[piece], Spot("place", PLACE.index[place]))
    play.emit(Levied(seat, piece, place=place))


class FairHeld(SeatEvent, frozen=True, tag="fair_held", rule="G1"):
    """A fair was held: its card is discarded, the profits go on a voyage."""

    side: facts.SideId
    card: ItemId
    profits: int
    emporium: facts.EmporiumId


class Subsidised(SeatEvent, frozen=True, tag="subsidised", rule="G2b"):
    florins: int


class Profited(SeatEvent, frozen=True, tag="profited", rule="G3a", touches=("border",)):
    border: BorderId
    florins: int


class Robbed(Event, frozen=True, tag="robbed", rule="G3b", touches=("border",)):
    border: BorderId


class VoyageEnded(Event, frozen=True, tag="voyage_ended", rule="G5"):
    """The voyage is over; `left`: profits that stay for the next fair."""

    side: facts.SideId
    left: int


fair_held_already = Code("D1.6", side=SIDE)
no_fair = Code("E5", side=SIDE)


def profits_of(state: State, side: int) -> int:
    """Return what a fair would have: the florins on its card, and one or two more (G1a)."""
    return state.money[side][0] + (1 if len(state.florins) < 3 else 2)


class Fair(SideDeed, frozen=True, tag="fair"):
    """Hold the fair of the East or of the West, once a turn, where its card lies. E5."""

    def illegality(self, state: State, seat: str, asked: Any) -> Refusal | None:
        side = SIDE.number(self.side)
        if state.turn.fairs >> side & 1:
            return fair_held_already(side=side)
        return no_fair(side=side) if state.market[side][0] == NONE else None

    def cost(self, state: State, seat: str) -> int:
        """Return the cost: nothing, once a turn, for the commander of the galleys of Venice."""
        return 0 if not state.turn.free_fair and has(state, seat, "free_trade_fair") else 1

    def apply(self, play: Play[State], seat: str) -> Frames:
        """Take profits, discard (G1), pay subsidy (G2), and begin the voyage."""
        state, side = play.state, SIDE.index[self.side]
        state.turn.free_fair |= self.cost(state, seat) == 0
        state.turn.fairs |= 1 << side
        card, profits = state.market[side][0], profits_of(state, side)
        state.market[side][0] = NONE
        state.discarded = sorted([*state.discarded, card])
        play.emit(FairHeld(seat, self.side, ITEM.ids[card], profits, ROUTE.ids[open_route(state, side)]))
        if not state.rules.bankruptcy:
            subsidy = min(profits, 2 if has(state, seat, "fair_subsidy") else 1)
            state.florins[seat] += subsidy
            profits -= subsidy
            play.emit(Subsidised(seat, subsidy))
        state.money[side][0] = profits
        return [voyage(seat, self.side, 0)]


@step("G3, G4, G5")
def voyage(play: Play[State], seat: BankId, side: facts.SideId, leg: int) -> Frames:
    """Bring the voyage to an empire, which has a levy, and to the next border, until profits or route end."""
    state, number = play.state, SIDE.index[side]
    route = ROUTE.things[open_route(state, number)]
    profits = state.money[number]
    if not profits[0] or leg == len(route.empires):
        play.emit(VoyageEnded(side, profits[0]))
        return []
    rest = [voyage(seat, side, leg + 1)]
    if leg < len(route.borders):
        rest = [crossing(side, BORDER.ids[route.borders[leg]]), *rest]
    return [taken_levy(seat, seat, EMPIRE.ids[route.empires[leg]]), consequences(seat), *rest]


@step("G3")
def crossing(play: Play[State], side: facts.SideId, border: BorderId) -> None:
    """Pay the concession at a border, or let a pirate take a florin.

    The rules are G3a and G3b.
    """
    state, number, at = play.state, SIDE.index[side], BORDER.index[border]
    profits = state.money[number]
    own = pawn_at(state, at)
    if own != NONE:
        bank = bank_of(own)
        cards = has(state, bank, "multiply_concessions")
        if ROUTE.ids[open_route(state, number)] == "spice_islands":
            cards += has(state, bank, "multiply_concession_payout")
        paid = min(profits[0], factor(state, cards))
        profits[0] -= paid
        state.florins[bank] += paid
        play.emit(Profited(bank, border, paid))
    elif any(facts.type_of(each) == facts.PIRATE for each in state.borders[at]):
        profits[0] -= 1
        play.emit(Robbed(border))
