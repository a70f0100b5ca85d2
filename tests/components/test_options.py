"""House rules say their values, default and rule once."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct

from adjudicator import Option
from adjudicator.components.options import Ruled, options_of


class Rules(Struct, frozen=True):
    forts: Annotated[bool | Literal["tough"], Ruled("12.3")] = False
    debt: Annotated[bool, Ruled("6.1")] = True
    draw: Annotated[Literal["two", "off"], Ruled("5.5")] = "off"


def test_options_follow_from_the_fields() -> None:
    assert options_of(Rules) == {
        "forts": Option((False, True, "tough"), "12.3"),
        "debt": Option((True, False), "6.1"),
        "draw": Option(("off", "two"), "5.5"),
    }
