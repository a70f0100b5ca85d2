"""Appointing advisors, generals and admirals; who commands which army; dismissing (R5.02)."""

from collections.abc import Iterator
from typing import Final

from adjudicator import Action, Frames, Play, Refusal
from adjudicator.components import Code

from ..content import Content
from ..facts import NONE, POWER
from ..slots import CARD, CHARACTER, CardId, CharacterId, of_card
from ..state import ARMIES, State
from .characters import Appointed, AppointRuler, crowned, employed, face, of_hand, remove, ruler_refused
from .deeds import Deed
from .purse import lacks, pay


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


no_army = Code("R5.02", army=int)
no_ruler = Code("R7.03")
no_general = Code("R5.02", army=int)
leads_already = Code("R5.02", army=int)
not_employed = Code("R5.02", character=CHARACTER)


# appointing ----------------------------------------------------------------------------------------------------------


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
    refusal = of_hand(state, seat, card, content, advisor=True)
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
    refusal = of_hand(state, seat, card, content, advisor=False)
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
