"""Worlds that some seats cannot tell from the real one differ in all that these seats do not know."""

from random import Random

import pytest

from adjudicator import Match, games, new_match
from adjudicator.kernel.simulate import begin_random, random_action
from adjudicator.kernel.worlds import other_world


@pytest.mark.parametrize("game", games())
def test_further_draws_come_from_another_seed_and_are_counted_on(game: str) -> None:
    match = begin_random(game, "seeds")
    before = match.checkpoint()
    worlds = [other_world(match, (), Random(seed)) for seed in range(2)]
    assert match.checkpoint() == before
    drawn = [each.chance.pick("lot", "number", range(1 << 60), {}) for each in (match, *worlds)]
    assert len({*drawn}) == len(drawn)
    assert {each.chance.counter for each in worlds} == {match.chance.counter}
    assert all(each.chance.revision == match.chance.revision for each in worlds)


def test_nothing_is_drawn_where_there_is_no_seed() -> None:
    match = begin_random("crossroads", "none")
    stored = Match.resume(match.header, match.checkpoint())
    assert other_world(stored, (), Random(1)).chance.seed is None


def test_secret_answers_of_others_differ_and_own_ones_do_not() -> None:
    match, rng = new_match("sealed-bids", seed=b"sealed"), Random(1)
    while not match.sealed:
        random_action(match, rng)
    ((seat, action),) = match.sealed.items()
    (other,) = match.owing
    worlds = [other_world(match, (other,), Random(seed)) for seed in range(20)]
    assert len({each.sealed[seat] for each in worlds}) > 1
    assert all([*each.sealed] == [seat] and each.check(seat, each.sealed[seat]) for each in worlds)
    assert other_world(match, (seat,), rng).sealed == {seat: action}


def test_what_lies_on_the_table_stays() -> None:
    rng = Random(2)
    match = begin_random("guild-fair", "table")
    while not (match.sealed and match.decisions()[0].form == "agree"):
        if match.result is not None:
            match = begin_random("guild-fair", f"table {rng.random()}")
        random_action(match, rng)
    for seat in match.decisions()[0].seats:
        assert other_world(match, (seat,), rng).sealed == match.sealed
