"""The abilities of Ministry cards as points of coverage: most tell themselves, others show in what they change."""

from collections.abc import Iterator
from typing import Final

from adjudicator.kernel.events import Event
from adjudicator.kernel.trials import Happened

from .fact_types import BRITAIN, FRANCE, MINISTRY, SIDES, SPACE
from .rules.debt import DebtChanged, ForcedDebt, TreatyPointsChanged
from .rules.ministries.cards import (
    HuguenotsRefreshed,
    MinistryPoints,
    MinistryRevealed,
    MinistryUsed,
    ability_of,
    is_up,
    ministry_id,
    number_of,
)
from .rules.ministries.wallet import BANKS, BURKE, SWIFT, TURGOT
from .rules.scoring import MinistryScored
from .rules.shifts import SpaceShifted
from .state import State

PAPACY, TRADE, WATT = 20, 24, 19
OF_POINTS: Final = ("m13", "m19", "m2")
"""Cards that are named as the cause of a change of debt or treaty points."""
_ABILITY: Final = {"m19": 2}


def ability_points() -> Iterator[str]:
    """Yield every ability of every card."""
    for card in MINISTRY:
        yield from (_point(card.number, number) for number in range(1, len(card.abilities) + 1))


def abilities_used(happened: Happened[State]) -> Iterator[str]:
    """Yield the abilities that had an effect."""
    for event in happened.events():
        yield from (_point(card, number) for card, number in _of(happened, event))


def _of(happened: Happened[State], event: Event) -> Iterator[tuple[int, int]]:
    match event:
        case MinistryUsed(ministry=name, ability=ability):
            yield number_of(name), ability
        case MinistryPoints(ministry=name) | MinistryScored(ministry=name):
            yield number_of(name), 1
        case DebtChanged(why=name) | TreatyPointsChanged(why=name) if name in OF_POINTS:
            yield number_of(name), _ABILITY.get(name, 1)
        case ForcedDebt(side="britain", over=over) if over and is_up(happened.after.state, WATT):
            yield WATT, 1
        case MinistryRevealed(ministry=name) if number_of(name) == PAPACY:
            yield PAPACY, 1
        case HuguenotsRefreshed():
            yield TRADE, 2
        case SpaceShifted(side="britain"):
            yield from _cheaper(happened, event)
        case _:
            pass
    paid = getattr(event, "paid", None)
    if paid is not None and paid.free_debt:
        yield BANKS, 1
    if paid is not None and paid.ministry:
        yield (BURKE, 1) if getattr(event, "side", "") == SIDES[BRITAIN] else (TURGOT, 1)


def _cheaper(happened: Happened[State], event: SpaceShifted) -> Iterator[tuple[int, int]]:
    """Yield the powers of M-6 and M-22 that lowered a price.

    M-6 also lets a Minor Action remove a flag without a conflict marker.
    """
    before, after = happened.before.state, happened.after.state
    space = SPACE.index[event.space]

    def about(card: int, ability: int) -> bool:
        return is_up(after, card) and bool(ability_of(card, ability).where >> space & 1)

    if event.result == "flag" and about(SWIFT, 1):
        yield SWIFT, 1
    if (
        event.result == "unflag"
        and event.paid.kind == "minor"
        and about(SWIFT, 2)
        and not before.conflicts >> space & 1
    ):
        yield SWIFT, 2
    if about(BURKE, 2):
        yield BURKE, 2


def _point(card: int, ability: int) -> str:
    found = MINISTRY.things[card - 1]
    side = SIDES[FRANCE] if found.nation == FRANCE else SIDES[BRITAIN]
    return f"ministry {ministry_id(card)} {found.id}, {side}, ability {ability} {found.abilities[ability - 1].id}"
