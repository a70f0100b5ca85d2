"""Follow the course of a turn: for a game that counts turns or rounds, has phases, or rounds of one seat alone."""

from __future__ import annotations

from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from adjudicator.kernel.position import Occasion, Position, Stage
from adjudicator.kernel.steps import StepBook

S = TypeVar("S", bound=msgspec.Struct)


class Turns(Generic[S]):
    """Tell how far a match has come, as players count."""

    steps: ClassVar[StepBook]
    phases: ClassVar[tuple[str, ...]] = ()
    """The phases of a turn in their order, as its steps name them; offers and standing orders may end with them."""
    occasions: ClassVar[tuple[str, ...]] = ()
    """The kinds of what `occasion` finds; the phrasebook names them like questions that interrupt, and standing orders
    may be for one of them: `battle: use Cavalry Charge; lose infantry`."""

    def turns_done(self, state: S) -> int:
        """Return how many turns of the game are over, as its turn track counts them; 0 where it has none.

        Corrections need it where rounds look alike in the cursor.
        """
        return 0

    def rounds_done(self, state: S) -> int:
        """Return how many rounds of the turn under way are over; 0 where turns have none.

        A campaign may want a mail to everybody after each of them.
        """
        return 0

    def own_round(self, position: Position[S, Any]) -> int | None:
        """Return which round of one seat by itself is under way, equal only while that one is; None: not one of them.

        Whoever lets a deadline pass in a round of theirs gets the defaults for the rest of it, at once. A plan has
        orders for each round of its seat.
        """
        return None

    @property
    def has_own_rounds(self) -> bool:
        """Tell whether the game says which round of one seat is under way."""
        return type(self).own_round is not Turns.own_round

    def stage(self, position: Position[S, Any]) -> Stage:
        """Return which turn is played, as players count them, and which of its `phases`. It never goes back.

        The default: the turns that are done, and the phase of the next step that has one.
        """
        return Stage(self.turns_done(position.state) + 1, self.steps.phase_of(position.frames))

    def occasion(self, state: S) -> Occasion | None:
        """Return what is under way, if it lasts for several questions of the same seats, such as a battle."""
        return None

    def reached(self, position: Position[S, Any], stage: Stage) -> bool:
        """Return whether play has come to a stage's phase or passed it; without a phase, whether the turn is over."""
        now = self.stage(position)
        if not stage.phase:
            return now.turn > stage.turn
        return (now.turn, self._place(now.phase)) >= (stage.turn, self._place(stage.phase))

    def _place(self, phase: str) -> int:
        """Return where in the order of a turn a phase is; one that is not there: after them all."""
        return self.phases.index(phase) if phase in self.phases else len(self.phases)
