"""What Pax Renaissance says in mails: the part `report` of the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec

from adjudicator.components.kinds import Kind
from adjudicator.kernel.actions import Action
from adjudicator.kernel.result import Result
from adjudicator.language import Language, msgid
from adjudicator.pictures.board import Board
from adjudicator.pictures.chart import WIDTH as CHART_WIDTH
from adjudicator.reports.game import Course, Stretch, Turned
from adjudicator.reports.model import (
    Holding,
    Item,
    Outlook,
    Picture,
    Score,
    Section,
    Standing,
)
from adjudicator.reports.worded import WordedReport

from .. import rules
from ..board import board
from ..facts import BANK, DATA, ITEM
from ..known import known
from ..names import names
from . import course as curves
from . import figures, own
from .book import REGISTERS, Counter, Speech, speech
from .endings import ending

DRAWS: Final[Mapping[str, tuple[str, Kind[Any]]]] = {
    "market": (msgid("card of the market"), ITEM),
    "first": (msgid("first bank"), BANK),
}
"""What the draws of the rules are called, and what they bring."""


class PaxRenaissanceReport(WordedReport[Speech, Counter]):
    """Implements `GameReport`, in English and Russian."""

    def counter(self, view: msgspec.Struct, seat: str) -> Counter:
        return Counter(known(view), seat)

    def standing(
        self, view: msgspec.Struct, seats: Iterable[str], before: msgspec.Struct | None, language: Language
    ) -> Standing:
        state, to = known(view), speech(language)
        then = None if before is None else known(before)
        return Standing(
            facts=tuple(figures.first(state, then, to)),
            scoring=figures.race(state, then, to),
            tables=tuple(figures.tables(state, then, to)),
            box=figures.box(state, to),
            stakes=tuple(figures.stakes(state, then, to)),
            stakes_note=to.gettext("steps each bank is short, who is nearest"),
        )

    def holdings(self, view: msgspec.Struct, seat: str, language: Language) -> tuple[Holding, ...]:
        return tuple(own.holdings(known(view), seat, speech(language)))

    def outlook(self, view: msgspec.Struct, seat: str, language: Language) -> tuple[Outlook, ...]:
        return tuple(own.outlook(known(view), seat, speech(language)))

    def left(self, stretch: Stretch, seat: str, language: Language) -> tuple[Item, ...]:
        assert stretch.before is not None
        return tuple(own.left(known(stretch.before), known(stretch.view), seat, speech(language)))

    def price(self, action: Action, view: msgspec.Struct, seat: str, language: Language) -> str:
        return own.price(action, known(view), seat, speech(language))

    def preview(self, stretch: Stretch, seat: str, language: Language) -> tuple[Section, ...]:
        assert stretch.before is not None
        return own.preview(known(stretch.before), known(stretch.view), seat, speech(language))

    def moment(self, view: msgspec.Struct) -> float:
        return curves.moment(known(view))

    def score(self, view: msgspec.Struct) -> Score:
        return curves.score(known(view))

    def chart(self, scores: Sequence[Score], language: Language) -> Picture:
        png, alt = curves.chart(scores, speech(language))
        return Picture(cid="chart", alt=alt, width=CHART_WIDTH, png=png)

    def turned(self, course: Course, language: Language) -> Turned:
        to, story = speech(language), self.sentences(course.told, course.seats, language)
        state = known(course.moments[-1].view)
        race = Section(table=figures.race(state, known(course.moments[0].view), to))
        title = to.gettext("round %(n)s is over", n=state.rounds) if course.whole else to.gettext("a turn is over")
        return Turned(title=title, story=story, sections=(race,))

    def board(self) -> Board:
        return board()

    def over(self, result: Result, seats: Iterable[str], language: Language) -> str:
        return ending(result, speech(language))


REGISTERS.load(__package__, "events", "options", rules=rules, said=DATA / "said")
REPORT: Final = PaxRenaissanceReport(REGISTERS, speech, names, BANK, DRAWS)
