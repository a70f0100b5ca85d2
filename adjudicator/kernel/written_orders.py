"""Everybody writes at once: each seat gives one order for each of its things, secretly, until all are ready.

How it works: `Orders` is a `Together` whose sealed answer is a sheet (`Sheet`). What a seat sends is one order, which
goes onto its sheet in the place of what stood there for the same thing; or `Ready` and `NotReady`; or a whole sheet,
which takes the place of its own, as the log and programs give it. The decision closes when every seat is ready, or with
the deadline. Then what nobody has ordered gets the order of the game (`unordered`), so that the step, and the log, have
one order for each thing.

What must hold: each order is judged by itself, so that a wrong one stops no other; a sheet is sealed like any secret
answer, and neither it nor whether its seat is ready can be known by another; the order in which the lines came leaves
no trace in what is opened.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

import msgspec

from adjudicator.kernel import refusals
from adjudicator.kernel.actions import Action, word
from adjudicator.kernel.decisions import Answers, Form, Together
from adjudicator.kernel.errors import Refusal

S = TypeVar("S")


class Sheet(Action, frozen=True):
    """What a seat has written: at most one order for each of its things.

    A game derives its own, which says of which types its orders are: `orders: tuple[Hold | Move, ...] = ()`.
    """

    orders: tuple[Any, ...] = ()
    ready: bool = False


Ready = word("ready", "All orders of the seat are written: it need not be waited for.")
NotReady = word("not_ready", "The seat is waited for once more, until the deadline.")


class OrderAnswers(Answers[S]):
    """The orders that a seat may write.

    A subclass names its `sheet`, and defines `options` (the legal orders for each thing), `things`, `thing_of`,
    `unordered`, and `check_order` where `options` are too many to be compared. Its `actions` are the types of its
    orders, the sheet, `Ready` and `NotReady`. Where orders of a seat limit each other, it defines `check_sheet`.
    """

    secret = True
    sheet: ClassVar[type[Sheet]]

    def things(self, state: S, seat: str) -> Sequence[str]:
        """Return what the seat gives orders to, in the order in which they are listed."""
        raise NotImplementedError  # abstract

    def thing_of(self, order: Action) -> str:
        """Return the thing that an order is given to."""
        raise NotImplementedError  # abstract

    def by_thing(self, orders: Iterable[Action]) -> dict[str, list[Action]]:
        """Return orders by the thing that each is given to."""
        found: dict[str, list[Action]] = {}
        for order in orders:
            found.setdefault(self.thing_of(order), []).append(order)
        return found

    def unordered(self, state: S, seat: str, thing: str) -> Action:
        """Return the order of a thing to which the seat gives none."""
        raise NotImplementedError  # abstract

    def check_order(self, state: S, seat: str, order: Action) -> None:
        """Refuse an order that is not legal. Raises Refusal."""
        super().check(state, seat, order)

    @property
    def limits_sheets(self) -> bool:
        """Whether orders of a seat limit each other."""
        return type(self).check_sheet is not OrderAnswers.check_sheet

    def check_sheet(self, state: S, seat: str, sheet: Sheet) -> None:
        """Refuse orders that are legal one by one and not together. Raises Refusal."""

    def check(self, state: S, seat: str, action: Action) -> None:
        """Refuse an order, or the first order of a sheet, that is not legal, or a thing that is ordered twice."""
        if isinstance(action, Sheet):
            for order in action.orders:
                self.check_order(state, seat, order)
            if len({self.thing_of(order) for order in action.orders}) < len(action.orders):
                raise refusals.not_an_option.of(self.rule, op=action.op)
            self.check_sheet(state, seat, action)
        elif not isinstance(action, Ready | NotReady):
            self.check_order(state, seat, action)

    def sample(self, state: S, seat: str, rng: Random) -> Action:
        """Return a legal order for a thing drawn first, or, as often as each thing, that the seat is ready."""
        options = self.by_thing(self.options(state, seat))
        thing = rng.choice(["", *options])
        return rng.choice(options[thing]) if thing else Ready()

    def default(self, state: S, seat: str) -> Sheet:
        """Return the sheet of a seat that has written nothing."""
        return self.finished(state, seat, None)

    def written(self, sheet: Sheet | None, action: Action) -> Sheet:
        """Return the sheet of a seat with what it has sent now, in the order of the things' names."""
        if isinstance(action, Sheet):
            return action
        sheet = sheet or self.sheet()
        if isinstance(action, Ready | NotReady):
            return msgspec.structs.replace(sheet, ready=isinstance(action, Ready))
        orders = {self.thing_of(order): order for order in (*sheet.orders, action)}
        return msgspec.structs.replace(sheet, orders=tuple(orders[thing] for thing in sorted(orders)))

    def still_legal(self, state: S, seat: str, sheet: Sheet) -> Sheet:
        """Return the sheet without the orders that the position no longer allows."""
        return msgspec.structs.replace(
            sheet, orders=tuple(order for order in sheet.orders if self._allows(state, seat, order))
        )

    def finished(self, state: S, seat: str, sheet: Sheet | None) -> Sheet:
        """Return a sheet as it is opened: ready, with an order for each thing, in the order of the things."""
        sheet = sheet or self.sheet()
        given = {self.thing_of(order): order for order in sheet.orders}
        orders = (given.get(thing) or self.unordered(state, seat, thing) for thing in self.things(state, seat))
        return msgspec.structs.replace(sheet, orders=tuple(orders), ready=True)

    def _allows(self, state: S, seat: str, order: Action) -> bool:
        try:
            self.check_order(state, seat, order)
        except Refusal:
            return False
        return True


class Orders(Together[S], Generic[S], frozen=True):
    """Several seats write orders secretly, each for all of its things; the step gets a dict seat -> finished sheet."""

    answers: OrderAnswers[S]
    form: ClassVar[Form] = "orders"


class OnSheet(NamedTuple):
    """What would be opened of a seat now: an order for each of its things, and which of them it has given itself."""

    orders: tuple[Action, ...]
    given: frozenset[Action]
    ready: bool


def on_sheet(decision: Orders[S], state: S, seat: str, sheet: Sheet | None) -> OnSheet:
    """Return what is on a sheet, completed by the orders of the game for what nobody has ordered."""
    written = frozenset() if sheet is None else frozenset(sheet.orders)
    finished = decision.answers.finished(state, seat, sheet)
    return OnSheet(finished.orders, written, sheet is not None and sheet.ready)
