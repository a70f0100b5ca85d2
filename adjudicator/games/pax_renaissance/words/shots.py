"""One-shots in words (H, I, K3)."""

from __future__ import annotations

from ..facts import BANK, EMPIRE, ITEM, RELIGION, ROUTE
from ..rules import shots
from .book import ANSWER, offer, tell, verb
from .speech import Speech

offer(shots.RooksRide, "the rooks join the crusade", ANSWER)
offer(shots.RooksStay, "the rooks stay at home", ANSWER)


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
