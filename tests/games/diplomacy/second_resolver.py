"""Resolves a phase of movement by guesses: every set of answers in which each follows from the others is found.

Nothing but the map is shared with the game. Orders are those that units can give.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from adjudicator.games.diplomacy.rules.geography import ARMY, STANDARD
from adjudicator.games.diplomacy.rules.resolution import Convoy, Hold, Move, Order, Support, Unit

Answers = Mapping[str, bool]


class Circle(Exception):  # noqa: N818 - what was met, not a fault
    """An answer hangs on itself."""


class Ambiguous(Exception):  # noqa: N818 - a state of affairs
    """It is not plain which convoys make the paradox."""


class Guesses:
    def __init__(
        self, units: Mapping[str, Unit], orders: Mapping[str, Order], lost: frozenset[str] = frozenset()
    ) -> None:
        """`lost`: fleets whose convoys fail whatever happens."""
        self.units, self.lost = units, lost
        self.orders = {at: orders.get(at, Hold()) for at in units}
        self.goal = {at: STANDARD.province[o.to] for at, o in self.orders.items() if isinstance(o, Move)}

    def carriers(self, army: str) -> list[str]:
        wanted = self.orders[army]
        assert isinstance(wanted, Move)
        return [at for at, o in self.orders.items() if isinstance(o, Convoy) and (o.army, o.to) == (army, wanted.to)]

    def over_sea(self, at: str) -> bool:
        order, unit = self.orders[at], self.units[at]
        assert isinstance(order, Move)
        if unit.kind != ARMY:
            return False
        if order.to not in STANDARD.place[at].army:
            return True
        fleets = self.carriers(at)
        meant = order.by_convoy or any(self.units[fleet].power == unit.power for fleet in fleets)
        return meant and self.sails(at, fleets)

    def sails(self, army: str, fleets: list[str]) -> bool:
        """Whether fleets make a way, step by step."""
        goal, seen, border = self.goal[army], set[str](), [fleet for fleet in fleets if self.beside(fleet, army)]
        while border:
            fleet = border.pop()
            if self.beside(fleet, goal):
                return True
            seen.add(fleet)
            border += [other for other in fleets if other not in seen and self.beside(fleet, other)]
        return False

    @staticmethod
    def beside(water: str, other: str) -> bool:
        return other in {STANDARD.province[to] for to in STANDARD.place[water].fleet}

    def solutions(self, guessed: Answers) -> Iterator[dict[str, bool]]:
        try:
            found = {at: self.answer(at, guessed, ()) for at in self.units}
        except Circle as circle:
            (at,) = circle.args
            for guess in (False, True):
                yield from self.solutions({**guessed, at: guess})
            return
        if all(self.answer(at, {k: v for k, v in found.items() if k != at}, ()) == found[at] for at in guessed):
            yield found

    def answer(self, at: str, guessed: Answers, asked: tuple[str, ...]) -> bool:
        if at in guessed:
            return guessed[at]
        if at in asked:
            raise Circle(at)
        ask = (*asked, at)
        order = self.orders[at]
        if at in self.lost:
            return False
        if isinstance(order, Move):
            return self.move(at, guessed, ask)
        against = [other for other, goal in self.goal.items() if goal == at]
        if not isinstance(order, Support):
            return not any(self.answer(other, guessed, ask) for other in against)
        for other in against:
            if self.units[other].power == self.units[at].power:
                continue
            aimed_at = order.to and STANDARD.province[order.to] == other
            if self.answer(other, guessed, ask) if aimed_at else self.way(other, guessed, ask):
                return False
        return True

    def way(self, at: str, guessed: Answers, asked: tuple[str, ...]) -> bool:
        if not self.over_sea(at):
            return True
        return self.sails(at, [fleet for fleet in self.carriers(at) if self.answer(fleet, guessed, asked)])

    def helped(self, at: str, guessed: Answers, asked: tuple[str, ...], but: str = "") -> int:
        count, order = 1, self.orders[at]
        for helper, each in self.orders.items():
            if isinstance(each, Support) and each.unit == at and self.units[helper].power != but:
                if isinstance(order, Move):
                    fits = each.to in (order.to, STANDARD.province[order.to]) and each.to
                else:
                    fits = not each.to
                count += bool(fits) and self.answer(helper, guessed, asked)
        return count

    def facing(self, one: str, other: str) -> bool:
        both = self.goal.get(one) == other and self.goal.get(other) == one
        return both and not self.over_sea(one) and not self.over_sea(other)

    def move(self, at: str, guessed: Answers, asked: tuple[str, ...]) -> bool:
        goal = self.goal[at]
        if not self.way(at, guessed, asked):
            return False
        there = self.units.get(goal)
        facing = self.facing(at, goal)
        gone = goal in self.goal and not facing and self.answer(goal, guessed, asked)
        if there is None or gone:
            strength, held = self.helped(at, guessed, asked), 0
        elif there.power == self.units[at].power:
            return False
        else:
            strength = self.helped(at, guessed, asked, there.power)
            held = 1 if goal in self.goal and not facing else self.helped(goal, guessed, asked)
        if strength <= held:
            return False
        for other, aim in self.goal.items():
            if aim == goal and other != at and self.way(other, guessed, asked):
                beaten = self.facing(other, goal) and self.answer(goal, guessed, asked)
                if not beaten and strength <= self.helped(other, guessed, asked):
                    return False
        return True


def moves(units: Mapping[str, Unit], orders: Mapping[str, Order]) -> set[str]:
    """The provinces whose units move. Raises Ambiguous."""
    convoys = [at for at, order in orders.items() if isinstance(order, Convoy)]
    for count in range(len(convoys) + 1):
        fitting = [[*Guesses(units, orders, frozenset(lost)).solutions({})] for lost in combinations(convoys, count)]
        fitting = [found for found in fitting if found]
        if len(fitting) > 1:
            raise Ambiguous
        if fitting:
            (found,) = fitting
            open_ = {at for at in units if len({each[at] for each in found}) > 1}
            if open_ & set(convoys):
                raise Ambiguous
            return {at for at in units if isinstance(orders.get(at), Move) and (at in open_ or found[0][at])}
    raise AssertionError("no answer")
