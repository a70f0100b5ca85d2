"""Rules about time, changed by `name=value`."""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.service.campaign.matches import Table
from adjudicator.service.desk.deeds import Policy
from adjudicator.service.play import dues
from adjudicator.service.timing import TimingPolicy
from cli.errors import Failed
from cli.wrong_value import sentence


def changed_policy(table: Table, changes: dict[str, Any]) -> Policy:
    """The campaign's rules with some of them changed. Raises Failed for names and values that cannot be."""
    told: dict[str, Any] = msgspec.to_builtins(dues.policy_of(table.campaign))
    hours = table.campaign.deadline_hours
    for name, value in changes.items():
        if name == "deadline_hours":
            hours = value
            continue
        outer, _, inner = name.partition(".")
        place = told.get(outer) if inner else told
        key = inner or outer
        if not isinstance(place, dict) or key not in place or isinstance(place[key], dict):
            raise Failed(f"there is no rule {name!r}; adjudicator deadline policy {table.campaign.name} shows them all")
        place[key] = value
    if not isinstance(hours, int) or isinstance(hours, bool):
        raise Failed(f"deadline_hours = {hours!r}: that must be a whole number")
    try:
        return Policy(timing=msgspec.convert(told, TimingPolicy), deadline_hours=hours)
    except msgspec.ValidationError as error:
        raise Failed(sentence(error, told, TimingPolicy)) from None
