"""The gallery in the documentation is whole and small."""

import re
from pathlib import Path

GALLERY = Path(__file__).parents[2] / "docs" / "gallery"


def test_every_picture_is_listed_and_every_listed_picture_is_there() -> None:
    listed = re.findall(r"\]\(([^)]+\.png)\)", (GALLERY / "README.md").read_text(encoding="utf-8"))
    assert set(listed) == {file.name for file in GALLERY.glob("*.png")}
    assert len(listed) == len(set(listed)) > 20


def test_the_gallery_is_small() -> None:
    assert sum(file.stat().st_size for file in GALLERY.glob("*.png")) < 4_000_000
