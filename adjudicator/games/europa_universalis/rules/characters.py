"""Rulers, advisors, generals and admirals: appointing, ill health, death (R5.02, R7.01-03)."""

from collections.abc import Iterator
from typing import Annotated, Final

from adjudicator import Action, Asking, Event, Frames, Play, Question, Refusal
from adjudicator.components import Code

from ..content import CharacterFace, Content
from ..facts import NONE, POWER, SeatId
from ..slots import CARD, CHARACTER, CardId, CharacterId, of_card
from ..state import ARMIES, State
from .book import step
from .decks import discard
from .deeds import Deed
from .elections import election
from .empire import emperor_seat
from .purse import lacks, pay

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


class AppointAdvisor(Action, frozen=True, tag="appoint_advisor"):
    """Appoint an advisor of the hand for his ducats; one of the same type leaves. R5.02."""

    card: CardId


class AppointGeneral(Action, frozen=True, tag="appoint_general"):
    """Appoint a leader of the hand as the general of an army (1-3), for his mil power. R5.02."""

    card: CardId
    army: int


class AppointAdmiral(Action, frozen=True, tag="appoint_admiral"):
    """Appoint a leader of the hand as admiral, for his mil power. R5.02."""

    card: CardId


class AppointRuler(Action, frozen=True, tag="appoint_ruler"):
    """Make a leader of the hand the ruler, in an interregnum. R5.02."""

    card: CardId


class MoveGeneral(Action, frozen=True, tag="move_general"):
    """A general takes command of another army; the one there changes places with him. R5.02."""

    army: int
    to: int


class LeadArmy(Action, frozen=True, tag="lead_army"):
    """The ruler takes command of an army; 0: of none any more. R5.02."""

    army: int


class Dismiss(Action, frozen=True, tag="dismiss"):
    """Dismiss an advisor, a general or the admiral. R5.02."""

    character: CharacterId


class LeaveVacant(Action, frozen=True, tag="leave_vacant"):
    """Appoint no ruler: an interregnum. R7.03."""


not_in_hand = Code("R5.02", card=CARD)
no_advisor = Code("R5.02", card=CARD)
no_leader = Code("R5.02", card=CARD)
no_army = Code("R5.02", army=int)
there_is_a_ruler = Code("R7.03", ruler=CHARACTER)
no_ruler = Code("R7.03")
no_general = Code("R5.02", army=int)
leads_already = Code("R5.02", army=int)
not_employed = Code("R5.02", character=CHARACTER)


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
    for seat in state.order:
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


def _of_hand(state: State, seat: str, card: int, content: Content, *, advisor: bool) -> Refusal | None:
    if card not in state.led[seat].hand:
        return not_in_hand(card=CARD.ids[card])
    if (face(content, of_card(card)).kind == "advisor") != advisor:
        return (no_advisor if advisor else no_leader)(card=CARD.ids[card])
    return None


def _hand(state: State, seat: str, content: Content, kind: str) -> Iterator[str]:
    for card in state.led[seat].hand:
        if face(content, of_card(card)).kind == kind:
            yield CARD.ids[card]


def _advisors(state: State, seat: str, content: Content) -> Iterator[Action]:
    return (AppointAdvisor(card) for card in _hand(state, seat, content, "advisor"))


def advisor_refused(state: State, seat: str, action: Action, content: Content) -> Refusal | None:
    """Why a card cannot be appointed as an advisor."""
    assert isinstance(action, AppointAdvisor)
    card = CARD.number(action.card)
    refusal = _of_hand(state, seat, card, content, advisor=True)
    return refusal or lacks(state, seat, ducats=face(content, of_card(card)).cost)


def _advise(play: Play[State], seat: str, action: Action) -> Frames:
    assert isinstance(action, AppointAdvisor)
    card = CARD.index[action.card]
    own, power = play.state.led[seat], CARD.things[card].deck
    pay(play, seat, ducats=face(play.content, of_card(card)).cost)
    if own.advisors[power] != NONE:
        remove(play, seat, of_card(own.advisors[power]), "replaced")
    own.hand.remove(card)
    own.advisors[power] = card
    play.emit(Appointed(seat, action.card, "advisor", power=POWER.ids[power]))
    return []


def _leaders(state: State, seat: str, content: Content) -> Iterator[Action]:
    for card in _hand(state, seat, content, "leader"):
        yield from (AppointGeneral(card, number + 1) for number in range(ARMIES))


def _leader_refused(state: State, seat: str, card: int, content: Content) -> Refusal | None:
    refusal = _of_hand(state, seat, card, content, advisor=False)
    return refusal or lacks(state, seat, mil=face(content, of_card(card)).cost)


def general_refused(state: State, seat: str, action: Action, content: Content) -> Refusal | None:
    """Why a card cannot be appointed as the general of an army."""
    assert isinstance(action, AppointGeneral)
    if not 1 <= action.army <= ARMIES:
        return no_army(army=action.army)
    return _leader_refused(state, seat, CARD.number(action.card), content)


def _command(play: Play[State], seat: str, action: Action) -> Frames:
    assert isinstance(action, AppointGeneral)
    card = CARD.index[action.card]
    own = play.state.led[seat]
    army = own.armies[action.army - 1]
    pay(play, seat, mil=face(play.content, of_card(card)).cost)
    _relieve(play, seat, army.general)
    own.hand.remove(card)
    army.general = of_card(card)
    play.emit(Appointed(seat, action.card, "general", army=action.army))
    return []


def _relieve(play: Play[State], seat: str, character: int) -> None:
    """Who led is replaced; the ruler only gives up the command."""
    own = play.state.led[seat]
    if character == own.ruler:
        for army in own.armies:
            if army.general == character:
                army.general = NONE
    elif character != NONE:
        remove(play, seat, character, "replaced")


def _admirals(state: State, seat: str, content: Content) -> Iterator[Action]:
    return (AppointAdmiral(card) for card in _hand(state, seat, content, "leader"))


def _admiral_refused(state: State, seat: str, action: Action, content: Content) -> Refusal | None:
    assert isinstance(action, AppointAdmiral)
    return _leader_refused(state, seat, CARD.number(action.card), content)


def _sail(play: Play[State], seat: str, action: Action) -> Frames:
    assert isinstance(action, AppointAdmiral)
    card = CARD.index[action.card]
    own = play.state.led[seat]
    pay(play, seat, mil=face(play.content, of_card(card)).cost)
    if own.fleet.admiral != NONE:
        remove(play, seat, own.fleet.admiral, "replaced")
    own.hand.remove(card)
    own.fleet.admiral = of_card(card)
    play.emit(Appointed(seat, action.card, "admiral"))
    return []


def _rulers(state: State, seat: str, content: Content) -> Iterator[Action]:
    return (AppointRuler(card) for card in _hand(state, seat, content, "leader"))


def ruler_refused(state: State, seat: str, action: Action, content: Content) -> Refusal | None:
    """Why a card cannot be made the ruler."""
    assert isinstance(action, AppointRuler)
    ruler = state.led[seat].ruler
    if ruler != NONE:
        return there_is_a_ruler(ruler=CHARACTER.ids[ruler])
    return _of_hand(state, seat, CARD.number(action.card), content, advisor=False)


def crowned(play: Play[State], seat: str, action: Action) -> Frames:
    """A leader becomes the ruler; it costs nothing."""
    assert isinstance(action, AppointRuler)
    card = CARD.index[action.card]
    own = play.state.led[seat]
    own.hand.remove(card)
    own.ruler = of_card(card)
    play.emit(Appointed(seat, action.card, "ruler"))
    return []


# command -------------------------------------------------------------------------------------------------------------


def _moves(state: State, seat: str, content: Content) -> Iterator[Action]:
    for number in range(ARMIES):
        yield from (MoveGeneral(number + 1, to + 1) for to in range(ARMIES) if to != number)


def move_refused(state: State, seat: str, action: Action, content: Content) -> Refusal | None:
    """Why a general cannot take command of another army."""
    assert isinstance(action, MoveGeneral)
    for number in (action.army, action.to):
        if not 1 <= number <= ARMIES:
            return no_army(army=number)
    armies = state.led[seat].armies
    if armies[action.army - 1].general == NONE:
        return no_general(army=action.army)
    return leads_already(army=action.to) if action.army == action.to else None


def _moved(play: Play[State], seat: str, action: Action) -> Frames:
    assert isinstance(action, MoveGeneral)
    armies = play.state.led[seat].armies
    one, other = armies[action.army - 1], armies[action.to - 1]
    one.general, other.general = other.general, one.general
    for number, army in ((action.to, other), (action.army, one)):
        if army.general != NONE:
            play.emit(Appointed(seat, CHARACTER.ids[army.general], "general", army=number))
    return []


def _commands(state: State, seat: str, content: Content) -> Iterator[Action]:
    return (LeadArmy(number) for number in range(ARMIES + 1))


def _lead_refused(state: State, seat: str, action: Action, content: Content) -> Refusal | None:
    assert isinstance(action, LeadArmy)
    own = state.led[seat]
    if own.ruler == NONE:
        return no_ruler()
    if not 0 <= action.army <= ARMIES:
        return no_army(army=action.army)
    led = [number + 1 for number, army in enumerate(own.armies) if army.general == own.ruler]
    return leads_already(army=action.army) if action.army in (led or [0]) else None


def _lead(play: Play[State], seat: str, action: Action) -> Frames:
    assert isinstance(action, LeadArmy)
    own = play.state.led[seat]
    _relieve(play, seat, own.ruler)
    if action.army:
        _relieve(play, seat, own.armies[action.army - 1].general)
        own.armies[action.army - 1].general = own.ruler
    play.emit(
        Appointed(seat, CHARACTER.ids[own.ruler], "general" if action.army else "ruler", army=action.army or None)
    )
    return []


def _dismissals(state: State, seat: str, content: Content) -> Iterator[Action]:
    return (Dismiss(CHARACTER.ids[character]) for post, character in employed(state, seat) if post != "ruler")


def _dismiss_refused(state: State, seat: str, action: Action, content: Content) -> Refusal | None:
    assert isinstance(action, Dismiss)
    found = [CHARACTER.ids[character] for post, character in employed(state, seat) if post != "ruler"]
    return None if action.character in found else not_employed(character=action.character)


def _dismissed(play: Play[State], seat: str, action: Action) -> Frames:
    assert isinstance(action, Dismiss)
    return remove(play, seat, CHARACTER.index[action.character], "dismissed")


APPOINTMENTS: Final = (
    Deed(AppointAdvisor, _advisors, advisor_refused, _advise, takes="minor"),
    Deed(AppointGeneral, _leaders, general_refused, _command, takes="minor"),
    Deed(AppointAdmiral, _admirals, _admiral_refused, _sail, takes="minor"),
    Deed(AppointRuler, _rulers, ruler_refused, crowned, takes="minor"),
)
"""What may be done with characters of the hand, at the set-up too (R2.04)."""
DEEDS: Final = (
    *APPOINTMENTS,
    Deed(MoveGeneral, _moves, move_refused, _moved, takes="minor"),
    Deed(LeadArmy, _commands, _lead_refused, _lead, takes="minor"),
    Deed(Dismiss, _dismissals, _dismiss_refused, _dismissed, takes="minor"),
)
