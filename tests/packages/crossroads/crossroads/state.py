from __future__ import annotations

import msgspec

SEATS = ("north", "east", "south", "west", "centre")
RING = ("harbour", "mill", "abbey", "forge", "market")


class Rider(msgspec.Struct, array_like=True):
    town: str
    coins: int
    treasure: str = ""
    toll: bool = True
    dug: bool = False


class State(msgspec.Struct, array_like=True):
    """`minted` counts the coins that bargains and windfalls brought in."""

    riders: dict[str, Rider]
    round: int = 1
    minted: int = 0


def in_order(state: State) -> list[str]:
    """The riders in seat order: a dict that comes from storage has another one."""
    return [seat for seat in SEATS if seat in state.riders]


def neighbours(town: str) -> tuple[str, str]:
    at = RING.index(town)
    return RING[(at + 1) % len(RING)], RING[at - 1]
