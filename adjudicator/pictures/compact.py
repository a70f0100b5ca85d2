"""A scene as SVG for pages: paths told by differences and said once, looks as classes, texts of a fixed length.

Half the size of `to_svg`, and the same picture; where the shipped fonts are missing, other letters are pressed into the
room of theirs.
"""

import re
from collections import Counter
from xml.etree import ElementTree

from adjudicator.pictures.scene import Font, Scene
from adjudicator.pictures.svg import to_svg
from adjudicator.pictures.text import text_width

_LOOKS = (
    "fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray",
    "stroke-linecap", "stroke-linejoin", "paint-order", "font-family", "font-size", "font-weight",
    "font-style", "font-stretch", "letter-spacing", "text-anchor",
)  # fmt: skip
_LENGTHS = ("font-size", "letter-spacing")
_FALLBACK = {"DejaVu Sans": "sans-serif", "DejaVu Serif": "serif"}
_STRAIGHT = re.compile(r"(?:M-?[\d.]+ -?[\d.]+(?:L-?[\d.]+ -?[\d.]+)*Z?)+")
_PART = re.compile(r"([ML])(-?[\d.]+) (-?[\d.]+)|Z")
_LONG = 60  # letters of a path that is worth a name
_DIGITS = "abcdefghijklmnopqrstuvwxyz"
_SVG = "http://www.w3.org/2000/svg"


def to_compact_svg(scene: Scene) -> str:
    """Return the picture as one SVG element with its styles inside; its classes and ids begin with `x`."""
    root = ElementTree.fromstring(to_svg(scene))
    for parent in list(root.iter()):
        for child in parent:
            child.tag = child.tag.removeprefix(f"{{{_SVG}}}")
    root.tag = "svg"
    _measure(root)
    _shorten(root)
    _share(root)
    style = ElementTree.Element("style")
    style.text = _classes(root)
    root.insert(0, style)
    root.set("xmlns", _SVG)
    return ElementTree.tostring(root, encoding="unicode", short_empty_elements=True)


def _measure(root: ElementTree.Element) -> None:
    """Make every text as long as it is in the shipped fonts."""
    for text in root.iter("text"):
        font = _font(text)
        size, spacing = float(text.get("font-size", "0")), float(text.get("letter-spacing", "0"))
        told = text.text or ""
        if len(told) > 1:
            text.set("textLength", f"{text_width(told, size, font) + spacing * len(told):.0f}")
            text.set("lengthAdjust", "spacingAndGlyphs")


def _font(text: ElementTree.Element) -> Font:
    family, weight = text.get("font-family"), int(text.get("font-weight", "400"))
    style, stretch = text.get("font-style", "normal"), text.get("font-stretch", "normal")
    return next(font for font in Font if font.value[:4] == (family, weight, style, stretch))


def _shorten(root: ElementTree.Element) -> None:
    """Write straight lines by differences, to a tenth of a pixel."""
    for path in root.iter("path"):
        d = path.get("d", "")
        if len(d) > _LONG and _STRAIGHT.fullmatch(d):
            path.set("d", _relative(d))


def _relative(d: str) -> str:
    told, x, y, start = [], 0, 0, (0, 0)
    for kind, right, down in _PART.findall(d):
        if not kind:
            told.append("z")
            x, y = start
            continue
        to = round(10 * float(right)), round(10 * float(down))
        told.append(("m" if kind == "M" else "l") + _pair(to[0] - x, to[1] - y))
        x, y = to
        start = to if kind == "M" else start
    return "".join(told)


def _pair(right: int, down: int) -> str:
    """Return two tenths as lengths: `3.1-.4`."""
    one, two = (
        f"{value / 10:g}".replace("0.", ".", 1) if abs(value) < 10 else f"{value / 10:g}" for value in (right, down)
    )
    return f"{one}{'' if two.startswith('-') else ' '}{two}"


def _share(root: ElementTree.Element) -> None:
    """Let a long path that is drawn several times be in the picture once."""
    counts = Counter(path.get("d", "") for path in root.iter("path"))
    often = [d for d, count in counts.items() if count > 1 and len(d) > _LONG]
    names = {d: f"x{number}" for number, d in enumerate(often)}
    if not names:
        return
    for path in root.iter("path"):
        if (d := path.get("d", "")) in names:
            path.tag = "use"
            path.set("href", f"#{names[d]}")
            del path.attrib["d"]
    shared = ElementTree.Element("defs")
    for d, name in names.items():
        ElementTree.SubElement(shared, "path", {"id": name, "d": d})
    root.insert(0, shared)


def _classes(root: ElementTree.Element) -> str:
    """Return looks that elements share, as a sheet of styles."""
    names: dict[str, str] = {}
    for element in root.iter():
        look = {key: element.attrib.pop(key) for key in _LOOKS if key in element.attrib}
        if look:
            told = ";".join(f"{key}:{_value(key, value)}" for key, value in look.items())
            element.set("class", names.setdefault(told, f"x{_name(len(names))}"))
    return "".join(f".{name}{{{told}}}" for told, name in names.items())


def _value(key: str, value: str) -> str:
    if key == "font-family":
        return f"'{value}',{_FALLBACK[value]}"
    return f"{value}px" if key in _LENGTHS else value


def _name(number: int) -> str:
    """Return a short name of letters for 0, 1, 2 …"""
    rest, last = divmod(number, len(_DIGITS))
    return (_name(rest - 1) if rest else "") + _DIGITS[last]
