"""Order text to typed actions and back. Knows no game, no mail, no database; only kernel and components.

A game declares its names and phrases (`NameBook`, `phrase`, `name`, `number`, `choice`, `flag`) and offers
the `Phrasebook` as its part `phrases`.
"""

from adjudicator.orders.interruptions import interruption
from adjudicator.orders.names import NameBook, called
from adjudicator.orders.phases import phase
from adjudicator.orders.phrasebook import Phrasebook
from adjudicator.orders.phrases import Group, Legal, Phrase, choice, flag, name, number, phrase, said
from adjudicator.orders.refusals import Ambiguous, Misread, Place, Problem, Unreadable
from adjudicator.orders.sayings import NOTHING, Reading
from adjudicator.orders.shelves import Name

__all__ = [
    "NOTHING",
    "Ambiguous",
    "Group",
    "Legal",
    "Misread",
    "Name",
    "NameBook",
    "Phrase",
    "Phrasebook",
    "Place",
    "Problem",
    "Reading",
    "Unreadable",
    "called",
    "choice",
    "flag",
    "interruption",
    "name",
    "number",
    "phase",
    "phrase",
    "said",
]
