"""Define what Here I Stand says in mails: the part `report` of the game, in English and Russian."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.components.kinds import Kind
from adjudicator.kernel.events import ObservedEvent
from adjudicator.language import Language
from adjudicator.reports.event_text import Heard, events_for
from adjudicator.reports.game import Asked, Course
from adjudicator.reports.model import NewsGroup, Question
from adjudicator.reports.rulebook import Rulebook
from adjudicator.reports.worded import Shows, WordedReport

from .. import texts
from ..board import board
from ..facts import DATA, POWER
from ..game import GAME
from ..names import names
from ..state import State, known
from . import course, figures, options, own, situation
from .book import REGISTERS, Counter, Speech, speech

DRAWS: Final[Mapping[str, tuple[str, Kind[Any] | None]]] = {}
"""What the draws of the rules are called, and what they bring."""
SHOWS: Final = Shows[Speech, State](
    counter=Counter,
    standing=figures.standing,
    holdings=own.holdings,
    situation=situation.situation,
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


class Report(WordedReport[Speech, Counter, State]):
    """The report, whose stories and subjects name whose deed it is: they stand under no heading that does."""

    def sentences(
        self, told: Sequence[ObservedEvent[Any]], seats: Iterable[str], language: Language
    ) -> tuple[str, ...]:
        to, events = self.speech(language), events_for(told, seats)
        return self.registers.stories.told(events, self._named(events, to), to)

    def gist(self, told: Sequence[ObservedEvent[Any]], seats: Iterable[str], language: Language) -> str:
        to, events = self.speech(language), events_for(told, ())
        return self.registers.stories.gist(events, self._named(events, to), frozenset(seats), to)

    def story_of_turn(self, course: Course, language: Language) -> tuple[str, ...]:
        """Return what each power did in a turn; in an impulse, one deed after the other."""
        if not course.whole:
            return super().story_of_turn(course, language)
        to, events = self.speech(language), events_for(course.told, course.seats)
        return self.registers.stories.of_each(events, self._named(events, to), to)

    def question(self, asked: Asked, view: Struct, seat: str, language: Language) -> Question:
        counter = replace(self.counter(view, seat), context=asked.decision.context)
        return self.registers.askings.question(asked, counter, self.speech(language))

    def _named(self, events: Sequence[Heard], to: Speech) -> tuple[NewsGroup, ...]:
        """Return what happened as one part of the news in which every deed is somebody's."""
        return (NewsGroup(lines=self.registers.tellings.lines(events, to)),)


REPORT: Final = Report(REGISTERS, speech, names, POWER, DRAWS, known, SHOWS)
RULEBOOK: Final = Rulebook(DATA / "rulebook")
"""The rules in short, in our own words, by the book's numbers."""
