"""Forts in words (5.6.3, 5.6.4)."""

from __future__ import annotations

from adjudicator.reports.refusing import Facts

from ..rules import forts
from .book import MILITARY, offer, place, refuse, tell, verb
from .speech import Speech

offer(forts.BuildFort, "build fort: %(space)s", MILITARY)
offer(forts.RepairFort, "repair fort: %(space)s", MILITARY)
offer(forts.SeizeFort, "seize fort: %(space)s", MILITARY)

verb(forts.FortBuilt, "built a fort: %(things)s", "built forts: %(things)s", place("space"))
verb(
    forts.FortRepaired,
    "repaired a fort: %(things)s",
    "repaired forts: %(things)s",
    place("space"),
)
verb(forts.FortSeized, "seized a fort: %(things)s", "seized forts: %(things)s", place("space"))
tell(forts.FortBuilt, "%(space)s: fort built")
tell(forts.FortRepaired, "%(space)s: fort repaired")
tell(forts.FortSeized, "%(space)s: fort seized", important=True)


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
refuse(forts.not_damaged, "the fort %(space)s is not damaged")
for _code in (forts.not_your_fort, forts.not_opposing_fort):
    refuse(_code, {True: "%(space)s: the fort belongs to %(owner)s", False: "%(space)s: there is no fort"}, by="owner")
refuse(
    forts.no_seize_link,
    "%(space)s: to seize the fort you need a squadron or market connected to it; connected are %(connects)s",
)
