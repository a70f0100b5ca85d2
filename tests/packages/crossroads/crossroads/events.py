from __future__ import annotations

from adjudicator import Event
from crossroads.state import RiderId, TownId


class Rode(Event, frozen=True, tag="rode"):
    rider: RiderId
    to: TownId


class Tolled(Event, frozen=True, tag="tolled"):
    rider: RiderId
    by: RiderId
    coins: int


class Spied(Event, frozen=True, tag="spied"):
    rider: RiderId
    on: RiderId


class TreasureAt(Event, frozen=True, tag="treasure_at"):
    rider: RiderId
    town: TownId


class Dug(Event, frozen=True, tag="dug"):
    rider: RiderId
    town: TownId


class Gave(Event, frozen=True, tag="gave"):
    giver: RiderId
    taker: RiderId
    coins: int


class Bargained(Event, frozen=True, tag="bargained"):
    riders: tuple[RiderId, RiderId]


class WindfallCame(Event, frozen=True, tag="windfall_came"):
    rider: RiderId
    coins: int
