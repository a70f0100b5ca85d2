"""Quotes: the terms of an action, which the powers of cards change before anything is done.

A game works out what an action costs and brings as a `Quote`; powers change it one after the other. What forbids the
action, or demands something of it, is told with `forbid`; what makes such a rule void is told with `ignore`. Nothing
needs a number of priority: what is ignored does not count whoever came first, and what is forbidden stays so
whatever allows it (`ignore` > `cannot` > `must` > the rest). Options, prices, refusals and the action itself read
the same quote.

    class Journey(Quote[State]):
        supply = 0

    JOURNEYS = Powers[Journey]()

    @JOURNEYS("tents")
    def within_region(quote: Journey) -> None:
        if quote.same_region:
            quote.free = True

>>> class Price(Quote[None]):
...     coins = 2
>>> PRICES = Powers[Price]()
>>> @PRICES("toll")
... def toll(quote: Price) -> None:
...     quote.forbid("toll", "no coin for the toll")
>>> @PRICES("pass")
... def with_pass(quote: Price) -> None:
...     quote.ignore("toll")
>>> quote = PRICES.applied(Price(None, "red"), ("toll",))
>>> quote.refusal
'no coin for the toll'
>>> PRICES.applied(quote, ("pass",)).refusal is None
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar

S = TypeVar("S")
Q = TypeVar("Q", bound="Quote[Any]")


class Quote(Generic[S]):
    """The terms of an action of a seat in a state; a subclass adds its costs and its yield as attributes."""

    def __init__(self, state: S, seat: str) -> None:
        self.state, self.seat = state, seat
        self._barred: dict[str, Any] = {}
        self._ignored: set[str] = set()

    def forbid(self, by: str, refusal: Any) -> None:
        """Forbid the action by a rule, unless this rule is ignored. The first reason that is given is told."""
        self._barred.setdefault(by, refusal)

    def ignore(self, *by: str) -> None:
        """Make rules void, whether they have spoken already or not."""
        self._ignored.update(by)

    def ignores(self, by: str) -> bool:
        """Return whether a rule is void."""
        return by in self._ignored

    @property
    def refusal(self) -> Any:
        """The first reason against the action that is not ignored, or None."""
        return next((refusal for by, refusal in self._barred.items() if by not in self._ignored), None)


class Powers(Generic[Q]):
    """The powers that change one kind of quote, by the id of the card, tile or place that has them."""

    def __init__(self) -> None:
        self._rules: dict[str, Callable[[Q], None]] = {}

    def __call__(self, *ids: str) -> Callable[[Callable[[Q], None]], Callable[[Q], None]]:
        """Register a function as the power of each of these."""

        def register(rule: Callable[[Q], None]) -> Callable[[Q], None]:
            for id in ids:
                if id in self._rules:
                    raise ValueError(f"two powers are those of {id}")
                self._rules[id] = rule
            return rule

        return register

    def __contains__(self, id: object) -> bool:
        return id in self._rules

    def __iter__(self) -> Any:
        return iter(self._rules)

    def applied(self, quote: Q, ids: Iterable[str]) -> Q:
        """Let the powers of these change a quote, in this order; others change nothing."""
        for id in ids:
            if id in self._rules:
                self._rules[id](quote)
        return quote
