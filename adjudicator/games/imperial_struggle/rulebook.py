"""The short rulebook: `data/rulebook/<code>.yaml`, in our own words, not the rulebook's.

>>> RULEBOOK.title("5.4.2", "en")
'Economic cost'
>>> RULEBOOK.below("5.6")
('5.6.1', '5.6.2', '5.6.3', '5.6.4', '5.6.5', '5.6.6')
"""

from typing import Final

from adjudicator.reports.wording.rulebook import Rulebook

from .fact_types import DATA
from .words.ministries import all_advantages
from .words.speech import speech

RULEBOOK: Final = Rulebook(DATA / "rulebook", {"8.2": lambda language: all_advantages(speech(language))})
"""Rule 8.2 lists what each Advantage tile needs and does."""
