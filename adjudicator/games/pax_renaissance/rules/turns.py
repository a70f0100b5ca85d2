"""The sequence of play (C, D): the set-up, turns of two actions, the end of a turn."""

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from adjudicator import Action, Asking, Choose, Frames, Play, Refusal, RuleActionAnswers, derive
from adjudicator.components import Code
from adjudicator.kernel.chapters import declared_classes

from ..facts import BANK, BankId
from ..state import State, Turn
from . import cards, fairs, market, operations, shots, victories
from .book import SeatEvent, TurnDeed, step
from .fairs import Fair
from .market import fill
from .squares import consequences
from .table import WITH, concessions, pawn, tableau
from .victories import patrons

TurnBegan = derive(SeatEvent, "turn_began", "It is the turn of a bank.", rule="D1")
Passed = derive(SeatEvent, "passed", "A bank had nothing that it could do.", rule="D1")
Bankrupt = derive(SeatEvent, "bankrupt", "A bank is out of the game; its serfs go with it.", rule="G6")
must_act = Code("D1")
no_actions_left = Code("D1")


class EndTurn(TurnDeed, frozen=True, tag="end_turn"):
    """End the turn. D1."""

    free = True

    @classmethod
    def candidates(cls, state: State, seat: str, asked: Any) -> Iterable[Action]:
        return [cls()] if may_end(state) else []

    def illegality(self, state: State, seat: str, asked: Any) -> Refusal | None:
        able = may_end(state) or isinstance(next(iter(asked.options(state, seat))), EndTurn)
        return None if able else must_act()

    def cost(self, state: State, seat: str) -> int:
        return 0


class TurnAnswers(RuleActionAnswers[State]):
    """The options of a seat for its next action: everything that it may be used for (D1)."""

    kind, rule = "turn", "D1"
    actions: ClassVar[tuple[type[TurnDeed], ...]] = (
        *declared_classes(TurnDeed, market, cards, operations, fairs, shots, victories),
        EndTurn,
    )

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        held = tableau(state, seat)
        for deed in self.actions:
            if (state.turn.left or deed.free) and (not deed.needs or held & WITH[deed.needs]):
                yield from deed.candidates(state, seat, self)

    def options(self, state: State, seat: str) -> Iterator[Action]:
        """Yield the legal options; a seat that can do nothing passes (R02)."""
        legal = iter(super().options(state, seat))
        yield next(legal, EndTurn())
        yield from legal

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        assert isinstance(action, TurnDeed)
        if refusal := action.illegality(state, seat, self):
            return refusal
        able = state.turn.left or not action.cost(state, seat)  # what takes two judges that itself
        return None if able else no_actions_left([EndTurn()])

    def context(self, state: State, seat: str) -> dict[str, int]:
        return {"left": state.turn.left}

    def default(self, state: State, seat: str) -> Action:
        """Return the end of the turn, but before the first action a fair, or else the first legal option."""
        if may_end(state):
            return EndTurn()
        found = list(self.options(state, seat))
        return next((each for each in found if isinstance(each, Fair)), found[0])


def may_end(state: State) -> bool:
    """Return whether an action was done (D1)."""
    return state.turn.left < 2


@step("C")
def set_up(play: Play[State]) -> Frames:
    """Fill the market and draw the first seat; Fugger is first if it plays (C6, C7)."""
    play.line("set_up")
    fill(play)
    state = play.state
    seats = state.seats
    first = "fugger" if "fugger" in seats else play.pick("first", "bank", seats)
    at = seats.index(first)
    for place, seat in enumerate([*seats[at:], *seats[:at]]):
        state.florins[seat] = 3 + place
    state.active = state.first = first
    return [turn_begins(first)]


@step("D1")
def turn_begins(play: Play[State], seat: BankId) -> Frames:
    """Begin the turn of a bank with two actions."""
    play.state.active, play.state.turn = seat, Turn()
    play.emit(TurnBegan(seat))
    return [acting(seat)]


@step("D1")
def acting(play: Play[State], seat: BankId) -> Asking:
    """Ask for one or two actions, and what costs none."""
    state = play.state
    answer = yield Choose(seat, TurnAnswers(), automatic=not state.turn.left)
    if isinstance(answer, EndTurn):
        if not may_end(state):
            play.emit(Passed(seat))
        return [end_of_turn(seat)]
    state.turn.left -= answer.cost(state, seat)
    return [*answer.apply(play, seat), consequences(seat), acting(seat)]


@step("D2")
def end_of_turn(play: Play[State], seat: BankId) -> Frames:
    """Fill the market and begin the turn of the next bank (D2c)."""
    state = play.state
    state.turns += 1
    if not fill(play):
        patrons(play)
        return []
    held = state.florins[seat] or state.hands[seat] or state.maids[seat] or tableau(state, seat)
    if state.rules.bankruptcy and not held and not concessions(state, seat):  # G6
        state.out = sorted([*state.out, seat], key=BANK.number)
        for serfs in state.repressed:
            serfs[:] = [serf for serf in serfs if serf != pawn(seat)]
        play.emit(Bankrupt(seat))
    there = [each for each in state.seats if each not in state.out]
    if len(there) == 1:
        play.end(there, "last_bank", dict.fromkeys(state.seats, 0))
        return []
    seats, at = state.seats, state.seats.index(seat)
    begins = seats.index(state.first) if state.first else 0
    after = next(each for each in [*seats[at + 1 :], *seats[: at + 1]] if each not in state.out)
    state.rounds += (seats.index(after) - begins) % len(seats) <= (at - begins) % len(seats)
    return [turn_begins(after)]
