"""The options of a question that are looked at: all of a few; of many some, and then what lies near the best."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from adjudicator.kernel.actions import Action
from adjudicator.kernel.match import Match

FIRST = 0.5
"""The part of the looks that options drawn by chance get, where there are too many; what is near the best gets the
rest."""
AT_ONCE = 8
"""The neighbours that are looked at before the best are worked out again."""
BEST = 4
"""The best options whose neighbours are looked at."""
CHANGES = 30
"""The attempts to draw a neighbour that nobody has looked at."""


class Candidates:
    """Options to look at, in portions (`next`), at most so many; what was found of the earlier ones guides the later.

    `only`: the one that there is. `all`: those of the first portion.
    """

    def __init__(self, world: Match, seat: str, most: int, rng: Random) -> None:
        self._world, self._seat, self._rng = world, seat, rng
        self._most, self._given = max(1, most), 0
        self._orders = world.orders(seat)
        options = [] if self._orders else world.options(seat)
        self._options: Sequence[Action] = options
        self.only = options[0] if len(options) == 1 else None
        if self._orders:
            self.all = self._sheets(max(1, int(self._most * FIRST)))
        elif len(options) <= self._most:
            self.all = options
        else:
            self.all = self._drawn(max(1, int(self._most * FIRST)))

    def next(self, found: Mapping[Action, float]) -> list[Action]:
        """Return the next options to look at; empty when there are enough."""
        left = self._most - self._given
        if not self._given:
            some = self.all
        elif left <= 0 or (not self._orders and len(self.all) == len(self._options)):
            return []
        else:
            best = sorted(found, key=lambda each: -found[each])[:BEST]
            near = (each for option in best for each in self._near(option))
            some = [each for each in dict.fromkeys(near) if each not in found][: min(left, AT_ONCE)]
        self._given += len(some)
        return some

    def _drawn(self, count: int) -> list[Action]:
        """Draw options: the kind of action first, so that one with many forms does not push out the others."""
        by_op: dict[str, list[Action]] = {}
        for option in self._options:
            by_op.setdefault(option.op, []).append(option)
        for each in by_op.values():
            self._rng.shuffle(each)
        found: list[Action] = []
        while len(found) < min(count, len(self._options)):
            found += [each.pop() for each in by_op.values() if each]
        return found[:count]

    def _near(self, option: Action) -> Iterator[Action]:
        """Yield options that differ from one in a single argument, or sheets in a single order or two."""
        if self._orders:
            yield from self._changed_sheets(option)
            return
        fields = option.__struct_fields__
        for other in self._options:
            if type(other) is type(option) and sum(getattr(other, f) != getattr(option, f) for f in fields) == 1:
                yield other

    # written orders --------------------------------------------------------------------------------

    def _sheets(self, count: int) -> list[Action]:
        """Return the sheet of who writes nothing, and others with orders drawn for each thing."""
        silent = self._world.default(self._seat)
        found = {} if silent is None else {silent: None}
        for _ in range(CHANGES * count):
            if len(found) >= count:
                break
            chosen = {thing: self._rng.choice(orders) for thing, orders in self._orders.items()}
            if (sheet := self._world.sheet(self._seat, chosen.values())) is not None:
                found[sheet] = None
        return [*found]

    def _changed_sheets(self, sheet: Action) -> Iterator[Action]:
        """Yield sheets with another order for one or two things, drawn."""
        thing_of = {order: thing for thing, orders in self._orders.items() for order in orders}
        written: dict[str, Action] = {
            thing_of[order]: order for order in getattr(sheet, "orders", ()) if order in thing_of
        }
        for _ in range(AT_ONCE):
            changed = dict(written)
            for thing in self._rng.sample([*self._orders], min(len(self._orders), self._rng.choice((1, 1, 2)))):
                changed[thing] = self._rng.choice(self._orders[thing])
            if (other := self._world.sheet(self._seat, changed.values())) is not None:
                yield other
