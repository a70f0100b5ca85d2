"""Pictures of few colours as PNG, packed by libdeflate: a third of the time of zlib, and 2 % fewer bytes."""

import struct
from itertools import chain
from zlib import crc32

from deflate import zlib_compress
from PIL import Image

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_LEVEL = 8  # 9 takes a third as long again for 1 % fewer bytes, 6 a third of the time for 4 % more
_DEPTHS = ((2, "P;1", 1), (4, "P;2", 2), (16, "P;4", 4), (256, "P", 8))
"""The number of colours, how Pillow packs them, and the bits of a pixel."""
_INDEXED = 3


def png(picture: Image.Image) -> bytes:
    """Return a picture in mode P as a PNG (third edition), with the palette that Pillow gives, at most 256 colours.

    Rows are not filtered: flat colours by number would only become longer.
    """
    palette = bytes(picture.getpalette() or ())
    packed, depth = next((name, bits) for room, name, bits in _DEPTHS if len(palette) <= 3 * room)
    pixels = picture.tobytes("raw", packed)
    wide = (picture.width * depth + 7) // 8
    rows = b"".join(chain.from_iterable((b"\0", pixels[at : at + wide]) for at in range(0, len(pixels), wide)))
    head = struct.pack(">IIBBBBB", picture.width, picture.height, depth, _INDEXED, 0, 0, 0)
    parts = ((b"IHDR", head), (b"PLTE", palette), (b"IDAT", bytes(zlib_compress(rows, _LEVEL))), (b"IEND", b""))
    return _SIGNATURE + b"".join(_chunk(name, data) for name, data in parts)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", crc32(name + data))
