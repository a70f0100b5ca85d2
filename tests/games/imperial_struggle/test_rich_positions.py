"""Random play from full boards of every peace turn: what turn 1 rarely or never shows."""

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from adjudicator import Match
from adjudicator.games.imperial_struggle.actions import PURCHASES, EndRound, MilitaryUpgrade, Pass, UseAdvantage
from adjudicator.games.imperial_struggle.bits import bits
from adjudicator.games.imperial_struggle.fact_types import NONE
from adjudicator.games.imperial_struggle.facts import facts
from adjudicator.games.imperial_struggle.setup import empty_theatres, initial_state
from adjudicator.games.imperial_struggle.state import HeldMinistry, State, full_advantages, playable
from adjudicator.kernel.simulate import (
    check_disguise,
    check_document,
    check_invariants,
    check_options,
    check_resume,
    play_out,
)

At = Callable[..., Match]
OPS = {str(kind.__struct_config__.tag) for kind in (*PURCHASES, UseAdvantage, MilitaryUpgrade, Pass, EndRound)}
TURNS = ("1", "2", "3", "4", "5", "6")
WATCHERS = [check_invariants, check_options, check_resume, check_document, check_disguise(Random(1))]


def full_board(turn: str, rng: Random) -> State:
    """Before the first phase of a turn: two thirds of the map flagged, squadrons, damage, markers, debts."""
    f, state = facts(), initial_state()
    state.turn = f.turn[turn]
    begun, state.next_war = f.turns[state.turn].era, f.turns[state.turn].next_war
    state.theatres = empty_theatres(state.next_war)
    state.pool_bonus = [list(side) for side in f.bonus_sets[state.next_war]] if state.next_war != NONE else [[], []]
    # the first turn of an era adds its cards itself
    cards = [card for era in range(begun + (turn in "246" or turn == "1")) for card in f.events_of_era(era)]
    rng.shuffle(cards)
    state.hands = [cards[:3], cards[3:5]] if turn != "1" else [[], []]
    state.deck, state.discard = sorted(cards[9:]), sorted(cards[5:9])
    if turn == "1":
        state.deck, state.discard = sorted(cards), []
    if turn == "6":
        state.hands = [[card for card in hand if f.events[card - 1].era] for hand in state.hands]
        state.removed_events = sorted(set(cards) - {*state.deck, *state.discard, *state.hands[0], *state.hands[1]})
    state.awards_left = sorted(rng.sample(f.award_set, 4))
    state.debt_limit = [6 + 4 * (begun - (turn in "35"))] * 2
    if turn == "6":
        state.flags[2] = 1 << f.space["northern_colonies"]
    _flag(state, rng)
    if turn in "246":
        chosen = [rng.sample(f.ministries_of(side, begun), 2) for side in (0, 1)]
        state.ministries = [[HeldMinistry(card, revealed=rng.random() < 0.3) for card in sorted(two)] for two in chosen]
    state.debt = [rng.randint(0, limit) for limit in state.debt_limit]
    state.treaty_points = [rng.randint(0, 5) for _ in range(2)]
    state.vp = rng.randint(5, 25)
    return state


def _flag(state: State, rng: Random) -> None:
    f = facts()
    taken = state.flags[2]
    for side in (0, 1):
        state.flags[side] &= ~taken
        taken |= state.flags[side]
    for space in bits(playable(state) & ~taken & ~f.naval & ~f.territory):
        if rng.random() < 0.66:
            state.flags[rng.randint(0, 1)] |= 1 << space
    for space in bits(f.naval):
        side = rng.randint(0, 2)
        if side < 2 and state.squadrons[side].bit_count() < 4:
            state.squadrons[side] |= 1 << space
    for side in (0, 1):
        state.navy_box[side] = 2
        state.unbuilt[side] = f.limits.squadrons - 2 - state.squadrons[side].bit_count()
    for space in bits((f.political | f.market) & playable(state)):
        if rng.random() < 0.1:
            state.conflicts |= 1 << space
            state.conflicts_plus |= (1 << space) * (rng.random() < 0.3)
    for space in bits(f.fort & (state.flags[0] | state.flags[1])):
        state.damaged |= (1 << space) * (rng.random() < 0.6)
    state.advantages = [full_advantages(mask) for mask in state.flags[:2]]


def begin(at: At, turn: str, label: str) -> Match:
    state = full_board(turn, Random(label))
    frames = [["peace_turn_phases"]] if turn == "6" else [["set_up"], ["peace_turn_phases"]]
    return at(state, frames, seed=label.encode())


@pytest.mark.parametrize("turn", TURNS)
def test_play_from_a_full_board_holds(at: At, turn: str) -> None:
    for number in range(2):
        label = f"{turn}/{number}"
        match = begin(at, turn, label)
        play_out(match, Random(label), WATCHERS)
        assert match.result is not None


def test_every_purchase_happens_in_random_play(at: At) -> None:
    ops = Counter[str]()
    for number in range(60):
        match = begin(at, TURNS[number % 6], f"ops/{number}")
        play_out(match, Random(number))
        ops.update(entry.action.op for entry in match.log)
    assert {*OPS, "discard_events", "choose_ministries", "replace_ministries"} - set(ops) == set()
