"""Tell whether an offer could be carried out, as far as somebody may know, and what it would do."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from adjudicator.kernel.actions import Action
from adjudicator.kernel.errors import ChanceError, Refusal
from adjudicator.kernel.events import ObservedEvent
from adjudicator.kernel.match import Match
from adjudicator.kernel.sandbox import Sandbox, consistent_matches
from adjudicator.orders.execution.trial import signers_of


def refusal_of(match: Match, parties: tuple[str, ...], action: Action) -> Refusal | None:
    """Return why the rules do not allow it; None if they do."""
    try:
        match.check(parties, action)
    except Refusal as refusal:
        return refusal
    return None


def refused_to(match: Match, seat: str, action: Action) -> Refusal | None:
    """Return why a seat cannot sign it; None if it can."""
    try:
        match.check(seat, action)
    except Refusal as refusal:
        return None if signers_of(refusal) else refusal
    return None


class Viewer:
    """A seat that looks at offers: what it may know is the same in all worlds that it may be in."""

    def __init__(self, match: Match, seat: str) -> None:
        self.match, self._seat = match, seat

    @cached_property
    def _worlds(self) -> list[Sandbox]:
        return consistent_matches(self.match, self._seat)

    def sees(self, parties: tuple[str, ...], action: Action) -> tuple[bool, Refusal | None]:
        """Return whether it can know that an offer is impossible, and why, as far as it may know that too."""
        found = [refusal_of(world, parties, action) for world in self._worlds]
        first = found[0]
        if first is None or not all(found):
            return False, None
        alike = {(each.code, each.rule, repr(each.facts)) for each in found if each is not None}
        return True, first if len(alike) == 1 else None

    def foresees(self, parties: tuple[str, ...], action: Action) -> Sequence[ObservedEvent[Any]]:
        """Return what the seat would be told if all signed.

        Empty if that depends on what it cannot know, or on a draw.
        """
        dreamt = []
        for world in (each.copy() for each in self._worlds):
            try:
                dreamt.append(world.apply(parties, action))
            except (Refusal, ChanceError):
                return ()
        seen = [[told.visible_to((self._seat,)) for told in each] for each in dreamt]
        return dreamt[0] if all(each == seen[0] for each in seen) else ()
