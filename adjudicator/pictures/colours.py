"""Fewer colours without wrong colours."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import ceil, dist

from PIL import Image

_FORGIVEN = 20.0
"""A distance in RGB: the edges of letters and coasts differ more within one picture."""

_SEEN = 30
"""Pixels in one colour that are more than the rim of a letter."""
_MUCH = 1 / 300
"""The share of a picture from which on a colour is a land or a sea, and no rim."""
_SHADES = 8
"""The number of shades kept where flat colours are few: for the edges of letters and coasts. Twice as many weigh 6 %
more, and nobody sees them."""


@lru_cache(maxsize=4096)
def rgb(colour: str) -> tuple[int, int, int]:
    """Return the three numbers, 0 to 255, of a colour `#rrggbb`."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def lightness(colour: str) -> float:
    """Return how light a colour looks, 0 to 1 (weights of Rec. 601)."""
    red, green, blue = rgb(colour)
    return (0.299 * red + 0.587 * green + 0.114 * blue) / 255


def contrast(one: str, two: str) -> float:
    """Return how well one colour can be read on another, 1 to 21 (WCAG 2.2)."""
    low, high = sorted((_luminance(one), _luminance(two)))
    return (high + 0.05) / (low + 0.05)


def readable(colour: str, paper: str, least: float) -> str:
    """Return a colour, or the least darkened form of it that has this contrast to a paper."""
    shades = (mixed(colour, "#000000", share / 20) for share in range(20))
    return next((shade for shade in shades if contrast(shade, paper) >= least), "#000000")


def _luminance(colour: str) -> float:
    red, green, blue = (linear(channel) for channel in rgb(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def linear(channel: int) -> float:
    """Return a channel of sRGB, 0 to 255, as a share of the light."""
    share = channel / 255
    return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)


def mixed(first: str, second: str, share: float) -> str:
    """Return the colour `share` (0 to 1) of the way from the first to the second."""
    pairs = zip(rgb(first), rgb(second), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def apart(colours: Iterable[str], least: float) -> tuple[str, ...]:
    """Return the colours without those that come nearer than `least` (a distance in RGB) to one before them."""
    kept: list[str] = []
    for colour in colours:
        if all(dist(rgb(colour), rgb(other)) >= least for other in kept):
            kept.append(colour)
    return tuple(kept)


def lost(colours: Iterable[str], palette: Iterable[str]) -> list[str]:
    """Return the colours that a palette would turn into others.

    Nothing in it is as near as the eye forgives on a sign.
    """
    there, found = [rgb(colour) for colour in palette], []
    for colour in colours:
        if all(dist(rgb(colour), other) >= _FORGIVEN for other in there):
            there.append(rgb(colour))
            found.append(colour)
    return found


def palette_colours(palette: Image.Image) -> list[str]:
    """Return the colours of a palette."""
    flat = palette.getpalette() or []
    return ["#" + bytes(flat[i : i + 3]).hex() for i in range(0, len(flat), 3)]


def fixed_palette(ground: Image.Image, keep: Sequence[str], colours: int) -> Image.Image:
    """Return a palette for all pictures on one ground: the colours of `keep`, and the ground's own up to `colours`.

    Fixed, so that a marker has the same colour in every picture.

    Raises:
        ValueError: `keep` alone is too many.
    """
    exact = list(dict.fromkeys(rgb(colour) for colour in keep))
    room = colours - len(exact)
    if room < 0:
        raise ValueError(f"{len(exact)} colours to keep do not fit into a palette of {colours}")
    # The octree keeps rare colours, where the default (median cut) would turn them grey.
    found = ground.quantize(max(room, 2), method=Image.Quantize.FASTOCTREE).getpalette() or []
    palette = Image.new("P", (1, 1))
    palette.putpalette([*(part for colour in exact for part in colour), *found][: 3 * colours])
    return palette


def longer(palette: Image.Image, colours: Iterable[str]) -> Image.Image:
    """Return a palette with further colours after its own.

    Raises:
        ValueError: These are more than a PNG can hold.
    """
    flat = [*(palette.getpalette() or []), *(part for colour in colours for part in rgb(colour))]
    if len(flat) > 3 * 256:
        raise ValueError(f"a palette of {len(flat) // 3} colours; a PNG holds 256")
    more = Image.new("P", (1, 1))
    more.putpalette(flat)
    return more


def few(image: Image.Image, flat: Iterable[str], colours: int) -> Image.Image:
    """Return an image in at most `colours` colours.

    Those that cover much of it and what is seen of `flat` are kept exactly. The rest are the image's own. What covers
    much may not be the fill of a piece: a land shines through its owner's colour.
    """
    told = {rgb(colour) for colour in flat}
    quarter = image.resize((ceil(image.width / 2), ceil(image.height / 2)), Image.Resampling.NEAREST)
    pixels = quarter.width * quarter.height
    much = max(_SEEN / 4, pixels * _MUCH)
    found = [(count, pixel) for count, pixel in quarter.getcolors(pixels) or () if isinstance(pixel, tuple)]
    seen = sorted((count, pixel) for count, pixel in found if count >= (_SEEN / 4 if pixel in told else much))
    kept = ["#" + bytes(pixel).hex() for _, pixel in reversed(seen)][: colours - _SHADES]
    own = palette_colours(quarter.quantize(_SHADES, method=Image.Quantize.FASTOCTREE))
    palette = Image.new("P", (1, 1))
    # What is too near to a kept colour would be taken for it in places.
    chosen = (*kept, *lost(own, kept))
    palette.putpalette([part for colour in chosen for part in rgb(colour)])
    return reduced(image, palette)


def reduced(image: Image.Image, palette: Image.Image) -> Image.Image:
    """Return every pixel in the nearest colour of the palette, without dithering: flat areas stay flat and compress."""
    return image.quantize(palette=palette, dither=Image.Dither.NONE)
