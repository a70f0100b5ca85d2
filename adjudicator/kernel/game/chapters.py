"""Name the modules of the rules: for a game that has several. Its actions, events and questions follow."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cached_property
from types import ModuleType
from typing import Any, ClassVar

from adjudicator.kernel.actions import Action, Decline, EndMatch, Nothing, Resolve, SetFact
from adjudicator.kernel.chapters import declared_classes, questions
from adjudicator.kernel.decisions import Answers, op_name
from adjudicator.kernel.events import Corrected, Event, WindowClosed
from adjudicator.kernel.steps import StepBook


class Chapters:
    """Collect what the rules define, and what lines of a log may hold."""

    chapters: ClassVar[Sequence[ModuleType]] = ()
    """The modules of its rules, which define its actions, events and questions.

    None: those in which its steps are, and that of the game itself.
    """
    steps: ClassVar[StepBook]
    seat_key: ClassVar[str] = "by"
    """Key of the acting seat in a log line. Its keys `n`, `how` and `chance` no field of an action may have either."""

    @cached_property
    def actions(self) -> tuple[type[Action], ...]:
        """Every action that a seat, or the moderator as `referee`, may put in."""
        return declared_classes(Action, *self._chapters)

    @cached_property
    def events(self) -> tuple[type[Event], ...]:
        """Every event that steps tell or show."""
        return declared_classes(Event, *self._chapters)

    @cached_property
    def interrupting_decisions(self) -> tuple[type[Answers[Any]], ...]:
        """The questions that interrupt the turn of somebody else: a seat may leave standing orders for them."""
        return tuple(question for question in questions(*self._chapters) if question.interrupts)

    @cached_property
    def decision_kinds(self) -> tuple[str, ...]:
        """The kinds of its questions: a campaign may give each of them hours of its own."""
        return tuple(dict.fromkeys(question.kind for question in questions(*self._chapters)))

    @cached_property
    def _chapters(self) -> Sequence[ModuleType]:
        """The modules of the rules: those it names, or else those of its steps and its own."""
        names = dict.fromkeys((*self.steps.modules, type(self).__module__))
        return self.chapters or [sys.modules[name] for name in names]

    @property
    def corrections(self) -> tuple[type[Action], ...]:
        """The actions that a moderator may take in every match of the game."""
        return SetFact, EndMatch

    @cached_property
    def action_type(self) -> Any:
        """Return the union of all actions that a log of this game may hold.

        Raises:
            TypeError: A field of an action has the name of something that every line of the log has.
        """
        taken = {"n", self.seat_key, "how", "chance"}
        for kind in self.actions:
            if names := taken.intersection(kind.__struct_encode_fields__):
                raise TypeError(f"{op_name(kind)}: lines of the log have {', '.join(sorted(names))} of their own")
        union: Any = Decline | Nothing | Resolve
        for kind in (*self.corrections, *self.actions):
            union = union | kind
        return union

    @cached_property
    def ops(self) -> dict[str, type[Action]]:
        """Every action by its op."""
        kinds: tuple[type[Action], ...] = (*self.actions, Decline, Nothing, Resolve, *self.corrections)
        return {op_name(kind): kind for kind in kinds}

    @cached_property
    def event_type(self) -> Any:
        """Union of all events that a checkpoint may hold as shown."""
        union: Any = Corrected | WindowClosed
        for kind in (*self._own_events, *self.events):
            union = union | kind
        return union

    @property
    def _own_events(self) -> tuple[type[Event], ...]:
        """The events of the kernel that not every game has."""
        return ()
