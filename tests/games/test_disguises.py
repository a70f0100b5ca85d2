"""Disguised worlds are possible, look the same to the seat, and differ in everything that it cannot know."""

from __future__ import annotations

import pytest

from adjudicator import game_named
from tests.games.hidden_facts import disguises

HIDDEN = {
    "pax-renaissance": {"decks", "hands"},
    "oath": {"archive", "below", "boards", "discards", "layers", "relic_deck", "reliquary", "sites", "top"},
    "imperial-struggle": {"hands", "deck", "ministries", "theatres", "pool_basic", "pool_bonus", "basic_out", "drawn"},
}
"""What is hidden in each game, by fields of its state."""
TOLD = {"ministry_used", "used_debt"}
"""What no view shows, but everybody was told when it happened."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "matches"),
    [("pax-renaissance", 1), ("imperial-struggle", 3), *(pytest.param(g, 40, marks=pytest.mark.long) for g in HIDDEN)],
)
def test_disguised_worlds_differ_in_all_that_a_seat_cannot_know(game: str, matches: int) -> None:
    differing, forgotten = disguises(game_named(game), matches)
    assert {fact for fact in forgotten if fact.split(".")[-1] not in TOLD} == set()
    assert {fact.split(".")[0] for fact in differing} >= HIDDEN[game]
