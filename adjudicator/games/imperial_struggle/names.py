"""Name the things of the game: `data/names.<code>.yaml`, a file for each language; a third language is one more file.

>>> names("ru").name(fact_types.SPACE, "savoy"), names("ru").in_case(fact_types.SPACE, "savoy", "accusative")
('Савойя', 'Савойю')
>>> names("en").forms(fact_types.COUNTRY, "german_states")
('German States', 'Saxony')
"""

from typing import Final

from adjudicator.components import Kind
from adjudicator.components.names import Naming

from . import fact_types
from .fact_events import EVENT
from .fact_types import DATA, SIDE
from .facts import PHASE

_KINDS: Final = [kind for kind in vars(fact_types).values() if isinstance(kind, Kind) and kind is not SIDE]
"""Sides are called like their flags."""
names: Final = Naming((*_KINDS, EVENT, PHASE), DATA)
"""`names("ru")`: the names in a language."""


def remarked(name: str, remark: str) -> str:
    """Return a name with a remark in brackets; a name that has brackets already takes it into them.

    >>> remarked("Savoy", "Europe"), remarked("United States (Prestige 2)", "North America")
    ('Savoy (Europe)', 'United States (Prestige 2, North America)')
    """
    return f"{name[:-1]}, {remark})" if name.endswith(")") else f"{name} ({remark})"
