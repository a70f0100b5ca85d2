"""Positions from documents and corrections: what is wrong is refused with a problem, everything else is played on."""

from __future__ import annotations

from random import Random

import pytest

from adjudicator import Match, Refusal, new_match
from adjudicator.kernel.actions import MODERATOR, SetFact
from adjudicator.kernel.errors import DocumentError
from adjudicator.kernel.simulate import begin_dense, random_action
from tests.kernel.edits import check_edits

GAMES = ("crossroads", "imperial-struggle", "pax-renaissance", "salt-roads", "sealed-bids")


@pytest.mark.parametrize("matches", [3, pytest.param(200, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", GAMES)
def test_edited_positions_are_refused_or_can_be_played_on(game: str, matches: int) -> None:
    for number in range(matches):
        match, rng = begin_dense(game, f"edits/{number}"), Random(number)
        for _ in range(50):
            if match.result is None:
                random_action(match, rng, [check_edits])


def test_a_position_without_a_step_and_without_a_result_is_refused() -> None:
    match = new_match("pax-renaissance", seed=b"steps")
    with pytest.raises(DocumentError, match="cursor: has no step"):
        Match.from_document({**match.document(), "cursor": []})
    with pytest.raises(Refusal) as refused:
        match.apply(MODERATOR, SetFact({"cursor": []}, "nothing left"))
    assert "cursor: has no step, and there is no result" in refused.value.facts["problems"]
