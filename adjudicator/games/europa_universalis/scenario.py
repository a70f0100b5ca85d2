"""Load the scenario, who plays and what everybody begins with: ``data/western_europe.yaml`` (R2)."""

from typing import Annotated, Final

from msgspec import Struct

from adjudicator.components.load import DataFile, Each, Mask

from .facts import AREA, DATA, NODE, PROVINCE, REALM, SEAT, ZONE

FILE: Final = DataFile(DATA / "western_europe.yaml")


class Ruler(Struct, frozen=True):
    """A character that rules: skills by type of power, the symbol of mortality, whether it begins ill (R7.02)."""

    name: str
    adm: int
    dip: int
    mil: int
    mortality: str
    ill: bool = False


class Army(Struct, frozen=True):
    """An army at the start: its number, where, and its regular units."""

    army: int
    area: Annotated[int, AREA]
    infantry: int = 0
    cavalry: int = 0
    artillery: int = 0


class Ships(Struct, frozen=True):
    """Light ships in a sea zone; protecting trade there, or not."""

    zone: Annotated[int, ZONE]
    light: int
    protecting: bool = False


class Fleet(Struct, frozen=True):
    """The fleet at the start."""

    zone: Annotated[int, ZONE]
    galley: int = 0
    heavy: int = 0
    light: int = 0


class SetUp(Struct, frozen=True):
    """The things that a playable realm begins with besides its provinces (R2.02, R2.03)."""

    realm: Annotated[str, SEAT]
    ruler: Ruler
    influence: Annotated[dict[str, int], Each(AREA, some=True)]
    alliances: Annotated[int, Mask(REALM)]
    marriages: Annotated[int, Mask(REALM)]
    claims: Annotated[int, Mask(AREA)]
    merchants: Annotated[tuple[int, ...], NODE]
    armies: tuple[Army, ...]
    ships: tuple[Ships, ...]
    fleet: Fleet | None = None


class Players(Struct, frozen=True):
    """A number of players: which realms they play, who is emperor ("" an NPR), the curia from left to right (R19)."""

    players: int
    realms: tuple[str, ...]
    emperor: str
    curia: tuple[str, ...]


class Scenario(Struct, frozen=True):
    """A scenario.

    `order`: turn order, clockwise; `imperial`: areas with imperial influence; `dynamic`: realms that are dynamic from
    the start (R13.02).
    """

    counts: tuple[Players, ...]
    order: tuple[str, ...]
    authority: int
    imperial: Annotated[int, Mask(AREA)]
    npr_emperor: Annotated[int, REALM]
    plus_manpower: Annotated[int, Mask(PROVINCE)]
    dynamic: Annotated[int, Mask(REALM)]
    setups: tuple[SetUp, ...]


SCENARIO: Final = FILE.rest(Scenario)
SETUP: Final = {setup.realm: setup for setup in SCENARIO.setups}
ROUNDS: Final = 4
"""The rounds of an age (R3.01)."""
EVENTS_AS: Final = {2: 4}
"""Two players have the events of four (R20.01)."""


def events_shown(players: int) -> int:
    """Return the number of events of a round: one more than there are players (R3.10)."""
    return 1 + EVENTS_AS.get(players, players)


COUNTS: Final = {count.players: count for count in SCENARIO.counts}
