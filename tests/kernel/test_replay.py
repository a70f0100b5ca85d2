"""Replaying logs in which the deadline answered."""

from random import Random

import pytest

from adjudicator import Refusal, new_match
from adjudicator.kernel.simulate import check_replay, random_action


@pytest.mark.parametrize("game", ["sealed-bids", "crossroads"])
def test_answers_of_the_deadline_replay_as_such(game: str) -> None:
    match, rng = new_match(game, seed=b"late"), Random(3)
    defaulted = 0
    while match.result is None:
        if rng.random() < 0.5:
            random_action(match, rng)
            continue
        try:
            match.close()
            defaulted += 1
        except Refusal:
            random_action(match, rng)
    assert defaulted > 2
    assert any(entry.how == "default" for entry in match.log)
    check_replay(match)
