"""The short rulebook: `data/rulebook/<code>.yaml`, in our own words, by the book's numbers; §n for its glossary.

>>> RULEBOOK.title("E2.2b", "en"), RULEBOOK.number("к3а")
('Rooks and knights', 'K3a')
>>> RULEBOOK.below("E2")
('E2.1', 'E2.2')
"""

from typing import Final

from adjudicator.reports.rulebook import Rulebook

from .facts import DATA

RULEBOOK: Final = Rulebook(DATA / "rulebook")
