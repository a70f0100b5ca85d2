"""The report of a game whose words stand in registers, declared chapter by chapter, in the languages of its catalogue.

What follows from the registers is here; a game says how it looks at a view, and overrides what deserves more: the
standing, what a seat holds, the outlook, the curve of the score.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from adjudicator.components.kinds import Kind
from adjudicator.components.load import DataFile, FactError, read
from adjudicator.components.names import Naming
from adjudicator.kernel.chapters import questions
from adjudicator.kernel.codes import codes_in
from adjudicator.kernel.decisions import OpenDecision
from adjudicator.kernel.events import Told
from adjudicator.language import Language
from adjudicator.reports.asking import Askings
from adjudicator.reports.game import Asked, Effect, Stretch
from adjudicator.reports.generic import GenericReport
from adjudicator.reports.model import NewsGroup, Party, Question
from adjudicator.reports.refusing import Refusals
from adjudicator.reports.speech import Speech
from adjudicator.reports.story import Stories
from adjudicator.reports.telling import Tellings, heard

S = TypeVar("S", bound=Speech)
C = TypeVar("C")


class Said(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of questions and refusals in English."""

    asked: dict[str, list[str]] = {}
    refused: dict[str, str] = {}


class Registers(Struct, Generic[S, C], frozen=True):
    """Where the chapters of a game's words declare: what is told and asked, how a story says it, why not."""

    tellings: Tellings[S]
    askings: Askings[S, C]
    stories: Stories[S]
    refusals: Refusals[S]

    def read(self, path: Path, chapters: Iterable[ModuleType]) -> None:
        """Declares the questions and refusals whose words stand in a file, in English: `asked`, by the kind of question
        with title, heading and perhaps a note, and `refused`, by code. Raises FactError for what there is not,
        and TypeError for a place that nothing fills.
        """
        modules, said = tuple(chapters), read(DataFile(path).rows, Said, path.name)
        codes = {code.name: code for code in codes_in(*modules)}
        kinds = {each.kind: each for each in questions(*modules)}
        problems = [f"{path.name}: asked.{kind}: there is no such question" for kind in said.asked if kind not in kinds]
        problems += [
            f"{path.name}: refused.{name}: there is no such code" for name in said.refused if name not in codes
        ]
        if problems:
            raise FactError(*problems)
        for kind, (title, heading, *notes) in said.asked.items():
            self.askings.ask(kinds[kind], title, heading, note="".join(notes))
        for name, words in said.refused.items():
            self.refusals.refuse(codes[name], words)


class WordedReport(GenericReport, Generic[S, C]):
    """Speaks for a game with its registers. `draws`: what the draws of the rules are called, and what they bring."""

    def __init__(
        self,
        registers: Registers[S, C],
        speech: Callable[[Language], S],
        naming: Naming,
        seats: Kind[Any],
        draws: Mapping[str, tuple[str, Kind[Any]]],
    ) -> None:
        super().__init__(naming, seats)
        self.registers, self.speech, self._draws = registers, speech, draws

    def counter(self, view: msgspec.Struct, seat: str) -> C:
        """What the words of a question look at: the position as the seat knows it ("": as everybody does)."""
        raise NotImplementedError  # abstract

    def party(self, seat: str, language: Language) -> Party:
        return self.speech(language).party(seat)

    def title(self, decision: OpenDecision, view: msgspec.Struct, language: Language) -> str:
        return self.registers.askings.title(decision, self.counter(view, ""), self.speech(language))

    def question(self, asked: Asked, view: msgspec.Struct, seat: str, language: Language) -> Question:
        return self.registers.askings.question(asked, self.counter(view, seat), self.speech(language))

    def news(
        self, told: Sequence[Told[Any]], seats: Iterable[str], language: Language, before: Sequence[Told[Any]] = ()
    ) -> tuple[NewsGroup, ...]:
        return self.registers.tellings.news(heard(told, seats), self.speech(language), heard(before, seats))

    def sentences(self, told: Sequence[Told[Any]], seats: Iterable[str], language: Language) -> tuple[str, ...]:
        """What happened, as a story."""
        to, events = self.speech(language), heard(told, seats)
        return self.registers.stories.told(events, self.registers.tellings.news(events, to), to)

    def story(self, stretch: Stretch, language: Language) -> tuple[str, ...]:
        return self.sentences(stretch.told, stretch.seats, language)

    def gist(self, told: Sequence[Told[Any]], seats: Iterable[str], language: Language) -> str:
        to, events = self.speech(language), heard(told, ())
        return self.registers.stories.gist(events, self.registers.tellings.news(events, to), frozenset(seats), to)

    def effect(self, told: Sequence[Told[Any]], seat: str, language: Language) -> Effect:
        return self.registers.tellings.effect(heard(told, (seat,)), seat, self.speech(language))

    def refusal(self, code: str, rule: str, facts: Mapping[str, Any], language: Language) -> str:
        return self.registers.refusals.said(code, facts, self.speech(language))

    def draw(self, name: str, language: Language) -> str:
        return self.speech(language).gettext(self._draws[name][0])

    def drawn(self, name: str, value: str | int, language: Language) -> tuple[str, ...]:
        return self.speech(language).forms(self._draws[name][1], value)
