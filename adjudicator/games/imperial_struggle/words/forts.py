"""Forts in words (5.6.3, 5.6.4)."""

from __future__ import annotations

from adjudicator.orders import name
from adjudicator.reports.refusing import Facts

from ..rules.forts import (
    BuildFort,
    FortBuilt,
    FortRepaired,
    FortSeized,
    RepairFort,
    SeizeFort,
    no_fort_link,
    no_seize_link,
    not_damaged,
    not_opposing_fort,
    not_your_fort,
)
from .arguments import MILITARY_CODES, payment
from .book import military, offer, order, refuse, tell
from .speech import Speech

order(
    BuildFort,
    name("space", "fort"),
    *payment(),
    group=MILITARY_CODES,
    en="build fort | fort",
    ru="построить форт | форт",
)
order(
    RepairFort,
    name("space", "fort"),
    *payment(),
    group=MILITARY_CODES,
    en="repair fort | repair",
    ru="восстановить форт | восстановить | починить форт | починить | отремонтировать форт | отремонтировать",
)
order(
    SeizeFort,
    name("space", "fort"),
    *payment(),
    group=MILITARY_CODES,
    en="seize fort | seize",
    ru="захватить форт | захватить",
)


offer(BuildFort, "build fort: %(space)s", military)
offer(RepairFort, "repair fort: %(space)s", military)
offer(SeizeFort, "seize fort: %(space)s", military)

tell(FortBuilt, "%(space)s: fort built")
tell(FortRepaired, "%(space)s: fort repaired")
tell(FortSeized, "%(space)s: fort seized", important=True)


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


def _whose_fort(given: Facts, to: Speech) -> str:
    space = to.space(given["space"])
    if not given["owner"]:
        return to.gettext("%(space)s: there is no fort", space=space)
    return to.gettext("%(space)s: the fort belongs to %(owner)s", space=space, owner=to.side(given["owner"]))


refuse(no_fort_link, _no_fort_link)
refuse(not_damaged, "the fort %(space)s is not damaged")
refuse(not_your_fort, _whose_fort)
refuse(not_opposing_fort, _whose_fort)
refuse(
    no_seize_link,
    "%(space)s: to seize the fort you need a squadron or market connected to it; connected are %(connects)s",
)
