"""Bonus War tiles, converted points, conflict markers in words (5.6.1, 5.6.2)."""

from __future__ import annotations

from adjudicator.reports.shelves import Shelf

from ..fact_types import SPACE
from ..facts import FACTS
from ..rules import military as rules
from . import move
from .book import MILITARY, Counter, Rank, offer, place, refuse, tell, verb
from .speech import Speech


def _removal(action: rules.RemoveConflict, counter: Counter, to: Speech) -> Shelf:
    """Return a group of its own for conflict markers if there are many."""
    if not counter.crowded:
        return MILITARY.said(to)
    return Shelf((Rank.MILITARY, 1), to.gettext("Remove a conflict marker"), to.gettext("military points"))


def _removed(action: rules.RemoveConflict, counter: Counter, to: Speech) -> str:
    if counter.crowded:
        return to.space(action.space)
    return to.gettext("remove the conflict marker: %(space)s", space=to.space(action.space))


offer(rules.BuyBonusWarTile, "a bonus war tile", MILITARY)
offer(
    rules.ConvertMilitary,
    lambda action, counter, to: to.gettext(
        "exchange for %(points)s", points=to.points(action.to, FACTS.costs.convert_military.gives)
    ),
    MILITARY,
)
offer(
    rules.RemoveConflict,
    _removed,
    _removal,
    chip=lambda action, counter, to: ("", to.chip(SPACE, action.space)),
    brief=lambda action, counter, to: move.shelf(action, to.gettext("Remove a conflict"), counter, to),
)

tell(
    rules.MilitaryConverted,
    "military points exchanged for %(points)s",
    points=lambda event, to: to.points(event.to, event.points),
)
verb(rules.BonusTileBought, "drew a bonus war tile")
verb(
    rules.ConflictRemoved,
    "removed the conflict marker from %(things)s",
    "removed the conflict markers from %(things)s",
    place("space", "genitive"),
)
tell(rules.ConflictRemoved, "%(space)s: conflict marker removed")
tell(
    rules.BonusTileBought,
    "a bonus war tile drawn",
    "bonus war tile drawn: %(tile)s",
    tile=lambda event, to: to.war_tile(event.tile),
)


refuse(rules.no_next_war, "no war follows, so there are no war tiles to buy")
refuse(rules.bonus_tiles_bought, "you have bought %(bought)s bonus war tiles in this round, the most is %(limit)s")
refuse(rules.theaters_full, "every theatre has its %(limit)s bonus tiles of yours")
refuse(rules.no_bonus_tile, "no bonus war tile of yours is left")
refuse(rules.only_on_turn_6, "military points are exchanged on turn 6 only; this is turn %(turn)s")
refuse(rules.converted_other, "one type a round: you have exchanged for %(converted_to)s points, not for %(to)s")
refuse(rules.no_conflict, "%(space)s has no conflict marker")
