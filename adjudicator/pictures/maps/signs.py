"""Small signs that need no letters, drawn around (0, 0)."""

from adjudicator.pictures.scene import Circle, Font, Item, Path, Rect, Style, Text
from adjudicator.pictures.shapes import polygon, star

from .palette import BASE


def anchor(colour: str, *, width: float = 2.0) -> tuple[Item, ...]:
    """Draw an anchor 18 px high."""
    line = Style(stroke=colour, width=width, round_ends=True)
    return (
        Circle(0, -7, 2.2, line),
        Path("M0 -4.6V8.4M-4.5 -1.6H4.5M-7.5 2.8C-6.6 7 -3.6 8.6 0 8.6C3.6 8.6 6.6 7 7.5 2.8", line),
    )


def ship(colour: str) -> tuple[Item, ...]:
    """Draw a ship under sail, 24 px wide."""
    fill = Style(fill=colour)
    hull = "M-12 5H12L8.5 10.5H-8.5Z"
    sails = "M-1 -12V3.4H-9.5C-6 -1.5 -4 -6 -1 -12ZM1.2 -9.5C6 -6.5 9 -2 9.8 3.4H1.2Z"
    return Path(hull, fill), Path(sails, fill)


def gold_star(x: float, y: float) -> tuple[Item, ...]:
    """Draw a gold star with a dark rim."""
    return (Path(star(x, y, 7.6, inner=0.48), Style(fill=BASE.changed, stroke=BASE.frame, width=1.2)),)


def rings(x: float, y: float) -> tuple[Item, ...]:
    """Return two linked rings on a light ground."""
    ring = Style(stroke=BASE.frame, width=1.5)
    return (
        Rect(x - 8.2, y - 5.2, 16.4, 10.4, Style(fill=BASE.paper, stroke=BASE.frame, width=0.9), 5.2),
        Circle(x - 2.4, y, 2.9, ring),
        Circle(x + 2.4, y, 2.9, ring),
    )


def blades(x: float, y: float) -> tuple[Item, ...]:
    """Return crossed blades on a yellow diamond."""
    crossed = f"M{x - 3.6} {y - 3.6}L{x + 3.6} {y + 3.6}M{x + 3.6} {y - 3.6}L{x - 3.6} {y + 3.6}"
    return _diamond(x, y, 10.5), Path(crossed, Style(stroke=BASE.text, width=2.2, round_ends=True))


def figure_diamond(x: float, y: float, text: str) -> tuple[Item, ...]:
    """Draw a short figure, such as `+1`, on a yellow diamond."""
    return _diamond(x, y, 11.5), Text(x, y + 3.6, text, 10, BASE.text, Font.BOLD, "middle")


def _diamond(x: float, y: float, radius: float) -> Item:
    return Path(polygon(x, y, radius, 4), Style(fill=BASE.caution, stroke=BASE.text, width=1.4))


def barred(x: float, y: float) -> tuple[Item, ...]:
    """Draw a barred circle."""
    return (
        Circle(x, y, 7, Style(fill=BASE.paper, stroke=BASE.alarm, width=2)),
        Path(f"M{x - 4.6} {y + 4.6}L{x + 4.6} {y - 4.6}", Style(stroke=BASE.alarm, width=2)),
    )


def cross_disc(x: float, y: float, *, used: bool = False) -> tuple[Item, ...]:
    """Draw a cross on a light disc; a used one is struck through."""
    arms = f"M{x - 4.2} {y}H{x + 4.2}M{x} {y - 4.8}V{y + 4.8}"
    disc = Circle(x, y, 8.2, Style(fill=BASE.paper, stroke=BASE.frame, width=1.1))
    cross = Path(arms, Style(stroke=BASE.text, width=2.6, round_ends=True))
    if not used:
        return disc, cross
    return disc, cross, Path(f"M{x - 6} {y + 6}L{x + 6} {y - 6}", Style(stroke=BASE.alarm, width=2))


def crack() -> tuple[Item, ...]:
    """Draw a crack through a fort."""
    d = "M5 -17L13 -8L8.5 -1L15 6L10 17"
    return Path(d, Style(stroke=BASE.changed, width=5.5)), Path(d, Style(stroke=BASE.text, width=2.4))


def pentagon() -> Item:
    """Draw a tile with five corners."""
    return Path(polygon(0, 0, 17, 5), Style(fill=BASE.tile, stroke=BASE.frame, width=2))


def strike() -> Item:
    """Draw a stroke through a tile that is exhausted."""
    return Path("M-11 8.5L11 -7.5", Style(stroke=BASE.alarm, width=2.2, round_ends=True))


def cross(x: float, y: float, colour: str) -> tuple[Item, ...]:
    """Draw a heavy cross."""
    d = f"M{x - 4.5} {y}H{x + 4.5}M{x} {y - 4.5}V{y + 4.5}"
    return (Path(d, Style(stroke=colour, width=3)),)


def arrows(x: float, y: float, colour: str) -> tuple[Item, ...]:
    """Draw an arrow turning in a circle."""
    d = f"M{x + 4.4} {y - 1.8}A4.8 4.8 0 1 0 {x + 4.7} {y + 1.4}"
    head = f"M{x + 1.2} {y - 2}L{x + 7.2} {y - 1.2}L{x + 5.6} {y - 6.6}Z"
    return Path(d, Style(stroke=colour, width=1.9)), Path(head, Style(fill=colour))


def amount(x: float, y: float, figure: int) -> tuple[Item, ...]:
    """Return an amount of money on a coin."""
    size = 11 if figure < 10 else 9.6
    return (
        Circle(x, y, 8.5, Style(fill=BASE.caution, stroke=BASE.frame, width=1)),
        Text(x, y + 0.36 * size, str(figure), size, BASE.text, Font.CONDENSED_BOLD, "middle"),
    )


def lettered(x: float, y: float, letter: str, *, dark: bool) -> tuple[Item, ...]:
    """Draw a letter on a light or a dark disc."""
    fill, text = (BASE.frame, BASE.light) if dark else (BASE.paper, BASE.text)
    disc = Circle(x, y, 8.4, Style(fill=fill, stroke=BASE.frame, width=1.4))
    return disc, Text(x, y + 3.8, letter, 10.5, text, Font.BOLD, "middle")


def plaque(x: float, y: float, width: float, text: str) -> tuple[Item, ...]:
    """Draw a short text on a small plate."""
    plate = Rect(x - width / 2, y - 7, width, 14, Style(fill=BASE.paper, stroke=BASE.frame, width=0.9), 4)
    return plate, Text(x, y + 3.8, text, 10.5, BASE.text, Font.CONDENSED_BOLD, "middle")
