"""Shelves on which options stand, and how the options of one become few links."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import Struct

from adjudicator.reports.model import Option, OptionGroup
from adjudicator.reports.wording.speech import Speech


class Shelf(Struct, frozen=True):
    """A group of options: sorts before others by `order`; its heading, that of its costs, what all of them do.

    What is declared are messages; a function makes the shelf in the words of the language.
    """

    order: tuple[int, ...] = ()
    heading: str = ""
    cost_title: str = ""
    note: str = ""

    def said(self, to: Speech) -> Shelf:
        """Return a declared shelf in the words of a language."""
        return Shelf(self.order, to.gettext(self.heading), to.gettext(self.cost_title), to.gettext(self.note))


NO_SHELF: Final = Shelf()
LAST_SHELF: Final = Shelf((1_000,))


def grouped(shelf: Shelf, options: tuple[Option, ...]) -> OptionGroup:
    """Return a shelf with its options; there is no heading for costs if nothing costs anything."""
    costs = shelf.cost_title if any(option.cost for option in options) else ""
    return OptionGroup(options=options, heading=shelf.heading, cost_title=costs, note=shelf.note)


class Link(Struct, frozen=True):
    """An option of a brief mail, by how much it turns; `first`: what the first of its two things is called."""

    option: Option
    turned: int
    first: str


def folded(links: Sequence[Link]) -> tuple[Option, ...]:
    """Return the options of a shelf; those that share the first of two things are one option.

    It lists the second things: `K41 Cuba Pass. → A34 +1 A76`.
    """
    kept: dict[str, list[Link]] = {}
    for link in links:
        first, _, second = link.option.code.partition(" ")
        kept.setdefault(first if link.first and second else link.option.code, []).append(link)
    return tuple(_together(code, found) for code, found in kept.items())


def _together(code: str, links: Sequence[Link]) -> Option:
    best = links[0]
    if not best.first:
        return best.option
    if len(links) == 1:
        return msgspec.structs.replace(best.option, chip=f"{best.first} → {best.option.chip}")
    seconds = (f"{link.option.code.partition(' ')[2]} {link.option.figure}".strip() for link in links)
    onward = " ".join(seconds)
    return msgspec.structs.replace(best.option, code=code, words="", chip=best.first, then=(onward,), onward=onward)
