"""The one definition of *has ordered*, for reminders, late notices, processing and status.

A seat owes an answer if the match asks it something and has no answer of it: neither carried out nor sealed.
Drafts and waiting lines are no answers. A seat that is not asked owes nothing.
"""

from __future__ import annotations

from adjudicator.service.campaign.matches import Table


def owing(table: Table) -> tuple[str, ...]:
    """The seats that still owe an answer, in seat order. Who has sealed one is nobody's business: never show this."""
    return tuple(seat for decision in table.match.decisions() for seat in decision.waiting)


def asked(table: Table) -> tuple[str, ...]:
    """The seats that are asked now, whether or not they have answered in secret. This is public."""
    return tuple(seat for decision in table.match.decisions() for seat in decision.seats)


def has_ordered(table: Table, seat: str) -> bool:
    """Whether the game waits for nothing of this seat."""
    return seat not in owing(table)


def all_in(table: Table) -> bool:
    """Whether something is asked and every answer is there: it only waits for its time."""
    return bool(table.match.decisions()) and not owing(table)
