"""Rules 5.4 to 5.6 and 8.2 together: all purchases, their prices, what can be afforded."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from adjudicator.kernel.actions import Action

from ..actions import Payment, UseAdvantage
from ..state import State
from . import advantages
from .diplomatic import DrawEvents, ShiftPoliticals
from .economic import ShiftMarkets
from .military import (
    BuildForts,
    BuildSquadrons,
    BuyBonusTiles,
    ConvertMilitaryPoints,
    DeploySquadrons,
    RemoveConflicts,
    RepairForts,
    SeizeForts,
)
from .purchase import Purchase
from .quotes import Quote

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


def quote(state: State, side: int, action: Payment) -> Quote:
    """The price of a purchase or advantage with its terms, or its refusal; how it is paid is not looked at."""
    if isinstance(action, UseAdvantage):
        return advantages.quote(state, side, action)
    price: Quote = BY_ACTION[type(action)].quote(state, side, action)
    return price


def offers_of(state: State, side: int, op: type[Action]) -> Iterator[Payment]:
    """Everything of one op that the side can pay now, with the normal payment; nothing for other ops."""
    if op is UseAdvantage:
        yield from advantages.offers(state, side)
    elif op in BY_ACTION:
        yield from BY_ACTION[op].offers(state, side)
