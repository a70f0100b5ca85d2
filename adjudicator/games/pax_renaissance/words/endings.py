"""How a match ended, in words (L, G6)."""

from __future__ import annotations

from typing import Final

from adjudicator.kernel.result import Result
from adjudicator.language import msgid

from ..facts import VICTORY
from .book import Speech

_WHY: Final = {
    "patron": msgid("The market could not be filled any more: most Patron prestige decides, then most florins."),
    "last_bank": msgid("All other banks are bankrupt."),
    "resignation": msgid("The others have given up."),
    "agreement": msgid("The players have agreed on the end."),
}


def ending(result: Result, to: Speech) -> str:
    """Who has won, and how. A moderator who ends a match may say how in other words: then it is told who has won."""
    won = to.listing(to.bank(seat) for seat in result.winners)
    if result.how in VICTORY:
        return to.gettext("%(seat)s wins: %(victory)s.", seat=won, victory=to.thing(VICTORY, result.how))
    if not won:
        who = to.gettext("The game is a draw.")
    else:
        who = to.ngettext("%(seats)s wins.", "%(seats)s share the victory.", len(result.winners), seats=won)
    return f"{to.gettext(_WHY[result.how])} {who}" if result.how in _WHY else who
