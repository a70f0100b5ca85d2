"""Define what Here I Stand says in mails: the part `report` of the game, in English and Russian."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final

from adjudicator.components.kinds import Kind
from adjudicator.reports.rulebook import Rulebook
from adjudicator.reports.worded import Shows, WordedReport

from .. import texts
from ..board import board
from ..facts import DATA, POWER
from ..game import GAME
from ..names import names
from ..state import State, known
from . import course, figures, options, own
from .book import REGISTERS, Counter, Speech, speech

DRAWS: Final[Mapping[str, tuple[str, Kind[Any] | None]]] = {}
"""What the draws of the rules are called, and what they bring."""
SHOWS: Final = Shows[Speech, State](
    counter=Counter,
    standing=figures.standing,
    holdings=own.holdings,
    left=own.left,
    price=lambda action, state, seat, to: str(options.price(action, Counter(state, seat), to)),
    printed={"card": texts.told},
    moment=course.moment,
    score=course.score,
    chart=course.chart,
    turned=course.turned,
    over=course.ending,
    board=board,
)
for _name in ("events", "ready"):
    import_module(f"{__package__}.{_name}")
REGISTERS.read(DATA / "said", GAME.chapters)
REPORT: Final = WordedReport[Speech, Counter, State](REGISTERS, speech, names, POWER, DRAWS, known, SHOWS)
RULEBOOK: Final = Rulebook(DATA / "rulebook")
"""The rules in short, in our own words, by the book's numbers."""
