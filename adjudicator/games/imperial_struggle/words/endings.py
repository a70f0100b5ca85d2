"""Tell how a match ended, in words (2.5)."""

from __future__ import annotations

from typing import Final

from adjudicator.language import msgid

from .speech import Speech

_AT_ITS_END: Final = msgid("%(side)s wins: the victory track is at its end.")
_WHY: Final = {
    "auto_scoring_sweep": msgid("%(side)s wins: every award and all demand of the turn."),
    "auto_war_sweep": msgid("%(side)s wins: every theatre of the war with the most it can give."),
    "vp_30_or_more": _AT_ITS_END,
    "vp_0_or_less": _AT_ITS_END,
    "final_vp": msgid("%(side)s wins after the final scoring."),
    "final_tiebreak_available_debt": msgid("A tie on the track: %(side)s wins by more available debt."),
    "final_tiebreak_britain": msgid("A tie on the track and equal available debt: %(side)s wins."),
    "resignation": msgid("%(side)s wins: the other side gives up."),
    "agreement": msgid("The players have agreed on the end."),
}


def ending(how: str, winner: str, vp: int, to: Speech) -> str:
    """Return one or two sentences on how a match ended.

    `winner` is "" for a draw; `vp` where the victory track is (3.10).

    A moderator who ends a match may say how in other words: then it is told who has won.
    """
    side = to.seat(winner) if winner else ""
    told = [to.gettext(_WHY[how], side=side)] if how in _WHY else []
    if not side:
        told.append(to.gettext("The game is a draw."))
    elif not told:
        told.append(to.gettext("%(side)s wins.", side=side))
    return " ".join([*told, to.gettext("The track stands at %(vp)s.", vp=vp)])
