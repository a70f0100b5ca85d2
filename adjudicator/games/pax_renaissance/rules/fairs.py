"""Fairs (E5, G)."""

from collections.abc import Iterator
from typing import Any

from adjudicator import Action, Asking, Event, Frames, Play, Refusal
from adjudicator.components import Code

from .. import facts
from ..facts import BORDER, EMPIRE, ITEM, NONE, PIRATE, PLACE, ROUTE, SIDE, BankId, BorderId, EmporiumId, ItemId, SideId
from ..state import State
from .book import Done, TurnDeed, step
from .consequences import consequences
from .table import bank_of, has, open_route, pawn_at
from .targets import factor
from .taxes import LEVY, levied, levy_offers


class FairHeld(Done, frozen=True, tag="fair_held", rule="G1"):
    """A fair was held: its card is discarded, the profits go on a voyage."""

    side: SideId
    card: ItemId
    profits: int
    emporium: EmporiumId


class Subsidised(Done, frozen=True, tag="subsidised", rule="G2b"):
    florins: int


class Profited(Done, frozen=True, tag="profited", rule="G3a", touches=("border",)):
    """A concession on the voyage brought its bank florins."""

    border: BorderId
    florins: int


class Robbed(Event, frozen=True, tag="robbed", rule="G3b", touches=("border",)):
    """A pirate on the voyage cost a florin."""

    border: BorderId


class VoyageEnded(Event, frozen=True, tag="voyage_ended", rule="G5"):
    """The voyage is over; `left`: profits that stay for the next fair."""

    side: SideId
    left: int


fair_held_already = Code("D1.6", side=SIDE)
no_fair = Code("E5", side=SIDE)


def profits_of(state: State, side: int) -> int:
    """What a fair would have: the florins on its card, and one or two more (G1a)."""
    return state.money[side][0] + (1 if len(state.florins) < 3 else 2)


class Fair(TurnDeed, frozen=True, tag="fair"):
    """Hold the fair of the East or of the West, once a turn, where its card lies. E5."""

    side: SideId
    free = True

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterator[Action]:
        return map(cls, SIDE.ids)

    def refused(self, state: State, seat: str, asked: Any) -> Refusal | None:
        side = SIDE.number(self.side)
        if state.turn.fairs >> side & 1:
            return fair_held_already(side=side)
        return no_fair(side=side) if state.market[side][0] == NONE else None

    def cost(self, state: State, seat: str) -> int:
        """Nothing, once a turn, for the commander of the galleys of Venice."""
        return 0 if not state.turn.free_fair and has(state, seat, "free_trade_fair") else 1

    def done(self, play: Play[State], seat: str) -> Frames:
        """Profits and discard (G1), subsidy (G2), and the voyage begins."""
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
def voyage(play: Play[State], seat: BankId, side: SideId, leg: int) -> Asking:
    """The voyage comes to the next empire, which has a levy, and to the border behind it, until profits or route
    end.
    """
    state, number = play.state, SIDE.index[side]
    route = ROUTE.things[open_route(state, number)]
    profits = state.money[number]
    if not profits[0] or leg == len(route.empires):
        play.emit(VoyageEnded(side, profits[0]))
        return None
    frames: Frames = []
    if offers := levy_offers(state, route.empires[leg]):
        answer = yield LEVY(seat, offers, empire=EMPIRE.ids[route.empires[leg]])
        frames = levied(play, seat, PLACE.index[answer.place])
    rest = [voyage(seat, side, leg + 1)]
    if leg < len(route.borders):
        rest = [crossing(side, BORDER.ids[route.borders[leg]]), *rest]
    return [*frames, consequences(seat), *rest]


@step("G3")
def crossing(play: Play[State], side: SideId, border: BorderId) -> None:
    """At a border a concession is paid, or a pirate takes a florin (G3a, G3b)."""
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
    elif any(facts.type_of(each) == PIRATE for each in state.borders[at]):
        profits[0] -= 1
        play.emit(Robbed(border))
