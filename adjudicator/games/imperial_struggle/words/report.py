"""Define what Imperial Struggle says in mails: the part `report` of the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec

from adjudicator.components.kinds import Kind
from adjudicator.components.load import DataFile
from adjudicator.kernel.events import ObservedEvent
from adjudicator.kernel.result import Result
from adjudicator.language import Language, msgid
from adjudicator.pictures.chart import WIDTH as CHART_WIDTH
from adjudicator.pictures.raster import to_png
from adjudicator.reports.model import (
    Bar,
    Picture,
    Score,
    Standing,
)
from adjudicator.reports.wording.event_text import events_for
from adjudicator.reports.wording.game import Course, Stretch, TurnSummary
from adjudicator.reports.wording.generic import PICTURE_SHOWN
from adjudicator.reports.wording.worded import Shows, WordedReport

from .. import rules
from ..board import board, course
from ..fact_events import EVENT
from ..fact_types import ADVANTAGE, AWARD, COMMODITY, DATA, FLAG, FRANCE, INVESTMENT, NONE, REGION, SIDES, WAR_TILE
from ..facts import FACTS
from ..known import known
from ..names import names
from ..view import View
from . import own
from .book import REGISTERS, Counter
from .course import bars, turned
from .figures import figures, moved, on_turn
from .ministries import advantage_text
from .printed import event_text, ministry_text
from .situation import box, left, outlook, preview, price, shown_stakes, situation, turns
from .speech import Speech, speech
from .tables import scoring, tables
from .turns import ending

REGISTERS.load(
    __package__,
    *("ministries", "turns", "events", "options", "ready", "war"),
    rules=rules,
    said=DATA / "said",
)
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


def _event(id: int, view: View, seat: str, to: Speech) -> str:
    return event_text(EVENT.at(id), known(view), SIDES.index(seat), to) if seat else ""


def _standing(view: View, before: View | None, to: Speech) -> Standing:
    changes = moved(before, view)
    return Standing(
        facts=tuple(figures(view, changes, to)),
        scoring=scoring(view, changes.spaces, to),
        tables=tuple(tables(view, changes, to)),
        box=box(view, before, to),
        stakes=shown_stakes(view, changes.spaces, to),
        stakes_note=to.gettext("after round %(n)s, highest first", n=FACTS.limits.rounds),
    )


def _chart(scores: Sequence[Score], to: Speech) -> Picture:
    png, alt = course.chart(scores, to.language.code)
    return Picture(cid="chart", alt=alt, width=CHART_WIDTH, png=png)


def _over(result: Result, to: Speech) -> str:
    vp = FACTS.scoring.initiative_vp + result.scores.get(SIDES[FRANCE], 0)
    return ending(result.how, next(iter(result.winners), ""), vp, to)


SHOWS: Final = Shows[Speech, View](
    counter=lambda view, seat: Counter(known(view), SIDES.index(seat) if seat else NONE),
    standing=_standing,
    holdings=own.holdings,
    situation=situation,
    outlook=outlook,
    left=left,
    preview=preview,
    price=price,
    fields=DataFile(DATA / "fields.yaml"),
    printed={
        "event": _event,
        "ministry": lambda id, view, seat, to: ministry_text(to.ministry_card(id), known(view), to),
        "advantage": lambda id, view, seat, to: advantage_text(ADVANTAGE.thing(id), to),
    },
    moment=course.moment,
    score=course.score,
    chart=_chart,
    over=_over,
    board=board,
)


class ImperialStruggleReport(WordedReport[Speech, Counter, View]):
    """Implements `GameReport`, in English and Russian."""

    def drawn_for(self, key: str, value: str | int, language: Language) -> str:
        if key == "theater":
            return speech(language).gettext("theatre %(n)s", n=value)
        return super().drawn_for(key, value, language)

    def story(self, stretch: Stretch, language: Language) -> tuple[str, ...]:
        sentences = super().story(stretch, language)
        before = None if stretch.before is None else self.look(stretch.before)
        return (*sentences, *turns(before, self.look(stretch.view), speech(language))) if sentences else ()

    def pictures(
        self,
        view: msgspec.Struct,
        seats: Iterable[str],
        told: Sequence[ObservedEvent[Any]],
        language: Language,
        *,
        width: int,
    ) -> tuple[Picture, ...]:
        looked, code = self.look(view), language.code
        waiting = (on_turn(looked),) if looked.phase == "action" and looked.public.round else ()
        shown = board().shown(looked, code, waiting, tuple(each.event for each in events_for(told, seats)))
        png = to_png(board().scene(shown, code), width) if width else b""
        marked = speech(language).gettext("What changed since your last email is marked.")
        caption = marked if shown.changed else ""
        return (Picture(cid="board", alt=board().alt(shown, code), caption=caption, width=PICTURE_SHOWN, png=png),)

    def bars(self, scores: Sequence[Score], view: msgspec.Struct, language: Language) -> tuple[Bar, ...]:
        return bars(scores, self.look(view), speech(language))

    def turned(self, course: Course, language: Language) -> TurnSummary:
        return turned(course, speech(language))


REPORT: Final = ImperialStruggleReport(REGISTERS, speech, names, FLAG, DRAWS, shows=SHOWS, draws_for=DRAWS_FOR)
