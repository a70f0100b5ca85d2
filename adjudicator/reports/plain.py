"""Makes foreign text harmless before it is rendered: titles, names, lines of players, press.

A line break in a campaign title must not start a new line of our mail, a bidirectional control must not turn
the rest of a sentence round, and no sentence may look like the first or last line of the order form: a mail
program may copy it, unmarked, below the player's answer.
"""

import re
from datetime import datetime

import msgspec

from adjudicator.reports.model import Form, Report

_GAPS = re.compile(r"[\x00-\x20\x7f-\x9f\u2028\u2029]+")
_INVISIBLE = re.compile(r"[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff]")
LONGEST = 2000
"""Characters of one string that are shown; the rest becomes an ellipsis."""


def plain(text: str) -> str:
    """The text on one line, without control, bidirectional, invisible or unpaired characters."""
    line = _GAPS.sub(" ", _INVISIBLE.sub("", text)).strip()
    return clip(line, LONGEST)


def clip(text: str, longest: int) -> str:
    """The text, cut with an ellipsis when it has more than `longest` characters."""
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"


def guarded(line: str, form: Form | None) -> str:
    """The line, made different from a marker line if it looks like one."""
    return f"· {line.strip()}" if form and _squeezed(line) in _markers(form) else line


def _markers(form: Form) -> tuple[str, str]:
    return _squeezed(form.opening), _squeezed(form.closing)


def _squeezed(line: str) -> str:
    return _GAPS.sub(" ", line).strip().casefold()


def clean(report: Report) -> Report:
    """The same report with every string made plain; the form keeps its marker lines, nothing else may be one."""
    form = report.form and msgspec.convert(_cleaned(report.form, None), Form)
    rest = msgspec.convert(_cleaned(msgspec.structs.replace(report, form=None), form), Report)
    return msgspec.structs.replace(rest, form=form)


def _cleaned(part: msgspec.Struct, form: Form | None) -> object:
    def walk(value: object) -> object:
        if isinstance(value, str):
            line = plain(value)
            # In HTML a string may be all there is in a paragraph. The closing word alone opens nothing, and it
            # may be a word that players write.
            return f"· {line}" if form and _squeezed(line) == _squeezed(form.opening) else line
        if isinstance(value, dict):
            return {key: walk(inner) for key, inner in value.items()}
        if isinstance(value, list | tuple):
            return [walk(inner) for inner in value]
        return value

    return walk(msgspec.to_builtins(part, builtin_types=(bytes, datetime)))
