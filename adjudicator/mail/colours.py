"""Colours as CSS writes them (CSS Color 4)."""

from tinycss2.color4 import parse_color  # type: ignore[import-untyped]

WHITE, BLACK = 0xFFFFFF, 0
_OF_PROGRAMS = {
    "-webkit-link": 0xEE,
    "linktext": 0xEE,
    "canvas": WHITE,
    "window": WHITE,
    "canvastext": BLACK,
    "windowtext": BLACK,
}
"""What programs call their own colours, as nearly all of them are set."""


def colour(told: str) -> tuple[int, float] | None:
    """Return a colour as a number, and how opaque it is; None if it cannot be worked out.

    >>> colour("rgba(255, 0, 0, 0.5)"), colour("#0000"), colour("var(--x)")
    ((16711680, 0.5), (0, 0.0), None)
    """
    if told in _OF_PROGRAMS:
        return _OF_PROGRAMS[told], 1.0
    read = parse_color(told)
    if read is None or read == "currentcolor":
        return None
    try:
        parts = [min(255, max(0, round(part * 255))) for part in read.to("srgb")[:3]]
    except NotImplementedError:
        return None
    return parts[0] << 16 | parts[1] << 8 | parts[2], read.alpha


def mixed(above: tuple[int, float], below: int) -> int:
    """Return the colour that is seen where one that may be transparent lies on another."""
    of, alpha = above
    parts = (round((of >> shift & 255) * alpha + (below >> shift & 255) * (1 - alpha)) << shift for shift in (0, 8, 16))
    return sum(parts)


def distance(one: int, two: int) -> int:
    """Return how far two colours differ, summed over red, green and blue of 255."""
    return sum(abs((one >> shift & 255) - (two >> shift & 255)) for shift in (0, 8, 16))
