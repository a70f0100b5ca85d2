"""Worlds that some seats cannot tell from the real one differ in all that these seats do not know."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

import pytest
from guild_fair.game import GuildFair
from sealed_bids.game import SealedBids

from adjudicator import Decline, Game, Match, Refusal, games, new_match
from adjudicator.kernel.simulate import (
    Watcher,
    begin_random,
    check_disguise,
    check_options,
    check_resume,
    check_worlds,
    play_out,
    random_action,
)
from adjudicator.kernel.worlds import imagined_world, other_world


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


class Honest(SealedBids):
    """A game whose disguise shuffles the cards as they lie, so that its worlds follow from the truth."""

    def resample_hidden(self, state: Any, seats: Iterable[str], rng: Random) -> Any:
        twin = super().resample_hidden(state, seats, Random(1))
        twin.pile[:] = state.pile
        rng.shuffle(twin.pile)
        return twin


class Forgetting(GuildFair):
    """A game that leaves hidden figures as they are."""

    def resample_hidden(self, state: Any, seats: Iterable[str], rng: Random) -> Any:
        return self.form.other(state, seats, rng)


@pytest.mark.parametrize(
    ("game", "told"), [(Honest(), "the state that red may think of"), (Forgetting(), "the worlds in which")]
)
def test_worlds_that_follow_from_the_truth_are_found(game: Game[Any], told: str) -> None:
    begun = new_match(game.id, seed=b"truth")
    match, rng = Match(game, begun.header, begun.position, begun.chance), Random(1)
    with pytest.raises(AssertionError, match=told):
        play_out(match, rng, [check_worlds(rng)])


class Telling(Match):
    """A match that lets imagined worlds know how far the others are."""

    def forget_others(self, eyes: Sequence[str]) -> None:
        """Forget nothing."""


def test_how_far_others_are_makes_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    match = new_match("guild-fair", seed=b"far")
    watch = check_worlds(Random(2))
    watch(match, "", Decline())
    monkeypatch.setattr(Match, "forget_others", Telling.forget_others)
    with pytest.raises(AssertionError, match="the worlds in which"):
        watch(match, "", Decline())


def test_nobody_else_has_answered_where_a_seat_plays_on() -> None:
    match, rng = new_match("sealed-bids", seed=b"sealed"), Random(1)
    while not match.sealed:
        random_action(match, rng)
    ((seat, action),) = match.sealed.items()
    (other,) = match.pending_seats
    assert imagined_world(match, (other,), "1").sealed == {}
    world = imagined_world(match, (seat,), "1")
    assert world.sealed == {seat: action}
    world.apply(other, world.sample(other, rng))
    assert world.log != []


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
