"""A player leaves: at the end of a round in which it is at peace the realm is one of nobody (R13.30)."""

from collections.abc import Iterator
from typing import Final

from adjudicator import Action, Frames, Play, Refusal, ValidatedAnswers, derive
from adjudicator.components import Code, bits

from ..facts import AREA, SEAT, SeatId
from ..slots import CARD, CHARACTER
from ..state import State
from .alliances import end
from .book import OfSeat, step
from .characters import employed
from .curia import settle
from .decks import CardsDiscarded, discard
from .marriages import divorce
from .players import no_player
from .purse import clockwise
from .realms import lawful, vassals
from .relations import at_peace, realm_of

LEAST: Final = 2
"""Players that must stay."""
PlayerLeaves = derive(OfSeat, "player_leaves", "A player leaves the game.", rule="R13.30")
RealmForsaken = derive(OfSeat, "realm_forsaken", "Nobody plays this realm any more.", rule="R13.30")


class Forsake(Action, frozen=True, tag="forsake"):
    """The player of this realm leaves, and nobody takes it over. R13.30."""

    seat: SeatId


leaves_already = Code("R13.30", seat=SEAT)
too_few_stay = Code("R13.30", least=int)


class ForsakeAnswers(ValidatedAnswers[State]):
    """The actions of the moderator at any time: a player who leaves is replaced by nobody."""

    kind, rule = "forsaking", "R13.30"
    actions = (Forsake,)

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        return (Forsake(each) for each in state.order if self.illegality(state, seat, Forsake(each)) is None)

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        assert isinstance(action, Forsake)
        if action.seat not in state.led:
            return no_player(seat=action.seat)
        if state.leaving >> realm_of(action.seat) & 1:
            return leaves_already(seat=action.seat)
        stay = len(state.order) - state.leaving.bit_count()
        return too_few_stay(least=LEAST) if stay <= LEAST else None


@step("R13.30")
def player_leaves(play: Play[State], seat: SeatId) -> None:
    """Mark that a player leaves.

    The realm is played until the end of the round, and as long as it is at war.
    """
    play.state.leaving |= 1 << realm_of(seat)
    play.emit(PlayerLeaves(seat))


@step("R13.30", "cleanup")
def forsaken(play: Play[State]) -> Frames:
    """Remove the seats whose player leaves and that are at peace: only their towns and vassals stay on the board."""
    state = play.state
    for seat in [each for each in state.order if state.leaving >> realm_of(each) & 1]:
        if at_peace(state, realm_of(seat)):
            _forsake(play, seat)
    return []


def _forsake(play: Play[State], seat: str) -> None:
    state, realm = play.state, realm_of(seat)
    for ally in [*bits(state.allied[seat])]:
        end(play, seat, ally)
    for spouse in [*bits(state.married[seat])]:
        divorce(play, seat, spouse)
    _cards_discarded(play, seat)
    land = lawful(state, 1 << realm | vassals(state, realm))
    state.unrest &= ~land
    state.covered &= ~land
    state.rebel_towns &= ~land
    if state.first == seat:
        state.first = clockwise(state, seat)[1]
    state.order.remove(seat)
    for of_seats in (state.led, state.allied, state.married, state.disputed, state.cb):
        del of_seats[seat]
    state.leaving &= ~(1 << realm)
    state.forsaken |= 1 << realm
    if state.empire.emperor == realm:
        state.empire.imperial = [0] * len(AREA)
    settle(play)
    play.emit(RealmForsaken(seat))


def _cards_discarded(play: Play[State], seat: str) -> None:
    """Discard its cards, from the hand, the display and the posts, to the discards of their decks."""
    state = play.state
    own = state.led[seat]
    people = [each for _, each in employed(state, seat)]
    posts = [CHARACTER.things[person].card for person in people if CHARACTER.things[person].card >= 0]
    cards = [*own.hand, *own.drawn, *(each.card for each in own.display), *posts]
    for each in people:
        state.ill &= ~(1 << each)
    own.hand, own.drawn, own.display = [], [], []
    for card in cards:
        discard(state, card)
    if cards:
        play.emit(CardsDiscarded(seat, tuple(CARD.ids[each] for each in cards)))
