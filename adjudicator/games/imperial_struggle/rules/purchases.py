"""Rules 5.4 to 5.6 and 8.2 together: all purchases, their prices, what can be afforded."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any, Final

from adjudicator import Action

from ..fact_types import NONE
from ..facts import facts
from ..state import State
from . import advantages
from .advantages import UseAdvantage
from .diplomatic import DrawEvents, ShiftPoliticals
from .economic import ShiftMarkets
from .forts import BuildForts, RepairForts, SeizeForts
from .military import BuyBonusTiles, ConvertMilitaryPoints, RemoveConflicts
from .ministries import use as ministries
from .ministries.powers import UseMinistry
from .payment import Payment
from .points import Purses
from .purchase import Purchase
from .quotes import Quote
from .squadrons import BuildSquadrons, DeploySquadrons

_ALL: Final[tuple[Purchase[Any], ...]] = (
    ShiftMarkets(),
    ShiftPoliticals(),
    DrawEvents(),
    BuyBonusTiles(),
    ConvertMilitaryPoints(),
    RemoveConflicts(),
    BuildForts(),
    RepairForts(),
    SeizeForts(),
    BuildSquadrons(),
    DeploySquadrons(),
)
BY_ACTION: Final[Mapping[type[Action], Purchase[Any]]] = {purchase.takes: purchase for purchase in _ALL}
"""The rules of each purchase by its action."""
PURCHASES: Final = tuple(BY_ACTION)
"""What action points buy (5.4-5.6), in the order of the rulebook."""

_BY_TYPE: Final = tuple((kind, tuple(purchases)) for kind, purchases in groupby(_ALL, lambda one: one.type))
"""The purchases in their order, those that cost the same type together."""


def quote(state: State, side: int, action: Payment) -> Quote:
    """The price of a purchase or advantage with its terms, or its refusal; how it is paid is not looked at."""
    if isinstance(action, UseAdvantage):
        return advantages.quote(state, side, action)
    if isinstance(action, UseMinistry):
        return ministries.quote(state, side, action)
    price: Quote = BY_ACTION[type(action)].quote(state, side, action)
    return price


_WEIGHT: Final[Mapping[str, int]] = {"advantage": 3, "result": 1, "source": 1}
"""How much a differing argument counts in :func:`nearest`; others count 2."""


def nearest(state: State, side: int, action: Payment) -> tuple[Payment, ...]:
    """Up to three purchases of the same op that can be paid now, those first that differ least from what was
    asked: the same target otherwise, then the same region.
    """
    if isinstance(action, UseMinistry):
        return ministries.nearest(state, side, action)
    wanted = {name: getattr(action, name) for name in _target_names(type(action))}
    regions = {_region(value) for value in wanted.values()} - {NONE}

    def distance(offer: Payment) -> tuple[int, bool]:
        given = {name: getattr(offer, name) for name in wanted}
        near = not regions or any(_region(value) in regions for value in given.values())
        return sum(_WEIGHT.get(name, 2) for name in wanted if given[name] != wanted[name]), not near

    return tuple(sorted(offers_of(state, side, type(action)), key=distance)[:3])


def _target_names(op: type[Payment]) -> tuple[str, ...]:
    return tuple(name for name in op.__struct_fields__ if name not in Payment.__struct_fields__)


def _region(value: object) -> int:
    """Region of a space, ``NONE`` for anything else."""
    index = facts().space.get(value, NONE) if isinstance(value, str) else NONE
    return NONE if index == NONE else facts().region_of[index]


def offers_of(state: State, side: int, op: type[Action]) -> Iterable[Payment]:
    """Everything of one op that the side can pay now, with the normal payment; nothing for other ops."""
    purses = Purses(state, side)
    if op is UseAdvantage:
        return advantages.offers(state, side, purses)
    if op is UseMinistry:
        return ministries.offers(state, side)
    return BY_ACTION[op].offers(state, side, purses) if op in BY_ACTION else ()


def all_offers(state: State, side: int) -> Iterator[Iterable[Payment]]:
    """The same of every op, in the order of the rulebook."""
    purses = Purses(state, side)
    for kind, purchases in _BY_TYPE:
        if purses.of(kind).most != NONE:
            for purchase in purchases:
                yield purchase.offers(state, side, purses)
    yield advantages.offers(state, side, purses)
    yield ministries.offers(state, side)
