"""Rulers, advisors, generals and admirals (R5.02, R7.01-03).

Appointing, who commands which army, dismissing, ill health, and death.
"""

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Final, Literal

from adjudicator import FIRST, Action, Asking, Frames, Play, Question, Refusal, derive, word
from adjudicator.components import Code

from ..content import CharacterFace, Content
from ..facts import NONE, POWER, PowerOf, SeatId
from ..slots import CARD, CHARACTER, CharacterId, of_card
from ..state import ARMIES, Led, State
from .book import Fee, OfCard, OfSeat, TurnDeed, step
from .decks import discard, may_hold
from .elections import election
from .empire import emperor_seat
from .purse import clockwise, lacks, pay


class Appointed(OfSeat, frozen=True, tag="appointed", rule="R5.02"):
    """A character has a post; `army` of a general, from 1; `power` of an advisor."""

    character: CharacterId
    post: str
    army: int | None = None
    power: PowerOf | None = None


class Gone(OfSeat, frozen=True, tag="character_gone", rule="R7.02"):
    """A character left its post: dead, replaced or dismissed."""

    character: CharacterId
    post: str
    why: str


class Ill(OfSeat, frozen=True, tag="character_ill", rule="R7.02"):
    """A character has a token of ill health."""

    character: CharacterId


Interregnum = derive(OfSeat, "interregnum", "A realm has no ruler.", rule="R7.03")
LeaveVacant = word("leave_vacant", "Appoint no ruler: an interregnum. R7.03.")
not_in_hand = Code("R5.02", card=CARD)
no_advisor = Code("R5.02", card=CARD)
no_leader = Code("R5.02", card=CARD)
there_is_a_ruler = Code("R7.03", ruler=CHARACTER)


def face(content: Content, character: int) -> CharacterFace:
    """Return what is printed on a character."""
    return content.characters[CHARACTER.ids[character]]


def skill(state: State, seat: str, power: int, content: Content) -> int:
    """Return the skill of a realm: that of its ruler, 1 without one, plus that of its advisor (R7.01, R7.03)."""
    own = state.led[seat]
    ruler = 1 if own.ruler == NONE else content.skill(own.ruler, power)
    advisor = own.advisors[power]
    return ruler + (0 if advisor == NONE else content.skill(of_card(advisor), power))


def employed(state: State, seat: str) -> Iterator[tuple[str, int]]:
    """Yield the characters of a realm with their posts; a ruler who leads an army comes once."""
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


def remove(play: Play[State], seat: str, character: int, why: str) -> Frames:
    """Remove a character from its post; a ruler may be replaced at once (R7.03)."""
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
    """Return the frames of an election if the emperor's ruler is gone or replaced (R18.30)."""
    return election(state) if emperor_seat(state) == seat else []


def ail(play: Play[State], seat: str, character: int) -> Frames:
    """Give a character a token of ill health; the second one kills it (R7.02)."""
    if play.state.ill >> character & 1:
        return remove(play, seat, character, "died")
    play.state.ill |= 1 << character
    play.emit(Ill(seat, CHARACTER.ids[character]))
    return []


def mortality(play: Play[State], symbol: str) -> Frames:
    """Give each character with the symbol ill health, clockwise (R7.02).

    It begins with the active seat. Returns the frames that follow, such as deaths.
    """
    state = play.state
    follows: Frames = []
    for seat in clockwise(state, state.turn.active or state.first):
        for _, character in list(employed(state, seat)):
            if face(play.content, character).mortality == symbol:
                follows = [*follows, *ail(play, seat, character)]
    return follows


def enthrone(play: Play[State], seat: str, character: int) -> Frames:
    """Put a ruler of an event or of a peace on the throne (R4.01, R10.06, R18.30).

    The previous ruler is discarded; the new one may begin with a token of ill health (R7.02).
    """
    state = play.state
    own = state.led[seat]
    replaced = own.ruler != NONE
    if replaced:
        remove(play, seat, own.ruler, "replaced")
    own.ruler = character
    play.emit(Appointed(seat, CHARACTER.ids[character], "ruler"))
    if face(play.content, character).ill:
        ail(play, seat, character)
    return _election(state, seat) if replaced else []


def _hand(state: State, seat: str, content: Content, kind: str) -> Iterator[str]:
    return (CARD.ids[card] for card in state.led[seat].hand if face(content, of_card(card)).kind == kind)


class Appoint(TurnDeed, OfCard, frozen=True):
    """A character of the hand gets a post, for what it costs."""

    takes = "minor"
    kind: ClassVar[Literal["advisor", "leader"]] = "leader"
    pays: ClassVar[Literal["", "mil", "ducats"]] = "mil"

    @classmethod
    def candidates(cls, state: State, seat: str, content: Content) -> Iterable[Action]:
        return map(cls, _hand(state, seat, content, cls.kind))

    def fee(self, state: State, seat: str, content: Content) -> Fee:
        return {self.pays: face(content, of_card(CARD.number(self.card))).cost} if self.pays else {}

    def illegality(self, state: State, seat: str, content: Content) -> Refusal | None:
        card = CARD.number(self.card)
        if card not in state.led[seat].hand:
            return not_in_hand(card=card)
        found = face(content, of_card(card))
        if (found.kind == "advisor") != (self.kind == "advisor"):
            return (no_advisor if self.kind == "advisor" else no_leader)(card=card)
        return lacks(state, seat, **self.fee(state, seat, content))

    def apply(self, play: Play[State], seat: str) -> Frames:
        own, card = play.state.led[seat], CARD.index[self.card]
        pay(play, seat, **self.fee(play.state, seat, play.content))
        own.hand.remove(card)
        play.emit(self.posted(play, own, seat, of_card(card)))
        return []

    def posted(self, play: Play[State], own: Led, seat: str, character: int) -> Appointed:
        """Put the character in its post, and replace whoever had it."""
        raise NotImplementedError  # abstract


class AppointRuler(Appoint, frozen=True, tag="appoint_ruler"):
    """Make a leader of the hand the ruler, in an interregnum; it costs nothing. R5.02."""

    pays = ""

    def illegality(self, state: State, seat: str, content: Content) -> Refusal | None:
        ruler = state.led[seat].ruler
        return super().illegality(state, seat, content) if ruler == NONE else there_is_a_ruler(ruler=ruler)

    def posted(self, play: Play[State], own: Led, seat: str, character: int) -> Appointed:
        own.ruler = character
        return Appointed(seat, self.card, "ruler")


SUCCESSION: Final = Question("succession", "R7.03", AppointRuler, LeaveVacant, default=FIRST, interrupts=True)


@step("R7.03")
def succession(play: Play[State], seat: SeatId) -> Asking:
    """Let a seat whose ruler is gone take a leader from its hand at once, else begin an interregnum.

    Who is silent has the leader with the most skill, since that costs nothing.
    """
    own = play.state.led[seat]
    if own.ruler != NONE:
        return None
    answer: Action = LeaveVacant()
    state, content = play.state, play.content
    if may_hold(state, seat, content, "post"):
        best = sorted(own.hand, key=lambda card: -sum(face(content, of_card(card)).skill))
        offers = [*(AppointRuler(CARD.ids[card]) for card in best), LeaveVacant()]

        def why(action: Any) -> Refusal | None:
            return action.illegality(state, seat, content) if isinstance(action, AppointRuler) else None

        answer = yield SUCCESSION(seat, offers, why)
    if isinstance(answer, AppointRuler):
        return answer.apply(play, seat)
    play.emit(Interregnum(seat))
    return None


no_army = Code("R5.02", army=int)
no_ruler = Code("R7.03")
no_general = Code("R5.02", army=int)
leads_already = Code("R5.02", army=int)
not_employed = Code("R5.02", character=CHARACTER)


class AppointAdvisor(Appoint, frozen=True, tag="appoint_advisor"):
    """Appoint an advisor of the hand for the advisor's ducats; one of the same type leaves. R5.02."""

    kind, pays = "advisor", "ducats"

    def posted(self, play: Play[State], own: Led, seat: str, character: int) -> Appointed:
        card = CARD.index[self.card]
        power = CARD.things[card].deck
        if own.advisors[power] != NONE:
            remove(play, seat, of_card(own.advisors[power]), "replaced")
        own.advisors[power] = card
        return Appointed(seat, self.card, "advisor", power=POWER.ids[power])


class AppointGeneral(Appoint, frozen=True, tag="appoint_general"):
    """Appoint a leader of the hand as the general of an army (1-3), for the leader's mil power. R5.02."""

    army: int

    @classmethod
    def candidates(cls, state: State, seat: str, content: Content) -> Iterator[Action]:
        hand = _hand(state, seat, content, "leader")
        return (cls(card, number + 1) for card in hand for number in range(ARMIES))

    def illegality(self, state: State, seat: str, content: Content) -> Refusal | None:
        return super().illegality(state, seat, content) if 1 <= self.army <= ARMIES else no_army(army=self.army)

    def posted(self, play: Play[State], own: Led, seat: str, character: int) -> Appointed:
        army = own.armies[self.army - 1]
        _relieve(play, seat, army.general)
        army.general = character
        return Appointed(seat, self.card, "general", army=self.army)


class AppointAdmiral(Appoint, frozen=True, tag="appoint_admiral"):
    """Appoint a leader of the hand as admiral, for the leader's mil power. R5.02."""

    def posted(self, play: Play[State], own: Led, seat: str, character: int) -> Appointed:
        _relieve(play, seat, own.fleet.admiral)
        own.fleet.admiral = character
        return Appointed(seat, self.card, "admiral")


def _relieve(play: Play[State], seat: str, character: int) -> None:
    """Replace the leader in command; the ruler only gives up the command."""
    own = play.state.led[seat]
    if character == own.ruler:
        for army in own.armies:
            if army.general == character:
                army.general = NONE
    elif character != NONE:
        remove(play, seat, character, "replaced")


class MoveGeneral(TurnDeed, frozen=True, tag="move_general"):
    """A general takes command of another army; the two generals change places. R5.02."""

    army: int
    to: int
    takes = "minor"

    @classmethod
    def candidates(cls, state: State, seat: str, content: Content) -> Iterator[Action]:
        return (cls(number + 1, to + 1) for number in range(ARMIES) for to in range(ARMIES) if to != number)

    def illegality(self, state: State, seat: str, content: Content) -> Refusal | None:
        for number in (self.army, self.to):
            if not 1 <= number <= ARMIES:
                return no_army(army=number)
        if state.led[seat].armies[self.army - 1].general == NONE:
            return no_general(army=self.army)
        return leads_already(army=self.to) if self.army == self.to else None

    def apply(self, play: Play[State], seat: str) -> Frames:
        armies = play.state.led[seat].armies
        one, other = armies[self.army - 1], armies[self.to - 1]
        one.general, other.general = other.general, one.general
        for number, army in ((self.to, other), (self.army, one)):
            if army.general != NONE:
                play.emit(Appointed(seat, CHARACTER.ids[army.general], "general", army=number))
        return []


class LeadArmy(TurnDeed, frozen=True, tag="lead_army"):
    """The ruler takes command of an army; 0: of none any more. R5.02."""

    army: int
    takes = "minor"

    @classmethod
    def candidates(cls, state: State, seat: str, content: Content) -> Iterable[Action]:
        return map(cls, range(ARMIES + 1))

    def illegality(self, state: State, seat: str, content: Content) -> Refusal | None:
        own = state.led[seat]
        if own.ruler == NONE:
            return no_ruler()
        if not 0 <= self.army <= ARMIES:
            return no_army(army=self.army)
        led = [number + 1 for number, army in enumerate(own.armies) if army.general == own.ruler]
        return leads_already(army=self.army) if self.army in (led or [0]) else None

    def apply(self, play: Play[State], seat: str) -> Frames:
        own = play.state.led[seat]
        _relieve(play, seat, own.ruler)
        if self.army:
            _relieve(play, seat, own.armies[self.army - 1].general)
            own.armies[self.army - 1].general = own.ruler
        post = "general" if self.army else "ruler"
        play.emit(Appointed(seat, CHARACTER.ids[own.ruler], post, army=self.army or None))
        return []


class Dismiss(TurnDeed, frozen=True, tag="dismiss"):
    """Dismiss an advisor, a general or the admiral. R5.02."""

    character: CharacterId
    takes = "minor"

    @classmethod
    def candidates(cls, state: State, seat: str, content: Content) -> Iterator[Action]:
        return (cls(CHARACTER.ids[character]) for post, character in employed(state, seat) if post != "ruler")

    def illegality(self, state: State, seat: str, content: Content) -> Refusal | None:
        found = self in self.candidates(state, seat, content)
        return None if found else not_employed(character=self.character)

    def apply(self, play: Play[State], seat: str) -> Frames:
        return remove(play, seat, CHARACTER.index[self.character], "dismissed")


APPOINTMENTS: Final = (AppointAdvisor, AppointGeneral, AppointAdmiral, AppointRuler)
"""What may be done with characters of the hand, at the set-up too (R2.04)."""
