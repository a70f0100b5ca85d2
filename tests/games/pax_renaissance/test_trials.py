"""Crowded positions: nothing impossible in them, and play goes on from them to the end."""

from random import Random

import pytest

from adjudicator import Action, Match
from adjudicator.games.pax_renaissance.game import GAME
from adjudicator.games.pax_renaissance.house_rules import OPTIONS
from adjudicator.games.pax_renaissance.trials import TRIALS
from adjudicator.kernel.beginning import set_up
from adjudicator.kernel.chance import Chance
from adjudicator.kernel.position import Position
from adjudicator.kernel.simulate import begin_dense, check_invariants, check_options, play_out, random_action
from adjudicator.kernel.steps import stored_frames


@pytest.mark.parametrize("number", range(6))
def test_crowded_positions_are_possible_and_play_goes_on(number: int) -> None:
    rng = Random(number)
    seats = rng.choice([*GAME.seatings(2), *GAME.seatings(3), *GAME.seatings(4)])
    options = {name: rng.choice(option.values) for name, option in OPTIONS.items()}
    state, frames = TRIALS.dense_start(rng, seats, options, GAME.content)
    assert GAME.invariants(state) == []
    header = set_up(GAME, seats=seats, options=options, seed=b"rich").header
    match = Match.begin(GAME, header, Position(0, 0, 0, stored_frames(frames), state, []), Chance(b"rich"))
    play_out(match, rng, [check_invariants, check_options])
    assert match.result is not None


def test_the_order_of_turns_does_not_hang_on_how_a_position_was_stored_d2c() -> None:
    match = set_up(GAME, seats=("fugger", "medici", "coeur"), seed=b"stored")
    match = Match.resume(match.header, match.checkpoint(), seed=b"stored")
    rng, turns = Random(1), ["fugger"]
    while len(turns) < 4:
        random_action(match, rng)
        if match.state.active != turns[-1]:
            turns.append(match.state.active)
    assert turns == ["fugger", "medici", "coeur", "fugger"]


@pytest.mark.slow
def test_what_is_asked_in_the_turn_of_another_bank_interrupts_it() -> None:
    interrupting = set[str]()

    def watch(match: Match, seat: str, action: Action) -> None:
        for decision in match.decisions():
            assert decision.interrupts == (decision.seats != (match.state.active,)), decision
            interrupting.update([decision.kind] if decision.interrupts else ())

    for number in range(100):
        match, rng = begin_dense(GAME.id, f"interrupting/{number}"), Random(number)
        for _ in range(30):
            if match.result is None:
                random_action(match, rng, [watch])
    assert interrupting >= {"tax", "tax_levy", "tax_take"}
