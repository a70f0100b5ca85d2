"""Tell how a match ended: why, and who has won."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from adjudicator.kernel.result import Result
from adjudicator.language import msgid
from adjudicator.reports.wording.speech import Speech

_BY_HAND: Final = {
    "resignation": msgid("The others have given up."),
    "agreement": msgid("The players have agreed on the end."),
}
"""Ends that no rule of a game brings."""


def ending_text(result: Result, why: Mapping[str, str], to: Speech) -> str:
    """Return one or two sentences about how a match ended.

    `why`: messages for the endings that the rules of the game have. A moderator who ends a match may say how in other
    words: then the sentence says who has won.
    """
    reason = {**_BY_HAND, **why}.get(result.how)
    names = to.listing(to.party(seat).name for seat in result.winners)
    who = to.ngettext("%(seats)s wins.", "%(seats)s share the victory.", len(result.winners), seats=names)
    told = [to.gettext(reason)] if reason else []
    return " ".join([*told, who if names else to.gettext("The game is a draw.")])
