from __future__ import annotations

from adjudicator import Event


class Rode(Event, frozen=True, tag="rode"):
    rider: str
    to: str


class Tolled(Event, frozen=True, tag="tolled"):
    rider: str
    by: str
    coins: int


class Spied(Event, frozen=True, tag="spied"):
    rider: str
    on: str


class TreasureAt(Event, frozen=True, tag="treasure_at"):
    rider: str
    town: str


class Dug(Event, frozen=True, tag="dug"):
    rider: str
    town: str


class Gave(Event, frozen=True, tag="gave"):
    giver: str
    taker: str
    coins: int


class Bargained(Event, frozen=True, tag="bargained"):
    riders: tuple[str, str]


class WindfallCame(Event, frozen=True, tag="windfall_came"):
    rider: str
    coins: int
