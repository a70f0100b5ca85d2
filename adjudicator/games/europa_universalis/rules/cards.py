"""Action cards: playing them, display cards and their charges, covert actions and what counters them (R8.01-R8.05)."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from adjudicator import (
    FIRST,
    Action,
    Asking,
    Asks,
    Frames,
    Play,
    Question,
    Refusal,
    Unwind,
    ValidatedAnswers,
    Window,
    derive,
)
from adjudicator.components import Code

from ..content import Act, Content, TitleFace
from ..effects import CancelCovert
from ..facts import POWER, AreaId, SeatId
from ..slots import ACT, CARD, ActId, CardId, TitleId
from ..state import Displayed, State
from .administration import PROTESTANT, stability_cost
from .alliances import Court, courted, new_alliance
from .book import Fee, OfCard, SeatAndCard, TurnDeed, step
from .decks import discard, may_hold
from .marriages import brides, royal_marriage
from .meeting import meets
from .operations import card as effects_of
from .purse import DIP, clockwise, lacks, pay
from .subjugation import aims, subjugate

MOST_DISPLAYED: Final = 2
NO_AREAS: Final[list[str]] = []


class CardPlayed(SeatAndCard, frozen=True, tag="card_played", rule="R8.01"):
    """An action card was played from the hand."""

    title: TitleId


class DisplayUsed(SeatAndCard, frozen=True, tag="display_used", rule="R8.03"):
    """An action of a display card was done; `charges`: those that are left."""

    act: ActId
    charges: int


DisplayGone = derive(SeatAndCard, "display_gone", "A display card went to the discards.", rule="R8.03")
Countered = derive(SeatAndCard, "countered", "A covert action of another seat came to nothing.", rule="R8.05")
GiveUpDisplay = derive(OfCard, "give_up_display", "Which of the display cards is discarded. R8.03.")
CounterCovert = derive(OfCard, "counter", "Counter the covert action with this card. R8.05.")
card_not_in_hand = Code("R8.01", card=CARD)
not_in_a_turn = Code("R8.01", card=CARD)
requires_more = Code("R8.01", card=CARD)
no_aim = Code("R8.01", card=CARD)
displayed_already = Code("R8.03", card=CARD)
not_displayed = Code("R8.03", card=CARD)
no_such_act = Code("R8.03", card=CARD, act=ACT)
too_few_charges = Code("R8.03", charges=int, needs=int)
no_counter = Code("R8.05", card=CARD)


def title(content: Content, card: int) -> TitleFace:
    """Return what is printed on an action card."""
    return content.titles[content.title_of(card)]


def cost(state: State, seat: str, card: int, content: Content) -> dict[str, int]:
    """Return what playing a card costs (R8.01, R6.01).

    It costs less with a display card that it names, and more or less by stability; development costs protestants one
    less (R15.01).
    """
    face = title(content, card)
    shown = [content.title_of(each.card) for each in state.led[seat].display]
    power = face.cost - sum(n for id, n in face.discount.items() if id in shown)
    if content.title_of(card) == "development" and state.led[seat].religion == PROTESTANT:
        power -= 1
    if face.by_stability:
        power = stability_cost(state, seat, power)
    return {POWER.ids[CARD.things[card].deck]: max(0, power), "ducats": face.ducats}


class PlayCard(TurnDeed, OfCard, frozen=True, tag="play_card"):
    """Play an action card of the hand. R8.01."""

    @classmethod
    def candidates(cls, state: State, seat: str, content: Content) -> Iterator[Action]:
        return (cls(CARD.ids[card]) for card in state.led[seat].hand)

    def fee(self, state: State, seat: str, content: Content) -> Fee:
        return cost(state, seat, CARD.number(self.card), content)

    def illegality(self, state: State, seat: str, content: Content) -> Refusal | None:
        own, card = state.led[seat], CARD.number(self.card)
        if card not in own.hand:
            return card_not_in_hand(card=card)
        face = title(content, card)
        if face.kind in ("reaction", "battle_action"):
            return not_in_a_turn(card=card)
        if not meets(state, seat, face.requires):
            return requires_more(card=card)
        if face.rules and next(iter(OF_ITS_OWN[face.rules][0](state, seat, content)), None) is None:
            return no_aim(card=card)
        if face.kind == "display" and content.title_of(card) in (content.title_of(each.card) for each in own.display):
            return displayed_already(card=card)
        return lacks(state, seat, **self.fee(state, seat, content))

    def apply(self, play: Play[State], seat: str) -> Frames:
        state, content, card = play.state, play.content, CARD.index[self.card]
        own, face, id = state.led[seat], title(content, card), content.title_of(card)
        pay(play, seat, **self.fee(play.state, seat, play.content))
        own.hand.remove(card)
        play.emit(CardPlayed(seat, self.card, id))
        if face.kind == "display":
            own.display.append(Displayed(card, face.uses))
            return [one_display_less(seat)] if len(own.display) > MOST_DISPLAYED else []
        frames = [OF_ITS_OWN[face.rules][1](seat)] if face.rules else effects_of(content, seat, f"titles.{id}")
        if face.kind == "covert" and not face.rules:
            frames = covert(seat, frames, f"titles.{id}")
        return [*frames, to_discards(self.card)]


COURTING: Final = Question("courting", "R8.05", Court, default=FIRST)


@step("R8.05")
def courting(play: Play[State], seat: SeatId) -> Asking:
    """Ask at which realm the card new alliance is aimed, and whose influence goes; then it may be countered."""
    answer = yield COURTING(seat, courted(play.state, seat, play.content))
    at = next(f"titles.{id}" for id, face in play.content.titles.items() if face.rules == "new_alliance")
    frames = [new_alliance(seat, answer.realm, answer.rival, besides=answer.besides)]
    return covert(seat, frames, at, realm=answer.realm)


OF_ITS_OWN: Final[dict[str, Any]] = {
    "subjugate": (aims, subjugate),
    "royal_marriage": (brides, royal_marriage),
    "new_alliance": (courted, courting),
}
"""Cards with rules of their own: what they can be aimed at, and their step."""


@step("R8.01")
def to_discards(play: Play[State], card: CardId) -> None:
    """Discard a card that was played."""
    discard(play.state, CARD.index[card])


LESS: Final = Question("one_display_less", "R8.03", GiveUpDisplay, default=FIRST)


@step("R8.03")
def one_display_less(play: Play[State], seat: SeatId) -> Asks:
    """Discard one of the display cards when there is a third."""
    own = play.state.led[seat]
    answer = yield LESS(seat, [GiveUpDisplay(CARD.ids[each.card]) for each in own.display])
    _off_display(play, seat, CARD.index[answer.card])


def _off_display(play: Play[State], seat: str, card: int) -> None:
    own = play.state.led[seat]
    own.display = [each for each in own.display if each.card != card]
    discard(play.state, card)
    play.emit(DisplayGone(seat, CARD.ids[card]))


def spend_charges(play: Play[State], seat: str, card: int, n: int) -> int:
    """Spend charges of a display card, and return how many are left.

    A card without charges is discarded.
    """
    shown = next(each for each in play.state.led[seat].display if each.card == card)
    shown.charges -= n
    if not shown.charges:
        _off_display(play, seat, card)
    return shown.charges


def _shown(state: State, seat: str, card: int) -> Displayed | None:
    return next((each for each in state.led[seat].display if each.card == card), None)


class UseDisplay(TurnDeed, OfCard, frozen=True, tag="use_display"):
    """Do an action of an own display card. R8.03."""

    act: ActId

    @classmethod
    def candidates(cls, state: State, seat: str, content: Content) -> Iterator[Action]:
        for shown in state.led[seat].display:
            yield from (cls(CARD.ids[shown.card], act.id) for act in title(content, shown.card).acts)

    def fee(self, state: State, seat: str, content: Content) -> Fee:
        act, power = self.act_of(content), POWER.ids[CARD.thing(self.card).deck]
        return {} if act is None else {power: act.cost, "ducats": act.ducats}

    def illegality(self, state: State, seat: str, content: Content) -> Refusal | None:
        card = CARD.number(self.card)
        shown, act = _shown(state, seat, card), self.act_of(content)
        if shown is None:
            return not_displayed(card=card)
        if act is None:
            return no_such_act(card=card, act=self.act)
        if act.kind == "battle_action":
            return not_in_a_turn(card=card)
        if shown.charges < act.uses:
            return too_few_charges(charges=shown.charges, needs=act.uses)
        if not meets(state, seat, act.requires):
            return requires_more(card=card)
        return lacks(state, seat, **self.fee(state, seat, content))

    def act_of(self, content: Content) -> Act | None:
        """Return the action of the display card; None if it has none of this name."""
        return next((act for act in title(content, CARD.number(self.card)).acts if act.id == self.act), None)

    def apply(self, play: Play[State], seat: str) -> Frames:
        content, card = play.content, CARD.index[self.card]
        face, act = title(content, card), self.act_of(content)
        assert act is not None
        pay(play, seat, **self.fee(play.state, seat, play.content))
        play.emit(DisplayUsed(seat, self.card, act.id, spend_charges(play, seat, card, act.uses)))
        at = f"titles.{content.title_of(card)}.acts.{face.acts.index(act)}"
        frames = effects_of(content, seat, at)
        return covert(seat, frames, at) if act.kind == "covert" else frames


def covert(seat: str, frames: Frames, at: str = "", *, realm: str = "", areas: Sequence[str] = ()) -> Frames:
    """Return the frames of a covert action.

    Others may counter it before its frames; then none of them runs (R8.05). They are told what it is: where its card
    stands in the content, or claims on areas, and the realm that it is aimed at.
    """
    return [covert_begins(seat, at=at, realm=realm, areas=list(areas)), *frames, covert_ends()]


class CounterAnswers(ValidatedAnswers[State]):
    """The choice to counter a covert action of another seat, or not (R8.05)."""

    kind, rule, interrupts = "counter_covert", "R8.05", True
    actions = (CounterCovert,)

    def __init__(self, content: Content, by: str, at: str, realm: str, areas: Sequence[str]) -> None:
        self.content = content
        self.covert = {"by": by, "at": at, "realm": realm, "areas": [*areas]}

    def context(self, state: State, seat: str) -> dict[str, Any]:
        return self.covert

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        return (CounterCovert(CARD.ids[card]) for card in state.led[seat].hand)

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        assert isinstance(action, OfCard)
        card = CARD.number(action.card)
        if card not in state.led[seat].hand:
            return card_not_in_hand(card=action.card)
        if not any(isinstance(effect, CancelCovert) for effect in title(self.content, card).effects):
            return no_counter(card=action.card)
        return lacks(state, seat, **cost(state, seat, card, self.content))


@step("R8.05")
def covert_begins(
    play: Play[State], seat: SeatId, counters: int = 0, at: str = "", realm: str = "", areas: list[AreaId] = NO_AREAS
) -> Asking:
    """Let the seats that may hold a counter, and have dip power, use it; the first one clockwise does.

    A counter is itself a covert action and may be countered. If the number of counters is odd, the original action
    fails.
    """
    state, fails = play.state, counters % 2
    others = (each for each in clockwise(state, seat)[1:] if state.led[each].power[DIP])
    able = [each for each in others if may_hold(state, each, play.content, "covert")]
    asked = CounterAnswers(play.content, seat, at, realm, areas)
    answers = (yield Window(tuple(able), asked, count="first")) if able else ()
    if not answers:
        return Unwind("covert_ends") if fails else None
    ((by, action),) = answers
    card = CARD.index[action.card]
    pay(play, by, **cost(state, by, card, play.content))
    state.led[by].hand.remove(card)
    discard(state, card)
    play.emit(Countered(by, action.card))
    return [covert_begins(by, counters + 1, f"titles.{play.content.title_of(card)}")]


@step("R8.05")
def covert_ends(play: Play[State]) -> None:
    """Mark the end of a covert action, successful or not."""
