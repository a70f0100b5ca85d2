"""Define what a part of an event asks: its alternatives, their arguments, the legal values of each (5.2 step 2).

Options, checks and random play all rest on :func:`menu_of`.
"""

from collections.abc import Iterator
from itertools import combinations, product
from random import Random
from typing import Any, Final

from msgspec import Struct

from ...fact_events import EventOp, Part
from ...facts import FACTS
from ...state import State
from .conditions import amount, holds
from .targets import Value, candidates

MANY: Final = ("conflicts", "unflag", "shift", "remove_enemy", "remove_own", "take_control", "refresh", "exhaust")
"""Arguments that are lists."""
Given = dict[str, Any]
"""What an answer holds: its arguments."""


class Field(Struct, frozen=True):
    """An argument: its legal values, how many of them must and may be given (at most 1 where it is no list)."""

    name: str
    values: tuple[Value, ...]
    least: int
    most: int

    @property
    def many(self) -> bool:
        return self.name in MANY

    def given(self) -> Iterator[Any]:
        """Yield everything that may be given; less than all only where the card lets the player choose fewer."""
        if self.many:
            for size in range(self.most, self.least - 1, -1):
                yield from combinations(self.values, size)
            return
        yield from self.values
        if not self.least:
            yield None

    def one(self, rng: Random) -> Any:
        """Return something that may be given."""
        if self.many:
            picked = set(rng.sample(range(len(self.values)), rng.randint(self.least, self.most)))
            return tuple(value for index, value in enumerate(self.values) if index in picked)
        return rng.choice([*self.values, None] if not self.least else self.values)


class Alternative(Struct, frozen=True):
    """One of the things that a part may do; ``option`` is ``None`` where there is only one."""

    option: str | None
    fields: tuple[Field, ...]

    @property
    def asks(self) -> bool:
        return self.option is not None or bool(self.fields)

    def all(self) -> Iterator[Given]:
        """Yield all legal answers."""
        names = [field.name for field in self.fields]
        for values in product(*(tuple(field.given()) for field in self.fields)):
            yield dict(zip(names, values, strict=True))

    def one(self, rng: Random) -> Given:
        """Return a legal answer at random."""
        return {field.name: field.one(rng) for field in self.fields}


Menu = tuple[Alternative, ...]


def menu_of(state: State, side: int, card: int, part: Part) -> Menu:
    """Return what a part of the card that a side plays asks now; empty if nothing in it can be done by choice."""
    ops = FACTS.event_versions[card - 1][side].part(part)
    options = dict.fromkeys(op.option for op in ops if op.option)
    if not options:
        return (Alternative(None, tuple(_fields(state, side, ops))),)
    found = []
    for option in options:
        mine = [op for op in ops if op.option == option]
        fields = tuple(_fields(state, side, mine))
        if fields or not any(op.argument for op in mine):
            found.append(Alternative(option, fields))
    return tuple(found)


def asks(menu: Menu) -> bool:
    """Return whether there is anything to choose."""
    return any(alternative.asks for alternative in menu)


def _fields(state: State, side: int, ops: "tuple[EventOp, ...] | list[EventOp]") -> Iterator[Field]:
    for op in ops:
        if not op.argument or not holds(state, side, op.condition):
            continue
        values = candidates(state, side, op)
        most = min(amount(state, side, op), len(values)) if op.argument in MANY else min(1, len(values))
        if most > 0:
            least = 0 if op.up_to and op.op != "score_demand" else most
            yield Field(op.argument, values, least, most)


def alternative_of(menu: Menu, option: str | None) -> Alternative | None:
    """Return the alternative with this option."""
    return next((alternative for alternative in menu if alternative.option == option), None)
