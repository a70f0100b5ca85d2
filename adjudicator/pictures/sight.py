"""Simulate how colours look to people who do not see all of them: what tests measure and the gallery shows.

Machado, Oliveira, Fernandes 2009, "A Physiologically-based Model for Simulation of Color Vision Deficiency", at its
full strength.
"""

from typing import Final

from PIL import Image

from adjudicator.pictures.colours import linear, palette_colours, rgb

Row = tuple[float, float, float]

SIGHTS: Final[dict[str, tuple[Row, Row, Row]]] = {
    "all colours": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "no green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "no blue": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""Kinds of sight, by what they do not see; each is a matrix over shares of red, green and blue light."""


def light(colour: str, sight: str) -> Row:
    """Return the shares of red, green and blue light (0 to 1) as which a colour is seen.

    Raises:
        KeyError: The sight is unknown.
    """
    red, green, blue = (linear(channel) for channel in rgb(colour))
    one, two, three = (min(1.0, max(0.0, a * red + b * green + c * blue)) for a, b, c in SIGHTS[sight])
    return one, two, three


def seen(picture: Image.Image, sight: str) -> Image.Image:
    """Return a picture with a palette as it is seen.

    Raises:
        KeyError: The sight is unknown.
    """
    found = picture.copy()
    found.putpalette([_channel(share) for colour in palette_colours(picture) for share in light(colour, sight)])
    return found


def _channel(share: float) -> int:
    """Return a share of the light as a channel of sRGB, 0 to 255."""
    return round(255 * (12.92 * share if share <= 0.0031308 else 1.055 * share ** (1 / 2.4) - 0.055))
