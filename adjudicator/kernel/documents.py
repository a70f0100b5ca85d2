"""Neutral documents: small things that all of them need."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def merge_patch(document: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """A copy of the document with `changes` merged key by key; null removes a key (RFC 7396).

    >>> merge_patch({"vp": 15, "debt": {"red": 1, "blue": 2}}, {"debt": {"red": 3}})
    {'vp': 15, 'debt': {'red': 3, 'blue': 2}}
    """
    merged = dict(document)
    for key, value in changes.items():
        if value is None:
            merged.pop(key, None)
        elif isinstance(value, Mapping):
            inner = merged.get(key)
            merged[key] = merge_patch(inner if isinstance(inner, Mapping) else {}, value)
        else:
            merged[key] = value
    return merged
