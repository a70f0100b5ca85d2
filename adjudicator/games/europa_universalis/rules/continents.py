"""Continents whose trade cards come into play (R12.20)."""

from typing import Final

from adjudicator import Event, Play
from adjudicator.components.bits import bits, mask_of

from ..facts import AREA, REGION
from ..slots import TRADE
from ..state import State

CONTINENTS: Final = {"america": 1}
"""The numbers of continents on trade cards, by region."""


class TradeOpened(Event, frozen=True, tag="trade_opened", rule="R12.20"):
    """The trade cards of a continent were shuffled into the deck."""

    region: str
    cards: int


def open_continent(play: Play[State], area: int) -> None:
    """With the first claim on a continent, or token of a dynamic realm, its trade cards come into play."""
    state, region = play.state, REGION.ids[AREA.things[area].region]
    number = CONTINENTS.get(region)
    new = [each for each in bits(state.trade.unused) if number in play.content.trades[TRADE.ids[each]].continents]
    if new:
        state.trade.unused &= ~mask_of(new)
        state.trade.draw = sorted([*state.trade.draw, *state.trade.discards, *new])
        state.trade.discards = []
        play.emit(TradeOpened(region, len(new)))
