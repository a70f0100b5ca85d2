"""Where standing orders come in: answers that a seat has left for questions it does not answer in time.

Whoever keeps standing orders registers a provider; the deadline asks them in their order.
"""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.kernel.actions import Action
from adjudicator.kernel.errors import Refusal
from adjudicator.service.campaign.matches import Table
from adjudicator.store.campaigns import SeatAtTable

Provider = Callable[[Table, SeatAtTable], Action | None]
"""The action that a seat has left for the question that is open now, or None."""

_providers: list[Provider] = []


def register(provider: Provider) -> None:
    """Ask this one too; once is enough."""
    if provider not in _providers:
        _providers.append(provider)


def answer_for(table: Table, seat: SeatAtTable) -> Action | None:
    """The first standing order that is legal now."""
    for provider in _providers:
        action = provider(table, seat)
        if action is None:
            continue
        try:
            return table.match.check(seat.name, action)
        except Refusal:
            continue
    return None
