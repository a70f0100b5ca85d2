"""How strong stewards are is measured as it should be; a sample of it runs with the long tests."""

from __future__ import annotations

import pytest

from benchmarks.stewards import Tally, contest, pairs, played, steward, yardsticks


def test_the_interval_is_that_of_wilson() -> None:
    """Newcombe 1998, table I: 81 of 263 is 0.2553 to 0.3662."""
    low, high = Tally(81, 263, 263).interval
    assert (round(low, 4), round(high, 4)) == (0.2553, 0.3662)
    assert "31 % (26 to 37)" in Tally(81, 263, 263).told
    assert Tally(0, 0, 5).interval == (0, 1)


def test_seats_rotate_and_a_seed_repeats_a_match() -> None:
    makes = yardsticks("sealed-bids", 100)
    both = [
        played("sealed-bids", ("red", "blue"), "again", ("red", steward(60)), makes["uniform"], lambda match: False)
        for _ in range(2)
    ]
    assert both[0].log == both[1].log
    assert both[0].result is not None
    assert 0 <= contest("sealed-bids", makes["uniform"], makes["uniform"], 4).won <= 4


@pytest.mark.slow
def test_greedy_players_beat_those_who_draw() -> None:
    makes = yardsticks("imperial-struggle", 0)
    assert contest("imperial-struggle", makes["greedy"], makes["uniform"], 8).won >= 7


@pytest.mark.long
def test_stewards_beat_players_who_draw() -> None:
    for game, least in (("imperial-struggle", 6), ("pax-renaissance", 4)):
        assert contest(game, steward(300), yardsticks(game, 0)["uniform"], 6).won >= least


@pytest.mark.long
def test_in_pairs_the_same_player_makes_no_difference() -> None:
    makes = yardsticks("europa-universalis", 0)
    assert pairs("europa-universalis", makes["uniform"], makes["uniform"], 1) == Tally(0, 0, 1)
