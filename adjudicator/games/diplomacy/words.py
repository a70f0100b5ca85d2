"""Define what Diplomacy says in mails; its sentences and names stand in `data`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from adjudicator.components.load import DataFile
from adjudicator.kernel.actions import Action
from adjudicator.kernel.events import Event, ObservedEvent
from adjudicator.language import Language
from adjudicator.reports.charts.curves import curves
from adjudicator.reports.model import Option as Answer
from adjudicator.reports.model import (
    OptionGroup,
    Picture,
    Question,
    Row,
    Score,
    Section,
    Standing,
    Table,
    columns,
    right,
)
from adjudicator.reports.wording.event_text import TellingMode
from adjudicator.reports.wording.game import Asked, Course, Stretch, TurnSummary
from adjudicator.reports.wording.lexicon import Lexicon, LexiconReport
from adjudicator.reports.wording.phases import Group, Phase
from adjudicator.reports.wording.rulebook import Rulebook
from adjudicator.reports.wording.speech import Speech
from adjudicator.reports.wording.wordfile import read_words

from . import events, questions
from .board import BOARD, COLOURS
from .events import Built, CentresCounted, CentresTaken, Disbanded, MustRetreat, Ordered, Retreated, SeasonBegan
from .facts import DATA, LABEL, OUTCOME, PLACE, POWER, SEASON, Outcome
from .names import letter, names
from .notation import told_order
from .phases import MAJORITY
from .rules.geography import STANDARD
from .state import FORM, State, known

FIELDS: Final = DataFile(DATA / "fields.yaml")
TONES: Final = (2, 1, 6, 7, 3, 5, 4)


def _part(event: Event, now: str) -> Phase[Speech] | None:
    """Return the part of the news that an event belongs to; None: the one that is going on."""
    match event:
        case Retreated():
            return _labelled("retreats")
        case Built() | Disbanded():
            return _labelled("winter")
        case CentresTaken() | CentresCounted():
            return _labelled("centres")
    return None if now else _labelled("orders")


def _labelled(label: str) -> Phase[Speech]:
    return Phase(label, lambda event, to: Group(label, to.thing(LABEL, label)))


def _season(event: SeasonBegan, to: Speech) -> Group:
    heading = f"{to.thing(SEASON, event.season)} {event.year}"
    return Group(f"{event.season} {event.year}", heading, chapter=heading)


LEXICON: Final = Lexicon(names, POWER, FORM, tones=TONES, where=_part)


@LEXICON.tellings.place
def line(event: Ordered | Retreated, to: Speech) -> str:
    """Return an order as judges write it, with what came of it."""
    code = to.language.code
    if isinstance(event, Retreated):
        unit = f"{letter(event.kind, code)} {to.thing(PLACE, event.place)}"
        if event.to:
            return f"{unit} → {to.thing(PLACE, event.to)}"
        aimed = f" → {to.thing(PLACE, event.aimed)}" if event.aimed else ""
        return f"{unit}{aimed}: {to.thing(LABEL, 'disbanded')}"
    results = [event.outcome] if event.outcome != Outcome.DONE else []
    results += ["dislodged"] if event.dislodged else []
    told = f" ({', '.join(to.thing(OUTCOME, each) for each in results)})" if results else ""
    return f"{told_order(event, to.thing, code)}{told}"


@LEXICON.tellings.place
def ways(event: MustRetreat, to: Speech) -> str:
    """Return where a dislodged unit may go, behind a colon."""
    return f": {', '.join(to.thing(PLACE, place) for place in event.open)}" if event.open else ""


@LEXICON.tellings.place
def from_whom(event: CentresTaken, to: Speech) -> str:
    """Return from whom centres are taken, in brackets."""
    return f" ({to.thing(POWER, event.loser)})" if event.loser else ""


@LEXICON.tellings.place
def score(event: CentresCounted, to: Speech) -> str:
    """Return how many centres each power has."""
    counted = sorted(event.counts.items(), key=lambda each: -each[1])
    return ", ".join(f"{to.thing(POWER, power)} {count}" for power, count in counted if count)


read_words(LEXICON, DATA, [events, questions])
LEXICON.tellings.tell(
    SeasonBegan, lambda event, to: _season(event, to).heading, begins=_season, silent=True, deed=TellingMode.BEGINS
)
RULES: Final = Rulebook(DATA / "rulebook")


class Report(LexiconReport):
    """The report: what came of the orders of all powers, the table of centres and their curves."""

    def fields(self) -> Mapping[str, Mapping[str, str]]:
        return FIELDS.rows

    def question(self, asked: Asked, view: msgspec.Struct, seat: str, language: Language) -> Question:
        """Return the question with its answers by unit."""
        question = super().question(asked, view, seat, language)
        groups: dict[str, list[Answer]] = {}
        for option in asked.options:
            unit = _about(option.action)
            groups.setdefault(unit, []).append(Answer(code=option.code, words=option.words))
        to = self.lexicon.speech(language)
        made = [
            OptionGroup(options=tuple(each), heading=to.thing(PLACE, unit) if unit else "")
            for unit, each in groups.items()
        ]
        return replace(question, groups=tuple(made))

    def standing(
        self, view: msgspec.Struct, seats: Iterable[str], before: msgspec.Struct | None, language: Language
    ) -> Standing:
        to = self.lexicon.speech(language)
        return Standing(
            facts=tuple(self.lexicon.facts(view, language, before)),
            tables=(self._table(known(view), to),),
        )

    def _table(self, view: State, to: Speech) -> Table:
        rows = [
            Row(
                cells=(
                    to.thing(POWER, power),
                    str(len(view.centres_of(power))),
                    str(len(view.units_of(power))),
                    ", ".join(to.thing(PLACE, centre) for centre in view.centres_of(power)) or "-",
                )
            )
            for power in sorted(POWER.ids, key=lambda power: -len(view.centres_of(power)))
        ]
        heads = columns(*(to.thing(LABEL, each) for each in ("power",)), right(to.thing(LABEL, "centres")))
        heads += columns(right(to.thing(LABEL, "units")), to.thing(LABEL, "which"))
        return Table(caption=to.thing(LABEL, "centres"), columns=heads, rows=tuple(rows))

    def story(self, stretch: Stretch, language: Language) -> tuple[str, ...]:
        """Return all that came of the orders."""
        return self._by_power(stretch.told, stretch.seats, language)

    def _by_power(
        self, told: Sequence[ObservedEvent[Any]], seats: Iterable[str], language: Language
    ) -> tuple[str, ...]:
        """Return what happened: a sentence for each power in each part of a season."""
        said: list[str] = []
        for group in self.news(told, seats, language):
            by_power: dict[str, list[str]] = {}
            for line in group.lines:
                by_power.setdefault("" if line.who is None else line.who.name, []).append(line.text)
            said += [f"{group.heading}."] if group.heading else []
            said += [
                f"{power}: {'; '.join(each)}." if power else f"{'; '.join(each)}." for power, each in by_power.items()
            ]
        return tuple(said)

    def gist(self, told: Sequence[ObservedEvent[Any]], seats: Iterable[str], language: Language) -> str:
        """Return the season of which the orders are told; no order of a power says what a mail is about."""
        seasons = [each.public for each in told if isinstance(each.public, SeasonBegan)]
        return _season(seasons[-1], self.lexicon.speech(language)).heading if seasons else ""

    def turned(self, course: Course, language: Language) -> TurnSummary:
        """Return a season that is over: what came of all orders, and the table of centres."""
        to, now = self.lexicon.speech(language), known(course.moments[-1].view)
        season, year = now.last_season
        return TurnSummary(
            title=f"{to.thing(SEASON, season)} {year}",
            story=self._by_power(course.told, course.seats, language),
            sections=(Section(table=self._table(now, to)),),
        )

    def moment(self, view: msgspec.Struct) -> float:
        return known(view).moved / 2

    def score(self, view: msgspec.Struct) -> Score:
        now = known(view)
        return Score(at=self.moment(view), points={power: len(now.centres_of(power)) for power in POWER.ids})

    def chart(self, scores: Sequence[Score], language: Language) -> Picture:
        to = self.lexicon.speech(language)
        called = {power: to.thing(POWER, power) for power in POWER.ids}
        told = ", ".join(f"{called[power]} {count}" for power, count in scores[-1].points.items())
        title = to.thing(LABEL, "centres")
        return curves(
            scores, title=title, colours=COLOURS, high=MAJORITY, step=3, names=called, alt=f"{title}: {told}."
        )


def _about(action: Action) -> str:
    """Return the province that an order is given for; "" for one that is for none."""
    place = getattr(action, "unit", getattr(action, "place", ""))
    return STANDARD.province[place] if place else ""


REPORT: Final = Report(LEXICON, BOARD)
