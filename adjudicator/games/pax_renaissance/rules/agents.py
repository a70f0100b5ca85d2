"""Agents come to the map and to the tableaus (E2.2)."""

from collections.abc import Iterator
from typing import Annotated, Final

from adjudicator import Action, Asking, Choose, Play, Refusal, ValidatedAnswers, derive, word
from adjudicator.components import Code, bits, mask_of, union

from .. import facts
from ..facts import BISHOP, BORDER, FIRST_CARD, FIRST_PAWN, ITEM, NONE, PIECE, PLACE, BankId, ItemId, PieceId
from ..state import State
from .book import AtPlace, OfCard, OnBorder, step
from .pieces import arrival, is_free, put_concession, repress, spot_of
from .regime import room_refused
from .table import location, pawn, tableaus, there

no_such_agent = Code("E2.2", piece=PIECE)
"""The agent goes elsewhere: a rook to a place, a pirate to a border, a bishop to a card."""
elsewhere = Code("E2.2", card=ITEM)
"""The place, border or item is not in the location of the card."""
under_disk = Code("B6d", place=PLACE)
no_sea_border = Code("E2.2c", border=BORDER)
own_agent = Code("E2.2", card=ITEM)
"""The second agent of a card cannot displace the first (R11)."""
agent_due = Code("E2.1", card=ITEM, piece=PIECE)
"""The one-shot takes place, and there is room for its agent."""
cannot_bear = Code("E2.2a", card=ITEM)
"""A player card, an old maid, a card in a hand bears no bishop."""


PlaceAgent = derive(
    AtPlace, "place_agent", "Place the rook or knight; who stands there is repressed for a florin. E2.2b."
)
AgentToBorder = derive(OnBorder, "agent_to_border", "Place the pawn or the pirate on a border. E2.2c, E2.2d.")
AgentToCard = derive(OfCard, "agent_to_card", "Place the bishop on an item of the location. E2.2a.")
NoAgent = word("no_agent", "Do not place the agent. E2.2.")
TO: Final = (PlaceAgent, PlaceAgent, AgentToBorder, AgentToCard, AgentToBorder)
"""Where the agents of each type come to (B1)."""


class AgentAnswers(ValidatedAnswers[State]):
    """The places for the next agent of a card. `due`: it must, where there is room; `there`: where others of it are."""

    kind, rule = "agent", "E2.2"
    card: Annotated[int, ITEM]
    piece: Annotated[int, PIECE]
    actions = (PlaceAgent, AgentToBorder, AgentToCard, NoAgent)

    def __init__(self, card: int, piece: int, empires: int, *, due: bool, there: list[str]) -> None:
        self.card, self.piece, self.empires, self.due, self.there = card, piece, empires, due, there
        self.type = facts.type_of(piece)

    def around(self, state: State) -> int:
        """Return the places, borders or items of the location."""
        if self.type == BISHOP:
            return bearers(state, self.empires, self.card)
        return union(facts.PLACES_OF if TO[self.type] is PlaceAgent else facts.BORDERS_OF, self.empires)

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        kind = ITEM if self.type == BISHOP else PLACE if TO[self.type] is PlaceAgent else BORDER
        yield from map(TO[self.type], kind.ids_of(self.around(state)))
        yield NoAgent()

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        if isinstance(action, NoAgent):
            found = self.room(state, seat) if self.due else []
            return agent_due(found[:3], card=self.card, piece=self.piece) if found else None
        if not isinstance(action, TO[self.type]):
            return no_such_agent(piece=self.piece)
        spot = spot_of(action)
        if not self.around(state) >> spot.number & 1:
            known = spot.kind != "card" or spot.number < FIRST_CARD or tableaus(state) >> spot.number & 1
            return elsewhere(card=self.card) if known else cannot_bear(card=spot.number)
        if spot.kind == "place" and not there(state) >> spot.number & 1:
            return under_disk(place=spot.number)
        if spot.kind != "card" and not is_free(state, spot):
            if {*spot.named.values()} & {*self.there}:
                return own_agent(card=self.card)
            if self.type != facts.PIRATE:
                return room_refused(state, seat, spot)
        at_sea = self.type != facts.PIRATE or spot.number in facts.SEA.whole
        return None if at_sea else no_sea_border(border=spot.number)

    def room(self, state: State, seat: str) -> list[Action]:
        """Return legal actions on empty spots; only these oblige (R03)."""
        placing = (candidate for candidate in self.candidates(state, seat) if not isinstance(candidate, NoAgent))
        return [each for each in placing if is_free(state, spot_of(each)) and not self.illegality(state, seat, each)]

    def context(self, state: State, seat: str) -> dict[str, str]:
        return {"card": ITEM.ids[self.card], "piece": PIECE.ids[self.piece]}

    def default(self, state: State, seat: str) -> Action:
        return next(iter(self.room(state, seat) if self.due else ()), NoAgent())


def bearers(state: State, empires: int, card: int = NONE) -> int:
    """Return the items of these empires that can bear a bishop (E2.2a).

    These are in tableaus and on thrones, and include the card itself.
    """
    held = tableaus(state)
    found = mask_of(bit for bit in bits(held) if bit == card or location(state, bit) & empires)
    for empire in bits(empires):
        if not state.holder[empire]:
            found |= mask_of((empire, *state.queens[empire]))
    return found


def agents_of(card: int, seat: str) -> list[int]:
    """Return the agents of a card as pieces; pawns are those of the seat (B5g)."""
    return [pawn(seat) if each == FIRST_PAWN else each for each in ITEM.things[card].agents]


@step("E2.2")
def agents(  # noqa: PLR0913 - what comes with a piece or a battle
    play: Play[State], seat: BankId, card: ItemId, pieces: list[PieceId], empires: int, due: bool, there: list[str]
) -> Asking:
    """Place the agents of a card; rooks and knights of a region go to one of its empires (Glossary: location b)."""
    if not pieces:
        return None
    state, number = play.state, ITEM.index[card]
    piece, rest = PIECE.index[pieces[0]], pieces[1:]
    answers = AgentAnswers(number, piece, empires, due=due, there=there)
    answer = yield Choose(seat, answers, automatic=due, silent=not due)
    if isinstance(answer, NoAgent):
        return [agents(seat, card, rest, empires, due, there)]
    spot = spot_of(answer)
    (id,) = spot.named.values()
    if isinstance(answer, PlaceAgent):
        empires = 1 << PLACE.things[spot.number].empire
        if not is_free(state, spot):  # whoever stands there is repressed for a florin (E2.2b)
            repress(play, seat, state.places[spot.number], PLACE.things[spot.number].empire, spot, 1)
    concession = piece >= FIRST_PAWN
    frames = put_concession(state, seat, spot.number, empires) if concession else arrival(state, seat, piece, spot)
    return [*frames, agents(seat, card, rest, empires, due, [*there, id])]
