"""What Pax Renaissance says in mails: the part `report` of the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from adjudicator.kernel.decisions import OpenDecision
from adjudicator.kernel.events import Told
from adjudicator.language import Language
from adjudicator.reports.game import Asked, Effect, Stretch
from adjudicator.reports.generic import GenericReport
from adjudicator.reports.model import NewsGroup, Party, Question
from adjudicator.reports.telling import heard

from ..facts import BANK
from ..known import known
from ..names import names
from .book import Counter
from .chapters import ASKINGS, REFUSALS, STORIES, TELLINGS
from .speech import speech


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

    def refusal(self, code: str, rule: str, facts: Mapping[str, Any], language: Language) -> str:
        return REFUSALS.said(code, facts, speech(language))
