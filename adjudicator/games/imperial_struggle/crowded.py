"""Crowded positions for random play: full boards of every peace turn, for what play from the set-up rarely shows."""

from collections.abc import Mapping
from random import Random
from typing import Any

from adjudicator.components.bits import bits
from adjudicator.kernel.steps import Frames

from .fact_events import EVENT
from .fact_types import NONE, SPACE, TURN
from .facts import FACTS
from .house_rules import house_rules
from .rules.deal import set_up
from .rules.turn import peace_turn_phases
from .setup import empty_theatres, initial_state
from .state import HeldMinistry, State, full_advantages, playable

TURNS = ("1", "2", "3", "4", "5", "6")


def crowded(rng: Random, options: Mapping[str, Any]) -> tuple[State, Frames]:
    """Return a full board of a random turn, before its first phase."""
    turn = rng.choice(TURNS)
    state = full_board(turn, rng)
    state.options = house_rules(options)
    return state, frames_of(turn)


def frames_of(turn: str) -> Frames:
    """Return what begins a turn on a full board: its tiles are laid, then its phases."""
    return [peace_turn_phases()] if turn == "6" else [set_up(), peace_turn_phases()]


def full_board(turn: str, rng: Random) -> State:
    """Return a crowded state before the first phase of a turn.

    Two thirds of the map are flagged; there are squadrons, damage, markers and debts.
    """
    state = initial_state()
    state.turn = TURN.index[turn]
    begun, state.next_war = TURN.things[state.turn].era, TURN.things[state.turn].next_war
    state.theatres = empty_theatres(state.next_war)
    state.pool_bonus = [list(side) for side in FACTS.bonus_sets[state.next_war]] if state.next_war != NONE else [[], []]
    # the first turn of an era adds its cards itself
    cards = [card for era in range(begun + (turn in "246" or turn == "1")) for card in FACTS.events_of_era(era)]
    rng.shuffle(cards)
    state.hands = [cards[:3], cards[3:5]] if turn != "1" else [[], []]
    state.deck, state.discard = sorted(cards[9:]), sorted(cards[5:9])
    if turn == "1":
        state.deck, state.discard = sorted(cards), []
    if turn == "6":
        state.hands = [[card for card in hand if EVENT.things[card - 1].era] for hand in state.hands]
        state.removed_events = sorted(set(cards) - {*state.deck, *state.discard, *state.hands[0], *state.hands[1]})
    state.awards_left = sorted(rng.sample(FACTS.award_set, 4))
    state.debt_limit = [6 + 4 * (begun - (turn in "35"))] * 2
    if turn == "6":
        state.flags[2] = 1 << SPACE.index["northern_colonies"]
    _flag(state, rng)
    if turn in "246":
        chosen = [rng.sample(FACTS.ministries_of(side, begun), 2) for side in (0, 1)]
        state.ministries = [[HeldMinistry(card, revealed=rng.random() < 0.3) for card in sorted(two)] for two in chosen]
    state.debt = [rng.randint(0, limit) for limit in state.debt_limit]
    state.treaty_points = [rng.randint(0, 5) for _ in range(2)]
    state.vp = rng.randint(5, 25)
    return state


def _flag(state: State, rng: Random) -> None:
    taken = state.flags[2]
    for side in (0, 1):
        state.flags[side] &= ~taken
        taken |= state.flags[side]
    for space in bits(playable(state) & ~taken & ~FACTS.naval & ~FACTS.territory):
        if rng.random() < 0.66:
            state.flags[rng.randint(0, 1)] |= 1 << space
    for space in bits(FACTS.naval):
        side = rng.randint(0, 2)
        if side < 2 and state.squadrons[side].bit_count() < 4:
            state.squadrons[side] |= 1 << space
    for side in (0, 1):
        state.navy_box[side] = 2
        state.unbuilt[side] = FACTS.limits.squadrons - 2 - state.squadrons[side].bit_count()
    for space in bits((FACTS.political | FACTS.market) & playable(state)):
        if rng.random() < 0.1:
            state.conflicts |= 1 << space
            state.conflicts_plus |= (1 << space) * (rng.random() < 0.3)
    for space in bits(FACTS.fort & (state.flags[0] | state.flags[1])):
        state.damaged |= (1 << space) * (rng.random() < 0.6)
    state.advantages = [full_advantages(mask) for mask in state.flags[:2]]
