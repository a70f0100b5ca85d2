"""Who plays before the reader plays again stands beside the choice of an action round."""

from __future__ import annotations

from random import Random

from adjudicator.games.imperial_struggle.words.report import REPORT
from adjudicator.kernel.simulate import begin_random, random_action
from adjudicator.language import language


def test_the_turns_to_come_are_told_from_round_to_round() -> None:
    match, rng, told = begin_random("imperial-struggle", "x"), Random(1), set[tuple[str, ...]]()
    while len(match.log) < 60:
        decision = match.decisions()[0]
        for seat in decision.waiting if decision.kind == "take_investment" else ():
            other = "Britain" if seat == "france" else "France"
            lines = REPORT.situation(match.view((seat,)), seat, language("en"))
            assert lines in [(f"Then: {each}",) for each in (f"{other}, you", "you", other, "the turn is scored")]
            told.add(lines)
        random_action(match, rng)
    assert {("Then: Britain, you",), ("Then: the turn is scored",)} <= told
