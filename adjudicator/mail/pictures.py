"""Pictures that are attached to a letter, drawn again: their pixels go on, nothing else of the files does."""

import io
from collections.abc import Sequence

from PIL import Image, ImageOps

from adjudicator.mail.mime import Part
from adjudicator.mail.model import MOST_PICTURES, PictureFile

KINDS = ("image/png", "image/jpeg", "image/jpg", "image/pjpeg")
_FORMATS = ("PNG", "JPEG")
_MOST_BYTES, _MOST_PIXELS = 10_000_000, 24_000_000
_LARGEST = 300_000
"""Bytes of a picture that goes on."""
_SIDES = (1000, 800, 600, 400)
"""Pixels of its longer side, so many that it is not larger."""


def redrawn(leaves: Sequence[Part]) -> tuple[PictureFile, ...]:
    """Return the pictures that are attached as files; those that do not go on are empty.

    What stands within the text stays away: it is often the sign of a company, which betrays who wrote.
    """
    found = [part for part in leaves if part.attached and part.kind in KINDS]
    return tuple(
        PictureFile(part.name or part.kind, _redrawn(part.data) if at < MOST_PICTURES else b"")
        for at, part in enumerate(found)
    )


def _redrawn(data: bytes) -> bytes:
    """Return the pixels of a picture as a PNG of few colours; empty if it is too large, or none."""
    if len(data) > _MOST_BYTES:
        return b""
    try:
        with Image.open(io.BytesIO(data), formats=_FORMATS) as opened:
            if opened.width * opened.height > _MOST_PIXELS:
                return b""
            opened.draft("RGB", (_SIDES[0], _SIDES[0]))
            turned = ImageOps.exif_transpose(opened).convert("RGBA")
        return next((png for side in _SIDES if len(png := _of_side(turned, side)) <= _LARGEST), b"")
    except Exception:  # whatever a file of somebody else does to the decoder
        return b""


def _of_side(picture: Image.Image, side: int) -> bytes:
    smaller = picture.copy()
    smaller.thumbnail((side, side))
    plain = Image.new("RGB", smaller.size, "white")
    plain.paste(smaller, mask=smaller)
    written = io.BytesIO()
    pixels = plain.quantize(256)
    bare = Image.frombytes("P", pixels.size, pixels.tobytes())
    bare.putpalette(pixels.getpalette() or ())
    bare.save(written, "PNG", optimize=True)
    return written.getvalue()
