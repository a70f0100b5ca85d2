"""Sales in words (E3)."""

from __future__ import annotations

from adjudicator.reports.asking import Shelf

from ..facts import EMPIRE, ITEM
from ..rules import selling
from .book import OR, Counter, Rank, chip_of, offer, tell, thing, verb
from .speech import Speech

_SALE = Shelf((Rank.SALE,), "Sell", "florins")


def _price(action: selling.Sell | selling.SellLaunch, counter: Counter, to: Speech) -> str:
    return to.signed(selling.price(counter.state, counter.seat, ITEM.number(action.card)))


def _treachery(action: selling.SellLaunch, counter: Counter, to: Speech) -> str:
    card = to.at(ITEM, action.card)
    if action.empire is None:
        return to.gettext("%(card)s with its one-shot", card=card)
    return to.gettext("%(card)s with its one-shot: %(empire)s", card=card, empire=to.thing(EMPIRE, action.empire))


offer(selling.Sell, "%(card)s", _SALE, cost=_price, chip=chip_of("card"), brief=_SALE)
offer(selling.SellLaunch, _treachery, _SALE, cost=_price, brief=_SALE)
offer(selling.NoCipher, "use no operation", OR)


def _sold(event: selling.Sold, to: Speech) -> tuple[str, str]:
    card = to.inflected(ITEM, event.card, "accusative")
    text = (
        to.gettext("sold the couple: %(card)s", card=card) if event.couple else to.gettext("sold %(card)s", card=card)
    )
    return text, to.gettext("brings %(florins)s", florins=to.florins(event.florins))


tell(selling.Sold, _sold)
verb(selling.Sold, "sold %(things)s", "sold %(things)s", thing("card", "accusative"))
