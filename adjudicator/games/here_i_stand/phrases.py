"""Define how a player writes the actions of Here I Stand.

The verbs and arguments stand in ``data/orders.yaml`` in English and Russian, what standing orders name in
``data/standing.yaml``; further languages have them in the catalogue. The names of things stand in
``data/names.<language>.yaml``.
"""

from typing import Final

from adjudicator.components.names import CASES
from adjudicator.language import language
from adjudicator.orders import NameBook, Phrasebook
from adjudicator.orders.vocabulary.orderfile import read_orders, read_standing
from adjudicator.orders.vocabulary.phrases import in_languages
from adjudicator.orders.vocabulary.synonyms import read_synonyms

from .facts import DATA, DEBATER, LEADER, LOCATION, MINOR, OWNER, POWER, SEA, SPACE, ZONE
from .game import GAME
from .names import names

PARTS: Final = (POWER, MINOR, SPACE, SEA)
"""Kinds that orders name, each of which is a part of another."""
INFLECTED: Final = (OWNER, LOCATION, LEADER, DEBATER, ZONE, *PARTS)
"""What the words of orders ask for in a case."""
ORDERS: Final = read_orders(DATA / "orders.yaml", GAME.actions)
"""How every action is written."""
PHRASES: Final = Phrasebook(
    NameBook.of(names, cases=dict.fromkeys(INFLECTED, CASES), parts=PARTS),
    in_languages(ORDERS, [names.in_game(language(code)) for code in names.languages]),
    *read_standing(DATA / "standing.yaml"),
    synonyms=read_synonyms(DATA / "synonyms.yaml"),
)
