"""Order text to typed actions and back. Knows no game, no mail, no database; only kernel and components.

A game declares its names and phrases (`NameBook`, `phrase`, `name`, `number`, `choice`, `flag`) and offers
the `Phrasebook` as its part `phrases`. What is read passes these packages, and imports go down this list only: `text`,
`vocabulary`, `options`, `strict`, `meaning`, `execution`, `moderation`; `sets` is the one way in.
"""

from adjudicator.orders.vocabulary.names import NameBook, kind_names
from adjudicator.orders.vocabulary.phases import interruption, phase
from adjudicator.orders.vocabulary.phrasebook import Phrasebook
from adjudicator.orders.vocabulary.phrases import Group, Legal, Phrase, choice, flag, name, number, phrase, said
from adjudicator.orders.vocabulary.refusals import Ambiguous, Misread, Place, Problem, Unreadable
from adjudicator.orders.vocabulary.sayings import NOTHING, WRITTEN, Reading
from adjudicator.orders.vocabulary.shelves import Name

__all__ = [
    "NOTHING",
    "WRITTEN",
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
    "choice",
    "flag",
    "interruption",
    "kind_names",
    "name",
    "number",
    "phase",
    "phrase",
    "said",
]
