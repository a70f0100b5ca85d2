"""Lay out a list of options, for both renderings."""

import re
from collections.abc import Sequence
from enum import StrEnum

from adjudicator.reports.layout.columns import width
from adjudicator.reports.model import Option, OptionGroup

MANY = 6
"""The most options that stand one below the other: easier to read, aloud and on a phone."""


def compact(options: Sequence[Option], room: int) -> int:
    """Return how many options go on a line of `room` columns: 1 to 3, 1 as soon as any of them has a remark."""
    if len(options) <= MANY or any(option.note or option.rule for option in options):
        return 1
    longest = max(width(f"{option.code} {option.words} {option.cost}") for option in options)
    return max(1, min(3, room // (longest + 3)))


_PAIR_ROOM = 62
"""Columns that two options side by side may take: on the narrowest phone each takes two lines at most."""


def across(options: Sequence[Option]) -> int:
    """Return how many options of a list stand side by side on a page: 1 or 2."""
    return min(2, compact(options, _PAIR_ROOM))


def cost_heading(group: OptionGroup) -> str:
    """Return the heading with the meaning of the options' figures.

    For example `Europe (diplomatic points)`.
    """
    if group.heading and group.cost_title:
        return f"{group.heading} ({group.cost_title})"
    return group.heading or group.cost_title


class LinkStyle(StrEnum):
    """How the links of a group look: four in a row of a phone, two, or one; the values are classes of the sheet."""

    CHIP = "chip"
    HALF = "half"
    ROW = "row"


_ROOM = {LinkStyle.CHIP: 11, LinkStyle.HALF: 66}
"""Columns of words that a link of the style has room for, in three lines where it is a half."""


def link_style(group: OptionGroup) -> LinkStyle:
    """Return the narrowest style that has room for all of a group."""
    longest = max((width(below(option)) for option in group.options), default=0)
    codes = max((width(typed_text(option)) for option in group.options), default=0)
    fits = (each for each, room in _ROOM.items() if longest <= room and (codes <= 5 or each is not LinkStyle.CHIP))
    return next(fits, LinkStyle.ROW)


def tappable(options: Sequence[Option]) -> bool:
    """Return whether each of them is an answer by itself, so that a tap can send it."""
    return bool(options) and all(map(typed_text, options))


def typed_text(option: Option) -> str:
    """Return what is typed for it."""
    return option.short or option.code


def label(option: Option) -> str:
    """Return what is shown below the code on a link.

    The short name, else the words with what they cost, else what follows; short names that are typed for it are not
    repeated.
    """
    if option.chip:
        return option.chip
    words = " ".join(part for part in (option.words, option.cost, option.note and f"({option.note})") if part)
    for name in {each for each in typed_text(option).split() if each[0].isalpha() and any(map(str.isdigit, each))}:
        words = re.sub(rf"(?<=\w) {re.escape(name)}\b", "", words)
    return words or option.onward


def below(option: Option) -> str:
    """Return what stands below what is typed on a link: its label, and the names that may follow."""
    said = label(option)
    return said if option.chip or said == option.onward else f"{said} {option.onward}".strip()


def alone(option: Option) -> bool:
    """Return whether an option is typed by a short name, not by a code."""
    return not typed_text(option)[:1].isdigit()


def leaves_open(option: Option, said: str) -> bool:
    """Return whether something may follow an option that is not in what is `said` of it."""
    known = {option.onward, *option.onward.split(" · ")} if option.onward in said else set()
    return bool(option.onward) and not {*option.then} <= known


def gains(option: Option) -> bool:
    """Return whether it turns something for who does it."""
    return option.figure.startswith("+")


def pointing(option: Option) -> str:
    """Return what its link shows: what is typed, with an arrow if a second name follows."""
    return f"{typed_text(option)} →" if option.onward else typed_text(option)


def named(option: Option, *, short: bool = False) -> str:
    """Return an option in a line: what is typed, its name, what it changes.

    `short`: without its name, and words that begin an order without what follows them.
    """
    said = label(option)
    if short and option.onward and said != option.onward:
        return f"{pointing(option)} {option.onward}"
    if short:
        return " ".join(filter(None, (pointing(option), option.figure)))
    if said == option.onward:
        return f"{pointing(option)} {said}"
    behind = f"→ {option.onward}" if option.onward else option.figure
    return " ".join(filter(None, (typed_text(option), said, behind)))


def spoken(option: Option) -> str:
    """Return what a screen reader is told in addition, where the link is short: the words, and what they cost."""
    return " ".join(part for part in (option.words, option.cost) if part) if option.chip else ""
