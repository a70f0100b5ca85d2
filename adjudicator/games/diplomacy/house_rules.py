"""Define the choices of a campaign."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from msgspec import Struct

from adjudicator.components.options import Ruled, options_of
from adjudicator.kernel.game import Option


class HouseRules(Struct, frozen=True, array_like=True):
    """The options of a match, their defaults first."""

    last_year: Annotated[Literal[1920, 1907, 1910, 1914, 1930], Ruled("6.3")] = 1920
    """The match is a draw behind the autumn of this year if nobody has won."""
    paradox: Annotated[Literal["szykman", "all_hold"], Ruled("3.5")] = "szykman"
    """What fails where whether a convoy goes on would hang on itself: the convoy, or all moves of the circle."""
    show_retreats: Annotated[bool, Ruled("4.1")] = True
    """Reports say where dislodged units may retreat."""
    build_anywhere: Annotated[bool, Ruled("5.2")] = False
    """Powers build in all of their empty centres, not at home alone."""


PLAIN: Final = HouseRules()
OPTIONS: Final[Mapping[str, Option]] = options_of(HouseRules)


def house_rules(options: Mapping[str, Any]) -> HouseRules:
    """Return the rules of a match from its complete options."""
    return HouseRules(**{field: options[field] for field in HouseRules.__struct_fields__})
