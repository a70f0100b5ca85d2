"""What comes of the orders of a phase of movement.

How it works. Whether a move succeeds, a support counts and a convoy goes on depends on other orders of the phase, which
may depend on it again. `Resolution` decides each order as soon as those that are decided leave one answer: strengths
are bounds, from what is certain to what is possible. What is then left are circles of orders that wait for each other.
The circles that wait for no other are taken one by one: whichever answers fit together are tried. If one set of them
does, it is the answer. Else it is a ring of moves, which all succeed, or a paradox of convoys, which all fail (the rule
of Szykman; by “all hold” the moves of the circle fail instead). Bounds and the rules for circles are those of
Kruijswijk, "The Math of Adjudication" (2009).

What must hold: every order is decided once; no result depends on the order in which powers or units are listed; an
order that is void counts as a hold. The tests have a second resolver, which works with guesses in place of bounds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TypeAlias

import msgspec

from ..facts import Outcome, PlaceId, PowerId, UnitId
from .geography import ARMY, FLEET, Map


class Unit(msgspec.Struct, frozen=True, array_like=True):
    """A unit of a power: an army in a province, a fleet in a province or on one of its coasts."""

    power: PowerId
    kind: UnitId
    place: PlaceId


class Hold(msgspec.Struct, frozen=True):
    """The unit stays where it is."""


class Move(msgspec.Struct, frozen=True):
    """The unit goes to a place; `by_convoy`: an army over sea, even where it could go by land."""

    to: str
    by_convoy: bool = False


class Support(msgspec.Struct, frozen=True):
    """The unit supports that of a province: to hold there (`to` empty), or to go to a province."""

    unit: str
    to: str = ""
    """A coast is meant where one is named; a province means whichever."""


class Convoy(msgspec.Struct, frozen=True):
    """The fleet carries the army of a province to another one."""

    army: str
    to: str


Order: TypeAlias = Hold | Move | Support | Convoy
Bounds: TypeAlias = tuple[int, int]
"""A strength: at least, at most."""
HOLD = Hold()


class Resolved(msgspec.Struct, frozen=True):
    """What came of a phase: by province of each unit what came of its order, and which units are dislodged from where.

    `dislodged`: by province of a dislodged unit the province that the attack came from; "" if it came over sea, so
    that the unit may retreat there. `contested`: provinces in which units stood each other off.
    """

    outcomes: Mapping[str, Outcome]
    dislodged: Mapping[str, str]
    attackers: Mapping[str, str]
    """By province of a dislodged unit the province of the unit that dislodged it."""
    contested: frozenset[str]
    moved: Mapping[str, str]
    """By province of each unit that has moved the place where it is now."""


class Resolution:
    """The orders of one phase, each worked out when it is asked for."""

    def __init__(
        self, board: Map, units: Mapping[str, Unit], orders: Mapping[str, Order], *, all_hold: bool = False
    ) -> None:
        """`units` and `orders` by province; a unit without an order holds.

        An order that its unit could not give is void. `all_hold`: in a paradox all moves fail, not the convoys.
        """
        self._all_hold = all_hold
        self._map, self._units = board, units
        self._afloat = frozenset(at for at, unit in units.items() if unit.kind == FLEET and board.is_water(at))
        self._orders: dict[str, Order] = {}
        self._void: set[str] = set()
        for at, unit in units.items():
            order = orders.get(at, HOLD)
            self._orders[at] = order if self.is_possible(unit, order) else HOLD
            if self._orders[at] is not order:
                self._void.add(at)
        self._match()
        self._known: dict[str, bool] = {}
        """By province whether an order succeeds, for those that are decided; of one that holds or carries whether the
        unit is left in peace."""
        self._waits_for: set[str] = set()
        """The undecided orders that the last look at an order has asked for."""
        self._disrupted: set[str] = set()

    # what fits to what ------------------------------------------------------------------------------

    def is_possible(self, unit: Unit, order: Order) -> bool:
        """Return whether the map, and the units as they stand, allow an order."""
        board, here = self._map, self._map.province[unit.place]
        if isinstance(order, Move):
            return order.to in board.reach(unit.kind, unit.place) or self._may_sail(unit, order.to, self._afloat)
        if isinstance(order, Support):
            aim, other = board.province[order.to or order.unit], self._units.get(order.unit)
            if other is None or here in (order.unit, aim) or aim not in board.near(unit.kind, unit.place):
                return False
            # the fleet that supports an army cannot carry it as well
            by_itself = not order.to or aim in board.near(other.kind, other.place)
            return by_itself or self._may_sail(other, aim, self._afloat - {here})
        if isinstance(order, Convoy):
            army = self._units.get(order.army)
            carried = army is not None and self._may_sail(army, order.to, self._afloat)
            return carried and here in board.carriers(order.army, order.to, self._afloat)
        return True

    def _may_sail(self, unit: Unit, to: str, fleets: Iterable[str]) -> bool:
        """Return whether a unit is an army on a coast, and these fleets could carry it to a province."""
        return unit.kind == ARMY and self._map.is_coastal(unit.place) and to in self._map.convoyed(unit.place, fleets)

    def _match(self) -> None:
        """Find what belongs together: moves by their targets, supports and convoys by what they are for."""
        province = self._map.province
        self._into: dict[str, list[str]] = {}
        for at, order in self._orders.items():
            if isinstance(order, Move):
                self._into.setdefault(province[order.to], []).append(at)
        self._fleets: dict[str, list[str]] = {}
        for at, order in self._orders.items():
            if isinstance(order, Convoy):
                moves = self._orders[order.army]
                if isinstance(moves, Move) and moves.to == order.to:
                    self._fleets.setdefault(order.army, []).append(at)
                else:
                    self._void.add(at)
        self._over_sea = {
            at for at, order in self._orders.items() if isinstance(order, Move) and self._goes_over_sea(at, order)
        }
        self._helpers: dict[str, list[str]] = {}
        for at, order in self._orders.items():
            if isinstance(order, Support):
                helped = self._orders[order.unit]
                goes = (helped.to, province[helped.to]) if isinstance(helped, Move) else ("",)
                if order.to in goes:
                    self._helpers.setdefault(order.unit, []).append(at)
                else:
                    self._void.add(at)

    def _goes_over_sea(self, at: str, order: Move) -> bool:
        """Return whether an army needs or wants a convoy.

        An army that could go by land is carried where it says so and fleets are ordered to, or where a fleet of its
        own power is.
        """
        unit = self._units[at]
        if unit.kind != ARMY:
            return False
        if order.to not in self._map.reach(ARMY, at):
            return True
        fleets = self._fleets.get(at, ())
        if not fleets or order.to not in self._map.convoyed(at, fleets):
            return False
        return order.by_convoy or any(self._units[fleet].power == unit.power for fleet in fleets)

    # deciding ----------------------------------------------------------------------------------------

    def _decide(self) -> None:
        """Decide all orders."""
        left = self._settle(list(self._units))
        while left:
            for circle in _circles(left):
                self._decide_circle(circle)
            left = self._settle([at for at in left if at not in self._known])

    def _settle(self, orders: Sequence[str]) -> dict[str, set[str]]:
        """Decide those of these orders that can be; return the others, each with those that it waits for."""
        left: dict[str, set[str]] = {}
        changed = True
        while changed:
            changed, left = False, {}
            for at in orders:
                self._waits_for = set()
                found = self._look(at)
                if found is None:
                    left[at] = self._waits_for
                else:
                    self._known[at], changed = found, True
            orders = list(left)
        return left

    def _decide_circle(self, circle: Sequence[str]) -> None:
        """Decide a circle of orders that wait for each other alone."""
        before = dict(self._known)
        fitting = list(islice(self._fitting(circle, circle), 2))
        self._known = before
        if len(fitting) == 1:
            self._known |= fitting[0]
            return
        convoys = [at for at in circle if isinstance(self._orders[at], Convoy)]
        if convoys and self._all_hold:
            self._known |= {at: not isinstance(self._orders[at], Move) for at in circle}
            return
        self._known |= dict.fromkeys(convoys or circle, not convoys)
        self._disrupted.update(convoys)

    def _fitting(self, circle: Sequence[str], left: Sequence[str]) -> Iterator[dict[str, bool]]:
        """Yield the sets of answers for the orders of a circle in which each follows from the others.

        `left`: those that nothing is assumed of yet. What it has assumed last stays in `_known`: the caller clears it.
        """
        before = self._known
        for answer in (False, True):
            self._known = before | {left[0]: answer}
            still = self._settle(left[1:])
            if still:
                yield from self._fitting(circle, [*still])
            elif all(self._look(at) is self._known[at] for at in circle):
                yield {at: self._known[at] for at in circle}

    def _succeeds(self, at: str) -> bool | None:
        """Return whether an order succeeds; None if that is not decided."""
        found = self._known.get(at)
        if found is None:
            self._waits_for.add(at)
        return found

    def _look(self, at: str) -> bool | None:
        """Return whether an order succeeds, as far as those that are decided say."""
        order = self._orders[at]
        if isinstance(order, Move):
            return self._moves(at, order)
        if isinstance(order, Support):
            return self._counts(at, order)
        return _none(self._succeeds(attacker) for attacker in self._into.get(at, ()))

    def _moves(self, at: str, order: Move) -> bool | None:
        to = self._map.province[order.to]
        least, most = self._attack(at, to)
        against = [self._strength(to) if self._is_head_to_head(at, to) else self._resistance(to)]
        against += [self._prevention(other, to) for other in self._into[to] if other != at]
        if not most or any(most <= certain for certain, _ in against):
            return False
        return True if all(least > possible for _, possible in against) else None

    def _is_head_to_head(self, at: str, to: str) -> bool:
        """Return whether the unit that is attacked comes the other way, neither of them over sea."""
        other = self._orders.get(to)
        return (
            isinstance(other, Move)
            and self._map.province[other.to] == at
            and at not in self._over_sea
            and to not in self._over_sea
        )

    def _has_way(self, at: str) -> bool | None:
        """Return whether a move has its way: fleets that carry the army all along it, if it needs them."""
        if at not in self._over_sea:
            return True
        order = self._orders[at]
        assert isinstance(order, Move)
        going = {fleet: self._succeeds(fleet) for fleet in self._fleets.get(at, ())}
        if order.to not in self._map.convoyed(at, [fleet for fleet, goes in going.items() if goes is not False]):
            return False
        return True if order.to in self._map.convoyed(at, [fleet for fleet, goes in going.items() if goes]) else None

    def _strength(self, at: str, without: str = "") -> Bounds:
        """Return the strength of a unit with its supports; those of the power `without` do not count."""
        least = most = 1
        for helper in self._helpers.get(at, ()):
            if self._units[helper].power != without:
                counts = self._succeeds(helper)
                least += counts is True
                most += counts is not False
        return least, most

    def _attack(self, at: str, to: str) -> Bounds:
        """Return the strength of an attack: nobody dislodges a unit of their own, or helps to."""
        way = self._has_way(at)
        if way is False:
            return 0, 0
        there = self._units.get(to)
        if there is None:
            least, most = self._strength(at)
        else:
            goes = isinstance(self._orders[to], Move) and not self._is_head_to_head(at, to)
            leaves = self._succeeds(to) if goes else False
            own = there.power == self._units[at].power
            least, most = (0, 0) if own else self._strength(at, there.power)
            if leaves is not False:
                freely = self._strength(at)
                least, most = (freely[0] if leaves else least), freely[1]
        return (least if way else 0), most

    def _resistance(self, to: str) -> Bounds:
        """Return the strength with which a province is held."""
        order = self._orders.get(to)
        if order is None:
            return 0, 0
        if isinstance(order, Move):
            leaves = self._succeeds(to)
            return int(leaves is False), int(leaves is not True)
        return self._strength(to)

    def _prevention(self, at: str, to: str) -> Bounds:
        """Return the strength with which a move keeps others out, whether or not it succeeds."""
        way = self._has_way(at)
        beaten = self._succeeds(to) if self._is_head_to_head(at, to) else False
        if way is False or beaten:
            return 0, 0
        least, most = self._strength(at)
        return (least if way and beaten is False else 0), most

    def _counts(self, at: str, order: Support) -> bool | None:
        """Return whether a support is not cut.

        An attack cuts it from anywhere but where it is aimed at, even one that does not succeed; from there one that
        dislodges the unit.
        """
        aim = self._map.province[order.to] if order.to else ""
        return _none(
            self._succeeds(attacker) if attacker == aim else self._has_way(attacker)
            for attacker in self._into.get(at, ())
            if self._units[attacker].power != self._units[at].power
        )

    # the result --------------------------------------------------------------------------------------

    def resolved(self) -> Resolved:
        """Return what comes of all orders."""
        self._decide()
        won = self._known
        stay = {at for at, order in self._orders.items() if not (isinstance(order, Move) and won[at])}
        moved = {at: order.to for at, order in self._orders.items() if isinstance(order, Move) and won[at]}
        attackers = {
            self._map.province[to]: at
            for at, to in moved.items()
            if self._map.province[to] in self._units and self._map.province[to] not in moved
        }
        dislodged = {there: "" if at in self._over_sea else at for there, at in attackers.items()}
        there = stay | {self._map.province[to] for to in moved.values()}
        contested = frozenset(
            to
            for to, movers in self._into.items()
            if to not in there and any(self._prevention(at, to)[0] for at in movers)
        )
        outcomes = {at: self._outcome(at, order, won, stay) for at, order in self._orders.items()}
        return Resolved(outcomes, dislodged, attackers, contested, moved)

    def _is_against_own(self, at: str, order: Support, stay: Collection[str]) -> bool:
        """Return whether a support is for an attack on a unit of its own power that stays: it counts for nothing."""
        to = self._map.province[order.to]
        return to in stay and self._units[to].power == self._units[at].power

    def _outcome(self, at: str, order: Order, won: Mapping[str, bool], stay: Collection[str]) -> Outcome:
        if at in self._void:
            return Outcome.VOID
        if isinstance(order, Move):
            if won[at]:
                return Outcome.DONE
            return Outcome.BOUNCED if self._has_way(at) else Outcome.NO_CONVOY
        if isinstance(order, Support):
            if not won[at]:
                return Outcome.CUT
            if order.to and not self._has_way(order.unit):
                return Outcome.NO_CONVOY
            return Outcome.VOID if order.to and self._is_against_own(at, order, stay) else Outcome.DONE
        if isinstance(order, Convoy):
            if at in self._disrupted:
                return Outcome.DISRUPTED
            fleets = [fleet for fleet in self._fleets[order.army] if won[fleet] or fleet == at]
            used = order.army in self._over_sea and at in self._map.carriers(order.army, order.to, fleets)
            return Outcome.DONE if used else Outcome.NO_CONVOY
        return Outcome.DONE


def resolve(board: Map, units: Mapping[str, Unit], orders: Mapping[str, Order], *, all_hold: bool = False) -> Resolved:
    """Return what comes of the orders of a phase of movement, by province of each unit."""
    return Resolution(board, units, orders, all_hold=all_hold).resolved()


def _none(answers: Iterable[bool | None]) -> bool | None:
    """Return whether no answer is yes; None if one that is open may be."""
    found = [*answers]
    return False if any(found) else None if None in found else True


def _circles(waiting: Mapping[str, set[str]]) -> Iterator[list[str]]:
    """Yield the circles of what waits for each other and for nothing else, each in the order given."""
    reached: dict[str, set[str]] = {}
    for start in waiting:
        found, border = set[str](), [start]
        while border:
            for other in waiting[border.pop()] - found:
                found.add(other)
                border.append(other)
        reached[start] = found
    done = set[str]()
    for start, found in reached.items():
        if start not in done and start in found and all(start in reached[other] for other in found):
            done |= found
            yield [at for at in waiting if at in found]
