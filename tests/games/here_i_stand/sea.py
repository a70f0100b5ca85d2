"""What tests of the sea do with a match."""

from __future__ import annotations

from adjudicator import Match
from adjudicator.kernel.actions import Decline


def asked(match: Match) -> tuple[str, tuple[str, ...]]:
    """What is asked, and whom."""
    found = match.decisions()[0]
    return found.kind, found.waiting


def quiet(match: Match) -> None:
    """Nobody calls an action off, or uses a card."""
    while match.decisions() and (found := asked(match))[0] in ("call_off", "row_for"):
        match.apply(found[1][0], Decline())
