"""Builds the facts of Event cards and of points with a condition; see :mod:`.fact_build`."""

from collections.abc import Mapping
from typing import Final

from adjudicator.components.bits import mask_of

from .fact_events import Condition, Counted, EventOp, EventOpName, EventVersion, Restriction
from .fact_files import ConditionRow, EventOpRow, EventRow, FactError, RestrictionRow, VersionRow
from .fact_types import ACTION_TYPES, NONE, Advantage, Space
from .fact_where import Tables, targets_of

ARGUMENTS: Final[Mapping[EventOpName, str]] = {
    "place_conflict": "conflicts",
    "unflag": "unflag",
    "shift": "shift",
    "remove_own": "remove_own",
    "take_control": "take_control",
    "damage_fort": "fort",
    "squadron_home": "squadron",
    "squadron_away": "squadron",
    "squadron_lost": "squadron",
    "pay_debt_or_trp": "pay",
    "return_tile_unseen": "theater",
    "return_own_tile": "tile",
    "refresh_advantage": "refresh",
    "exhaust_advantage": "exhaust",
    "activate_advantage": "activate",
    "place_byng": "theater",
    "add_demand": "commodity",
    "replace_demand": "replaces",
    "score_demand": "score_cotton",
}
"""The argument of `choose_for_event` that an op of an event needs."""


def versions(
    row: EventRow, spaces: tuple[Space, ...], advantages: tuple[Advantage, ...], tables: Tables
) -> tuple[EventVersion, EventVersion]:
    """What a card does for France and for Britain (3.4.2). Raises FactError unless each side has one text."""

    def version(of_side: VersionRow | None) -> EventVersion:
        given = row.both or of_side
        if given is None or (row.both and of_side):
            raise FactError(f"event {row.number} needs one text for both sides or one for each")
        return EventVersion(
            tuple(_event_op(op, spaces, advantages, tables) for op in given.effect),
            tuple(_event_op(op, spaces, advantages, tables) for op in given.bonus),
            given.chooser == "opponent",
        )

    return version(row.france), version(row.britain)


def _event_op(row: EventOpRow, spaces: tuple[Space, ...], advantages: tuple[Advantage, ...], tables: Tables) -> EventOp:
    counted: Counted = (
        "spaces" if row.per else "two_squadrons" if row.per_two_squadrons else "debt_lead" if row.per_debt_lead else ""
    )
    regions = {tables.region[region] for region in row.advantages}
    return EventOp(
        op=row.op,
        argument="points" if row.shortfall else row.argument or ARGUMENTS.get(row.op, ""),
        option=row.option,
        n=row.n,
        n_with_bonus=row.with_bonus,
        counted=counted,
        counted_spaces=targets_of(row.per, spaces, tables),
        most=row.most,
        up_to=row.up_to,
        targets=targets_of(row.where, spaces, tables),
        owner=row.owner,
        unprotected=row.unprotected,
        isolates_nothing=row.isolates_nothing,
        plus=row.plus,
        tiles=mask_of(tile.index for tile in advantages if tile.region in regions),
        just_gained=row.just_gained,
        type=ACTION_TYPES.index(row.type) if row.type else NONE,
        only=row.only,
        shortfall=row.shortfall,
        opponent=row.who == "opponent",
        commodities=tuple(tables.commodity[name] for name in row.commodities),
        theatre=row.theatre,
        condition=_condition(row.if_, spaces, tables) if row.if_ else None,
        vp=row.vp,
        northern_colonies=row.where is not None and row.where.sub_region == "northern_colonies",
    )


def _condition(row: ConditionRow, spaces: tuple[Space, ...], tables: Tables) -> Condition:
    if row.holds_all:
        return Condition("holds_all", targets_of(row.holds_all, spaces, tables))
    if row.holds_any:
        return Condition("holds_any", targets_of(row.holds_any, spaces, tables))
    if row.no_opposing_flag:
        return Condition("no_opposing_flag", targets_of(row.no_opposing_flag, spaces, tables))
    if row.no_opposing_squadron:
        return Condition("no_opposing_squadron", targets_of(row.no_opposing_squadron, spaces, tables))
    if row.more:
        return Condition("more", targets_of(row.more, spaces, tables))
    if row.keyword:
        return Condition("keyword", keyword=row.keyword)
    return Condition("debt_lead", n=row.debt_lead)


def restriction(row: RestrictionRow, spaces: tuple[Space, ...], tables: Tables) -> Restriction:
    """A condition on points, by its row."""
    where = targets_of(row.where, spaces, tables) if row.where else NONE
    return Restriction(row.id, where, row.result, row.ops, row.linked)
