"""Taxes and levies in words (F4, G4)."""

from __future__ import annotations

from adjudicator.reports.asking import Shelf

from ..facts import BORDER, PIECE, PLACE
from ..rules import taxes
from ..rules.table import levy
from .book import Counter, Rank, ask, chip_of, offer, refuse, tell, verb
from .speech import Speech

_ANSWER = Shelf((Rank.CHOICE,))
offer(taxes.PayTax, "pay 1 florin", _ANSWER)
offer(taxes.GiveUp, "let the concession be repressed", _ANSWER)


def _levy(action: taxes.Levy, counter: Counter, to: Speech) -> str:
    piece, place = levy(counter.state, PLACE.number(action.place)), to.at(PLACE, action.place)
    return place if piece is None else f"{place}: {to.thing(PIECE, piece)}"


offer(taxes.Levy, _levy, _ANSWER, chip=chip_of("place"))

ask(
    taxes.TAX,
    "a tax on the concession %(border)s",
    "%(by)s taxes your concession %(border)s for %(empire)s: do you pay?",
    note="Either way you place a levy there.",
)
ask(
    taxes.OWN_TAX,
    "a tax on the concession %(border)s",
    "You tax your own concession %(border)s for %(empire)s: do you pay?",
    note="Either way you place a levy there.",
)
for _asked in (taxes.LEVY, taxes.TAX_LEVY):
    ask(_asked, "levy: %(empire)s", "Levy, %(empire)s: in which city?")

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

refuse(taxes.no_levy_there, "%(place)s: no levy can come there; it comes to an empty city of this empire: %(empire)s")
