"""Worlds that some seats cannot tell from the real one differ in all that these seats do not know."""

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest
from sealed_bids.game import SealedBids

from adjudicator import Match, Refusal, games, new_match
from adjudicator.kernel.simulate import (
    Watcher,
    begin_random,
    check_disguise,
    check_options,
    check_resume,
    random_action,
)
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


def test_hidden_things_differ_and_the_match_stays_as_it_is() -> None:
    match = new_match("sealed-bids", seed=b"hidden")
    before, seat = match.checkpoint(), match.header.seats[0]
    worlds = [other_world(match, (seat,), Random(seed)) for seed in range(9)]
    assert match.checkpoint() == before
    assert len({each.checkpoint() for each in worlds}) > 1
    assert {each.game.observed_by(each.state, seat) for each in worlds} == {match.game.observed_by(match.state, seat)}


class Careless(SealedBids):
    """A game whose disguise lets a card vanish, so that its worlds look right and are none."""

    def resample_hidden(self, state: Any, seats: Iterable[str], rng: Random) -> Any:
        twin = super().resample_hidden(state, seats, rng)
        twin.pile[:] = [twin.pile[0]] * len(twin.pile)
        return twin


def test_a_disguise_that_makes_an_impossible_world_is_found() -> None:
    begun = new_match("sealed-bids", seed=b"careless")
    match = Match(Careless(), begun.header, begun.position, begun.chance)
    seat = match.pending_seats[0]
    with pytest.raises(AssertionError, match="is impossible"):
        check_disguise(Random(1))(match, seat, match.options(seat)[0])


class Contradictory(Match):
    """A match that refuses what it offers."""

    def check(self, seat: str, action: Any) -> Any:
        raise Refusal("not_in_hand", "2", {"card": 1})


class Forgetful(Match):
    """A match that loses a card each time it is looked at."""

    def checkpoint(self) -> bytes:
        self.state.pile.pop()
        return super().checkpoint()


@pytest.mark.parametrize(
    ("kind", "check", "told"),
    [
        (Contradictory, check_options, r"red Bid\(card=\d+\) is offered and refused: not_in_hand"),
        (Forgetful, check_options, r"asking changed the position: b'.*', then b'.*'"),
        (Forgetful, check_resume, r"the checkpoint changed on its way: b'.*', then b'.*'"),
    ],
)
def test_the_checks_of_the_battery_say_what_is_wrong(kind: type[Match], check: Watcher, told: str) -> None:
    begun = new_match("sealed-bids", seed=b"careless")
    match = kind(begun.game, begun.header, begun.position, begun.chance)
    with pytest.raises(AssertionError, match=told):
        check(match, "red", match.options("red")[0])


def test_nothing_is_drawn_where_there_is_no_seed() -> None:
    match = begin_random("crossroads", "none")
    stored = Match.resume(match.header, match.checkpoint())
    assert other_world(stored, (), Random(1)).chance.seed is None


def test_secret_answers_of_others_differ_and_own_ones_do_not() -> None:
    match, rng = new_match("sealed-bids", seed=b"sealed"), Random(1)
    while not match.sealed:
        random_action(match, rng)
    ((seat, action),) = match.sealed.items()
    (other,) = match.pending_seats
    worlds = [other_world(match, (other,), Random(seed)) for seed in range(20)]
    assert len({each.sealed.get(seat) for each in worlds}) > 2, "whether they have answered is secret as well"
    assert all(each.sealed.keys() <= {seat} for each in worlds)
    assert all(each.check(seat, each.sealed[seat]) for each in worlds if each.sealed)
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
