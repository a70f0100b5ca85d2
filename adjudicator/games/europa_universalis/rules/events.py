"""The action of an event: its ducats, its text, its symbols, its ruler, the event that nobody took (R4.01, R16)."""

from collections.abc import Iterator
from typing import Final

from adjudicator import Action, Asking, Event, Frames, Play, Question, Refusal
from adjudicator.components import Code

from ..content import Content
from ..facts import SeatId
from ..slots import CHARACTER, EVENT, EventId
from ..state import State
from .book import step
from .characters import enthrone, mortality
from .deeds import Deed
from .drawing import turn_up
from .operations import card
from .purse import gain_ducats, lacks, pay
from .symbols import symbol_of

DUCATS: Final = 2
"""What comes on each other event that lies face up."""
LATE_RULER: Final = 2
"""What the ruler of the event that nobody took costs, in adm power."""


class TakeEvent(Action, frozen=True, tag="take_event"):
    """Take a face-up event: its ducats, its text, its symbols. R4.01."""

    event: EventId


class EventTaken(Event, frozen=True, tag="event_taken", rule="R4.01", by="seat"):
    """A seat has taken an event, and the ducats on it."""

    seat: SeatId
    taken: EventId
    ducats: int


class EventLeft(Event, frozen=True, tag="event_left", rule="R4.01"):
    """Nobody has taken this event: only its symbols are played, by rule."""

    left: EventId


class Crown(Action, frozen=True, tag="crown"):
    """Make the character of the event the ruler. R4.01."""


class KeepRuler(Action, frozen=True, tag="keep_ruler"):
    """Keep the ruler there is. R4.01."""


not_face_up = Code("R4.01", event=EVENT)
RULER: Final = Question("event_ruler", "R4.01", Crown, KeepRuler, default=KeepRuler(), about={"event": EventId})


def _candidates(state: State, seat: str, content: Content) -> Iterator[Action]:
    return (TakeEvent(EVENT.ids[each.event]) for each in state.events.shown)


def events_due(state: State) -> int:
    """How many event actions everybody takes in a round (R3.21, R20.01)."""
    return 2 if len(state.order) == 2 else 1


def _refused(state: State, seat: str, action: Action, content: Content) -> Refusal | None:
    assert isinstance(action, TakeEvent)
    if any(each.event == EVENT.number(action.event) for each in state.events.shown):
        return None
    return not_face_up(list(_candidates(state, seat, content))[:3], event=action.event)


def _done(play: Play[State], seat: str, action: Action) -> Frames:
    assert isinstance(action, TakeEvent)
    events = play.state.events
    taken = next(each for each in events.shown if EVENT.ids[each.event] == action.event)
    events.shown.remove(taken)
    events.gone.append(taken.event)
    play.emit(EventTaken(seat, action.event, taken.ducats))
    gain_ducats(play, seat, taken.ducats)
    for each in events.shown:
        each.ducats += DUCATS
    return [
        *card(play.content, seat, f"events.{action.event}"),
        symbols(seat, action.event),
        event_ruler(seat, action.event),
        event_left(seat),
        event_turned_up(),
    ]


DEEDS: Final = (Deed(TakeEvent, _candidates, _refused, _done, takes="event"),)


@step("R16.10")
def symbols(play: Play[State], seat: SeatId | None, event: EventId) -> Frames:
    """The symbols from left to right, mortality first; with no seat by rule."""
    face = play.content.events[event]
    dying = mortality(play, face.mortality) if face.mortality else []
    return [*dying, *(symbol(seat, each) for each in face.symbols)]


@step("R16.10")
def symbol(play: Play[State], seat: SeatId | None, symbol: str) -> Frames:
    """One symbol, with what the board is then."""
    play.state.turn.converted = 0
    return symbol_of(play.state, seat or "", symbol)


@step("R4.01")
def event_ruler(play: Play[State], seat: SeatId, event: EventId) -> Frames | None:
    """Who leads the realm of the event takes its character as the ruler if he took it, else if he wants."""
    realm = play.content.events[event].realm
    if event not in play.content.characters or realm not in play.state.led:
        return None
    if realm == seat:
        return enthrone(play, seat, CHARACTER.index[event])
    return [offered_ruler(realm, event, 0)]


@step("R4.01")
def offered_ruler(play: Play[State], seat: SeatId, event: EventId, cost: int) -> Asking:
    """A character of an event may become the ruler."""
    if lacks(play.state, seat, adm=cost) is not None:
        return None
    answer = yield RULER(seat, [Crown(), KeepRuler()], event=event, cost=cost)
    if isinstance(answer, Crown):
        pay(play, seat, adm=cost)
        return enthrone(play, seat, CHARACTER.index[event])
    return None


@step("R4.01")
def event_left(play: Play[State], seat: SeatId) -> Frames | None:
    """Behind the last taker's event the symbols of the one that nobody took are played by rule; its realm may pay for
    its ruler.
    """
    state, events = play.state, play.state.events
    if any(led.status.events < events_due(state) for led in state.led.values()) or len(events.shown) + events.down != 1:
        return None
    if not events.shown:
        turn_up(play)
        events.down = 0
    left = events.shown.pop()
    events.gone.append(left.event)
    id = EVENT.ids[left.event]
    play.emit(EventLeft(id))
    realm = play.content.events[id].realm
    late = [offered_ruler(realm, id, LATE_RULER)] if realm in state.led and id in play.content.characters else []
    return [symbols(None, id), *late]


@step("R4.01")
def event_turned_up(play: Play[State]) -> None:
    """A face-down event is turned up, if there is one."""
    events = play.state.events
    if events.down:
        events.down -= 1
        turn_up(play)
