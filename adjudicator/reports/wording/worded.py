"""The report of a game whose words stand in registers, declared chapter by chapter, in the languages of its catalogue.

What follows from the registers is here; a game says how it looks at a view, and overrides what deserves more: the
standing, what a seat holds, the outlook, the curve of the score.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Final, Generic, TypeVar, cast

import msgspec
from msgspec import Struct

from adjudicator.components.kinds import Kind
from adjudicator.components.load import DataFile, FactError, read
from adjudicator.components.names import Naming
from adjudicator.components.remembered import Remembered
from adjudicator.kernel.actions import Action
from adjudicator.kernel.chapters import chapters, declared_classes, questions
from adjudicator.kernel.codes import codes_in
from adjudicator.kernel.decisions import OpenDecision
from adjudicator.kernel.events import Event, ObservedEvent
from adjudicator.kernel.result import Result
from adjudicator.language import Language
from adjudicator.pictures.board import Board
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
from adjudicator.reports.wording.event_text import EventTemplates, TellingMode, events_for
from adjudicator.reports.wording.game import Asked, Course, Effect, Stretch, TurnSummary
from adjudicator.reports.wording.generic import GenericReport
from adjudicator.reports.wording.option_groups import NO_SHELF, Shelf
from adjudicator.reports.wording.phases import Where
from adjudicator.reports.wording.prompt_text import PromptTemplates
from adjudicator.reports.wording.refusing import Refusals
from adjudicator.reports.wording.speech import Speech
from adjudicator.reports.wording.story import Stories
from adjudicator.reports.wording.template_file import Offer, RefusalText, SaidFile, Telling, Templates, files_of

S = TypeVar("S", bound=Speech)
C = TypeVar("C")
V = TypeVar("V")


class Registers(Struct, Generic[S, C], frozen=True):
    """The registers where chapters of a game's words declare what is told and asked, how a story tells it, why not."""

    tellings: EventTemplates[S]
    askings: PromptTemplates[S, C]
    stories: Stories[S]
    refusals: Refusals[S]
    words: dict[str, Mapping[str, str]] = {}
    """Tables of words in files: what stands for something, by its id."""
    parts: dict[str, Where[S]] = {}
    """Parts of the news, by the names that files of words have for them."""

    def load(self, package: str, *words: str, rules: ModuleType, said: Path) -> None:
        """Let modules of a package declare their words, then read what files say of the chapters of the rules.

        Raises what `read` does.
        """
        for name in words:
            import_module(f"{package}.{name}")
        self.read(said, chapters(rules))

    def read(self, path: Path, chapters: Iterable[ModuleType]) -> None:
        """Declare the contents of a file of words, or of all files of a folder (`template_file`).

        Raises:
            FactError: A file gives words to something that does not exist.
            TypeError: Nothing fills a place of a template.
        """
        modules = tuple(chapters)
        files = {file.name: read(DataFile(file).rows, SaidFile, file.name) for file in files_of(path)}
        due: dict[str, Mapping[str, Any]] = {
            "told": {str(each.__struct_config__.tag): each for each in declared_classes(Event, *modules)},
            "offered": {str(each.__struct_config__.tag): each for each in declared_classes(Action, *modules)},
            "asked": {question.kind: question for question in questions(*modules)},
            "refused": {code.name: code for code in codes_in(*modules)},
        }
        problems = [
            f"{name}: {part}.{id}: there is no such {_CALLED[part]}"
            for name, said in files.items()
            for part, things in due.items()
            for id in getattr(said, part)
            if id not in things
        ]
        tables = [table for said in files.values() for table in said.words]
        problems += [f"words.{each}: said in several files" for each in sorted(set(tables)) if tables.count(each) > 1]
        if problems:
            raise FactError(*problems)
        shelves = {name: shelf for said in files.values() for name, shelf in said.shelves.items()}
        for number, (name, each) in enumerate(shelves.items()):
            self.askings.shelves[name] = Shelf((number,), each.heading, each.costs, each.note)
        for said in files.values():
            self.words.update(said.words)
            for tag, telling in said.told.items():
                self._tell(due["told"][tag], telling if isinstance(telling, Telling) else Telling(telling), said.where)
            for op, offer in said.offered.items():
                self._offer(due["offered"][op], offer)
            for kind, (title, heading, *notes) in said.asked.items():
                self.askings.ask(due["asked"][kind], title, heading, note="".join(notes))
            for code, refused in said.refused.items():
                by, text = (refused.by, refused.say) if isinstance(refused, RefusalText) else ("", refused)
                self.refusals.refuse(due["refused"][code], text, by=by)

    def _tell(self, event: type[Event], said: Telling, where: str) -> None:
        tellings = self.tellings
        silent: Any = said.silent
        if isinstance(silent, str):
            silent = partial(lambda fact, event, group: tellings.value(event, fact), silent)
        words: Any = said.say
        if said.counts:
            words = partial(lambda pair, counted, event, to: to.counted(pair, event, counted), words, said.counts)

        def filled(text: Templates) -> Callable[[Any, S], str] | None:
            return (lambda event, to: tellings.filling(event, to).sentence(text)) if text else None

        if words:
            part = said.where or where
            tellings.tell(
                event,
                words,
                said.own,
                by=said.by,
                who=said.who,
                important=said.important,
                deed=TellingMode[said.deed.upper()],
                note=said.note,
                noted_by=said.noted_by,
                effect=filled(said.effect),
                where=self.parts[part] if part else None,
                closes=said.closes,
                silent=silent,
            )

        for verb in said.verbs:
            self.stories.verb(
                event,
                verb.one,
                verb.many,
                filled(verb.of),
                when=partial(lambda when, event: _holds(tellings, event, when), verb.when),
                by_the_way=verb.by_the_way,
                joins=verb.joins,
                behind=filled(verb.behind),
            )

    def _offer(self, action: type[Action], said: Offer) -> None:
        shelves = self.askings.shelves
        shelf = shelves[said.shelf] if said.shelf else NO_SHELF
        self.askings.offer(
            action,
            said.say,
            shelf,
            by=said.by,
            note=said.note,
            gist=said.note if said.gist is True else said.gist or None,
            cost=said.cost,
            silent=said.silent,
            chip=self.askings.chips.get(said.chip or "", said.chip),
            first=self.askings.chips.get(said.first or "", said.first),
            brief=shelves[said.brief] if isinstance(said.brief, str) else shelf if said.brief else None,
        )


_CALLED = {"told": "event", "offered": "action", "asked": "question", "refused": "code"}


def _holds(tellings: EventTemplates[Any], event: Event, when: Mapping[str, Any]) -> bool:
    """Return whether fields and facts of an event have these values: one of several, or with a bool any or none."""
    for name, wanted in when.items():
        value = tellings.value(event, name)
        if isinstance(wanted, bool):
            value = bool(value)
        if value not in (wanted if isinstance(wanted, list) else [wanted]):
            return False
    return True


class Shows(Struct, Generic[S, V], frozen=True, kw_only=True):
    """The parts of a position that a report shows, see `GameReport`.

    Each is a function of what its reader knows (`now`, and `before` what they knew at their last message) and of the
    words of their language.
    """

    counter: Callable[[V, str], Any] | None = None
    """The facts that the words of a question use; without it, what the seat knows."""
    standing: Callable[[V, V | None, S], Standing] | None = None
    holdings: Callable[[V, str, S], Iterable[Holding]] | None = None
    situation: Callable[[V, str, S], Iterable[str]] | None = None
    outlook: Callable[[V, str, S], Iterable[Outlook]] | None = None
    left: Callable[[V, V, str, S], Iterable[Item]] | None = None
    preview: Callable[[V, V, str, S], Iterable[Section]] | None = None
    price: Callable[[Action, V, str, S], str] | None = None
    printed: Mapping[str, Callable[[Any, V, str, S], str]] = {}
    """Texts printed on things, by kind: from the id, what the seat knows, and the seat."""
    moment: Callable[[Any], float] | None = None
    """Tells how far play is from a view as it is: it is asked with every order, and `look` may take longer than one."""
    score: Callable[[V], Score] | None = None
    chart: Callable[[Sequence[Score], S], Picture] | None = None
    turned: Callable[[V, V, Course, S], tuple[str, Iterable[Section]]] | None = None
    """A title and tables; its story is that of the course."""
    over: Callable[[Result, S], str] | None = None
    history: Callable[[V, S], Iterable[Section]] | None = None
    board: Callable[[], Board] | None = None
    fields: DataFile | None = None
    """The file of what fields of a position are called, by language."""


_NO_KINDS: Final[Mapping[str, Kind[Any]]] = {}


class WordedReport(GenericReport, Generic[S, C, V]):
    """The report of a game with registers of words.

    `draws`: the names of the draws of the rules, and what they bring (None: the figures or the faces of dice); `look`:
    what the game makes of a view; `shows`: what it shows of that; `draws_for`: of which kinds the things are for which
    something is drawn, by keys of draws.
    """

    def __init__(  # noqa: PLR0913 - a declaration
        self,
        registers: Registers[S, C],
        speech: Callable[[Language], S],
        naming: Naming,
        seats: Kind[Any],
        draws: Mapping[str, tuple[str, Kind[Any] | None]],
        look: Callable[[msgspec.Struct], V] = lambda view: cast(Any, view),
        shows: Shows[S, V] | None = None,
        draws_for: Mapping[str, Kind[Any]] = _NO_KINDS,
    ) -> None:
        super().__init__(naming, seats)
        self._draws_for = draws_for
        self.registers, self.speech, self.look, self._draws = registers, speech, Remembered(look), draws
        self.shows: Shows[S, V] = Shows() if shows is None else shows

    def counter(self, view: msgspec.Struct, seat: str) -> C:
        """Return what the words of a question look at: the position as the seat knows it ("": as everybody does)."""
        return cast(C, self.look(view) if self.shows.counter is None else self.shows.counter(self.look(view), seat))

    def party(self, seat: str, language: Language) -> Party:
        return self.speech(language).party(seat)

    def title(self, decision: OpenDecision, view: msgspec.Struct, language: Language) -> str:
        return self.registers.askings.title(decision, self.counter(view, ""), self.speech(language))

    def question(self, asked: Asked, view: msgspec.Struct, seat: str, language: Language) -> Question:
        return self.registers.askings.question(asked, self.counter(view, seat), self.speech(language))

    def news(
        self,
        told: Sequence[ObservedEvent[Any]],
        seats: Iterable[str],
        language: Language,
        before: Sequence[ObservedEvent[Any]] = (),
    ) -> tuple[NewsGroup, ...]:
        return self.registers.tellings.news(events_for(told, seats), self.speech(language), events_for(before, seats))

    def sentences(
        self, told: Sequence[ObservedEvent[Any]], seats: Iterable[str], language: Language
    ) -> tuple[str, ...]:
        """Return what happened, as a story."""
        to, events = self.speech(language), events_for(told, seats)
        return self.registers.stories.told(events, self.registers.tellings.news(events, to), to)

    def story(self, stretch: Stretch, language: Language) -> tuple[str, ...]:
        return self.sentences(stretch.told, stretch.seats, language)

    def gist(self, told: Sequence[ObservedEvent[Any]], seats: Iterable[str], language: Language) -> str:
        to, events = self.speech(language), events_for(told, ())
        return self.registers.stories.gist(events, self.registers.tellings.news(events, to), frozenset(seats), to)

    def effect(self, told: Sequence[ObservedEvent[Any]], seat: str, language: Language) -> Effect:
        return self.registers.tellings.effect(events_for(told, (seat,)), seat, self.speech(language))

    def refusal(self, code: str, rule: str, facts: Mapping[str, Any], language: Language) -> str:
        return self.registers.refusals.said(code, facts, self.speech(language))

    def standing(
        self, view: msgspec.Struct, seats: Iterable[str], before: msgspec.Struct | None, language: Language
    ) -> Standing:
        show = self.shows.standing
        then = None if before is None else self.look(before)
        return Standing() if show is None else show(self.look(view), then, self.speech(language))

    def holdings(self, view: msgspec.Struct, seat: str, language: Language) -> tuple[Holding, ...]:
        show = self.shows.holdings
        return () if show is None else tuple(show(self.look(view), seat, self.speech(language)))

    def fields(self) -> Mapping[str, Mapping[str, str]]:
        return {} if self.shows.fields is None else self.shows.fields.rows

    def situation(self, view: msgspec.Struct, seat: str, language: Language) -> tuple[str, ...]:
        show = self.shows.situation
        return () if show is None else tuple(show(self.look(view), seat, self.speech(language)))

    def outlook(self, view: msgspec.Struct, seat: str, language: Language) -> tuple[Outlook, ...]:
        show = self.shows.outlook
        return () if show is None else tuple(show(self.look(view), seat, self.speech(language)))

    def left(self, stretch: Stretch, seat: str, language: Language) -> tuple[Item, ...]:
        show = self.shows.left
        return () if show is None else tuple(show(*self._both(stretch), seat, self.speech(language)))

    def preview(self, stretch: Stretch, seat: str, language: Language) -> tuple[Section, ...]:
        show = self.shows.preview
        return () if show is None else tuple(show(*self._both(stretch), seat, self.speech(language)))

    def _both(self, stretch: Stretch) -> tuple[V, V]:
        assert stretch.before is not None
        return self.look(stretch.before), self.look(stretch.view)

    def price(self, action: Action, view: msgspec.Struct, seat: str, language: Language) -> str:
        show = self.shows.price
        return "" if show is None else show(action, self.look(view), seat, self.speech(language))

    def printed(self, kind: str, id: Any, view: msgspec.Struct, seat: str, language: Language) -> str:
        show = self.shows.printed.get(kind)
        return "" if show is None else show(id, self.look(view), seat, self.speech(language))

    def moment(self, view: msgspec.Struct) -> float | None:
        return None if self.shows.moment is None else self.shows.moment(view)

    def score(self, view: msgspec.Struct) -> Score | None:
        return None if self.shows.score is None else self.shows.score(self.look(view))

    def chart(self, scores: Sequence[Score], language: Language) -> Picture | None:
        return None if self.shows.chart is None else self.shows.chart(scores, self.speech(language))

    def turned(self, course: Course, language: Language) -> TurnSummary:
        if self.shows.turned is None:
            return super().turned(course, language)
        began, ended = self.look(course.moments[0].view), self.look(course.moments[-1].view)
        title, sections = self.shows.turned(began, ended, course, self.speech(language))
        return TurnSummary(title=title, story=self.story_of_turn(course, language), sections=tuple(sections))

    def story_of_turn(self, course: Course, language: Language) -> tuple[str, ...]:
        """Return what happened in a turn or a round that is over: one action after the other."""
        return self.sentences(course.told, course.seats, language)

    def over(self, result: Result, seats: Iterable[str], language: Language) -> str:
        show = self.shows.over
        return super().over(result, seats, language) if show is None else show(result, self.speech(language))

    def history(self, view: msgspec.Struct, language: Language) -> tuple[Section, ...]:
        show = self.shows.history
        return () if show is None else tuple(show(self.look(view), self.speech(language)))

    def board(self) -> Board | None:
        return None if self.shows.board is None else self.shows.board()

    def draw(self, name: str, language: Language) -> str:
        return self.speech(language).gettext(self._draws[name][0])

    def drawn(self, name: str, value: str | int, language: Language) -> tuple[str, ...]:
        kind = self._draws[name][1]
        return () if kind is None else self.speech(language).forms(kind, value)

    def drawn_for(self, key: str, value: str | int, language: Language) -> str:
        kind = self._draws_for.get(key)
        return super().drawn_for(key, value, language) if kind is None else self.speech(language).thing(kind, value)
