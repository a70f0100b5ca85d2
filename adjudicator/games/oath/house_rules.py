"""Define the choices of a campaign: readings where the text of the rulebook can be read in two ways."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from msgspec import Struct

from adjudicator.components.options import Ruled, options_of
from adjudicator.kernel.game import Option


class HouseRules(Struct, frozen=True, array_like=True):
    """The options of a match, their defaults first."""

    forced_labor_on_6_1: Annotated[bool, Ruled("6.1")] = True
    """Forced Labor is due for playing or discarding a facedown adviser, too."""
    land_warden_bonus_once: Annotated[bool, Ruled("7.4.2")] = True
    """Bonuses for playing a card come once for both plays of Land Warden."""
    dice_from_added_warbands: Annotated[bool, Ruled("5.5.2")] = False
    """Warbands that a power adds to the attacking army give attack dice, too."""
    giant_hidden_two_secrets: Annotated[bool, Ruled("7.4")] = True
    """A free journey from the Buried Giant to the Hidden Place needs two secrets."""
    union_survivors: Annotated[Literal["board", "sites"], Ruled("5.5.6")] = "board"
    """The surviving warbands of a defeated attacker with Vow of Union."""
    chronicle_facedown_advisers_count: Annotated[bool, Ruled("8.4")] = False
    oath: Annotated[Literal["supremacy", "the_people", "protection", "devotion"], Ruled("2.10")] = "supremacy"
    """The oath of the first match; later ones follow the chronicle."""


OPTIONS: Final[Mapping[str, Option]] = options_of(HouseRules)


def house_rules(options: Mapping[str, Any]) -> HouseRules:
    """Return the rules of a match from its complete options."""
    return HouseRules(**{field: options[field] for field in HouseRules.__struct_fields__})
