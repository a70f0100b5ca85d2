"""State, actions, events and rules of Sealed Bids."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any

import msgspec

from adjudicator import (
    Action,
    Answers,
    Asking,
    Choose,
    Event,
    Frames,
    Game,
    Option,
    Play,
    Refusal,
    StepBook,
    Together,
)

SEATS = ("red", "blue")
CARDS = range(1, 13)


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

    pile: list[int]
    hands: dict[str, list[int]]
    bids: dict[str, list[int]]
    lots: dict[str, int]
    rerolls: dict[str, int]
    rolled: int = 0


class View(msgspec.Struct):
    hands: dict[str, list[int]]
    hand_sizes: dict[str, int]
    bids: dict[str, list[int]]
    lots: dict[str, int]
    rerolls: dict[str, int]


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


class SealedBids(Game[State]):
    id = "sealed-bids"
    titles = {"en": "Sealed Bids", "ru": "Тайные ставки"}
    version = "1"
    seats = SEATS
    state_type = State
    actions = (Bid, Keep, Reroll)
    events = (Dealt, DealtToYou, BidsOpened, Rolled)
    steps = STEPS
    options = {"rerolls": Option((1, 0, 2), "3")}
    parts = {"phrases": "sealed_bids.phrases:PHRASES", "report": "sealed_bids.report:REPORT"}

    def start(self, seats: Sequence[str], options: Mapping[str, Any], content: Any) -> tuple[State, Frames]:
        state = State(
            pile=list(CARDS),
            hands={seat: [] for seat in seats},
            bids={seat: [] for seat in seats},
            lots=dict.fromkeys(seats, 0),
            rerolls=dict.fromkeys(seats, options["rerolls"]),
        )
        return state, [deal()]

    def view(self, state: State, seats: frozenset[str]) -> View:
        return View(
            hands={seat: hand for seat, hand in state.hands.items() if seat in seats},
            hand_sizes={seat: len(hand) for seat, hand in state.hands.items()},
            bids=state.bids,
            lots=state.lots,
            rerolls=state.rerolls,
        )

    def invariants(self, state: State) -> Sequence[str]:
        held = state.pile + [card for cards in (*state.hands.values(), *state.bids.values()) for card in cards]
        return () if sorted(held) == list(CARDS) else (f"cards {sorted(held)}",)

    def disguised(self, state: State, seat: str, rng: Random) -> State:
        other = next(name for name in state.hands if name != seat)
        hidden = state.pile + state.hands[other]
        rng.shuffle(hidden)
        copy = msgspec.convert(msgspec.to_builtins(state), State)
        count = len(state.hands[other])
        copy.hands[other], copy.pile = sorted(hidden[:count]), sorted(hidden[count:])
        return copy


GAME = SealedBids()
