"""Cards and squares that go to thrones and out of the game (Glossary: discard).

Also what follows at once from a card that is silenced or lost: hands, Venice, protected concessions.
"""

from collections.abc import Iterable
from itertools import chain
from typing import Final, Literal

from adjudicator import FIRST, Asking, Asks, Frames, Play, Question, derive
from adjudicator.components import Code

from ..facts import EMPIRE, FIRST_PAWN, ITEM, NONE, PLACE, SECOND_VENICE, VENICE, BankId, EmpireId, ItemId
from ..state import State
from .book import AtPlace, OfCard, SeatEvent, step
from .market import HAND
from .pieces import Spot, kill, kill_bishop
from .table import has, pirate_at, protected, second_in_venice, vassals

Cause = Literal["", "sale", "behead"]
"""What made a card or square go, where it is told with that."""


class Discarded(SeatEvent, frozen=True, tag="discarded", rule="§55", hits=("owner",)):
    """A card has left the game; `owner`: from whose tableau or hand, nobody's of one from a throne or the market."""

    card: ItemId
    owner: BankId | None = None
    cause: Cause = ""


class Dethroned(SeatEvent, frozen=True, tag="dethroned", rule="§55a", touches=("empire",), hits=("owner",)):
    """The square of an empire has gone back to its throne."""

    empire: EmpireId
    owner: BankId | None = None
    cause: Cause = ""


def out_of(index: int, piles: Iterable[list[int]]) -> None:
    """Remove an item from the row, hand or other pile that it is in, if it is in one."""
    for pile in piles:
        if index in pile:
            pile.remove(index)


def discard_card(play: Play[State], seat: str, index: int, owner: str, cause: Cause = "") -> None:
    """Remove a card, not a square, with its bishop from the game.

    It leaves a row, her king, a hand, or its place under the player card.
    """
    state = play.state
    own = [state.hands[owner], state.maids[owner]] if owner else []
    out_of(index, chain(*state.rows.values(), state.queens, own))
    state.discarded = sorted([*state.discarded, index])
    play.emit(Discarded(seat, ITEM.ids[index], owner or None, cause))
    kill_bishop(play, seat, index)


def discard_queens(play: Play[State], seat: str, empire: int, owner: str) -> None:
    """Discard the queens of an empire (I1c)."""
    for queen in list(play.state.queens[empire]):
        discard_card(play, seat, queen, owner)


def to_throne(play: Play[State], seat: str, empire: int, cause: Cause = "") -> None:
    """Return a square to its throne, as a king, with bishop, queens and repressed pieces.

    Its vassals return with it.
    """
    state = play.state
    owner = state.holder[empire]
    out_of(empire, chain(*state.rows.values()))
    state.holder[empire], state.suzerain[empire] = "", NONE
    state.republics &= ~(1 << empire)
    play.emit(Dethroned(seat, EMPIRE.ids[empire], owner or None, cause))
    for vassal in vassals(state, empire):
        to_throne(play, seat, vassal)


class HandCut(SeatEvent, frozen=True, tag="hand_cut", rule="§51a", hits=("seat",)):
    """A bank has lost its large hand and discards down to two."""

    cards: int


DiscardHand = derive(OfCard, "discard_hand", "Discard this card of the hand. Glossary: hand a.")
not_held = Code("§51a", card=ITEM)
OWN_HAND: Final = Question("own_hand", "§51a", DiscardHand, otherwise=not_held, default=FIRST)
HAND_LIMIT: Final = OWN_HAND.interrupting("hand")
"""Which card goes, where the hand is too large: in the own turn, or in that of somebody else."""
KeepInVenice = derive(AtPlace, "keep_in_venice", "Keep the piece that stands here; the other one dies. G4c.")
not_in_venice = Code("G4c", place=PLACE)
VENICE_KEPT: Final = Question("venice", "G4c", KeepInVenice, otherwise=not_in_venice, default=FIRST)
"""Which piece stays in Venice when there is room for one only (R31)."""


@step("G4c, §51a")
def consequences(play: Play[State], seat: BankId) -> Frames:
    """Apply what a change of tableaus has caused, before anything else is done."""
    state = play.state
    for border, on in enumerate(state.borders):
        if len(on) > 1:  # a pirate beside a concession
            for each in list(on):
                if each >= FIRST_PAWN and pirate_at(state, border) != NONE and not protected(state, each):
                    kill(play, seat, each, Spot("border", border))
    frames: Frames = []
    if state.places[SECOND_VENICE] != NONE and not second_in_venice(state):
        frames = [venice(seat)]
    large = [each for each in state.seats if len(state.hands[each]) > HAND and not has(state, each, "unlimited_hand")]
    return [*frames, *(hand_cut(seat, owner) for owner in large[:1])]


@step("G4c")
def venice(play: Play[State], seat: BankId) -> Asks:
    """Reduce the room in Venice to one piece again."""
    state = play.state
    kept, lost = SECOND_VENICE, VENICE
    if state.places[VENICE] not in (NONE, state.places[SECOND_VENICE]):
        answer = yield VENICE_KEPT(seat, [KeepInVenice(PLACE.ids[each]) for each in (VENICE, SECOND_VENICE)])
        if answer.place == PLACE.ids[VENICE]:
            kept, lost = VENICE, SECOND_VENICE
    if state.places[lost] != NONE:
        kill(play, seat, state.places[lost], Spot("place", lost))
    state.places[VENICE], state.places[SECOND_VENICE] = state.places[kept], NONE


@step("§51a")
def hand_cut(play: Play[State], seat: BankId, owner: BankId) -> Asking:
    """Make the owner of a hand that is too large discard one card after the other until two are left."""
    cards = [DiscardHand(ITEM.ids[card]) for card in play.state.hands[owner]]
    answer = yield (OWN_HAND if owner == seat else HAND_LIMIT)(owner, cards)
    discard_card(play, owner, ITEM.index[answer.card], owner)
    play.emit(HandCut(owner, len(play.state.hands[owner])))
    return [consequences(seat)]
