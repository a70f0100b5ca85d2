"""What moved since the reader's last mail, worked out from the events as he was told them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.events import Event

from ..board import changes_of
from ..fact_types import SIDES
from ..rules.advantages import AdvantageUsed
from ..rules.debt import DebtChanged, ForcedDebt, TreatyPointsChanged, VictoryPoints
from ..rules.ending import FinalScored
from ..rules.events.tiles import BonusTileReturned
from ..rules.ministries.cards import MinistryUsed
from ..rules.payment import Paid
from ..rules.scoring import AwardScored, DemandScored, MinistryScored, PrestigeScored
from ..rules.war.layout import WarEnded
from ..rules.war_tiles import BonusTilePlaced


class Moved(Struct):
    """Changes of the figures: the victory track (up for France), debt and treaty points by side.

    `spaces`: spaces and advantages that changed.
    """

    vp: int
    debt: dict[str, int]
    treaty_points: dict[str, int]
    spaces: frozenset[str]
    bonus_tiles: dict[str, int]


def moved(events: Iterable[Event]) -> Moved:
    """What these events changed."""
    told = tuple(_once(events))
    found = Moved(0, dict.fromkeys(SIDES, 0), dict.fromkeys(SIDES, 0), frozenset(), dict.fromkeys(SIDES, 0))
    for event in told:
        _score(found, event)
        _credit(found, event)
    found.spaces = frozenset(change.id for change in changes_of(told))
    return found


def _score(found: Moved, event: Event) -> None:
    if isinstance(event, VictoryPoints):
        found.vp += event.vp if event.side == "france" else -event.vp
    elif isinstance(event, AwardScored | PrestigeScored | DemandScored):
        found.vp += event.vp if event.winner == "france" else -event.vp
    elif isinstance(event, MinistryScored):
        found.vp += event.vp if event.side == "france" else -event.vp
        found.treaty_points[event.side] += event.trp
    elif isinstance(event, FinalScored):
        found.vp += event.vp if event.winner == "france" else -event.vp
    if isinstance(event, AwardScored | DemandScored) and event.winner:
        found.treaty_points[event.winner] += event.trp


def _credit(found: Moved, event: Event) -> None:
    paid = getattr(event, "paid", None)
    # A squadron of an advantage and a flag removed with one tell again what the advantage cost.
    if isinstance(paid, Paid) and not getattr(event, "advantage", ""):
        side: str = getattr(event, "side", "")
        found.debt[side] += paid.debt
        found.treaty_points[side] -= paid.trp
    if isinstance(event, AdvantageUsed) and event.paid is not None:
        found.debt[event.side] += event.paid.debt
        found.treaty_points[event.side] -= event.paid.trp
    if isinstance(event, DebtChanged):
        found.debt[event.side] += event.change
    elif isinstance(event, ForcedDebt):
        found.debt[event.side] += event.taken
    elif isinstance(event, TreatyPointsChanged):
        found.treaty_points[event.side] += event.change
    elif isinstance(event, BonusTilePlaced):
        found.bonus_tiles[event.side] += 1
    elif isinstance(event, BonusTileReturned):
        found.bonus_tiles[event.side] -= 1
    elif isinstance(event, WarEnded):
        found.bonus_tiles = dict.fromkeys(SIDES, 0)


def _once(events: Iterable[Event]) -> Iterator[Event]:
    """The events, without what a ministry has bought: it tells again what using the ministry cost."""
    used: MinistryUsed | None = None
    for event in events:
        if used is not None and used.paid is not None and getattr(event, "paid", None) == used.paid:
            yield replace(event, paid=_NOTHING)
        else:
            yield event
        used = event if isinstance(event, MinistryUsed) else None


_NOTHING = Paid("military", "major", 0)
