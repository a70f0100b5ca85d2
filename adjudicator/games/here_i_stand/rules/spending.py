"""Command points: what every action that costs them declares (11.1)."""

from typing import ClassVar

from adjudicator import Frames, Play, Refusal, RuleAction
from adjudicator.components import Code

from ..facts import COSTS, POWER
from ..state import State

no_such_action = Code("11.1", power=POWER)
too_few_cp = Code("11.1", cp=int, left=int)


class CpDeed(RuleAction[State], frozen=True):
    """An action that is paid with command points (11.1).

    `row`: its row in `facts.COSTS`; powers that are not in it have no such action. A subclass says with `against` what
    else speaks against it, and does it in `carried_out`.
    """

    row: ClassVar[str]

    def price(self, state: State, seat: str) -> int:
        """Return the command points that it costs."""
        return COSTS[self.row].get(seat, 0)

    def illegality(self, state: State, seat: str, asked: object) -> Refusal | None:
        if seat not in COSTS[self.row]:
            return no_such_action(power=seat)
        if (price := self.price(state, seat)) > state.impulse.cp:
            return too_few_cp(cp=price, left=state.impulse.cp)
        return self.against(state, seat)

    def against(self, state: State, seat: str) -> Refusal | None:
        """Return what speaks against it besides its price; None: nothing."""
        raise NotImplementedError  # abstract

    def apply(self, play: Play[State], seat: str) -> Frames:
        play.state.impulse.cp -= self.price(play.state, seat)
        return self.carried_out(play, seat)

    def carried_out(self, play: Play[State], seat: str) -> Frames:
        """Carry the action out, paid as it is, and return the frames that follow."""
        raise NotImplementedError  # abstract
