"""Adapters: what kept rules find by a former name where not the name alone has changed.

A class that games subclass has its former members here, and leads those of today to them. What the program makes
itself, and games only use, gets its former members beside today's as soon as kept rules import an adapter of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any, Generic, TypeVar

import msgspec

from adjudicator.kernel import game, rule_actions
from adjudicator.kernel.actions import Action
from adjudicator.kernel.chance import Chance
from adjudicator.kernel.decisions import ValidatedAnswers
from adjudicator.kernel.documents import Sight
from adjudicator.kernel.errors import Refusal
from adjudicator.kernel.events import Event, ObservedEvent
from adjudicator.kernel.play import Play
from adjudicator.kernel.steps import Frames
from adjudicator.reports.model import OptionGroup
from adjudicator.reports.wording import prompt_text, worded
from adjudicator.reports.wording.game import Coded
from adjudicator.reports.wording.option_groups import Shelf
from adjudicator.reports.wording.speech import Speech

S = TypeVar("S", bound=msgspec.Struct)
T = TypeVar("T")
W = TypeVar("W", bound=Speech)
C = TypeVar("C")
V = TypeVar("V")


class Game(game.Game[S], Generic[S]):
    """A game that names some of its members as until November 2026."""

    def sight(self, state: S) -> Sight:
        """Return what is `visible_state` now."""
        return super().visible_state(state)

    def visible_state(self, state: S) -> Sight:
        return self.sight(state)

    def disguised(self, state: S, seats: Iterable[str], rng: Random) -> S | None:
        """Return what is `resample_hidden` now."""
        return super().resample_hidden(state, seats, rng)

    def resample_hidden(self, state: S, seats: Iterable[str], rng: Random) -> S | None:
        return self.disguised(state, seats, rng)

    def dealt(self, document: Mapping[str, Any], chance: Chance) -> Mapping[str, Any]:
        """Return what is `fill_hidden_parts` now."""
        return super().fill_hidden_parts(document, chance)

    def fill_hidden_parts(self, document: Mapping[str, Any], chance: Chance) -> Mapping[str, Any]:
        return self.dealt(document, chance)

    def bids_paid(self, paid: Mapping[str, int]) -> Frames:
        """Return what is `charge_bids` now."""
        return super().charge_bids(paid)

    def charge_bids(self, paid: Mapping[str, int]) -> Frames:
        return self.bids_paid(paid)

    def reseated(self, event: Event) -> Mapping[str, str]:
        """Return what is `seat_changes` now."""
        return super().seat_changes(event)

    def seat_changes(self, event: Event) -> Mapping[str, str]:
        return self.reseated(event)


class Judged(ValidatedAnswers[T]):
    """Answers with candidates, judged by `refused`, which is `illegality` now."""

    def refused(self, state: T, seat: str, action: Action) -> Refusal | None:
        """Return why the action is not legal; None if it is."""
        return super().illegality(state, seat, action)

    def illegality(self, state: T, seat: str, action: Action) -> Refusal | None:
        return self.refused(state, seat, action)


class Deed(rule_actions.RuleAction[T], Generic[T], frozen=True):
    """An action with its rule, in `refused` and `done`, which are `illegality` and `apply` now."""

    def refused(self, state: T, seat: str, asked: Any) -> Refusal | None:
        """Return why it is not legal; None if it is."""
        return None

    def illegality(self, state: T, seat: str, asked: Any) -> Refusal | None:
        return self.refused(state, seat, asked)

    def done(self, play: Play[T], seat: str) -> Frames:
        """Carry the action out, and return the frames that follow."""
        return ()

    def apply(self, play: Play[T], seat: str) -> Frames:
        return self.done(play, seat)


class Deeds(rule_actions.RuleActionAnswers[T]):
    """The answers of a question that is answered by deeds, judged by `refused`, which is `illegality` now."""

    def refused(self, state: T, seat: str, action: Action) -> Refusal | None:
        """Return why the action is not legal; None if it is."""
        return super().illegality(state, seat, action)

    def illegality(self, state: T, seat: str, action: Action) -> Refusal | None:
        return self.refused(state, seat, action)


class Askings(prompt_text.PromptTemplates[W, C]):
    """What is asked, and what may be answered; a shelf for what has none is given as it is, not by its name."""

    def links(  # type: ignore[override]
        self, options: Sequence[Coded], counter: C, to: W, besides: Shelf, turns: Callable[[Action], int]
    ) -> tuple[OptionGroup, ...]:
        """Return options on their shelves in a compact message; those without such a shelf go to `besides`."""
        self.shelves.setdefault(besides.heading, besides)
        return super().links(options, counter, to, besides.heading, turns)


class WordedReport(worded.WordedReport[W, C, V], Generic[W, C, V]):
    """A report whose `Shows.moment` gets what the game makes of a view, not the view as it is."""

    def moment(self, view: msgspec.Struct) -> float | None:
        return super().moment(self.look(view))  # type: ignore[arg-type]


Told = ObservedEvent
Told.to = Told.visible_to  # type: ignore[attr-defined]
Told.all_to = Told.all_visible_to  # type: ignore[attr-defined]
