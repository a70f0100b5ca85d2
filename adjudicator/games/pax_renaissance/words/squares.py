"""Cards and squares that leave tableaus, in words."""

from __future__ import annotations

from ..facts import EMPIRE, ITEM
from ..rules import squares
from .book import tell, thing, verb
from .speech import Speech


def _discarded(event: squares.Discarded, to: Speech) -> str:
    card = to.thing(ITEM, event.card)
    if event.owner in (None, event.seat):
        return to.gettext("%(card)s is discarded", card=card)
    return to.gettext("%(card)s is discarded, a card of %(owner)s", card=card, owner=to.bank(event.owner, "genitive"))


def _dethroned(event: squares.Dethroned, to: Speech) -> str:
    empire = to.thing(EMPIRE, event.empire)
    if event.owner in (None, event.seat):
        return to.gettext("%(empire)s: the square goes back to its throne", empire=empire)
    return to.gettext(
        "%(empire)s: %(owner)s loses the square, it goes back to its throne", empire=empire, owner=to.bank(event.owner)
    )


tell(squares.Discarded, _discarded)
tell(squares.Dethroned, _dethroned, important=True)
verb(squares.Discarded, "discarded %(things)s", "discarded %(things)s", thing("card", "accusative"), by_the_way=True)
verb(
    squares.Dethroned, "sent back to the throne: %(things)s", "sent back to their thrones: %(things)s", thing("empire")
)
