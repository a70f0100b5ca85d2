"""What the rules draw by chance is called, in every game and language, as moderators read and write it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from adjudicator.kernel.chance import Draw, DrawRequest
from adjudicator.kernel.registry import game_named, games
from adjudicator.kernel.simulate import PlayoutBias, begin_dense, random_action
from adjudicator.language import CODES, language
from adjudicator.service.campaign.table_draws import in_words, range_of, result_of, told

ACTIONS = 250
MATCHES = 3
UNDRAWN = {"carts", "crossroads", "diplomacy"}
"""Games in which nothing is drawn, or nothing behind the set-up."""


class Heard(list[DrawRequest]):
    """What has been drawn, and among what, as it was then."""

    def __call__(self, wanted: DrawRequest) -> None:
        self.append(replace(wanted, candidates=[*wanted.candidates]))


def drawn(game: str, matches: int) -> Iterator[tuple[DrawRequest, Draw]]:
    """What is drawn in random matches: among what, and what came of it."""
    for number in range(matches):
        match, rng, heard = begin_dense(game, f"draws/{number}"), Random(number), Heard()
        match.chance.forces = heard
        whims = PlayoutBias(match, rng)
        for _ in range(ACTIONS):
            if match.result is None:
                begun = len(match.log)
                heard.clear()
                random_action(match, rng, (), whims)
                yield from zip(heard, [draw for entry in match.log[begun:] for draw in entry.chance], strict=True)


@pytest.mark.parametrize("matches", [MATCHES, pytest.param(40, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", [each for each in games() if "report" in game_named(each).parts])
def test_every_draw_is_told_and_read_in_words(game: str, matches: int) -> None:
    seen = 0
    for wanted, draw in drawn(game, matches):
        report = begin_dense(game, "draws/0").game.part("report")
        for code in CODES:
            words = language(code)
            called = in_words(wanted.called, report, words)
            assert called
            assert "_" not in called, called
            assert range_of(wanted, report, words)
            said = told(wanted, draw.value, report, words)
            assert result_of(wanted, said, report, words).value == draw.value, said
        seen += 1
    assert seen or game in UNDRAWN
