"""Formations (13.1): land units by kind, how many leaders command, who goes along, who may not move any more."""

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from math import prod
from typing import Any, Final, TypeVar

from msgspec.structs import replace

from adjudicator import Refusal
from adjudicator.components import Code
from adjudicator.components.bits import bits

from ...facts import LEADER, SPACE
from ...state import Force, OfFormation, State, Troops
from .. import table

UNLED: Final = 4
"""The land units of a formation without a leader, and those that a fortification holds (13.1, 13.4)."""

nobody_goes = Code("13.2")
not_there = Code("13.2", space=SPACE)
leader_not_there = Code("13.2", leader=LEADER)

_Group = TypeVar("_Group", bound=Any)


def land_only(force: Force) -> Force:
    """Return the land units of a force, as they stand in a formation."""
    return Force(force.owner, force.regulars, force.mercenaries, force.cavalry)


def troops(power: str, units: Iterable[Force]) -> Troops:
    """Return the land units of a power and its minor allies by their kind."""
    regulars = mercenaries = cavalry = allied = 0
    for each in units:
        if each.owner == power:
            regulars += each.regulars
            mercenaries += each.mercenaries
            cavalry += each.cavalry
        else:
            allied += table.land(each)
    return Troops(regulars, mercenaries, cavalry, allied)


def parted(power: str, pool: Iterable[Force], wanted: Troops) -> list[Force]:
    """Return these units of a pool by their owners; minor allies in the order in which they stand there."""
    found, left = [], wanted.allied
    own = Troops(*wanted[:3])
    if own.total:
        found.append(Force(power, *own[:3]))
    for each in pool:
        if each.owner == power or not left:
            continue
        taken = min(left, each.regulars)
        left -= taken
        if taken:
            found.append(Force(each.owner, taken))
    return found


def army(state: State, power: str, at: str, *, inside: bool = False) -> list[Force]:
    """Return the land units of a power and its minor allies in a place, without ships."""
    return [land_only(each) for each in table.units_of(state, power, at, inside=inside) if table.land(each)]


def less(pool: Iterable[Force], taken: Iterable[Force]) -> list[Force]:
    """Return what is left of units without others; never less than nothing."""
    gone = {each.owner: each for each in taken}
    found = [_each_kind(each, gone.get(each.owner, Force(each.owner)), lambda a, b: max(0, a - b)) for each in pool]
    return [each for each in found if table.land(each)]


def common(pool: Iterable[Force], other: Iterable[Force]) -> list[Force]:
    """Return the units that are in both."""
    there = {each.owner: each for each in other}
    found = [_each_kind(each, there[each.owner], min) for each in pool if each.owner in there]
    return [each for each in found if table.land(each)]


def joined(pool: Iterable[Force], more: Iterable[Force]) -> list[Force]:
    """Return the units of both together, by owner."""
    found: dict[str, Force] = {}
    for each in (*pool, *more):
        found[each.owner] = _each_kind(found.get(each.owner, Force(each.owner)), each, int.__add__)
    return [each for each in found.values() if table.land(each)]


def _each_kind(one: Force, other: Force, rule: Callable[[int, int], int]) -> Force:
    """Return land units whose number of each kind a rule makes of those of two others."""
    return Force(
        one.owner,
        rule(one.regulars, other.regulars),
        rule(one.mercenaries, other.mercenaries),
        rule(one.cavalry, other.cavalry),
    )


def size(units: Iterable[Force]) -> int:
    """Return how many land units these are."""
    return sum(map(table.land, units))


# ---- who may move


def movable(state: State, power: str, at: str) -> list[Force]:
    """Return the units of a power that may still leave a space in this impulse (13.1)."""
    now = state.impulse
    held = joined(now.stuck.get(at, []), now.moved.get(at, []) if now.weather else [])
    return less(army(state, power, at), held)


def stick(state: State, at: str, units: Iterable[Force]) -> None:
    """Let units not move any more in this impulse, or remember that they lost a battle in it."""
    stuck = state.impulse.stuck
    state.impulse.stuck = {**stuck, at: joined(stuck.get(at, []), units)}


def tire(state: State, at: str, units: Iterable[Force]) -> None:
    """Remember that units have tried to intercept in this impulse (13.2)."""
    tired = state.impulse.tired
    state.impulse.tired = {**tired, at: joined(tired.get(at, []), units)}


def shift(state: State, at: str, to: str, units: Iterable[Force], *, carry: bool = True, inside: bool = False) -> None:
    """Move land units from one space to another, from within a fortification if `inside`.

    What they did in this impulse goes along, unless they are known to be fresh (`carry` False).
    """
    moved = list(units)
    for each in moved:
        gone = table.counts(each)
        table.add(state, at, each.owner, {kind: -number for kind, number in gone.items()}, inside=inside)
        table.add(state, to, each.owner, gone)
    if carry:
        now = state.impulse
        now.stuck, now.tired = _carried(now.stuck, at, to, moved), _carried(now.tired, at, to, moved)


def _carried(marks: dict[str, list[Force]], at: str, to: str, moved: list[Force]) -> dict[str, list[Force]]:
    found = common(moved, marks.get(at, []))
    if not found:
        return marks
    changed = {**marks, at: less(marks[at], found), to: joined(marks.get(to, []), found)}
    return {place: each for place, each in changed.items() if each}


def kill(state: State, at: str, units: Iterable[Force], *, inside: bool = False) -> None:
    """Take land units off the map."""
    for each in units:
        gone = {kind: -number for kind, number in table.counts(each).items()}
        table.add(state, at, each.owner, gone, inside=inside)


# ---- leaders


def captains(state: State, power: str, at: str, *, inside: bool = False) -> list[str]:
    """Return the army leaders of a power in a place."""
    return [each for each in table.leaders_at(state, at, power, naval=False) if state.leaders[each].inside == inside]


def able(state: State, power: str, at: str) -> list[str]:
    """Return the leaders of a power in a place who may still move, or intercept, in this impulse (13.1, 13.2)."""
    return [
        each
        for each in captains(state, power, at)
        if not (state.impulse.bound | state.impulse.gouty) >> LEADER.index[each] & 1
    ]


def bind(state: State, leaders: Iterable[str]) -> None:
    """Let leaders not move, or not intercept, any more in this impulse."""
    state.impulse.bound |= LEADER.mask_of(leaders)


def limit(leaders: Iterable[str]) -> int:
    """Return how many land units a formation may have: what its two best leaders command, or four (13.1)."""
    ratings = sorted((LEADER.thing(each).command for each in leaders), reverse=True)
    return sum(ratings[:2]) or UNLED


def gouty(state: State, leader: str) -> bool:
    """Return whether a leader may not move or assault in this impulse (card 32)."""
    return bool(state.impulse.gouty >> LEADER.index[leader] & 1)


def names(leaders: int) -> tuple[str, ...]:
    """Return the leaders of a mask."""
    return tuple(LEADER.ids[each] for each in bits(leaders))


# ---- what can be named


def cut(available: Troops, total: int, order: tuple[int, ...] = (2, 0, 1, 3)) -> Troops:
    """Return so many of these units, kind after kind in an order; by default cavalry and regulars first."""
    found = [0, 0, 0, 0]
    for kind in order:
        found[kind] = min(available[kind], total - sum(found))
    return Troops(*found)


def in_full(action: _Group, there: Troops, leaders: Iterable[str]) -> _Group:
    """Return an order to go with everybody with the units that are there, and all leaders unless it names some."""
    if not action.everybody:
        return action
    units = {kind: number for kind, number in there._asdict().items() if hasattr(action, kind)}
    return replace(action, **units, leaders=action.leaders or tuple(leaders), everybody=False)


def forms(available: Troops, leaders: tuple[str, ...]) -> Iterator[tuple[Troops, tuple[str, ...]]]:
    """Yield sensible formations: all that can go with all leaders, half of them, four without a leader, one."""
    most = min(available.total, limit(leaders))
    wanted = [(most, leaders), (most // 2, leaders), (min(available.total, UNLED), ()), (1, ())]
    seen = set()
    for total, led in wanted:
        if total and (total, led) not in seen:
            seen.add((total, led))
            yield cut(available, total), led


def splits(available: Troops, total: int, most: int = 24) -> list[Troops]:
    """Return the ways to take so many of these units, weakest first; if there are too many, one for each order."""
    orders = ((1, 2, 3, 0), (0, 1, 2, 3), (2, 0, 1, 3), (3, 0, 1, 2), (1, 0, 2, 3))
    ordered = [cut(available, total, order) for order in orders]
    ranges = [range(min(each, total) + 1) for each in available]
    if prod(map(len, ranges)) <= 400:
        every = [Troops(*each) for each in product(*ranges) if sum(each) == total]
        if len(every) <= most:
            return [ordered[0], *(each for each in every if each != ordered[0])]
    return list(dict.fromkeys(ordered))


def group_refused(
    state: State, power: str, at: str, group: OfFormation, free: Troops, *, led_only: bool = False
) -> Refusal | None:
    """Return why a power cannot send a group of its `free` units out of a space; `led_only`: or leaders alone."""
    there = captains(state, power, at)
    bad = next((each for each in group.leaders if each not in there or group.leaders.count(each) > 1), None)
    if bad is not None:
        return leader_not_there(leader=bad)
    if not group.troops.total and not (led_only and group.leaders):
        return nobody_goes()
    return None if group.troops.within(free) else not_there(space=at)
