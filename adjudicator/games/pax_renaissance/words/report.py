"""What Pax Renaissance says in mails: the part `report` of the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec

from adjudicator.components.kinds import Kind
from adjudicator.kernel.actions import Action
from adjudicator.kernel.decisions import OpenDecision
from adjudicator.kernel.events import Told
from adjudicator.kernel.result import Result
from adjudicator.language import Language, msgid
from adjudicator.pictures.board import Board
from adjudicator.pictures.chart import WIDTH as CHART_WIDTH
from adjudicator.reports.game import Asked, Course, Effect, Stretch, Turned
from adjudicator.reports.generic import GenericReport
from adjudicator.reports.model import (
    Holding,
    Item,
    NewsGroup,
    Outlook,
    Party,
    Picture,
    Question,
    Score,
    Section,
    Standing,
)
from adjudicator.reports.telling import heard

from ..board import board
from ..facts import BANK, ITEM
from ..known import known
from ..names import names
from . import course as curves
from . import figures, own
from .book import Counter
from .chapters import ASKINGS, REFUSALS, STORIES, TELLINGS
from .endings import ending
from .speech import speech

DRAWS: Final[Mapping[str, tuple[str, Kind[Any]]]] = {
    "market": (msgid("card of the market"), ITEM),
    "first": (msgid("first bank"), BANK),
}
"""What the draws of the rules are called, and what they bring."""


class PaxRenaissanceReport(GenericReport):
    """Implements `GameReport`, in English and Russian."""

    def __init__(self) -> None:
        super().__init__(names, BANK)

    def party(self, seat: str, language: Language) -> Party:
        return speech(language).party(seat)

    def title(self, decision: OpenDecision, view: msgspec.Struct, language: Language) -> str:
        return ASKINGS.title(decision, Counter(known(view)), speech(language))

    def question(self, asked: Asked, view: msgspec.Struct, seat: str, language: Language) -> Question:
        return ASKINGS.question(asked, Counter(known(view), seat), speech(language))

    def news(
        self, told: Sequence[Told[Any]], seats: Iterable[str], language: Language, before: Sequence[Told[Any]] = ()
    ) -> tuple[NewsGroup, ...]:
        return TELLINGS.news(heard(told, seats), speech(language), heard(before, seats))

    def story(self, stretch: Stretch, language: Language) -> tuple[str, ...]:
        to, events = speech(language), heard(stretch.told, stretch.seats)
        return STORIES.told(events, TELLINGS.news(events, to), to)

    def gist(self, told: Sequence[Told[Any]], seats: Iterable[str], language: Language) -> str:
        to, events = speech(language), heard(told, ())
        return STORIES.gist(events, TELLINGS.news(events, to), frozenset(seats), to)

    def effect(self, told: Sequence[Told[Any]], seat: str, language: Language) -> Effect:
        return TELLINGS.effect(heard(told, (seat,)), seat, speech(language))

    def standing(
        self, view: msgspec.Struct, seats: Iterable[str], before: msgspec.Struct | None, language: Language
    ) -> Standing:
        state, to = known(view), speech(language)
        then = None if before is None else known(before)
        return Standing(
            facts=tuple(figures.facts(state, then, to)),
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
        to, events = speech(language), heard(course.told, course.seats)
        story = STORIES.told(events, TELLINGS.news(events, to), to)
        state = known(course.moments[-1].view)
        race = Section(table=figures.race(state, known(course.moments[0].view), to))
        title = to.gettext("round %(n)s is over", n=state.rounds) if course.whole else to.gettext("a turn is over")
        return Turned(title=title, story=story, sections=(race,))

    def board(self) -> Board:
        return board()

    def draw(self, name: str, language: Language) -> str:
        return speech(language).gettext(DRAWS[name][0])

    def drawn(self, name: str, value: str | int, language: Language) -> tuple[str, ...]:
        return speech(language).forms(DRAWS[name][1], value)

    def over(self, result: Result, seats: Iterable[str], language: Language) -> str:
        return ending(result, speech(language))

    def refusal(self, code: str, rule: str, facts: Mapping[str, Any], language: Language) -> str:
        return REFUSALS.said(code, facts, speech(language))
