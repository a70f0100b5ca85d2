"""Time zones as people write them, and a guess from the clock of a mail."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

_USUAL = (
    "Europe/London", "Europe/Berlin", "Europe/Moscow", "Europe/Athens", "Europe/Samara", "Asia/Yekaterinburg",
    "Asia/Omsk", "Asia/Novosibirsk", "Asia/Irkutsk", "Asia/Yakutsk", "Asia/Vladivostok", "Asia/Magadan",
    "Asia/Kamchatka", "America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles",
    "America/Sao_Paulo", "Asia/Dubai", "Asia/Kolkata", "Asia/Tokyo", "Australia/Sydney", "Pacific/Auckland",
)  # fmt: skip
"""Of several zones with the same clock the first of these is guessed."""
_RUSSIAN = {
    "москва": "Europe/Moscow", "петербург": "Europe/Moscow", "мск": "Europe/Moscow", "msk": "Europe/Moscow",
    "калининград": "Europe/Kaliningrad", "самара": "Europe/Samara", "екатеринбург": "Asia/Yekaterinburg",
    "омск": "Asia/Omsk", "новосибирск": "Asia/Novosibirsk", "красноярск": "Asia/Krasnoyarsk",
    "иркутск": "Asia/Irkutsk", "владивосток": "Asia/Vladivostok", "киев": "Europe/Kyiv", "минск": "Europe/Minsk",
    "берлин": "Europe/Berlin", "лондон": "Europe/London", "париж": "Europe/Paris", "алматы": "Asia/Almaty",
    "тбилиси": "Asia/Tbilisi", "ереван": "Asia/Yerevan",
}  # fmt: skip
_OFFSET = re.compile(r"(?:utc|gmt)?\s*([+-])\s*(\d{1,2})(?::?00)?", re.IGNORECASE)


def zone_called(text: str) -> str | None:
    """The IANA name of a zone: written out, as its city alone, in Russian, or as a distance from UTC.

    >>> zone_called("berlin"), zone_called("Москва"), zone_called("UTC+3"), zone_called("nowhere")
    ('Europe/Berlin', 'Europe/Moscow', 'Etc/GMT-3', None)
    """
    wanted = " ".join(text.split()).strip(" .,;!").casefold().replace(" ", "_")
    if not wanted:
        return None
    if wanted in _RUSSIAN:
        return _RUSSIAN[wanted]
    found = _zones().get(wanted)
    if found is not None:
        return found
    offset = _OFFSET.fullmatch(text.strip())
    if offset is None or int(offset[2]) > 14:
        return None
    hours = int(offset[2]) * (1 if offset[1] == "+" else -1)
    return _fixed(hours)


def guessed_zone(clock: datetime | None) -> str:
    """A zone with the distance from UTC that a mail's clock had when it was written; empty where nothing tells."""
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
    """A zone without summer time; the names of the database count westwards."""
    return "UTC" if hours == 0 else f"Etc/GMT{-hours:+d}"


@cache
def _zones() -> dict[str, str]:
    names = sorted(available_timezones())
    found: dict[str, str] = {}
    for name in names:
        found[name.casefold()] = name
        if "/" in name and not name.startswith(("Etc/", "US/")):
            found.setdefault(name.rpartition("/")[2].casefold(), name)
    return found
