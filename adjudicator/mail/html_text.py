"""HTML to lines of text, with quotes as `>` lines and nothing hidden."""

import re
from typing import TYPE_CHECKING

from adjudicator.mail.cut import SIGNATURE_SIGN

if TYPE_CHECKING:
    from inscriptis.html_engine import Inscriptis
    from lxml.html import HtmlElement  # type: ignore[import-untyped]

_HIDDEN = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|max-height\s*:\s*0(?![.\d])"
    r"|font-size\s*:\s*[01](?:\.\d+)?(?:px|pt|em|%)?\s*(?:;|!|$)|(?<![-\w])opacity\s*:\s*0(?![.\d])",
    re.IGNORECASE,
)
_NO_ROOM = re.compile(r"(?<![-\w])(?:width|height)\s*:\s*0(?:px|pt|em|%)?\s*(?:;|!|$)", re.IGNORECASE)
_CUT_OFF = re.compile(r"overflow\s*:\s*hidden", re.IGNORECASE)
_NO_COLOUR = re.compile(
    r"(?<![-\w])color\s*:\s*(?:#fff(?:fff)?\b|white\b|transparent\b|rgba?\(\s*255\s*,\s*255\s*,\s*255|rgba\([^)]*,\s*0\s*\))",
    re.IGNORECASE,
)
_STRUCK = re.compile(r"text-decoration[-a-z]*\s*:[^;]*line-through", re.IGNORECASE)
_MAY_BE_STRUCK = re.compile(r"<(?:s|strike|del)\b|line-through", re.IGNORECASE)
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\ufffe\uffff\ud800-\udfff]")
_CONTROL_REFERENCE = re.compile(
    r"&#(?:0*(?:[0-8]|1[124-9]|2\d|3[01])(?!\d)|x0*(?:[0-8bcef]|1[\da-f])(?![\da-f]));?", re.I
)
_DROPPED = ("head", "script", "style", "title", "noscript", "template", "object", "svg", "img")
_STRUCK_TAGS = "//s|//strike|//del"
_QUOTES = "//blockquote|//*[contains(@class,'gmail_attr')]|//*[contains(@class,'yahoo_quoted')]"
_SIGNATURES = (
    "//*[contains(@class,'gmail_signature') or contains(@class,'moz-signature') or @id='Signature'"
    " or @id='signature' or @data-smartmail='gmail_signature' or @id='ms-outlook-mobile-signature']"
)


def has_struck(html: str) -> bool:
    """Whether something in it may be struck out; a plain text beside it does not tell."""
    return _MAY_BE_STRUCK.search(html) is not None


def html_to_text(html: str) -> str:
    """The visible text, without what is struck out; block elements, list items and table rows end lines.

    Quoted elements become lines with `>`, marked signatures lines with `SIGNATURE_SIGN`. The
    libraries are imported when the first HTML mail comes, for most mails have a text part.
    """
    from inscriptis.html_engine import Inscriptis
    from lxml import etree  # type: ignore[import-untyped]
    from lxml.html import HTMLParser, document_fromstring

    if not html.strip():
        return ""
    parser = HTMLParser(remove_comments=True, remove_pis=True, encoding="utf-8")
    html = _CONTROL_REFERENCE.sub("", _CONTROL.sub("", html))  # libxml2 reads them but does not write them
    try:
        tree = document_fromstring(html.encode("utf-8", "replace"), parser=parser)
    except etree.ParserError:
        return ""  # only comments and white space
    for element in tree.xpath("|".join(f"//{tag}" for tag in _DROPPED)):
        _drop(element)
    for element in tree.xpath("//*[@style]|//*[@hidden]|//font[@color]"):
        if _is_hidden(element):
            _drop(element)
    for element in tree.xpath(_STRUCK_TAGS):
        _drop(element)
    for table in tree.xpath("//table"):
        _drop_numbers(table)
    _mark(tree, _QUOTES, "> ", Inscriptis)
    _mark(tree, _SIGNATURES, SIGNATURE_SIGN, Inscriptis)
    text: str = Inscriptis(tree).get_text()
    return "\n".join(line.lstrip(" ") for line in text.split("\n"))  # nested elements are indented, quotes too


def _mark(tree: "HtmlElement", path: str, sign: str, engine: "type[Inscriptis]") -> None:
    """Replace the outermost elements of a path by their lines with a sign in front."""
    from lxml.html import Element

    found = set(tree.xpath(path))
    for element in tree.xpath(path):
        if any(parent in found for parent in element.iterancestors()) or element.getparent() is None:
            continue
        tail, element.tail = element.tail, None
        text = engine(element).get_text()
        marked = Element("pre")
        lines = (line.strip() for line in _CONTROL.sub("", text).split("\n"))
        marked.text = "\n".join(sign + line for line in lines if line)
        marked.tail = tail
        element.getparent().replace(element, marked)


def _is_hidden(element: "HtmlElement") -> bool:
    """Whether nobody sees it, or sees it struck out. White is no colour where nothing has set a background."""
    style = element.get("style", "")
    if element.get("hidden") is not None or _HIDDEN.search(style) or _STRUCK.search(style):
        return True
    if _NO_ROOM.search(style) and _CUT_OFF.search(style):
        return True
    if not _NO_COLOUR.search(f"{style};color:{element.get('color', '')}"):
        return False
    above = (element, *element.iterancestors())
    return not any("background" in each.get("style", "").lower() or each.get("bgcolor") for each in above)


def _drop_numbers(table: "HtmlElement") -> None:
    """A first column that only counts the rows is no part of what they say."""
    rows = [cells for row in table.xpath("./tr|./*/tr") if (cells := row.xpath("./td|./th"))]
    firsts = [cells[0].text_content().strip().rstrip(".)") for cells in rows if len(cells) > 1]
    if len(firsts) > 1 and firsts == [str(number) for number in range(1, len(rows) + 1)]:
        for cells in rows:
            _drop(cells[0])


def _drop(element: "HtmlElement") -> None:
    if element.getparent() is not None:
        element.drop_tree()
