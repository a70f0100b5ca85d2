"""How a player writes the actions of Sealed Bids."""

from __future__ import annotations

from adjudicator.orders import NameBook, Phrasebook, number, phrase
from sealed_bids.game import Bid, Keep, Reroll

PHRASES = Phrasebook(
    NameBook([]),
    [
        phrase(Bid, number("card"), en="bid", ru="ставка | поставить"),
        phrase(Keep, en="keep", ru="оставить"),
        phrase(Reroll, en="reroll", ru="перебросить"),
    ],
)
