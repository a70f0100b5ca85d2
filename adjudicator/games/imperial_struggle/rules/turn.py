"""A peace turn: its phases in order (4.0, 4.1)."""

from typing import Final, Literal

from adjudicator import Action, Answers, Asks, Choose, Frames, Play
from adjudicator.kernel.steps import Frame, Step

from ..components import SideEvent, SideId
from ..fact_types import BRITAIN, FRANCE, NONE, SIDES, TURN
from ..facts import FACTS
from ..state import State, opponent, peace_turn
from .action_round import action_round
from .bidding import bid_for_sides
from .book import step
from .deal import deal, deal_board, deal_hands, set_up
from .debt import lose_treaty_points
from .discard import discard_events
from .ending import decided, final_scoring
from .ministries.end_of_turn import remaining_powers
from .ministries.phase import ministry_phase
from .scoring import scoring, sweeper
from .war.resolution import VictoryChecked, war


class ChooseFirstPlayer(Action, frozen=True, tag="choose_first_player"):
    """Choose who plays the first action round of each pair (4.1.8)."""

    first: Literal["france", "britain"]


class InitiativeHeld(SideEvent, frozen=True, tag="initiative_held", rule="4.1.8"):
    """The side that holds the initiative this turn (4.1.8); ``before``: who held it, ``vp``: why."""

    before: SideId
    vp: int


class FirstPlayerChosen(SideEvent, frozen=True, tag="first_player_chosen", rule="4.1.8"):
    """The holder of the initiative named who plays first this turn (4.1.8)."""

    first: SideId


@step("4.0")
def game(play: Play[State]) -> Frames:
    """Begin with the set-up and the first turn. If sides are bid for, nothing hidden is dealt before (R-14)."""
    if play.state.options.bid_for_sides:
        return [deal_board(), *after_deal_board()]
    return [set_up(), peace_turn_phases()]


def after_deal_board() -> list[Frame]:
    """Return what follows the open part of the first deal, for bids and for documents at that point."""
    return [bid_for_sides(), set_up(), deal_hands(), *phases_after(deal)]


@step("4.0")
def next_turn(play: Play[State]) -> Frames:
    """Go on to the next turn: there are six peace turns with four wars between them."""
    state = play.state
    state.turn += 1
    if TURN.things[state.turn].war != NONE:
        return [war()]
    state.war = None
    return [peace_turn_phases()]


@step("4.1")
def peace_turn_phases(play: Play[State]) -> Frames:
    """Return the phases of a peace turn."""
    return PHASES


@step("4.1.8")
def initiative_phase(play: Play[State]) -> Frames:
    """Give the initiative to the side that is behind; at 15 it stays where it was. On turn 1 the set-up gives it."""
    state, middle = play.state, FACTS.scoring.initiative_vp
    before = state.initiative
    if peace_turn(state) > 1 and state.vp != middle:
        state.initiative = FRANCE if state.vp < middle else BRITAIN
    state.phase = "initiative"
    play.emit(InitiativeHeld(SIDES[state.initiative], SIDES[before], state.vp))
    return [choose_first_player()]


@step("4.1.8")
def choose_first_player(play: Play[State]) -> Asks:
    """Ask the holder of the initiative who plays the first action round."""
    holder = SIDES[play.state.initiative]
    answer = yield Choose(holder, FirstPlayerAnswers())
    play.state.first_player = SIDES.index(answer.first)
    play.emit(FirstPlayerChosen(holder, answer.first))


@step("4.1.9")
def action_phase(play: Play[State]) -> Frames:
    """Begin four action rounds of each side, in turn."""
    play.state.phase = "action"
    return [action_rounds(0)]


@step("4.1.9")
def action_rounds(play: Play[State], done: int) -> Frames:
    """Begin the next action round, after `done` rounds of both sides together."""
    state = play.state
    if done == len(SIDES) * FACTS.limits.rounds:
        state.round, state.isolated, state.held_at_start, state.ap = 0, 0, [0, 0], None
        return []
    side = state.first_player if done % 2 == 0 else opponent(state.first_player)
    return [action_round(side, done // 2 + 1), action_rounds(done + 1)]


def rounds_done(state: State, side: int) -> int:
    """Return how many action rounds of both sides are over while a side plays its round."""
    return 2 * (state.round - 1) + (side != state.first_player)


@step("4.1.10")
def reduce_treaty_points(play: Play[State]) -> None:
    """Remove treaty points above four (9.2)."""
    for side in range(len(SIDES)):
        lose_treaty_points(play, side, "reduce_treaty_points")


@step("4.1.13")
def victory_check(play: Play[State]) -> Frames:
    """Check the sweep first, then the ends of the track; if nobody has won, the game goes on (4.1.14 on turn 6)."""
    state = play.state
    sweep = sweeper(state)
    play.emit(VictoryChecked(state.vp, SIDES[sweep] if sweep != NONE else ""))
    if decided(play, sweep, "auto_scoring_sweep"):
        return []
    return [final_scoring()] if peace_turn(state) == 6 else [next_turn()]


class FirstPlayerAnswers(Answers[State]):
    """One of the sides."""

    kind = "choose_first_player"
    rule = "4.1.8"
    actions = (ChooseFirstPlayer,)

    def options(self, state: State, seat: str) -> tuple[ChooseFirstPlayer, ...]:
        return (ChooseFirstPlayer("france"), ChooseFirstPlayer("britain"))

    def default(self, state: State, seat: str) -> ChooseFirstPlayer:
        """Return the holder of the initiative itself."""
        return ChooseFirstPlayer("france" if seat == "france" else "britain")


PHASES: Final[tuple[Frame, ...]] = (
    deal(),
    discard_events([]),
    ministry_phase(),
    initiative_phase(),
    action_phase(),
    reduce_treaty_points(),
    remaining_powers(),
    scoring(),
    victory_check(),
)
"""Rule 4.1; phases 1 to 6 are `deal` and `discard_events`."""


def phases_after(last: Step[...]) -> list[Frame]:
    """Return the phases that follow a phase, for documents at that point."""
    names = [frame[0] for frame in PHASES]
    return list(PHASES[names.index(last.name) + 1 :])
