"""Define what Pax Renaissance says in mails: the part `report` of the game, in English and Russian."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from adjudicator.components.kinds import Kind
from adjudicator.components.load import DataFile
from adjudicator.language import msgid
from adjudicator.reports.wording.rulebook import Rulebook
from adjudicator.reports.wording.worded import Shows, WordedReport

from .. import rules
from ..board import board
from ..facts import BANK, DATA, ITEM, SIDE
from ..names import names
from ..state import State, known
from ..texts import what
from . import course, figures, own, situation
from .book import REGISTERS, Counter, Speech, speech
from .cards import explained

DRAWS: Final[Mapping[str, tuple[str, Kind[Any]]]] = {
    "market": (msgid("card of the market"), ITEM),
    "first": (msgid("first bank"), BANK),
}
"""What the draws of the rules are called, and what they bring."""


def _what(kind: str, id: str, state: State, seat: str, to: Speech) -> str:
    """Return what a one-shot, an operation or an ability does."""
    return what(kind, id, to.language.code)


SHOWS: Final = Shows[Speech, State](
    counter=Counter,
    standing=figures.standing,
    holdings=own.holdings,
    situation=situation.situation,
    outlook=own.outlook,
    left=own.left,
    preview=own.preview,
    price=own.price,
    printed={
        **dict.fromkeys(("card", "queen"), lambda id, state, seat, to: explained(ITEM.index[id], to)),
        **{kind: partial(_what, kind) for kind in ("one_shot", "operation", "ability")},
    },
    fields=DataFile(DATA / "fields.yaml"),
    moment=course.moment,
    score=course.score,
    chart=course.chart,
    turned=course.turned,
    over=course.ending,
    board=board,
)

REGISTERS.load(__package__, "events", "options", "ready", rules=rules, said=DATA / "said")
REPORT: Final = WordedReport[Speech, Counter, State](
    REGISTERS, speech, names, BANK, DRAWS, known, SHOWS, {"side": SIDE}
)
RULEBOOK: Final = Rulebook(DATA / "rulebook")
"""The rules in short, in our own words, by the book's numbers; §n for its glossary."""
