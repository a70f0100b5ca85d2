"""What others answer to an action that was announced and paid: Foul Weather and Gout (6, 11.2)."""

from collections.abc import Iterator

from adjudicator import Action, Asking, Play, Refusal, ValidatedAnswers, Window, word
from adjudicator.components import Code
from adjudicator.kernel.steps import Unwind

from ..facts import LEADER, OWNER, CardId, LeaderId, PowerId
from ..state import State
from . import responding
from .book import PowerEvent, step

WEATHER, GOUT = "foul_weather", "gout"


class Spoilt(PowerEvent, frozen=True, tag="spoilt", rule="6"):
    """An action was called off by a card of another power; one command point of it is lost."""

    card: CardId
    leader: LeaderId | None = None


no_such_card = Code("6")
no_leader_there = Code("6", leader=LEADER)


class CallOff(Action, frozen=True, tag="call_off"):
    """Call the announced action off with Foul Weather, or with Gout for a leader who takes part. 6."""

    card: CardId
    leader: LeaderId | None = None


LetPass = word("let_pass", "Let this action pass, and whatever else is announced in the impulse. 6.")


class CallOffAnswers(ValidatedAnswers[State]):
    """The cards that call an action off. `leaders`: the army leaders who take part in it."""

    kind, rule, interrupts = "call_off", "6", True
    actions = (CallOff, LetPass)
    leaders: tuple[str, ...]

    def __init__(self, leaders: tuple[str, ...]) -> None:
        self.leaders = leaders

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        yield LetPass()
        yield CallOff(WEATHER)
        for each in self.leaders:
            yield CallOff(GOUT, each)

    def illegality(self, state: State, seat: str, action: Action) -> Refusal | None:
        if not isinstance(action, CallOff):
            return None
        if action.card not in responding.held(state, seat, WEATHER, GOUT):
            return no_such_card()
        if action.card == GOUT and action.leader not in self.leaders:
            return no_leader_there(leader=action.leader or "")
        return None


@step("6")
def announced(play: Play[State], power: PowerId, price: int, leaders: list[LeaderId]) -> Asking:
    """Ask the others whether they call off what a power has announced and paid, but for those who let all of it pass.

    If one does, one point is lost, and what lies above `action_over` is not done.
    """
    cards = (WEATHER, GOUT) if leaders else (WEATHER,)
    passed = OWNER.ids_of(play.state.impulse.passed_on)
    able = tuple(each for each in responding.who_may_hold(play.state, *cards, but=power) if each not in passed)
    answers = (yield Window(able, CallOffAnswers(tuple(leaders)))) if able else ()
    now = play.state.impulse
    now.passed_on |= OWNER.mask_of(by for by, action in answers if not isinstance(action, CallOff))
    called = [(by, action) for by, action in answers if isinstance(action, CallOff)]
    if not called:
        return None
    by, action = called[0]
    responding.use(play, by, action.card)
    now.cp = max(0, now.cp + price - 1)
    if action.card == WEATHER:
        now.weather = True
    elif action.leader:
        now.gouty |= 1 << LEADER.index[action.leader]
    play.emit(Spoilt(power, action.card, action.leader if action.card == GOUT else None))
    return Unwind("action_over")


@step("6")
def action_over(play: Play[State]) -> None:
    """End an action that others could call off, whether they did or not."""
    play.state.battle = play.state.sailing = None
