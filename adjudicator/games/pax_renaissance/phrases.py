"""How a player writes the actions of Pax Renaissance.

The verbs and arguments stand in ``data/orders.yaml`` in English and Russian; further languages have them in the
catalogue. The names of things stand in ``data/names.<language>.yaml``.
"""

from __future__ import annotations

from typing import Final

from adjudicator.components.names import CASES
from adjudicator.language import language
from adjudicator.orders import NameBook, Phrase, Phrasebook, interruption
from adjudicator.orders.orderfile import read_orders
from adjudicator.orders.phrases import translated
from adjudicator.orders.synonyms import read_synonyms

from .catalogue import in_game
from .facts import BORDER, DATA, EMPIRE, ITEM, LAUNCHED, PIECE, PLACE, QUEEN, RELIGION, RULE_OF, SIDE, VICTORY
from .game import GAME
from .names import names

INTERRUPTIONS: Final = (
    interruption("tax", en="tax | taxes", ru="налог | налоги"),
    interruption("tax_levy", en="tax levy | levy", ru="сбор | сбор при налоге"),
    interruption("hand", en="hand limit | hand", ru="предел руки | рука"),
)
"""The questions that come in somebody else's turn, as standing orders call them."""
NAMED: Final = (ITEM, EMPIRE, PLACE, BORDER, PIECE, RELIGION, RULE_OF, SIDE, VICTORY)
"""What orders name."""


ORDERS: Final = read_orders(DATA / "orders.yaml", GAME.actions)
"""How every action is written."""


def _in_all_languages(phrase: Phrase) -> Phrase:
    for code in names.languages:
        phrase = translated(phrase, in_game(language(code)))
    return phrase


PHRASES: Final = Phrasebook(
    NameBook.of(names, cases=dict.fromkeys(NAMED, CASES), parts=(QUEEN, *LAUNCHED.values())),
    map(_in_all_languages, ORDERS),
    INTERRUPTIONS,
    synonyms=read_synonyms(DATA / "synonyms.yaml"),
)
