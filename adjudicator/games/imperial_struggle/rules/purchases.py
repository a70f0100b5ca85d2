"""Rules 5.4 to 5.6, 8.2 and 3.5.2 together: everything that may be paid for, in the order of the rulebook."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any, Final

from adjudicator import Action

from ..fact_types import NONE
from ..state import State
from . import advantages, forts, military, shifts, squadrons
from .ministries import use
from .payment import Payment
from .prices import Quote
from .purchase import Use
from .purse import Purses

_CHAPTERS: Final = (shifts, military, forts, squadrons, advantages, use)
BY_ACTION: Final[Mapping[type[Action], Use[Any]]] = {one.takes: one for chapter in _CHAPTERS for one in chapter.USES}
"""The rules of each by its action."""
USES: Final = tuple(BY_ACTION)
EARLY: Final = tuple(one.takes for one in BY_ACTION.values() if one.early)
"""Those that may be used before the Investment tile is taken (5.1)."""
_BY_TYPE: Final = tuple((kind, tuple(uses)) for kind, uses in groupby(BY_ACTION.values(), lambda one: one.type))


def quote(state: State, side: int, action: Payment) -> Quote:
    """Return the price of a purchase, advantage or ability with its terms; how it is paid is not checked.

    Raises:
        Refusal: The action is not legal.
    """
    return BY_ACTION[type(action)].quote(state, side, action)


def offers_of(state: State, side: int, op: type[Action]) -> Iterable[Payment]:
    """Return everything of one op that the side can pay now, with the normal payment; nothing for other ops."""
    return BY_ACTION[op].offers(state, side, Purses(state, side)) if op in BY_ACTION else ()


def all_offers(state: State, side: int) -> Iterator[Iterable[Payment]]:
    """Yield the offers of every op, in the order of the rulebook."""
    purses = Purses(state, side)
    for kind, uses in _BY_TYPE:
        if kind == NONE or purses.of(kind).most != NONE:
            for one in uses:
                yield one.offers(state, side, purses)
