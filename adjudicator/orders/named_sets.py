"""Things of a mail by their short names as one set: the order in which they are carried out is found, not written."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, permutations
from typing import Final, TypeVar

from adjudicator.orders.phrasebook import Phrasebook
from adjudicator.orders.pieces import Short, Unit
from adjudicator.orders.refusals import Misread
from adjudicator.orders.short_orders import ShortOrders
from adjudicator.orders.trial import Refused, Trial

_TRIED: Final = 24
"""Orders that are tried: all of four things, and the first of more."""

L = TypeVar("L")
Named = tuple[L, Short]
"""A thing with the line that it stands in."""


def arranged(trial: Trial, named: Sequence[Named[L]], book: Phrasebook, language: str) -> list[Named[L]]:
    """The things in the first order, by their names, in which all are possible, those that belong together as they
    stand; as they were written where there is none.
    """
    groups = _grouped(ShortOrders(trial.answers(), book, language, trial.besides()), named)
    if len(groups) > 1:
        for order in islice(permutations(sorted(groups, key=_text)), _TRIED):
            if _is_possible(trial.fork(), order, book, language):
                return [each for group in order for each in group]
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


def _is_possible(trial: Trial, order: Sequence[Sequence[Named[L]]], book: Phrasebook, language: str) -> bool:
    """Whether each is possible behind those before it, as far as nothing is drawn and nobody else is asked."""
    for group in order:
        try:
            unit = ShortOrders(trial.answers(), book, language, trial.besides()).meaning([short for _, short in group])
            if not isinstance(unit, Unit) or unit.text != _text(group):
                return False
            action = trial.complete(unit)
            if not trial.judge(action) and trial.perform(action).stop is not None:
                return True
        except (Misread, Refused):
            return False
    return True
