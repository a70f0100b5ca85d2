"""The short rulebook: `data/rulebook/<code>.yaml`, in our own words, by the numbers that the rules of this game cite.

>>> RULEBOOK.title("R3.22", "en"), RULEBOOK.number("3.22")
('Pass', 'R3.22')
>>> RULEBOOK.below("R20")
('R20.01', 'R20.02', 'R20.03')
"""

from typing import Final

from adjudicator.reports.wording.rulebook import Rulebook

from .facts import DATA

RULEBOOK: Final = Rulebook(DATA / "rulebook")
