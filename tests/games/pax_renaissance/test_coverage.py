"""Random play from crowded positions meets every decision, action, event, operation, one-shot and victory of the game,
and every card is played.
"""

from __future__ import annotations

from random import Random

import pytest

from adjudicator.games.pax_renaissance.facts import PLAYED
from adjudicator.games.pax_renaissance.game import GAME
from adjudicator.kernel.coverage import Coverage, copied
from adjudicator.kernel.simulate import begin_dense, play_out
from tests.games.pax_renaissance.table import hand, table

GAMES = 200


@pytest.mark.slow
def test_nothing_of_the_game_stays_untried() -> None:
    coverage = Coverage(GAME)
    for number in range(GAMES):
        label = f"cover/{number}"
        play_out(begin_dense("pax-renaissance", label), Random(label), coverage=coverage)
        if number % 10 == 9 and not [point for point in coverage.missed if not point.startswith("card ")]:
            break
    cards = {f"card {id}" for id in PLAYED.ids}
    assert {*coverage.missed} <= cards
    assert len({*coverage.missed} & cards) <= 40, "most cards are played by chance"
    for card in PLAYED.ids:  # and each of them where it is held
        if f"card {card}" in coverage.missed:
            played(card, coverage)
    assert coverage.missed == []


def played(card: str, coverage: Coverage) -> None:
    match = table(hand("fugger", card), options={"promo_cards": True})
    options = [
        action for action in match.options("fugger") if action.op in ("play_card", "launch") and action.card == card
    ]
    assert options, card
    before = copied(match)
    coverage.begin(match)
    coverage.act(match, before, match.apply("fugger", options[0]))
    coverage.end(match)
