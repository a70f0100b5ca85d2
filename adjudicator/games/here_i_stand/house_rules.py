"""Define the choices of a campaign: editions that differ, and readings where the text can be read in two ways."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from msgspec import Struct

from adjudicator.components.options import Ruled, options_of
from adjudicator.kernel.game import Option


class HouseRules(Struct, frozen=True, array_like=True):
    """The options of a match, their defaults first."""

    sack_counts: Annotated[Literal["total", "track"], Ruled("21.5")] = "total"
    """Of which St Peter's loses 5 when Rome is sacked: all that was ever spent, or what lies on the track."""
    display_waits_for_siege: Annotated[bool, Ruled("21.6")] = False
    """Regulars of an electorate do not come while it is besieged (2017)."""
    foreign_war_leaders: Annotated[Literal["one", "any"], Ruled("21.7")] = "one"
    """How many leaders may go to a foreign war: one (2006), or any number (the cards)."""
    foreign_war_refill: Annotated[Literal["must", "may"], Ruled("21.7")] = "must"
    """Whether new units must go to a foreign war that is below strength (2006), or may (2017)."""
    war_on_minor: Annotated[Literal["one", "printed"], Ruled("9.6")] = "one"
    """What war on a minor power costs: 1 (rulebook), or what the board prints."""
    stirling_fortress: Annotated[bool, Ruled("2.1")] = True
    """Stirling is a fortress (2017)."""


OPTIONS: Final[Mapping[str, Option]] = options_of(HouseRules)


def house_rules(options: Mapping[str, Any]) -> HouseRules:
    """Return the rules of a match from its complete options."""
    return HouseRules(**{field: options[field] for field in HouseRules.__struct_fields__})
