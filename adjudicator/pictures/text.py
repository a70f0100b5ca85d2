"""Measure how wide a text is, and make it fit. Measured with the shipped fonts, as it will be drawn."""

from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path as FilePath

from PIL import ImageFont

from adjudicator.pictures.scene import Font

_FOLDER = FilePath(__file__).parent / "fonts"
_EM = 1000


def font_file(font: Font) -> FilePath:
    """Return the shipped TrueType file of a cut."""
    return _FOLDER / font.value[4]


def font_files() -> list[str]:
    """Return all shipped files, for the rasteriser, which must not look at the fonts of the machine."""
    return [str(font_file(font)) for font in Font]


def text_width(text: str, size: float, font: Font = Font.CONDENSED) -> float:
    """Return the width in pixels at a font size, without kerning.

    Kerning never makes a text wider by more than a pixel.
    """
    return _units(text, font) * size / _EM


@lru_cache(maxsize=8192)
def _units(text: str, font: Font) -> float:
    """Return the width of a text in font units; cached, because the same names are measured for every picture."""
    return sum(_advance(letter, font) for letter in text)


def fit(text: str, width: float, size: float, font: Font = Font.CONDENSED) -> str:
    """Return the text, cut with an ellipsis where it would be wider than `width` px."""
    if text_width(text, size, font) <= width:
        return text
    while text and text_width(text + "…", size, font) > width:
        text = text[:-1]
    return text.rstrip() + "…"


def fit_text(text: str, width: float, size: float, smallest: float, font: Font = Font.CONDENSED) -> tuple[str, float]:
    """Return the text and the size at which it fits into `width` px.

    The size is `size`, or smaller; the text is cut only where it would be smaller than `smallest`.
    """
    needed = text_width(text, size, font)
    best = size if needed <= width else max(smallest, size * width / needed)
    return fit(text, width + 0.01, best, font), best


def first_fitting(names: Sequence[str], width: float, size: float, font: Font = Font.CONDENSED) -> str:
    """Return the first of the names of a thing that needs no cutting, or the first."""
    return next((name for name in names if text_width(name, size, font) <= width), names[0])


def wrap(text: str, width: float, size: float, font: Font = Font.CONDENSED) -> list[str]:
    """Break a text at its blanks into lines no wider than `width` px; a single long word is cut."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size, font) <= width:
            lines[-1] = longer
        else:
            lines.append(fit(word, width, size, font))
    return lines


@lru_cache(maxsize=4096)
def has_glyph(letter: str, font: Font) -> bool:
    """Return whether the shipped cut can draw a letter; otherwise a box would appear in the picture."""
    if letter.isspace():
        return True
    face = _face(font, 60)
    return bytes(face.getmask(letter)) != bytes(face.getmask("\U0010fffd"))


@lru_cache(maxsize=4096)
def _advance(letter: str, font: Font) -> float:
    return _face(font, _EM).getlength(letter)


@cache
def _face(font: Font, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(font_file(font)), size, layout_engine=ImageFont.Layout.BASIC)
