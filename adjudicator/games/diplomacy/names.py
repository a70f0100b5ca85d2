"""Name the things of the game: `data/names.<code>.yaml`, with the abbreviations in which orders are written.

>>> names("en").name(PLACE, "stp_sc"), code("stp_sc", "en"), code("stp_sc", "ru"), letter("fleet", "ru")
('St Petersburg (south coast)', 'STP/SC', 'СПБ/ЮБ', 'Ф')
"""

from __future__ import annotations

from typing import Final

from adjudicator.components.names import Naming

from .facts import DATA, KINDS, PLACE, UNIT

names: Final = Naming(KINDS, DATA)
"""`names("ru")`: the names in a language."""


def code(place: str, language: str) -> str:
    """Return the abbreviation of a place, which stands second among its names."""
    return names(language).forms(PLACE, place)[1]


def letter(unit: str, language: str) -> str:
    """Return the letter of a kind of unit."""
    return names(language).forms(UNIT, unit)[1]
