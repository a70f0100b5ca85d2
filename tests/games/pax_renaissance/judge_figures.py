"""Figures by the book: prices, what a voyage brings (G), and where every florin goes (Glossary: China)."""

from __future__ import annotations

from typing import Any

from adjudicator import Action, Match
from adjudicator.games.pax_renaissance.facts import (
    BANK,
    BORDER,
    EMPIRE,
    FIRST_PAWN,
    ITEM,
    NONE,
    PLACE,
    ROUTE,
    SIDE,
)
from adjudicator.games.pax_renaissance.rules.agents import AgentToBorder, PlaceAgent
from adjudicator.games.pax_renaissance.rules.cards import Sell, SellLaunch, Sold
from adjudicator.games.pax_renaissance.rules.fairs import (
    Fair,
    FairHeld,
    Levied,
    Profited,
    Robbed,
    Subsidised,
    Taxed,
    VoyageEnded,
)
from adjudicator.games.pax_renaissance.rules.market import Bought, Buy
from adjudicator.games.pax_renaissance.rules.pieces import Repressed, Taken, ToEmpire
from adjudicator.games.pax_renaissance.rules.regime import Concede
from adjudicator.games.pax_renaissance.rules.targets import Campaign, Operated, RepressAt, RepressOn, Vote
from tests.games.pax_renaissance.judge_operations import knights, price_of_vote
from tests.games.pax_renaissance.judge_sight import Sight
from tests.games.pax_renaissance.judge_turn import price_of_sale

Receipt = tuple[str, str, int]
"""Who gets florins of a voyage ("" for China), on which border, how many."""


class Ledger:
    """Follows the florins of a match, and objects where the book counts otherwise."""

    def __init__(self, match: Match) -> None:
        self.florins = dict(match.state.florins)
        self.total = sum(self.florins.values()) + _in_market(match)
        self.voyage: list[Receipt] = []
        self.left = 0
        self.levied: list[str] = []
        self.told: list[Receipt] = []
        self.places: list[str] = []

    def before(self, sight: Sight, seat: str, action: Action) -> tuple[str, int] | None:
        """What an action must cost or bring, and by which event that is told."""
        match action:
            case Buy(card):
                return "bought", self._buys(sight, card)
            case Sell(card) | SellLaunch(card):
                return "sold", price_of_sale(sight, seat, ITEM.index[card])
            case Vote(empire=empire):
                return "voted", price_of_vote(sight, seat, EMPIRE.index[empire])
            case Campaign(card, empire):
                return "operated", -len(knights(sight, seat, ITEM.index[card], EMPIRE.index[empire]))
            case Fair(side):
                self._sails(sight, seat, SIDE.index[side])
            case _:
                pass
        return None

    def _buys(self, sight: Sight, card: str) -> int:
        """The price (E1b); a florin for a gap in both rows goes to China (R04)."""
        market = sight.state.market
        row = next(each for each in market if ITEM.index[card] in each)
        price = row.index(ITEM.index[card])
        self.total -= sum(all(each[slot] == NONE for each in market) for slot in range(price))
        return price

    def _sails(self, sight: Sight, seat: str, side: int) -> None:
        """What a fair will bring, to the last florin (G1-G5)."""
        state = sight.state
        minted = 1 if len(state.seats) == 2 else 2
        self.total += minted
        self.left = state.money[side][0] + minted
        self.voyage, self.levied, self.told, self.places = [], [], [], []
        subsidy = 2 if sight.with_ability("fair_subsidy", seat) else 1
        if not state.rules.bankruptcy:
            self._pays(seat, "", subsidy)
        route = next(each for each in ROUTE if each.side == side and state.open_routes >> each.index & 1)
        for number, empire in enumerate(route.empires):
            if not self.left:
                return
            if sight.empty_places(empire):
                self.levied.append(EMPIRE.ids[empire])
            if number < len(route.borders):
                self._crosses(sight, route.borders[number], route.id == "spice_islands")

    def _crosses(self, sight: Sight, border: int, by_cape: bool) -> None:
        pawns = sight.pawns(border)
        if pawns:
            owner = BANK.ids[pawns[0] - FIRST_PAWN]
            twice = len(sight.with_ability("multiply_concession_payout", owner)) if by_cape else 0
            twice += len(sight.with_ability("multiply_concessions", owner))
            paid = 2**twice if sight.state.rules.multipliers == "multiply" else 1 + twice
            self._pays(owner, BORDER.ids[border], paid)
        elif sight.pirates(border):
            self._pays("", BORDER.ids[border], 1)
            self.total -= 1

    def _pays(self, seat: str, border: str, florins: int) -> None:
        paid = min(florins, self.left)
        self.left -= paid
        self.voyage.append((seat, border, paid))

    def after(self, action: Action, expected: tuple[str, int] | None, events: list[Any]) -> None:
        """What was told of an action brings what the book says."""
        for event in events:
            self._counts(action, event)
            if expected is not None and event.__struct_config__.tag == expected[0]:
                figure = {"bought": "price", "voted": "price"}.get(expected[0], "florins")
                assert getattr(event, figure) == expected[1], f"{event}, by the book {expected[1]}"
                expected = None
        assert expected is None, f"{action} was not told as {expected}"

    def _counts(self, action: Action, event: Any) -> None:
        match event:
            case Bought(seat=seat, price=price, gained=gained):
                self.florins[seat] += gained - price
            case Sold(seat=seat, florins=florins):
                self.florins[seat] += florins
                self.total += florins
            case Operated(seat=seat, florins=florins):
                self.florins[seat] += florins
                self.total += min(florins, 0)
            case Taxed(owner=owner):
                self.florins[owner] -= 1
                self.total -= 1
            case Repressed(seat=seat, cost=cost):
                paid = isinstance(action, PlaceAgent | AgentToBorder | Concede | ToEmpire)
                by_book = 1 if paid else -1 if isinstance(action, RepressAt | RepressOn) else 0
                assert cost == by_book, f"{event}, by the book {by_book}"
                self.florins[seat] -= cost
                self.total -= cost
            case _:
                self._voyage(event)

    def _voyage(self, event: Any) -> None:
        match event:
            case Subsidised(seat=seat, florins=florins):
                self.florins[seat] += florins
                self.told.append((seat, "", florins))
            case Profited(seat=seat, border=border, florins=florins):
                self.florins[seat] += florins
                self.told.append((seat, border, florins))
            case Robbed(border=border):
                self.told.append(("", border, 1))
            case Levied(place=place):
                self.places.append(EMPIRE.ids[PLACE.thing(place).empire])
            case Taken() | FairHeld():
                self.places = [] if isinstance(event, FairHeld) else self.places
                self.levied = self.levied if isinstance(event, FairHeld) else []
            case VoyageEnded(left=left):
                assert (self.told, left) == (self.voyage, self.left), f"{self.told}, by the book {self.voyage}"
                assert not self.levied or self.places == self.levied, f"{self.places}, by the book {self.levied}"
            case _:
                pass

    def agrees(self, match: Match) -> None:
        """Between two actions of a turn every florin is where it should be."""
        found = {seat: florins for seat, florins in match.state.florins.items() if seat not in match.state.out}
        by_book = {seat: self.florins[seat] for seat in found}
        assert found == by_book, f"florins {found}, by the book {by_book}"
        assert sum(found.values()) + _in_market(match) == self.total, "florins came from nowhere, or are gone"


def _in_market(match: Match) -> int:
    return sum(map(sum, match.state.money))
