"""A place for drawn images, limited by their pixels; what was not asked for longest goes first."""

from collections import OrderedDict

from PIL import Image


class Shelf:
    """Images by key, at most `pixels` of them in total (four bytes each)."""

    def __init__(self, *, pixels: int) -> None:
        self._limit = pixels
        self._held = 0
        self._images: OrderedDict[str, Image.Image] = OrderedDict()

    def get(self, key: str) -> Image.Image | None:
        """The image, or None; it must not be changed."""
        image = self._images.get(key)
        if image is not None:
            self._images.move_to_end(key)
        return image

    def put(self, key: str, image: Image.Image) -> Image.Image:
        """Keeps an image and gives it back; older ones make room."""
        self._images[key] = image
        self._held += image.width * image.height
        while self._held > self._limit and len(self._images) > 1:
            _, old = self._images.popitem(last=False)
            self._held -= old.width * old.height
        return image

    def clear(self) -> None:
        """Drops everything."""
        self._images.clear()
        self._held = 0
