"""Time zones as people write them, and a guess from the clock of a mail."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from rapidfuzz import process
from rapidfuzz.distance import OSA

from adjudicator.language import CODES, Language
from adjudicator.orders.text import clean, normalize_word

_USUAL = (
    "Europe/London", "Europe/Berlin", "Europe/Moscow", "Europe/Athens", "Europe/Samara", "Asia/Yekaterinburg",
    "Asia/Omsk", "Asia/Novosibirsk", "Asia/Irkutsk", "Asia/Yakutsk", "Asia/Vladivostok", "Asia/Magadan",
    "Asia/Kamchatka", "America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles",
    "America/Sao_Paulo", "Asia/Dubai", "Asia/Kolkata", "Asia/Tokyo", "Australia/Sydney", "Pacific/Auckland",
)  # fmt: skip
"""Usual zones: of several with the same clock, the first of these is guessed."""
_MORE = dict.fromkeys(("мск", "msk", "петербург", "санкт петербург"), "Europe/Moscow")
"""Names that are no city of the tables: they know one city for each zone."""
_BETWEEN = re.compile(r"[\s_/]+|-(?=[^\W\d])")
_OFFSET = re.compile(r"(?:utc|gmt)?\s*([+-])\s*(\d{1,2})(?::?00)?", re.IGNORECASE)


def zone_called(text: str) -> str | None:
    """Return the IANA name of a zone, from its name, a city in any of our languages, or an offset from UTC.

    >>> zone_called("berlin"), zone_called("Новосибирск"), zone_called("UTC+3"), zone_called("nowhere")
    ('Europe/Berlin', 'Asia/Novosibirsk', 'Etc/GMT-3', None)
    """
    wanted = _key(text)
    if not wanted:
        return None
    found = _zones().get(wanted)
    if found is not None:
        return found
    offset = _OFFSET.fullmatch(text.strip())
    if offset is None or int(offset[2]) > 14:
        return None
    hours = int(offset[2]) * (1 if offset[1] == "+" else -1)
    return _fixed(hours)


def no_zone(text: str, words: Language) -> str:
    """Say that a zone is unknown, with the cities that were perhaps meant.

    >>> from adjudicator.language import language
    >>> no_zone("Новосибриск", language("ru")).rpartition(". ")[2]
    'Может быть, Новосибирск?'
    """
    told = words.gettext("“%(zone)s” is no time zone we know. Examples: Europe/Moscow, Berlin, UTC+3.", zone=text)
    near = _nearest(text, words.code)
    meant = words.gettext("Did you mean %(names)s?", names=words.listing(near, "or"))
    return f"{told} {meant}" if near else told


def _nearest(text: str, code: str) -> tuple[str, ...]:
    """Return up to three cities with names nearly the text, nearest first.

    The names are in the language with this code.
    """
    wanted = _key(text)
    slips = min(2, len(wanted) // 3)
    if not slips:
        return ()
    places = _places(code)
    near = process.extract(wanted, list(places), scorer=OSA.distance, score_cutoff=slips, limit=3)
    return tuple(places[key] for key, _, _ in near)


def guessed_zone(clock: datetime | None) -> str:
    """Return a zone with the UTC offset of a message's clock when it was written; empty if nothing tells."""
    if clock is None or clock.tzinfo is None:
        return ""
    away = clock.utcoffset()
    if not away:  # many programs write UTC whatever the place
        return ""
    for name in _USUAL:
        if clock.astimezone(ZoneInfo(name)).utcoffset() == away:
            return name
    hours = away / timedelta(hours=1)
    return _fixed(int(hours)) if hours == int(hours) and abs(hours) <= 12 else ""


def _fixed(hours: int) -> str:
    """Return a zone without summer time; the names of the database count westwards."""
    return "UTC" if hours == 0 else f"Etc/GMT{-hours:+d}"


def _key(text: str) -> str:
    """Return a text as look-ups see it.

    `Нью-Йорк`, `new_york` and `America/New York` are examples.
    """
    words = _BETWEEN.sub(" ", clean(text)).strip(" .,;!").split()
    return " ".join(normalize_word(word.strip(",.")) for word in words)


@cache
def _zones() -> dict[str, str]:
    """Return IANA names by what people write.

    They write the name itself, its last part, or its city in some language.
    """
    names = sorted(available_timezones())
    found = {_key(name): name for name in names}
    for name in names:
        if "/" in name and not name.startswith(("Etc/", "US/")):
            found.setdefault(_key(name.rpartition("/")[2]), name)
    found |= _MORE
    for code in CODES:
        for name, city in _cities(code):
            found.setdefault(_key(city), name)
    return found


@cache
def _places(code: str) -> dict[str, str]:
    """Return the cities as they are printed in a language, by what look-ups see."""
    return {_key(city): city for _, city in _cities(code)}


def _cities(code: str) -> Iterator[tuple[str, str]]:
    """Yield zones of the Unicode tables and their cities.

    Zones that have changed their name have the new one.

    The tables keep `Europe/Kiev` for good; its city is called as the database of time zones calls the zone now.
    """
    from babel import Locale  # only who names a zone pays for the tables

    known = {name for name in available_timezones() if "/" in name}
    english, local = Locale("en").time_zones, Locale.parse(code).time_zones
    listed = {name for each in CODES for name in Locale.parse(each).time_zones}  # each leaves out what it need not say
    for name in sorted(known & listed):
        last = name.rpartition("/")[2].replace("_", " ")
        called = english.get(name, {}).get("city") or last
        current = f"{name.partition('/')[0]}/{called.replace(' ', '_')}"
        yield (current if current in known else name), local.get(name, {}).get("city") or called
