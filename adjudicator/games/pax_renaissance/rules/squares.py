"""Cards and squares move between tableaus, thrones and out of the game (Glossary: discard; E3, F3, K3)."""

from typing import Literal

from adjudicator import Play

from ..facts import EMPIRE, FIRST_CARD, ITEM, NONE, BankId, EmpireId, ItemId
from ..state import State
from .book import Done
from .pieces import kill_bishop
from .table import empire_of_queen, item, vassals

Cause = Literal["", "sale", "behead"]
"""What made a card or square go, where it is told with that."""


class Discarded(Done, frozen=True, tag="discarded", rule="§55"):
    """A card has left the game; `owner`: from whose tableau or hand, nobody's if it was on a throne or in the
    market.
    """

    card: ItemId
    owner: BankId | None = None
    cause: Cause = ""


class Dethroned(Done, frozen=True, tag="dethroned", rule="§55a", touches=("empire",)):
    """The square of an empire has gone back to its throne."""

    empire: EmpireId
    owner: BankId | None = None
    cause: Cause = ""


def out_of_row(state: State, index: int) -> None:
    """An item leaves the row that it lies in, if it lies in one."""
    for rows in state.rows.values():
        for row in rows:
            if index in row:
                row.remove(index)


def discard_card(play: Play[State], seat: str, index: int, owner: str, cause: Cause = "") -> None:
    """A card, not a square, leaves the game with its bishop: from a row, from her king, from a hand, from below."""
    state = play.state
    out_of_row(state, index)
    for queens in state.queens:
        if index in queens:
            queens.remove(index)
    if owner:
        for pile in (state.hands[owner], state.maids[owner]):
            if index in pile:
                pile.remove(index)
    state.discarded = sorted([*state.discarded, index])
    play.emit(Discarded(seat, ITEM.ids[index], owner or None, cause))
    kill_bishop(play, seat, index)


def discard_queens(play: Play[State], seat: str, empire: int, owner: str) -> None:
    """The queens of an empire die (I1c)."""
    for queen in list(play.state.queens[empire]):
        discard_card(play, seat, queen, owner)


def to_throne(play: Play[State], seat: str, empire: int, cause: Cause = "") -> None:
    """A square goes back to its throne, as a king, with bishop, queens and repressed pieces, its vassals with it."""
    state = play.state
    owner = state.holder[empire]
    out_of_row(state, empire)
    state.holder[empire], state.suzerain[empire] = "", NONE
    state.republics &= ~(1 << empire)
    play.emit(Dethroned(seat, EMPIRE.ids[empire], owner or None, cause))
    for vassal in vassals(state, empire):
        to_throne(play, seat, vassal)


def behead(play: Play[State], seat: str, index: int, owner: str) -> None:
    """A card is discarded; of a king or a republic the queen, too, and the square goes to its throne (F3, I1c)."""
    if index < FIRST_CARD:
        to_throne(play, seat, index, "behead")
        discard_queens(play, seat, index, owner)
    else:
        discard_card(play, seat, index, owner, "behead")


def apostate(play: Play[State], seat: str, index: int, owner: str) -> None:
    """A card or couple is discarded for its faith: a couple goes to the throne, still married (K3a)."""
    empire = index if index < FIRST_CARD else empire_of_queen(play.state, index)
    if empire != NONE:
        if play.state.holder[empire]:
            to_throne(play, seat, empire)
    else:
        assert item(index).kind != "queen"
        discard_card(play, seat, index, owner)
