"""How a match ended, in words (2.5)."""

from __future__ import annotations

from .speech import Speech


def ending(how: str, winner: str, vp: int, to: Speech) -> str:
    """One or two sentences. `winner` is "" for a draw; `vp` where the victory track stands (3.10)."""
    side = to.side(winner) if winner else ""
    match how:
        case "auto_scoring_sweep":
            why = to.gettext("%(side)s wins: every award and all demand of the turn.", side=side)
        case "auto_war_sweep":
            why = to.gettext("%(side)s wins: every theatre of the war with the most it can give.", side=side)
        case "final_vp":
            why = to.gettext("%(side)s wins after the final scoring.", side=side)
        case "final_tiebreak_available_debt":
            why = to.gettext("A tie on the track: %(side)s wins by more available debt.", side=side)
        case "final_tiebreak_britain":
            why = to.gettext("A tie on the track and equal available debt: %(side)s wins.", side=side)
        case "resignation":
            why = to.gettext("%(side)s wins: the other side gives up.", side=side)
        case "agreement":
            why = to.gettext("The players have agreed on the end.")
        case "vp_30_or_more" | "vp_0_or_less":
            why = to.gettext("%(side)s wins: the victory track is at its end.", side=side)
        case _:
            why = to.gettext("%(side)s wins.", side=side) if side else to.gettext("The game is a draw.")
    track = to.gettext("The track stands at %(vp)s.", vp=vp)
    return f"{why} {track}"
