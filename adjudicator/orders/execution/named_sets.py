"""Things of a mail by their short names as one set: the order in which they are carried out is found, not written."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, permutations
from typing import Final, TypeVar

from adjudicator.orders.execution.trial import Refused, Trial
from adjudicator.orders.options.pieces import OrderItem, Short
from adjudicator.orders.options.short_orders import ShortOrders
from adjudicator.orders.vocabulary.refusals import Misread

_TRIED: Final = 24
"""Orders that are tried: all of four things, and the first of more."""

L = TypeVar("L")
Named = tuple[L, Short]
"""A thing with the line that it stands in."""


def arranged(trial: Trial, named: Sequence[Named[L]]) -> list[Named[L]]:
    """Return the things in the first order, sorted by name, in which all are possible.

    Things that belong together stay as they are written. If no such order is found, all stay as written.
    """
    groups = _grouped(trial.short_orders(), named)
    if len(groups) < 2:
        return list(named)
    impossible: tuple[Sequence[Named[L]], ...] = ()
    for order in islice(permutations(sorted(groups, key=_text)), _TRIED):
        if impossible and order[: len(impossible)] == impossible:
            continue
        possible = _possible(trial.fork(), order)
        if possible == len(order):
            return [each for group in order for each in group]
        impossible = order[: possible + 1]
    return list(named)


def _grouped(orders: ShortOrders, named: Sequence[Named[L]]) -> list[Sequence[Named[L]]]:
    groups: list[Sequence[Named[L]]] = []
    left = named
    while left:
        length = max(orders.lengths([short for _, short in left]))
        groups.append(left[:length])
        left = left[length:]
    return groups


def _text(group: Sequence[Named[L]]) -> str:
    return " ".join(short.text for _, short in group)


def _possible(trial: Trial, order: Sequence[Sequence[Named[L]]]) -> int:
    """Return how many are possible, each after those before it, while nothing is drawn and nobody else is asked."""
    for number, group in enumerate(order):
        try:
            unit = trial.short_orders().meaning([short for _, short in group])
            if not isinstance(unit, OrderItem) or unit.text != _text(group):
                return number
            action = trial.complete(unit)
            if not trial.judge(action) and trial.perform(action).stop is not None:
                break
        except (Misread, Refused):
            return number
    return len(order)
