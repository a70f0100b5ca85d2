"""The parts of notices about offers that are stored as JSON: what is offered, and why it is impossible."""

from typing import Any

import msgspec

from adjudicator.kernel.actions import Action
from adjudicator.kernel.errors import Refusal


class Why(msgspec.Struct, frozen=True):
    """A refusal as it is stored in a notice."""

    code: str
    rule: str
    facts: dict[str, Any]


def written(action: Action) -> str:
    """Return an action as it is stored in a notice."""
    return msgspec.json.encode(action).decode()


def written_refusal(refusal: Refusal | None) -> str:
    """Return a refusal as it is stored in a notice; empty without one."""
    return "" if refusal is None else msgspec.json.encode(Why(refusal.code, refusal.rule, refusal.facts)).decode()
