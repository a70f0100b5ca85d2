"""State, actions, events and rules of Sealed Bids."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any

import msgspec

from adjudicator import (
    Action,
    Answers,
    Asking,
    Choose,
    Event,
    Frames,
    Game,
    Match,
    Option,
    Play,
    Refusal,
    Sequel,
    StepBook,
    Together,
)
from adjudicator.components import Kind
from adjudicator.components.piece_fields import By, Count, Hidden, Pile
from adjudicator.components.shares import shares
from adjudicator.components.state_schema import Pieces, StateSchema

SEATS = ("red", "blue")
SEAT = Kind("seat", SEATS)
CARD = Kind("card", map(str, range(1, 13)), first=1)


def back(card: str) -> str:
    """The backs of cards tell high ones from low ones."""
    return "low" if int(card) <= 6 else "high"


class Bid(Action, frozen=True, tag="bid"):
    """Bid a card from the hand. Rule 2."""

    card: int


class Keep(Action, frozen=True, tag="keep"):
    """Keep the roll. Rule 3."""


class Reroll(Action, frozen=True, tag="reroll"):
    """Roll once more. Rule 3."""


class Dealt(Event, frozen=True, tag="dealt"):
    seat: str
    count: int


class DealtToYou(Event, frozen=True, tag="dealt_to_you"):
    seat: str
    cards: tuple[int, ...]


class BidsOpened(Event, frozen=True, tag="bids_opened"):
    bids: dict[str, int]
    winner: str


class Rolled(Event, frozen=True, tag="rolled"):
    seat: str
    dice: tuple[int, ...]


class State(msgspec.Struct, array_like=True):
    """`pile` is sorted: draws happen when they are needed."""

    pile: Annotated[list[int], Pile(CARD, mixed=True), Hidden.FROM_ALL]
    hands: Annotated[dict[str, list[int]], By(SEAT, Pile(CARD, mixed=True, back=back)), Hidden.FROM_OTHERS]
    bids: Annotated[dict[str, list[int]], By(SEAT, Pile(CARD))]
    lots: Annotated[dict[str, int], By(SEAT, Count())]
    rerolls: Annotated[dict[str, int], By(SEAT, Count())]
    rolled: int = 0


class BidAnswers(Answers[State]):
    kind = "bid"
    rule = "2"
    actions = (Bid,)
    secret = True

    def options(self, state: State, seat: str) -> Iterable[Bid]:
        return [Bid(card) for card in state.hands[seat]]

    def check(self, state: State, seat: str, action: Action) -> None:
        assert isinstance(action, Bid)
        if action.card not in state.hands[seat]:
            nearest = sorted(state.hands[seat], key=lambda card: abs(card - action.card))[:1]
            raise Refusal("not_in_hand", "2", {"card": action.card}, [Bid(card) for card in nearest])

    def default(self, state: State, seat: str) -> Bid:
        return Bid(min(state.hands[seat]))


class RollAnswers(Answers[State]):
    kind = "roll"
    rule = "3"
    actions = (Keep, Reroll)

    def options(self, state: State, seat: str) -> Iterable[Action]:
        return [Keep(), Reroll()] if state.rerolls[seat] else [Keep()]

    def default(self, state: State, seat: str) -> Keep:
        return Keep()


STEPS = StepBook()
step = STEPS.step


@step("1")
def deal(play: Play[State]) -> Frames:
    play.line("deal")
    for seat in play.seats:
        cards = play.pick_many("card", "cards", play.state.pile, 5, seat=seat)
        play.state.pile = [card for card in play.state.pile if card not in cards]
        play.state.hands[seat] = sorted(cards)
        play.emit(Dealt(seat, 5), {seat: DealtToYou(seat, tuple(sorted(cards)))})
    return [bidding()] * 4 + [scoring()]


@step("2")
def bidding(play: Play[State]) -> Asking:
    bids: dict[str, Bid] = yield Together(play.seats, BidAnswers())
    state = play.state
    for seat, bid in bids.items():
        state.hands[seat].remove(bid.card)
        state.bids[seat].append(bid.card)
    winner = max(bids, key=lambda seat: bids[seat].card)
    play.emit(BidsOpened({seat: bid.card for seat, bid in bids.items()}, winner))
    return [roll(winner), keep_or_reroll(winner)]


@step("3")
def roll(play: Play[State], seat: str) -> None:
    dice = play.roll("lot", 2, 6, seat=seat)
    play.state.rolled = sum(dice)
    play.emit(Rolled(seat, tuple(dice)))


@step("3")
def keep_or_reroll(play: Play[State], seat: str) -> Asking:
    answer: Keep | Reroll = yield Choose(seat, RollAnswers(), automatic=True)
    if isinstance(answer, Reroll):
        play.state.rerolls[seat] -= 1
        return [roll(seat), take(seat)]
    return [take(seat)]


@step("3")
def take(play: Play[State], seat: str) -> None:
    play.state.lots[seat] += play.state.rolled
    play.state.rolled = 0


@step("4")
def scoring(play: Play[State]) -> None:
    lots = play.state.lots
    best = max(lots.values())
    winners = [seat for seat in play.seats if lots[seat] == best]
    play.end(winners if len(winners) == 1 else [], "lots" if len(winners) == 1 else "draw", lots)


def worth(state: State, seats: Sequence[str]) -> Mapping[str, float]:
    """Who leads by seven, a throw of two dice, has twice the prospects; a reroll is worth two, a card a third of it."""
    return shares({seat: state.lots[seat] + 2 * state.rerolls[seat] + sum(state.hands[seat]) / 3 for seat in seats}, 7)


class SealedBids(Game[State]):
    id = "sealed-bids"
    titles = {"en": "Sealed Bids", "ru": "Тайные ставки"}
    version = "1"
    seats = SEATS
    form = StateSchema(State, seats=SEAT, pieces=[Pieces(CARD)])
    steps = STEPS
    options = {"rerolls": Option((1, 0, 2), "3")}
    parts = {
        "names": "sealed_bids.phrases:NAMES",
        "phrases": "sealed_bids.phrases:PHRASES",
        "report": "sealed_bids.report:REPORT",
        "worth": "sealed_bids.game:worth",
    }

    def start(self, seats: Sequence[str], options: Mapping[str, Any], content: Any) -> tuple[State, Frames]:
        state = State(
            pile=list(CARD.indexes),
            hands={seat: [] for seat in seats},
            bids={seat: [] for seat in seats},
            lots=dict.fromkeys(seats, 0),
            rerolls=dict.fromkeys(seats, options["rerolls"]),
        )
        return state, [deal()]

    def sequel(self, match: Match) -> Sequel | None:
        """A return match: the loser has the first seat."""
        if match.result is None:
            return None
        red, blue = SEATS
        swapped = "red" in match.result.winners
        return Sequel(seats={red: blue, blue: red} if swapped else {red: red, blue: blue})


GAME = SealedBids()
