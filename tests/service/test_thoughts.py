"""What is kept of a steward's choice is equal to what is made again: `verify` compares the two."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from adjudicator import games, new_match
from adjudicator.service.proof.thoughts import decoded, kept, repeated, seed_of
from adjudicator.steward import Choice, Compared, choose


@pytest.mark.parametrize("game", games())
def test_a_thought_is_read_back_as_it_was_made(game: str) -> None:
    match, rng, lists = new_match(game, seed=b"thoughts"), Random(1), 0
    for _ in range(150):
        if match.result is not None:
            break
        seat = match.pending_seats[0]
        actions = [match.sample(seat, rng) for _ in range(3)]
        made = kept(7, 50, Choice((actions[0],), tuple(Compared(each, 0.5) for each in actions), 9, False, "here"), ())
        assert decoded(msgspec.json.encode(made)) == made
        lists += any(isinstance(value, list) for value in made.actions[0].values())
        match.apply(seat, actions[0])
    if game in ("here-i-stand", "imperial-struggle", "oath"):
        assert lists, "an answer of several names was among them"


@pytest.mark.parametrize("game", ["here-i-stand", "pax-renaissance"])
def test_a_stored_choice_is_repeated(game: str) -> None:
    match, rng = new_match(game, seed=b"thoughts"), Random(2)
    for _ in range(12):
        seat = match.pending_seats[0]
        choice = choose(match, seat, 40, seed_of(match, match.number(seat), seat))
        stored = msgspec.json.encode(kept(match.position.n, 40, choice, ()))
        assert repeated(match, seat, decoded(stored)) == ""
        match.apply(seat, match.sample(seat, rng))
