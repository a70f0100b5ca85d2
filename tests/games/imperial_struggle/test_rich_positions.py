"""Random play from full boards of every peace turn: what turn 1 rarely or never shows."""

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from adjudicator import Match
from adjudicator.games.imperial_struggle.crowded import TURNS, frames_of, full_board
from adjudicator.games.imperial_struggle.rules.action_round import EndRound, Pass
from adjudicator.games.imperial_struggle.rules.purchases import USES
from adjudicator.games.imperial_struggle.rules.war_tiles import MilitaryUpgrade
from adjudicator.kernel.simulate import (
    check_disguise,
    check_document,
    check_invariants,
    check_options,
    check_resume,
    play_out,
)

At = Callable[..., Match]
OPS = {str(kind.__struct_config__.tag) for kind in (*USES, MilitaryUpgrade, Pass, EndRound)} - {"use_ministry"}
WATCHERS = [check_invariants, check_options, check_resume, check_document, check_disguise(Random(1))]


def begin(at: At, turn: str, label: str) -> Match:
    state = full_board(turn, Random(label))
    return at(state, frames_of(turn), seed=label.encode())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("number", "every"), [(0, 6), *(pytest.param(number, 1, marks=pytest.mark.long) for number in (0, 1))]
)
@pytest.mark.parametrize("turn", TURNS)
def test_play_from_a_full_board_holds(at: At, turn: str, number: int, every: int) -> None:
    """Before each so many-th action."""
    label = f"{turn}/{number}"
    match = begin(at, turn, label)
    play_out(match, Random(label), WATCHERS, every=every)
    assert match.result is not None


@pytest.mark.slow
def test_every_purchase_happens_in_random_play(at: At) -> None:
    ops = Counter[str]()
    for number in range(60):
        match = begin(at, TURNS[number % 6], f"ops/{number}")
        play_out(match, Random(number))
        ops.update(entry.action.op for entry in match.log)
    assert {*OPS, "discard_events", "choose_ministries", "replace_ministries"} - set(ops) == set()
