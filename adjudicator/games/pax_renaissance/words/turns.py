"""Turns in words (D)."""

from __future__ import annotations

from adjudicator.kernel.decisions import OpenDecision
from adjudicator.reports.telling import Deed

from ..rules import turns
from .book import OR, Counter, ask, new_turn, offer, tell
from .speech import Speech

offer(turns.EndTurn, "end the turn", OR)


def _title(decision: OpenDecision, counter: Counter, to: Speech) -> str:
    left = decision.context["left"]
    return to.ngettext("%(n)s action left", "%(n)s actions left", left)


def _heading(decision: OpenDecision, counter: Counter, to: Speech) -> str:
    left = decision.context["left"]
    if not left:
        return to.gettext("No action is left: do what costs none, or end the turn")
    return to.ngettext("Your turn: %(n)s action left", "Your turn: %(n)s actions left", left)


ask(turns.TurnAnswers, _title, _heading)

tell(turns.TurnBegan, "%(seat)s begins a turn", begins=new_turn, lasts=True, silent=True, deed=Deed.BEGINS)
tell(turns.Passed, "could do nothing", important=True)
tell(turns.Bankrupt, "is bankrupt and out of the game", important=True)
