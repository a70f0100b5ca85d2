"""House rules: optional rules of the book (12.0) and readings where the texts leave room.

They are options of a campaign and do not change during a match; the state carries them, so that every rule
that asks for a price knows them.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Struct

from adjudicator.components.options import Ruled, options_of
from adjudicator.kernel.game import Option


class HouseRules(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The chosen options of a match; with the rules that they read or change."""

    draw_event_action: Annotated[Literal["2p", "reshuffle", "off"], Ruled("5.5.3")] = "2p"
    """Whether 3 diplomatic points draw an Event card, and from what when the pile is empty (2nd printing 5.5.3)."""
    conflict_blocks_prestige: Annotated[bool, Ruled("3.8")] = True
    """Prestige spaces with a conflict marker do not count (3.8)."""
    purge_deck_turn5: Annotated[bool, Ruled("4.1.1")] = False
    """On turn 5 Succession cards leave the pile at once, not as they are drawn (4.1.1)."""
    pass_after_ministry: Annotated[bool, Ruled("5.1")] = True
    """A ministry used before the tile does not forbid to pass (5.1)."""
    advantage_before_tile: Annotated[bool, Ruled("8.2")] = False
    """An advantage may be used before the Investment tile is taken (8.2)."""
    fixed_price_is_final: Annotated[bool, Ruled("8.2")] = False
    """A price fixed by an advantage is not raised by protection or the region surcharge (8.2)."""
    spanish_empire_12_1: Annotated[bool, Ruled("12.1")] = False
    military_planning_12_2: Annotated[bool | Literal["swap_two_basic_tiles", "assign_basic_tiles"], Ruled("12.2")] = (
        False
    )
    """Both parts of 12.2, or the one that is named."""
    tougher_forts_12_3: Annotated[bool, Ruled("12.3")] = False
    bid_for_sides: Annotated[bool, Ruled("4.0")] = False
    """Both players bid treaty points for the side that is wanted more (R-14)."""
    ministry_reveal: Annotated[Literal["2p", "strict_ru"], Ruled("3.5.2")] = "2p"
    conflict_strength: Annotated[Literal["2p", "alliances_only"], Ruled("7.1.3")] = "2p"
    event_activation_counts: Annotated[bool, Ruled("8.2")] = True
    conflict_flag_in_negative_conditions: Annotated[bool, Ruled("3.8")] = True
    usa_sub_region: Annotated[Literal["none", "northern_colonies"], Ruled("10.0")] = "none"
    voltaire_needs_winner: Annotated[bool, Ruled("4.1.12")] = True
    townshend_scope: Annotated[Literal["any", "in_demand"], Ruled("3.5.2")] = "any"
    turgot_test: Annotated[Literal["before", "after"], Ruled("6.4")] = "before"
    jacobite_extra_slot: Annotated[Literal["optional", "forced"], Ruled("7.3")] = "optional"
    war_symbol_optional: Annotated[bool, Ruled("7.1.2")] = True
    cp_repairs_fort: Annotated[bool, Ruled("7.2.1.1")] = False
    split_event_points: Annotated[bool, Ruled("5.2")] = True
    """Part of the points of an Event may join the Minor Action, the rest be their own Major Action (5.2, 5.3; R-75)."""
    debt_alone_with_bound_points: Annotated[bool, Ruled("5.2")] = False
    """Debt and treaty points alone may pay for what points with a condition could pay for (R-08)."""
    event_41_without_points: Annotated[bool, Ruled("6.1")] = False
    """Event 41 opens its Economic Action with fewer than two squadrons too: for debt and treaty points (6.1; R-76)."""

    @property
    def swap_two_basic_tiles(self) -> bool:
        """Rule 12.2, point 1: the military upgrade swaps two tiles of the war display."""
        return self.military_planning_12_2 in (True, "swap_two_basic_tiles")

    @property
    def assign_basic_tiles(self) -> bool:
        """Rule 12.2, point 2: the Basic tiles drawn for a war are assigned freely."""
        return self.military_planning_12_2 in (True, "assign_basic_tiles")


OPTIONS: Final[Mapping[str, Option]] = options_of(HouseRules)


def house_rules(chosen: Mapping[str, Any]) -> HouseRules:
    """Return the typed form of options that the kernel has checked.

    Raises:
        msgspec.ValidationError: The options are others.
    """
    return msgspec.convert(dict(chosen), HouseRules)


def differing(rules: HouseRules) -> dict[str, bool | str]:
    """Return the options that differ from the default, as documents list them."""
    told: dict[str, bool | str] = msgspec.to_builtins(rules)
    return told
