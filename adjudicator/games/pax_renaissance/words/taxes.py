"""Taxes and levies in words (F4, G4)."""

from __future__ import annotations

from ..facts import BORDER, PIECE, PLACE
from ..rules import taxes
from ..rules.table import levy
from .book import ANSWER, Counter, chip_of, offer, tell, verb
from .speech import Speech

offer(taxes.PayTax, "pay 1 florin", ANSWER)
offer(taxes.GiveUp, "let the concession be repressed", ANSWER)


def _levy(action: taxes.Levy, counter: Counter, to: Speech) -> str:
    piece, place = levy(counter.state, PLACE.number(action.place)), to.at(PLACE, action.place)
    return place if piece is None else f"{place}: {to.thing(PIECE, piece)}"


offer(taxes.Levy, _levy, ANSWER, chip=chip_of("place"))


tell(taxes.Taxed, "%(border)s: %(owner)s paid the tax")
tell(taxes.Levied, "%(place)s: levy, %(piece)s")
verb(taxes.Taxed, "taxed %(things)s", "taxed %(things)s", lambda event, to: to.at(BORDER, event.border))
verb(
    taxes.Levied,
    "raised a levy: %(things)s",
    "raised levies: %(things)s",
    lambda event, to: to.at(PLACE, event.place),
    by_the_way=True,
)
