"""Trade fairs in words (E5, G)."""

from __future__ import annotations

from adjudicator.reports.asking import Shelf

from ..facts import BORDER, ITEM, ROUTE, SIDE
from ..rules import fairs
from .book import Counter, Rank, offer, tell, thing, verb
from .speech import Speech


def _fair(action: fairs.Fair, counter: Counter, to: Speech) -> str:
    return to.gettext("fair of the West") if action.side == "west" else to.gettext("fair of the East")


def _profits(action: fairs.Fair, counter: Counter, to: Speech) -> str:
    """What the voyage would carry (G1a)."""
    profits = fairs.profits_of(counter.state, SIDE.number(action.side))
    free = action.cost(counter.state, counter.seat) == 0
    told = to.gettext("profits: %(florins)s", florins=to.florins(profits))
    return f"{told}, {to.gettext('costs no action')}" if free else told


offer(fairs.Fair, _fair, Shelf((Rank.FAIR,), "Trade fairs"), note=_profits, gist=_profits)


def _held(event: fairs.FairHeld, to: Speech) -> tuple[str, str]:
    text = {"west": to.gettext("held the fair of the West"), "east": to.gettext("held the fair of the East")}[
        event.side
    ]
    note = to.gettext(
        "from %(emporium)s; profits: %(florins)s; discarded: %(card)s",
        emporium=to.thing(ROUTE, event.emporium),
        florins=to.florins(event.profits),
        card=to.thing(ITEM, event.card),
    )
    return text, note


tell(fairs.FairHeld, _held)
tell(fairs.Subsidised, lambda event, to: to.gettext("subsidy: %(florins)s", florins=to.florins(event.florins)))
tell(
    fairs.Profited,
    lambda event, to: to.gettext(
        "%(border)s: the concession brings %(florins)s",
        border=to.thing(BORDER, event.border),
        florins=to.florins(event.florins),
    ),
)
tell(fairs.Robbed, "%(border)s: a pirate takes a florin")
tell(
    fairs.VoyageEnded,
    {True: "the voyage is over; profits left: %(left)s", False: "the voyage ends, its profits are spent"},
    by="left",
)
verb(fairs.FairHeld, "held the fair of the West", when=lambda event: event.side == "west")
verb(fairs.FairHeld, "held the fair of the East", when=lambda event: event.side == "east")
verb(
    fairs.Profited,
    "earned from the concession %(things)s",
    "earned from the concessions %(things)s",
    thing("border"),
    by_the_way=True,
)
