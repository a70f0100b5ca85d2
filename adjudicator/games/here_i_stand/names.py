"""Name the things of the game: `data/names.<code>.yaml`, a file for each language; a third language is one more file.

>>> names("ru").name(facts.LOCATION, "vienna"), names("ru").in_case(facts.LOCATION, "vienna", "accusative")
('Вена', 'Вену')
>>> "Constantinople" in names("en").forms(facts.LOCATION, "istanbul"), names.short.of(facts.LOCATION, "istanbul")
(True, 'E07')
"""

from typing import Final

from adjudicator.components import Kind
from adjudicator.components.names import Naming

from . import facts

_KINDS: Final = [each for each in vars(facts).values() if isinstance(each, Kind) and each.parent is None]
names: Final = Naming(_KINDS, facts.DATA)
"""`names("ru")`: the names in a language."""
