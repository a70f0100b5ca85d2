"""What lowers the price of a shift apart from markers and advantages, and what a Minor Action may unflag.

Ministries in force (M-6, M-16, M-22), Events that last for the round, a Huguenot marker that is flipped. Reductions
come before increases, and no price falls below 1 (5.4.2, 5.5.2).
"""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from ..fact_types import BRITAIN, DIPLOMATIC, ECONOMIC, FRANCE, NONE
from ..facts import facts
from ..state import State
from .control import count
from .ministries.cards import ability_of
from .payment import Result
from .quotes import Term

SWIFT: Final = 6
WILLIAMS: Final = 16
BURKE: Final = 22
NORTHERN_COURTS: Final = "m16"
"""Among the modifiers of a round: M-16 was used."""
PACTE_DE_FAMILLE: Final = 17
"""The Event that makes it cheaper for Britain to unflag Spain and Austria this round; its number is the modifier."""


class Reduction(Struct, frozen=True):
    """A term of the price of shifting these spaces; `result` "" is either way."""

    spaces: int
    result: Result | str
    term: Term


def _ministry(card: int, ability: int, result: Result | str) -> Reduction:
    facts_ = ability_of(card, ability)
    return Reduction(facts_.where, result, Term("ministry", "3.5.2", -facts_.amount))


def reductions(state: State, side: int, kind: int, cards: int) -> tuple[Reduction, ...]:
    """The reductions for shifts that cost this type of points; `cards`: the ministries in force, as a mask."""
    if kind != DIPLOMATIC:
        return ()
    return tuple(_diplomatic(state, cards))


def _diplomatic(state: State, cards: int) -> Iterator[Reduction]:
    if cards >> SWIFT & 1:
        yield _ministry(SWIFT, 1, "flag")
    if cards >> BURKE & 1:
        yield _ministry(BURKE, 2, "")
    if state.ap is None:
        return
    if NORTHERN_COURTS in state.ap.modifiers:
        yield _ministry(WILLIAMS, 1, "unflag")
    if str(PACTE_DE_FAMILLE) in state.ap.modifiers:
        (effect,) = facts().event_versions[PACTE_DE_FAMILLE - 1][BRITAIN].effect
        yield Reduction(effect.targets & state.flags[FRANCE], "unflag", Term("event", "5.2", effect.n))


def huguenots_reduction(space: int) -> Reduction:
    """What flipping the Huguenot marker on a territory takes off the markets of its region (M-9, R-53)."""
    f = facts()
    markets = f.market & f.by_region[f.region_of[space]]
    return Reduction(markets, "", Term("huguenots", "3.5.2", -ability_of(9, 1).amount))


def minor_unflags(state: State, side: int, kind: int, cards: int) -> int:
    """Spaces that a Minor Action of a side may unflag although no conflict marker lies there (5.3.2): M-6 in Europe
    with a space of Ireland, M-21 the markets of its commodity.
    """
    if side != BRITAIN:
        return 0
    if kind == ECONOMIC:
        return 0 if state.townshend == NONE else facts().by_commodity[state.townshend]
    if kind == DIPLOMATIC and cards >> SWIFT & 1:
        ability = ability_of(SWIFT, 2)
        return ability.where if count(state, side, ability.needs) else 0
    return 0
