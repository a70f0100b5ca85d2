"""Councils (5.1.4.II, 7.6.4): how many advisers there is room for, and which of them can make room for others.

A council has three places, and two where a faceup card in it says so: several such cards say no more than one. With
Family Wagon nomads take no place, and there is one place for all others; beside a card that leaves two places both
hold. Cards that are locked never leave (7.2.2); a facedown adviser always may.
"""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from .. import facts
from ..facts import CARD, CardId
from ..state import State

WAGON: Final = CARD.number("family_wagon")
PIPER: Final = CARD.number("pied_piper")
LIMITING: Final = frozenset(map(CARD.number, ("assassin", "insomnia", "silver_tongue")))
LIMITED: Final = 2
"""Advisers that such a card leaves to its council."""


class Council(NamedTuple):
    """Advisers that lie face up, and how many lie face down."""

    up: tuple[int, ...]
    down: int

    @property
    def excess(self) -> int:
        """How many advisers have to leave at the least."""
        limited = not LIMITING.isdisjoint(self.up)
        over = len(self.up) + self.down - (LIMITED if limited else facts.ADVISERS)
        if WAGON in self.up:
            others = self.down + sum(CARD.things[card].suit != facts.NOMAD for card in self.up)
            over = max(over, others - 1) if limited else others - 1
        return max(0, over)

    @property
    def locked(self) -> "Council":
        """The advisers that can never leave."""
        return Council(tuple(card for card in self.up if CARD.things[card].locked), 0)

    def without(self, cards: Iterable[int]) -> "Council":
        """Return the council without these faceup advisers."""
        gone = {*cards}
        return Council(tuple(card for card in self.up if card not in gone), self.down)

    def joined(self, cards: Iterable[int], down: int = 0) -> "Council":
        """Return the council with more advisers, face up and face down."""
        return Council((*self.up, *cards), self.down + down)

    def relieved_by(self, card: int) -> bool:
        """Return whether fewer are too many when this faceup adviser, or (`NONE`) a facedown one, has left."""
        left = Council(self.up, self.down - 1) if card == facts.NONE else self.without([card])
        return left.excess < self.excess


def council_of(state: State, seat: str) -> Council:
    """Return the council of a player."""
    board = state.boards[seat]
    return Council(tuple(board.advisers), len(board.hidden))


def can_have(council: Council, going: Iterable[int], coming: Iterable[int]) -> bool:
    """Return whether a council can take cards for others, perhaps when some of it have made room."""
    return not counted(council.without(going).locked, coming).excess


def counted(council: Council, coming: Iterable[int]) -> Council:
    """Return the council with cards that come, but for Pied Piper, which asks for no room when it moves (R38)."""
    return council.joined(card for card in coming if card != PIPER)


def who_may_leave(state: State, seat: str, council: Council, staying: Iterable[int] = ()) -> Iterator[CardId]:
    """Yield the advisers of a player that make room where too many would be in this council, some not."""
    board = state.boards[seat]
    for card in board.advisers:
        if not CARD.things[card].locked and card not in staying and council.relieved_by(card):
            yield CARD.ids[card]
    if council.relieved_by(facts.NONE):
        yield from (CARD.ids[adviser.card] for adviser in board.hidden)
