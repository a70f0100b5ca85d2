"""What was put in and cannot be finished before somebody enters a draw that was made at a table."""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.kernel.log import By


class Awaited(msgspec.Struct, frozen=True, omit_defaults=True):
    """The actions of `by` (several: taken whole or not at all) as their JSON objects; none: a decision was closed.

    `draws` are those that have been entered so far, as logs have them.
    """

    by: By
    actions: tuple[dict[str, Any], ...]
    draws: tuple[dict[str, Any], ...] = ()
