"""Define the choices of a campaign: readings where the book leaves something open, and which rules are played.

These are the advanced rules, missions, and the optional rules 2-7 (R20.03). Rule 1, talks in secret for diplomatic
power, is not among them: letters between seats cost nothing.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from msgspec import Struct

from adjudicator.components.options import Ruled, options_of
from adjudicator.kernel.game import Option

Advanced = Literal["invasions", "power_struggles", "imperial_elections", "religion_of_the_empire"]
"""What the book calls advanced rules."""


class HouseRules(Struct, frozen=True, array_like=True):
    """The options of a match, their defaults first."""

    vassal_manpower: Annotated[Literal["half_of_income", "one_per_two_tokens"], Ruled("R7.10")] = "half_of_income"
    small_towns_manpower: Annotated[Literal["up", "down"], Ruled("R7.10")] = "up"
    cavalry_siege: Annotated[Literal["sum_rounded_down", "each_rounded_down"], Ruled("R9.60")] = "sum_rounded_down"
    bankruptcy_order: Annotated[Literal["stability_first", "halving_first"], Ruled("R7.20")] = "stability_first"
    barred_block_votes: Annotated[bool, Ruled("R18.30")] = False
    """Players' realms that may not be elected still block the vote of an elector area."""
    rebels_in: Annotated[Literal["own_areas", "enemy_areas"], Ruled("R10.02")] = "own_areas"
    marriage_influence: Annotated[Literal["capital_area", "every_area"], Ruled("R11.02")] = "capital_area"
    basic_game: Annotated[bool, Ruled("R13.20")] = False
    """Without any of the advanced rules."""
    mercenaries_activate: Annotated[bool, Ruled("R20.03")] = False
    no_surrender: Annotated[bool, Ruled("R20.03")] = False
    all_lend_battle_actions: Annotated[bool, Ruled("R20.03")] = False
    religious_rebels: Annotated[bool, Ruled("R20.03")] = False
    random_x_events: Annotated[bool, Ruled("R20.03")] = False
    four_open_events: Annotated[bool, Ruled("R20.03")] = False
    last_age: Annotated[Literal[1, 2, 3, 4], Ruled("R3.55")] = 4
    """The age after whose fourth round the game is over."""
    no_invasions: Annotated[bool, Ruled("R13.20")] = False
    no_power_struggles: Annotated[bool, Ruled("R17.03")] = False
    no_imperial_elections: Annotated[bool, Ruled("R18.30")] = False
    no_religion_of_the_empire: Annotated[bool, Ruled("R18.27")] = False
    no_missions: Annotated[bool, Ruled("R17.01")] = False

    def without(self, rule: Advanced) -> bool:
        """Return whether an advanced rule is left out: alone, or with all of them in the basic game."""
        alone = {
            "invasions": self.no_invasions,
            "power_struggles": self.no_power_struggles,
            "imperial_elections": self.no_imperial_elections,
            "religion_of_the_empire": self.no_religion_of_the_empire,
        }
        return self.basic_game or alone[rule]


OPTIONS: Final[Mapping[str, Option]] = options_of(HouseRules)


def house_rules(options: Mapping[str, Any]) -> HouseRules:
    """Return the rules of a match from its complete options."""
    return HouseRules(**{field: options[field] for field in HouseRules.__struct_fields__})
