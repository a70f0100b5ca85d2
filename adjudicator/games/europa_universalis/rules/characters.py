"""Rulers, advisors, generals and admirals: appointing, ill health, death (R5.02, R7.01-03)."""

from collections.abc import Iterator
from typing import Annotated, Final

from adjudicator import Action, Asking, Event, Frames, Play, Question, Refusal
from adjudicator.components import Code

from ..content import CharacterFace, Content
from ..facts import NONE, POWER, SeatId
from ..slots import CARD, CHARACTER, CardId, CharacterId, of_card
from ..state import State
from .book import step
from .decks import discard
from .elections import election
from .empire import emperor_seat
from .purse import clockwise

PowerOf = Annotated[str, POWER]


class Appointed(Event, frozen=True, tag="appointed", rule="R5.02", by="seat"):
    """A character has a post; `army` of a general, from 1; `power` of an advisor."""

    seat: SeatId
    character: CharacterId
    post: str
    army: int | None = None
    power: PowerOf | None = None


class Gone(Event, frozen=True, tag="character_gone", rule="R7.02", by="seat"):
    """A character left its post: dead, replaced or dismissed."""

    seat: SeatId
    character: CharacterId
    post: str
    why: str


class Ill(Event, frozen=True, tag="character_ill", rule="R7.02", by="seat"):
    """A character has a token of ill health."""

    seat: SeatId
    character: CharacterId


class Interregnum(Event, frozen=True, tag="interregnum", rule="R7.03", by="seat"):
    """A realm has no ruler."""

    seat: SeatId


class AppointRuler(Action, frozen=True, tag="appoint_ruler"):
    """Make a leader of the hand the ruler, in an interregnum. R5.02."""

    card: CardId


class LeaveVacant(Action, frozen=True, tag="leave_vacant"):
    """Appoint no ruler: an interregnum. R7.03."""


not_in_hand = Code("R5.02", card=CARD)
no_advisor = Code("R5.02", card=CARD)
no_leader = Code("R5.02", card=CARD)
there_is_a_ruler = Code("R7.03", ruler=CHARACTER)


def face(content: Content, character: int) -> CharacterFace:
    """What is printed of a character."""
    return content.characters[CHARACTER.ids[character]]


def skill(state: State, seat: str, power: int, content: Content) -> int:
    """The skill of a realm: that of its ruler, 1 without one, and of its advisor (R7.01, R7.03)."""
    own = state.led[seat]
    ruler = 1 if own.ruler == NONE else content.skill(own.ruler, power)
    advisor = own.advisors[power]
    return ruler + (0 if advisor == NONE else content.skill(of_card(advisor), power))


def employed(state: State, seat: str) -> Iterator[tuple[str, int]]:
    """The characters of a realm with their posts; a ruler who leads an army once."""
    own = state.led[seat]
    if own.ruler != NONE:
        yield "ruler", own.ruler
    for army in own.armies:
        if army.general not in (NONE, own.ruler):
            yield "general", army.general
    if own.fleet.admiral != NONE:
        yield "admiral", own.fleet.admiral
    for card in own.advisors:
        if card != NONE:
            yield "advisor", of_card(card)


# leaving a post ------------------------------------------------------------------------------------------------------


def remove(play: Play[State], seat: str, character: int, why: str) -> Frames:
    """A character leaves its post; a ruler may be replaced at once (R7.03)."""
    state = play.state
    own = state.led[seat]
    post = next(post for post, each in employed(state, seat) if each == character)
    card = CHARACTER.things[character].card
    if card != NONE:
        discard(state, card)
    state.ill &= ~(1 << character)
    for army in own.armies:
        if army.general == character:
            army.general = NONE
    if own.fleet.admiral == character:
        own.fleet.admiral = NONE
    if post == "advisor":
        own.advisors[own.advisors.index(card)] = NONE
    play.emit(Gone(seat, CHARACTER.ids[character], post, why))
    if post != "ruler":
        return []
    own.ruler = NONE
    return [succession(seat), *_election(state, seat)]


def _election(state: State, seat: str) -> Frames:
    """The emperor's ruler is gone or replaced (R18.30)."""
    return election(state) if emperor_seat(state) == seat else []


def ail(play: Play[State], seat: str, character: int) -> Frames:
    """A character gets a token of ill health; the second kills (R7.02)."""
    if play.state.ill >> character & 1:
        return remove(play, seat, character, "died")
    play.state.ill |= 1 << character
    play.emit(Ill(seat, CHARACTER.ids[character]))
    return []


def mortality(play: Play[State], symbol: str) -> Frames:
    """Every character in play with the symbol gets a token of ill health, from the active seat on (R7.02)."""
    state = play.state
    follows: Frames = []
    for seat in clockwise(state, state.turn.active or state.first):
        for _, character in list(employed(state, seat)):
            if face(play.content, character).mortality == symbol:
                follows = [*follows, *ail(play, seat, character)]
    return follows


SUCCESSION: Final = Question("succession", "R7.03", AppointRuler, LeaveVacant, default=LeaveVacant(), interrupts=True)


@step("R7.03")
def succession(play: Play[State], seat: SeatId) -> Asking:
    """A ruler who is gone is replaced at once by a leader of the hand, or there is an interregnum."""
    own = play.state.led[seat]
    if own.ruler != NONE:
        return None
    if not own.hand:
        play.emit(Interregnum(seat))
        return None
    content: Content = play.content
    offers = [AppointRuler(CARD.ids[card]) for card in own.hand]

    def why(action: Action) -> Refusal | None:
        return None if isinstance(action, LeaveVacant) else ruler_refused(play.state, seat, action, content)

    answer = yield SUCCESSION(seat, [*offers, LeaveVacant()], why)
    if isinstance(answer, LeaveVacant):
        play.emit(Interregnum(seat))
        return None
    return crowned(play, seat, answer)


def enthrone(play: Play[State], seat: str, character: int) -> Frames:
    """A historical ruler of an event takes the throne; the one before him is discarded (R4.01, R18.30)."""
    state = play.state
    own = state.led[seat]
    if own.ruler != NONE:
        remove(play, seat, own.ruler, "replaced")
    own.ruler = character
    play.emit(Appointed(seat, CHARACTER.ids[character], "ruler"))
    return _election(state, seat)


# appointing ----------------------------------------------------------------------------------------------------------


def of_hand(state: State, seat: str, card: int, content: Content, *, advisor: bool) -> Refusal | None:
    """Why a card is no advisor, or no leader, of the hand."""
    if card not in state.led[seat].hand:
        return not_in_hand(card=CARD.ids[card])
    if (face(content, of_card(card)).kind == "advisor") != advisor:
        return (no_advisor if advisor else no_leader)(card=CARD.ids[card])
    return None


def ruler_refused(state: State, seat: str, action: Action, content: Content) -> Refusal | None:
    """Why a card cannot be made the ruler."""
    assert isinstance(action, AppointRuler)
    ruler = state.led[seat].ruler
    if ruler != NONE:
        return there_is_a_ruler(ruler=CHARACTER.ids[ruler])
    return of_hand(state, seat, CARD.number(action.card), content, advisor=False)


def crowned(play: Play[State], seat: str, action: Action) -> Frames:
    """A leader becomes the ruler; it costs nothing."""
    assert isinstance(action, AppointRuler)
    card = CARD.index[action.card]
    own = play.state.led[seat]
    own.hand.remove(card)
    own.ruler = of_card(card)
    play.emit(Appointed(seat, action.card, "ruler"))
    return []
