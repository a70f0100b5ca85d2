"""Hidden text of an HTML mail: whatever is not surely shown to everybody who opens it, or is struck out.

Known elements show their text where nothing but known properties is declared for them, with values that hide nothing.
Whatever else a mail declares is in doubt, and so is text that only some programs show (`[if mso]`).
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from adjudicator.mail.colours import BLACK, WHITE, colour, distance, mixed
from adjudicator.mail.styles import VENDOR, Sheet, Style, sheets, style_of

if TYPE_CHECKING:
    from lxml.html import HtmlElement  # type: ignore[import-untyped]

GONE = "gone"
"""The tag of what is left out; elements are left out all at once, for one by one each would copy the text behind it."""
NO_TEXT = ("head", "style", "script", "title")
"""Elements whose content no program shows as text."""
_ELEMENT = re.compile(
    r"html|body|div|p|span|a|b|i|u|s|strike|del|ins|em|strong|small|big|tt|font|center|br|hr|wbr|img|h[1-6]|ul|ol|li"
    r"|dl|dt|dd|menu|dir|pre|code|kbd|samp|var|q|cite|blockquote|address|sub|sup|mark|abbr|acronym|dfn|time|data|bdi"
    r"|nobr|table|caption|col(?:group)?|thead|tbody|tfoot|tr|td|th|article|aside|footer|header|hgroup|main|nav|section"
    r"|figure|figcaption|form|fieldset|legend|label|map|area|meta|link|base|basefont|picture|source|includetail|sign"
    r"|(?!v:).*[^a-z0-9].*"
)
"""Elements that show their text: known ones, and such as no program knows (`o:p`, `me@x.org`): theirs have no signs."""
_WORD = re.compile(r"[^\W_]+")
_CONDITION = re.compile(r"\s*(?:<!)?\[\s*(?:if\s+([^\]]*)|endif)\]", re.IGNORECASE)
_NO_CONTENT = re.compile(r">?\s*(?:<!)?-*>?\s*")
_LIST_MARK = re.compile(r"\s*(?:(?:\d{1,3}\.)*\d{0,3}[.)]?|\(?(?:[^\W\d_]|[ivxlcdm]+)[.)]|o)\s*", re.IGNORECASE)
"""Numbers of a list, which its writer's program has counted, and writes again for others."""
_AS_ABOVE = ("initial", "inherit", "unset")
_SHOWN = {
    name: re.compile(values)
    for name, values in {
        "display": r"(?:-\w+-)?(?:inline-)?(?:block|flex|flexbox|table|box|grid)|inline|list-item|contents|flow-root"
        r"|table-(?:row|cell|caption|(?:row|header|footer)-group)",
        "opacity": r"1(?:\.0*)?|0?\.[5-9]\d*|(?:[5-9]\d|100)%",
        "position": r"static|relative",
        "zoom": r"1(?:\.0*)?|100%|normal",
        "clip": r"auto",
        "content-visibility": r"visible",
        "mix-blend-mode": r"normal",
        "unicode-bidi": r"normal|embed|isolate|plaintext",
        "writing-mode": r"horizontal-tb|lr(?:-tb)?",
        "flex-direction": r"row|column",
        "z-index": r"auto|\d+",
        "text-decoration-line": r"none|(?:underline|overline|\s)+",
        "text-stroke": r"0(?:px)?\b.*",
        "text-stroke-width": r"0(?:px)?",
        "text-fill-color": r"currentcolor",
        "box-shadow": r"(?!.*(?:inset|\bvar\()).*",
        "outline-offset": r"\d.*",
        "font-family": r"(?![\s\"']*(?:wingdings|webdings|symbol|marlett|zapf|bookshelf))(?!\?|.*(?:var|env|attr)\().*",
        **dict.fromkeys(
            ("filter", "backdrop-filter", "transform", "clip-path", "mask", "mask-image", "animation"), "none"
        ),
        **dict.fromkeys(("animation-name", "perspective", "rotate", "scale", "translate", "text-security"), "none"),
        **dict.fromkeys(("text-line-through", "mso-hide", "contain", "content", "font-size-adjust"), "none"),
        **dict.fromkeys(
            ("visibility", "font-size", "color", "background-color", "background-image", "white-space"), ".*"
        ),
        **dict.fromkeys(("overflow", "overflow-x", "overflow-y", "width", "height", "max-width", "max-height"), ".*"),
    }.items()
}
"""Values of a property that hide nothing; `_cuts` judges sizes, `_look` what counts with what is above."""
_LINES = re.compile(
    r"none|underline|overline|solid|double|dotted|dashed|wavy|auto|from-font|currentcolor|[\d.]+(?:px|pt|%)"
)
_LENGTH = re.compile(r"([-+]?\d*\.?\d+)(px|pt|pc|em|rem|%|ex|ch|in|cm|mm|vw|vh)?")
_UNITS = {
    "px": 1.0, "pt": 1.33, "pc": 16.0, "em": 16.0, "rem": 16.0, "ex": 8.0, "ch": 8.0, "in": 96.0, "cm": 38.0, "mm": 3.8,
    "vw": 10.0, "vh": 8.0,
}  # fmt: skip
_PLACES = {
    "letter-spacing": (-1.5, 60.0),
    "word-spacing": (-5.0, 200.0),
    "vertical-align": (-60.0, 60.0),
    "line-height": (6.0, 600.0),
    "text-indent": (-200.0, 1000.0),
    **dict.fromkeys(("left", "right", "top", "bottom"), (-200.0, 1000.0)),
    "margin": (-200.0, 1000.0),
}
"""Pixels between which what is moved or drawn together can be read; `margin` is that of each side as well."""
_KEYWORD = re.compile(r"auto|normal|super|sub|(?:text-)?(?:top|bottom)|middle|baseline(?:-middle)?")
_FREE = re.compile(r"auto|none|100%|(?:max|min|fit)-content|fill-available")
_SMALLEST, _ROOM = 5.0, 200.0
"""Pixels: of letters that are seen, and of a box in which they are where what does not fit is cut off."""
_SIZES = {
    "xx-small": 9.0, "x-small": 10.0, "small": 13.0, "medium": 16.0, "large": 18.0, "x-large": 24.0, "xx-large": 32.0,
    "xxx-large": 48.0, "initial": 16.0,
}  # fmt: skip
_NEAR, _FAINT = 60, 0.35
"""Colours that differ by less, and opacity below which they differ too little, can hardly be told apart."""


class _Look(Struct, frozen=True):
    """What an element hands down to those inside: whether it can be seen, size of letters, colours.

    `gone`: nothing of it is surely seen, whatever is inside. A colour is None if it cannot be worked out.
    """

    gone: bool = False
    shown: bool = True
    size: float = 16.0
    colour: int | None = BLACK
    ground: int | None = WHITE

    @property
    def is_seen(self) -> bool:
        if self.gone or not self.shown or self.size < _SMALLEST or self.colour is None or self.ground is None:
            return False
        return distance(self.colour, self.ground) >= _NEAR


def take_out_hidden(tree: "HtmlElement", quotes: set["HtmlElement"]) -> tuple[bool, frozenset[str]]:
    """Take what is hidden out of a page; return whether some of it is outside these quotes, and all its words.

    Elements of which nothing is seen get the tag `GONE`.
    """
    left_out, hidden = False, set[str]()
    elements = [element for element in tree.iter() if isinstance(element.tag, str)]
    quoted: set[HtmlElement] = set()
    for element in elements:
        if element in quotes or element.getparent() in quoted:
            quoted.add(element)
    for comment, page in _pages_of_some(tree):
        for block in list(page.iter("style")):
            block.set("media", "mso")
            tree.append(block)
        left_out = left_out or (comment.getparent() not in quoted and _WORD.search(page.text_content()) is not None)
    looks = [_looks(elements, sheet) for sheet in sheets(tree) or ()]
    for holder, place, only_some in list(_texts(tree)):
        container, text = holder if place == "text" else holder.getparent(), getattr(holder, place)
        if container is None or container.tag in NO_TEXT or not text or not text.strip():
            continue
        if looks and not only_some and all(each[container].is_seen for each in looks):
            continue
        if not (only_some and _LIST_MARK.fullmatch(text)):
            words = _WORD.findall(text.casefold())
            hidden.update(words)
            left_out = left_out or (container not in quoted and bool(words))
            setattr(holder, place, None)
    for element in elements:
        if any(each[element].gone for each in looks):
            element.tag = GONE
    return left_out, frozenset(hidden)


def _pages_of_some(tree: "HtmlElement") -> Iterator[tuple["HtmlElement", "HtmlElement"]]:
    """Yield comments that only Outlook shows, with what it shows; fields and lists that it writes twice are none."""
    from lxml import etree  # type: ignore[import-untyped]
    from lxml.html import document_fromstring

    for comment in list(tree.iter(etree.Comment)):
        found = _CONDITION.match(comment.text or "")
        if found is None or found[1] is None or found[1].strip(" !").lower().startswith("support"):
            continue
        content = comment.text[found.end() :]
        if not _NO_CONTENT.fullmatch(content):
            page = document_fromstring(f"<body>{content[1:]}")
            etree.strip_elements(page, "xml", "script", "title", etree.Comment, with_tail=False)
            yield comment, page


def _texts(tree: "HtmlElement") -> Iterator[tuple["HtmlElement", str, bool]]:
    """Yield where each text is, in the order of the page, and whether only some programs show it."""
    from lxml import etree

    only_some = False
    for event, node in etree.iterwalk(tree, events=("start", "end", "comment")):
        if event == "comment" and (found := _CONDITION.match(node.text or "")):
            if found[1] is None:
                only_some = False
            elif _NO_CONTENT.fullmatch(node.text[found.end() :]):
                only_some = True
        yield node, "text" if event == "start" else "tail", only_some


def _looks(elements: Sequence["HtmlElement"], sheet: Sheet) -> dict["HtmlElement", _Look]:
    """Return how each element of a page looks."""
    found: dict[HtmlElement, _Look] = {}
    top, nothing = _Look(), _Look(gone=True)
    for element in elements:
        above = found.get(element.getparent(), top)
        if above.gone:
            found[element] = above
            continue
        style = style_of(element, sheet)
        shows = _ELEMENT.fullmatch(element.tag) is not None
        attributes = element.attrib
        if not shows or "hidden" in attributes or "popover" in attributes or _hides(tuple(style.items())):
            found[element] = nothing
        else:
            found[element] = _look(style, above) if style else above
    return found


@lru_cache(maxsize=1024)
def _hides(declared: tuple[tuple[str, str], ...]) -> bool:
    """Return whether a style may hide everything inside, or strikes it out."""
    return _cuts(dict(declared)) or not all(_is_shown(name, value) for name, value in declared)


def _is_shown(name: str, value: str) -> bool:
    if value in _AS_ABOVE:
        return True
    name = VENDOR.sub("", name)
    if name == "text-decoration":
        return all(_LINES.fullmatch(word) or colour(word) for word in re.sub(r",\s*", ",", value).split())
    if name in _SHOWN:
        return _SHOWN[name].fullmatch(value) is not None
    span = _PLACES.get("margin" if name.startswith("margin") else name)
    if span is None:
        return False
    least, most = span
    for word in value.split():
        if _KEYWORD.fullmatch(word):
            continue
        pixels = _pixels(word, *((16.0, 0.16) if name == "line-height" else ()))
        if pixels is None or not least <= pixels <= most:
            return False
    return True


def _cuts(style: Style) -> bool:
    """Return whether a box is too small for what is in it, or may be, and cuts off what does not fit."""
    ways = {style.get(name, "visible") for name in ("overflow", "overflow-x", "overflow-y")} - {"visible", "initial"}
    cut = bool(ways - {"auto", "scroll"})
    for name in ("width", "max-width", "height", "max-height"):
        value = style.get(name, "auto")
        pixels = _pixels(value)
        if name.startswith("max-") and pixels == 0:
            return True
        if ways and not _FREE.fullmatch(value):
            high = name.endswith("height")
            if (cut and high) or pixels is None or pixels < _ROOM / (4 if high else 1):
                return True
    return cut and style.get("white-space", "normal") in ("nowrap", "pre")


def _look(style: Style, above: _Look) -> _Look:
    """Return how an element looks, of which what is above looks like this."""
    shown, size, letters, ground = above.shown, above.size, above.colour, above.ground
    if (told := style.get("visibility", "inherit")) not in ("inherit", "unset"):
        shown = told in ("visible", "initial")
    if "font-size" in style:
        size = _size(style["font-size"], above.size)
    if (told := style.get("background-color", "transparent")) not in (*_AS_ABOVE, "none"):
        read = colour(told)
        if read is None or read[1] == 1 or ground is not None:
            ground = None if read is None else mixed(read, ground or BLACK)
    if style.get("background-image", "none") not in (*_AS_ABOVE, "none"):
        ground = None
    if (told := style.get("color", "inherit")) not in ("inherit", "unset", "currentcolor"):
        read = (BLACK, 1.0) if told == "initial" else colour(told)
        letters = read[0] if read and read[1] >= _FAINT else None
    return _Look(shown=shown, size=size, colour=letters, ground=ground)


def _pixels(value: str, bare: float = 1.0, percent: float = 10.0) -> float | None:
    """Return a length in pixels; None if it cannot be worked out."""
    match = _LENGTH.fullmatch(value)
    return float(match[1]) * ({"": bare, "%": percent, **_UNITS}[match[2] or ""]) if match else None


def _size(value: str, above: float) -> float:
    """Return the size of letters; 0 if it cannot be worked out."""
    if value in ("inherit", "unset", "smaller", "larger"):
        return above * {"smaller": 0.8, "larger": 1.2}.get(value, 1.0)
    match = _LENGTH.fullmatch(value)
    if match is None:
        return _SIZES.get(value, 0.0)
    share = {"em": 1.0, "%": 0.01}.get(match[2])
    return (_pixels(value) or 0.0) if share is None else float(match[1]) * share * above
