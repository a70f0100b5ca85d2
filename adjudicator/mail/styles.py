"""Styles of an HTML mail: what is declared for each element, as far as mails declare it.

Attributes, `style`, and rules of `<style>` blocks are read. What only holds on some screens, in some programs or for
elements that our selectors cannot tell makes a `Sheet` of its own: a text that is surely seen is seen with each.
What is fetched from elsewhere is no part of a mail.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct

if TYPE_CHECKING:
    from lxml.html import HtmlElement  # type: ignore[import-untyped]

UNDECIDED = "?"
"""Stands for a value or a property that cannot be worked out."""
_USUAL: Mapping[str, Mapping[str, str]] = {
    **{tag: {"text-decoration": "line-through"} for tag in ("s", "strike", "del")},
    **{tag: {"font-size": "smaller"} for tag in ("small", "sub", "sup")},
    "a": {"color": "linktext"},
    "mark": {"background-color": "yellow", "color": "black"},
}
"""How programs show elements for which nothing is declared."""
VENDOR = re.compile(r"-(?:webkit|moz|ms|o|qt|khtml|apple)-")
_HARMLESS = re.compile(
    r"--.*|font-(?:weight|style|stretch|kerning|variant|feature|variation|optical|smoothing|synthesis|language).*"
    r"|text-(?:align|justify|transform|rendering|shadow|size-adjust|wrap|autospace|underline|emphasis|overflow"
    r"|decorations?-(?:color|style|thickness|skip|in)|orientation|combine|stroke-color|spacing).*|osx-font-smoothing"
    r"|(?:padding|border|list-style|page|column|scroll|scrollbar|caret|object|transition|counter|cursor|overscroll|align"
    r"|justify|place|ruby|hyphens|hyphenate|speak|layout-grid|tab|punctuation|composition|box-(?:sizing|orient|align|flex"
    r"|direction|pack|decoration)|background-(?:repeat|position|size|attachment|origin|clip)|flex(?!-direction)"
    r"|white-space-collapse|transform-(?:origin|style|box)|margin-(?:before|after))\b.*"
    r"|outline(?:-(?:color|style|width))?|orphans|widows|direction|quotes|(?:word|line)-break|(?:word|overflow)-wrap|float"
    r"|clear|table-layout|caption-side|empty-cells|min-(?:width|height)|(?:row-)?gap|size|resize|pointer-events|behavior"
    r"|touch-(?:action|callout)|user-(?:select|modify|drag|state)|tap-highlight-color|nbsp-mode|appearance|locale|cursor"
    r"|image-rendering|interpolation-mode|(?:print-)?color-adjust|(?:supported-)?color-schemes?|accent-color|isolation"
    r"|forced-color-adjust|block-indent|paragraph-type|so-language|will-change|backface-visibility"
    r"|mso-(?:style|fareast|bidi|ansi|ascii|hansi|list|level|line|margin|padding|para|border|table|tstyle|cellspacing|yfti"
    r"|row|element|pagination|layout|no-proof|spacerun|tab|special|outline|header|footer|paper|page|first|last|generic"
    r"|font|number|displayed|width|height|color|theme\w*|ligatures|highlight|shading|pattern|char|ignore|protection|data"
    r"|contextual|numberform|numspacing|stylisticset|hyphenate|footnote|endnote|comment|field|prop|position|wrap)\b.*"
)
"""Properties that mail programs write and that hide nothing, whatever their value is."""
_STRING = r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'"
_COMMENT = re.compile(rf"({_STRING}|url\([^)\"']*\))|/\*.*?(?:\*/|\Z)", re.DOTALL)
_BRACE = re.compile(rf"({_STRING}|[{{}}])")
_DECLARATION = re.compile(rf"(?:{_STRING}|\((?:{_STRING}|[^()\"'\\])*\)|[^;\"'(\\])+|;")
_IMPORTANT = re.compile(r"\s*!\s*important\s*$")
_COMPOUND = re.compile(r"(\*|[a-z][a-z0-9]*)?((?:[.#][-\w]+)*)", re.IGNORECASE)
_PSEUDO = re.compile(r"::?[-\w]+(?:\([^()]*\))?|\[[^\]]*\]")
_UNTOUCHED = re.compile(r":(?:hover|active|focus(?:-\w+)?)\b")
"""Selectors of what a reader points at."""
_OTHER_MEDIA = re.compile(r"@media\s+(?:only\s+)?(?:print|speech|aural|braille|tty)\b[^,]*")
_NO_RULES = re.compile(
    r"@(?:-\w+-)?(?:font-face|page|list|keyframes|property|counter-style|namespace|charset|import)\b"
)
_FONT = re.compile(
    r"(?:^|\s)(\d*\.?\d+(?:[a-z]+|%)?|(?:xx?-)?(?:small|large)|medium|smaller|larger)(?:\s*/\s*(\S+))?\s+([a-z\"'-].*)$"
)
_PLACED = re.compile(
    r"none|(?:no-)?repeat(?:-[xy])?|space|round|scroll|fixed|local|center|left|right|top|bottom|auto|cover|contain"
    r"|(?:border|padding|content)-box|-?[\d.]+(?:px|pt|em|%)?|/|inherit|initial|unset"
)
"""Words of a `background` beside its colour and its picture."""
_WORD = re.compile(r"[-\w]+\((?:[^()]|\([^()]*\))*\)|[^\s,]+")
_LONGEST_SHEET, _LONGEST_STYLE = 100_000, 4000
_MOST_RULES, _MOST_ALIKE, _MOST_SHEETS, _DEEPEST = 400, 16, 4, 8
"""Rules that are read, of them for one tag, class or id, sheets, and blocks in each other.

Of a mail with more nothing is surely seen.
"""
Style: TypeAlias = Mapping[str, str]
Declared: TypeAlias = tuple[Style, Style]
"""Without and with `!important`."""


class _Rule(Struct, frozen=True):
    """A selector of a sheet: its parts from the outermost element, what it declares, its weight."""

    parts: tuple[tuple[str, frozenset[str], str], ...]
    declared: Declared
    weight: tuple[int, int, int]
    condition: str = ""


Sheet: TypeAlias = Mapping[str, list[_Rule]]
"""Rules by the tag, class or id of the elements that they are for."""


def sheets(tree: "HtmlElement") -> list[Sheet] | None:
    """Return what the `<style>` blocks of a page may amount to; None if they are too much to be worked out."""
    text = "\n".join(map(_css, tree.iter("style")))
    rules = [rule for rule in _rules(text[:_LONGEST_SHEET]) if any(rule.declared)]
    if len(text) > _LONGEST_SHEET or len(rules) > _MOST_RULES:
        return None
    conditions = list(dict.fromkeys(rule.condition for rule in rules if rule.condition))
    last = max(0, _MOST_SHEETS - 2)
    groups: list[list[str]] = [
        [],
        *([condition] for condition in conditions[:last]),
        *filter(None, [conditions[last:]]),
    ]
    found = [_by_key(rule for rule in rules if not rule.condition or rule.condition in group) for group in groups]
    return None if any(len(alike) > _MOST_ALIKE for sheet in found for alike in sheet.values()) else found


def _without_comments(text: str) -> str:
    return _COMMENT.sub(lambda found: found[1] or "", text)


def _css(block: "HtmlElement") -> str:
    """Return the rules of a block, below `@media` if it is not for all."""
    kind, media = block.get("type") or "text/css", block.get("media") or ""
    text = (block.text or "").strip().removeprefix("<!--").removesuffix("-->")
    if kind.lower() != "text/css" or media.lower() not in ("", "all"):
        return f"@media {media or kind} {{{text}\n}}"
    return text


def _by_key(rules: Iterable[_Rule]) -> Sheet:
    found: dict[str, dict[object, _Rule]] = {}
    for rule in rules:
        tag, classes, id_ = rule.parts[-1]
        key = f"#{id_}" if id_ else f".{min(classes)}" if classes else tag
        found.setdefault(key, {})[(rule.parts, *map(frozenset, map(dict.items, map(dict, rule.declared))))] = rule
    return {key: list(alike.values()) for key, alike in found.items()}


def _rules(text: str) -> Iterator[_Rule]:
    for place, (condition, selectors, body) in enumerate(_blocks(_without_comments(text))):
        declared = declarations(body)
        for selector in selectors.split(","):
            if _UNTOUCHED.search(selector) and "(" not in selector:
                continue
            compounds = selector.replace(":link", "").replace(">", " ").split()
            parts = [_COMPOUND.fullmatch(part) for part in compounds]
            if not all(parts):  # whatever it is for is among what its last part is for
                last = _COMPOUND.fullmatch(_PSEUDO.sub("", re.split(r"[\s>+~]", selector.strip())[-1]))
                parts, condition = [last or _COMPOUND.fullmatch("*")], f"{condition} {_PSEUDO.findall(selector)}"
            read = tuple(_part(part[1], part[2]) for part in parts if part is not None)
            weight = (sum(bool(id_) for _, _, id_ in read), sum(len(classes) for _, classes, _ in read), place)
            if read:
                yield _Rule(read, declared, weight, condition)


def _blocks(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield the conditions of each block, what stands before its braces and what inside."""
    heads: list[str] = []
    said = ""
    for each in [*_BRACE.split(text), "}"]:
        if each not in ("{", "}"):
            said += each
            continue
        head, semicolon, body = said.rpartition(";") if each == "{" else ("", "", said)
        if heads and not any(map(_NO_RULES.match, heads)) and not any(map(_OTHER_MEDIA.fullmatch, heads)):
            conditions, own = (heads, "*") if heads[-1].startswith("@") else (heads[:-1], heads[-1])
            if (inside := head + semicolon + body if each == "}" else head).strip():
                yield " ".join(conditions), own, inside
        if each == "{":
            heads.append(body.strip().lower() if body.strip().startswith("@") else body.strip())
            if len(heads) > _DEEPEST:
                yield UNDECIDED, "*", f"{UNDECIDED}:{UNDECIDED}"
                return
        elif heads:
            heads.pop()
        said = ""


def _part(tag: str | None, marks: str) -> tuple[str, frozenset[str], str]:
    names = re.findall(r"[.#][-\w]+", marks)
    ids = [name[1:] for name in names if name[0] == "#"]
    return (tag or "*").lower(), frozenset(name[1:] for name in names if name[0] == "."), ids[0] if ids else ""


def style_of(element: "HtmlElement", sheet: Sheet) -> Style:
    """Return what counts for an element itself: of its tag, its attributes, the rules, its own `style`."""
    found = dict(_USUAL.get(element.tag, {}))
    if element.tag == "a" and element.get("href") is None:
        found = {}
    colours = {"color": element.get("color"), "background-color": element.get("bgcolor")}
    if element.tag == "body" and element.get("text"):
        colours["color"] = element.get("text")
    for name, value in colours.items():
        if value:
            plain = value.strip().lower()
            found[name] = f"#{plain}" if re.fullmatch(r"[0-9a-f]{3}|[0-9a-f]{6}", plain) else plain
    if element.get("background"):
        found["background-image"] = "url()"
    own = element.get("style")
    layers = [*([rule.declared for rule in _ruled(element, sheet)] if sheet else ()), declarations(own or "")]
    for style in (*(normal for normal, _ in layers), *(important for _, important in layers)):
        found.update(style)
    return found


def _ruled(element: "HtmlElement", sheet: Sheet) -> list[_Rule]:
    keys = ["*", element.tag, *(f".{name}" for name in (element.get("class") or "").split())]
    if element.get("id"):
        keys.append(f"#{element.get('id')}")
    rules = [rule for key in dict.fromkeys(keys) for rule in sheet.get(key, ()) if _applies(rule, element)]
    return sorted(rules, key=lambda rule: rule.weight)


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


@lru_cache(maxsize=1024)
def declarations(style: str) -> Declared:
    """Return what a style declares, by property, in small letters; what `font` and `background` say at its place.

    >>> declarations("COLOR: White !important; text-decoration:line-through")
    ({'text-decoration': 'line-through'}, {'color': 'white'})
    """
    found: Declared = ({}, {})
    text = _without_comments(style[:_LONGEST_STYLE].lower())
    pieces = _DECLARATION.findall(text)
    whole = len(style) <= _LONGEST_STYLE and len("".join(pieces)) == len(text)
    for piece in [*pieces, *(() if whole else (f"{UNDECIDED}:{UNDECIDED}",))]:
        name, _, value = (part.strip() for part in piece.partition(":"))
        plain = _IMPORTANT.sub("", value)
        if plain and not _HARMLESS.fullmatch(VENDOR.sub("", name)):
            layer = found[plain != value]
            assert isinstance(layer, dict)
            layer.update(_written_out(name, plain))
    return found


def _written_out(name: str, value: str) -> Style:
    if name == "font" and value not in ("inherit", "initial", "unset"):
        read = _FONT.search(value)
        size, line, family = read.groups() if read else (UNDECIDED, None, UNDECIDED)
        return {"font-size": size, "line-height": line or "normal", "font-family": family}
    if name == "background":
        words = _WORD.findall(value)
        pictures = [word for word in words if "url(" in word or "gradient(" in word or "image" in word]
        colours = [word for word in words if word not in pictures and not _PLACED.fullmatch(word)]
        colour = colours[0] if len(colours) == 1 else UNDECIDED if colours else "transparent"
        return {"background-color": colour, "background-image": pictures[0] if pictures else "none"}
    return {name: value}
