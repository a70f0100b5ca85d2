"""What a steward chooses, shown on games of a few lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
import pytest

from adjudicator import (
    Action,
    Agree,
    Answers,
    Asking,
    Chance,
    Choose,
    Decline,
    Frames,
    Game,
    Match,
    Play,
    Refusal,
    StepBook,
    new_match,
)
from adjudicator.components import Kind
from adjudicator.components.state_schema import StateSchema
from adjudicator.kernel.position import Header, Position
from adjudicator.kernel.steps import stored_frames
from adjudicator.kernel.written_orders import NotReady, OrderAnswers, Orders, Ready, Sheet
from adjudicator.steward import FREE, Steward, choose
from adjudicator.steward.choosing import LONGEST_TURN

SEAT: Kind[Any] = Kind("seat", ("red", "blue"))
STEPS = StepBook()
FIELDS = 6


class State(msgspec.Struct, array_like=True):
    """Coins of the seats; where each cart is ordered to go."""

    coins: dict[str, int]
    carts: dict[str, int]


def worth(state: State, seats: Sequence[str]) -> Mapping[str, float]:
    """A coin is worth a coin, and a cart as much as its place."""
    sums = {seat: 1 + state.coins[seat] + 5 * state.carts[seat] for seat in seats}
    return {seat: sums[seat] / sum(sums.values()) for seat in seats}


class Walk(Action, frozen=True, tag="walk"):
    """Walk around, which changes nothing."""


class Take(Action, frozen=True, tag="take"):
    """Take some coins, and the other seat some more."""

    coins: int
    other: int


class Bet(Action, frozen=True, tag="bet"):
    """Win twelve coins, or lose all, each as likely as heads."""


class Deal(Action, frozen=True, tag="deal"):
    """Both get a coin."""


class Go(Action, frozen=True, tag="go"):
    cart: str
    to: int


class CartOrders(Sheet, frozen=True, tag="cart_orders"):
    orders: tuple[Go, ...] = ()


class TurnAnswers(Answers[State]):
    kind, rule, actions = "turn", "1", (Walk, Take, Bet)
    many = 0

    def __init__(self, many: int = 0) -> None:
        self.many = many

    def options(self, state: State, seat: str) -> list[Action]:
        if self.many:
            return [Take(coins, other) for coins in range(self.many) for other in range(self.many)]
        return [Walk(), Take(3, 0), Take(2, 0), Bet()]

    def default(self, state: State, seat: str) -> Action:
        return Take(2, 0)


class DealAnswers(Answers[State]):
    kind, rule, actions = "deal", "2", (Deal,)

    def options(self, state: State, seat: str) -> list[Action]:
        return [Deal()]


class CartAnswers(OrderAnswers[State]):
    kind, rule, sheet = "carts", "3", CartOrders
    actions = (Go, CartOrders, Ready, NotReady)

    def things(self, state: State, seat: str) -> Sequence[str]:
        return [f"{seat}{n}" for n in range(FIELDS)]

    def thing_of(self, order: Action) -> str:
        assert isinstance(order, Go)
        return order.cart

    def unordered(self, state: State, seat: str, thing: str) -> Action:
        return Go(thing, 0)

    def options(self, state: State, seat: str) -> Iterable[Action]:
        return [Go(cart, to) for cart in self.things(state, seat) for to in range(4)]


@STEPS.step("1")
def turning(play: Play[State], many: int) -> Asking:
    answer: Walk | Take | Bet = yield Choose("red", TurnAnswers(many))
    if isinstance(answer, Walk):
        return [turning(many)]
    if isinstance(answer, Take):
        play.state.coins["red"] += answer.coins
        play.state.coins["blue"] += answer.other
    else:
        won = play.roll("bet", 1, 6, seat="red") == [6]
        play.state.coins["red"] += 12 if won else 0
    return [turning(many)] if sum(play.state.coins.values()) < 80 else [ending()]


@STEPS.step("2")
def dealing(play: Play[State], brings: int = 0) -> Asking:
    deal: Deal | None = yield Agree(SEAT.ids, DealAnswers())
    if deal is not None:
        play.state.coins["red"] += brings
    return [turning(0)]
    return [ending()]


@STEPS.step("3")
def carting(play: Play[State]) -> Asking:
    sheets: dict[str, CartOrders] = yield Orders(SEAT.ids, CartAnswers())
    for seat, sheet in sheets.items():
        play.state.carts[seat] = sum(order.to for order in sheet.orders)
    return [turning(0)]


@STEPS.step("4")
def ending(play: Play[State]) -> None:
    red, blue = (play.state.coins[seat] for seat in SEAT.ids)
    play.end(["red"] if red > blue else ["blue"], "coins")


class Coins(Game[State]):
    id, version, seats, steps = "coins", "1", SEAT.ids, STEPS
    titles = {"en": "Coins"}
    form = StateSchema(State, seats=SEAT)
    actions = (*TurnAnswers.actions, *DealAnswers.actions, *CartAnswers.actions)
    parts = {"worth": f"{__name__}:worth"}

    def start(self, seats: Any, options: Any, content: Any) -> tuple[State, Frames]:
        raise NotImplementedError


def coins(*frames: Any, seed: bytes = b"coins") -> Match:
    state = State({"red": 9, "blue": 9}, {"red": 0, "blue": 0})
    position: Position[State, Any] = Position(0, 0, 0, stored_frames(frames), state, [])
    return Match.begin(Coins(), Header("coins", "1", "", SEAT.ids, {}), position, Chance(seed))


def test_the_best_option_is_taken_and_all_are_told_with_their_worth() -> None:
    choice = choose(coins(turning(0)), "red", 400, "1")
    assert choice.actions == (Take(3, 0),)
    assert [each.action for each in choice.compared[:2]] == [Take(3, 0), Take(2, 0)]
    assert {each.action for each in choice.compared} == {Take(3, 0), Take(2, 0), Bet()}
    worths = [each.worth for each in choice.compared]
    assert worths == sorted(worths, reverse=True)
    assert choice.compared[0].plays > 0
    assert not choice.cut


def test_nobody_chooses_by_the_dice_that_will_fall() -> None:
    """Of 40 seeds some would win the bet; who saw them would make it."""
    assert {choose(coins(turning(0), seed=bytes([n])), "red", 400, "1").actions for n in range(40)} == {(Take(3, 0),)}


def test_what_only_leads_back_is_no_option() -> None:
    match = coins(turning(0))
    assert Walk() not in [each.action for each in choose(match, "red", 100, "1").compared]
    after = match.copy()
    after.apply("red", Take(3, 0))
    there = choose(after, "red", 100, "1").here
    assert Take(3, 0) not in [each.action for each in choose(match, "red", 100, "1", had=(there,)).compared]


def test_a_turn_that_does_not_end_gets_the_default() -> None:
    here = choose(coins(turning(0)), "red", 100, "1").here
    had = [here] * LONGEST_TURN
    choice = choose(coins(turning(0)), "red", 100, "1", had=had)
    assert choice.actions == (Take(2, 0),)
    assert choice.tries == 0


@pytest.mark.parametrize("budget", [0, 100, 1000])
def test_the_budget_is_kept_and_says_how_much_is_tried(budget: int) -> None:
    choice = choose(coins(turning(0)), "red", budget, "1")
    assert choice.tries <= budget + 40
    assert choice.tries >= budget // 2


def test_of_very_many_options_what_lies_near_the_best_is_found() -> None:
    """Of 900 options a fifth is looked at; the best of them all takes 29 coins and leaves none to the other."""
    choice = choose(coins(turning(30)), "red", 500, "1")
    assert len(choice.compared) < 210
    best = choice.actions[0]
    assert isinstance(best, Take)
    assert (best.coins, best.other) >= (24, 0)
    assert best.coins - best.other > 20


def test_sheets_of_orders_are_bettered_order_by_order() -> None:
    """Of 4 to the power of 6 sheets the best sends every cart to 3; one drawn sends it to 1 or 2 in the mean."""
    choice = choose(coins(carting()), "red", 1000, "1")
    sheet = choice.actions[0]
    assert isinstance(sheet, CartOrders)
    assert sheet.ready
    assert sum(order.to for order in sheet.orders) >= 15


def test_it_signs_no_agreement() -> None:
    assert choose(coins(dealing()), "red", 100, "1").actions == (Decline(),)


@pytest.mark.parametrize(("red", "signed"), [(2, True), (0, True), (-1, False)])
def test_where_it_may_it_signs_what_costs_its_seat_nothing(red: int, signed: bool) -> None:
    """Blue has proposed a deal that brings red so many coins, and blue none."""
    match = coins(dealing(red))
    match.apply("blue", Deal())
    choice = choose(match, "red", 100, "1", signs=FREE)
    assert choice.actions == ((Deal(),) if signed else (Decline(),))
    assert {each.action for each in choice.compared} == {Deal(), Decline()}
    assert choose(match, "red", 100, "1").actions == (Decline(),)


def test_it_proposes_no_agreement() -> None:
    assert choose(coins(dealing(5)), "red", 100, "1", signs=FREE).actions == (Decline(),)


def test_the_same_seed_and_budget_give_the_same_choice() -> None:
    first, again, other = (choose(coins(turning(0)), "red", 300, seed) for seed in "778")
    assert first == again
    assert first.compared != other.compared


def test_who_is_not_asked_or_has_answered_cannot_choose() -> None:
    match = new_match("sealed-bids", seed=b"asked")
    match.apply("red", match.options("red")[0])
    for seat in ("red", "nobody"):
        with pytest.raises(Refusal, match="not_your_turn"):
            choose(match, seat, 100, "1")


def test_a_choice_that_the_processor_time_ends_says_so() -> None:
    match = coins(turning(0))
    assert not choose(match, "red", 200, "1", seconds=60).cut
    choice = choose(match, "red", 10**9, "1", seconds=0.05)
    assert choice.cut
    assert 0 < choice.tries < 10**6
    assert choice.actions == (Take(3, 0),)


def test_a_choice_without_time_is_the_default() -> None:
    choice = choose(coins(turning(0)), "red", 200, "1", seconds=-1)
    assert choice.cut
    assert choice.actions == (Take(2, 0),)


def test_a_steward_remembers_what_it_saw_in_a_turn() -> None:
    match, steward = coins(turning(0)), Steward("1", 60)
    while match.result is None:
        match.apply("red", steward.answer(match, "red"))
    assert match.result.winners == ("red",)
    assert len(match.log) <= LONGEST_TURN
