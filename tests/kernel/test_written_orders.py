"""Orders that everybody writes at once, shown on a game of two seats whose carts go to towns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

import msgspec
import pytest

from adjudicator import Action, Asking, Chance, Frames, Game, Match, Play, Refusal, StepBook
from adjudicator.components import Kind
from adjudicator.components.state_schema import StateSchema
from adjudicator.kernel.position import Header, Position
from adjudicator.kernel.steps import stored_frames
from adjudicator.kernel.worlds import other_world
from adjudicator.kernel.written_orders import NotReady, OrderAnswers, Orders, Ready, Sheet

SEAT = Kind("seat", ("red", "blue"))
STEPS = StepBook()
ROADS = {"mill": ("inn", "ford"), "inn": ("mill",), "ford": ("mill", "inn")}


class State(msgspec.Struct, array_like=True):
    carts: dict[str, str]
    owners: dict[str, str]
    rounds: int = 0


class Stay(Action, frozen=True, tag="stay"):
    cart: str


class Drive(Action, frozen=True, tag="drive"):
    cart: str
    to: str


class CartOrders(Sheet, frozen=True, tag="cart_orders"):
    orders: tuple[Stay | Drive, ...] = ()


class CartAnswers(OrderAnswers[State]):
    kind, rule, sheet = "carts", "2", CartOrders
    actions = (Stay, Drive, CartOrders, Ready, NotReady)

    def things(self, state: State, seat: str) -> Sequence[str]:
        return [cart for cart in state.carts if state.owners[cart] == seat]

    def thing_of(self, order: Action) -> str:
        assert isinstance(order, Stay | Drive)
        return order.cart

    def unordered(self, state: State, seat: str, thing: str) -> Action:
        return Stay(thing)

    def check_sheet(self, state: State, seat: str, sheet: Sheet) -> None:
        if [isinstance(order, Drive) and order.to for order in sheet.orders].count("mill") > 1:
            raise Refusal("mill_full", "2")

    def options(self, state: State, seat: str) -> Iterable[Action]:
        for cart in self.things(state, seat):
            yield Stay(cart)
            yield from (Drive(cart, town) for town in ROADS[state.carts[cart]])


@STEPS.step("2")
def driving(play: Play[State]) -> Asking:
    sheets: dict[str, CartOrders] = yield Orders(SEAT.ids, CartAnswers())
    for sheet in sheets.values():
        for order in sheet.orders:
            if isinstance(order, Drive):
                play.state.carts[order.cart] = order.to
    play.state.rounds += 1
    return [driving()] if play.state.rounds < 2 else [ending()]


@STEPS.step("3")
def ending(play: Play[State]) -> None:
    play.end((), "draw")


class Carts(Game[State]):
    id, version, seats, steps = "carts", "1", SEAT.ids, STEPS
    titles = {"en": "Carts"}
    form = StateSchema(State, seats=SEAT)
    actions = CartAnswers.actions

    def start(self, seats: Any, options: Any, content: Any) -> tuple[State, Frames]:
        return State({}, {}), []


@pytest.fixture
def carts() -> Match:
    state = State({"a": "mill", "b": "inn", "c": "ford"}, {"a": "red", "b": "red", "c": "blue"})
    position: Position[State, Any] = Position(0, 0, 0, stored_frames([driving()]), state, [])
    return Match.begin(Carts(), Header("carts", "1", "", SEAT.ids, {}), position, Chance(b"carts"))


def sheets(match: Match) -> dict[Any, tuple[Action, ...]]:
    return {entry.by: entry.action.orders for entry in match.log if isinstance(entry.action, Sheet)}


def test_each_thing_has_one_order_and_a_later_one_takes_its_place(carts: Match) -> None:
    before = carts.checkpoint()
    for order in (Drive("b", "mill"), Drive("a", "ford"), Drive("a", "inn")):
        assert carts.apply("red", order) == []
    assert carts.sealed["red"] == CartOrders((Drive("a", "inn"), Drive("b", "mill")))
    assert carts.checkpoint() == before
    assert carts.log == []


def test_the_decision_closes_when_all_are_ready(carts: Match) -> None:
    carts.apply("red", Drive("a", "inn"))
    carts.apply("red", Ready())
    carts.apply("blue", Drive("c", "inn"))
    assert carts.state.rounds == 0
    assert carts.pending_seats == ("blue",)
    carts.apply("blue", Ready())
    assert carts.state.carts == {"a": "inn", "b": "inn", "c": "inn"}
    assert sheets(carts) == {"red": (Drive("a", "inn"), Stay("b")), "blue": (Drive("c", "inn"),)}


def test_who_is_ready_still_replaces_an_order_and_takes_ready_back(carts: Match) -> None:
    carts.apply("red", Ready())
    carts.apply("red", Drive("b", "mill"))
    assert carts.pending_seats == ("blue",)
    carts.apply("red", NotReady())
    assert carts.pending_seats == ("red", "blue")
    carts.apply("blue", Ready())
    assert carts.state.rounds == 0
    carts.apply("red", Ready())
    assert carts.state.carts == {"a": "mill", "b": "mill", "c": "ford"}


def test_the_deadline_opens_what_is_written_ready_or_not(carts: Match) -> None:
    carts.apply("red", Drive("a", "ford"))
    carts.close()
    assert sheets(carts) == {"red": (Drive("a", "ford"), Stay("b")), "blue": (Stay("c"),)}
    assert [(entry.by, entry.how) for entry in carts.log] == [("red", ""), ("blue", "default")]


def test_a_wrong_order_is_refused_and_stops_no_other(carts: Match) -> None:
    carts.apply("red", Drive("a", "ford"))
    for wrong in (Drive("b", "ford"), Drive("c", "mill"), {"op": "drive", "cart": "b"}):
        with pytest.raises(Refusal):
            carts.apply("red", wrong)
    assert carts.sealed["red"] == CartOrders((Drive("a", "ford"),))
    with pytest.raises(Refusal):
        carts.apply("red", CartOrders((Stay("a"), Drive("a", "inn"))))
    with pytest.raises(Refusal):
        carts.apply("red", CartOrders((Stay("a"), Drive("b", "ford"))))
    assert carts.sealed["red"] == CartOrders((Drive("a", "ford"),))


def test_orders_that_are_not_legal_together_are_refused_where_they_meet(carts: Match) -> None:
    carts.state.carts["a"] = "ford"
    carts.apply("red", Drive("a", "mill"))
    with pytest.raises(Refusal) as refused:
        carts.check("red", Drive("b", "mill"))
    assert refused.value.code == "mill_full"
    carts.apply("red", Drive("a", "inn"))
    carts.apply("red", Drive("b", "mill"))
    assert carts.sealed["red"] == CartOrders((Drive("a", "inn"), Drive("b", "mill")))


def test_what_is_opened_does_not_show_in_which_order_it_came(carts: Match) -> None:
    other = carts.copy()
    for order in (Drive("a", "inn"), Drive("b", "mill"), Ready()):
        carts.apply("red", order)
    for order in (Stay("a"), Drive("b", "mill"), Ready(), Drive("a", "inn")):
        other.apply("red", order)
    for match in (carts, other):
        match.apply("blue", Ready())
    assert carts.log == other.log
    assert carts.hash == other.hash


def test_the_log_is_played_again(carts: Match) -> None:
    again = carts.copy()
    rng = Random(1)
    while carts.result is None:
        seat = rng.choice(carts.pending_seats)
        carts.apply(seat, carts.sample(seat, rng))
    for entry in carts.log:
        again.apply(entry.by, {"op": "cart_orders", **msgspec.to_builtins(entry.action)})
    assert again.hash == carts.hash
    assert again.log == carts.log


def test_orders_are_listed_by_thing_and_put_together_as_a_sheet(carts: Match) -> None:
    assert carts.orders("blue") == {"c": [Stay("c"), Drive("c", "mill"), Drive("c", "inn")]}
    assert carts.orders("nobody") == {}
    sheet = carts.sheet("blue", [Drive("c", "inn")])
    assert sheet == CartOrders((Drive("c", "inn"),), ready=True)
    carts.state.carts["a"] = "ford"
    assert carts.sheet("red", [Drive("a", "mill"), Drive("b", "mill")]) is None
    with pytest.raises(Refusal, match="not_your_turn"):
        carts.sheet("nobody", [])


def test_an_order_can_be_withdrawn_with_the_sheet(carts: Match) -> None:
    carts.apply("red", Drive("a", "inn"))
    carts.withdraw("red")
    assert carts.sealed == {}
    assert carts.default("red") == CartOrders((Stay("a"), Stay("b")), ready=True)


def test_a_correction_keeps_the_orders_that_are_still_legal(carts: Match) -> None:
    carts.seal("red", Drive("a", "ford"))
    carts.seal("red", Drive("b", "mill"))
    carts.state.carts["a"] = "inn"
    carts.restore(carts.sealed)
    assert carts.sealed["red"] == CartOrders((Drive("b", "mill"),))


def test_an_imagined_world_does_not_tell_what_others_wrote(carts: Match) -> None:
    other = carts.copy()
    for order in (Drive("a", "inn"), Drive("b", "mill"), Ready()):
        other.apply("red", order)
    for seed in range(20):
        first, second = (other_world(match, ("blue",), Random(seed)) for match in (carts, other))
        assert first.sealed == second.sealed
        assert all(isinstance(sheet, CartOrders) for sheet in first.sealed.values())
