"""Know the former names of what a campaign agrees on: they are read until the next release, and written no more."""

from collections.abc import Mapping
from typing import Any, Final

FORMER_NAMES: Final = {
    "back_hours": "min_hours_after_absence",
    "diary_handed_on": "diary_for_successor",
    "early": "adjudication",
}
"""The name of today by the former one."""
_IN_JSON: Final = [(f'"{former}":'.encode(), f'"{name}":'.encode()) for former, name in FORMER_NAMES.items()]


def with_new_names(stored: bytes) -> bytes:
    """Return stored JSON with the keys of today: within a text a quotation mark never stands without a backslash.

    >>> with_new_names(b'{"early":"window"}')
    b'{"adjudication":"window"}'
    """
    for former, name in _IN_JSON:
        stored = stored.replace(former, name)
    return stored


def by_new_names(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the agreements of a file under their names of today; where one has both, that of today counts.

    >>> by_new_names({"timing": {"early": "window", "adjudication": "deadline"}})
    {'timing': {'adjudication': 'deadline'}}
    """
    named = {FORMER_NAMES.get(name, name): value for name, value in given.items()} | {
        name: value for name, value in given.items() if name not in FORMER_NAMES
    }
    timing = named.get("timing")
    return named | {"timing": by_new_names(timing)} if isinstance(timing, Mapping) else named
