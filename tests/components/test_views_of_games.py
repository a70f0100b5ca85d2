"""The view that the fields of a game's state make, in every installed game, whether or not the game shows that one."""

from collections.abc import Iterator
from random import Random

import pytest

from adjudicator.kernel.match import Match
from adjudicator.kernel.registry import game_named, games
from adjudicator.kernel.simulate import begin_dense
from adjudicator.kernel.worlds import other_world

STEPS, WORLDS = 6, 2
"""Positions of a match that are looked at, and others beside each that nobody could tell apart from it."""
ORDERS = 25
"""Orders between two of them."""


def positions(name: str, number: int) -> Iterator[Match]:
    match, rng = begin_dense(name, f"views {number}"), Random(number)
    for step in range(STEPS * ORDERS):
        if match.result is not None or not match.pending_seats:
            return
        if step % ORDERS == 0:
            yield match
        seat = match.pending_seats[0]
        match.apply(seat, match.sample(seat, rng))


@pytest.mark.parametrize("number", range(2))
@pytest.mark.parametrize("name", games())
def test_a_view_by_the_fields_tells_nothing_hidden(name: str, number: int) -> None:
    form, differ = game_named(name).form, 0
    for match in positions(name, number):
        for seat in match.header.seats:
            for each in range(WORLDS):
                other = other_world(match, (seat,), Random(each))
                differ += form.write(other.state) != form.write(match.state)
                for seats in (frozenset((seat,)), frozenset[str]()):
                    assert form.view(other.state, seats) == form.view(match.state, seats), (seat, seats)
    assert differ or game_named(name).open
