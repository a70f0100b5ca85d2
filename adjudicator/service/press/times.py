"""When a letter arrives, as its first line says it: `in 6 hours`, `on 3.12 20:00`, `after the deadline`."""

import re
from datetime import datetime, timedelta
from typing import Literal

import msgspec

from adjudicator.service.timing.dates import BadDates, moment_within, read_moment

_UNITS = (
    (1, r"m|min|minutes?|мин|минут[аыу]?"),
    (30, r"half an hour|полчаса"),
    (60, r"h|hours?|ч|часа?|часов"),
    (24 * 60, r"d|days?|д|день|дня|дней|сут(?:ки|ок)"),
    (7 * 24 * 60, r"w|weeks?|недел[яиюь]|недель"),
)
_AFTER_A_WHILE = re.compile(
    r"\b(?:in|after|через|спустя)\s+(?:(?P<n>\d{1,4})\s*|(?:an?|one|один|одну)\s+)?"
    rf"(?:{'|'.join(f'(?P<u{n}>{words})' for n, (_, words) in enumerate(_UNITS))})\b\.?",
    re.IGNORECASE,
)
_DEADLINE = re.compile(
    r"\b(?:(?:after|at)\s+(?:the\s+)?deadline|после\s+(?:истечения\s+)?(?:срока|дедлайна))\b", re.IGNORECASE
)
_COLON = re.compile(r"(?<!\d):|(?<=\d):(?![0-5]\d(?!\d))")
"""One that is no part of a time of day."""


class When(msgspec.Struct, frozen=True):
    """The time at which a letter is to arrive: after so many `minutes`, at a moment, or when a deadline is over.

    `text`: how its author wrote it.
    """

    how: Literal["while", "moment", "deadline"]
    text: str
    minutes: int = 0


def divided(opening: str) -> tuple[str, str, str]:
    """Divide the first line of a letter at the colon behind its recipients, as `str.partition` does."""
    colon = _COLON.search(opening)
    return (opening[: colon.start()], ":", opening[colon.end() :]) if colon else (opening, "", "")


def taken_out(head: str) -> tuple[str, When | None]:
    """Return a first line without the time that it names, and that time."""
    for pattern in (_AFTER_A_WHILE, _DEADLINE):
        if found := pattern.search(head):
            return _without(head, *found.span()), _read(found)
    span = moment_within(head)
    if span is None:
        return head, None
    return _without(head, *span), When("moment", head[slice(*span)])


def begins_with_time(text: str) -> bool:
    """Return whether the first words of a text name a time."""
    span = moment_within(text)
    return any(pattern.match(text) for pattern in (_AFTER_A_WHILE, _DEADLINE)) or (span is not None and span[0] == 0)


def moment_of(when: When, now: datetime, zone: str) -> datetime:
    """Return the moment that a time of the author's names; of a day, its beginning.

    Raises:
        BadDates: There is no such moment, or it is over.
    """
    if when.how == "while":
        return now + timedelta(minutes=when.minutes)
    moment = read_moment(when.text, now, zone)
    if ":" not in when.text:
        moment -= timedelta(days=1)  # of a day alone its end is read
    if moment <= now:
        raise BadDates("past", when.text)
    return moment


def _without(head: str, first: int, last: int) -> str:
    return f"{head[:first].rstrip(' ,;')} {head[last:]}"


def _read(found: re.Match[str]) -> When:
    if found.re is _DEADLINE:
        return When("deadline", found[0])
    minutes = next(minutes for n, (minutes, _) in enumerate(_UNITS) if found[f"u{n}"])
    return When("while", found[0], minutes * int(found["n"] or 1))
