from __future__ import annotations

from adjudicator import Action
from crossroads.state import RiderId, TownId


class Ride(Action, frozen=True, tag="ride"):
    """Ride to a neighbouring town. Rule 2."""

    to: TownId


class Spy(Action, frozen=True, tag="spy"):
    """See where a rider's treasure lies. Rule 2."""

    rider: RiderId


class Toll(Action, frozen=True, tag="toll"):
    """React to a ride. Rule 3."""


class Treaty(Action, frozen=True, tag="treaty"):
    """One rider gives coins to another; both sign. Rule 5."""

    giver: RiderId
    taker: RiderId
    coins: int = 1


class Bargain(Action, frozen=True, tag="bargain"):
    """Richest and poorest both get a coin. Rule 6."""


class Windfall(Action, frozen=True, tag="windfall"):
    """The moderator announces the result of a table. Rule 7."""

    rider: RiderId
    coins: int
