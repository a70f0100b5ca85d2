"""Running operations (E4): one side of the tableau, each card once, in any order."""

from collections.abc import Iterator
from typing import Any

from adjudicator import Action, Asking, Choose, Frames, Play, Refusal, RuleAction, RuleActionAnswers
from adjudicator.components import Code, bits

from ..facts import EAST, ITEM, SIDE, WEST, BankId
from ..state import State
from .book import SideDeed, TurnDeed, step
from .squares import consequences
from .table import WITH, active, front, has, owner_of, side_in, silenced, tableau
from .targets import FIRST_OF, OPERATES, MoveBishop, Operate, operate

ran_already = Code("D1.4", side=SIDE)
nothing_to_run = Code("E4", side=SIDE)
no_double_run = Code("E4")
nothing_to_do = Code("E4")
not_yours = Code("E4", card=ITEM)
used_already = Code("E4", card=ITEM)
other_side = Code("E4", card=ITEM)
is_silenced = Code("F1f", card=ITEM)
one_at_least = Code("E4")


class EndOperations(RuleAction[State], frozen=True, tag="end_operations"):
    """No more operations. E4."""

    def illegality(self, state: State, seat: str, asked: Any) -> Refusal | None:
        return None if asked.begun else one_at_least()


class OperationAnswers(RuleActionAnswers[State]):
    """The next operation. `sides`: a mask of those that run; `begun`: one was done, so that it may end."""

    kind, rule = "operation", "E4"
    actions = (*OPERATES, EndOperations)

    def __init__(self, sides: int, *, begun: bool) -> None:
        self.sides, self.begun = sides, begun

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        mute = silenced(state, seat)
        for card in bits(tableau(state, seat) & ~state.turn.used):
            if self.sides >> side_in(state, seat, card) & 1:
                for icon in front(state, card).operations:
                    if icon.op == "inquisitor" or not mute >> card & 1:
                        yield from FIRST_OF[icon.op].targets(state, card, icon)
        if self.begun:
            yield EndOperations()

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        if isinstance(action, Operate):
            card = ITEM.number(action.card)
            if owner_of(state, card) != seat:
                return not_yours(card=card)
            if state.turn.used >> card & 1:
                return used_already(card=card)
            if not self.sides >> side_in(state, seat, card) & 1:
                return other_side(card=card)
            if not isinstance(action, MoveBishop) and silenced(state, seat) >> card & 1:
                return is_silenced(card=card)
        return super().illegality(state, seat, action)

    def context(self, state: State, seat: str) -> dict[str, list[str]]:
        return {"sides": list(SIDE.ids_of(self.sides))}

    def default(self, state: State, seat: str) -> Action:
        return EndOperations() if self.begun else next(iter(self.options(state, seat)))


class Run(SideDeed, frozen=True, tag="run"):
    """Run the operations of one side of the tableau, once a turn, and only if something can be done. E4."""

    def illegality(self, state: State, seat: str, asked: Any) -> Refusal | None:
        side = SIDE.number(self.side)
        if state.turn.ran >> side & 1:
            return ran_already(side=side)
        able = next(iter(OperationAnswers(1 << side, begun=False).options(state, seat)), None)
        return None if able else nothing_to_run(side=side)

    def cost(self, state: State, seat: str) -> int:
        """Return the florins it costs: none with Fortifications of that side."""
        free = active(state, seat) & WITH["free_ops"]
        return int(all(ITEM.things[bit].side != SIDE.number(self.side) for bit in bits(free)))

    def apply(self, play: Play[State], seat: str) -> Frames:
        play.state.turn.ran |= 1 << SIDE.index[self.side]
        return [operating(seat, 1 << SIDE.index[self.side], False)]


class RunBoth(TurnDeed, frozen=True, tag="run_both"):
    """Run the operations of both sides with one action (an ability of a card). E4."""

    needs = "east_and_west_ops_in_one_action"

    def illegality(self, state: State, seat: str, asked: Any) -> Refusal | None:
        if not has(state, seat, self.needs):
            return no_double_run()
        if state.turn.ran:
            return ran_already(side=EAST if state.turn.ran >> EAST & 1 else WEST)
        able = next(iter(OperationAnswers(SIDE.mask, begun=False).options(state, seat)), None)
        return None if able else nothing_to_do()

    def apply(self, play: Play[State], seat: str) -> Frames:
        play.state.turn.ran = SIDE.mask
        return [operating(seat, SIDE.mask, False)]


@step("E4")
def operating(play: Play[State], seat: BankId, sides: int, begun: bool) -> Asking:
    """Ask for one operation after the other, until there is none or it is enough; a correction may have left none."""
    begun = begun or next(iter(OperationAnswers(sides, begun=False).options(play.state, seat)), None) is None
    answer = yield Choose(seat, OperationAnswers(sides, begun=begun), silent=begun)
    if isinstance(answer, EndOperations):
        return None
    play.state.turn.used |= 1 << ITEM.index[answer.card]
    return [*operate(play, seat, answer), consequences(seat), operating(seat, sides, True)]
