"""Phase 1: events are revealed, action cards drawn and paid for, missions chosen (R3.10-R3.12, R2.04)."""

from collections.abc import Generator, Iterator
from itertools import combinations, combinations_with_replacement
from typing import Any, Final

from adjudicator import (
    FIRST,
    Action,
    Answers,
    Asking,
    Asks,
    Choose,
    Event,
    Frames,
    Play,
    Question,
    Refusal,
    derive,
    parallel,
)
from adjudicator.components import Code, Many, bits, mask_of

from ..content import Content
from ..facts import POWER, REALM, PowerOf, SeatId
from ..scenario import events_shown
from ..slots import CARD, EVENT, MISSION, CardId, EventId, MissionId, of_card
from ..state import DisplayedEvent, State
from .book import step
from .characters import APPOINTMENTS, face
from .decks import discard_from_hand, draw, left, take
from .purse import TakeLoan, clockwise, covering_refused, pay, take_loan
from .relations import began, is_forsaken

DRAWN: Final = 3
PRICE: Final = 2
AT_START: Final = 4
"""Cards that may be kept at the set-up."""
MISSIONS: Final = 2


class EventRevealed(Event, frozen=True, tag="event_revealed", rule="R3.10"):
    """An event lies face up."""

    shown: EventId


class EventRemoved(Event, frozen=True, tag="event_removed", rule="R13.30"):
    """An event of a realm whose player has left is removed."""

    removed: EventId


class CardsKept(Event, frozen=True, tag="cards_kept", rule="R3.11", by="seat", own=("cards",)):
    """A seat has paid for so many cards."""

    seat: SeatId
    n: int
    cards: tuple[CardId, ...] = ()


class NoCardsLeft(Event, frozen=True, tag="no_cards_left", rule="R8.02", by="seat"):
    """A seat cannot draw so many cards that are due to it: no deck and no discards have any."""

    seat: SeatId
    n: int


class MissionsChosen(Event, frozen=True, tag="missions_chosen", rule="R3.12", by="seat", own=("missions",)):
    """A seat has chosen its missions."""

    seat: SeatId
    n: int
    missions: tuple[MissionId, ...] = ()


class DrawCards(Action, frozen=True, tag="draw_cards"):
    """Draw action cards from these decks, all at once or one by one. R3.11."""

    decks: tuple[PowerOf, ...]


class OfCards(Action, frozen=True):
    """An action that names action cards."""

    cards: tuple[CardId, ...]


KeepCards = derive(OfCards, "keep_cards", "Pay for these of the cards drawn, the others are discarded. R3.11.")
DiscardCards = derive(OfCards, "discard_cards", "Discard these cards of the hand. R3.52, R2.04.")


class ChooseMissions(Action, frozen=True, tag="choose_missions"):
    """Hold these missions. R3.12."""

    missions: tuple[MissionId, ...]


too_many_cards = Code("R3.11", n=int, left=int)
deck_empty = Code("R8.02", deck=POWER)
not_drawn = Code("R3.11", cards=Many(CARD))
cards_too_dear = Code("R3.11", cost=int, has=int)
not_so_many = Code("R3.52", n=int, due=int)
not_yours = Code("R3.52", cards=Many(CARD))
not_eligible = Code("R3.12", missions=Many(MISSION))
how_many_missions = Code("R3.12", n=int, due=int)


# events --------------------------------------------------------------------------------------------------------------


def turn_up(play: Play[State]) -> None:
    """Turn up the next event of the first half of the deck, else of the second, if there is one.

    An event of a realm whose player has left is removed (R13.30).
    """
    deck = play.state.events.first or play.state.events.second
    if deck:
        event = EVENT.index[play.pick("event", "event", [EVENT.ids[each] for each in deck])]
        deck.remove(event)
        play.emit(EventRevealed(EVENT.ids[event]))
        realm = play.content.events[EVENT.ids[event]].realm
        if realm and is_forsaken(play.state, REALM.index[realm]):
            play.state.events.gone.append(event)
            play.emit(EventRemoved(EVENT.ids[event]))
        else:
            play.state.events.shown.append(DisplayedEvent(event))


def turn_up_next(play: Play[State]) -> None:
    """Turn up face-down events until one lies face up (R13.30)."""
    events = play.state.events
    while events.down:
        events.down -= 1
        turn_up(play)
        if events.shown:
            return


@step("R3.10", "draw")
def reveal_events(play: Play[State]) -> None:
    """Reveal the events of a round: three of them face up, four with the house rule (R20.03)."""
    state = play.state
    n = min(events_shown(began(state)), len(state.events.first) + len(state.events.second))
    face_up = min(n, 4 if state.rules.four_open_events else 3)
    for _ in range(face_up):
        turn_up(play)
    state.events.down = n - face_up
    if not state.events.shown:
        turn_up_next(play)


# cards ---------------------------------------------------------------------------------------------------------------

DRAW: Final = Question("draw", "R3.11", DrawCards, default=FIRST, about={"left": int})


def drawable(state: State, decks: tuple[str, ...]) -> Refusal | None:
    """Return why so many cards cannot be drawn from these decks."""
    empty = next((id for id in POWER.ids if decks.count(id) > left(state, POWER.index[id])), None)
    return None if empty is None else deck_empty(deck=empty)


@step("R3.11", "draw")
def drawing(play: Play[State], seat: SeatId, n: int, to_hand: bool = False) -> Asking:
    """Let a seat draw `n` cards, from any decks."""
    state = play.state
    found = yield from _drawn(play, seat, n)
    if to_hand:
        take(state, seat, found)
    else:
        state.led[seat].drawn = sorted([*state.led[seat].drawn, *found])
    return [drawing(seat, n - len(found), to_hand)] if found else None


@step("R16.03")
def gaining_cards(play: Play[State], seat: SeatId, n: int) -> Asking:
    """Let a seat draw `n` cards into its hand by an operation of a card, in any phase."""
    found = yield from _drawn(play, seat, n)
    take(play.state, seat, found)
    return [gaining_cards(seat, n - len(found))] if found else None


def _drawn(play: Play[State], seat: str, n: int) -> Generator[Any, Any, list[int]]:
    """Ask a seat which cards to draw, at most `n`, and return those of one answer."""
    state, due = play.state, n
    n = min(due, sum(left(state, power) for power in POWER.indexes))
    if not n:
        if due:
            play.emit(NoCardsLeft(seat, due))
        return []

    def why(action: Any) -> Refusal | None:
        if not 1 <= len(action.decks) <= n:
            return too_many_cards(n=len(action.decks), left=n)
        return drawable(state, action.decks)

    mixes = [decks for k in range(n, 0, -1) for decks in combinations_with_replacement(POWER.ids, k)]
    offers = [DrawCards(decks) for decks in sorted(mixes, key=lambda decks: (-len(decks), -len(set(decks))))]
    answer = yield DRAW(seat, offers, why, left=n)
    return draw(play, seat, answer.decks)


KEEP: Final = Question("keep", "R3.11", KeepCards, TakeLoan, default=KeepCards(()), alone="silence")


@step("R3.11", "draw")
def keeping(play: Play[State], seat: SeatId) -> Asking:
    """Ask for two ducats for each card that is kept; a loan may cover them."""
    state = play.state
    own = state.led[seat]
    if not own.drawn:
        return None

    def why(action: Any) -> Refusal | None:
        if isinstance(action, TakeLoan):
            return covering_refused(state, seat, PRICE * len(own.drawn))
        cards = sorted(map(CARD.number, action.cards))
        if len(set(cards)) < len(cards) or not set(cards) <= set(own.drawn):
            return not_drawn(cards=action.cards)
        cost = PRICE * len(cards)
        return cards_too_dear(cost=cost, has=own.ducats) if cost > own.ducats else None

    ids = [CARD.ids[each] for each in own.drawn]
    offers: list[Action] = [KeepCards(kept) for n in range(len(ids) + 1) for kept in combinations(ids, n)]
    answer = yield KEEP(seat, [*offers, TakeLoan()], why)
    if isinstance(answer, TakeLoan):
        take_loan(play, seat)
        return [keeping(seat)]
    kept = sorted(CARD.index[card] for card in answer.cards)
    pay(play, seat, ducats=PRICE * len(kept))
    gone = [each for each in own.drawn if each not in kept]
    own.drawn = []
    take(state, seat, kept)
    play.emit(CardsKept(seat, len(kept), tuple(CARD.ids[each] for each in kept)))
    own.hand = sorted([*own.hand, *gone])
    discard_from_hand(play, seat, gone)
    return None


# the limit of the hand -----------------------------------------------------------------------------------------------


def discard_why(state: State, seat: str, action: OfCards, due: int) -> Refusal | None:
    """Return why these cards cannot be discarded where so many have to be."""
    hand = state.led[seat].hand
    cards = list(map(CARD.number, action.cards))
    if len(set(cards)) < len(cards) or not set(cards) <= set(hand):
        return not_yours(cards=action.cards)
    return not_so_many(n=len(cards), due=due) if len(cards) != due else None


class LimitAnswers(Answers[State]):
    """The cards to be discarded down to the limit of the hand (R3.52)."""

    kind, rule, secret = "hand_limit", "R3.52", True
    actions = (DiscardCards,)

    def __init__(self, limit: int) -> None:
        self.limit = limit

    def options(self, state: State, seat: str) -> Iterator[Action]:
        hand = [CARD.ids[each] for each in state.led[seat].hand]
        return (DiscardCards(cards) for cards in combinations(hand, len(hand) - self.limit))

    def check(self, state: State, seat: str, action: Action) -> None:
        assert isinstance(action, DiscardCards)
        if refusal := discard_why(state, seat, action, len(state.led[seat].hand) - self.limit):
            raise refusal

    def default(self, state: State, seat: str) -> Action:
        return next(self.options(state, seat))


SET_UP: Final = Question("set_up_hand", "R2.04", *APPOINTMENTS, DiscardCards, TakeLoan, default=FIRST)


@step("R2.04", "draw")
def set_up_hand(play: Play[State], seat: SeatId) -> Asking:
    """Ask for characters to appoint at their cost, and keep four cards free."""
    state, content = play.state, play.content
    due = max(0, len(state.led[seat].hand) - AT_START)
    hand = [CARD.ids[each] for each in state.led[seat].hand]
    wages = (face(content, of_card(card)) for card in state.led[seat].hand)
    dearest = max((each.cost for each in wages if each.kind == "advisor"), default=0)

    def why(action: Any) -> Refusal | None:
        if isinstance(action, TakeLoan):
            return covering_refused(state, seat, dearest)
        if isinstance(action, DiscardCards):
            return discard_why(state, seat, action, due)
        against: Refusal | None = action.illegality(state, seat, content)
        return against

    offers: list[Action] = [DiscardCards(cards) for cards in combinations(hand, due)]
    offers += [candidate for deed in APPOINTMENTS for candidate in deed.candidates(state, seat, content)]
    answer = yield SET_UP(seat, [*offers, TakeLoan()], why)
    if isinstance(answer, DiscardCards):
        discard_from_hand(play, seat, [CARD.index[each] for each in answer.cards])
        return None
    if isinstance(answer, TakeLoan):
        take_loan(play, seat)
        return [set_up_hand(seat)]
    return [*answer.apply(play, seat), set_up_hand(seat)]


# missions ------------------------------------------------------------------------------------------------------------


def eligible(state: State, seat: str, content: Content) -> int:
    """Return the missions that a seat may hold, as a mask (R17.01).

    These are starting ones, and those that follow a completed one.
    """
    own = state.led[seat]
    return mask_of(
        bit
        for bit in bits(own.mission_deck & ~own.completed)
        for face in [content.missions[MISSION.ids[bit]]]
        if not face.after or any(own.completed >> MISSION.number(id) & 1 for id in face.after)
    )


class MissionAnswers(Answers[State]):
    """The missions that a seat may hold from now on (R3.12)."""

    kind, rule = "missions", "R3.12"
    actions = (ChooseMissions,)

    def __init__(self, content: Content) -> None:
        self.content = content

    def options(self, state: State, seat: str) -> Iterator[Action]:
        there = MISSION.ids_of(eligible(state, seat, self.content))
        return (ChooseMissions(found) for found in combinations(there, MISSIONS))

    def check(self, state: State, seat: str, action: Action) -> None:
        assert isinstance(action, ChooseMissions)
        there = eligible(state, seat, self.content)
        chosen = set(map(MISSION.number, action.missions))
        if not chosen <= set(bits(there)):
            raise not_eligible(missions=action.missions)
        if len(chosen) != MISSIONS or len(action.missions) != MISSIONS:
            raise how_many_missions(n=len(action.missions), due=MISSIONS)

    def default(self, state: State, seat: str) -> Action:
        """Return the missions that the seat holds, as far as it may, then others."""
        there, held = list(bits(eligible(state, seat, self.content))), state.led[seat].missions
        chosen = [*(each for each in held if each in there), *(each for each in there if each not in held)]
        return ChooseMissions(tuple(MISSION.ids[each] for each in sorted(chosen[:MISSIONS])))


@step("R3.12", "draw")
def missions_of(play: Play[State], seat: SeatId) -> Asks:
    """Let a seat take new missions and exchange those held, as soon as it has paid for its cards.

    What it may hold depends on nobody else, and nobody sees what it holds. A seat that can hold all eligible missions
    is not asked: all players can count them.
    """
    own, there = play.state.led[seat], eligible(play.state, seat, play.content)
    missions = list(bits(there))
    if len(missions) > MISSIONS:
        chosen = yield Choose(seat, MissionAnswers(play.content))
        missions = sorted(map(MISSION.number, chosen.missions))
    if missions != own.missions:
        own.missions, own.missions_met = missions, 0
        play.emit(MissionsChosen(seat, len(missions), tuple(MISSION.ids[mission] for mission in missions)))


@step("R3.12", "draw")
def choose_missions(play: Play[State]) -> Frames:
    """Let all choose missions, in a position of the rules before version 12: there it comes behind all cards."""
    order = clockwise(play.state, play.state.first)
    return [parallel({seat: [missions_of(seat)] for seat in order}, open=True)]


# the phases ----------------------------------------------------------------------------------------------------------


@step("R3.11", "draw")
def draw_phase(play: Play[State]) -> Frames:
    """Return the frames of the draw phase: events, cards, missions.

    Everybody sees which deck a card comes from and how many are paid for. Turn order, and that all draw before anybody
    pays, matter only if a deck can run out and its discards become a new one. Missions are chosen in no order, and what
    may be held depends on nobody else: each seat chooses them behind its cards.
    """
    state = play.state
    state.phase = 1
    order = clockwise(state, state.first)
    if side_by_side(state) >= len(order):
        drawn, first = list[Any](), {seat: [drawing(seat, DRAWN)] for seat in order}
    else:
        drawn, first = [drawing_in_turn(order)], {}
    chains = {seat: [*first.get(seat, ()), keeping(seat), missions_of(seat)] for seat in order}
    return [reveal_events(), *drawn, parallel(chains, open=True)]


def side_by_side(state: State) -> int:
    """Return how many seats can draw at their own pace without a deck that runs out."""
    return min(len(deck.draw) for deck in state.decks) // DRAWN


@step("R3.11", "draw")
def drawing_in_turn(play: Play[State], seats: list[SeatId]) -> Frames:
    """Let everybody draw in turn order, side by side as long as no deck can run out."""
    n = max(1, side_by_side(play.state))
    now, later = seats[:n], seats[n:]
    frames = [parallel({seat: [drawing(seat, DRAWN)] for seat in now}, open=True)]
    return [*frames, drawing_in_turn(later)] if later else frames


@step("R2.04", "draw")
def first_draw(play: Play[State]) -> Frames:
    """Draw in place of the first phase of the game: a card of each deck and three more, characters, missions."""
    order = clockwise(play.state, play.state.first)
    chains = {}
    for seat in order:
        take(play.state, seat, draw(play, seat, POWER.ids))
        chains[seat] = [drawing(seat, DRAWN, to_hand=True), set_up_hand(seat), missions_of(seat)]
    return [reveal_events(), parallel(chains, open=True)]
