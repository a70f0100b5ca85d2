"""Engine and judge agree: on what is legal, what it costs and brings, who fights, and what comes of it. Whole games of
all seatings, with house rules at random.
"""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

import pytest

from adjudicator import Match
from adjudicator.games.pax_renaissance.game import GAME
from adjudicator.games.pax_renaissance.house_rules import OPTIONS
from adjudicator.kernel.beginning import set_up
from tests.games.pax_renaissance.judge import Judge, differences
from tests.games.pax_renaissance.judge_crowds import SEATINGS, crowded
from tests.games.pax_renaissance.judge_figures import Ledger
from tests.games.pax_renaissance.judge_results import results, winners_by_patrons
from tests.games.pax_renaissance.judge_sight import Sight


def match_at_random(number: int) -> Match:
    """A match of some seats, half of its options as usual: every fourth from the set-up, the others in the middle."""
    rng = Random(number)
    options: dict[str, Any] = {
        name: rng.choice(option.values) for name, option in OPTIONS.items() if rng.random() < 0.5
    }
    seats = rng.choice(SEATINGS)
    if number % 4:
        return crowded(rng, seats, options)
    return set_up(GAME, seats=seats, options=options, seed=f"judged {number}".encode())


def judged(match: Match, rng: Random) -> list[str]:
    """Play a match to its end, or to the first disagreement about what is legal; what it is. Figures, battles and what
    comes of an action are judged, too.
    """
    judge, ledger = Judge(), Ledger(match)
    while match.result is None:
        decision = match.decisions()[0]
        seat = rng.choice(decision.waiting)
        if found := differences(match, seat, judge, rng):
            return found
        if decision.kind == "turn":
            ledger.agrees(match)
        action, before = match.sample(seat, rng), Sight(deepcopy(match.state))
        judge.before(match, seat, action)
        fighting, figure = judge.fighting(match, seat, action), ledger.before(before, seat, action)
        events = [each.public for each in match.apply(seat, action) if each.public is not None]
        judge.after(fighting, events)
        ledger.after(action, figure, events)
        results(before, Sight(match.state), seat, action, events)
    if match.result.how == "patron":
        assert set(match.result.winners) == winners_by_patrons(Sight(match.state))
    return []


FIRST = 6


@pytest.mark.parametrize("number", [*range(FIRST), 119, 1531])  # the last two once differed
def test_engine_and_judge_agree(number: int) -> None:
    assert judged(match_at_random(number), Random(number)) == []


@pytest.mark.long
def test_engine_and_judge_agree_in_thousands_of_games() -> None:
    found = {number: judged(match_at_random(number), Random(number)) for number in range(FIRST, 3000)}
    assert {number: differing for number, differing in found.items() if differing} == {}
