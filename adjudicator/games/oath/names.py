"""Name the things of the game: `data/names.<code>.yaml`, a file for each language; a third language is one more file.

>>> names("ru").name(facts.SLOT, "cradle_1"), names("ru").in_case(facts.CARD, "tyrant", "genitive")
('верхняя локация столицы', 'Тирана')
>>> names("en").name(facts.RUIN, "hall_of_debate"), "Hall of Mockery" in names("en").forms(facts.CARD, "hall_of_debate")
('Hall of Mockery', True)
>>> names.short.of(facts.SLOT, "cradle_1"), names.short.of(facts.CARD, "longbows")
('K11', 'P04')
"""

from typing import Final

from adjudicator.components import Kind
from adjudicator.components.names import Naming

from . import facts

_KINDS: Final = [var for var in vars(facts).values() if isinstance(var, Kind) and var.parent is None]
names: Final = Naming(_KINDS, facts.DATA)
"""`names("ru")`: the names in a language."""
