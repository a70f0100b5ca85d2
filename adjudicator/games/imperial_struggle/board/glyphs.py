"""Small signs that need no letters, drawn around (0, 0)."""

from adjudicator.pictures import Circle, Font, Item, Path, Rect, Style, Text
from adjudicator.pictures.shapes import polygon, star

from .atlas import palette


def anchor(colour: str, *, width: float = 2.0) -> tuple[Item, ...]:
    """An anchor 18 px high: an empty naval space."""
    line = Style(stroke=colour, width=width, round_ends=True)
    return (
        Circle(0, -7, 2.2, line),
        Path("M0 -4.6V8.4M-4.5 -1.6H4.5M-7.5 2.8C-6.6 7 -3.6 8.6 0 8.6C3.6 8.6 6.6 7 7.5 2.8", line),
    )


def ship(colour: str) -> tuple[Item, ...]:
    """A ship under sail, 24 px wide: a squadron."""
    fill = Style(fill=colour)
    hull = "M-12 5H12L8.5 10.5H-8.5Z"
    sails = "M-1 -12V3.4H-9.5C-6 -1.5 -4 -6 -1 -12ZM1.2 -9.5C6 -6.5 9 -2 9.8 3.4H1.2Z"
    return Path(hull, fill), Path(sails, fill)


def prestige(x: float, y: float) -> tuple[Item, ...]:
    """A gold star with a dark rim."""
    base = palette().base
    return (Path(star(x, y, 7.6, inner=0.48), Style(fill=base.changed, stroke=base.frame, width=1.2)),)


def alliance(x: float, y: float) -> tuple[Item, ...]:
    """Two linked rings on a light ground."""
    base = palette().base
    ring = Style(stroke=base.frame, width=1.5)
    return (
        Rect(x - 8.2, y - 5.2, 16.4, 10.4, Style(fill=base.paper, stroke=base.frame, width=0.9), 5.2),
        Circle(x - 2.4, y, 2.9, ring),
        Circle(x + 2.4, y, 2.9, ring),
    )


def conflict(x: float, y: float, *, plus_one: bool = False) -> tuple[Item, ...]:
    """Crossed blades, or `+1` for that marker (3.8), on a yellow diamond."""
    base = palette().base
    blades = f"M{x - 3.6} {y - 3.6}L{x + 3.6} {y + 3.6}M{x + 3.6} {y - 3.6}L{x - 3.6} {y + 3.6}"
    if plus_one:
        diamond = Path(polygon(x, y, 11.5, 4), Style(fill=base.conflict, stroke=base.text, width=1.4))
        return diamond, Text(x, y + 3.6, "+1", 10, base.text, Font.BOLD, "middle")
    return (
        Path(polygon(x, y, 10.5, 4), Style(fill=base.conflict, stroke=base.text, width=1.4)),
        Path(blades, Style(stroke=base.text, width=2.2, round_ends=True)),
    )


def isolated(x: float, y: float) -> tuple[Item, ...]:
    """A barred circle."""
    base = palette().base
    return (
        Circle(x, y, 7, Style(fill=base.paper, stroke=base.conquest, width=2)),
        Path(f"M{x - 4.6} {y + 4.6}L{x + 4.6} {y - 4.6}", Style(stroke=base.conquest, width=2)),
    )


def huguenots(x: float, y: float, *, used: bool = False) -> tuple[Item, ...]:
    """A cross on a light disc (M-9); a used marker is struck through."""
    base = palette().base
    arms = f"M{x - 4.2} {y}H{x + 4.2}M{x} {y - 4.8}V{y + 4.8}"
    disc = Circle(x, y, 8.2, Style(fill=base.paper, stroke=base.frame, width=1.1))
    cross_ = Path(arms, Style(stroke=base.text, width=2.6, round_ends=True))
    if not used:
        return disc, cross_
    return disc, cross_, Path(f"M{x - 6} {y + 6}L{x + 6} {y - 6}", Style(stroke=base.conquest, width=2))


def crack() -> tuple[Item, ...]:
    """A crack through a fort."""
    base = palette().base
    d = "M5 -17L13 -8L8.5 -1L15 6L10 17"
    return Path(d, Style(stroke=base.changed, width=5.5)), Path(d, Style(stroke=base.text, width=2.4))


def pentagon() -> Item:
    """An advantage tile (8.0)."""
    base = palette().base
    return Path(polygon(0, 0, 17, 5), Style(fill=base.advantage, stroke=base.frame, width=2))


def strike() -> Item:
    """A stroke through an exhausted advantage (8.2)."""
    return Path("M-11 8.5L11 -7.5", Style(stroke=palette().base.conquest, width=2.2, round_ends=True))


def cross(x: float, y: float, colour: str) -> tuple[Item, ...]:
    """A heavy cross: an event may be played (5.2)."""
    d = f"M{x - 4.5} {y}H{x + 4.5}M{x} {y - 4.5}V{y + 4.5}"
    return (Path(d, Style(stroke=colour, width=3)),)


def arrows(x: float, y: float, colour: str) -> tuple[Item, ...]:
    """An arrow turning in a circle: military upgrade (5.3.3)."""
    d = f"M{x + 4.4} {y - 1.8}A4.8 4.8 0 1 0 {x + 4.7} {y + 1.4}"
    head = f"M{x + 1.2} {y - 2}L{x + 7.2} {y - 1.2}L{x + 5.6} {y - 6.6}Z"
    return Path(d, Style(stroke=colour, width=1.9)), Path(head, Style(fill=colour))
