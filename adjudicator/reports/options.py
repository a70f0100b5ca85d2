"""How a list of options is laid out, for both renderings."""

from collections.abc import Sequence

from adjudicator.reports.columns import width
from adjudicator.reports.model import Option, OptionGroup

MANY = 6
"""Up to so many options stand one below the other: easier to read, aloud and on a phone."""


def compact(options: Sequence[Option], room: int) -> int:
    """How many options go on a line of `room` columns: 1 to 3, 1 as soon as any of them has a remark."""
    if len(options) <= MANY or any(option.note or option.rule for option in options):
        return 1
    longest = max(width(f"{option.code} {option.words} {option.cost}") for option in options)
    return max(1, min(3, room // (longest + 3)))


def cost_heading(group: OptionGroup) -> str:
    """`Europe (diplomatic points)`: the heading with what the figures behind the options are."""
    if group.heading and group.cost_title:
        return f"{group.heading} ({group.cost_title})"
    return group.heading or group.cost_title
