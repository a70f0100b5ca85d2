"""Names of what is on the map: `data/names.<code>.yaml`, one file for each language.

A third language needs one more file. Cards, events, ideas … are named by the pack.

>>> names("ru").name(facts.PROVINCE, "lisboa"), names("ru").in_case(facts.AREA, "andalucia", "genitive")
('Лиссабон', 'Андалусии')
>>> names("en").name(facts.PROVINCE, "wien"), "Vienna" in names("en").forms(facts.PROVINCE, "wien")
('Wien', True)
>>> names.short.of(facts.PROVINCE, "wien"), names.short.of(facts.AREA, "austria")
('E29', 'T26')
"""

from typing import Final

from adjudicator.components import Kind
from adjudicator.components.names import Naming

from . import facts
from .content import default
from .game import CONTENT
from .slots import PRINTED

_KINDS: Final = [var for var in vars(facts).values() if isinstance(var, Kind) and var.parent is None]
names: Final = Naming(_KINDS, facts.DATA)
"""`names("ru")`: the names in a language."""
everything: Final = names.overlaid(CONTENT.names(default()), PRINTED)
"""With cards, events, ideas … as the game's own pack calls them: the part `names`."""
