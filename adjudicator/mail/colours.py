"""Colours as CSS writes them (CSS Color 3)."""

import re
from colorsys import hls_to_rgb

WHITE, BLACK = 0xFFFFFF, 0
_NAMES = (
    "-webkit-link ee, aliceblue f0f8ff, antiquewhite faebd7, aqua ffff, aquamarine 7fffd4, azure f0ffff, beige f5f5dc, "
    "bisque ffe4c4, black 0, blanchedalmond ffebcd, blue ff, blueviolet 8a2be2, brown a52a2a, burlywood deb887, "
    "cadetblue 5f9ea0, canvas ffffff, canvastext 0, chartreuse 7fff00, chocolate d2691e, coral ff7f50, "
    "cornflowerblue 6495ed, cornsilk fff8dc, crimson dc143c, cyan ffff, darkblue 8b, darkcyan 8b8b, "
    "darkgoldenrod b8860b, darkgray a9a9a9, darkgreen 6400, darkgrey a9a9a9, darkkhaki bdb76b, darkmagenta 8b008b, "
    "darkolivegreen 556b2f, darkorange ff8c00, darkorchid 9932cc, darkred 8b0000, darksalmon e9967a, "
    "darkseagreen 8fbc8f, darkslateblue 483d8b, darkslategray 2f4f4f, darkslategrey 2f4f4f, darkturquoise ced1, "
    "darkviolet 9400d3, deeppink ff1493, deepskyblue bfff, dimgray 696969, dimgrey 696969, dodgerblue 1e90ff, "
    "firebrick b22222, floralwhite fffaf0, forestgreen 228b22, fuchsia ff00ff, gainsboro dcdcdc, ghostwhite f8f8ff, "
    "gold ffd700, goldenrod daa520, gray 808080, green 8000, greenyellow adff2f, grey 808080, honeydew f0fff0, "
    "hotpink ff69b4, indianred cd5c5c, indigo 4b0082, ivory fffff0, khaki f0e68c, lavender e6e6fa, "
    "lavenderblush fff0f5, lawngreen 7cfc00, lemonchiffon fffacd, lightblue add8e6, lightcoral f08080, "
    "lightcyan e0ffff, lightgoldenrodyellow fafad2, lightgray d3d3d3, lightgreen 90ee90, lightgrey d3d3d3, "
    "lightpink ffb6c1, lightsalmon ffa07a, lightseagreen 20b2aa, lightskyblue 87cefa, lightslategray 778899, "
    "lightslategrey 778899, lightsteelblue b0c4de, lightyellow ffffe0, lime ff00, limegreen 32cd32, linen faf0e6, "
    "linktext ee, magenta ff00ff, maroon 800000, mediumaquamarine 66cdaa, mediumblue cd, mediumorchid ba55d3, "
    "mediumpurple 9370db, mediumseagreen 3cb371, mediumslateblue 7b68ee, mediumspringgreen fa9a, "
    "mediumturquoise 48d1cc, mediumvioletred c71585, midnightblue 191970, mintcream f5fffa, mistyrose ffe4e1, "
    "moccasin ffe4b5, navajowhite ffdead, navy 80, oldlace fdf5e6, olive 808000, olivedrab 6b8e23, orange ffa500, "
    "orangered ff4500, orchid da70d6, palegoldenrod eee8aa, palegreen 98fb98, paleturquoise afeeee, "
    "palevioletred db7093, papayawhip ffefd5, peachpuff ffdab9, peru cd853f, pink ffc0cb, plum dda0dd, "
    "powderblue b0e0e6, purple 800080, rebeccapurple 663399, red ff0000, rosybrown bc8f8f, royalblue 4169e1, "
    "saddlebrown 8b4513, salmon fa8072, sandybrown f4a460, seagreen 2e8b57, seashell fff5ee, sienna a0522d, "
    "silver c0c0c0, skyblue 87ceeb, slateblue 6a5acd, slategray 708090, slategrey 708090, snow fffafa, "
    "springgreen ff7f, steelblue 4682b4, tan d2b48c, teal 8080, thistle d8bfd8, tomato ff6347, turquoise 40e0d0, "
    "violet ee82ee, wheat f5deb3, white ffffff, whitesmoke f5f5f5, window ffffff, windowtext 0, yellow ffff00, "
    "yellowgreen 9acd32"
)
_COLOURS = {name: int(value, 16) for name, value in (each.split() for each in _NAMES.split(", "))}
_HEX = re.compile(r"#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})")
_FUNCTION = re.compile(r"(rgb|hsl)a?\(\s*([\d.]+(?:%|deg)?(?:[\s,/]+[\d.]+%?){2,3})\s*\)")
_FIGURE = re.compile(r"([\d.]+)(%?)")


def colour(told: str) -> tuple[int, float] | None:
    """Return a colour as a number, and how opaque it is; None if it cannot be worked out.

    >>> colour("rgba(255, 0, 0, 0.5)"), colour("#0000"), colour("var(--x)")
    ((16711680, 0.5), (0, 0.0), None)
    """
    if told == "transparent":
        return BLACK, 0.0
    if told in _COLOURS:
        return _COLOURS[told], 1.0
    if _HEX.fullmatch(told):
        digits = told[1:] if len(told) > 5 else "".join(sign * 2 for sign in told[1:])
        return int(digits[:6], 16), int(digits[6:] or "ff", 16) / 255
    read = _FUNCTION.fullmatch(told)
    if read is None or any(figure.count(".") > 1 or figure == "." for figure, _ in _FIGURE.findall(read[2])):
        return None
    figures = [(float(figure), percent) for figure, percent in _FIGURE.findall(read[2])]
    alpha = figures[3][0] / (100 if figures[3][1] else 1) if len(figures) > 3 else 1.0
    if read[1] == "hsl":
        hue, saturation, light = (figure for figure, _ in figures[:3])
        parts = [part * 255 for part in hls_to_rgb(hue % 360 / 360, min(light, 100) / 100, min(saturation, 100) / 100)]
    else:
        parts = [figure * (2.55 if percent else 1) for figure, percent in figures[:3]]
    red, green, blue = (min(255, round(part)) for part in parts)
    return red << 16 | green << 8 | blue, min(1.0, alpha)


def mixed(above: tuple[int, float], below: int) -> int:
    """Return the colour that is seen where one that may be transparent lies on another."""
    of, alpha = above
    parts = (round((of >> shift & 255) * alpha + (below >> shift & 255) * (1 - alpha)) << shift for shift in (0, 8, 16))
    return sum(parts)


def distance(one: int, two: int) -> int:
    """Return how far two colours differ, summed over red, green and blue of 255."""
    return sum(abs((one >> shift & 255) - (two >> shift & 255)) for shift in (0, 8, 16))
