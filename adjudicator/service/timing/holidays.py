"""National holidays, by the calendars of the library `holidays`: `DE`, or with a part of the country `DE-BY`."""

from collections.abc import Container
from datetime import date
from functools import lru_cache
from typing import Any


def is_holiday(day: date, calendars: tuple[str, ...]) -> bool:
    """Return whether it is one in any of these calendars. Raises LookupError for a calendar that there is not."""
    return any(day in _calendar(name) for name in calendars)


def unknown(name: str) -> bool:
    """Return whether there is no such calendar."""
    country, dash, part = name.partition("-")
    known = _library().list_supported_countries(include_aliases=False)
    return country not in known or bool(dash and part not in known[country])


@lru_cache(maxsize=64)
def _calendar(name: str) -> Container[date]:
    if unknown(name):
        raise LookupError(name)
    country, _, part = name.partition("-")
    calendar: Container[date] = _library().country_holidays(country, subdiv=part or None)
    return calendar


def _library() -> Any:
    import holidays

    return holidays
