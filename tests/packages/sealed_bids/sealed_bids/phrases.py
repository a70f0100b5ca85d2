"""How a player writes the actions of Sealed Bids."""

from __future__ import annotations

from adjudicator.components.names import Naming
from adjudicator.orders import NameBook, Phrasebook, number, phrase
from sealed_bids.game import CARD, Bid, Keep, Reroll

NAMES = Naming((CARD,), {"en": {CARD: CARD.ids}, "ru": {CARD: CARD.ids}}, {CARD: [f"K{n:02}" for n in CARD.indexes]})
PHRASES = Phrasebook(
    NameBook.of(NAMES, numbered=[CARD]),
    [
        phrase(Bid, number("card"), en="bid", ru="ставка | поставить"),
        phrase(Keep, en="keep", ru="оставить"),
        phrase(Reroll, en="reroll", ru="перебросить"),
    ],
)
