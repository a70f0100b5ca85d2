"""The card with which an army leaves before an enemy's attack, as a reaction (R5.01, R8.01)."""

from collections.abc import Iterator
from typing import Final

from adjudicator import Action, Asking, Event, Frames, Play, Question, Refusal
from adjudicator.components import Code

from ..content import Content
from ..facts import AREA, AreaId, SeatId
from ..slots import CARD, CardId
from ..state import State
from .access import ACCESS_DUCATS, GoTo, PayId, go_refused, mountain_cost, near, size
from .book import step
from .decks import discard
from .purse import lacks, pay
from .relations import at_war, hostile_area, realm_of
from .units import armies_in, move

TRIGGER: Final = "enemy_enters_area_of_own_army"


class StepAhead(Action, frozen=True, tag="step_ahead"):
    """Play the card: an army goes to the next area before the battle. R8.01."""

    card: CardId
    army: int
    area: AreaId
    pay: PayId = ""


class AwaitAttack(Action, frozen=True, tag="await_attack"):
    """Play no card. R8.01."""


class SteppedAhead(Event, frozen=True, tag="stepped_ahead", rule="R8.01", by="seat", touches=("start", "area")):
    """An army left before the battle."""

    seat: SeatId
    card: CardId
    army: int
    start: AreaId
    area: AreaId


no_such_reaction = Code("R8.01", card=CARD)
army_not_attacked = Code("R8.01", army=int)
guns_too_slow = Code("R9.20", army=int)
no_flight_to_enemies = Code("R8.01", area=AREA)

STEP_AHEAD: Final = Question(
    "step_ahead", "R8.01", StepAhead, AwaitAttack, default=AwaitAttack(), interrupts=True, about={"area": AreaId}
)


def reactions(state: State, seat: str, area: int) -> Frames:
    """The frames in which the enemies of who enters an area may leave it."""
    foes = [each for each in state.order if at_war(state, realm_of(seat), realm_of(each))]
    return [leaves_ahead(each, AREA.ids[area]) for each in foes if armies_in(state, each, area)]


def _refused(state: State, seat: str, area: int, action: StepAhead, content: Content) -> Refusal | None:
    card, own = CARD.number(action.card), state.led[seat]
    face = content.titles[content.title_of(card)] if card in own.hand else None
    if face is None or face.kind != "reaction" or face.trigger != TRIGGER:
        return no_such_reaction(card=action.card)
    if action.army not in armies_in(state, seat, area):
        return army_not_attacked(army=action.army)
    army, to = own.armies[action.army - 1], AREA.number(action.area)
    guns = army.regular.artillery + army.mercenary.artillery
    horse = army.regular.cavalry + army.mercenary.cavalry + army.allied.cavalry
    if face.forbidden and guns > horse:
        return guns_too_slow(army=action.army)
    if refusal := go_refused(state, seat, action.army, area, GoTo(action.area, action.pay)):
        return refusal
    if hostile_area(state, realm_of(seat), to):
        return no_flight_to_enemies(area=action.area)
    mountains = mountain_cost(state, seat, area, to, size(state, seat, action.army))
    return lacks(state, seat, mil=face.cost + mountains, ducats=ACCESS_DUCATS if action.pay == "ducats" else 0)


def _offers(state: State, seat: str, area: int) -> Iterator[StepAhead]:
    payments: tuple[PayId, ...] = ("", "influence", "ducats")
    for card in dict.fromkeys(state.led[seat].hand):
        for army in armies_in(state, seat, area):
            for to in near(state, seat, area):
                yield from (StepAhead(CARD.ids[card], army, AREA.ids[to], each) for each in payments)


@step("R8.01")
def leaves_ahead(play: Play[State], seat: SeatId, area: AreaId) -> Asking:
    """A seat whose army an enemy comes upon may play the card; everybody with cards is asked."""
    state, start = play.state, AREA.index[area]
    if not state.led[seat].hand or not armies_in(state, seat, start):
        return None

    def why(action: StepAhead | AwaitAttack) -> Refusal | None:
        return None if isinstance(action, AwaitAttack) else _refused(state, seat, start, action, play.content)

    offers = [AwaitAttack(), *(each for each in _offers(state, seat, start) if why(each) is None)]
    answer = yield STEP_AHEAD(seat, offers, why, area=area)
    if isinstance(answer, AwaitAttack):
        return None
    card, to, own = CARD.index[answer.card], AREA.index[answer.area], play.state.led[seat]
    mil = play.content.titles[play.content.title_of(card)].cost
    mil += mountain_cost(state, seat, start, to, size(state, seat, answer.army))
    pay(play, seat, mil=mil, ducats=ACCESS_DUCATS if answer.pay == "ducats" else 0)
    if answer.pay == "influence":
        own.influence[to] -= 1
    own.hand.remove(card)
    discard(play.state, card)
    move(play.state, seat, answer.army, start, to)
    play.emit(SteppedAhead(seat, answer.card, answer.army, area, answer.area))
    return None
