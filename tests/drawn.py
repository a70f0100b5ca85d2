"""Pictures in tests: one point in the place of each, except where a test asks for pictures.

Drawing takes a quarter of the time of the tests that write mails, and nobody looks at what they draw. The point carries
a digest of what would be drawn, so that mails with other pictures are other mails. Where a test asks for pictures, what
one test or installation has drawn the others need not draw.
"""

from __future__ import annotations

import base64
import hashlib
import struct
import sys
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from adjudicator.pictures import cache_dir, cutting, raster
from adjudicator.pictures.scene import Scene
from adjudicator.service.service import PICTURES
from tests.once_a_run import folder_of_the_run

MARKER = "drawn"
"""Of the tests that ask for pictures."""
FOLDERS = ("pictures", "live", "faults", "architecture")
"""Of tests of pictures, and of those whose processes draw."""
POINT = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABAQAAAAA3bvkkAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==")
_BEGIN = 33
"""Bytes of a PNG before its first chunk behind the header."""
_DRAWING = {"to_png": raster.to_png, "to_cut_png": cutting.to_cut_png}


def _point(drawing: Scene | Sequence[cutting.Cut], *size: object, **more: object) -> bytes:
    """One point with a digest of what would be drawn, as a text of the PNG."""
    cuts = [(drawing, None)] if isinstance(drawing, Scene) else [(each.scene, each.box) for each in drawing]
    told = [(scene.width, scene.height, scene.ground.key, scene.pieces, box) for scene, box in cuts]
    digest = hashlib.blake2b(repr((told, size, sorted(more.items()))).encode(), digest_size=16).hexdigest()
    text = b"tEXtdrawn\0" + digest.encode()
    chunk = struct.pack(">I", len(text) - 4) + text + struct.pack(">I", zlib.crc32(text))
    return POINT[:_BEGIN] + chunk + POINT[_BEGIN:]


def draws(item: pytest.Item) -> bool:
    """Whether a test asks for pictures: by its marker, or because it looks at pages in a browser."""
    looks = "browser" in getattr(item, "fixturenames", ())
    return looks or item.path.parent.name in FOLDERS or item.get_closest_marker(MARKER) is not None


def draw(really: bool) -> None:
    """From now on draw pictures, or put one point in the place of each."""
    if really == (raster.to_png is _DRAWING["to_png"]):
        return
    ours = [module for name, module in list(sys.modules.items()) if name.startswith("adjudicator.")]
    for name, drawing in _DRAWING.items():
        for module in ours:
            if name in vars(module):
                setattr(module, name, drawing if really else _point)


class _Common:
    """One folder that a process knows of."""

    def __init__(self) -> None:
        self.folder: Path | None = None


_common = _Common()


@contextmanager
def in_common(made: pytest.TempPathFactory) -> Iterator[None]:
    """While this lasts, what is drawn is shared with the other processes of the run."""
    _common.folder = folder_of_the_run(made, "drawn")
    keep_there()
    yield
    _common.folder = None


def keep_there() -> None:
    """Keep in common what is drawn without an installation, whichever folder an earlier one has named."""
    cache_dir.keep_grounds_in(_common.folder)


@contextmanager
def anew() -> Iterator[None]:
    """While this lasts, nothing is known of what was drawn before, and nothing is kept in files."""
    before = cache_dir.folder()
    cache_dir.keep_grounds_in(None)
    raster.forget()
    yield
    cache_dir.keep_grounds_in(before)


def share(data_directory: Path) -> None:
    """An installation in this directory draws only what no other has drawn."""
    place = data_directory / PICTURES
    if _common.folder is not None and not place.exists():
        place.symlink_to(_common.folder)
