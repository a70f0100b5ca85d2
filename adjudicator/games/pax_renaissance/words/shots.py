"""One-shots in words (H, I, K3)."""

from __future__ import annotations

from typing import Final

from adjudicator.reports.asking import Shelf

from ..facts import BANK, EMPIRE, ITEM, RELIGION, ROUTE
from ..rules import shots
from .book import Rank, ask, offer, refuse, tell, verb
from .speech import Speech

_ROOKS: Final = Shelf((Rank.CHOICE,))
offer(shots.RooksRide, "the rooks join the crusade", _ROOKS)
offer(shots.RooksStay, "the rooks stay at home", _ROOKS)
ask(
    shots.ROOKS,
    "do rooks join the crusade?",
    "Crusade, %(empire)s: do the Catholic rooks next to it fight like knights?",
)


def _apostasy(event: shots.Apostasy, to: Speech) -> str:
    religions = to.things(RELIGION, event.religions)
    if not event.losers:
        return to.gettext("apostasy (%(religions)s): nobody has both", religions=religions)
    losers = to.listing(to.thing(BANK, each) for each in event.losers)
    return to.gettext(
        "apostasy (%(religions)s): all cards of both leave: %(losers)s", religions=religions, losers=losers
    )


tell(shots.RouteOpened, "the trade route begins here now: %(emporium)s; no longer here: %(busted)s", important=True)
tell(shots.Crowned, "coronation: %(queen)s and the King of %(empire@genitive)s")
tell(shots.Apostasy, _apostasy, important=True)
verb(
    shots.RouteOpened,
    "opened the trade route from %(things)s",
    "opened the trade routes from %(things)s",
    lambda event, to: to.inflected(ROUTE, event.emporium, "genitive"),
)
verb(
    shots.Crowned,
    "crowned %(things)s",
    "crowned %(things)s",
    lambda event, to: f"{to.at(ITEM, event.queen)} ({to.thing(EMPIRE, event.empire)})",
)

refuse(shots.not_busted, "%(emporium)s is open already")
refuse(
    shots.no_discovery, "the way to the Spice Islands needs Discovery prestige in your tableau, the played card aside"
)
refuse(shots.no_suitor, "%(card)s does not marry the King of %(empire@genitive)s: he is not among her suitors")
refuse(
    shots.king_taken,
    "%(empire)s: this king cannot marry; he must be single, no republic, and on his throne or in your tableau",
)
refuse(
    shots.no_heretics,
    "%(empire)s: nobody is there to fight: no rook, knight or pirate of a faith other than %(religion)s",
)
refuse(
    shots.nobody_guilty, "apostasy would hit nobody: no tableau shows prestige of both religions (%(one)s, %(other)s)"
)
refuse(shots.no_one_shot, "%(card)s has no such one-shot")
refuse(shots.empire_needed, "%(card)s: name the empire where the one-shot takes place")
refuse(shots.not_there, "%(card)s: its one-shot cannot take place here: %(empire)s")
