"""Hidden text of an HTML mail: what its writer has struck out, or what nobody sees.

Styles are worked out as far as mails use them: attributes, `style`, and rules of `<style>` blocks whose selectors hold
tags, classes and ids. What a mail only does on some screens (`@media`) is passed over.
"""

import re
from collections import ChainMap
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from lxml.html import HtmlElement  # type: ignore[import-untyped]

MAY_HIDE = re.compile(
    r"line-through|display\s*:\s*none|visibility\s*:|mso-hide|opacity\s*:\s*0?\.?0|\shidden\b"
    r"|(?<![-\w])(?:font-size|max-height|max-width|height|width)\s*:\s*0?\.?[01](?:px|pt|em)?\s*[;\"'}!]"
    r"|text-indent\s*:\s*-|(?<![-\w])clip|scale|translate|(?:left|right|top|bottom|margin)\s*:\s*-\d{3}"
    r"|color\s*[:=][\s\"']{0,9}+(?:#f[0-9a-f]{2}\b|#f[0-9a-f]{5}\b|white|transparent|rgba?\(\s*2[45]\d|hsl)"
    r"|(?:bgcolor|background(?:-color)?)\s*[:=][\s\"']{0,9}+(?!(?:#fff|white|transparent|none|inherit|initial))",
    re.IGNORECASE,
)
"""Whether something in an HTML text may be hidden from its readers: worth working out."""
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)|<!--|-->", re.DOTALL)
_BRACE = re.compile(r"([{}])")
_LONGEST_SHEET = 100_000
_COMPOUND = re.compile(r"(\*|[a-z][a-z0-9]*)?((?:[.#][-\w]+)*)", re.IGNORECASE)
_MOST_RULES, _MOST_ALIKE = 300, 8
"""Rules that are read, and of them the last for one tag, class or id."""
_LENGTH = re.compile(r"(-?\d*\.?\d+)\s*(px|pt|em|rem|%|ex|ch|in|cm|mm|vw|vh)?", re.IGNORECASE)
_UNITS = {"pt": 1.33, "em": 16.0, "rem": 16.0, "%": 0.16, "ex": 8.0, "ch": 8.0, "in": 96.0, "cm": 38.0, "mm": 3.8}
_SMALLEST, _FAR_AWAY = 2.0, -200.0
"""Pixels: of letters that are seen, and beyond which nothing is."""
_WITHOUT_TEXT = ("head", "style", "script", "title", "meta", "link", "br", "img", "hr")
_STRUCK_TAGS = ("s", "strike", "del")
_NEAR = 24
"""Colours that differ by less, summed over red, green and blue of 255, cannot be told apart."""
_COLOURS = {
    "white": 0xFFFFFF, "black": 0, "red": 0xFF0000, "green": 0x008000, "blue": 0x0000FF, "yellow": 0xFFFF00,
    "gray": 0x808080, "grey": 0x808080, "silver": 0xC0C0C0, "maroon": 0x800000, "navy": 0x000080, "teal": 0x008080,
    "aqua": 0x00FFFF, "cyan": 0x00FFFF, "lime": 0x00FF00, "olive": 0x808000, "purple": 0x800080, "fuchsia": 0xFF00FF,
    "magenta": 0xFF00FF, "orange": 0xFFA500, "snow": 0xFFFAFA, "ivory": 0xFFFFF0, "ghostwhite": 0xF8F8FF,
    "whitesmoke": 0xF5F5F5, "lightgray": 0xD3D3D3, "lightgrey": 0xD3D3D3, "pink": 0xFFC0CB, "brown": 0xA52A2A,
    "floralwhite": 0xFFFAF0, "azure": 0xF0FFFF, "mintcream": 0xF5FFFA, "beige": 0xF5F5DC, "window": 0xFFFFFF,
    "windowtext": 0, "gold": 0xFFD700, "indigo": 0x4B0082, "darkgray": 0xA9A9A9, "dimgray": 0x696969,
}  # fmt: skip
_WHITE, _BLACK = 0xFFFFFF, 0
Style = Mapping[str, str]


class _Rule(Struct, frozen=True):
    """One selector of a style sheet: its parts from the outermost element, what it sets, how much it weighs."""

    parts: tuple[tuple[str, frozenset[str], str], ...]
    style: Style
    weight: tuple[int, int, int]


class _Look(Struct, frozen=True):
    """The style that an element hands down to those inside: whether it can be seen, size of letters, colours."""

    shown: bool = True
    size: float = 16.0
    colour: int | None = _BLACK
    ground: int | None = _WHITE
    """The colour of the ground; None if it is a picture or cannot be worked out."""


def hidden_elements(tree: "HtmlElement") -> list["HtmlElement"]:
    """Return the outermost elements of which nothing is visible or that are struck out.

    Texts of elements that are only partly hidden are taken out of the tree.
    """
    sheet = _sheet(tree)
    found: list[HtmlElement] = []
    looks: dict[HtmlElement, _Look] = {}
    gone: set[HtmlElement] = set()
    for element in list(tree.iter()):  # texts are moved on the way
        if not isinstance(element.tag, str) or element.tag in _WITHOUT_TEXT:
            continue
        parent = element.getparent()
        if parent in gone:
            gone.add(element)
            continue
        style = _style(element, sheet)
        if _vanishes(element, style):
            gone.add(element)
            found.append(element)
            continue
        looks[element] = look = _look(style, looks.get(parent, _Look()))
        if not _is_seen(look):
            found += _take_text(element)
    return found


def _take_text(element: "HtmlElement") -> list["HtmlElement"]:
    """Take out the own text of an element, without that of elements inside, as an element that can be left out."""
    from lxml.html import Element

    taken = []
    for place, holder in ((0, element), *((at + 1, child) for at, child in enumerate(list(element)))):
        text = holder.text if holder is element else holder.tail
        if text and text.strip():
            span = Element("span")
            span.text = text
            if holder is element:
                element.text = None
            else:
                holder.tail = None
            taken.append((place, span))
    for place, span in reversed(taken):
        element.insert(place, span)
    return [span for _, span in taken]


def _is_seen(look: _Look) -> bool:
    if not look.shown or look.size < _SMALLEST:
        return False
    return look.ground is None or (look.colour is not None and not _alike(look.colour, look.ground))


def _vanishes(element: "HtmlElement", style: Style) -> bool:
    """Return whether nothing of it is seen, or all of it is struck out, whatever stands inside."""
    if element.get("hidden") is not None or style.get("display") == "none" or style.get("mso-hide") == "all":
        return True
    line = style.get("text-decoration-line", style.get("text-decoration"))
    if "line-through" in line if line is not None else element.tag in _STRUCK_TAGS:
        return True
    if _pixels(style.get("opacity", "1")) < 0.1:
        return True
    sizes = {name: _pixels(style[name]) for name in ("width", "height", "max-width", "max-height") if name in style}
    clipped = any(style.get(name) in ("hidden", "clip") for name in ("overflow", "overflow-x", "overflow-y"))
    if sizes.get("max-height") == 0 or (clipped and any(size < _SMALLEST for size in sizes.values())):
        return True
    return _is_away(style)


def _is_away(style: Style) -> bool:
    """Return whether it stands beside the screen, or is cut to nothing."""
    placed = style.get("position") in ("absolute", "fixed", "relative")
    places = [*(("left", "right", "top", "bottom") if placed else ()), "text-indent"]
    places += [f"margin-{side}" for side in ("left", "top", "right")]
    if any(_pixels(style[name]) <= _FAR_AWAY for name in places if name in style):
        return True
    if _pixels(style.get("margin", "0").split(" ")[-1]) <= _FAR_AWAY:
        return True
    cut = style.get("clip", "").replace(" ", "").replace("px", "")
    shape, turned = style.get("clip-path", ""), style.get("transform", "").replace(" ", "")
    return (
        cut.startswith(("rect(0,0,0,0", "rect(0000", "rect(1,1,1,1"))
        or shape.startswith(("inset(100%", "inset(50%", "circle(0"))
        or turned.startswith(("scale(0)", "scale(0,", "scalex(0)", "scaley(0)"))
        or re.match(r"translate[xy]?\(-\d{3}", turned) is not None
    )


def _look(style: Style, above: _Look) -> _Look:
    shown, size, colour, ground = above.shown, above.size, above.colour, above.ground
    if "visibility" in style:
        shown = style["visibility"] == "visible" or (above.shown and style["visibility"] not in ("hidden", "collapse"))
    if "font-size" in style:
        size = _size(style["font-size"], above.size)
    if "color" in style and style["color"] not in ("inherit", "currentcolor"):
        colour = _colour(style["color"], above.colour)
    told = style.get("background-color") or style.get("background")
    if told is not None:
        ground = _ground(told, above.ground)
    if "url(" in style.get("background-image", "") or "gradient" in style.get("background-image", ""):
        ground = None
    return above if (shown, size, colour, ground) == _values(above) else _Look(shown, size, colour, ground)


def _values(look: _Look) -> tuple[bool, float, int | None, int | None]:
    return look.shown, look.size, look.colour, look.ground


def _style(element: "HtmlElement", sheet: Mapping[str, list[_Rule]]) -> Style:
    """Return what is set for an element itself: by its attributes, by rules, by its own style."""
    layers: list[Style] = []
    own = element.get("style")
    if own:
        layers.append(declarations(own))
    if sheet:
        layers += _ruled(element, sheet)
    attributes = {"color": element.get("color"), "background-color": element.get("bgcolor")}
    if element.tag == "body" and element.get("text"):
        attributes["color"] = element.get("text")
    if element.get("background"):
        attributes["background-image"] = "url()"
    given = {name: value.strip().lower() for name, value in attributes.items() if value}
    if given:
        layers.append(given)
    return layers[0] if len(layers) == 1 else ChainMap(*map(dict, layers))


def _ruled(element: "HtmlElement", sheet: Mapping[str, list[_Rule]]) -> list[Style]:
    keys = ["*", element.tag, *(f".{name}" for name in (element.get("class") or "").split())]
    if element.get("id"):
        keys.append(f"#{element.get('id')}")
    rules = [rule for key in keys for rule in sheet.get(key, ()) if _applies(rule, element)]
    return [rule.style for rule in sorted(rules, key=lambda rule: rule.weight, reverse=True)]


def _applies(rule: _Rule, element: "HtmlElement") -> bool:
    *outer, own = rule.parts
    if not _is(element, own):
        return False
    above = element.iterancestors()
    return all(any(_is(each, part) for each in above) for part in reversed(outer))


def _is(element: "HtmlElement", part: tuple[str, frozenset[str], str]) -> bool:
    tag, classes, id_ = part
    return (
        tag in ("*", element.tag)
        and (not id_ or element.get("id") == id_)
        and (not classes or classes <= set((element.get("class") or "").split()))
    )


def _sheet(tree: "HtmlElement") -> dict[str, list[_Rule]]:
    """Return the rules of all `<style>` blocks, by the tag, class or id of the element that they are for."""
    found: dict[str, list[_Rule]] = {}
    for rule in islice(_rules("\n".join(block.text or "" for block in tree.iter("style"))), _MOST_RULES):
        tag, classes, id_ = rule.parts[-1]
        key = f"#{id_}" if id_ else f".{min(classes)}" if classes else tag
        found[key] = [*found.get(key, ())[1 - _MOST_ALIKE :], rule]
    return found


def _rules(text: str) -> Iterator[_Rule]:
    for place, (selectors, body) in enumerate(_blocks(_COMMENT.sub("", text[:_LONGEST_SHEET]))):
        style = declarations(body)
        for selector in selectors[:400].split(","):
            parts = [_COMPOUND.fullmatch(part) for part in selector.replace(">", " ").split()]
            if not parts or not style or not all(parts):
                continue
            read = tuple(_part(part[1], part[2]) for part in parts if part is not None)
            weight = (sum(bool(id_) for _, _, id_ in read), sum(len(classes) for _, classes, _ in read), place)
            yield _Rule(read, style, weight)


def _blocks(text: str) -> Iterator[tuple[str, str]]:
    """Yield what comes before and inside the braces, without what `@` makes conditional."""
    depth, head, conditional = 0, "", False
    for each in _BRACE.split(text):
        if each == "{":
            depth += 1
        elif each == "}":
            depth = max(0, depth - 1)
        elif depth == 0:
            head = each.rpartition(";")[2].strip()
            conditional = head.startswith("@")
        elif depth == 1 and not conditional:
            yield head, each


def _part(tag: str | None, marks: str) -> tuple[str, frozenset[str], str]:
    names = re.findall(r"[.#][-\w]+", marks)
    ids = [name[1:] for name in names if name[0] == "#"]
    return (tag or "*").lower(), frozenset(name[1:] for name in names if name[0] == "."), ids[0] if ids else ""


@lru_cache(maxsize=1024)
def declarations(style: str) -> Style:
    """Return what a style sets, by property, in small letters.

    >>> declarations("COLOR: White !important; text-decoration:line-through")
    {'color': 'white', 'text-decoration': 'line-through'}
    """
    found: dict[str, str] = {}
    for each in style[:4000].lower().split(";"):
        name, colon, value = each.partition(":")
        if colon:
            found[name.strip()] = value.replace("!important", "").strip()
    if "font-size" not in found and (
        size := re.search(r"(?<![-\w.])(\d*\.?\d+(?:px|pt|em|rem|%))", found.get("font", ""))
    ):
        found["font-size"] = size[1]
    return found


def _pixels(value: str) -> float:
    match = _LENGTH.match(value.strip())
    return float(match[1]) * _UNITS.get((match[2] or "").lower(), 1.0) if match else 1000.0


def _size(value: str, above: float) -> float:
    match = _LENGTH.fullmatch(value)
    if match is None:
        return {"xx-small": 9.0, "inherit": above, "smaller": above * 0.8, "larger": above * 1.2}.get(value, 16.0)
    number, unit = float(match[1]), (match[2] or "px").lower()
    if unit == "em":
        return number * above
    return number * above / 100 if unit == "%" else number * _UNITS.get(unit, 1.0)


def _ground(told: str, above: int | None) -> int | None:
    """Return the background colour of letters: a new one, the one below a transparent one, None for a picture."""
    if "url(" in told or "gradient" in told:
        return None
    if told in ("none", "transparent", "inherit", "initial", "unset"):
        return above
    words = re.findall(r"[a-z]+\([^)]*\)|[#\w]+", told)
    for word in words:
        if _is_colour(word):
            return _colour(word, above)
    return above


def _is_colour(word: str) -> bool:
    return word.startswith(("#", "rgb", "hsl")) or word in _COLOURS


def _colour(told: str, above: int | None) -> int | None:
    """Return a colour as a number, or None if it is transparent. An unknown one looks like what is above."""
    if told == "transparent":
        return None
    if told in _COLOURS:
        return _COLOURS[told]
    digits = told.lstrip("#")
    if re.fullmatch(r"[0-9a-f]+", digits) and len(digits) in (3, 4, 6, 8):
        if len(digits) in (4, 8) and int(digits[len(digits) // 4 * 3 :], 16) == 0:
            return None
        whole = "".join(sign * 2 for sign in digits) if len(digits) < 6 else digits
        return int(whole[:6], 16)
    if told.startswith("rgb"):
        figures = re.findall(r"-?\d*\.?\d+%?", told)
        if len(figures) > 3 and _pixels(figures[3].rstrip("%")) < 0.1:
            return None
        red, green, blue = (_part_of_colour(each) for each in (figures + ["0"] * 3)[:3])
        return red << 16 | green << 8 | blue
    if told.startswith("hsl"):
        figures = re.findall(r"-?\d*\.?\d+", told)
        if len(figures) > 3 and float(figures[3]) < 0.1:
            return None
        light = float(figures[2]) if len(figures) > 2 else 0
        return _WHITE if light > 97 else _BLACK if light < 3 else above if above not in (_WHITE, _BLACK) else 0x808080
    return above


def _part_of_colour(figure: str) -> int:
    value = float(figure.rstrip("%")) * (2.55 if figure.endswith("%") else 1)
    return max(0, min(255, round(value)))


def _alike(one: int, two: int) -> bool:
    return sum(abs((one >> shift & 255) - (two >> shift & 255)) for shift in (0, 8, 16)) < _NEAR
