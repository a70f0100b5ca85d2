"""Name the things of the game: `data/names.<code>.yaml`, a file for each language; a third language is one more file.

>>> names("ru").name(facts.EMPIRE, "papal_states"), names("ru").in_case(facts.EMPIRE, "papal_states", "genitive")
('Папская Область', 'Папской Области')
>>> names("ru").name(facts.ITEM, "luther"), "Luther" in names("ru").forms(facts.ITEM, "luther")
('Лютер', True)
>>> names.short.of(facts.PLACE, "cairo"), names.short.of(facts.CARD, "luther")
('E26', 'P52')
"""

from typing import Final

from adjudicator.components import Kind
from adjudicator.components.names import Naming

from . import facts

_KINDS: Final = [var for var in vars(facts).values() if isinstance(var, Kind) and var.parent is None]
names: Final = Naming(_KINDS, facts.DATA)
"""`names("ru")`: the names in a language."""
