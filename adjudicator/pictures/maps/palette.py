"""The colours of the house: muted, like an old map, the same for all boards; a game brings those of its sides.

Text has a contrast of at least 4.5 to its ground, lines and rims at least 3 (WCAG). Few colours, and the same one again
where the eye sees no difference: each further one is a shade more on the edges of all letters and coasts, and makes
every picture larger (46 of them: 249 kB, 35: 224 kB).
"""

from collections.abc import Iterable

import msgspec

from adjudicator.pictures.colours import apart, lightness, mixed

_APART = 10.0  # distance in RGB that the eye sees on flat areas; nearer colours only make a picture larger
TINT = 0.42
"""Share of a side's colour in its pale form."""


class Base(msgspec.Struct, frozen=True):
    """Colours of the maps and of the table around them."""

    sea: str = "#c9d9dc"
    sea_deep: str = "#b4c9cf"
    land: str = "#efe4c8"
    coast: str = "#6b5b45"
    river: str = "#9fb8c0"
    frame: str = "#4a3b28"
    paper: str = "#f6efdd"
    board: str = "#d9cdb0"
    text: str = "#2b2118"
    light: str = "#fbf5e6"
    """Letters on dark colours."""
    text_water: str = "#3a5b67"
    text_area: str = "#6b3f1d"
    alarm: str = "#8c2f1b"
    """Strokes through what is spent or cut off, and lines of danger."""
    tile: str = "#dcd39a"
    tile_line: str = "#5d5a1f"
    changed: str = "#f2b01e"
    caution: str = "#f4c430"
    shade: str = "#b9a98a"


BASE = Base()


class SideColours(msgspec.Struct, frozen=True):
    """Colours of a side: its markers, the text on them, and a pale form for panels and lands.

    `ringed` markers have a second, inner rim: sides differ by shape too, even where a letter is too small to read.
    `dotted` lands have dots, since their colour differs from another one by its light alone. `tone`: the colour of
    mails (`Party`) that is nearest to the fill.
    """

    fill: str
    text: str
    tint: str
    ringed: bool = False
    dotted: bool = False
    tone: int = 0


def side(fill: str, *, ringed: bool = False) -> SideColours:
    """Return a side by the colour of its markers alone."""
    text = BASE.text if lightness(fill) > 0.5 else BASE.light
    return SideColours(fill, text, mixed(BASE.land, fill, TINT), ringed)


UNOWNED = SideColours(BASE.light, BASE.text, BASE.land)
"""What belongs to nobody."""


class Crest(msgspec.Struct, frozen=True):
    """The signs that a side is known by: its letter in the reader's language, and its colours."""

    letter: str
    colours: SideColours


def flat_colours(
    sides: Iterable[SideColours], further: Iterable[str] = (), *, last: Iterable[str] = ()
) -> tuple[str, ...]:
    """Return the flat colours of a board; one that is near to an earlier one is dropped.

    The edges of letters and rims make do with them.
    """
    base = [getattr(BASE, name) for name in BASE.__struct_fields__]
    return apart((*(colour for each in sides for colour in (each.fill, each.tint)), *further, *base, *last), _APART)
