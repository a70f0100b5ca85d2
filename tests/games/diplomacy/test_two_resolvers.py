"""Random phases of movement, resolved in two ways."""

from __future__ import annotations

from random import Random

import pytest

from adjudicator.games.diplomacy.rules.geography import ARMY, COAST, FLEET, LAND, STANDARD, WATER
from adjudicator.games.diplomacy.rules.resolution import Convoy, Move, Order, Support, Unit, resolve
from tests.games.diplomacy.second_resolver import Ambiguous, moves

POSITIONS, MANY = 600, 20_000


def position(rng: Random) -> tuple[dict[str, Unit], dict[str, Order]]:
    """Up to 34 units in a part of the map, so that they meet, and orders that many others fit to."""
    near, count = [rng.choice(STANDARD.provinces)], rng.randint(4, 34)
    for province in near:
        place = STANDARD.place[province]
        coasts = [STANDARD.place[coast] for coast in STANDARD.coasts.get(province, ())]
        beside = {STANDARD.province[to] for each in (place, *coasts) for to in (*each.army, *each.fleet)}
        near += sorted(beside - {*near})
        if len(near) >= count:
            break
    units = {}
    for province in near[:count]:
        kinds = {LAND: [ARMY], WATER: [FLEET], COAST: [ARMY, FLEET]}[STANDARD.place[province].kind]
        kind = rng.choice(kinds)
        coasts = STANDARD.coasts.get(province, ()) if kind == FLEET else ()
        units[province] = Unit(rng.choice(("france", "germany", "russia")), kind, rng.choice(coasts or (province,)))
    orders: dict[str, Order] = {}
    afloat = [at for at, unit in units.items() if STANDARD.is_water(at)]
    for at, unit in units.items():
        reach = sorted(STANDARD.reach(unit.kind, unit.place))
        if unit.kind == ARMY and STANDARD.is_coastal(at) and rng.random() < 0.5:
            reach = sorted(STANDARD.convoyed(at, afloat)) or reach
        if reach and rng.random() < 0.6:
            orders[at] = Move(rng.choice(reach), by_convoy=rng.random() < 0.2)
    for at, unit in units.items():
        if at in orders:
            continue
        carried = [
            Convoy(army, order.to)
            for army, order in orders.items()
            if isinstance(order, Move) and units[army].kind == ARMY and at in STANDARD.carriers(army, order.to, afloat)
        ]
        aimed = {army: STANDARD.province[order.to] for army, order in orders.items() if isinstance(order, Move)}
        helped = [Support(other, aimed.get(other, "")) for other in units]
        aims = [each for each in helped if (each.to or each.unit) in STANDARD.near(unit.kind, unit.place)]
        aims = [each for each in aims if each.unit != at and (not each.to or _comes(units, each, at, afloat))]
        if carried and rng.random() < 0.7:
            orders[at] = rng.choice(carried)
        elif aims and rng.random() < 0.9:
            orders[at] = rng.choice(aims)
    return units, orders


def _comes(units: dict[str, Unit], support: Support, helper: str, afloat: list[str]) -> bool:
    other = units[support.unit]
    if support.to in STANDARD.near(other.kind, other.place):
        return True
    return support.to in STANDARD.convoyed(support.unit, {*afloat} - {helper})


def compare(seed: int, count: int) -> int:
    """How many of these positions have a paradox of which the second resolver does not say what makes it."""
    rng, ambiguous = Random(seed), 0
    for number in range(count):
        units, orders = position(rng)
        try:
            expected = moves(units, orders)
        except Ambiguous:
            ambiguous += 1
            continue
        assert set(resolve(STANDARD, units, orders).moved) == expected, (seed, number, units, orders)
    return ambiguous


def test_both_resolvers_find_the_same() -> None:
    assert compare(1, POSITIONS) <= POSITIONS // 100


@pytest.mark.long
def test_both_resolvers_find_the_same_in_many_positions() -> None:
    assert compare(2, MANY) <= MANY // 100
