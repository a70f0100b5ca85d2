"""Draws that are made at a table: the match stands still before them and goes on with what is entered."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from adjudicator.kernel.beginning import new_match
from adjudicator.kernel.chance import Draw, DrawNeeded, DrawRequest
from adjudicator.kernel.errors import Refusal
from adjudicator.kernel.match import Match

SEED = b"table"


def at_table(game: str) -> Match:
    match = new_match(game, seed=SEED)
    match.chance.asks, match.waits = (lambda wanted: True), True
    return match


def rolled(match: Match, *dice: int) -> Draw:
    assert match.wanted is not None
    return match.wanted.result(list(dice))


@pytest.fixture
def waiting() -> Match:
    """Both bids are in, and the lot must be rolled."""
    match = at_table("sealed-bids")
    for seat in ("red", "blue"):
        assert match.apply(seat, match.options(seat)[0]) == []
    return match


def test_a_match_stands_still_before_a_draw_at_the_table(waiting: Match) -> None:
    assert waiting.wanted == DrawRequest("lot", "dice", {"seat": "blue"}, range(1, 7), 2)
    assert waiting.position.n == 1
    assert [decision.waiting for decision in waiting.decisions()] == [()]
    for act in (
        lambda: waiting.apply("red", waiting.options("red")[1]), lambda: waiting.withdraw("red"), waiting.close,
        lambda: waiting.seal("blue", waiting.options("blue")[1]),
    ):  # fmt: skip
        with pytest.raises(Refusal, match="draw_awaited"):
            act()


def test_it_goes_on_with_what_is_entered_and_says_where_that_came_from(waiting: Match) -> None:
    assert waiting.draw([rolled(waiting, 5, 4)])
    assert waiting.awaited is None
    assert waiting.log[-1].chance == [Draw("lot", {"seat": "blue"}, "dice", [5, 4], "table", 2)]
    with pytest.raises(Refusal, match="no_draw_awaited"):
        waiting.draw([])


@pytest.mark.parametrize(
    ("draw", "code"),
    [({"value": [7, 1]}, "impossible_draw"), ({"value": [1]}, "impossible_draw"), ({"name": "card"}, "draw_not_made"),
     ({"keys": {"seat": "red"}}, "draw_not_made")],
)  # fmt: skip
def test_an_impossible_result_changes_nothing(waiting: Match, draw: dict[str, Any], code: str) -> None:
    before = waiting.checkpoint(), waiting.awaited, dict(waiting.sealed)
    with pytest.raises(Refusal, match=code):
        waiting.draw([msgspec.structs.replace(rolled(waiting, 5, 4), **draw)])
    with pytest.raises(Refusal, match="draw_not_made"):
        waiting.draw([rolled(waiting, 5, 4), rolled(waiting, 5, 4)])
    assert (waiting.checkpoint(), waiting.awaited, dict(waiting.sealed)) == before
    assert waiting.draw([rolled(waiting, 6, 6)])


def test_a_deadline_that_draws_waits_too() -> None:
    match = at_table("sealed-bids")
    assert match.close() == []
    assert match.wanted is not None
    match.draw([rolled(match, 1, 1)])
    assert [entry.how for entry in match.log[-2:]] == ["default", "default"]


def test_without_a_table_it_goes_on_from_the_seed(waiting: Match) -> None:
    waiting.chance.asks = None
    assert waiting.wanted is None
    assert waiting.draw([])
    assert not waiting.log[-1].chance[0].source


def test_the_moderators_correction_cannot_wait() -> None:
    match = at_table("sealed-bids")
    match.waits = False
    match.apply("red", match.options("red")[0])
    with pytest.raises(DrawNeeded):
        match.apply("blue", match.options("blue")[0])


@pytest.mark.parametrize(("game", "actions"), [("sealed-bids", 60), ("imperial-struggle", 160)])
def test_a_table_that_draws_what_the_seed_would_plays_the_same_match(game: str, actions: int) -> None:
    """Whatever is put in, and however many draws it takes: the same positions, the same log but for the source."""
    plain, table, rng = new_match(game, seed=SEED), at_table(game), Random(game)
    entered = 0
    for _ in range(actions):
        if plain.result is not None:
            break
        before = len(plain.log)
        seat, action = _one(plain, rng)
        plain.apply(seat, action)
        table.apply(seat, action)
        drawn = [draw for entry in plain.log[before:] for draw in entry.chance]
        for draw in drawn:
            assert table.wanted is not None
            assert table.wanted.is_answered_by(draw)
            assert table.checkpoint() != plain.checkpoint()
            table = _stored(table)
            table.draw([draw])
            entered += 1
        assert table.awaited is None
        assert table.checkpoint() == plain.checkpoint()
        assert table.sealed == plain.sealed
    assert entered >= 3


def _one(match: Match, rng: Random) -> tuple[str, Any]:
    (decision,) = match.decisions()
    seat = rng.choice(decision.waiting)
    return seat, match.sample(seat, rng)


def _stored(match: Match) -> Match:
    """As it comes back from the store."""
    again = Match.resume(
        match.header, match.checkpoint(), seed=SEED, revision=match.chance.revision, sealed=dict(match.sealed)
    )
    again.awaited, again.waits, again.chance.asks = match.awaited, True, match.chance.asks
    return again
