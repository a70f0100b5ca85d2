"""Which trade nodes a seat reaches, its power there, and in which row it is paid (R12.02-R12.05, R12.07)."""

from typing import Final

from adjudicator.components.bits import bits, mask_of

from ..content import Market
from ..facts import AREA, NODE, NONE, PROVINCE, ZONE
from ..state import State
from .realms import provinces, vassals
from .relations import capital_area, is_led, is_vassal, realm_of

ROWS: Final = (1, 3, 6)
"""The trade power from which on a row is reached, from the lowest (R12.04)."""


def linked(state: State, seat: str) -> tuple[int, int]:
    """The areas and zones of the chain from the capital area: with towns, vassals, influence or light ships; tokens on
    occupied provinces count (R12.02).
    """
    own, realm = state.led[seat], realm_of(seat)
    side = 1 << realm | vassals(state, realm)
    held = mask_of(
        {PROVINCE.things[n].area for n, owner in enumerate(state.owner) if owner != NONE and side >> owner & 1}
    )
    held |= mask_of(area for area in AREA.indexes if own.influence[area])
    ships = mask_of(zone for zone in ZONE.indexes if own.ships.light[zone] or own.ships.protecting[zone])
    if own.fleet.zone != NONE and own.fleet.light:
        ships |= 1 << own.fleet.zone
    areas, zones = 1 << capital_area(state, realm), 0
    while True:
        near_areas, near_zones = _beside(areas, zones)
        more = areas | near_areas & held, zones | near_zones & ships
        if more == (areas, zones):
            return more
        areas, zones = more


def _beside(areas: int, zones: int) -> tuple[int, int]:
    near_areas = near_zones = 0
    for area in bits(areas):
        near_areas |= AREA.things[area].land
        near_zones |= AREA.things[area].zones
    for zone in bits(zones):
        near_zones |= ZONE.things[zone].adjacent
    if zones:
        near_areas |= mask_of(area.index for area in AREA if area.zones & zones)
    return near_areas, near_zones


def reaches(state: State, seat: str, node: int) -> bool:
    """Whether the chain of a seat ends at a node: in a zone of a maritime one, in or next to the area of an inland
    one.
    """
    areas, zones = linked(state, seat)
    thing = NODE.things[node]
    if thing.area == NONE:
        return bool(zones & thing.zones)
    near, _ = _beside(areas, zones)
    return bool((areas | near) >> thing.area & 1)


# power ---------------------------------------------------------------------------------------------------------------


def trade_power(state: State, seat: str, node: int, key: dict[str, int]) -> int:
    """A merchant, owned key provinces, ships that protect trade next to a maritime node (R12.03)."""
    own, held = state.led[seat], provinces(state, realm_of(seat))
    keys = sum(n for id, n in key.items() if held >> PROVINCE.index[id] & 1)
    ships = sum(own.ships.protecting[zone] for zone in bits(NODE.things[node].zones))
    return (node in own.merchants) + keys + ships


def meets_requirement(state: State, seat: str, market: Market) -> bool:
    """Whether a seat may be paid in a node: some token on a key province, or an own key province (R12.07)."""
    keys = [PROVINCE.index[id] for id in market.key]
    if market.requires == "own":
        return any(provinces(state, realm_of(seat)) >> each & 1 for each in keys)
    if market.requires == "token":
        owners = [(state.owner[each], state.dnpr[each]) for each in keys]
        return any(
            token != NONE or (owner != NONE and (is_led(state, owner) or is_vassal(state, owner)))
            for owner, token in owners
        )
    return True


def traders(state: State, market: Market, node: int, without: str = "") -> dict[str, int]:
    """Who is paid in a node, with their power: a merchant there and a link (R12.03)."""
    return {
        seat: trade_power(state, seat, node, market.key)
        for seat in state.order
        if seat != without
        and node in state.led[seat].merchants
        and meets_requirement(state, seat, market)
        and reaches(state, seat, node)
    }


def rows(ranked: list[tuple[str, int]], pirates: int) -> dict[str, int | None]:
    """The row of each, from the lowest: one seat a row, who is pushed below the last gets none (R12.04, R12.05)."""
    found: dict[str, int | None] = {}
    free = len(ROWS)
    for seat, power in ranked:
        row = min(sum(power >= each for each in ROWS) - 1 - pirates, free - 1)
        found[seat] = row if row >= 0 else None
        free = max(row, 0)
    return found
