"""What inputs grow by: signs and words that some reader looks for, pairs of them, and almost-matches of every regular
expression of the program.
"""

# ruff: noqa: E501 - lists that are read as they are written

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator
from random import Random
from re import _parser  # type: ignore[attr-defined]  # what the expressions are made of is told nowhere else
from typing import Any, NamedTuple

from adjudicator.mail.patterns import load_patterns

PACKAGES = tuple(f"adjudicator.{name}" for name in ("mail", "orders", "service", "components", "reports"))


class Shape(NamedTuple):
    """A text of any size: a beginning, something again and again, an end."""

    unit: str
    before: str = ""
    behind: str = ""

    def grown(self, size: int) -> str:
        """So many characters of it."""
        room = max(size - len(self.before) - len(self.behind), len(self.unit))
        return (self.before + self.unit * (room // len(self.unit)) + self.behind)[: max(size, 1)]


SIGNS = (*(chr(code) for code in range(0x20, 0x7F) if not chr(code).isalnum()), *"a0\t\n\r\0\x0b\x1b\x7f",
    "я", "Ё", "ß", "й", "и\u0306", "\u0301", "\u00a0", "\u00ad", "\u200b", "\u2028", "\u20e3", "\ufffd", "\ue000",
    "😀", "№", "“", "…", "⁠", "漢", "ﷺ", "ı", "İ")  # fmt: skip
WORDS = (
    "> ", ">> ", "> a\n", "A> ", "-- \n", "--\n", "- a\n", "1. ", "1) a\n", "* ", "# a\n", "#1a ", "//", "...", "_____\n",
    "On ", "On 1 May 2026, A <a@b.c> wrote:\n", "wrote: ", "1.1.2026, ", "From: a\n", "From: a\nSent: b\n", "Sent: to: ",
    "confidential ", "scanned by virus ", "Sent from my a\n", "Hi\n", "Hi Anna,\n", "Thanks\n", "Get a for ios",
    "<", "</", "/>", "<b>", "</b>", "<div>", "</div>", "<p>a", "<br>", "<table><tr><td>", "<tr><td>1", "<li>", "<ol><li>",
    "<blockquote>", "<s>a</s>b", "<del>", "<img>a", "<script>", "<style>a</style>", "<head>a", "<!--", "<!-- -->", "<?",
    "<![CDATA[", "<a href=", "<b style=\"", "<b style='display:none'>a</b>b", "<font color=white>a", "<b hidden>a</b>b",
    "<span class=gmail_attr>a</span>b", "<div class=gmail_signature>a", "<pre>", "<q>", "<select><option>", "<title>",
    "&#", "&#0;", "&#1", "&amp;", "&lt", "&a", "color:rgba(", "color:rgba(,", "text-decoration:", "font-size:0", "width:0;",
    "<param>", "</param>", "<excerpt>", "<excerpt>a\n", "<<", "<bold>", "<nofill>",
    "=?utf-8?q?a?= ", "=?utf-8?b?YQ==?=", "=?koi8-r?q?=c1?=", "=?", "?=", "=?a?q?", "=41", "=\n", "=3D=", "=e2=80",
    "a@b.c, ", "<a@b.c>, ", "<a@b.c> ", "a@b.c", "@", "<a", "a:b;", "\"a\" <a@b.c>, ", "(a) ", "((", "(a@b.c ", "\\\"",
    "<a@game.test> ", "<redtagg2.a@game.test> ", "orders+a@game.test, ", "[abc] ", "Re: ", "Re[2]: ", "Ответ: ", "orders: ",
    "dkim=pass header.d=a.b; ", "dmarc=fail (a) ", "(((", "a=b; ", "d=a; ", "i=1; ", "h=a:b:", "from:", "b=A", "; ",
    "ORDERS\n", "ORDERS 1\n", "END\n", "END ", "FINISH 1\n", "ORDERS\n1a\nEND\n", "> ORDERS\n> 1a\n", "ПРИКАЗЫ\nКОНЕЦ\n",
    "press to a:\n", "press to a: b\nend press\n", "diary: a\n", "письмо кому: а\n", "message ", "anonymous press ",
    "-----BEGIN PGP SIGNED MESSAGE-----\n\n", "-----BEGIN PGP SIGNATURE-----", "-----Original Message-----\n",
    "a\n", "a \n", "> a \n", " a\n", "\n\n", "a\n\n", "\r\n", "\r", "--x\n", "--x\n\na\n", "--x--\n", "boundary=a\n", "boundary=",
    "Content-Type: text/plain\n\na\n--x\n", "Content-Type: multipart/mixed; boundary=x\n\n--x\n", "content-type: message/rfc822\n\n",
    "message-id: <a@b.c>\n", "Final-Recipient: rfc822; a@b.c\nAction: failed\nStatus: 5.1.1\n\n", "5.1.1 ", "4.2.", "a: b\n\n",
    "filename*0=a; ", "filename*0*=utf-8''a; ", "charset*1=a; ", "name=\"a\"; ", "name*=utf-8''%41", "%41", "begin 644 a\n",
    "help\n", "status\n", "check ", "1a ", "12b, ", "+d2 ", "flag savoy ", "flag savoy\n", "and ", "then ", "until ", ", ", "or ",
    "campaign a\n", "campaign a\nhelp\n", "if a then ", "standing ", "confirm a\n", "[red]\n", "red: ", "please ", "i would like ",
    "one ", "2026-01-01 ", "from 1 to 2 ", "E12 ", "флаг Савойя ", "и ", "приказ 1а ", "?", "? ", "???a", "a?b ",
    "\ufeff", "\x1b$B", "+AGE-", "\xc3\xa0", "Ð°", "вЂ™", "Ñ€",
)  # fmt: skip
"""What mail programs, web pages, forms and players write, and beginnings of it that never end."""
ENDS = ("", "\0", "!", "\n>", "я")


def all_shapes(seed: int, pairs: int) -> list[Shape]:
    """Every shape once: the same for the same seed."""
    rng = Random(seed)
    tokens = (*SIGNS, *WORDS)
    found = [Shape(each) for each in tokens]
    found += [Shape(rng.choice(tokens) + rng.choice(tokens)) for _ in range(pairs)]
    found += [Shape(rng.choice(tokens), rng.choice(tokens), rng.choice(tokens)) for _ in range(pairs)]
    found += [shape for each in expressions() for shape in almost(each)]
    return list(dict.fromkeys(shape for shape in found if shape.unit))


def expressions() -> list[re.Pattern[str]]:
    """Every regular expression that a module of the program, or the list of patterns of mails, holds."""
    found: dict[tuple[str, int], re.Pattern[str]] = {}
    for name in PACKAGES:
        package = importlib.import_module(name)
        for module in pkgutil.walk_packages(package.__path__, f"{name}."):
            if ".migrations" not in module.name:
                for each in _within(vars(importlib.import_module(module.name)).values()):
                    found[str(each.pattern), each.flags] = each
    for each in _within(vars(load_patterns()).values()):
        found[str(each.pattern), each.flags] = each
    return list(found.values())


def _within(values: Any) -> Iterator[re.Pattern[str]]:
    for value in values:
        if isinstance(value, re.Pattern):
            yield value
        elif isinstance(value, tuple | list) and len(value) < 100:
            yield from _within(value)
        elif isinstance(value, dict) and len(value) < 100:
            yield from _within(value.values())


def almost(expression: re.Pattern[Any]) -> Iterator[Shape]:
    """What matches it nearly, by its grammar: each repetition again and again, the beginning, the whole of it."""
    pattern = expression.pattern
    text = pattern.decode("latin-1") if isinstance(pattern, bytes) else pattern
    parsed = _parser.parse(text, expression.flags & ~re.DEBUG)
    whole = _sample(parsed)
    for end in ENDS[:2]:
        yield Shape(whole or "a", "", end)
        yield Shape(whole[: max(1, len(whole) - 1)] or "a", "", end)
    for before, unit in _repeated(parsed, ""):
        for end in ENDS[:3]:
            yield Shape(unit or "a", before, end)
        yield Shape(before + unit or "a")


def _repeated(parsed: Any, before: str) -> Iterator[tuple[str, str]]:
    for operation, argument in parsed:
        name = str(operation)
        if name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            low, high, inner = argument
            if high > 3:
                yield before, _sample(inner)
                if low == 0:
                    yield before, _sample(inner)[:1]
            yield from _repeated(inner, before)
        elif name == "SUBPATTERN":
            yield from _repeated(argument[3], before)
        elif name == "BRANCH":
            for each in argument[1][:12]:
                yield from _repeated(each, before)
        before += _sample([(operation, argument)])


def _sample(parsed: Any) -> str:
    return "".join(_one(str(operation), argument) for operation, argument in parsed)


def _one(name: str, argument: Any) -> str:
    match name:
        case "LITERAL":
            return chr(argument)
        case "NOT_LITERAL":
            return "b" if argument == ord("a") else "a"
        case "ANY":
            return "a"
        case "IN":
            return _member(argument)
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            low, high, inner = argument
            return _sample(inner) * max(low, min(1, int(high)))
        case "SUBPATTERN":
            return _sample(argument[3])
        case "BRANCH":
            return _sample(argument[1][0])
        case "ATOMIC_GROUP":
            return _sample(argument)
    return ""


_CATEGORIES = {"CATEGORY_DIGIT": "1", "CATEGORY_SPACE": " ", "CATEGORY_WORD": "a", "CATEGORY_NOT_SPACE": "a",
               "CATEGORY_NOT_DIGIT": "a", "CATEGORY_NOT_WORD": "-"}  # fmt: skip


def _member(items: Any) -> str:
    """A sign of a class."""
    negated = items and str(items[0][0]) == "NEGATE"
    if negated:
        return next(sign for sign in "a1- \nя\0" if not any(_holds(item, sign) for item in items[1:]))
    for operation, argument in items:
        match str(operation):
            case "LITERAL":
                return chr(argument)
            case "RANGE":
                return chr(argument[0])
            case "CATEGORY":
                return _CATEGORIES[str(argument)]
    return "a"


def _holds(item: tuple[Any, Any], sign: str) -> bool:
    match str(item[0]):
        case "LITERAL":
            return bool(ord(sign) == item[1])
        case "RANGE":
            return bool(item[1][0] <= ord(sign) <= item[1][1])
        case "CATEGORY":
            kind = str(item[1])
            held = {"DIGIT": sign.isdigit(), "SPACE": sign.isspace(), "WORD": sign.isalnum() or sign == "_"}
            return held[kind.rpartition("_")[2]] != ("_NOT_" in kind)
    return False
