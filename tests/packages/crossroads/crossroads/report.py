"""What Crossroads says about itself."""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.kernel.decisions import OpenDecision
from adjudicator.language import Language
from adjudicator.reports.model import Holding, Item
from adjudicator.reports.wording.generic import GenericReport
from crossroads import events
from crossroads.phrases import NAMES
from crossroads.state import SEAT, TOWN

SENTENCES = {
    events.Rode: {"en": "%(rider)s rides to %(to)s", "ru": "%(rider)s: путь в город %(to)s"},
    events.Tolled: {
        "en": "%(rider)s pays %(by)s a toll of %(coins)s",
        "ru": "%(by)s: пошлина %(coins)s, платит %(rider)s",
    },
    events.Spied: {"en": "%(rider)s spies on %(on)s", "ru": "%(rider)s: слежка, цель %(on)s"},
    events.TreasureAt: {"en": "the treasure of %(rider)s is at %(town)s", "ru": "%(rider)s: клад, город %(town)s"},
    events.Dug: {"en": "%(rider)s digs at %(town)s", "ru": "%(rider)s: раскопки, город %(town)s"},
    events.Gave: {
        "en": "%(giver)s gives %(taker)s coins: %(coins)s",
        "ru": "%(giver)s: монеты %(coins)s, получает %(taker)s",
    },
    events.Bargained: {"en": "a bargain between %(riders)s", "ru": "сделка: %(riders)s"},
    events.WindfallCame: {"en": "%(rider)s finds coins: %(coins)s", "ru": "%(rider)s: находка, монет %(coins)s"},
}
TITLES = {"turn": "ход", "toll": "пошлина", "bargain": "сделка", "treaty": "договор", "windfall": "находка"}


class CrossroadsReport(GenericReport):
    def title(self, decision: OpenDecision, view: Any, language: Language) -> str:
        return TITLES[decision.kind] if language.code == "ru" else super().title(decision, view, language)

    def holdings(self, view: msgspec.Struct, seat: str, language: Language) -> tuple[Holding, ...]:
        """Return the treasures that the rider knows: their own, those that they saw, and those that were dug."""
        known = {name: rider["treasure"] for name, rider in getattr(view, "riders", {}).items() if rider["treasure"]}
        heading = "Известные вам клады" if language.code == "ru" else "Treasures that you know"
        items = (
            Item(name=self.party(rider, language).name, text=self._name(TOWN, town, language))
            for rider, town in known.items()
        )
        return (Holding(heading=heading, items=tuple(items)),) if known else ()


REPORT = CrossroadsReport(NAMES, SEAT, SENTENCES)
