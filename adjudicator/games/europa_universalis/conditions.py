"""What a card may ask of a realm: conditions, each with its tag `is` (docs/packs.md). :mod:`.rules.meeting` tells
whether one holds.
"""

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Struct

from adjudicator.kernel.shapes import alike, one_of

from .facts import AREA, PROVINCE, REALM, REGION, RELIGION, ZONE


class _Condition(Struct, frozen=True, omit_defaults=True, tag_field="is"):
    """Something that holds of a realm that a player leads, or does not."""


class Owns(_Condition, frozen=True, tag="owns"):
    """It owns all of these provinces."""

    provinces: Annotated[tuple[str, ...], PROVINCE]


class OwnsIn(_Condition, frozen=True, tag="owns_in"):
    """It owns that many provinces of an area; those of its vassals count with `vassals`."""

    area: Annotated[str, AREA]
    n: int = 1
    vassals: bool = False


class OwnsAll(_Condition, frozen=True, tag="owns_all"):
    """It owns every province of an area."""

    area: Annotated[str, AREA]


class ControlsIn(_Condition, frozen=True, tag="controls_in"):
    """It controls that many provinces of a region."""

    region: Annotated[str, REGION]
    n: int = 1


class ControlsNothing(_Condition, frozen=True, tag="controls_nothing"):
    """It controls no province of these areas."""

    areas: Annotated[tuple[str, ...], AREA]


class ControlsCapital(_Condition, frozen=True, tag="controls_capital"):
    """It controls the capital of a realm."""

    realm: Annotated[str, REALM]


class Related(_Condition, frozen=True, tag="related"):
    """It has one of these relations with a realm."""

    realm: Annotated[str, REALM]
    by: tuple[Literal["alliance", "marriage", "vassal"], ...]


class CalmVassals(_Condition, frozen=True, tag="calm_vassals"):
    """It has vassals, and no unrest on them."""


class AtWar(_Condition, frozen=True, tag="at_war"):
    """It fights somebody."""


class AtPeace(_Condition, frozen=True, tag="at_peace"):
    """It fights nobody."""


class Protects(_Condition, frozen=True, tag="protects"):
    """That many of its ships protect trade in a sea zone."""

    zone: Annotated[str, ZONE]
    n: int = 1


class AtSea(_Condition, frozen=True, tag="at_sea"):
    """It has a ship in a sea zone."""


class NoArmy(_Condition, frozen=True, tag="no_army"):
    """None of its armies is deployed."""


class Authority(_Condition, frozen=True, tag="authority"):
    """It is emperor with that authority."""

    n: int = 0


class Faith(_Condition, frozen=True, tag="faith"):
    """Its state religion is one of these."""

    religions: Annotated[tuple[str, ...], RELIGION]


class Least(_Condition, frozen=True):
    """It has so much of something."""

    n: int


class OneAtLeast(_Condition, frozen=True):
    """It has so much of something, one if nothing is said."""

    n: int = 1


Ties = alike(Least, "ties", "It has that many alliances and marriages together.")
Round = alike(Least, "round", "It is that round of the age, or a later one.")
Age = alike(Least, "age", "It is that age, or a later one.")
Grown = alike(Least, "grown", "Its base tax income has grown by that much since the set-up.")
WarsWon = alike(Least, "wars_won", "It has won that many wars.")
Traded = alike(Least, "traded", "It has got that many ducats from trade in this round.")
Marriages = alike(OneAtLeast, "marriages", "It has that many marriages.")
DistantTowns = alike(OneAtLeast, "distant_towns", "It has that many towns on distant continents.")
Stable = alike(OneAtLeast, "stable", "Its stability is that high.")
if TYPE_CHECKING:
    Condition = _Condition
else:
    Condition = one_of(_Condition)
Conditions = tuple[Condition, ...]
"""All of them have to hold."""
