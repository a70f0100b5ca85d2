from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

import msgspec

from adjudicator.components import Kind
from adjudicator.components.piece_fields import By, Count, Hidden, One, Pile
from adjudicator.components.state_schema import StateSchema

SEATS = ("north", "east", "south", "west", "centre")
RING = ("harbour", "mill", "abbey", "forge", "market")
SEAT, TOWN = Kind("rider", SEATS), Kind("town", RING)
RiderId, TownId = Annotated[str, SEAT], Annotated[str, TOWN]


class Rider(msgspec.Struct, array_like=True):
    """Coins are known to their owner only, treasures to their owner and those who spied."""

    town: Annotated[str, TOWN]
    coins: Annotated[int, Count(), Hidden.FROM_OTHERS]
    treasure: Annotated[str, One(TOWN, none=""), Hidden.FROM_OTHERS.until("dug").but("spies")] = ""
    toll: bool = True
    dug: bool = False
    spies: Annotated[list[str], Pile(SEAT, mixed=True)] = []


class State(msgspec.Struct, array_like=True):
    """`minted` counts the coins that bargains and windfalls brought in."""

    riders: Annotated[dict[str, Rider], By(SEAT)]
    round: int = 1
    minted: int = 0


def in_order(state: State) -> list[str]:
    """The riders in seat order: a dict that comes from storage has another one."""
    return [seat for seat in SEATS if seat in state.riders]


def worth(state: State, seats: Sequence[str]) -> Mapping[str, float]:
    """A coin is worth a coin, and half of a treasure that is not dug counts."""
    sums = {seat: 1.0 + state.riders[seat].coins + (0 if state.riders[seat].dug else 1.5) for seat in seats}
    return {seat: sums[seat] / sum(sums.values()) for seat in seats}


def neighbours(town: str) -> tuple[str, str]:
    at = RING.index(town)
    return RING[(at + 1) % len(RING)], RING[at - 1]


FORM = StateSchema(
    State,
    seats=SEAT,
    fits=lambda state, place, town: TOWN.id_of(town) != state.riders[place.owner].town,
)
"""No treasure lies where its rider stands: it would have been dug."""
