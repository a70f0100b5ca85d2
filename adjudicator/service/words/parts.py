"""Define the parts that a mail says of its own; position, question and footer are the same for all and come besides."""

from collections.abc import Callable
from typing import Any

import msgspec

from adjudicator.reports.model import Change, Kind, Picture, Reading, Receipt, Section
from adjudicator.reports.wording.game import Mention
from adjudicator.service.words.reader import Reader


class Parts(msgspec.Struct, frozen=True, kw_only=True):
    """The parts of one mail. `title`: a few words for the subject."""

    kind: Kind
    title: str
    lead: tuple[str, ...] = ()
    reading: Reading | None = None
    sections: tuple[Section, ...] = ()
    receipts: tuple[Receipt, ...] = ()
    pictures: tuple[Picture, ...] = ()
    """Its own; those of the position come besides."""
    changes: tuple[Change, ...] = ()
    """What it shows of the board piece by piece; those of the position come besides."""
    position: bool = True
    """The news, how things stand, the board."""
    situation: tuple[str, ...] = ()
    """Where things stand, in words; without any, what the seat that is asked must know."""
    footer: bool = True
    """Who is waited for, when the reader hears again, which words always work."""
    number: int | None = None
    """The question that it asks."""
    titled_by_question: bool = False
    """Whether the question is its title, if it asks one."""
    ends: bool = False
    """It is the last mail of the match: what was secret is opened."""
    told: frozenset[Mention] | None = None
    """News that its reading tells already; None: it has none."""


Writer = Callable[[Reader, Any], Parts]
"""Words a kind of mail for its reader."""
