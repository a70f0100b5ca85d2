"""Victories in words (E6, L)."""

from __future__ import annotations

from typing import Final

from adjudicator.language import msgid
from adjudicator.reports.asking import Shelf
from adjudicator.reports.refusing import Facts

from ..facts import VICTORY
from ..rules import victories
from .book import Counter, Rank, offer, refuse
from .speech import Speech

MEASURES: Final = {
    "supremacy": msgid("a supreme religion"),
    "faith": msgid("prestige of the supreme religion"),
    "kings": msgid("kings"),
    "concessions": msgid("concessions"),
    "discovery": msgid("discovery prestige"),
    "republics": msgid("republics"),
    "law": msgid("law prestige"),
}
"""What a victory asks for, by the names of :func:`.rules.victories.measures`."""


def _actions(action: victories.Declare, counter: Counter, to: Speech) -> str:
    return str(victories.price(counter.state, action.victory))


offer(victories.Declare, "%(victory)s", Shelf((Rank.VICTORY,), "Declare victory", "actions"), cost=_actions)


def _short(given: Facts, to: Speech) -> str:
    measured: str = given["what"]
    return to.gettext(
        "%(victory)s: %(what)s – you have %(have)s, %(need)s needed",
        victory=to.thing(VICTORY, given["victory"]),
        what=to.gettext(MEASURES[measured]),
        have=given["have"],
        need=given["need"],
    )


refuse(victories.short_of, _short)
