"""Find what changed between two views of the same seat: the one of its last mail, and that of now.

Worked out from the views, never added up from what happened in between: so it is right after a correction too, and when
something was done and undone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any


def by_key(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, int]:
    """Return by how much figures differ, in the order of those of now; what is the same is left out.

    >>> by_key({"red": 3, "blue": 1}, {"red": 3, "blue": 4})
    {'blue': 3}
    """
    found = {key: value - before.get(key, 0) for key, value in after.items()}
    return {key: change for key, change in found.items() if change}


def things(before: Iterable[str], after: Iterable[str]) -> tuple[Counter[str], Counter[str]]:
    """Return what is gone, and what is new, each with its count.

    >>> things(["salt", "salt"], ["salt", "wine"])
    (Counter({'salt': 1}), Counter({'wine': 1}))
    """
    was, is_ = Counter(before), Counter(after)
    return was - is_, is_ - was


def figures(before: Any, after: Any) -> dict[str, int]:
    """Return how a field of a view differs if it is a figure (its key is then empty) or has one by key, else nothing.

    >>> figures(3, 1), figures({"red": 2}, {"red": 3}), figures({"red": "lyon"}, {"red": "paris"})
    ({'': -2}, {'red': 1}, {})
    """
    if isinstance(after, Mapping) and isinstance(before, Mapping):
        return by_key(_figures(before), _figures(after))
    both = isinstance(before, int) and isinstance(after, int)
    return by_key({"": before}, {"": after}) if both else {}


def _figures(values: Mapping[str, Any]) -> dict[str, int]:
    return {key: value for key, value in values.items() if isinstance(value, int)}
