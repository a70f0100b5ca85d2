"""How a match ended, in words (2.5)."""

from __future__ import annotations

from ..facts import facts
from .speech import Speech


def ending(how: str, winner: str, vp: int, to: Speech) -> str:
    """One or two sentences. `winner` is "" for a draw; `vp` where the victory track stands (3.10)."""
    side = to.side(winner) if winner else ""
    if how == "peace_turn_over":
        later = to.gettext("Wars come with a later version: the game ends here.")
        return f"{_stopped(side, vp, to)} {later}"
    match how:
        case "auto_scoring_sweep":
            why = to.gettext("%(side)s wins: every award and all demand of the turn.", side=side)
        case "vp_30_or_more" | "vp_0_or_less":
            why = to.gettext("%(side)s wins: the victory track is at its end.", side=side)
        case _:
            why = to.gettext("%(side)s wins.", side=side) if side else to.gettext("The game is a draw.")
    track = to.gettext("The track stands at %(vp)s.", vp=vp)
    return f"{why} {track}"


def _stopped(side: str, vp: int, to: Speech) -> str:
    lead = abs(vp - facts().scoring.initiative_vp)
    if not lead:
        return to.gettext("The peace turn is over, the score is even: %(vp)s on the track.", vp=vp)
    return to.gettext(
        "The peace turn is over, %(side)s leads by %(lead)s VP: %(vp)s on the track.", side=side, lead=lead, vp=vp
    )
