"""Know the former names of what a campaign agrees on: they are read until the next release, and written no more."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

FORMER_NAMES: Final = {"diary_handed_on": "diary_for_successor"}
"""The name of today by the former one, of agreements beside `timing`."""
FORMER_TIMING_NAMES: Final = {
    "back_hours": "min_hours_after_absence",
    "drafts": "drafts_at_deadline",
    "early": "adjudication",
    "missed": "missed_deadline",
    "reactions": "wait_for_reactions",
}
"""The same, of rules about time."""
_IN_JSON: Final = [f'"{former}":'.encode() for former in (*FORMER_NAMES, *FORMER_TIMING_NAMES)]


def with_new_names(stored: bytes) -> bytes:
    """Return stored JSON with the keys of today, however deep agreements lie in it.

    >>> with_new_names(b'{"plan":{"timing":{"early":"window","hours":{"early":9}}}}')
    b'{"plan":{"timing":{"adjudication":"window","hours":{"early":9}}}}'
    """
    if not any(former in stored for former in _IN_JSON):
        return stored
    return msgspec.json.encode(_renamed(msgspec.json.decode(stored)))


def by_new_names(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the agreements of a file under their names of today; where one has both, that of today counts.

    >>> by_new_names({"timing": {"early": "window", "adjudication": "deadline"}})
    {'timing': {'adjudication': 'deadline'}}
    """
    named = _named(given, FORMER_NAMES)
    timing = named.get("timing")
    return named | {"timing": _named(timing, FORMER_TIMING_NAMES)} if isinstance(timing, Mapping) else named


def _named(given: Mapping[str, Any], former: Mapping[str, str]) -> dict[str, Any]:
    return {former.get(name, name): value for name, value in given.items()} | {
        name: value for name, value in given.items() if name not in former
    }


def _renamed(value: Any) -> Any:
    if isinstance(value, dict):
        return by_new_names({name: _renamed(inner) for name, inner in value.items()})
    return [*map(_renamed, value)] if isinstance(value, list) else value
