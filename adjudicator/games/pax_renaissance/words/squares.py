"""Cards and squares that leave tableaus, in words."""

from __future__ import annotations

from adjudicator.reports.telling import Context, Said

from ..facts import EMPIRE, ITEM
from ..rules import squares
from .book import join, tell, thing, verb
from .speech import Speech


def _discarded(event: squares.Discarded, to: Speech) -> str:
    card, owner = to.thing(ITEM, event.card), event.owner
    if owner in (None, event.seat):
        return (
            to.gettext("%(card)s beheaded", card=card) if event.cause else to.gettext("%(card)s discarded", card=card)
        )
    whose = to.bank(owner, "genitive")
    if event.cause:
        return to.gettext("%(card)s beheaded, a card of %(owner)s", card=card, owner=whose)
    return to.gettext("%(card)s discarded, a card of %(owner)s", card=card, owner=whose)


def _dethroned(event: squares.Dethroned, to: Speech) -> str:
    empire = to.thing(EMPIRE, event.empire)
    if event.owner in (None, event.seat):
        return to.gettext("%(empire)s: the square goes back to its throne", empire=empire)
    return to.gettext(
        "%(empire)s: %(owner)s loses the square, it goes back to its throne", empire=empire, owner=to.bank(event.owner)
    )


tell(squares.Discarded, _discarded)
tell(squares.Dethroned, _dethroned, important=True)


@join(squares.Discarded, squares.Dethroned)
def _sold(context: Context[Speech], event: squares.Discarded | squares.Dethroned, effect: Said, to: Speech) -> bool:
    """What was sold is told as a sale."""
    return event.cause == "sale"


verb(
    squares.Discarded,
    "beheaded %(things)s",
    "beheaded %(things)s",
    thing("card", "accusative"),
    when=lambda event: event.cause == "behead",
)
verb(
    squares.Discarded,
    "discarded %(things)s",
    "discarded %(things)s",
    thing("card", "accusative"),
    when=lambda event: not event.cause,
    by_the_way=True,
)
verb(
    squares.Dethroned,
    "sent back to the throne: %(things)s",
    "sent back to their thrones: %(things)s",
    thing("empire"),
    when=lambda event: event.cause != "sale",
)
