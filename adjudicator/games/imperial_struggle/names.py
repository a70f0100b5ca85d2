"""What things are called: `data/names.<code>.yaml`, a file for each language; a third language is one more file.

>>> names("ru").name(SPACE, "savoy"), names("ru").in_case(SPACE, "savoy", "accusative")
('Савойя', 'Савойю')
>>> names("en").forms(COUNTRY, "german_states")
('German States', 'Saxony')
"""

from typing import Final

from adjudicator.components.names import Naming

from .fact_events import EVENT
from .fact_types import (
    ACTION_TYPE,
    ADVANTAGE,
    AWARD,
    COMMODITY,
    COUNTRY,
    DATA,
    ERA,
    FLAG,
    INVESTMENT,
    KEYWORD,
    MINISTRY,
    REGION,
    SPACE,
    SPACE_TYPE,
    SUB_REGION,
    THEATRE,
    TURN,
    WAR,
    WAR_TILE,
)
from .facts import PHASE

names: Final = Naming(
    (
        FLAG,
        REGION,
        SUB_REGION,
        COUNTRY,
        SPACE_TYPE,
        ACTION_TYPE,
        ERA,
        COMMODITY,
        SPACE,
        ADVANTAGE,
        INVESTMENT,
        AWARD,
        WAR_TILE,
        EVENT,
        MINISTRY,
        KEYWORD,
        WAR,
        THEATRE,
        TURN,
        PHASE,
    ),
    DATA,
)
"""`names("ru")`: the names in a language."""


def remarked(name: str, remark: str) -> str:
    """A name with a remark in brackets; one that has brackets already takes it into them.

    >>> remarked("Savoy", "Europe"), remarked("United States (Prestige 2)", "North America")
    ('Savoy (Europe)', 'United States (Prestige 2, North America)')
    """
    return f"{name[:-1]}, {remark})" if name.endswith(")") else f"{name} ({remark})"
