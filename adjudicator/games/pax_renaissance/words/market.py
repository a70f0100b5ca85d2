"""The market in words (E1, L1, D2)."""

from __future__ import annotations

from adjudicator.reports.asking import Shelf

from ..facts import ITEM, VICTORY
from ..rules import market
from .book import Counter, Rank, chip_of, offer, refuse, tell, thing, verb
from .speech import Speech


def _price(action: market.Buy, counter: Counter, to: Speech) -> str:
    """How many florins it costs: its column (E1b)."""
    found = market.place_of(counter.state, ITEM.index[action.card])
    return str(found[1]) if found is not None else ""


def _gain(action: market.Buy, counter: Counter, to: Speech) -> str:
    """What lies on it is gained at once (E1d)."""
    found = market.place_of(counter.state, ITEM.index[action.card])
    lies = counter.state.money[found[0]][found[1]] if found is not None else 0
    return to.gettext("brings %(florins)s", florins=to.florins(lies)) if lies else ""


MARKET = Shelf((Rank.MARKET,), "Buy", "florins")
"""The cards that can be bought."""
offer(market.Buy, "%(card)s", MARKET, cost=_price, note=_gain, gist=_gain, chip=chip_of("card"))
offer(market.OpenVictory, "%(victory)s", Shelf((Rank.CHOICE,), "Victories"))


verb(market.Bought, "bought %(things)s", "bought %(things)s", thing("card", "accusative"))
verb(market.CometSeen, "opened %(things)s", "opened %(things)s", lambda event, to: _opened(event, to))


def _opened(event: market.CometSeen, to: Speech) -> str:
    return to.inflected(VICTORY, event.victory, "accusative")


def _bought(event: market.Bought, to: Speech) -> tuple[str, str]:
    paid = to.florins(event.price)
    if event.gained:
        paid = to.gettext("%(paid)s, brings %(gained)s", paid=paid, gained=to.florins(event.gained))
    return to.gettext("bought %(card)s", card=to.at(ITEM, event.card, "accusative")), paid


tell(market.Bought, _bought)
tell(market.CometSeen, "opens a way to win: %(victory)s", important=True)
tell(market.MarketFilled, "new in the market, %(side)s: %(cards)s", who="")

refuse(
    market.too_dear,
    lambda given, to: to.gettext(
        "%(card)s costs %(price)s, and you have only %(florins)s",
        card=to.thing(ITEM, given["card"]),
        price=to.florins(given["price"]),
        florins=to.florins(given["florins"]),
    ),
)
