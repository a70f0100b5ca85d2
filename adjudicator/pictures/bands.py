"""Pictures that are kept: packed in bands of rows, so that a part of it is unpacked in milliseconds.

The ground of a large board has 16 million pixels: 63 MB as it lies in memory, 1.2 MB in bands.
"""

from typing import Final

from deflate import zlib_compress, zlib_decompress
from PIL import Image

_ROWS: Final = 64
_LEVEL: Final = 1  # 4 is 4 % smaller and takes half as long again

Box = tuple[int, int, int, int]
"""Left, top, right, bottom."""


class Bands:
    """A picture in RGB or RGBA, packed; it does not change."""

    def __init__(self, image: Image.Image) -> None:
        self._mode = image.mode
        self.size = self.width, self.height = image.size
        tops = range(0, self.height, _ROWS)
        rows = (image.crop((0, top, self.width, min(top + _ROWS, self.height))).tobytes() for top in tops)
        self._bands = [bytes(zlib_compress(row, _LEVEL)) for row in rows]

    @property
    def weight(self) -> int:
        """Bytes it takes."""
        return sum(map(len, self._bands))

    def whole(self) -> Image.Image:
        """Return the picture, which the caller may change."""
        if len(self._bands) > 1:
            return self.crop((0, 0, *self.size))
        data = zlib_decompress(self._bands[0], len(self._mode) * self.width * self.height)
        return Image.frombytes(self._mode, self.size, bytes(data))

    def crop(self, box: Box) -> Image.Image:
        """Return a part of the picture, which the caller may change; black or empty beyond its edges."""
        left, top, right, bottom = box
        part = Image.new(self._mode, (right - left, bottom - top))
        for start in range(max(0, top // _ROWS * _ROWS), min(bottom, self.height), _ROWS):
            size = self.width, min(_ROWS, self.height - start)
            data = zlib_decompress(self._bands[start // _ROWS], len(self._mode) * size[0] * size[1])
            part.paste(Image.frombytes(self._mode, size, bytes(data)), (-left, start - top))
        return part
