"""Dates as players type them, with the names of the months in any of our languages.

Day before month, as everywhere but in one country; who writes `12/1` is asked what they mean.
"""

import re
from datetime import date, datetime, time, timedelta
from functools import cache
from typing import Literal
from zoneinfo import ZoneInfo

import msgspec

from adjudicator.language import CODES
from adjudicator.service.timing.calendar import Absence

Trouble = Literal["no_date", "slash", "no_such_day", "backwards", "past", "too_long"]
LONGEST_DAYS = 366
SHORTEST_MONTH = 3
"""Letters of an abbreviation."""

_TODAY = ("today", "now", "сегодня", "сейчас")
_TOMORROW = ("tomorrow", "завтра")
_SLASH = re.compile(r"\b\d{1,2}/\d{1,2}\b")
_CLOCK = re.compile(r"(?<![\d:.])(?:[01]?\d|2[0-3]):[0-5]\d(?![\d:])")
_BEFORE = re.compile(r"(?:\b(?:not before|on|at|from|в|во|на|с|не раньше)\s+)?$", re.IGNORECASE)
_BETWEEN = re.compile(r"[\s,]*(?:\b(?:at|on|в|во)\b\s*)?")
_UNTIL = re.compile(r"^\W*(?:until|till|til|to|through|до|по)\b")


@cache
def _months() -> dict[str, int]:
    """Return how the names of the months begin in our languages (`jan`, `янв`): as many letters as tell two apart."""
    from babel import Locale

    found: dict[str, int] = {}
    for code in CODES:
        months = Locale.parse(code).months
        names = [(name.casefold(), n) for form in ("format", "stand-alone") for n, name in months[form]["wide"].items()]
        for name, n in names:
            others = {other[:length] for other, m in names if m != n for length in range(len(other) + 1)}
            starts = (name[:length] for length in range(SHORTEST_MONTH, len(name)))
            found.setdefault(next((start for start in starts if start not in others), name), n)
    return dict(sorted(found.items(), key=lambda pair: -len(pair[0])))


@cache
def _date() -> re.Pattern[str]:
    """Compile a pattern for a date, or a day without its month."""
    month = rf"(?:{'|'.join(_months())})[^\W\d_]*"
    return re.compile(
        rf"""
        (?P<iso>\d{{4}}-\d{{1,2}}-\d{{1,2}})
        | (?P<today>{"|".join((*_TODAY, *_TOMORROW))})
        | (?P<d>\d{{1,2}})\.(?P<m>\d{{1,2}})(?:\.(?P<y>\d{{4}}|\d\d))?\.?
        | (?P<d2>\d{{1,2}})(?:st|nd|rd|th|-?го)?\ ?(?P<m2>{month})\b\.?(?:,?\ (?P<y2>\d{{4}}))?
        | (?P<m3>{month})\b\.?\ (?P<d3>\d{{1,2}})(?:st|nd|rd|th)?\b(?:,?\ (?P<y3>\d{{4}}))?
        | (?P<d4>\d{{1,2}})(?![\d:])
        """,
        re.VERBOSE,
    )


class BadDates(ValueError):  # noqa: N818
    """Not two days, or days that cannot be. `text` is what could not be read, `days` what was, where it is known."""

    def __init__(self, trouble: Trouble, text: str = "", days: tuple[date, ...] = ()) -> None:
        super().__init__(trouble)
        self.trouble: Trouble = trouble
        self.text = text
        self.days = days


class _Given(msgspec.Struct):
    day: int
    month: int | None
    year: int | None
    text: str


def read_absence(text: str, today: date) -> Absence:
    """Return the days that a text names. Without a year the next such days; one date alone is one day.

    `until 10.12` begins today.

    Raises:
        BadDates: The text names no days.

    >>> read_absence("from 28.12 to 5.1", date(2026, 11, 20))
    Absence(first=datetime.date(2026, 12, 28), last=datetime.date(2027, 1, 5))
    >>> read_absence("с 1 по 10 декабря", date(2026, 11, 20)).last
    datetime.date(2026, 12, 10)
    """
    lowered = text.lower()
    slash = _SLASH.search(lowered)
    if slash:
        raise BadDates("slash", slash[0])
    given = [_given(match, today) for match in _date().finditer(lowered)]
    if not 1 <= len(given) <= 2:
        raise BadDates("no_date", text.strip())
    if len(given) == 1 and _UNTIL.match(lowered):
        given.insert(0, _Given(today.day, today.month, today.year, ""))
    first, last = given[0], given[-1]
    if first.month is None:
        first.month, first.year = last.month, first.year or last.year
    begins = _next(first, today)
    ends = begins
    if last is not first:
        ends = _next(last, begins)
        if begins > today and last.year is None and first.year is None:
            begins, ends = _running(first, last, today) or (begins, ends)
    return _sound(begins, ends, today)


def read_moment(text: str, now: datetime, zone: str) -> datetime:
    """Return the moment that a text names, in a time zone: a day (its end), a time (the next such), or both.

    Raises:
        BadDates: The text names no moment, or one in the past.

    >>> from datetime import UTC
    >>> now = datetime(2026, 11, 20, 9, 0, tzinfo=UTC)
    >>> read_moment("Sun 22 Nov 20:00 MSK", now, "Europe/Moscow").isoformat()
    '2026-11-22T20:00:00+03:00'
    >>> read_moment("25.11", now, "UTC").isoformat(), read_moment("8:30", now, "UTC").isoformat()
    ('2026-11-26T00:00:00+00:00', '2026-11-21T08:30:00+00:00')
    """
    here = now.astimezone(ZoneInfo(zone))
    clock = _CLOCK.search(text)
    rest = text if clock is None else f"{text[: clock.start()]} {text[clock.end() :]}"
    if clock is not None and not any(letter.isdecimal() for letter in rest) and not _date().search(rest.lower()):
        moment = datetime.combine(here, time.fromisoformat(clock[0].zfill(5)), here.tzinfo)
        return moment if moment > here else moment + timedelta(days=1)
    day = read_absence(f"until {rest.strip()}", here.date()).last
    if clock is None:
        return datetime.combine(day + timedelta(days=1), time(), here.tzinfo)
    moment = datetime.combine(day, time.fromisoformat(clock[0].zfill(5)), here.tzinfo)
    if moment <= here:
        raise BadDates("past", text)
    return moment


def moment_within(text: str) -> tuple[int, int] | None:
    """Return where a text names a moment: a date with its month, a time of day, or one beside the other.

    >>> text = "to France on 3.12 20:00"
    >>> first, last = moment_within(text)
    >>> text[first:last]
    'on 3.12 20:00'
    """
    lowered = text.lower()
    dates = (found.span() for found in _date().finditer(lowered) if not found["d4"])
    day = next((span for span in dates if _is_whole(lowered, *span)), None)
    slash, clock = _SLASH.search(lowered), _CLOCK.search(lowered)
    spans = sorted(span for span in (slash.span() if slash else day, clock.span() if clock else None) if span)
    if not spans:
        return None
    first, last = spans[0]
    if len(spans) > 1 and _BETWEEN.fullmatch(lowered[last : spans[1][0]]):
        last = spans[1][1]
    before = _BEFORE.search(lowered[:first])
    return (before.start() if before else first), last


def _is_whole(text: str, first: int, last: int) -> bool:
    """Return whether no word goes on before or behind a part of a text."""
    return not (text[first - 1 : first].isalnum() or text[last : last + 1].isalnum())


def _running(first: _Given, last: _Given, today: date) -> tuple[date, date] | None:
    """Return the rest of an absence that has begun, or None.

    `from 15.11 to 25.11`, said on the 20th, is one.
    """
    begun, ends = _next(first, today - timedelta(days=LONGEST_DAYS - 1)), _next(last, today)
    if begun <= today and (today - begun).days <= 60 and (ends - today).days <= 180:
        return today, ends
    return None


def _sound(begins: date, ends: date, today: date) -> Absence:
    if ends < begins:
        raise BadDates("backwards", days=(begins, ends))
    if ends < today:
        raise BadDates("past", days=(ends,))
    begins = max(begins, today)
    if (ends - begins).days >= LONGEST_DAYS:
        raise BadDates("too_long", f"{(ends - begins).days + 1}")
    return Absence(begins, ends)


def _given(match: re.Match[str], today: date) -> _Given:
    text = match[0].strip()
    if match["today"]:
        day = today + timedelta(days=match["today"] in _TOMORROW)
        return _Given(day.day, day.month, day.year, text)
    if match["iso"]:
        year, month, number = map(int, match["iso"].split("-"))
        return _Given(number, month, year, text)
    day_text = match["d"] or match["d2"] or match["d3"] or match["d4"]
    word = match["m2"] or match["m3"]
    month_number = int(match["m"]) if match["m"] else _month(word) if word else None
    year_text = match["y"] or match["y2"] or match["y3"]
    year_number = None if not year_text else int(year_text) + (2000 if len(year_text) == 2 else 0)
    return _Given(int(day_text), month_number, year_number, text)


def _month(word: str) -> int:
    return next(n for start, n in _months().items() if word.startswith(start))


def _next(given: _Given, earliest: date) -> date:
    """Return the day itself, or without a year the first such day from `earliest` on."""
    if given.month is None:
        raise BadDates("no_date", given.text)
    years = range(earliest.year, earliest.year + 9) if given.year is None else [given.year]
    for year in years:
        try:
            day = date(year, given.month, given.day)
        except ValueError:
            continue
        if given.year is not None or day >= earliest:
            return day
    raise BadDates("no_such_day", given.text)
