"""House rules: optional rules of the book (12.0) and readings where the texts leave room.

They are options of a campaign and do not change during a match; the state carries them, so that every rule
that asks for a price knows them. The first value of each is the default.
"""

from collections.abc import Mapping
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from adjudicator.kernel.game import Option


class HouseRules(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The chosen options of a match; names and values are those of `OPTIONS`."""

    draw_event_action: Literal["2p", "reshuffle", "off"] = "2p"
    """Whether 3 diplomatic points draw an Event card, and from what when the pile is empty (2nd printing 5.5.3)."""
    conflict_blocks_prestige: bool = True
    """Prestige spaces with a conflict marker do not count (3.8)."""
    purge_deck_turn5: bool = False
    """On turn 5 Succession cards leave the pile at once, not as they are drawn (4.1.1)."""
    pass_after_ministry: bool = True
    """A ministry used before the tile does not forbid to pass (5.1)."""
    advantage_before_tile: bool = False
    """An advantage may be used before the Investment tile is taken (8.2)."""
    fixed_price_is_final: bool = False
    """A price fixed by an advantage is not raised by protection or the region surcharge (8.2)."""
    spanish_empire_12_1: bool = False
    military_planning_12_2: bool | Literal["swap_two_basic_tiles", "assign_basic_tiles"] = False
    """Both parts of 12.2, or the one that is named."""
    tougher_forts_12_3: bool = False
    bid_for_sides: bool = False
    """Both players bid treaty points for the side that is wanted more (R-14)."""
    ministry_reveal: Literal["2p", "strict_ru"] = "2p"
    conflict_strength: Literal["2p", "alliances_only"] = "2p"
    event_activation_counts: bool = True
    conflict_flag_in_negative_conditions: bool = True
    usa_sub_region: Literal["none", "northern_colonies"] = "none"
    voltaire_needs_winner: bool = True
    townshend_scope: Literal["any", "in_demand"] = "any"
    turgot_test: Literal["before", "after"] = "before"
    jacobite_extra_slot: Literal["optional", "forced"] = "optional"
    war_symbol_optional: bool = True
    cp_repairs_fort: bool = False
    split_event_points: bool = True
    """Part of the points of an Event may join the Minor Action, the rest be their own Major Action (5.2, 5.3; R-75)."""
    debt_alone_with_bound_points: bool = False
    """Debt and treaty points alone may pay for what points with a condition could pay for (R-08)."""
    event_41_without_points: bool = False
    """Event 41 opens its Economic Action with fewer than two squadrons too: for debt and treaty points (6.1; R-76)."""

    @property
    def swap_two_basic_tiles(self) -> bool:
        """Rule 12.2, point 1: the military upgrade swaps two tiles of the war display."""
        return self.military_planning_12_2 in (True, "swap_two_basic_tiles")

    @property
    def assign_basic_tiles(self) -> bool:
        """Rule 12.2, point 2: the Basic tiles drawn for a war are assigned freely."""
        return self.military_planning_12_2 in (True, "assign_basic_tiles")


_YES: Final = (True, False)
_NO: Final = (False, True)

OPTIONS: Final[Mapping[str, Option]] = {
    "draw_event_action": Option(("2p", "reshuffle", "off"), "5.5.3"),
    "conflict_blocks_prestige": Option(_YES, "3.8"),
    "purge_deck_turn5": Option(_NO, "4.1.1"),
    "pass_after_ministry": Option(_YES, "5.1"),
    "advantage_before_tile": Option(_NO, "8.2"),
    "fixed_price_is_final": Option(_NO, "8.2"),
    "spanish_empire_12_1": Option(_NO, "12.1"),
    "military_planning_12_2": Option((False, True, "swap_two_basic_tiles", "assign_basic_tiles"), "12.2"),
    "tougher_forts_12_3": Option(_NO, "12.3"),
    "bid_for_sides": Option(_NO, "4.0"),
    "ministry_reveal": Option(("2p", "strict_ru"), "3.5.2"),
    "conflict_strength": Option(("2p", "alliances_only"), "7.1.3"),
    "event_activation_counts": Option(_YES, "8.2"),
    "conflict_flag_in_negative_conditions": Option(_YES, "3.8"),
    "usa_sub_region": Option(("none", "northern_colonies"), "10.0"),
    "voltaire_needs_winner": Option(_YES, "4.1.12"),
    "townshend_scope": Option(("any", "in_demand"), "3.5.2"),
    "turgot_test": Option(("before", "after"), "6.4"),
    "jacobite_extra_slot": Option(("optional", "forced"), "7.3"),
    "war_symbol_optional": Option(_YES, "7.1.2"),
    "cp_repairs_fort": Option(_NO, "7.2.1.1"),
    "split_event_points": Option(_YES, "5.2"),
    "debt_alone_with_bound_points": Option(_NO, "5.2"),
    "event_41_without_points": Option(_NO, "6.1"),
}


def house_rules(chosen: Mapping[str, Any]) -> HouseRules:
    """The typed form of options that the kernel has checked. Raises msgspec.ValidationError for others."""
    return msgspec.convert(dict(chosen), HouseRules)


def differing(rules: HouseRules) -> dict[str, bool | str]:
    """The options that differ from the default, as documents list them."""
    told: dict[str, bool | str] = msgspec.to_builtins(rules)
    return told
