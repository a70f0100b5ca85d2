"""The action phase: turns clockwise, one action each, passing, the end of the phase (R3.20-R3.25)."""

from collections.abc import Iterator
from random import Random
from typing import Final

from adjudicator import Action, Answers, Asking, Choose, Frames, Play, Refusal, word
from adjudicator.components import Code

from ..content import Content
from ..facts import SeatId
from ..state import State, Turn
from .administration import ChangeFocus, ChangeReligion, ConvertArea, IncreaseStability
from .alliances import EndAlliance, ForgeAlliance
from .book import Fee, OfSeat, TurnDeed, step
from .cards import PlayCard, UseDisplay, covert
from .characters import APPOINTMENTS, Dismiss, LeadArmy, MoveGeneral
from .claims import FabricateClaims, ReturnClaim
from .curia import CallCrusade, Excommunicate
from .declaration import FIGHTING, DeclareWar
from .empire import RaiseAuthority, outsiders
from .events import TakeEvent, events_due
from .exploration import Colonize, Explore
from .goals import CompleteMission, Research, milestones_checked, missions_met
from .influence import PlaceInfluence, ReturnInfluence
from .players import Deal
from .ports import harbours, repair
from .purse import LOANS, clockwise, exhaust, gain_ducats, lacks, pay
from .rebels import Suppress
from .relations import began
from .supplies import supplies
from .trade import Trade

BONUS: Final = {2: (3,), 3: (5, 2), 4: (5, 3, 2), 5: (5, 3, 2), 6: (5, 3, 2, 1)}
"""Ducats for passing, from the first to pass, by the number of players (R3.22, R20.01)."""


class TurnBegan(OfSeat, frozen=True, tag="turn_began", rule="R3.20"):
    """It is the turn of a seat; `last`: it has no other in this round, `for_event`: it must take an event."""

    last: bool = False
    for_event: bool = False


class Passed(OfSeat, frozen=True, tag="passed", rule="R3.22"):
    """A seat has passed, as which of all, for so many ducats."""

    place: int
    ducats: int


Pass = word("pass", "Pass: no more actions in this round. R3.22.")
EndTurn = word("end_turn", "End the turn, after its action and minor actions. R3.20.")
acted_already = Code("R3.20")
must_act = Code("R3.20")
no_event_yet = Code("R3.21", taken=int, due=int)
only_an_event = Code("R3.24")
event_taken = Code("R3.21")
none_exhausted = Code("R5.05")


class Replenish(TurnDeed, frozen=True, tag="replenish"):
    """Three exhausted units are available again, for 1 mil. R5.05."""

    takes = "minor"

    def fee(self, state: State, seat: str, content: Content) -> Fee:
        return {"mil": 1}

    def illegality(self, state: State, seat: str, content: Content) -> Refusal | None:
        return lacks(state, seat, **self.fee(state, seat, content)) if state.led[seat].exhausted else none_exhausted()

    def apply(self, play: Play[State], seat: str) -> Frames:
        pay(play, seat, **self.fee(play.state, seat, play.content))
        exhaust(play, seat, -3)
        return []


REALM: Final = (IncreaseStability, ConvertArea, ChangeFocus, ChangeReligion, PlayCard, UseDisplay, Research)
COLONIES: Final = (Explore, Colonize)
DIPLOMACY: Final = (RaiseAuthority, PlaceInfluence, ReturnInfluence, ForgeAlliance, EndAlliance, Deal)
CLAIMS: Final = (FabricateClaims, ReturnClaim, Trade, Excommunicate, CallCrusade, DeclareWar)
WAR: Final = (*FIGHTING, Suppress)
COMMAND: Final = (*APPOINTMENTS, MoveGeneral, LeadArmy, Dismiss)
MINOR: Final = (*LOANS, CompleteMission, Replenish)
Deeds = tuple[type[TurnDeed], ...]
DEEDS: Final[Deeds] = (*REALM, *COLONIES, *DIPLOMACY, *CLAIMS, *WAR, TakeEvent, *COMMAND, *MINOR)


def may_take_event(state: State, seat: str) -> bool:
    """Return whether a seat has still to take an event, and one lies open."""
    return state.led[seat].status.events < events_due(state) and bool(state.events.shown)


class TurnAnswers(Answers[State]):
    """The actions of a seat in its turn; before its action or, minor actions only, after it (R3.20)."""

    kind, rule = "turn", "R3.20"
    actions = (*DEEDS, Pass, EndTurn)

    def __init__(self, content: Content, event: bool) -> None:
        self.content, self.event = content, event

    def options(self, state: State, seat: str) -> Iterator[Action]:
        for deed in self._fitting(state, seat):
            yield from deed.legal(state, seat, self.content)
        yield from (each for each in (Pass(), EndTurn()) if self.illegality(state, seat, each) is None)

    def _fitting(self, state: State, seat: str) -> Iterator[type[TurnDeed]]:
        """Return the deeds of the kinds that are possible now."""
        fits = {takes: self._takes_refused(state, seat, takes) is None for takes in ("turn", "event", "minor")}
        return (deed for deed in DEEDS if fits[deed.takes])

    def check(self, state: State, seat: str, action: Action) -> None:
        if refusal := self.illegality(state, seat, action):
            raise refusal

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        """Return why the action is not legal now; None if it is."""
        if isinstance(action, EndTurn):
            return None if state.turn.acted else must_act()
        if isinstance(action, Pass):
            return self._pass_refused(state, seat)
        assert isinstance(action, TurnDeed)
        return self._takes_refused(state, seat, action.takes) or action.illegality(state, seat, self.content)

    def _pass_refused(self, state: State, seat: str) -> Refusal | None:
        if state.turn.acted:
            return acted_already([EndTurn()])
        if may_take_event(state, seat):
            return no_event_yet(taken=state.led[seat].status.events, due=events_due(state))
        return None

    def _takes_refused(self, state: State, seat: str, takes: str) -> Refusal | None:
        """Return why no deed is possible now that takes this."""
        if takes == "minor":
            return None
        if state.turn.acted:
            return acted_already([EndTurn()])
        if takes == "event":
            return None if state.led[seat].status.events < events_due(state) else event_taken()
        return only_an_event() if self.event else None

    def sample(self, state: State, seat: str, rng: Random) -> Action:
        """Draw an action as from all options; but only those of the deed that is chosen are worked out."""
        for kind in rng.sample(self.actions, len(self.actions)):
            if not issubclass(kind, TurnDeed):
                legal = [each for each in (kind(),) if self.illegality(state, seat, each) is None]
            elif self._takes_refused(state, seat, kind.takes) is None:
                legal = [*kind.legal(state, seat, self.content)]
            else:
                legal = []
            if legal:
                return rng.choice(legal)
        return self.default(state, seat)

    def context(self, state: State, seat: str) -> dict[str, bool]:
        return {"acted": state.turn.acted, "event": self.event}

    def default(self, state: State, seat: str) -> Action:
        """Return the end of the turn if it is legal, else passing, else the first event."""
        if state.turn.acted:
            return EndTurn()
        if self.illegality(state, seat, Pass()) is None:
            return Pass()
        return next(iter(TakeEvent.candidates(state, seat, self.content)))


@step("R3.20", "actions")
def action_phase(play: Play[State]) -> Frames:
    """Begin the action phase with the turn of the first player; others complete missions that are met already."""
    play.state.phase = 2
    return [missions_met(play.state.first), turn(play.state.first)]


@step("R3.20", "actions")
def turn(play: Play[State], seat: SeatId, event: bool = False) -> Frames:
    """Begin a turn; with `event` it is only for the action of an event (R3.24)."""
    play.state.turn = Turn(active=seat, outsiders=outsiders(play.state))
    play.state.turns += 1
    last = event or play.state.led[seat].status.last_turns > 0
    play.emit(TurnBegan(seat, last, event))
    return [acting(seat, event), turn_ends(seat)]


def pass_bonus(state: State, seat: str) -> int:
    """Return the ducats that a seat gets for passing now (R3.22)."""
    bonus, before = BONUS[len(state.order)], max(each.status.passed for each in state.led.values())
    return bonus[before] if before < len(bonus) and state.led[seat].status.last_turns < 0 else 0


@step("R3.20", "actions")
def acting(play: Play[State], seat: SeatId, event: bool = False) -> Asking:
    """Ask for one action, and minor actions before and after it."""
    state = play.state
    answer = yield Choose(seat, TurnAnswers(play.content, event))
    if isinstance(answer, EndTurn):
        return None
    if isinstance(answer, Pass):
        state.turn.acted = True
        _pass(play, seat)
        return [acting(seat, event)]
    state.turn.acted |= answer.takes != "minor"
    state.led[seat].status.events += answer.takes == "event"
    frames = answer.apply(play, seat)
    frames = covert(seat, frames, areas=answer.areas) if isinstance(answer, FabricateClaims) else frames
    return [*frames, harbours(), supplies(), milestones_checked(seat), missions_met(seat), acting(seat, event)]


def _pass(play: Play[State], seat: str) -> None:
    state = play.state
    status = state.led[seat].status
    ducats = pass_bonus(state, seat)
    status.passed = 1 + max(each.status.passed for each in state.led.values())
    play.emit(Passed(seat, status.passed, ducats))
    gain_ducats(play, seat, ducats)


@step("R3.24", "actions")
def turn_ends(play: Play[State], seat: SeatId) -> Frames:
    """End a turn, and begin that of the next seat that has not passed.

    When no bonus is left, each seat has one more turn, and then one for the event alone if it has not taken one. After
    its last turn a seat has passed.
    """
    state = play.state
    state.turn = Turn()
    repair(state)
    status = state.led[seat].status
    if status.last_turns > 0:
        status.last_turns -= 1
    if status.last_turns == 0 and not status.passed and not may_take_event(state, seat):
        _pass(play, seat)
    _last_turns(state)
    for each in [*clockwise(state, seat)[1:], seat]:
        own = state.led[each].status
        if not own.passed and own.last_turns:
            forced = began(state) == 2 and 0 < own.last_turns <= events_due(state) - own.events
            return [turn(each, event=forced and may_take_event(state, each))]
    for each in [*clockwise(state, seat)[1:], seat]:
        if not state.led[each].status.passed and may_take_event(state, each):
            return [turn(each, event=True)]
    for each in clockwise(state, seat):
        if not state.led[each].status.passed:
            _pass(play, each)
    return []


def _last_turns(state: State) -> None:
    """Give each seat that has not passed its last turn once no more ducats are paid for passing (R3.24).

    With two players, the other player has two turns, or one more than the events that it still has to take (R20.01).
    """
    left = [each.status for each in state.led.values() if not each.status.passed]
    if len(state.order) - len(left) < len(BONUS[len(state.order)]) or any(each.last_turns >= 0 for each in left):
        return
    for each in left:
        each.last_turns = max(2, 1 + events_due(state) - each.events) if began(state) == 2 else 1


def first_player(state: State) -> str:
    """Return who has the token in the next round.

    This is the first to pass, unless that player has the token already (R3.25); with two players the first to pass may
    keep it (R20.01).
    """
    order = sorted(state.order, key=lambda seat: state.led[seat].status.passed)
    return order[1] if order[0] == state.first and began(state) > 2 else order[0]
