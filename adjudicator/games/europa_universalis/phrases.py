"""Define how a player writes the actions of Europa Universalis.

The verbs and arguments stand in ``data/orders.yaml`` in English and Russian, what standing orders name in
``data/standing.yaml``; further languages have them in the catalogue. The names of the map stand in
``data/names.<language>.yaml``, those of cards in the pack.
"""

from __future__ import annotations

from typing import Final

from adjudicator.components.names import CASES
from adjudicator.language import language
from adjudicator.orders import NOTHING, NameBook, Phrasebook
from adjudicator.orders.vocabulary.orderfile import read_orders, read_standing
from adjudicator.orders.vocabulary.phrases import in_languages
from adjudicator.orders.vocabulary.synonyms import read_synonyms

from .catalogue import in_game
from .facts import AREA, DATA, NODE, POWER, PROVINCE, REALM, SEAT, ZONE
from .game import GAME
from .names import everything

ORDERS: Final = read_orders(DATA / "orders.yaml", GAME.actions)
"""How every action is written."""


PHRASES: Final = Phrasebook(
    NameBook.of(
        everything, cases=dict.fromkeys((REALM, SEAT, PROVINCE, AREA, ZONE, POWER, NODE), CASES), parts=(SEAT,)
    ),
    in_languages([*ORDERS, NOTHING], [in_game(language(code)) for code in everything.languages]),
    *read_standing(DATA / "standing.yaml"),
    synonyms=read_synonyms(DATA / "synonyms.yaml"),
)
