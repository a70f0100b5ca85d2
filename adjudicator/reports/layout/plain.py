"""Makes foreign text harmless before it is rendered: titles, names, lines of players, press.

A line break in a campaign title must not start a new line of our mail, a bidirectional control must not turn
the rest of a sentence round, and no sentence may look like the first or last line of the order form: a mail
program may copy it, unmarked, below the player's answer.
"""

import re
from datetime import datetime
from functools import lru_cache
from typing import TypeVar

import msgspec

from adjudicator.kernel.readiness import prebuild_decoders
from adjudicator.reports.model import Form, Report

prebuild_decoders(Form, Report)

_GAPS = re.compile(r"[\x00-\x20\x7f-\x9f\u2028\u2029]+")
_INVISIBLE = re.compile(
    r"[\u00ad\u061c\u180e\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff"
    r"\ud800-\udfff\U000e0000-\U000e007f]|(?<![\u2600-\u27bf\ufe0f\U0001f000-\U0001faff])\u200d"
)
"""Without the joiner inside of a picture sign, such as a family."""
SHORT = 200
"""Characters of a string that is remembered."""
Part = TypeVar("Part", bound=msgspec.Struct)
LONGEST = 2000
"""Characters of one string that are shown; the rest becomes an ellipsis."""


def plain(text: str) -> str:
    """Return the text on one line, without control, bidirectional, invisible or unpaired characters."""
    return _kept_plain(text) if len(text) < SHORT else _plain(text)


def _plain(text: str) -> str:
    if text.isprintable() and "  " not in text:
        return clip(text.strip(), LONGEST)
    return clip(_GAPS.sub(" ", _INVISIBLE.sub("", text)).strip(), LONGEST)


_kept_plain = lru_cache(maxsize=8192)(_plain)
"""Mails say the same again and again."""


def clip(text: str, longest: int) -> str:
    """Return the text, cut with an ellipsis when it has more than `longest` characters."""
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"


def guarded(lines: list[str], form: Form | None) -> list[str]:
    """Return the lines, each made different from the marker lines of the form if it looks like one."""
    if form is None:
        return lines
    markers = {_squeezed(line) for block in form.blocks for line in (block.opening, block.closing)}
    return [f"· {line.strip()}" if _squeezed(line) in markers else line for line in lines]


def clean(report: Report) -> Report:
    """Return the same report with every string made plain; only the form's own opening line remains one.

    In HTML a string may be all there is in a paragraph. The closing word alone opens nothing, and it may be one that
    players write; as a line of text it is `guarded`.
    """
    if report.form is None:
        return _cleaned(report)
    form = _cleaned(report.form)
    openings = frozenset(_squeezed(block.opening) for block in form.blocks)
    return msgspec.structs.replace(_cleaned(msgspec.structs.replace(report, form=None), openings), form=form)


def _squeezed(line: str) -> str:
    return " ".join(line.split()).casefold()


def _cleaned(part: Part, markers: frozenset[str] = frozenset()) -> Part:
    told = msgspec.to_builtins(part, builtin_types=(bytes, datetime))
    texts = {text: plain(text) for text in _texts(told)}  # a report says the same in many places
    for text, line in texts.items():
        if line.casefold() in markers:
            texts[text] = f"· {line}"
    changed = {text: line for text, line in texts.items() if line != text}

    def walk(value: object) -> object:
        if isinstance(value, str):
            return changed.get(value, value)
        if isinstance(value, dict):
            return {key: walk(inner) if inner else inner for key, inner in value.items()}
        if isinstance(value, list | tuple):
            return [walk(inner) for inner in value]
        return value

    return msgspec.convert(walk(told), type(part)) if changed else part


def _texts(told: object) -> set[str]:
    """Return every string in what a report is built of."""
    found: set[str] = set()
    left = [told]
    while left:
        value = left.pop()
        kind = type(value)
        if kind is str:
            found.add(value)  # type: ignore[arg-type]
        elif kind is dict:
            left.extend(filter(None, value.values()))  # type: ignore[attr-defined]
        elif kind is list or kind is tuple:
            left.extend(value)  # type: ignore[arg-type]
    return found
