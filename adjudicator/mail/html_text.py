"""HTML to lines of text, with quotes as `>` lines and nothing hidden."""

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from adjudicator.mail.hidden import GONE, NO_TEXT, take_out_hidden
from adjudicator.mail.quote_stripping import SIGNATURE_SIGN

if TYPE_CHECKING:
    from inscriptis.html_engine import Inscriptis
    from lxml.html import HtmlElement  # type: ignore[import-untyped]

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\ufffe\uffff\ud800-\udfff]")
_CONTROL_REFERENCE = re.compile(
    r"&#(?:0*(?:[0-8]|1[124-9]|2\d|3[01])(?!\d)|x0*(?:[0-8bcef]|1[\da-f])(?![\da-f]));?", re.I
)
_COUNT = re.compile(r"^[№#\s]+|[.):\s]+$")
"""What stands around the number of a row."""
_DROPPED = (*NO_TEXT, "img", GONE)
# No unions of paths: the library compares each node of one with each of the other.
_BELOW = ("divRplyFwdMsg", "OLK_SRC_BODY_SECTION")
"""Ids of the head that Outlook writes above a copy; the copy itself is marked by nothing."""
_QUOTES = "//*[self::blockquote or contains(@class,'gmail_attr') or contains(@class,'yahoo_quoted')]"
_SIGNATURES = (
    "//*[contains(@class,'gmail_signature') or contains(@class,'moz-signature') or @id='Signature'"
    " or @id='signature' or @data-smartmail='gmail_signature' or @id='ms-outlook-mobile-signature']"
)


class HtmlText(Struct, frozen=True):
    """The visible text of an HTML part; `left_out`: a word outside its quotes is struck out, or not surely seen."""

    text: str
    left_out: bool = False
    hidden: frozenset[str] = frozenset()
    """Words of it that are struck out or not surely seen, wherever they are; in small letters."""
    cut: bool = False
    """Its elements are in each other too deep: the rest was not read."""


def html_to_text(html: str) -> str:
    """Return the visible text of an HTML part."""
    return read_html(html).text


@lru_cache(maxsize=2)
def read_html(html: str, *, ours: bool = False) -> HtmlText:
    """Read an HTML part without what is struck out or hidden; block elements, list items and table rows end lines.

    In a page of `ours` nothing is hidden, and nothing is looked for that is. Quoted elements become lines with `>`,
    marked signatures lines with `SIGNATURE_SIGN`. The libraries are imported when the first HTML mail comes, for most
    mails have a text part.
    """
    from inscriptis.html_engine import Inscriptis
    from lxml import etree  # type: ignore[import-untyped]
    from lxml.html import HTMLParser, document_fromstring

    if not html.strip():
        return HtmlText("")
    parser = HTMLParser(remove_pis=True, encoding="utf-8")
    html = _CONTROL_REFERENCE.sub("", _CONTROL.sub("", html))  # libxml2 reads them but does not write them
    try:
        tree = document_fromstring(html.encode("utf-8", "replace"), parser=parser)
    except etree.ParserError:
        return HtmlText("")  # only comments and white space
    quotes = set(tree.xpath(_QUOTES)) | set(tree.xpath("//*[contains(@class,'gmail_quote')]"))
    for head in (each for each in tree.xpath("//*[@id]") if each.get("id") in _BELOW):
        quotes.update(head.iter(), head.xpath("following::*"))
        break
    left_out, hidden = (False, frozenset[str]()) if ours else take_out_hidden(tree, quotes)
    etree.strip_elements(tree, *_DROPPED, with_tail=False)
    for table in tree.iter("table"):
        _leave_numbers(table)
    etree.strip_elements(tree, GONE, with_tail=False)
    _mark(tree, _QUOTES, "> ", Inscriptis)
    _mark(tree, _SIGNATURES, SIGNATURE_SIGN, Inscriptis)
    text: str = Inscriptis(tree).get_text()
    lines = (line.lstrip(" ") for line in text.split("\n"))  # nested elements are indented, quotes too
    cut = any(error.type_name == "ERR_RESOURCE_LIMIT" for error in parser.error_log)
    return HtmlText("\n".join(lines), left_out, hidden, cut)


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


def _leave_numbers(table: "HtmlElement") -> None:
    """Drop a first column that only counts the rows, with or without a heading: it is no part of what they say."""
    rows = [cells for row in table.xpath("./tr|./*/tr") if (cells := row.xpath("./*[self::td or self::th]"))]
    counted = [cells[0] for cells in rows if len(cells) > 1]
    firsts = [_COUNT.sub("", cell.text_content().strip()) for cell in counted]
    below = 1 if firsts and not firsts[0].isdecimal() and len(firsts) > 2 else 0
    numbers = firsts[below:]
    if len(numbers) > 1 and numbers[0].isdecimal() and _is_row(numbers):
        for cell in counted[below:]:
            _leave_out(cell)


def _is_row(numbers: list[str]) -> bool:
    start = int(numbers[0][:6])
    return start < 2 and numbers == [str(start + at) for at in range(len(numbers))]


def _leave_out(element: "HtmlElement") -> None:
    if element.getparent() is not None:
        element.tag = GONE
