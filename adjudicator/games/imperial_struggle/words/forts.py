"""Forts in words (5.6.3, 5.6.4)."""

from __future__ import annotations

from adjudicator.reports.refusing import Facts

from ..rules import forts
from .book import refuse
from .speech import Speech


def _no_fort_link(given: Facts, to: Speech) -> str:
    text = to.gettext(
        "%(space)s: a fort needs a market, naval space or territory of yours connected to it; connected are %(spaces)s",
        space=to.space(given["space"]),
        spaces=to.spaces(given["connects"]),
    )
    if not given["new"]:
        return text
    new = to.gettext("does not count, it is yours only since this round: %(spaces)s", spaces=to.spaces(given["new"]))
    return f"{text}; {new}"


refuse(forts.no_fort_link, _no_fort_link)
