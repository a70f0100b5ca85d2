"""What others answer to an action that was announced and paid: Foul Weather and Gout (6, 11.2)."""

from collections.abc import Iterator

from adjudicator import Action, Asking, Judged, Play, Refusal, Window
from adjudicator.components import Code
from adjudicator.kernel.steps import Unwind

from ..facts import LEADER, CardId, LeaderId, PowerId
from ..state import State
from . import responding
from .book import Done, step

WEATHER, GOUT = "foul_weather", "gout"


class Spoilt(Done, frozen=True, tag="spoilt", rule="6"):
    """An action was called off by a card of another power; one command point of it is lost."""

    card: CardId
    leader: LeaderId | None = None


no_such_card = Code("6")
no_leader_there = Code("6", leader=LEADER)


class CallOff(Action, frozen=True, tag="call_off"):
    """Call the announced action off with Foul Weather, or with Gout for a leader who takes part. 6."""

    card: CardId
    leader: LeaderId | None = None


class CallOffAnswers(Judged[State]):
    """The cards that call an action off. `leaders`: the army leaders who take part in it."""

    kind, rule, interrupts = "call_off", "6", True
    actions = (CallOff,)
    leaders: tuple[str, ...]

    def __init__(self, leaders: tuple[str, ...]) -> None:
        self.leaders = leaders

    def candidates(self, state: State, seat: str) -> Iterator[Action]:
        yield CallOff(WEATHER)
        for each in self.leaders:
            yield CallOff(GOUT, each)

    def refused(self, state: State, seat: str, action: Action) -> Refusal | None:
        assert isinstance(action, CallOff)
        if action.card not in responding.held(state, seat, WEATHER, GOUT):
            return no_such_card()
        if action.card == GOUT and action.leader not in self.leaders:
            return no_leader_there(leader=action.leader or "")
        return None


@step("6")
def announced(play: Play[State], power: PowerId, price: int, leaders: list[LeaderId]) -> Asking:
    """Ask the others whether they call off what a power has announced and paid.

    If so, one point is lost, and what lies above `action_over` is not done.
    """
    cards = (WEATHER, GOUT) if leaders else (WEATHER,)
    able = responding.who_may_hold(play.state, *cards, but=power)
    answers = (yield Window(able, CallOffAnswers(tuple(leaders)), count="first")) if able else ()
    if not answers:
        return None
    ((by, action),) = answers
    now = play.state.impulse
    responding.use(play, by, action.card)
    now.cp += price - 1
    if action.card == WEATHER:
        now.weather = True
    else:
        now.gouty |= 1 << LEADER.index[action.leader]
    play.emit(Spoilt(power, action.card, action.leader if action.card == GOUT else None))
    return Unwind("action_over")


@step("6")
def action_over(play: Play[State]) -> None:
    """End an action that others could call off, whether they did or not."""
    play.state.battle = play.state.sailing = None
