"""Define what Imperial Struggle says in mails: the part `report` of the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec

from adjudicator.components.kinds import Kind
from adjudicator.kernel.actions import Action
from adjudicator.kernel.events import Told
from adjudicator.kernel.result import Result
from adjudicator.language import Language, msgid
from adjudicator.pictures.board import Board
from adjudicator.pictures.chart import WIDTH as CHART_WIDTH
from adjudicator.pictures.raster import to_png
from adjudicator.reports.game import Course, Stretch, Turned
from adjudicator.reports.generic import PICTURE_SHOWN
from adjudicator.reports.model import (
    Bar,
    Holding,
    Item,
    Outlook,
    Picture,
    Score,
    Section,
    Standing,
)
from adjudicator.reports.telling import heard
from adjudicator.reports.worded import WordedReport

from ..board import board, course
from ..fact_events import EVENT
from ..fact_types import AWARD, COMMODITY, FLAG, FRANCE, INVESTMENT, NONE, REGION, SIDES, WAR_TILE
from ..facts import FACTS
from ..known import known
from ..names import names
from ..view import View
from . import holdings as own
from .bars import bars
from .book import Counter
from .chapters import REGISTERS
from .endings import ending
from .event_words import event_text
from .ministry_words import ministry_text
from .moved import moved
from .outlook import outlook
from .preview import left, preview, price
from .score import box, shown_stakes, turns
from .speech import Speech, speech
from .standing import figures, on_turn
from .story import turned
from .tables import scoring, tables

DRAWS: Final[Mapping[str, tuple[str, Kind[Any]]]] = {
    "award": (msgid("award tile"), AWARD),
    "basic_tile": (msgid("basic war tile"), WAR_TILE),
    "bonus_tile": (msgid("bonus war tile"), WAR_TILE),
    "commodity": (msgid("commodity"), COMMODITY),
    "demand": (msgid("commodities in demand"), COMMODITY),
    "event": (msgid("event cards"), EVENT),
    "investment": (msgid("investment tiles"), INVESTMENT),
    "returned_tile": (msgid("war tile that goes back"), WAR_TILE),
}
"""What the draws of the rules are called, and what they bring."""
DRAWS_FOR: Final[Mapping[str, Kind[Any]]] = {"region": REGION}
"""For what something is drawn, beside a side and a theatre of the war."""


class ImperialStruggleReport(WordedReport[Speech, Counter, View]):
    """Implements `GameReport`, in English and Russian."""

    def counter(self, view: msgspec.Struct, seat: str) -> Counter:
        return Counter(known(_view(view)), SIDES.index(seat) if seat else NONE)

    def printed(self, kind: str, id: Any, view: msgspec.Struct, seat: str, language: Language) -> str:
        counter, to = self.counter(view, seat), speech(language)
        if kind == "event" and seat:
            return event_text(EVENT.at(id), counter.state, counter.side, to)
        return ministry_text(to.ministry_card(id), counter.state, to) if kind == "ministry" else ""

    def drawn_for(self, key: str, value: str | int, language: Language) -> str:
        to = speech(language)
        return to.gettext("theatre %(n)s", n=value) if key == "theater" else super().drawn_for(key, value, language)

    def story(self, stretch: Stretch, language: Language) -> tuple[str, ...]:
        sentences = super().story(stretch, language)
        before = None if stretch.before is None else _view(stretch.before)
        return (*sentences, *turns(before, _view(stretch.view), speech(language))) if sentences else ()

    def standing(
        self, view: msgspec.Struct, seats: Iterable[str], before: msgspec.Struct | None, language: Language
    ) -> Standing:
        looked, to = _view(view), speech(language)
        then = None if before is None else _view(before)
        changes = moved(then, looked)
        return Standing(
            facts=tuple(figures(looked, changes, to)),
            scoring=scoring(looked, changes.spaces, to),
            tables=tuple(tables(looked, changes, to)),
            box=box(looked, then, to),
            stakes=shown_stakes(looked, changes.spaces, to),
            stakes_note=to.gettext("after round %(n)s, highest first", n=FACTS.limits.rounds),
        )

    def holdings(self, view: msgspec.Struct, seat: str, language: Language) -> tuple[Holding, ...]:
        return tuple(own.holdings(_view(view), seat, speech(language)))

    def outlook(self, view: msgspec.Struct, seat: str, language: Language) -> tuple[Outlook, ...]:
        return tuple(outlook(_view(view), seat, speech(language)))

    def pictures(
        self, view: msgspec.Struct, seats: Iterable[str], told: Sequence[Told[Any]], language: Language, *, width: int
    ) -> tuple[Picture, ...]:
        looked = _view(view)
        waiting = (on_turn(looked),) if looked.phase == "action" and looked.public.round else ()
        code = language.code
        shown = board().shown(looked, code, waiting, tuple(each.event for each in heard(told, seats)))
        png = to_png(board().scene(shown, code), width) if width else b""
        marked = speech(language).gettext("What changed since your last email is marked.")
        caption = marked if shown.changed else ""
        return (Picture(cid="board", alt=board().alt(shown, code), caption=caption, width=PICTURE_SHOWN, png=png),)

    def left(self, stretch: Stretch, seat: str, language: Language) -> tuple[Item, ...]:
        assert stretch.before is not None
        return tuple(left(_view(stretch.before), _view(stretch.view), seat, speech(language)))

    def price(self, action: Action, view: msgspec.Struct, seat: str, language: Language) -> str:
        return price(action, _view(view), seat, speech(language))

    def preview(self, stretch: Stretch, seat: str, language: Language) -> tuple[Section, ...]:
        assert stretch.before is not None
        return preview(_view(stretch.before), _view(stretch.view), seat, speech(language))

    def moment(self, view: msgspec.Struct) -> float:
        return course.moment(_view(view))

    def score(self, view: msgspec.Struct) -> Score:
        return course.score(_view(view))

    def bars(self, scores: Sequence[Score], view: msgspec.Struct, language: Language) -> tuple[Bar, ...]:
        return bars(scores, _view(view), speech(language))

    def chart(self, scores: Sequence[Score], language: Language) -> Picture:
        png, alt = course.chart(scores, language.code)
        return Picture(cid="chart", alt=alt, width=CHART_WIDTH, png=png)

    def turned(self, course: Course, language: Language) -> Turned:
        return turned(course, speech(language))

    def board(self) -> Board:
        return board()

    def over(self, result: Result, seats: Iterable[str], language: Language) -> str:
        vp = FACTS.scoring.initiative_vp + result.scores.get(SIDES[FRANCE], 0)
        return ending(result.how, next(iter(result.winners), ""), vp, speech(language))


def _view(view: msgspec.Struct) -> View:
    if not isinstance(view, View):
        raise TypeError(f"no view of this game: {type(view).__name__}")
    return view


REPORT: Final = ImperialStruggleReport(REGISTERS, speech, names, FLAG, DRAWS, draws_for=DRAWS_FOR)
